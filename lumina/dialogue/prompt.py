"""What a character is given to speak from: persona, what was recalled (as data, in a fence), and the window."""

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from uuid import UUID

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from lumina.dialogue.characters import Cast, Character
from lumina.dialogue.heeding import NOTE, NOTHING, Heeded
from lumina.dialogue.occasion import Occasion
from lumina.dialogue.window import lately, thread_of, turn_of
from lumina.known import ME, Day, Fact, Loop, UnitState
from lumina.language.acts import REMEMBERED_LINES, Mood, lasting_mood
from lumina.language.bilingual import Language
from lumina.language.dates import calendar_day, moment
from lumina.language.kinds import kinds
from lumina.language.messages import Messages
from lumina.language.when.dated import dated
from lumina.models import Role, Turn
from lumina.recall.spans import asked_span
from lumina.reports import Recollection, Said
from lumina.texts import one_line, shown_name
from lumina.voices.material import KEY, UNRECALLED, Due, Evidence, Material, Notice, Read, Told

DATED_TURNS = 6
"""So many of the best turns, and the days that they name are told."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a character speaks, and with whom; `present` are ids of characters, `help` says where help is for
    whose life is in danger, `heeded` what the person's words did to what is known, `client` what the program through
    which the person talks says of the situation, `in_sight` are the turns of the speaker's
    window that may be quoted."""

    person: str
    room: str
    now: datetime
    language: Language
    present: tuple[str, ...]
    help: str = ""
    heeded: Heeded = NOTHING
    client: str = ""
    in_sight: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Briefing:
    """Who speaks, what came back to them, where they are; `names` are the characters' names by id, `all_names`
    everything that any of them is called, `asks` what the speaker asks about, `occasion` what it speaks of where nobody
    has said anything."""

    character: Character
    recollection: Recollection
    setting: Setting
    names: Mapping[str, str]
    all_names: tuple[str, ...]
    asks: Loop | None
    occasion: Occasion | None

    def speaker(self, message: BaseMessage) -> str:
        name = message.name or self.setting.person
        return self.names.get(name) or shown_name(name)


def build_prompt(
    character: Character,
    recollection: Recollection,
    window: Sequence[BaseMessage],
    heard_before: Sequence[BaseMessage] = (),
    *,
    cast: Cast,
    setting: Setting,
    asks: Loop | None = None,
    occasion: Occasion | None = None,
) -> list[BaseMessage]:
    """One system message with persona and fenced memory, then the window and the answers given before this one.

    The name of a message is the id of the character who spoke; other names are the person and guests. The character's
    own words are the assistant's, all others' are the user's, with the speaker's name before them; user and assistant
    take turns and a user begins, as every provider accepts. What was recalled stands nowhere but inside the fence.
    """
    names = {one.id: one.name.of(setting.language) for one in cast}
    all_names = tuple(name for one in cast for name in one.names())
    briefing = Briefing(character, recollection, setting, names, all_names, asks, occasion)
    material = _material(briefing, window, heard_before)
    felt = lasting_mood(material["said"], material["told"][-REMEMBERED_LINES:])
    system = SystemMessage(_system_text(briefing, felt), additional_kwargs={KEY: material})
    talk = _talk([*window, *heard_before], briefing)
    if setting.client:
        talk = _followed_by(talk, _client(setting))
    return [system, *(_followed_by(talk, _occasion(occasion, setting)) if occasion else talk)]


def _system_text(briefing: Briefing, felt: Mood) -> str:
    setting, pack = briefing.setting, briefing.recollection.pack
    messages = Messages(setting.language)
    shown = pack.text.strip() or messages.text("pack.empty")
    if briefing.asks:
        shown = f"{shown}\n{messages.text('asks.line', what=one_line(briefing.asks.what), day=briefing.asks.due)}"
    others = [briefing.names.get(one, one) for one in setting.present if one != briefing.character.id]
    return _template(setting.language).format(
        persona=briefing.character.persona.of(setting.language),
        name=briefing.character.name.of(setting.language),
        now=moment(setting.now, setting.language),
        room=shown_name(setting.room),
        person=shown_name(setting.person),
        others=", ".join(others) or messages.text("pack.nobody"),
        grade=messages.text(f"grades.{pack.grade}"),
        notes="".join(f"- {line}\n" for line in _notes(briefing, felt, messages)),
        fence=fence_for(shown),
        pack=shown,
    )


@cache
def _template(language: Language) -> str:
    return files("lumina.dialogue").joinpath("prompts", language, "speak.md").read_text(encoding="utf-8").strip()


def _notes(briefing: Briefing, felt: Mood, messages: Messages) -> Iterable[str]:
    recollection = briefing.recollection
    if felt is not Mood.LIGHT:
        yield messages.text(f"care.{felt.name.lower()}", help=briefing.setting.help)
    if recollection.pack.passages:
        yield messages.text("pack.documents")
    if days := _days(recollection, briefing.setting.language):
        yield messages.text("pack.days", days="; ".join(days))
    heeded = briefing.setting.heeded
    if heeded.deed:
        yield messages.text(f"heeded.{heeded.deed.replace(' ', '_')}", facts="; ".join(_units(briefing.setting)))
    if briefing.asks:
        yield messages.text("asks.note")
    for remark in recollection.pack.remarks:
        yield messages.text("pack.remark", remark=one_line(remark))
    if recollection.missing:
        yield messages.text("pack.missing", sources=", ".join(recollection.missing))


def _days(recollection: Recollection, language: Language) -> list[str]:
    """What the days are called now that the best turns name by their distance: "next Tuesday"."""
    named = [
        f"“{one_line(one.words)}” ({said.turn.at.date().isoformat()}) = {one.day.isoformat()}, "
        f"{calendar_day(one.day, language)}"
        for said in recollection.best[:DATED_TURNS]
        for one in dated(said.turn.text, said.turn.at)
    ]
    return [*dict.fromkeys(named)]


def fence_for(text: str) -> str:
    """A mark that the text does not contain. It depends on the whole text, so no text can be written to contain it."""
    seed = 0
    while (mark := _mark(text, seed)) in text:
        seed += 1
    return mark


def _mark(text: str, seed: int) -> str:
    return "memory-" + hashlib.sha256(f"{seed}\0{text}".encode("utf-8", "replace")).hexdigest()[:12]


def _talk(messages: Sequence[BaseMessage], briefing: Briefing) -> list[BaseMessage]:
    """Roles take turns; before anybody else has spoken, the character's own words are quoted like everybody's."""
    talk: list[BaseMessage] = []
    for message in messages:
        mine = isinstance(message, AIMessage) and message.name == briefing.character.id and bool(talk)
        text = message.text if mine else f"{briefing.speaker(message)}: {_further(message.text)}"
        if talk and isinstance(talk[-1], AIMessage) is mine:
            text = f"{talk.pop().text}\n{text}"
        talk.append(AIMessage(text) if mine else HumanMessage(text))
    return talk


def _occasion(occasion: Occasion, setting: Setting) -> str:
    """What is to be spoken of now, as data in a fence."""
    return Messages(setting.language).text(
        "occasion.tells" if occasion.who else "occasion.says",
        who=shown_name(occasion.who),
        person=shown_name(setting.person),
        fence=fence_for(occasion.text),
        text=occasion.text,
    )


def _client(setting: Setting) -> str:
    """What the person's program says of the situation, as data in a fence."""
    return Messages(setting.language).text(
        "client.tells", person=shown_name(setting.person), fence=fence_for(setting.client), text=setting.client
    )


def _followed_by(talk: list[BaseMessage], told: str) -> list[BaseMessage]:
    """The talk, and behind it what nobody said."""
    if talk and isinstance(talk[-1], HumanMessage):
        return [*talk[:-1], HumanMessage(f"{talk[-1].text}\n{told}")]
    return [*talk, HumanMessage(told)]


def _further(text: str) -> str:
    """Lines after the first stand further in, so that none can be taken for another speaker's."""
    return "\n  ".join(text.splitlines())


def _material(briefing: Briefing, window: Sequence[BaseMessage], heard_before: Sequence[BaseMessage]) -> Material:
    said = max((place for place, message in enumerate(window) if isinstance(message, HumanMessage)), default=-1)
    here = {turn_of(message) for message in _earlier(window, said)}
    pack = briefing.recollection.pack
    return Material(
        character=briefing.character.id,
        names=briefing.all_names,
        language=briefing.setting.language,
        now=briefing.setting.now.isoformat(),
        said=window[said].text if said >= 0 and not briefing.occasion else "",
        answered=[(briefing.speaker(message), message.text) for message in heard_before],
        earlier=[message.text for message in _earlier(window, said)],
        told=[message.text for message in lately(window, said, briefing.setting.now)],
        grade=pack.grade.value,
        remarks=pack.remarks,
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
        heeded=_units(briefing.setting),
        due=_due(briefing),
        notice=_notice(briefing.occasion),
    )


def _span(said: str, now: datetime) -> tuple[str, str] | None:
    days = asked_span(said, now)
    return (days[0].isoformat(), days[1].isoformat()) if days else None


def _notice(occasion: Occasion | None) -> Notice | None:
    return Notice(who=one_line(occasion.who), text=occasion.text) if occasion else None


def _due(briefing: Briefing) -> Due | None:
    loop, today = briefing.asks, briefing.setting.now.date()
    return Due(what=one_line(loop.what), today=loop.due == Day(today)) if loop else None


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
    )


def _units(setting: Setting) -> list[str]:
    """What the person's words changed, each with what it is called."""
    return [
        f"{kinds()[kind].label.of(setting.language)}: {one_line(value)}" if kind not in ("", NOTE) else one_line(value)
        for kind, value in setting.heeded.units
    ]


def _in_sight(briefing: Briefing, here: Container[UUID | None]) -> Iterator[Evidence]:
    """What the person said that the window shows, and that was not recalled."""
    recalled = {said.turn.id for said in briefing.recollection.best}
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
