"""Turns and memories for the tests of the record."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from lumina.models import EVERYBODY, Memory, Role, Turn, derived_id, memory_id

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def some_turns(count: int, person: str = "花子", thread: str = "朝", room: str = "台所") -> list[Turn]:
    """A minute apart, the person and ルミナ in turn."""
    return [
        Turn(
            id=derived_id(person, room, thread, number),
            person=person,
            room=room,
            thread=derived_id("thread", person, room, thread),
            speaker="ルミナ" if number % 2 else person,
            role=Role.CHARACTER if number % 2 else Role.PERSON,
            text=f"{number}杯目の味噌汁は、豆腐とわかめにしました。",
            at=START + timedelta(minutes=number),
            witnesses=frozenset({EVERYBODY}),
            ref=f"{thread}:{number}",
        )
        for number in range(count)
    ]


def memory_of(turns: Sequence[Turn], salience: float = 0.4) -> Memory:
    ids = tuple(turn.id for turn in turns)
    return Memory(
        id=memory_id(turns[0].thread, ids),
        person=turns[0].person,
        room=turns[0].room,
        thread=turns[0].thread,
        kind="episode",
        text="味噌汁の話をした。",
        keywords=("味噌汁",),
        concepts=("味噌汁", "豆腐"),
        valence=0.2,
        salience=salience,
        born=turns[-1].at,
        turns=ids,
        witnesses=frozenset({"lumina", "nox"}),
    )
