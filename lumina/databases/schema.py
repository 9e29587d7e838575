"""Bring a database to the present schema: LUMINA's own migrations, the job queue's tables, the checkpointer's."""

# yoyo ships no types
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

import asyncio
from collections.abc import Collection, Set
from pathlib import Path
from urllib.parse import urlencode

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from procrastinate.schema import SchemaManager
from psycopg.conninfo import conninfo_to_dict
from yoyo import get_backend, read_migrations

from lumina.databases.postgres import Database
from lumina.errors import FolderTooNew

MIGRATIONS = Path(__file__).parent / "migrations"

PRESENT = """
select to_regclass('_yoyo_migration') is not null,
       to_regclass('procrastinate_jobs') is not null,
       to_regclass('checkpoint_migrations') is not null
"""
APPLIED = "select migration_id from _yoyo_migration"
CHECKPOINTER_AT = "select coalesce(max(v), -1) from checkpoint_migrations"


async def bring_up_to_date(database: Database, folder: str, upto: Collection[str] | None = None) -> None:
    """Apply what is missing (`upto`: of these migrations); idempotent, and a few milliseconds where nothing is. One
    process at a time does it.

    Raises FolderTooNew, and changes nothing, where the database has migrations that this version does not know.
    """
    wanted = await asyncio.to_thread(_known) if upto is None else set(upto)
    if await _is_up_to_date(database, folder, wanted):
        return
    async with database.alone("migrate"):
        known_queue, known_checkpointer = (await database.fetch(PRESENT))[0][1:]
        await asyncio.to_thread(_migrate, database.dsn, wanted)
        if not known_queue:
            queue = await asyncio.to_thread(SchemaManager.get_schema)
            async with database.connection(unhurried=True) as connection:
                await connection.execute_script(queue)
        if not known_checkpointer or await _checkpointer_is_old(database):
            await AsyncPostgresSaver(database.checkpointer_pool).setup()


async def _is_up_to_date(database: Database, folder: str, wanted: Set[str]) -> bool:
    ours, queue, checkpointer = (await database.fetch(PRESENT))[0]
    known = await asyncio.to_thread(_known)
    applied = {row[0] for row in await database.fetch(APPLIED)} if ours else set[str]()
    if unknown := (applied | wanted) - known:
        raise FolderTooNew(folder=folder, unknown=", ".join(sorted(unknown)))
    return applied >= wanted and queue and checkpointer and not await _checkpointer_is_old(database)


async def _checkpointer_is_old(database: Database) -> bool:
    row = await database.fetch_one(CHECKPOINTER_AT)
    return row is None or row[0] < len(AsyncPostgresSaver.MIGRATIONS) - 1


def newest_migration() -> str:
    """The one that this version of LUMINA comes up to."""
    return max(_known())


def _known() -> set[str]:
    return {path.stem for path in MIGRATIONS.glob("*.sql")}


async def applied_migrations(database: Database) -> list[str]:
    """In their order."""
    return sorted(row[0] for row in await database.fetch(APPLIED))


def _migrate(dsn: str, wanted: Set[str]) -> None:
    """The lock row that yoyo keeps outlives a kill; database.alone() is the lock, so that row is broken."""
    backend = get_backend(f"postgresql+psycopg:///?{urlencode(conninfo_to_dict(dsn))}")  # a URL of several hosts, too
    try:
        backend.break_lock()
        migrations = read_migrations(str(MIGRATIONS)).filter(lambda one: one.id in wanted)  # pyright: ignore
        backend.apply_migrations(backend.to_apply(migrations))
    finally:
        backend.connection.close()
