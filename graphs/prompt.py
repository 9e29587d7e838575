"""What a character is given to speak from: persona, what was recalled (as data, in a fence), and the window."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from lumina.characters import Cast, Character
from lumina.language.bilingual import Language
from lumina.language.dates import moment
from lumina.language.material import KEY, Evidence, Material
from lumina.language.messages import Messages
from lumina.models import Hit, Role, Turn
from lumina.reports import Recollection

EVIDENCE = 8
"""Recalled turns that the offline voice may choose from."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a character speaks, and with whom; `present` are ids of characters."""

    person: str
    room: str
    now: datetime
    language: Language
    present: tuple[str, ...]


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
    system = SystemMessage(
        _system_text(character, recollection, names, setting),
        additional_kwargs={KEY: _material(character, recollection, window, heard_before, names, setting)},
    )
    return [system, *_talk([*window, *heard_before], character, names, setting.person)]


def _system_text(character: Character, recollection: Recollection, names: dict[str, str], setting: Setting) -> str:
    pack, messages = recollection.pack, Messages(setting.language)
    shown = pack.text.strip() or messages.text("pack.empty")
    others = [names.get(one, one) for one in setting.present if one != character.id]
    return _template(setting.language).format(
        persona=character.persona.of(setting.language),
        name=character.name.of(setting.language),
        now=moment(setting.now, setting.language),
        room=one_line(setting.room),
        person=one_line(setting.person),
        others=", ".join(others) or messages.text("pack.nobody"),
        grade=messages.text(f"grades.{pack.grade}"),
        notes="".join(f"- {line}\n" for line in _notes(recollection, messages)),
        fence=fence_for(shown),
        pack=shown,
    )


@cache
def _template(language: Language) -> str:
    return files("graphs").joinpath("prompts", language, "speak.md").read_text(encoding="utf-8").strip()


def _notes(recollection: Recollection, messages: Messages) -> Iterable[str]:
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


def one_line(text: str) -> str:
    """A name or a remark as it may stand among instructions: it cannot begin a line of its own."""
    return " ".join(text.split())


def _talk(
    messages: Sequence[BaseMessage], character: Character, names: dict[str, str], person: str
) -> list[BaseMessage]:
    """Roles take turns; before anybody else has spoken, the character's own words are quoted like everybody's."""
    talk: list[BaseMessage] = []
    for message in messages:
        mine = isinstance(message, AIMessage) and message.name == character.id and bool(talk)
        text = message.text if mine else f"{_speaker(message, names, person)}: {message.text}"
        if talk and isinstance(talk[-1], AIMessage) is mine:
            text = f"{talk.pop().text}\n{text}"
        talk.append(AIMessage(text) if mine else HumanMessage(text))
    return talk


def _speaker(message: BaseMessage, names: dict[str, str], person: str) -> str:
    return one_line(names.get(message.name or "", message.name or person))


def _material(
    character: Character,
    recollection: Recollection,
    window: Sequence[BaseMessage],
    heard_before: Sequence[BaseMessage],
    names: dict[str, str],
    setting: Setting,
) -> Material:
    said = next((place for place in reversed(range(len(window))) if isinstance(window[place], HumanMessage)), None)
    return Material(
        character=character.id,
        language=setting.language,
        now=setting.now.isoformat(),
        said="" if said is None else window[said].text,
        answered=[(_speaker(message, names, setting.person), message.text) for message in heard_before],
        earlier=[message.text for place, message in enumerate(window) if place != said],
        first=not any(isinstance(message, AIMessage) for message in window),
        grade=recollection.pack.grade.value,
        remarks=recollection.pack.remarks,
        evidence=[_evidence(turn, character, names) for turn in _turns(recollection.hits)],
    )


def _turns(hits: Sequence[Hit]) -> Sequence[Turn]:
    """The best turn of each hit, best first."""
    best = {hit.turns[0].id: hit.turns[0] for hit in hits if hit.turns}
    return tuple(best.values())[:EVIDENCE]


def _evidence(turn: Turn, character: Character, names: dict[str, str]) -> Evidence:
    who = "you" if turn.role is Role.PERSON else "me" if turn.speaker == character.id else "other"
    speaker = names.get(turn.speaker, turn.speaker) if turn.role is Role.CHARACTER else turn.speaker
    return Evidence(who=who, speaker=speaker, text=turn.text, at=turn.at.isoformat())
