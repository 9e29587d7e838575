"""Where memories that are days old lie: in the data folder's file, or in PostgreSQL, which all machines reach."""

import asyncio
import logging
from collections import defaultdict
from pathlib import Path
from typing import Final
from uuid import UUID

from lumina.clock import LAST
from lumina.databases.postgres import Database
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.memory.midterm_postgres import PostgresMidterm
from lumina.memory.tier import Midterm

ALL: Final = 100_000_000
BATCH: Final = 500

logger = logging.getLogger(__name__)


async def open_midterm(file: Path, database: Database, *, engines_shared: bool, folder_shared: bool) -> Midterm:
    """In PostgreSQL where machines share no folder: a file that was used before is taken over, and is gone then."""
    if folder_shared:
        return await DuckDBTier.open(file, shared=engines_shared, keys=database.keys)
    tables = await PostgresMidterm.open(database)
    if await asyncio.to_thread(file.exists):
        async with database.alone("take over mid-term memory"):
            await _take_over(file, tables)
    return tables


async def _take_over(file: Path, tables: PostgresMidterm) -> None:
    """Killed anywhere, it is done again: the file goes last, and writing twice is writing once."""
    if not await asyncio.to_thread(file.exists):  # another process was first
        return
    tier = await DuckDBTier.open(file, shared=True, keys=tables.keys)
    try:
        lying: dict[str, list[UUID]] = defaultdict(list)
        for person, memory in await tier.due(LAST, ALL):
            lying[person].append(memory)
        for person, ids in lying.items():
            for start in range(0, len(ids), BATCH):
                await tables.write(await tier.read(person, ids[start : start + BATCH]))
        await tables.found_again()
    finally:
        await tier.close()
    await asyncio.to_thread(_remove, file)
    logger.warning("%s was taken over into PostgreSQL: %d persons", file, len(lying))


def _remove(file: Path) -> None:
    """With its log and its locks."""
    for path in (file, *file.parent.glob(f"{file.stem}.*")):
        path.unlink(missing_ok=True)
