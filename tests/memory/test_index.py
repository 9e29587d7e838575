"""The index holds what can be found, and nothing else."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import psutil
import pytest

from harness.builders import DIMENSIONS, Places, cue, unit
from harness.commands import ROOT
from harness.older import Digests, age_pointer, guesses
from harness.waiting import LONGEST
from lumina.databases.disk import Disk
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.errors import DiskFull, FolderForeign, StoreDown
from lumina.memory import index_qdrant
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.memory.points import Key, renewed
from lumina.memory.points_edge import Step, writing
from lumina.models import Entry
from tests.memory.index_contract import ASKED, IndexContract, entries_of, found, places

MEMORY = Path("/dev/shm")


@pytest.fixture
async def index(tmp_path: Path) -> AsyncGenerator[QdrantEdgeIndex]:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    yield index
    await index.close()


class TestEdge(IndexContract):
    """Qdrant Edge keeps the contract."""


async def test_all_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert index.was_lost
    await index.write(entries_of())
    before = await index.search(cue(asked=ASKED, vector=unit("q")))
    await index.close()
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert not again.was_lost
    assert await again.search(cue(asked=ASKED, vector=unit("q"))) == before
    await again.close()


async def test_opening_it_again_and_again_is_no_damage(tmp_path: Path) -> None:
    """Edge writes into files of its own as it opens."""
    for opened in range(4):
        index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
        assert index.was_lost == (opened == 0)
        if opened == 2:
            await index.write(entries_of())
        await index.close()


@pytest.mark.skipif(not MEMORY.is_dir(), reason="no file system in memory here")
async def test_what_was_written_where_files_lie_in_memory_is_no_damage() -> None:
    """There a file counts as it was written first, whatever is written later where it is mapped."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        for number in range(4):
            index = await QdrantEdgeIndex.open(Path(folder), "memories", DIMENSIONS)
            assert index.was_lost == (number == 0)
            await index.write(entries_of(f"haru {number}"))
            await index.close()


async def test_there_is_a_shard_as_long_as_something_is_in_it(tmp_path: Path) -> None:
    asked, haru = cue(asked=ASKED, vector=unit("q")), entries_of()
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)

    async def holds_nothing() -> bool:
        await index.delete([haru[0].id])
        assert (await index.forget("haru"), await index.missing([haru[0].id])) == (0, [haru[0].id])
        assert (await index.search(asked), await index.ids(haru[0].id, 10)) == ({}, [])
        await index.compact()
        assert await index.optimize()
        return not shards(tmp_path)

    assert await holds_nothing()
    await index.write([])
    assert await holds_nothing()
    await index.write(haru)
    assert await index.search(asked)
    assert len(shards(tmp_path)) == 1
    assert await index.forget("haru") == len(haru)
    await index.compact()
    assert await holds_nothing()
    await index.close()
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert await holds_nothing()
    assert not index.was_lost
    await index.write(haru)
    assert await index.count("haru") == len(haru)
    await index.close()


async def test_where_there_is_no_room_for_a_shard_none_is_made(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS, Disk(tmp_path, floor=10**18))
    with pytest.raises(DiskFull):
        await index.write(entries_of())
    assert (shards(tmp_path), await index.count()) == ([], 0)
    await index.close()


async def test_what_was_acknowledged_is_there_without_closing(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path / "first", "memories", DIMENSIONS)
    await index.write(entries_of())
    await asyncio.to_thread(copy_folder, tmp_path / "first", tmp_path / "second")
    after_kill = await QdrantEdgeIndex.open(tmp_path / "second", "memories", DIMENSIONS)
    assert (after_kill.was_lost, await after_kill.count("haru")) == (False, 30)
    await after_kill.close()
    await index.close()


async def test_memories_and_knowledge_are_two_indexes(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    knowledge = await QdrantEdgeIndex.open(tmp_path, "knowledge", DIMENSIONS)
    await knowledge.write(entries_of())
    assert (await index.count(), await knowledge.count()) == (0, 30)
    await knowledge.close()


@pytest.mark.parametrize("damage", ["pointer", "pointer gone", "shard gone", "config", "segments"])
async def test_a_damaged_index_starts_empty_and_says_so(tmp_path: Path, damage: str) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    await index.close()
    await asyncio.to_thread(damage_folder, tmp_path / "memories", damage)
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert (again.was_lost, await again.count()) == (True, 0)
    await again.write(entries_of())
    assert await again.count() == 30
    await again.close()


async def test_vectors_of_other_dimensions_are_refused_and_left_alone(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    await index.close()
    with pytest.raises(FolderForeign, match=f"{DIMENSIONS} dimensions"):
        await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS + 1)
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert await again.count() == 30
    await again.close()


async def test_no_text_and_no_name_is_in_the_folder(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    await index.write(entries_of("瀬戸口晴香", 5))
    content = folder_bytes(tmp_path)
    assert digest("瀬戸口晴香") in content
    assert "瀬戸口".encode() not in content


async def test_compaction_leaves_no_byte_of_what_was_erased(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    erased, kept = entries_of("haru", 15), entries_of("aki", 15)
    await index.write([entry for pair in zip(erased, kept, strict=True) for entry in pair])
    before = await index.search(cue("aki", asked=ASKED, vector=unit("q"), speaker="lumina"))
    assert traces(tmp_path, "haru", erased)
    assert await index.forget("haru") == len(erased)
    await index.compact()
    assert traces(tmp_path, "haru", erased) == []
    assert await index.search(cue("aki", asked=ASKED, vector=unit("q"), speaker="lumina")) == before
    assert await index.count() == len(kept)
    await index.write(erased[:3])
    assert await index.count() == len(kept) + 3


@pytest.mark.parametrize("roomy", [True, False])
async def test_who_is_most_of_an_index_is_left_behind_where_there_is_room(
    tmp_path: Path, index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch, roomy: bool
) -> None:
    """The others are copied, and nothing is left to be compacted."""
    erased, kept = entries_of("haru", 270), entries_of("aki", 15)
    await index.write(kept)
    before = await index.search(cue("aki", asked=ASKED, vector=unit("q"), speaker="lumina"))
    await index.write(erased)
    if not roomy:
        monkeypatch.setattr(index_qdrant, "SHARD", 10**18)
    assert await index.forget("haru") == len(erased)
    assert (await index.count("haru"), await index.count()) == (0, len(kept))
    assert bool(traces(tmp_path, "haru", erased)) is not roomy
    if roomy:  # else what was deleted counts among all, until it is compacted
        assert await index.search(cue("aki", asked=ASKED, vector=unit("q"), speaker="lumina")) == before


async def test_what_a_kill_left_of_a_batch_is_its_persons_and_is_erased(
    index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(entries: Sequence[Entry], dimensions: int, key: Key) -> Step:
        return writing(entries, dimensions, key)[:1]

    with monkeypatch.context() as broken:
        broken.setattr(index_qdrant, "writing", broken_off)
        await index.write(entries_of("haru"))
    await index.write(entries_of("aki"))
    assert await found(index, cue("haru", asked=ASKED, viewer="lumina")) == set()
    assert await index.forget("haru") == 30
    assert await index.count() == await index.count("aki") == 30


async def test_whoever_was_killed_in_a_compaction_has_the_index_as_it_was(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    await index.close()
    half = tmp_path / "memories" / "shard-2"
    await asyncio.to_thread(copy_folder, tmp_path / "memories" / "shard-1", half)
    (half / "edge_config.json").write_text("{")
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert (again.was_lost, await again.count()) == (False, 30)
    assert not half.exists()
    await again.compact()
    assert await again.count() == 30
    await again.close()


async def test_optimizing_and_searching_and_writing_go_on_together(index: QdrantEdgeIndex) -> None:
    await index.write(entries_of("haru", 20))
    asked = cue(asked=ASKED, vector=unit("q"))
    before = await index.search(asked)
    _, during, _ = await asyncio.gather(index.optimize(), index.search(asked), index.write(entries_of("aki")))
    assert during == before
    assert await index.search(asked) == before
    assert await index.count() == 90


HELD_UP = """
import pathlib, sys, time
while not pathlib.Path(sys.argv[1]).parent.joinpath("go on").exists():
    time.sleep(0.01)
"""


@asynccontextmanager
async def optimizing(index: QdrantEdgeIndex, folder: Path) -> AsyncGenerator[asyncio.Task[bool]]:
    """While this is open, the process that optimizes has begun and does not come to its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index_qdrant, "_OPTIMIZE", HELD_UP + index_qdrant._OPTIMIZE)  # pyright: ignore[reportPrivateUsage]
        at_work = asyncio.create_task(index.optimize())
        while not (folder / "memories" / "shard-2").exists():  # noqa: ASYNC110  a thread makes it
            await asyncio.sleep(0.01)
        yield at_work
        await asyncio.to_thread((folder / "memories" / "go on").touch)


async def test_what_is_written_and_deleted_while_it_is_optimized_waits_for_nothing_and_stays_so(
    tmp_path: Path, index: QdrantEdgeIndex
) -> None:
    erased, kept, added = entries_of("haru", 10), entries_of("aki", 10), entries_of("nao", 10)
    await index.write([*erased, *kept])
    async with optimizing(index, tmp_path) as at_work:
        async with asyncio.timeout(LONGEST):
            await index.write(added)
            await index.delete([entry.id for entry in kept[:5]])
            await index.forget("haru")
        before = [await index.search(cue(name, asked=ASKED, vector=unit("q"))) for name in ("haru", "aki", "nao")]
    assert await at_work
    assert [await index.count(name) for name in ("haru", "aki", "nao")] == [0, len(kept) - 5, len(added)]
    assert [await index.search(cue(name, asked=ASKED, vector=unit("q"))) for name in ("haru", "aki", "nao")] == before


async def test_compaction_waits_for_no_optimizing(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    erased = entries_of("haru", 10)
    await index.write([*erased, *entries_of("aki", 10)])
    async with optimizing(index, tmp_path) as at_work:
        await index.forget("haru")
        async with asyncio.timeout(LONGEST):
            await index.compact()
        assert traces(tmp_path, "haru", erased) == []
        assert not await at_work
    assert await index.count() == 30


async def test_optimizing_is_broken_off_where_too_much_is_written_meanwhile(
    tmp_path: Path, index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_qdrant, "NOTED", 2)
    await index.write(entries_of("haru", 10))
    async with optimizing(index, tmp_path) as at_work:
        for entry in entries_of("aki", 1):
            await index.write([entry])
        async with asyncio.timeout(LONGEST):
            assert not await at_work
    assert await index.count() == 33
    assert await index.optimize()


async def test_whoever_optimizes_and_is_killed_leaves_the_index_as_it_was(
    tmp_path: Path, index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    await index.write(entries_of("haru", 10))
    with monkeypatch.context() as patch:
        patch.setattr(index_qdrant, "_OPTIMIZE", "import os; os.kill(os.getpid(), 9)")
        with pytest.raises(StoreDown):
            await index.optimize()
    assert shards(tmp_path) == ["shard-1"]
    assert await index.count() == 30
    assert await index.optimize()


KILLED_AT_WORK = """
import asyncio, sys
from pathlib import Path
from harness.builders import DIMENSIONS, memory
from lumina.memory import index_qdrant

async def main():
    index = await index_qdrant.QdrantEdgeIndex.open(Path(sys.argv[1]), "memories", DIMENSIONS)
    await index.write(memory("haru", 1).entries)
    await index.optimize()

begun = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).with_name('begun').touch(); time.sleep(600)"
index_qdrant._OPTIMIZE = begun
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills who outlives the process that began it")
def test_who_optimizes_does_not_outlive_the_process_that_wanted_it(tmp_path: Path) -> None:
    wanted = psutil.Popen([sys.executable, "-c", KILLED_AT_WORK, str(tmp_path)], cwd=ROOT)
    while not (tmp_path / "memories" / "begun").exists():
        time.sleep(0.01)
    optimizing = wanted.children()
    wanted.kill()
    wanted.wait()
    assert len(psutil.wait_procs(optimizing, timeout=LONGEST)[0]) == 1


async def test_closing_waits_for_no_optimizing(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    async with optimizing(index, tmp_path) as at_work, asyncio.timeout(LONGEST):
        await index.close()
        assert not await at_work


ASKING = cue("haru", asked=ASKED, vector=unit("q"), speaker="lumina", month=(2026, 4), viewer="nox")
SECRET = Pseudonyms(b"of this folder")


async def written_by_an_older_version(folder: Path) -> dict[UUID, Places]:
    """Of two persons; what one finds by a question."""
    index = await QdrantEdgeIndex.open(folder, "memories", DIMENSIONS, pseudonyms=Digests())
    await index.write([*entries_of("haru", 120), *entries_of("aki", 10)])
    found = await places(index, ASKING)
    await index.close()
    age_pointer(folder)
    return found


async def test_keys_of_an_older_version_are_renewed_and_all_is_found_as_before(tmp_path: Path) -> None:
    before = await written_by_an_older_version(tmp_path)
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS, pseudonyms=SECRET)
    assert before and await places(index, ASKING) == before
    assert (await index.count("haru"), await index.count("aki"), index.was_lost) == (360, 30, False)
    await index.compact()
    content = folder_bytes(tmp_path)
    assert not [form for name in ("haru", "aki", "lumina", "nox") for form in guesses(name) if form in content]
    assert await index.forget("haru") == 360
    await index.close()


async def test_whoever_is_killed_while_keys_are_renewed_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await written_by_an_older_version(tmp_path)
    pages = count(1)

    def some(*args: Any) -> Any:
        if next(pages) == 2:
            raise MemoryError("killed")
        return renewed(*args)

    with monkeypatch.context() as broken, pytest.raises(StoreDown, match="killed"):
        broken.setattr(index_qdrant, "renewed", some)
        await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS, pseudonyms=SECRET)
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS, pseudonyms=SECRET)
    assert (await places(index, ASKING), index.was_lost) == (before, False)
    await index.close()


def traces(folder: Path, person: str, entries: Sequence[Entry]) -> list[bytes]:
    """Which ids (their bytes from either end, and as text) and keys of these are in the files."""
    content = folder_bytes(folder)
    ids = [id_ for entry in entries for id_ in (entry.id, entry.memory)]
    forms = [form for id_ in ids for form in (id_.bytes, id_.bytes_le, id_.bytes[::-1], id_.hex.encode())]
    wanted = {*forms, *(str(id_).encode() for id_ in ids), digest(person)}
    return [form for form in wanted if form in content]


def digest(name: str) -> bytes:
    return NOBODYS.key(name).encode()


def folder_bytes(folder: Path) -> bytes:
    """All bytes of the files but the long runs of zeros: Qdrant makes its files large before it needs them."""
    files = (file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
    return b"\n".join(content.replace(bytes(64), b"") for content in files)


def shards(folder: Path) -> list[str]:
    return [shard.name for shard in (folder / "memories").glob("shard-*")]


def copy_folder(source: Path, target: Path) -> None:
    for file in source.rglob("*"):
        if file.is_file():
            (target / file.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
            (target / file.relative_to(source)).write_bytes(file.read_bytes())


def damage_folder(folder: Path, damage: str) -> None:
    pointer = folder / "current.json"
    shard = folder / json.loads(pointer.read_text())["shard"]
    if damage == "pointer":
        pointer.write_text("{")
    elif damage == "pointer gone":
        pointer.unlink()
    elif damage == "shard gone":
        shard.rename(folder / "elsewhere")
    elif damage == "config":
        (shard / "edge_config.json").write_text("{")
    else:
        for file in shard.rglob("segment.json"):
            file.write_text("{")


async def test_it_is_optimized_once_there_is_much_and_again_once_it_has_grown(
    index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_qdrant, "MANY", 30)
    await index.write(entries_of(memories=9))
    assert not await index.tend()
    await index.write(entries_of(memories=10))
    before = await index.search(cue(asked=ASKED, vector=unit("q")))
    assert await index.tend()
    assert await index.search(cue(asked=ASKED, vector=unit("q"))) == before
    assert not await index.tend()
    await index.write(entries_of(memories=13))
    assert await index.tend()
