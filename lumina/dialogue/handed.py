"""What the offline voice is handed with a prompt, whose prose it does not read."""

from collections.abc import Container, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from langchain_core.messages import BaseMessage, HumanMessage

from lumina.dialogue.briefing import Briefing, Setting
from lumina.dialogue.heeded import Unit
from lumina.dialogue.occasion import Occasion
from lumina.dialogue.window import lately, thread_of, turn_of
from lumina.known import ME, NOTE, Day, Fact, Loop, UnitState
from lumina.language.bilingual import Language
from lumina.language.dates import known_day
from lumina.language.kinds import kinds
from lumina.language.when.moments import moments
from lumina.models import Role
from lumina.recall.grade import is_of_missing_words
from lumina.recall.spans import asked_span
from lumina.reports import UNRECALLED, Said
from lumina.texts import one_line
from lumina.voices.material import Due, Evidence, Material, Notice, Read, Told
from lumina.voices.next_question import AHEAD
from lumina.voices.stating import WHOSE


def material_for(briefing: Briefing, window: Sequence[BaseMessage], heard_before: Sequence[BaseMessage]) -> Material:
    said = max((place for place, message in enumerate(window) if isinstance(message, HumanMessage)), default=-1)
    here = {turn_of(message) for message in _earlier(window, said)}
    pack = briefing.recollection.pack
    return Material(
        character=briefing.character.id,
        names=[name for names in briefing.called.values() for name in names],
        cast=briefing.called,
        language=briefing.setting.language,
        now=briefing.setting.now.isoformat(),
        said=window[said].text if said >= 0 and not briefing.occasion else "",
        answered=[(briefing.speaker(message), message.text) for message in heard_before],
        earlier=[message.text for message in _earlier(window, said)],
        told=[message.text for message in lately(window, said, briefing.setting.now)],
        grade=pack.grade.value,
        remarks=[remark for remark in pack.remarks if not is_of_missing_words(remark)],
        facts=[_told(fact, briefing.setting.language) for fact in briefing.recollection.facts],
        evidence=[
            *(_evidence(said, here, briefing) for said in briefing.recollection.best),
            *_in_sight(briefing, here),
        ],
        knowledge=[Read(source=passage.source, text=passage.text) for passage in pack.passages],
        summary=pack.sections.get("summary", "").splitlines()[1:],
        span=_span(window[said].text, briefing.setting.now) if said >= 0 else None,
        help=briefing.setting.help,
        deed=briefing.setting.heeded.deed,
        heeded=units_of(briefing.setting),
        on=_on(briefing.setting),
        due=_due(briefing),
        learnt=[_learnt(one, briefing.setting.language) for one in briefing.setting.learnt],
        others=briefing.others,
        notice=_notice(briefing.occasion),
    )


def _span(said: str, now: datetime) -> tuple[str, str] | None:
    days = asked_span(said, now)
    return (days[0].isoformat(), days[1].isoformat()) if days else None


def _notice(occasion: Occasion | None) -> Notice | None:
    return Notice(who=one_line(occasion.who), text=occasion.text) if occasion else None


def _due(briefing: Briefing) -> Due | None:
    loop, today = briefing.asks, briefing.setting.now.date()
    if loop is None:
        return None
    day = known_day(loop.due, briefing.setting.language, today) if loop.due else ""
    return Due(
        what=one_line(loop.what),
        today=loop.due == Day(today),
        reminder=loop.is_reminder,
        ahead=any(one.first >= today for one in moments(loop.what, briefing.setting.now)),
        day=day,
    )


def _earlier(window: Sequence[BaseMessage], said: int) -> list[BaseMessage]:
    """What else was said in the thread of the person's words: what stands before everybody's eyes."""
    thread = thread_of(window[said]) if said >= 0 else None
    others = (message for place, message in enumerate(window) if place != said)
    return [message for message in others if thread_of(message) == thread]


def _told(fact: Fact, language: Language) -> Told:
    return Told(
        about="" if fact.about == ME else fact.about,
        label=kinds()[fact.kind].label.of(language),
        value=fact.value,
        kind=fact.kind,
        past=fact.state is UnitState.SUPERSEDED,
        sure=fact.state is not UnitState.CANDIDATE,
    )


def _learnt(one: Fact | Loop, language: Language) -> Told:
    if isinstance(one, Fact):
        return _told(one, language)
    return Told(about="", label="", value=one.what, kind=AHEAD, past=False, sure=True)


def units_of(setting: Setting) -> list[str]:
    """What the person's words changed, each with what it is called."""
    return [_named(unit, setting.language) for unit in setting.heeded.units]


def _named(unit: Unit, language: Language) -> str:
    value, whose = one_line(unit.value), "" if unit.about == ME else WHOSE[language].format(one_line(unit.about))
    return value if unit.kind in ("", NOTE) else f"{whose}{kinds()[unit.kind].label.of(language)}: {value}"


def _on(setting: Setting) -> str:
    """The day of which what was done speaks, as one names it."""
    day = setting.heeded.day
    return known_day(day, setting.language, setting.now.date()) if day else ""


def _in_sight(briefing: Briefing, here: Container[UUID | None]) -> Iterator[Evidence]:
    """What the person said that the window shows, and that was not recalled."""
    recalled = {said.turn.id for said in briefing.recollection.best} | briefing.recollection.outdated
    for turn in briefing.setting.in_sight:
        if turn.role is Role.PERSON and turn.id in here and turn.id not in recalled:
            yield _evidence(Said(turn, UNRECALLED), here, briefing)


def _evidence(said: Said, here: Container[UUID | None], briefing: Briefing) -> Evidence:
    turn = said.turn
    mine = turn.speaker == briefing.character.id
    return Evidence(
        who="you" if turn.role is Role.PERSON else "me" if mine else "other",
        speaker=briefing.names.get(turn.speaker, turn.speaker)
        if turn.role is Role.CHARACTER
        else one_line(turn.speaker),
        text=turn.text,
        at=turn.at.isoformat(),
        score=said.score,
        here=turn.id in here,
    )
