"""One DuckDB file in several processes: it goes from hand to hand; what others changed or erased is seen at once."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from harness.builders import NOW, cue, memory, search, unit
from lumina.databases.duckdb_sharing import Sharing
from lumina.databases.folder import owned, shared
from lumina.errors import FolderInUse, StoreDown
from lumina.memory.midterm_duckdb import DuckDBTier
from tests.memory.contract import ASKED

ROOT = Path(__file__).parent.parent.parent
OTHER = """
import asyncio, sys
from pathlib import Path
from tests.databases.test_sharing import {deed}
asyncio.run({deed}(Path(sys.argv[1]), *sys.argv[2:]))
"""
CUE = cue(asked=ASKED, vector=unit("q"))


@asynccontextmanager
async def another(deed: Callable[..., object], *given: object) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Another process at work; it is gone on leaving."""
    command = (sys.executable, "-c", OTHER.format(deed=deed.__name__), *map(str, given))
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def begun(child: asyncio.subprocess.Process) -> None:
    assert child.stdout is not None
    assert await child.stdout.readline() == b"begun\n"


async def write_many(path: Path, person: str, count: str) -> None:
    tier = await DuckDBTier.open(path, shared=True)
    for number in range(int(count)):
        await tier.write([memory(person, number)])
    await tier.close()


async def forget(path: Path, person: str) -> None:
    tier = await DuckDBTier.open(path, shared=True)
    await tier.forget(person)
    await tier.compact()
    await tier.close()


async def write_for_ever(path: Path, person: str) -> None:
    tier = await DuckDBTier.open(path, shared=True)
    for number in range(10**6):
        await tier.write([memory(person, number)])
        print("begun", flush=True)  # noqa: T201


async def keep(path: Path) -> None:
    mine = Sharing(path)
    mine.take()
    print("begun", flush=True)  # noqa: T201
    await asyncio.sleep(600)
    mine.leave()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "midterm.duckdb"


@pytest.fixture
async def tier(path: Path) -> AsyncGenerator[DuckDBTier]:
    tier = await DuckDBTier.open(path, shared=True)
    yield tier
    await tier.close()


async def test_several_processes_write_at_once_and_nothing_is_lost(tier: DuckDBTier, path: Path) -> None:
    async with another(write_many, path, "aki", 20) as one, another(write_many, path, "natsu", 20) as two:
        for number in range(20):
            await tier.write([memory("haru", number)])
            assert await search(tier, CUE)
        assert (await one.wait(), await two.wait()) == (0, 0)
    assert [await tier.count(person) for person in ("haru", "aki", "natsu")] == [20, 20, 20]


async def test_what_another_process_wrote_or_erased_is_seen_at_once(tier: DuckDBTier, path: Path) -> None:
    await tier.write([memory("haru", 0)])
    before = {found.entry.memory for found in await search(tier, CUE)}
    async with another(write_many, path, "haru", 3) as child:
        assert await child.wait() == 0
    after = {found.entry.memory for found in await search(tier, CUE)}
    assert before < after
    async with another(forget, path, "haru") as child:
        assert await child.wait() == 0
    assert await search(tier, CUE) == []
    assert await tier.entries("haru", list(after)) == {}
    assert await tier.bodies("haru", list(after)) == []


async def test_what_nobody_changed_is_not_read_again(tier: DuckDBTier, path: Path) -> None:
    await tier.write([memory("haru")])
    before = [found.entry.id for found in await search(tier, CUE)]
    async with another(write_many, path, "aki", 1) as child:
        assert await child.wait() == 0
    async with another(keep, path) as child:
        await begun(child)
        assert before
        assert [found.entry.id for found in await search(tier, CUE)] == before


async def test_whoever_is_killed_with_the_file_in_hand_leaves_it_to_the_others(tier: DuckDBTier, path: Path) -> None:
    for _ in range(5):
        async with another(write_for_ever, path, "aki") as child:
            await begun(child)
            child.send_signal(signal.SIGKILL)
            await child.wait()
        await tier.write([memory("haru")])
        assert len(await tier.due(NOW)) == await tier.count()
    assert await tier.count("haru") == 1
    assert await tier.count("aki") >= 1


async def test_who_does_not_let_go_is_not_waited_for_for_ever(path: Path) -> None:
    async with another(keep, path) as child:
        await begun(child)
        with pytest.raises(StoreDown, match="another process has had its file"):
            Sharing(path, patience=0.2).take()
    patient = Sharing(path)
    patient.take()
    patient.leave()


async def test_a_folder_is_shared_by_many_or_owned_by_one(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with shared(home) as mine, shared(home) as theirs:
        assert mine.secret == theirs.secret
        with pytest.raises(FolderInUse, match="another process"), owned(home):
            pass
    with owned(home) as alone:
        assert alone.secret == mine.secret
        with pytest.raises(FolderInUse, match=str(os.getpid())), shared(home):
            pass


async def test_who_opens_a_new_folder_together_gets_one_secret(tmp_path: Path) -> None:
    def opened() -> bytes:
        with shared(tmp_path / "home") as folder:
            return folder.secret

    secrets = await asyncio.gather(*(asyncio.to_thread(opened) for _ in range(8)))
    assert len(set(secrets)) == 1
