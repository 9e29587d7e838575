"""The shapes of facts, people and loops."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.known import Change, Day, Fact, Loop, Somebody
from lumina.models import Turn
from lumina.shapes.talk import TurnShape, name_of, turn

Turns = Mapping[UUID, Turn]


class FactShape(TypedDict):
    """Something that is known; `about` is "me" or a name, `evidence` are what the turns are called. Days have as much
    of ISO 8601 as is known: 2026-05-14, 2026-05, 2026."""

    id: UUID
    about: str
    kind: str
    value: str
    text: str
    state: str
    valid_from: str | None
    valid_to: str | None
    recorded: datetime
    confidence: float
    evidence: list[str]
    version: int


class SomebodyShape(TypedDict):
    """A person or a pet; `mentions` counts the turns that name them."""

    id: UUID
    name: str
    aliases: list[str]
    relation: str
    mentions: int


class LoopShape(TypedDict):
    """Something left open; `state` is open, closed or dropped."""

    id: UUID
    what: str
    state: str
    due: str | None
    evidence: list[str]
    closed_by: list[str]


class ChangeShape(TypedDict):
    """A version of a fact, and why there is one. `turn` is null where the owner did it."""

    version: int
    at: datetime
    value: str
    state: str
    valid_from: str | None
    valid_to: str | None
    why: str
    by: str
    turn: str | None
    digest: str


def refs(ids: Iterable[UUID], turns: Turns) -> list[str]:
    """What the turns are called; one that was withdrawn has its id left."""
    return [name_of(turns[id_]) if id_ in turns else str(id_) for id_ in ids]


def day(value: Day | None) -> str | None:
    """As much of ISO 8601 as is known."""
    return str(value) if value else None


def fact(value: Fact, turns: Turns) -> FactShape:
    return {
        "id": value.id,
        "about": value.about,
        "kind": value.kind,
        "value": value.value,
        "text": value.text,
        "state": value.state,
        "valid_from": day(value.valid_from),
        "valid_to": day(value.valid_to),
        "recorded": value.recorded,
        "confidence": round(value.confidence, 3),
        "evidence": refs(value.evidence, turns),
        "version": value.version,
    }


def somebody(value: Somebody) -> SomebodyShape:
    return {
        "id": value.id,
        "name": value.name,
        "aliases": list(value.aliases),
        "relation": value.relation,
        "mentions": len(value.mentions),
    }


def loop(value: Loop, turns: Turns) -> LoopShape:
    return {
        "id": value.id,
        "what": value.what,
        "state": value.state,
        "due": day(value.due),
        "evidence": refs(value.evidence, turns),
        "closed_by": refs(value.closed_by, turns),
    }


def change(value: Change, turns: Turns) -> ChangeShape:
    return {
        "version": value.version,
        "at": value.at,
        "value": value.value,
        "state": value.state,
        "valid_from": day(value.valid_from),
        "valid_to": day(value.valid_to),
        "why": value.why,
        "by": value.source,
        "turn": refs([value.turn], turns)[0] if value.turn else None,
        "digest": value.digest,
    }


def sources(ids: Iterable[UUID], turns: Turns) -> list[TurnShape]:
    """The turns with their words, as far as they are still there."""
    return [turn(turns[id_]) for id_ in ids if id_ in turns]
