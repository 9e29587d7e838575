"""Where memories that are days old lie: in the data folder's file, or in PostgreSQL, which all machines reach."""

import asyncio
import logging
from collections import defaultdict
from pathlib import Path
from typing import Final
from uuid import UUID

from lumina.clock import LAST
from lumina.databases.postgres import Database
from lumina.errors import BadSetting, because
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.memory.midterm_postgres import PostgresMidterm
from lumina.memory.tier import Midterm
from lumina.settings import Settings

ALL: Final = 100_000_000
BATCH: Final = 500

logger = logging.getLogger(__name__)


async def open_midterm(settings: Settings, file: Path, database: Database, *, shared: bool) -> Midterm:
    """That of the setting, where several processes share the stores. A file that was used before is taken over, and is
    gone then. Raises BadSetting where the others keep it in PostgreSQL, and this one is told to keep it for itself."""
    tables = await PostgresMidterm.open(database)
    if shared and settings.midterm == "postgres":
        if await asyncio.to_thread(file.exists):
            async with database.alone("take over mid-term memory"):
                await _take_over(file, tables)
        return tables
    if not tables.was_lost:
        why = because("memories lie in the PostgreSQL of these servers already")
        raise BadSetting(setting="LUMINA_MIDTERM", why=why, allowed="postgres")
    return await DuckDBTier.open(file, shared=shared, keys=database.keys)


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
