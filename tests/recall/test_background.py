"""The small sections of a pack."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.models import Activation, Memory, MemoryState
from lumina.recall.background import SummedUp, Surroundings
from lumina.recall.recollect import Ask
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
