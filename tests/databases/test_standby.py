"""Recalls look things up on a standby, where it has all that they must see."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from harness.life import Life, living
from harness.nights import erased
from harness.servers import Engines, or_skip
from harness.waiting import until
from lumina.databases.freed_space import leave_log
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.standby_postgres import Standby, reads
from lumina.errors import BadSetting
from lumina.settings import load_settings
from tests.test_profiles import TOLD
from tools.servers.postgres_pair import Pair, serve_pair
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

ASKED = "ギターの弦"
NEWS = "ギターの弦は、けさ三本も切れてしまった。"
HAS_TURN = "select count(*) from turns where person = %s"
ALONE = "alter system set synchronous_standby_names = ''"
MUCH = "select count(pg_logical_emit_message(false, 'test', repeat('x', 1000000))) from generate_series(1, 48)"
"""More of a log than what is on its way holds, in three segments."""
SOON = 2.0
"""Seconds in which who has a primary does without its standby."""


@pytest.fixture
def pair() -> Generator[Pair]:
    with or_skip(serve_pair()) as pair:
        yield pair


@pytest.fixture
async def settings(engines: Engines, pair: Pair, tmp_path: Path) -> dict[str, Any]:
    """Of one machine whose recalls read from the standby."""
    given = await engines._replace(postgres=pair.primary, begins="").emptied()
    name = urlsplit(str(given["postgres_url"])).path
    shared = {"shared_url": (tmp_path / "shared").as_uri(), "master_key": tmp_path / "master.key"}
    ways = {
        "postgres_url": urlsplit(pair.url)._replace(path=name).geturl(),
        "postgres_standby_url": urlsplit(pair.standby.url)._replace(path=name).geturl(),
    }
    return {**given, **shared, **ways}


@pytest.fixture
async def life(settings: dict[str, Any], tmp_path: Path) -> AsyncGenerator[Life]:
    """Of somebody of whom there are turns and memories."""
    async with living(tmp_path / "one", **settings) as life:
        await life.chat(TOLD)
        await life.distil_all()
        await life.pass_days(31)
        await life.run("all")
        await life.say(TOLD[0])
        yield life


def standby_of(life: Life) -> Standby:
    standby = life.stores.database.standby
    assert standby
    return standby


async def served(life: Life) -> bool:
    """Whether the standby serves the next recall."""
    before = standby_of(life).served
    await life.recall(ASKED)
    return standby_of(life).served > before


def told(server: Server, order: Any) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(order)


def found(recollection: Any) -> str:
    return recollection.pack.text


async def test_a_recall_is_the_same_from_the_standby_and_asks_the_primary_little(
    life: Life, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Counter[int]()
    fetch = Connection.fetch

    async def counted(self: Connection, sql: Any, params: Any = ()) -> list[Any]:
        asked[self._raw.info.port] += 1  # pyright: ignore[reportPrivateUsage]
        return await fetch(self, sql, params)

    await until(lambda: served(life))
    monkeypatch.setattr(Connection, "fetch", counted)
    there = await life.recall(ASKED)
    of_primary, of_standby = (asked[urlsplit(server.url).port or 0] for server in (pair.primary, pair.standby))
    life.stores.database.standby = None
    asked.clear()
    here = await life.recall(ASKED)
    assert here.hits
    assert (there.pack, there.hits, there.missing) == (here.pack, here.hits, here.missing)
    assert of_primary <= 6 < of_standby, "two of them ask how far it is, and whether somebody was erased"
    assert of_primary < asked.total() / 2


async def test_what_was_said_just_now_is_found_while_the_standby_lags_behind(life: Life, pair: Pair) -> None:
    told(pair.standby, "select pg_wal_replay_pause()")
    await life.say(NEWS)
    before = standby_of(life).served
    assert NEWS in found(await life.recall(ASKED))
    assert standby_of(life).served == before
    assert standby_of(life).behind > 0
    told(pair.standby, "select pg_wal_replay_resume()")
    await until(lambda: served(life))
    assert NEWS in found(await life.recall(ASKED))


async def test_who_was_erased_is_not_served_by_a_standby_that_still_has_them(
    life: Life, pair: Pair, settings: dict[str, Any], tmp_path: Path
) -> None:
    """Erased elsewhere: on the machine that recalls, nothing was told of it."""
    await until(lambda: served(life))
    told(pair.standby, "select pg_wal_replay_pause()")
    async with living(tmp_path / "other", life.clock, **settings) as other:
        _, residue = await erased(other.lumina, other.person)
    assert sum(residue.values()) == 0
    assert (await standby_of(life).fetch(HAS_TURN, (life.person,)))[0][0] > 0
    before = standby_of(life).served
    recollection = await life.recall(ASKED)
    assert not recollection.hits and "ギター" not in found(recollection)
    assert standby_of(life).served == before


async def test_who_is_erased_while_a_recall_reads_is_read_anew_from_the_primary(
    life: Life, pair: Pair, settings: dict[str, Any], tmp_path: Path
) -> None:
    await until(lambda: served(life))
    database, counted = life.stores.database, list[int]()

    async def read() -> int:
        [(count,)] = await database.look(HAS_TURN, (life.person,))
        counted.append(count)
        if len(counted) == 1:
            told(pair.standby, "select pg_wal_replay_pause()")
            async with living(tmp_path / "other", life.clock, **settings) as other:
                await erased(other.lumina, other.person)
            [(after,)] = await database.look(HAS_TURN, (life.person,))
            counted.append(after)
        return count

    assert await reads(database, life.person, read) == 0
    first, after, anew = counted
    assert first == after > 0, "the standby has them still"
    assert anew == 0


async def test_the_log_is_not_cleared_from_under_a_standby_that_has_not_got_it(life: Life, pair: Pair) -> None:
    told(pair.primary, ALONE)
    told(pair.primary, "select pg_reload_conf()")
    told(pair.primary, "alter system set wal_recycle = off")
    told(pair.primary, "select pg_reload_conf()")
    await until(lambda: served(life))
    with pair.standby.paused():
        told(pair.primary, MUCH)
        assert await leave_log(life.stores.database) == ["log"]
    await until(lambda: served(life))
    assert await leave_log(life.stores.database) == []
    await life.say(NEWS)
    await until(lambda: served(life))


async def test_without_its_standby_recall_goes_on_and_takes_it_up_again(life: Life, pair: Pair) -> None:
    told(pair.primary, ALONE)
    told(pair.primary, "select pg_reload_conf()")
    await until(lambda: served(life))
    pair.lose_standby()
    for _ in range(3):
        began = time.monotonic()
        assert (await life.recall(ASKED)).hits
        assert time.monotonic() - began < SOON
    await life.say(NEWS)
    assert NEWS in found(await life.recall(ASKED))
    assert "standby" not in (await life.recall(ASKED)).missing
    report = await life.lumina.doctor()
    assert report.stores["standby"].state == "down"
    await asyncio.to_thread(pair.rejoin)
    await until(lambda: served(life))
    assert (await life.lumina.doctor()).stores["standby"].state == "ok"


async def test_a_standby_that_dies_in_the_middle_of_a_recall_costs_nothing(life: Life, pair: Pair) -> None:
    told(pair.primary, ALONE)
    told(pair.primary, "select pg_reload_conf()")
    await until(lambda: served(life))
    database = life.stores.database

    async def read() -> list[Any]:
        first = await database.look(HAS_TURN, (life.person,))
        pair.lose_standby()
        return [first, await database.look(HAS_TURN, (life.person,)), await database.look(HAS_TURN, (life.person,))]

    first, *others = await reads(database, life.person, read)
    assert others == [first, first]


async def test_a_silent_standby_is_not_waited_for_twice(life: Life, pair: Pair) -> None:
    await until(lambda: served(life))
    with pair.standby.paused():
        took = list[float]()
        for _ in range(4):
            began = time.monotonic()
            assert (await life.recall(ASKED)).hits
            took.append(time.monotonic() - began)
        assert min(took) < SOON
        assert sum(took) < 4 * SOON, took
    await until(lambda: served(life))


async def test_what_was_promoted_is_no_standby_any_more(life: Life, pair: Pair) -> None:
    await until(lambda: served(life))
    await asyncio.to_thread(pair.fail_over)
    await until(lambda: says(life, NEWS))
    assert not await served(life)
    assert NEWS in found(await life.recall(ASKED))


async def says(life: Life, text: str) -> bool:
    try:
        await life.say(text)
    except Exception:
        return False
    return True


async def test_a_server_that_follows_another_primary_is_not_read_from(life: Life, debian_postgres: Server) -> None:
    database = life.stores.database
    async with Database.open(debian_postgres.url) as stranger:
        standby_of(life).pool = stranger._pool  # pyright: ignore[reportPrivateUsage]
        assert not await served(life)
    assert database.standby


def test_it_is_one_server() -> None:
    with pytest.raises(BadSetting, match="LUMINA_POSTGRES_STANDBY_URL"):
        load_settings(postgres_standby_url="postgresql://u:p@one:5432,two:5432/lumina")
