"""The shapes of what is looked through: turns in full, rooms, threads, the ladder, concepts."""

from datetime import datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.browse import Graph
from lumina.memory.transcript_postgres import Thread
from lumina.models import Turn
from lumina.reports import Room


class SaidShape(TypedDict):
    """A turn as it is kept: who said it where, and who heard it."""

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
    """`strength` says how strongly it is reached, over `distance` associations."""

    concept: str
    mentions: int
    first: datetime
    last: datetime
    strength: float
    distance: int


class AssociationShape(TypedDict):
    """`strength` is that of the moment."""

    a: str
    b: str
    strength: float
    since: datetime


class GraphShape(TypedDict):
    concepts: list[ConceptShape]
    associations: list[AssociationShape]


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


def graph(value: Graph) -> GraphShape:
    concepts: list[ConceptShape] = [
        {
            "concept": one.name,
            "mentions": one.mentions,
            "first": one.first,
            "last": one.last,
            "strength": one.strength,
            "distance": one.distance,
        }
        for one in value.concepts
    ]
    associations: list[AssociationShape] = [
        {"a": one.a, "b": one.b, "strength": one.strength, "since": one.since} for one in value.associations
    ]
    return {"concepts": concepts, "associations": associations}
