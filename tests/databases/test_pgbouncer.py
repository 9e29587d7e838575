"""PgBouncer in transaction mode: what needs no session goes by it, and nothing is lost between sessions."""

import asyncio
from collections.abc import Generator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from harness.life import Life, living
from harness.nights import erased
from harness.servers import Engines, on, or_skip
from harness.waiting import until
from lumina.databases.postgres import Database
from lumina.databases.postgres_pool import POOLED, SESSION
from lumina.errors import BadSetting, RoomBusy, StoreDown
from lumina.settings import load_settings
from tests.test_profiles import TOLD
from tools.servers.pgbouncer_server import PgBouncer, serve_pgbouncer
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

FEW = 2
"""Sessions that PgBouncer has for all."""

PAST_IT = 10
"""Eight guards, the connection of what is claimed, and the one by which the queue listens."""

PEOPLE = 12
BACKENDS = """
select application_name, count(*) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() group by application_name
"""
BEGINS_WITH = "select name, setting from pg_settings where source = 'database user'"

_numbers = count(1)


@pytest.fixture
def pgbouncer(debian_postgres: Server) -> Generator[PgBouncer]:
    with or_skip(serve_pgbouncer(debian_postgres, default_pool_size=str(FEW))) as server:
        yield server


@pytest.fixture
async def settings(engines: Engines, pgbouncer: PgBouncer, tmp_path: Path) -> dict[str, Any]:
    """Of one machine."""
    given = await engines.emptied()
    name = given["postgres_url"].rpartition("/")[2]
    shared = {"shared_url": (tmp_path / "shared").as_uri(), "master_key": tmp_path / "master.key"}
    return {**given, **shared, "postgres_pool_url": on(pgbouncer.url, name)}


@pytest.fixture
async def ways(debian_postgres: Server, pgbouncer: PgBouncer) -> tuple[str, str]:
    """To an empty database, past it and by it."""
    name = f"ways_{next(_numbers)}"
    async with Database.open(debian_postgres.url) as server:
        await server.execute(f"create database {name}")  # pyright: ignore[reportArgumentType]
    return on(debian_postgres.url, name), on(pgbouncer.url, name)


async def test_two_machines_live_by_it_through_all_tiers_and_an_erasure(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    async with (
        living(tmp_path / "one", **settings) as one,
        living(tmp_path / "other", one.clock, **settings) as other,
    ):
        await one.chat(TOLD)
        await other.distil_all()
        for days in (1, 31):
            await other.pass_days(days)
            await other.run("all")
            assert await remembered(one) and await remembered(other)
        report = await one.lumina.doctor()
        assert report.ok, report
        _, residue = await erased(one.lumina, one.person)
        assert sum(residue.values()) == 0
        assert await other.turns() == []


async def remembered(life: Life) -> bool:
    recalled = await life.recall("田中さんは柿のお礼に何をくれた？", turns=True)
    return any("ジャム" in hit.text for hit in recalled.hits[:3])


async def test_many_talk_at_once_by_few_sessions(settings: dict[str, Any], tmp_path: Path) -> None:
    names = [f"人{number}" for number in range(PEOPLE)]
    async with living(tmp_path / "one", **settings) as life:
        for text in TOLD[:3]:
            await asyncio.gather(*(life.say(text, person=name) for name in names))
        for name in names:
            assert [turn.text for turn in await life.turns(name)][::2] == TOLD[:3]
        async with Database.open(settings["postgres_url"], size=1) as watching:
            backends = dict(await watching.fetch(BACKENDS))
        assert backends.pop(POOLED) <= FEW
        assert sum(backends.values()) <= PAST_IT


async def test_whoever_it_lends_begins_with_our_settings(ways: tuple[str, str]) -> None:
    async with Database.open(ways[0], by=ways[1]):
        pass
    async with Database.open(ways[0], by=ways[1]) as database:  # as is whoever comes next
        told = dict(await database.fetch(BEGINS_WITH))
    assert {str(name).lower() for name in told} | {"timezone"} == set(SESSION)
    assert (told["jit"], told["plan_cache_mode"]) == ("off", "force_generic_plan")


async def test_a_room_is_one_s_own_whatever_sessions_its_statements_meet(ways: tuple[str, str]) -> None:
    url, by = ways
    async with Database.open(url, by=by) as one, Database.open(url, by=by) as other, one.owning_room("葵", "居間"):
        for _ in range(2 * FEW):
            await asyncio.gather(*(database.fetch("select 1") for database in (one, other) for _ in range(4)))
            with pytest.raises(RoomBusy):
                async with other.owning_room("葵", "居間", wait=False):
                    pass


async def test_who_talks_is_told_while_it_is_down_and_goes_on_once_it_is_back(
    settings: dict[str, Any], pgbouncer: PgBouncer, tmp_path: Path
) -> None:
    async with living(tmp_path / "one", **settings) as life:
        await life.say(TOLD[0])
        pgbouncer.kill()
        with pytest.raises(StoreDown):
            await life.say(TOLD[1])
        pgbouncer.start()
        await until(lambda: says(life, TOLD[2]))
        assert [turn.text for turn in await life.turns()][::2] == [TOLD[0], TOLD[2]]


async def says(life: Life, text: str) -> bool:
    try:
        await life.say(text)
    except StoreDown:
        return False
    return True


def test_a_way_by_it_is_a_url_and_need_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POSTGRES", "REDIS", "QDRANT", "NEO4J"):
        monkeypatch.setenv(
            f"LUMINA_{name}_URL", {"QDRANT": "http://", "NEO4J": "bolt://"}.get(name, f"{name.lower()}://")
        )
    assert load_settings(profile="server").postgres_pool_url.get_secret_value() == ""
    with pytest.raises(BadSetting, match="LUMINA_POSTGRES_POOL_URL"):
        load_settings(profile="server", postgres_pool_url="localhost:6432")
