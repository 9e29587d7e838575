"""A text that its owner gave a memory outlives the file in which the memory lies."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from harness.life import ME, MORNING, Life, line, living
from lumina.clock import ManualClock
from lumina.distil.offline import OfflineDistiller
from lumina.models import MemoryState, TierName

NEIGHBOUR = "隣の人"
EDITED = "葵は堰で冠羽の長い鳥を見た。"
DAYS = 2


@asynccontextmanager
async def with_a_talk(home: Path, *people: str) -> AsyncGenerator[Life]:
    async with living(home) as life:
        for person in people or (ME,):
            lines = [line(f"{nr}日めは羽村の堰でカワセミを見た。", nr, speaker=person) for nr in range(14)]
            await life.read_in(lines, person=person)
        yield life


async def in_duckdb(life: Life, person: str = ME) -> list[MemoryState]:
    return [state for state in await life.states(person) if state.tier is TierName.DUCKDB]


async def texts(life: Life, person: str = ME) -> list[str]:
    return sorted(
        body.text for body in (await life.stores.bodies.bodies(person, await in_duckdb(life, person))).values()
    )


@asynccontextmanager
async def without_its_file(home: Path) -> AsyncGenerator[Life]:
    """As it is opened the next time."""
    (home / "midterm.duckdb").unlink()
    (home / "midterm.duckdb.wal").unlink(missing_ok=True)
    later = ManualClock(MORNING)
    async with living(home, later) as life:
        await life.pass_days(DAYS)
        await life.run("heal")
        yield life


@pytest.mark.parametrize("day", ["in Redis", "in DuckDB"])
async def test_an_edited_text_is_there_again_where_the_file_was_lost(home: Path, day: str) -> None:
    async with with_a_talk(home) as life:
        if day == "in DuckDB":
            await life.pass_days(DAYS)
            await life.run("descend")
        await life.lumina.memories.edit(ME, (await life.states())[0].id, EDITED)
        if day == "in Redis":
            await life.pass_days(DAYS)
            await life.run("descend")
        before = await texts(life)
        assert EDITED in before
    async with without_its_file(home) as life:
        assert await texts(life) == before
        assert EDITED in {hit.text for hit in (await life.recall("冠羽の長い鳥")).hits}


async def test_what_an_older_version_let_its_owner_edit_is_there_again_too(home: Path) -> None:
    async with with_a_talk(home) as life:
        await life.pass_days(DAYS)
        await life.run("descend")
        await life.lumina.memories.edit(ME, (await life.states())[0].id, EDITED)
        await life.stores.database.execute("update memories set edited = '' where edited is not null")
        await life.run("reconcile")
        before = await texts(life)
    async with without_its_file(home) as life:
        assert await texts(life) == before


async def test_a_memory_that_lies_in_long_term_has_its_text_there_alone(home: Path) -> None:
    async with with_a_talk(home) as life:
        await life.pass_days(DAYS)
        await life.run("descend")
        await life.lumina.memories.edit(ME, (await life.states())[0].id, EDITED)
        await life.pass_days(31)
        await life.run("descend")
        assert await life.stores.database.fetch("select 1 from memories where edited is not null") == []


async def test_one_whose_memories_cannot_be_distilled_again_keeps_nobody_from_theirs(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with with_a_talk(home, ME, NEIGHBOUR) as life:
        await life.pass_days(DAYS)
        await life.run("descend")
        before = await texts(life)
        assert before and await texts(life, NEIGHBOUR)
    usual = OfflineDistiller.distil

    async def failing(self: OfflineDistiller, turns: Any) -> Any:
        if turns[0].person == NEIGHBOUR:
            raise ArithmeticError
        return await usual(self, turns)

    monkeypatch.setattr(OfflineDistiller, "distil", failing)
    async with without_its_file(home) as life:
        assert (await texts(life), await texts(life, NEIGHBOUR)) == (before, [])
        [told] = await life.stores.troubles.all()
        assert (told.person, told.task) == (NEIGHBOUR, "distil again")
        monkeypatch.undo()
        await life.run("reconcile")
        assert await texts(life, NEIGHBOUR)
        assert await life.stores.troubles.all() == []
