"""After an erasure the files of the real engines hold nothing of it, but for what is named in the report."""

import asyncio
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.lives import START, bring, say, talk, words
from harness.nights import FILES, by_night, erased
from harness.older import guesses
from harness.servers import Engines, or_skip, serve_stand_in
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.databases.postgres import Database
from lumina.databases.redis import open_redis, write_files_anew
from lumina.erasure.search import Needle, Needles, id_needles, search_files
from lumina.reports import EraseReport, Remains
from lumina.settings import Settings
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import FORGETFUL, serve_postgres
from tools.servers.redis_server import serve_redis
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

ANNA, BEN = "ヅラカ葵子", "ヌメロ健太郎"
SAID, LATELY, OTHER = words("ゲ", 40), words("ガ", 8, seed=2), words("ザ", 20)
NAMED = {Remains("qdrant", "ids"), Remains("neo4j", "records")}
TIDY = {**FORGETFUL, "wal_recycle": "off", "min_wal_size": "32MB"}
LASTING = ("appendonly yes", "save 3600 1")
SETTLE_SECONDS = 30


@pytest.fixture
def own_engines() -> Generator[Engines]:
    """Engines of this test alone, which keep all that they can in files."""
    with ExitStack() as stack:
        postgres = stack.enter_context(or_skip(serve_postgres(settings=TIDY)))
        redis = stack.enter_context(or_skip(serve_redis(options=LASTING)))
        qdrant, neo4j = stack.enter_context(serve_stand_in()), stack.enter_context(or_skip(serve_neo4j()))
        yield Engines(postgres, redis, qdrant, neo4j)


async def standing(server: Server, needles: Needles) -> set[str]:
    return {str(path.relative_to(server.folder)) for path in await search_files([server.folder], needles)}


async def gone(server: Server, needles: Needles) -> set[str]:
    """What stands in the files once the server has removed its old ones, which it does by the way."""
    for _ in range(SETTLE_SECONDS * 10):
        if not (left := await standing(server, needles)):
            return left
        await asyncio.sleep(0.1)
    return await standing(server, needles)


def lasting(report: EraseReport) -> set[Remains]:
    """What stays in spite of the night."""
    return {one for one in report.remains if not one.which}


async def receipt(database: Database) -> Mapping[str, Any]:
    [(counts,)] = await database.fetch("select counts from erasures")
    return counts


def spelt(texts: Sequence[str]) -> Needles:
    return Needles([Needle("word", text.encode(code)) for text in texts for code in ("utf-8", "utf-16-le")])


async def test_no_engine_s_file_holds_a_word_or_an_id_and_what_may_is_named(
    own_engines: Engines, tmp_path: Path
) -> None:
    clock, settings = ManualClock(START), await own_engines.emptied()
    async with Lumina.open(Settings(home=tmp_path / "home", **settings), clock) as lumina:
        redis_server = own_engines.redis
        assert isinstance(redis_server, Server)
        stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
        await bring(lumina, BEN, talk(BEN, OTHER, days=20))
        await bring(lumina, ANNA, talk(ANNA, SAID, days=40))
        clock.set(START + timedelta(days=41))
        for word in LATELY:
            await say(lumina, ANNA, "居間", f"{word}の映画を観てきた。")
        await lumina.settle()
        clock.advance(timedelta(minutes=30))
        await lumina.jobs.run("reconcile")
        assert await stores.redis.count(ANNA)
        assert await write_files_anew(lumina._parts.stores.redis._client)  # pyright: ignore[reportPrivateUsage]
        await stores.database.execute("analyze")
        await stores.database.execute("checkpoint")
        turns = [turn.id async for turn in stores.transcript.export(ANNA)]
        texts, ids = spelt([*SAID, *LATELY, ANNA]), Needles(id_needles(turns))
        assert await standing(own_engines.postgres, texts)
        assert await standing(own_engines.postgres, ids)
        assert await standing(redis_server, texts)
        assert await stores.index.count(ANNA)
        tried = Needles([Needle("name", form) for name in (ANNA, "lumina") for form in guesses(name)])
        assert not [
            engine.name
            for engine in (own_engines.postgres, redis_server, own_engines.qdrant, own_engines.neo4j)
            if await standing(engine, tried)
        ]
        token = (await lumina.erasure.preview(ANNA)).token
        async with stores.database.transaction() as somebody:
            await somebody.execute("lock table turns in access share mode")
            report = await lumina.erasure.erase(ANNA, token, "test")
        assert sum(report.residue.values()) == 0
        [waits, redis] = [one for one in report.remains if one.which]
        assert (redis.engine, redis.what) == ("redis", "keys")
        assert lasting(report) == NAMED
        assert "turns" in waits.which
        assert waits.when is not None and clock() < waits.when <= clock() + timedelta(hours=6)
        assert "turns" in (await lumina.doctor()).stores["erasures"].detail
        assert (await receipt(stores.database))["to rewrite"] == [*waits.which, *redis.which]
        assert await standing(own_engines.postgres, ids)
        assert await standing(own_engines.postgres, spelt([*SAID, *LATELY])) == set()
        assert FILES not in await by_night(lumina)
        assert "turns" not in (await lumina.doctor()).stores["erasures"].detail
        completed = await receipt(stores.database)
        assert set(completed) == {"erased", "residue", "remains", "rewritten", "files"}
        assert set(completed["remains"]) == {"qdrant_ids", "neo4j_records"}
        for needles in (texts, ids):
            assert await gone(own_engines.postgres, needles) == set()
            assert await gone(redis_server, needles) == set()
        assert await gone(own_engines.qdrant, texts) == set()
        assert await standing(own_engines.neo4j, spelt([ANNA, "居間", f"{LATELY[0]}の映画を観てきた。"])) == set()
        assert await stores.redis.count(BEN) == 0
        assert len([turn async for turn in stores.transcript.export(BEN)]) == len(OTHER)


async def test_an_operator_who_forbids_it_is_told_what_stays(own_engines: Engines, tmp_path: Path) -> None:
    theirs = await own_engines.emptied()
    async with Database.open(theirs["postgres_url"]) as database:
        await database.execute("create role lumina login password 'modest'")
        await database.execute("grant all on schema public to lumina")
    modest = theirs["postgres_url"].partition("@")[2]
    client: Any = open_redis(own_engines.redis.url)
    await client.execute_command("ACL", "SETUSER", "default", "-bgrewriteaof", "-bgsave", "-config")
    await client.aclose()
    settings: dict[str, Any] = {**theirs, "postgres_url": f"postgresql://lumina:modest@{modest}"}
    async with Lumina.open(Settings(home=tmp_path / "home", **settings), ManualClock(START)) as lumina:
        stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
        await bring(lumina, ANNA, talk(ANNA, SAID[:10], days=1))
        await erased(lumina, ANNA)
        here = {"postgresql_log", "postgresql_statistics", "redis_files"}
        lasting = {f"{one.engine}_{one.what}" for one in NAMED}
        assert set((await receipt(stores.database))["remains"]) == lasting | here
        async with Database.open(theirs["postgres_url"]) as database:
            await database.execute("grant pg_checkpoint, pg_monitor to lumina")
            await database.execute("grant execute on function pg_switch_wal() to lumina")
        await stores.database.execute("truncate erasures")
        await erased(lumina, ANNA)
        assert set((await receipt(stores.database))["remains"]) == lasting | here - {"postgresql_log"}


async def test_every_node_of_a_cluster_writes_its_files_anew(redis_cluster: str) -> None:
    client: Any = open_redis(redis_cluster)
    assert await write_files_anew(client)
    await client.aclose()
