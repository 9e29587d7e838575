"""The shapes of what is looked through: turns in full, rooms, threads, the ladder, concepts."""

from datetime import datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.memory.transcript_postgres import Thread
from lumina.models import Turn
from lumina.reports import ConceptGraph, Room


class SaidShape(TypedDict):
    """A turn as it is kept: who said it where, and who heard it; `left_for` is the turn with which the person went on
    instead, where this one was left."""

    id: UUID
    ref: str
    room: str
    thread: UUID
    speaker: str
    role: str
    text: str
    at: datetime
    witnesses: list[str]
    failed: bool
    left_for: UUID | None


class RoomShape(TypedDict):
    """`present` are the ids of the characters; `turn` the turn that is under way there."""

    room: str
    present: list[str]
    turn: UUID | None


class ThreadShape(TypedDict):
    thread: UUID
    room: str
    domain: str
    opened: datetime
    last_turn: datetime
    ended: bool


class ConceptShape(TypedDict):
    """`depth` is how many associations away it is from where the picture starts."""

    concept: str
    mentions: int
    last_seen: datetime
    depth: int


class AssociationShape(TypedDict):
    """`strength` is that of the moment."""

    a: str
    b: str
    strength: float


class GraphShape(TypedDict):
    """`of` so many concepts in all."""

    concepts: list[ConceptShape]
    associations: list[AssociationShape]
    of: int


def said(value: Turn) -> SaidShape:
    return {
        "id": value.id,
        "ref": value.ref,
        "room": value.room,
        "thread": value.thread,
        "speaker": value.speaker,
        "role": value.role,
        "text": value.text,
        "at": value.at,
        "witnesses": sorted(value.witnesses),
        "failed": value.failed,
        "left_for": value.left_for,
    }


def room(value: Room, turn: UUID | None) -> RoomShape:
    return {"room": value.name, "present": list(value.present), "turn": turn}


def thread(value: Thread) -> ThreadShape:
    return {
        "thread": value.id,
        "room": value.room,
        "domain": value.domain,
        "opened": value.opened,
        "last_turn": value.last_turn,
        "ended": value.ended,
    }


def graph(value: ConceptGraph) -> GraphShape:
    concepts: list[ConceptShape] = [
        {"concept": one.name, "mentions": one.mentions, "last_seen": one.last_seen, "depth": one.depth}
        for one in value.nodes
    ]
    associations: list[AssociationShape] = [{"a": a, "b": b, "strength": strength} for a, b, strength in value.edges]
    return {"concepts": concepts, "associations": associations, "of": value.of}
