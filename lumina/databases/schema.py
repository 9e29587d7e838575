"""Bring a database to the present schema: LUMINA's own migrations, the job queue's tables, the checkpointer's.

Machines come to a new version one by one. A migration that older versions stand says so in `migration_reach`; what
they would miss (a table, a column) goes in one that waits: its first line is a comment that begins with `waits`, and
whoever opens first once no older version is connected applies it.
"""

# yoyo ships no types
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

import asyncio
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from procrastinate.schema import SchemaManager
from yoyo import get_backend, read_migrations

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import as_query
from lumina.databases.postgres_pool import POOLED, called
from lumina.errors import FolderTooNew

MIGRATIONS = Path(__file__).parent / "migrations"

PRESENT = """
select to_regclass('_yoyo_migration') is not null,
       to_regclass('procrastinate_jobs') is not null,
       to_regclass('checkpoint_migrations') is not null
"""
APPLIED = "select migration_id from _yoyo_migration"
REACH = "select to_regclass('migration_reach') is not null"
STOOD = "select migration from migration_reach where migration = any(%s) and oldest <= %s"
CONNECTED = """
select distinct application_name from pg_stat_activity
where datname = current_database() and application_name like 'lumina%%' and application_name not like %s
order by 1
"""
WAITS = "-- waits"
CHECKPOINTER_AT = "select coalesce(max(v), -1) from checkpoint_migrations"


async def bring_up_to_date(database: Database, folder: str, upto: Collection[str] | None = None) -> None:
    """Apply what is missing (`upto`: of these migrations); idempotent, and a few milliseconds where nothing is. One
    process at a time does it.

    Raises FolderTooNew, and changes nothing, where the database has migrations that this version does not know.
    """
    wanted = await asyncio.to_thread(_known) if upto is None else set(upto)
    ours, queue, checkpointer = (await database.fetch(PRESENT))[0]
    applied = {str(row[0]) for row in await database.fetch(APPLIED)} if ours else set[str]()
    await _admit(database, folder, applied | wanted)
    wanted -= await _put_off(database, wanted - applied)
    if applied >= wanted and queue and checkpointer and not await _checkpointer_is_old(database):
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


async def _admit(database: Database, folder: str, there: Set[str]) -> None:
    """Raises FolderTooNew where a newer version changed what this one cannot do without."""
    unknown = there - await asyncio.to_thread(_known)
    if unknown and await database.fetch(REACH) == [(True,)]:
        newest = await asyncio.to_thread(newest_migration)
        unknown -= {str(row[0]) for row in await database.fetch(STOOD, (sorted(unknown), newest))}
    if unknown:
        raise FolderTooNew(folder=folder, unknown=", ".join(sorted(unknown)))


async def _put_off(database: Database, missing: Set[str]) -> Set[str]:
    """Those of them that wait for processes of older versions."""
    waiting = {one for one in missing if await asyncio.to_thread(_waits, one)}
    return waiting if waiting and await older_versions(database) else set[str]()


def _waits(migration: str) -> bool:
    return (MIGRATIONS / f"{migration}.sql").read_text(encoding="utf-8").startswith(WAITS)


async def older_versions(database: Database) -> list[str]:
    """The names of connections of processes that come up to an older schema than this one."""
    if not database.version:
        return []
    names = [str(row[0]) for row in await database.fetch(CONNECTED, (f"{POOLED}%",))]
    return [name for name in names if name < called(database.version)]


@dataclass(frozen=True, slots=True)
class SchemaState:
    """How far a database is, and this version. `waiting` are migrations that are not applied, `older` the connections
    that one of them waits for."""

    schema: str
    known: str
    waiting: Sequence[str]
    older: Sequence[str]

    @property
    def is_stood(self) -> bool:
        """Whether all is there that this version knows, and more."""
        return self.schema > self.known and not self.waiting


async def schema_state(database: Database) -> SchemaState:
    applied, known = await applied_migrations(database), await asyncio.to_thread(_known)
    missing = sorted(known - set(applied))
    return SchemaState(applied[-1], max(known), missing, await older_versions(database) if missing else ())


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
    """The lock row that yoyo keeps outlives a kill; database.alone() is the lock, so that row is broken. A migration
    and the mark that it is applied are one transaction: whoever is killed between the two leaves neither."""
    backend = get_backend(f"postgresql+psycopg:///?{as_query(dsn)}")
    try:
        backend.break_lock()
        migrations = read_migrations(str(MIGRATIONS)).filter(lambda one: one.id in wanted)  # pyright: ignore
        for one in backend.to_apply(migrations):
            backend.ensure_internal_schema_updated()
            with backend.transaction():
                one.process_steps(backend, "apply")
                backend.mark_one(one)
    finally:
        backend.connection.close()
