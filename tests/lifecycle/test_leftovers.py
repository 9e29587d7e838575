"""What a kill left half done is told apart from what is meant to be so, and mended."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.life import ME, MORNING, Life, living
from harness.waiting import LONGEST
from lumina.models import TierName
from lumina.reports import ImportedTurn


class Killed(BaseException):
    """Nothing that the process would do afterwards happens."""


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    """One memory in long-term, so old that it has faded."""
    told = ["昨日、港の朝市で柿を三つ買ったよ。", "柿は祖母の家の味がするんだ。", "市場の隅で古い羅針盤も見つけた。"]
    async with living(home) as life:
        await life.read_in([ImportedTurn(ME, text, MORNING, thread="市場") for text in told])
        await life.distil_all()
        await life.pass_days(300)
        await life.run("descend")
        assert await life.tiers() == [TierName.LONGTERM]
        yield life


def kill_at(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """When the catalogue is asked for this."""

    async def killed(*_: Any, **__: Any) -> int:
        raise Killed

    monkeypatch.setattr(f"lumina.memory.catalogue_postgres.Catalogue.{verb}", killed)


async def detail(life: Life) -> tuple[str, str]:
    """As the catalogue says, and as it is."""
    [state] = await life.states()
    [body] = (await life.stores.bodies.bodies(ME, [state])).values()
    return state.detail, body.detail


async def test_the_catalogue_learns_that_a_memory_was_compressed_before_the_kill(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        kill_at(patch, "set_detail")
        with pytest.raises(Killed):
            await life.run("lifecycle")
    assert await detail(life) == ("full", "gist")
    await life.run("reconcile")
    assert await detail(life) == ("gist", "gist")
    assert await life.stores.archive.count(ME) == 1


async def test_the_catalogue_learns_that_a_memory_was_made_whole_before_the_kill(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.run("lifecycle")
    assert await detail(life) == ("gist", "gist")
    [state] = await life.states()
    with monkeypatch.context() as patch:
        kill_at(patch, "move")
        with pytest.raises(Killed):
            await life.lumina.memories.restore(ME, state.id)
    assert await detail(life) == ("gist", "full")
    await life.pass_days(1 / 24)
    await life.run("reconcile")
    assert await detail(life) == ("full", "full")
    assert await life.stores.archive.count(ME) == 0


async def test_a_copy_that_a_kill_left_above_goes(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    await life.read_in([ImportedTurn(ME, "万年筆のインクを買った。", life.clock(), ref="ink")])
    await life.distil_all()
    await life.pass_days(2)
    await life.run("reconcile")  # what is a week old when it leaves Redis never lies in DuckDB
    await life.pass_days(6)
    with monkeypatch.context() as patch:
        patch.setattr("lumina.memory.midterm_duckdb.DuckDBTier.delete", _killed)
        with pytest.raises(Killed):
            await life.run("reconcile")
    assert await life.stores.duckdb.count(ME) == 1
    await life.pass_days(timedelta(hours=1) / timedelta(days=1))
    await life.run("reconcile")
    assert await life.stores.duckdb.count(ME) == 0
    assert TierName.DUCKDB not in await life.tiers()


async def test_a_body_that_a_kill_left_in_longterm_goes(life: Life) -> None:
    [state] = await life.states()
    longterm = life.stores.longterm
    bodies = await longterm.bodies(ME, [state.id])
    await life.run("lifecycle")
    await life.lumina.memories.forget(ME, state.id)
    assert await longterm.count(ME) == 0
    async with life.stores.database.writing(ME) as guard:
        await longterm.write_bodies(guard, bodies)
    await life.pass_days(1 / 24)
    await life.run("reconcile")
    assert await longterm.count(ME) == 0


async def test_what_finds_a_memory_that_was_put_away_goes(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    [state] = await life.states()
    longterm = life.stores.longterm
    [memory] = await longterm.read(ME, [state.id])
    await life.lumina.memories.forget(ME, state.id)
    async with life.stores.database.writing(ME) as guard:
        await longterm.write_entries(memory.entries, guard)
    assert await longterm.count_entries(ME) > 0
    await life.pass_days(1 / 24)
    await life.run("reconcile")
    assert await longterm.count_entries(ME) == 0


async def test_who_has_no_leftovers_is_not_waited_for(life: Life) -> None:
    await life.run("lifecycle")
    assert (await detail(life), await life.stores.archive.count(ME)) == (("gist", "gist"), 1)
    await life.pass_days(1 / 24)
    async with life.stores.database.writing(ME) as guard:
        await guard.alone()
        await asyncio.wait_for(life.run("reconcile"), LONGEST)


async def _killed(*_: Any) -> None:
    raise Killed
