"""What a store acknowledged is there after a SIGKILL at any moment."""

import asyncio
import random
import signal
import sys
from pathlib import Path

import pytest

from harness.builders import DIMENSIONS, memory
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.memory.midterm_duckdb import DuckDBTier

WRITER = """
import asyncio, sys
from pathlib import Path
from tests.memory.test_kills import write_for_ever
asyncio.run(write_for_ever(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
"""


async def write_for_ever(engine: str, folder: Path, number: int) -> None:
    """Write memory after memory, name each once it is acknowledged, and compact every fifth time."""
    store = await opened(engine, folder)
    while True:
        here = memory(number=number)
        await (store.write([here]) if isinstance(store, DuckDBTier) else store.write(here.entries))
        print(number, flush=True)  # noqa: T201
        number += 1
        if number % 5 == 0:
            await store.compact()


async def opened(engine: str, folder: Path) -> DuckDBTier | QdrantEdgeIndex:
    if engine == "duckdb":
        return await DuckDBTier.open(folder / "midterm.duckdb")
    return await QdrantEdgeIndex.open(folder, "memories", DIMENSIONS)


async def written_until_killed(engine: str, folder: Path, number: int, seconds: float) -> int:
    """The number of the memory after the last that was acknowledged."""
    command = (sys.executable, "-c", WRITER, engine, str(folder), str(number))
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    acknowledged = [await child.stdout.readline()]
    await asyncio.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    acknowledged += (await child.stdout.read()).splitlines()
    assert await child.wait() == -signal.SIGKILL
    return max(int(line) for line in acknowledged) + 1


@pytest.mark.parametrize("engine", ["duckdb", "qdrant"])
async def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path, engine: str) -> None:
    chance = random.Random(engine)
    number = 0
    for _ in range(4):
        number = await written_until_killed(engine, tmp_path, number, chance.uniform(0, 1.5))
        store = await opened(engine, tmp_path)
        acknowledged = [memory(number=before) for before in range(number)]
        if isinstance(store, DuckDBTier):
            assert len(await store.read("haru", [memory.id for memory in acknowledged])) == number
        else:
            assert not store.was_lost
            assert await store.missing([entry.id for memory in acknowledged for entry in memory.entries]) == []
        await store.close()
