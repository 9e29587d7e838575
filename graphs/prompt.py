"""What a character is given to speak from: persona, what was recalled (as data, in a fence), and the window."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from graphs.window import thread_of
from lumina.characters import Cast, Character
from lumina.language.bilingual import Language
from lumina.language.dates import moment
from lumina.language.material import KEY, Evidence, Material, Read
from lumina.language.messages import Messages
from lumina.models import Hit, Role, Turn
from lumina.reports import Recollection
from lumina.texts import one_line, shown_name

EVIDENCE = 8
"""Recalled turns that the offline voice may choose from."""

NEAR_THE_BEST = 0.7
"""The offline voice quotes nothing that scores less than this share of the best."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a character speaks, and with whom; `present` are ids of characters."""

    person: str
    room: str
    now: datetime
    language: Language
    present: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Briefing:
    """Who speaks, what came back to them, where they are; `names` are the characters' names by id, `all_names`
    everything that any of them is called."""

    character: Character
    recollection: Recollection
    setting: Setting
    names: Mapping[str, str]
    all_names: tuple[str, ...]

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
) -> list[BaseMessage]:
    """One system message with persona and fenced memory, then the window and the answers given before this one.

    The name of a message is the id of the character who spoke; other names are the person and guests. The character's
    own words are the assistant's, all others' are the user's, with the speaker's name before them; user and assistant
    take turns and a user begins, as every provider accepts. What was recalled stands nowhere but inside the fence.
    """
    names = {one.id: one.name.of(setting.language) for one in cast}
    all_names = tuple(name for one in cast for name in one.names())
    briefing = Briefing(character, recollection, setting, names, all_names)
    material = _material(briefing, window, heard_before)
    system = SystemMessage(_system_text(briefing), additional_kwargs={KEY: material})
    return [system, *_talk([*window, *heard_before], briefing)]


def _system_text(briefing: Briefing) -> str:
    setting, pack = briefing.setting, briefing.recollection.pack
    messages = Messages(setting.language)
    shown = pack.text.strip() or messages.text("pack.empty")
    others = [briefing.names.get(one, one) for one in setting.present if one != briefing.character.id]
    return _template(setting.language).format(
        persona=briefing.character.persona.of(setting.language),
        name=briefing.character.name.of(setting.language),
        now=moment(setting.now, setting.language),
        room=shown_name(setting.room),
        person=shown_name(setting.person),
        others=", ".join(others) or messages.text("pack.nobody"),
        grade=messages.text(f"grades.{pack.grade}"),
        notes="".join(f"- {line}\n" for line in _notes(briefing.recollection, messages)),
        fence=fence_for(shown),
        pack=shown,
    )


@cache
def _template(language: Language) -> str:
    return files("graphs").joinpath("prompts", language, "speak.md").read_text(encoding="utf-8").strip()


def _notes(recollection: Recollection, messages: Messages) -> Iterable[str]:
    if recollection.pack.passages:
        yield messages.text("pack.documents")
    for remark in recollection.pack.remarks:
        yield messages.text("pack.remark", remark=one_line(remark))
    if recollection.missing:
        yield messages.text("pack.missing", sources=", ".join(recollection.missing))


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


def _further(text: str) -> str:
    """Lines after the first stand further in, so that none can be taken for another speaker's."""
    return "\n  ".join(text.splitlines())


def _material(briefing: Briefing, window: Sequence[BaseMessage], heard_before: Sequence[BaseMessage]) -> Material:
    said = max((place for place, message in enumerate(window) if isinstance(message, HumanMessage)), default=-1)
    pack = briefing.recollection.pack
    return Material(
        character=briefing.character.id,
        names=briefing.all_names,
        language=briefing.setting.language,
        now=briefing.setting.now.isoformat(),
        said=window[said].text if said >= 0 else "",
        answered=[(briefing.speaker(message), message.text) for message in heard_before],
        earlier=[message.text for message in _earlier(window, said)],
        told=[message.text for message in _earlier(window, said) if isinstance(message, HumanMessage)],
        grade=pack.grade.value,
        remarks=pack.remarks,
        evidence=[_evidence(turn, briefing) for turn in _turns(briefing.recollection.hits)],
        knowledge=[Read(source=passage.source, text=passage.text) for passage in pack.passages],
    )


def _earlier(window: Sequence[BaseMessage], said: int) -> list[BaseMessage]:
    """What else was said in the thread of the person's words: what stands before everybody's eyes."""
    thread = thread_of(window[said]) if said >= 0 else None
    others = (message for place, message in enumerate(window) if place != said)
    return [message for message in others if thread_of(message) == thread]


def _turns(hits: Sequence[Hit]) -> Sequence[Turn]:
    """The best turn of each hit that comes near the best one, best first."""
    best = max((hit.score for hit in hits), default=0.0)
    near = (hit.turns[0] for hit in hits if hit.turns and hit.score >= NEAR_THE_BEST * best)
    return tuple({turn.id: turn for turn in near}.values())[:EVIDENCE]


def _evidence(turn: Turn, briefing: Briefing) -> Evidence:
    mine = turn.speaker == briefing.character.id
    return Evidence(
        who="you" if turn.role is Role.PERSON else "me" if mine else "other",
        speaker=briefing.names.get(turn.speaker, turn.speaker)
        if turn.role is Role.CHARACTER
        else one_line(turn.speaker),
        text=turn.text,
        at=turn.at.isoformat(),
    )
