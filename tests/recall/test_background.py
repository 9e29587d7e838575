"""The small sections of a pack."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from lumina.models import EVERYBODY, Activation, Memory, MemoryState, TierName
from lumina.recall.ask import Ask
from lumina.recall.background import SummedUp, Surroundings
from lumina.reports import Passage

ASK = Ask("葵", "灯台の話", datetime(2026, 5, 1, tzinfo=UTC), "ja", 400, room="居間")


class Nothing:
    """A record of somebody who has only just come."""

    async def recent(self, ask: Ask, limit: int) -> Sequence[MemoryState]:
        return []

    async def pinned(self, ask: Ask) -> Sequence[MemoryState]:
        return []

    async def memories(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Memory]:
        return {}


async def comes_to_mind(ask: Ask) -> Sequence[Activation]:
    return [Activation("灯台", 1.0, ("灯台",)), Activation("海", 0.5, ("灯台", "海"))]


async def does_not_answer(ask: Ask) -> Sequence[Activation]:
    pytest.fail("it was asked once more")


async def no_knowledge(ask: Ask) -> Sequence[Passage]:
    return []


async def no_summaries(ask: Ask) -> SummedUp:
    return SummedUp({})


async def test_what_comes_to_mind_is_told_and_what_was_asked_for_is_not() -> None:
    lines = await Surroundings(Nothing(), comes_to_mind, no_knowledge, no_summaries).lines(ASK, ())
    assert lines["associations"] == ["海"]


async def test_associations_that_did_not_answer_are_not_waited_for_once_more() -> None:
    lines = await Surroundings(Nothing(), does_not_answer, no_knowledge, no_summaries).lines(ASK, ["associations"])
    assert lines["associations"] == []


class Remembering(Nothing):
    """A record of one memory a day: each text, and the turns that it was made of."""

    def __init__(self, *told: tuple[str, Sequence[int]]) -> None:
        self._kept = [
            Memory(
                id=UUID(int=n),
                person="葵",
                room="居間",
                thread=UUID(int=n),
                kind="talk",
                text=text,
                keywords=(),
                concepts=(),
                valence=0.0,
                salience=0.5,
                born=ASK.at - timedelta(days=9 - n),
                turns=tuple(UUID(int=turn) for turn in turns),
                witnesses=frozenset({EVERYBODY}),
            )
            for n, (text, turns) in enumerate(told, 1)
        ]

    async def recent(self, ask: Ask, limit: int) -> Sequence[MemoryState]:
        same = ("id", "person", "room", "thread", "kind", "born", "salience", "detail", "witnesses", "turns")
        lies: dict[str, Any] = {"tier": TierName.REDIS, "pinned": False, "uses": ()}
        return [MemoryState(**{name: getattr(one, name) for name in same}, **lies) for one in self._kept]

    async def memories(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Memory]:
        return {one.id: one for one in self._kept}


async def test_lately_has_nothing_twice_and_nothing_that_stands_before_the_asker() -> None:
    record = Remembering(("庭仕事", [1]), ("凧あげ", [2, 3]), ("庭仕事", [4]), ("釣り", [5, 6]), ("将棋", [7]))
    ask = replace(ASK, before=frozenset({UUID(int=7)}), in_sight=frozenset({UUID(int=2), UUID(int=3), UUID(int=5)}))
    lines = await Surroundings(record, comes_to_mind, no_knowledge, no_summaries).lines(ask, ())
    assert lines["history"] == ["[2026-04-25] 庭仕事", "[2026-04-26] 釣り"]
