"""Mid-term memory goes from one machine's file into PostgreSQL, where machines share no folder."""

import os
from pathlib import Path

from harness.builders import memory, packed
from lumina.databases.postgres import Database
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.stores.midterm import open_midterm


async def test_a_file_is_taken_over_whole_and_is_gone(tmp_path: Path, database: Database) -> None:
    file, written = tmp_path / "midterm.duckdb", [memory(number=number) for number in range(5)]
    before = await DuckDBTier.open(file, shared=True, keys=database.keys)
    await before.write([*written, memory("aki")])
    await before.close()
    for _ in range(2):
        tier = await open_midterm(file, database, engines_shared=True, folder_shared=False)
        assert packed(await tier.read("haru", [one.id for one in written])) == packed(written)
        assert await tier.count() == 6
        assert os.listdir(tmp_path) == []  # noqa: PTH208
