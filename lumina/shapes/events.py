"""The shapes of what is told of a turn while it goes on."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.language.bilingual import Language
from lumina.language.messages import Messages
from lumina.reports import Done, Event, Heard, Prompted, Recalled, Replied, Token, Why
from lumina.shapes.plain import Shape
from lumina.shapes.recalled import RecollectionShape, recollection
from lumina.shapes.talk import reply


class SpeakerShape(TypedDict):
    """Who will answer, and why."""

    speaker: str
    reason: str


class HeardShape(TypedDict):
    """The person's words are kept."""

    turn: UUID
    thread: UUID
    room: str
    text: str
    at: datetime
    speakers: list[SpeakerShape]


class PromptedShape(TypedDict):
    """Somebody speaks without having been spoken to."""

    turn: UUID
    room: str
    at: datetime
    speakers: list[SpeakerShape]


class RecalledShape(RecollectionShape):
    """What the next speaker was given."""

    speaker: str


class TokenShape(TypedDict):
    """A piece of an answer."""

    speaker: str
    text: str


class DoneShape(TypedDict):
    """The turn is over."""

    missing: list[str]
    timings_ms: dict[str, float]


def heard(value: Heard, language: Language) -> HeardShape:
    turn = value.turn
    return {
        "turn": turn.id,
        "thread": turn.thread,
        "room": turn.room,
        "text": turn.text,
        "at": turn.at,
        "speakers": _speakers(value.speakers, language),
    }


def prompted(value: Prompted, language: Language) -> PromptedShape:
    speakers = _speakers(value.speakers, language)
    return {"turn": value.turn, "room": value.room, "at": value.at, "speakers": speakers}


def _speakers(speakers: Sequence[tuple[str, Why]], language: Language) -> list[SpeakerShape]:
    return [{"speaker": name, "reason": why[language]} for name, why in speakers]


def event(value: Event, messages: Messages) -> tuple[str, Shape]:
    """What it is called, and what it tells."""
    match value:
        case Heard():
            return "turn", {**heard(value, messages.language)}
        case Prompted():
            return "turn", {**prompted(value, messages.language)}
        case Recalled():
            return "recalled", {"speaker": value.speaker, **recollection(value.recollection)}
        case Token():
            return "token", {"speaker": value.speaker, "text": value.text}
        case Replied():
            return "reply", {**reply(value, messages)}
        case Done():
            return "done", {"missing": list(value.missing), "timings_ms": dict(value.timings_ms)}
