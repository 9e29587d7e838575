"""Many persons' memories descend in one run, and the one whose do not hinders nobody."""

from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.life import Life, living
from lumina.errors import StoreDown
from lumina.memory.ladder import AT_ONCE
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.models import Memory, TierName

PEOPLE = [f"{nr}番の人" for nr in range(2 * AT_ONCE + 1)]
UNLUCKY = PEOPLE[1]


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    """More people than descend side by side, each with a memory that outgrew its tier."""
    async with living(home) as life:
        for person in PEOPLE:
            await life.say("昨日、港の朝市で柿を三つ買ったよ。", person=person)
        await life.distil_all()
        await life.pass_days(2)
        yield life


async def tiers(life: Life) -> dict[str, list[TierName]]:
    return {person: [state.tier for state in await life.states(person)] for person in PEOPLE}


async def test_everybody_s_descend_and_are_counted(life: Life) -> None:
    moved = await life.parts.chores.ladder.descend(life.clock())
    assert moved == {TierName.DUCKDB: len(PEOPLE)}
    assert await tiers(life) == {person: [TierName.DUCKDB] for person in PEOPLE}
    assert await life.stores.duckdb.count() == len(PEOPLE)


async def test_one_whose_cannot_be_written_is_told_of_and_goes_the_next_time(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = DuckDBTier.write

    async def writes(tier: Any, memories: Sequence[Memory]) -> None:
        if memories[0].person == UNLUCKY:
            raise StoreDown(store="DuckDB", why="its disk is full")
        await write(tier, memories)

    with monkeypatch.context() as patch:
        patch.setattr(DuckDBTier, "write", writes)
        with pytest.raises(StoreDown):
            await life.parts.chores.ladder.descend(life.clock())
    expected = {person: [TierName.DUCKDB if person != UNLUCKY else TierName.REDIS] for person in PEOPLE}
    assert await tiers(life) == expected
    await life.parts.chores.ladder.descend(life.clock() + timedelta(minutes=15))
    assert await tiers(life) == {person: [TierName.DUCKDB] for person in PEOPLE}
