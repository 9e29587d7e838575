"""Long-term memory: the tier's contract, and an index that may be down, late or lost."""

import asyncio
import logging
import shutil
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest

from harness.builders import DIMENSIONS, NOW, cue, entry, exact, memory, packed, search, unit
from harness.indexes import Breakable
from harness.longterm import GuardedLongterm
from lumina.databases.postgres import Database
from lumina.errors import StoreDown
from lumina.memory import indexed, indexed_sql
from lumina.memory.entry_codec import unpack_entries
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.models import Cue, Entry
from tests.memory.contract import ASKED, TierContract
from tests.memory.test_index import traces

ANYTHING = cue(asked=ASKED, vector=unit("q"))


@pytest.fixture
async def index(tmp_path: Path) -> AsyncGenerator[Breakable]:
    index = Breakable(await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS))
    yield index
    await index.index.close()


@pytest.fixture
async def tier(database: Database, index: Breakable) -> GuardedLongterm:
    return GuardedLongterm(database, index)


class TestLongtermTier(TierContract):
    def compare(self, found: dict[UUID, dict[str, int]], asked: Cue, kept: Sequence[Entry]) -> None:
        """The index counts the idf itself, so only the dense arms are ranked alike."""

        def dense(ranks: dict[UUID, dict[str, int]]) -> dict[tuple[UUID, str], int]:
            return {(id_, arm): rank for id_, one in ranks.items() for arm, rank in one.items() if "dense" in arm}

        expected = {id_: at.ranks for id_, at in exact(kept, asked).items()}
        assert dense(found) == dense(expected)
        assert found.keys() == expected.keys()


async def test_what_is_written_while_the_index_is_down_is_found_once_it_heals(
    tier: GuardedLongterm, index: Breakable, caplog: pytest.LogCaptureFixture
) -> None:
    written = [memory(number=number) for number in range(5)]
    index.down = True
    with caplog.at_level(logging.WARNING):
        await tier.write(written)
    assert "15 index entries wait" in caplog.text
    assert packed(await tier.read("haru", [one.id for one in written])) == packed(written)
    with pytest.raises(StoreDown):
        await search(tier, ANYTHING)
    with pytest.raises(StoreDown):
        await tier.heal()
    index.down = False
    assert [await tier.heal(10), await tier.heal(10), await tier.heal(10)] == [10, 5, 0]
    assert {found.entry.memory for found in await search(tier, cue(vector=written[3].entries[0].window))} >= {
        written[3].id
    }


async def test_what_is_deleted_while_the_index_is_down_is_not_found_and_leaves_no_point(
    tier: GuardedLongterm, database: Database, index: Breakable
) -> None:
    gone, here = memory(), memory(number=1)
    await tier.write([gone, here])
    index.down = True
    await tier.delete("haru", [gone.id])
    assert await database.fetch("select 1 from entries where memory = %s and body is not null", (gone.id,)) == []
    index.down = False
    assert {found.entry.memory for found in await search(tier, ANYTHING)} <= {here.id}
    assert await index.count() == 6
    assert await tier.heal() == 3
    assert (await index.count(), await tier.heal()) == (3, 0)
    assert (await database.fetch("select count(*) from entries"))[0] == (3,)


async def test_a_lost_index_is_made_anew_in_batches_that_may_be_interrupted(
    database: Database, tmp_path: Path, tier: GuardedLongterm
) -> None:
    written = [memory(person, number) for person in ("haru", "aki") for number in range(4)]
    await tier.write(written)
    fresh = await QdrantEdgeIndex.open(tmp_path / "elsewhere", "memories", DIMENSIONS)
    assert await GuardedLongterm(database, fresh).heal(10) == 10
    again = GuardedLongterm(database, fresh)
    assert [await again.heal(10), await again.heal(10), await again.heal(10)] == [10, 4, 0]
    assert await fresh.count() == 24
    assert len(await search(again, ANYTHING)) == len(await search(tier, ANYTHING))
    await fresh.close()


async def test_an_index_that_lost_a_few_entries_gets_them_back(tier: GuardedLongterm, index: Breakable) -> None:
    written = [memory(number=number) for number in range(4)]
    await tier.write(written)
    await index.delete([written[2].entries[0].id, written[3].entries[1].id])
    assert await tier.heal() == 2
    assert (await index.count(), await tier.heal()) == (12, 0)


async def test_points_that_no_row_knows_go_and_are_named_without_whose_they_were(
    tier: GuardedLongterm, index: Breakable, caplog: pytest.LogCaptureFixture
) -> None:
    await tier.write([memory(number=number) for number in range(2)])
    surplus = memory("aki", 7)
    await index.write(surplus.entries)
    with caplog.at_level(logging.WARNING):
        assert await tier.compare() == 3
    assert "3 points that nobody knows were deleted from the index of entries" in caplog.text
    assert not [name for name in ("aki", "haru", surplus.text) if name in caplog.text]
    assert (await index.count("aki"), await index.count("haru")) == (0, 6)
    assert (await tier.heal(), await tier.compare()) == (0, 0)


async def test_an_older_index_with_as_many_points_loses_what_is_unknown_and_gets_what_it_lacks(
    tier: GuardedLongterm, index: Breakable, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, size in {"PAGE": 5, "FEW": 2, "MANY": 5}.items():
        monkeypatch.setattr(indexed, name, size)
    written = [memory(number=number) for number in range(4)]
    await tier.write(written)
    found = {one.entry.id for one in await search(tier, ANYTHING)}
    await index.write(memory("aki", 7).entries)
    await index.delete([one.id for one in written[2].entries])
    assert (await index.count(), await tier.heal()) == (12, 0)
    assert (await tier.compare(), await tier.heal()) == (3, 3)
    assert (await index.count("haru"), await index.count("aki")) == (12, 0)
    assert await index.missing([one.id for here in written for one in here.entries]) == []
    assert {one.entry.id for one in await search(tier, ANYTHING)} == found


async def test_comparing_leaves_alone_what_waits_to_be_written_or_dropped(
    tier: GuardedLongterm, database: Database, index: Breakable
) -> None:
    gone, here, late = memory(), memory(number=1), memory(number=2)
    await tier.write([gone, here])
    index.down = True
    await tier.delete("haru", [gone.id])
    await tier.write([late])
    with pytest.raises(StoreDown):
        await tier.compare()
    index.down = False
    assert (await tier.compare(), await index.count()) == (0, 6)
    assert await tier.heal() == 6
    assert await index.missing([one.id for one in (*here.entries, *late.entries)]) == []
    assert (await index.count(), await tier.compare()) == (6, 0)
    assert (await database.fetch("select count(*) from entries"))[0] == (6,)


async def test_of_an_erased_person_whose_points_a_backup_brought_back_no_byte_stays(
    database: Database, tmp_path: Path
) -> None:
    folder, backup = tmp_path / "qdrant", tmp_path / "backup"
    first = await QdrantEdgeIndex.open(folder, "memories", DIMENSIONS)
    tier, erased = GuardedLongterm(database, first), [memory(number=number) for number in range(5)]
    await tier.write([*erased, memory("aki")])
    await first.close()
    await asyncio.to_thread(shutil.copytree, folder, backup)
    between = await QdrantEdgeIndex.open(folder, "memories", DIMENSIONS)
    await GuardedLongterm(database, between).forget("haru")
    await between.close()
    old = await QdrantEdgeIndex.open(backup, "memories", DIMENSIONS)
    entries = [one for here in erased for one in here.entries]
    assert traces(backup, "haru", entries)
    assert await GuardedLongterm(database, old).compare() == len(entries)
    assert traces(backup, "haru", entries) == []
    assert (await old.count(), await GuardedLongterm(database, old).heal()) == (3, 0)
    await old.close()


async def test_forgetting_is_all_or_nothing(tier: GuardedLongterm, index: Breakable) -> None:
    await tier.write([memory(), memory("aki")])
    index.down = True
    with pytest.raises(StoreDown):
        await tier.forget("haru")
    assert (await tier.count("haru"), await tier.count_entries("haru")) == (1, 3)
    index.down = False
    assert await tier.forget("haru") == 1
    assert (await tier.count("haru"), await tier.count_entries("haru"), await index.count("haru")) == (0, 0, 0)
    assert (await tier.count(), await tier.count_entries(), await index.count()) == (1, 3, 3)


async def test_a_memory_that_went_to_the_archive_is_still_found(tier: GuardedLongterm) -> None:
    archived = memory()
    await tier.write([archived])
    await tier.drop_body("haru", [archived.id])
    assert (await tier.read("haru", [archived.id]), await tier.count(), await tier.due(NOW)) == ([], 0, [])
    assert {found.entry.memory for found in await search(tier, ANYTHING)} == {archived.id}


async def test_a_gist_takes_the_place_of_a_memory_and_what_finds_it_stays(
    tier: GuardedLongterm, database: Database
) -> None:
    whole = memory()
    await tier.write([whole])
    async with database.writing("haru") as guard:
        await tier.write_bodies(guard, [replace(whole, text="short", detail="gist", entries=())])
    [short] = await tier.read("haru", [whole.id])
    assert (short.text, short.detail) == ("short", "gist")
    assert [entry.id for entry in short.entries] == [entry.id for entry in whole.entries]
    assert (await tier.count(), await tier.heal()) == (1, 0)


async def test_entries_of_a_memory_that_never_lay_here_are_found(tier: GuardedLongterm) -> None:
    elsewhere = memory()
    await tier.write_entries(elsewhere.entries)
    assert {found.entry.memory for found in await search(tier, ANYTHING)} == {elsewhere.id}
    assert await tier.count() == 0


async def test_after_retention_the_turns_are_found_and_the_summary_is_not(tier: GuardedLongterm) -> None:
    faded, other = memory(), memory(number=1)
    await tier.write([faded, other])
    await tier.drop_summary("haru", [faded.id])
    summary, *_ = [one for one in faded.entries if one.is_summary]
    found = {candidate.entry.id for candidate in await search(tier, cue(vector=summary.window))}
    assert summary.id not in found
    assert await tier.count_entries() == 5
    assert await tier.read("haru", [faded.id]) == []


async def test_entries_that_did_not_change_are_not_indexed_again(tier: GuardedLongterm, index: Breakable) -> None:
    written = memory()
    await tier.write([written])
    index.down = True
    await tier.write([replace(written, text="柿を買った", detail="gist")])
    index.down = False
    assert await tier.heal() == 0
    assert (await tier.read("haru", [written.id]))[0].detail == "gist"


async def test_two_who_write_the_same_memories_in_opposite_order_do_not_stop_each_other(tier: GuardedLongterm) -> None:
    written = [memory(person, number) for number in range(15) for person in ("haru", "aki")]
    await asyncio.gather(*(tier.write(written[::step]) for step in (1, -1) * 4))
    assert (await tier.count(), await tier.count_entries(), await tier.heal()) == (30, 90, 0)


async def test_healing_beside_deletion_leaves_nothing_of_what_was_deleted(
    tier: GuardedLongterm, index: Breakable
) -> None:
    written = [memory(number=number) for number in range(20)]
    index.down = True
    await tier.write(written)
    index.down = False
    deletions = (tier.delete("haru", [one.id]) for one in written[:10])
    await asyncio.gather(tier.heal(7), *deletions, tier.heal(50), tier.heal(50))
    while await tier.heal():
        pass
    assert (await tier.count_entries(), await index.count()) == (30, 30)


async def test_the_entries_of_a_memory_keep_their_order(tier: GuardedLongterm) -> None:
    rows = [entry(number=number, said={"柿": 1.0}, at=NOW - timedelta(hours=number)) for number in (5, 1, 9, 0, 3)]
    here = memory(entries=rows)
    await tier.write([here])
    assert packed(await tier.read("haru", [here.id])) == packed([here])


async def test_a_damaged_entry_does_not_keep_the_others_from_being_found(
    tier: GuardedLongterm, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    written = memory()
    await tier.write([written])
    hurt = written.entries[0]
    await database.execute("update entries set body = substring(body for 20) where id = %s", (hurt.id,))
    with caplog.at_level(logging.WARNING):
        found = await tier.search(ANYTHING)
        entries = unpack_entries(await found.read([one.id.bytes for one in written.entries]))
    assert {*entries.ids} == {one.id.bytes for one in written.entries[1:]}
    assert str(hurt.id) in caplog.text


async def test_while_nothing_is_lost_nothing_is_counted_again(
    tier: GuardedLongterm, index: Breakable, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = [memory(number=number) for number in range(3)]
    await tier.write(written[:2])
    assert await tier.heal() == 0
    with monkeypatch.context() as patch:
        patch.setattr(Breakable, "count", None)
        patch.setattr(indexed_sql, "INDEXED", "select pg_sleep('infinity')")
        await tier.write(written[2:])
        assert await tier.heal() == 0
    await index.delete([written[2].entries[0].id])  # as an engine does that was brought back from an older state
    assert (await tier.heal(), await index.count()) == (1, 9)


async def test_healing_waits_for_an_erasure_and_brings_nothing_back(
    tier: GuardedLongterm, database: Database, index: Breakable
) -> None:
    index.down = True
    await tier.write([memory(), memory("aki")])
    index.down = False
    async with database.erasing("haru"):
        healing = asyncio.create_task(tier.heal())
        await asyncio.sleep(0.2)
        assert await index.count("haru") == 0
        await tier.forget("haru")
    assert await healing == 3
    assert (await index.count("haru"), await index.count("aki")) == (0, 3)
