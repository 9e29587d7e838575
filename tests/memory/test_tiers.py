"""Every tier keeps the contract; what is particular to an engine follows it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import duckdb
import pytest

from harness.builders import NOW, ODD_NAMES, cue, memory, packed, search, unit
from harness.waiting import until
from lumina.clock import ManualClock
from lumina.databases.postgres import Database
from lumina.databases.redis import open_redis
from lumina.errors import Damaged, FolderForeign, StoreDown
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.memory.midterm_postgres import CHANGED, PUT, PostgresMidterm
from lumina.memory.midterm_redis import RedisTier
from lumina.memory.tier import Tier
from tests.memory.contract import ASKED, TierContract

HOUR = timedelta(hours=1)
PATIENCE = 240


SERVED: Mapping[str, Callable[[pytest.FixtureRequest], str]] = {
    "on a server": lambda request: request.getfixturevalue("redis_server").url,
    "on a cluster": lambda request: request.getfixturevalue("redis_cluster"),
}


class TestRedisTier(TierContract):
    @pytest.fixture
    def clock(self) -> ManualClock:
        return ManualClock(NOW)

    @pytest.fixture(params=["in the process", *(pytest.param(e, marks=pytest.mark.servers) for e in SERVED)])
    async def redis(self, request: pytest.FixtureRequest) -> AsyncGenerator[Any]:
        url = SERVED[request.param](request) if request.param in SERVED else None
        client = open_redis(url, seconds=PATIENCE)
        await client.flushall()
        yield client
        await client.aclose()

    @pytest.fixture
    async def tier(self, redis: Any, clock: ManualClock) -> Tier:
        return RedisTier(redis, clock)

    async def test_a_memory_is_gone_24_hours_after_its_birth(self, tier: Tier, clock: ManualClock) -> None:
        young, old = memory(number=0, born=NOW), memory(number=1, born=NOW - 2 * HOUR)
        await tier.write([young, old])
        clock.set(old.born + timedelta(hours=24, microseconds=-1))
        assert await tier.count() == 2
        clock.set(old.born + timedelta(hours=24))
        assert [id_ for _, id_ in await tier.due(clock())] == [young.id]
        assert await tier.read("haru", [old.id]) == []
        assert (await tier.count("haru"), await tier.count()) == (1, 1)
        found = await search(tier, cue(asked=ASKED, vector=unit("q")))
        assert {candidate.entry.memory for candidate in found} <= {young.id}

    async def test_redis_is_told_when_a_memory_expires_and_never_gets_what_has(self, tier: Tier, redis: Any) -> None:
        await tier.write([memory(born=NOW - 20 * HOUR), memory("aki", born=NOW - 48 * HOUR)])
        left = [await redis.pttl(key) async for key in redis.scan_iter("*:memory:*")]
        assert sorted(round(milliseconds / 1000) for milliseconds in left) == [4 * 3600]

    async def test_nothing_of_a_person_stays_for_ever(self, tier: Tier, redis: Any) -> None:
        await tier.write([memory(name) for name in ODD_NAMES])
        for key in [key async for key in redis.scan_iter() if key != b"lumina:{due}"]:
            assert 0 < await redis.pttl(key) <= 24 * 3600 * 1000

    async def test_the_bytes_of_what_expired_by_the_clock_go_with_the_next_write(
        self, tier: Tier, redis: Any, clock: ManualClock
    ) -> None:
        await tier.write([memory("haru"), memory("haru", 1)])
        clock.advance(timedelta(days=30))
        await tier.write([memory("aki", born=clock())])
        assert len([key async for key in redis.scan_iter("*:memory:*")]) == 1
        assert await redis.zcard("lumina:{due}") == 1

    @pytest.mark.parametrize("name", ODD_NAMES)
    async def test_the_keys_of_a_person_share_a_slot_and_hold_no_name(self, tier: Tier, redis: Any, name: str) -> None:
        await tier.write([memory(name, number) for number in range(3)])
        keys = [key.decode() async for key in redis.scan_iter() if key != b"lumina:{due}"]
        assert len(keys) == 6
        assert len({key[key.index("{") : key.index("}")] for key in keys}) == 1
        assert {key.count("{") for key in keys} == {1}

    async def test_after_forgetting_no_key_is_left(self, tier: Tier, redis: Any) -> None:
        for name in ODD_NAMES:
            await tier.write([memory(name, number) for number in range(3)])
        for name in ODD_NAMES:
            await tier.forget(name)
        assert [key async for key in redis.scan_iter()] == []

    async def test_what_redis_lost_is_passed_over_and_cleaned_away(self, tier: Tier, redis: Any) -> None:
        written = [memory(number=number) for number in range(4)]
        await tier.write(written)
        for lost in (written[0], written[3]):
            await redis.delete(await anext(redis.scan_iter(f"*:memory:{lost.id.hex}")))
        assert (await tier.count("haru"), await tier.count()) == (2, 2)
        assert await tier.due(NOW, limit=1) == [("haru", written[2].id)]
        assert len(await tier.read("haru", [memory.id for memory in written])) == 2
        assert await redis.zcard("lumina:{due}") == 2

    async def test_a_damaged_memory_is_dropped_and_named(
        self, tier: Tier, redis: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        await tier.write([memory(), memory(number=1)])
        key = await anext(redis.scan_iter(f"*:memory:{memory().id.hex}"))
        await redis.set(key, (await redis.get(key))[:-1])
        with caplog.at_level(logging.WARNING):
            found = await search(tier, cue(asked=ASKED, vector=unit("q")))
        assert {candidate.entry.memory for candidate in found} <= {memory(number=1).id}
        assert str(memory().id) in caplog.text
        assert await tier.count() == 1

    async def test_two_embedded_stores_know_nothing_of_each_other(self, tier: Tier, clock: ManualClock) -> None:
        await tier.write([memory()])
        other = RedisTier(open_redis(None), clock)
        assert await other.count() == 0
        await other.close()

    async def test_a_server_that_does_not_answer_is_named(self, clock: ManualClock) -> None:
        down = RedisTier(open_redis("redis://127.0.0.1:1"), clock)
        for asked in (down.search(cue()), down.write([memory()]), down.count(), down.due(NOW), down.forget("haru")):
            with pytest.raises(StoreDown, match="Redis"):
                await asked
        await down.close()


class TestDuckDBTier(TierContract):
    @pytest.fixture
    async def tier(self, tmp_path: Path) -> AsyncGenerator[DuckDBTier]:
        tier = await DuckDBTier.open(tmp_path / "midterm.duckdb")
        yield tier
        await tier.close()


async def waits(database: Database) -> bool:
    """Whether somebody waits for a lock."""
    return await database.fetch("select exists (select from pg_locks where not granted)") == [(True,)]


class TestPostgresMidterm(TierContract):
    @pytest.fixture
    async def tier(self, database: Database) -> PostgresMidterm:
        return await PostgresMidterm.open(database)

    async def test_what_one_process_changes_another_one_finds_at_once(self, tier: Tier, database: Database) -> None:
        other = await PostgresMidterm.open(database)
        anything = cue(asked=ASKED, vector=unit("q"))
        assert await search(other, anything) == []
        await tier.write([memory(), memory(number=1)])
        assert {found.entry.memory for found in await search(other, anything)} == {memory().id, memory(number=1).id}
        await tier.delete("haru", [memory().id])
        assert {found.entry.memory for found in await search(other, anything)} == {memory(number=1).id}
        await tier.forget("haru")
        assert await search(other, anything) == []

    async def test_whoever_comes_again_after_an_erasure_is_not_taken_for_who_was_there(
        self, tier: Tier, database: Database
    ) -> None:
        other = await PostgresMidterm.open(database)
        await tier.write([memory()])
        assert await search(other, cue(asked=ASKED, vector=unit("q")))
        await tier.forget("haru")
        await tier.write([memory(number=1)])
        found = await search(other, cue(asked=ASKED, vector=unit("q")))
        assert {one.entry.memory for one in found} == {memory(number=1).id}

    async def test_a_damaged_memory_is_passed_over_and_named(
        self, tier: Tier, database: Database, caplog: pytest.LogCaptureFixture
    ) -> None:
        await tier.write([memory(), memory(number=1)])
        await database.execute("update midterm set entries = substr(entries, 2) where id = %s", (memory().id,))
        found = await search(await PostgresMidterm.open(database), cue(asked=ASKED, vector=unit("q")))
        assert {one.entry.memory for one in found} == {memory(number=1).id}
        assert "passed over" in caplog.text
        with pytest.raises(Damaged):
            await tier.read("haru", [memory().id])

    async def test_what_was_under_way_as_its_writer_gave_up_does_not_come_after_an_erasure(
        self, tier: Tier, database: Database
    ) -> None:
        async with database.transaction() as late:
            await late.execute(CHANGED, (["haru"],))
            await late.execute(PUT, PostgresMidterm(database)._columns([memory()]))  # pyright: ignore
            forgetting = asyncio.create_task(tier.forget("haru"))
            await until(partial(waits, database))
        assert await forgetting == 1
        assert await tier.count("haru") == 0


async def test_bodies_are_as_they_were_written_last_before_and_after_a_search(tmp_path: Path) -> None:
    tier = await DuckDBTier.open(tmp_path / "midterm.duckdb")
    written, other = memory(number=0), memory("aki")
    for text in ("柿を三つ買った", "柿を二つ買った"):
        told = replace(written, text=text)
        await tier.write([told, other])
        read = await tier.bodies("haru", [written.id, other.id])
        assert await search(tier, cue(asked=ASKED, vector=unit("q")))
        again = await tier.bodies("haru", [written.id, other.id])
        assert packed(read) == packed(again) == packed([replace(told, entries=())])
    await tier.delete("haru", [written.id])
    assert await tier.bodies("haru", [written.id]) == []
    await tier.close()


class TwoHands:
    """A tier that two processes have open, as far as one process can show it: every call goes through the other one."""

    name, tier = DuckDBTier.name, DuckDBTier.tier

    def __init__(self, tiers: Sequence[DuckDBTier]) -> None:
        self._tiers = cycle(tiers)

    def __getattr__(self, verb: str) -> Any:
        return getattr(next(self._tiers), verb)


class TestDuckDBTierOfSeveralProcesses(TierContract):
    @pytest.fixture
    async def tier(self, tmp_path: Path) -> AsyncGenerator[Any]:
        tiers = [await DuckDBTier.open(tmp_path / "midterm.duckdb", shared=True) for _ in range(2)]
        yield TwoHands(tiers)
        for tier in tiers:
            await tier.close()


async def test_all_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    tier = await DuckDBTier.open(path)
    written = [memory(name, number) for name in ODD_NAMES for number in range(2)]
    await tier.write(written)
    await tier.close()
    again = await DuckDBTier.open(path)
    assert await again.count() == len(written)
    assert packed(await again.read("*", [written[0].id])) == packed([written[0]])
    await again.close()


async def test_compaction_leaves_no_byte_of_what_was_erased(tmp_path: Path) -> None:
    path = tmp_path / "it's a folder" / "midterm.duckdb"
    path.parent.mkdir()
    tier = await DuckDBTier.open(path)
    erased = [memory("瀬戸口晴香", number, text=f"蛍の話 {number}") for number in range(50)]
    kept = [memory("aki", number, text=f"港の話 {number}") for number in range(50)]
    for number in range(0, 50, 10):
        await tier.write([*erased[number : number + 10], *kept[number : number + 10]])
    secrets = ["瀬戸口".encode(), "蛍の話".encode(), erased[7].id.bytes, erased[7].entries[0].id.bytes]
    secrets += [vector.astype("<f2").tobytes() for vector in [erased[3].entries[0].window] if vector is not None]
    assert any(secret in folder_bytes(path.parent) for secret in secrets)
    await tier.forget("瀬戸口晴香")
    await tier.compact()
    assert [secret for secret in secrets if secret in folder_bytes(path.parent)] == []
    assert packed(await tier.read("aki", [memory.id for memory in kept])) == packed(kept)
    await tier.write(erased[:1])
    assert await tier.count() == 51
    await tier.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_whoever_was_killed_in_a_compaction_has_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    tier = await DuckDBTier.open(path)
    await tier.write([memory()])
    await tier.close()
    path.with_name(path.name + ".new").write_bytes(path.read_bytes()[:5000])
    again = await DuckDBTier.open(path)
    assert await again.count() == 1
    await again.compact()
    assert await again.count() == 1
    await again.close()


@pytest.mark.parametrize("content", [b"not a database", b"\x00" * 20_000])
async def test_a_file_that_is_no_database_any_more_is_made_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "midterm.duckdb"
    path.write_bytes(content)
    tier = await DuckDBTier.open(path)
    assert tier.was_lost
    await tier.write([memory()])
    assert await tier.count() == 1
    await tier.close()


async def test_what_is_found_to_be_damaged_only_in_use_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    tier = await DuckDBTier.open(path)
    await tier.write([memory(number=number) for number in range(300)])
    await tier.close()
    content = bytearray(path.read_bytes())
    blocks = range(12_288 + 100, len(content), 262_144)
    for at in blocks:
        content[at] ^= 1
    path.write_bytes(content)
    again = await DuckDBTier.open(path)
    if not again.was_lost:
        with pytest.raises(StoreDown, match="made anew"):
            await again.read("aki", [memory(number=number).id for number in range(300)])
    assert again.was_lost
    assert await again.count() == 0
    await again.write([memory()])
    assert await again.count() == 1
    await again.close()


async def test_a_database_of_another_kind_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    path.write_bytes(content := b"SQLite format 3\x00" + b"\x01" * 5000)
    with pytest.raises(FolderForeign, match=r"^.*midterm\.duckdb.*$"):
        await DuckDBTier.open(path)
    assert path.read_bytes() == content


async def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    with duckdb.connect(path) as other:
        other.execute("create table sales (day date)")
    with pytest.raises(FolderForeign, match="sales"):
        await DuckDBTier.open(path)
    with duckdb.connect(path) as other:
        assert other.execute("select table_name from duckdb_tables()").fetchall() == [("sales",)]


async def test_a_file_that_was_cut_short_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    tier = await DuckDBTier.open(path)
    await tier.write([memory(number=number) for number in range(300)])
    await tier.close()
    path.write_bytes(path.read_bytes()[:8000])
    again = await DuckDBTier.open(path)
    assert again.was_lost
    await again.close()


async def test_whoever_was_killed_as_the_file_was_made_starts_again(tmp_path: Path) -> None:
    path = tmp_path / "midterm.duckdb"
    path.touch()
    tier = await DuckDBTier.open(path)
    assert await tier.count() == 0
    await tier.close()


def folder_bytes(folder: Path) -> bytes:
    return b"\n".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
