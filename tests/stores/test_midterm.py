"""Mid-term memory goes from one machine's file into PostgreSQL, and nobody keeps it for themselves afterwards."""

import os
from pathlib import Path

import pytest

from harness.builders import memory, packed
from lumina.databases.postgres import Database
from lumina.errors import BadSetting
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.settings import Settings
from lumina.stores.midterm import open_midterm


async def test_a_file_is_taken_over_whole_and_who_would_keep_one_is_refused_then(
    tmp_path: Path, database: Database
) -> None:
    file, written = tmp_path / "midterm.duckdb", [memory(number=number) for number in range(5)]
    before = await DuckDBTier.open(file, shared=True, keys=database.keys)
    await before.write([*written, memory("aki")])
    await before.close()
    tier = await open_midterm(Settings(midterm="postgres"), file, database, shared=True)
    assert packed(await tier.read("haru", [one.id for one in written])) == packed(written)
    assert await tier.count() == 6
    assert os.listdir(tmp_path) == []  # noqa: PTH208
    with pytest.raises(BadSetting, match="LUMINA_MIDTERM"):
        await open_midterm(Settings(midterm="file"), file, database, shared=True)
