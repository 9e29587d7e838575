"""On a server that others use, tables are written anew one by one, and none while somebody waits for it.

VACUUM FULL has a table for itself. So it gives up where it does not get it soon, and is broken off once somebody has
waited; the table stays as it is then, and is noted, until a later attempt comes to its end.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, LiteralString

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection, Line, finished
from lumina.databases.postgres_pool import connected

REWRITING = "rewrite tables"
"""One process at a time does so; what runs every minute waits for it, as it would break it off."""

LOOK_SECONDS = 0.02
LOOKS = 50
PAUSE_SECONDS = 2.0
TRIES = 10
"""At night, for a table that somebody waits for, so long after each other."""

STATISTICS_OF_ALL: Final = "pg_catalog.pg_statistic"

# All that whoever asks may rewrite: a superuser's are the planner's statistics, too.
ASK: Final = """
insert into rewrites (name, after)
select relnamespace::regnamespace || '.' || quote_ident(relname), pg_current_xact_id() from pg_class
where relkind = 'r' and (
    oid = 'pg_statistic'::regclass and current_setting('is_superuser') = 'on'
    or relnamespace = current_schema()::regnamespace and relname <> 'rewrites' and pg_has_role(relowner, 'usage'))
on conflict (name) do update set after = excluded.after
"""
# The small ones first, and the statistics once they have let go of the other tables.
WAITING: Final = """
select name, after::text from rewrites
order by name = 'pg_catalog.pg_statistic', pg_total_relation_size(to_regclass(name)), name
"""
ASK_STATISTICS: Final = "update rewrites set after = pg_current_xact_id() where name = 'pg_catalog.pg_statistic'"
DROP_UNKNOWN: Final = "delete from rewrites where to_regclass(name) is null"
DONE: Final = "delete from rewrites where name = %s and after = %s::xid8"

# No lock of these lets anybody wait.
TIDY: Final = "vacuum (truncate false) {table}"
HOLD: Final = "lock table {table} in share update exclusive mode"
# ANALYZE leaves the old values of a table that became empty.
FORGET_STATISTICS: Final = "delete from pg_statistic where starelid = %s::regclass"
ANALYZE: Final = "analyze {table}"
REWRITE: Final = "vacuum (full) {table}"

# What fits into the time is ended by the server itself, should nobody be there to break it off: 20 MB take a second.
LIMITS: Final = """
select set_config('lock_timeout', '40ms', false), set_config('statement_timeout',
    case when pg_total_relation_size(%(table)s::text::regclass) < 2000000 or %(table)s = 'pg_catalog.pg_statistic'
    then '120ms' else '0' end, false)
"""
PATIENT: Final = "select set_config('lock_timeout', '40ms', false), %(table)s::text"
NO_LIMITS: Final = "select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)"
BREAK_OFF: Final = """
select pg_cancel_backend(%(pid)s) where exists (
    select from pg_locks where relation = %(table)s::text::regclass and not granted and pid <> %(pid)s
    and database = (select oid from pg_database where datname = current_database())
    and waitstart < clock_timestamp() - interval '40 ms')
"""
# Rows that an older transaction sees are carried along.
IS_SEEN: Final = """
select exists (select from pg_stat_activity where pid <> pg_backend_pid()
               and (datname = current_database() or datname is null)
               and greatest(age(backend_xid), age(backend_xmin)) > age(%(after)s::xid8::xid))
    or exists (select from pg_replication_slots where age(xmin) > age(%(after)s::xid8::xid))
    or exists (select from pg_prepared_xacts where age(transaction) > age(%(after)s::xid8::xid))
"""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Of all tables of a database; which of them wait for it is kept there. `limited`: the server itself ends what
    fits into the time; else whoever asks it is the one who can die, and the server with him."""

    database: Database
    limited: bool = True

    async def ask(self) -> None:
        """Something was deleted, and that is committed: all tables are to be rewritten."""
        await self.database.execute(ASK)

    async def waiting(self) -> list[str]:
        """The tables that are not rewritten yet, by name."""
        return sorted(name.rpartition(".")[2] for name, _ in await self._waiting())

    async def at_once(self) -> None:
        """Let the planner's statistics forget, and rewrite what nobody waits for meanwhile; the others can use the
        space of what was deleted again, at least."""
        async with self._apart() as line:
            await self._tidy_waiting(line)
            await self._rewrite_waiting(line)

    async def by_night(self) -> int:
        """Rewrite what waits, with patience; returns how many tables."""
        before = len(await self._waiting())
        if before:
            async with self._apart() as line:
                await self._tidy_waiting(line)
                for _ in range(TRIES):
                    await self._rewrite_waiting(line)
                    if not await self._waiting():
                        break
                    await asyncio.sleep(PAUSE_SECONDS)
        return before - len(await self._waiting())

    async def _tidy_waiting(self, line: Line) -> None:
        tables: list[LiteralString] = [table for table, _ in await self._waiting()]
        for table in tables:
            await _tidy(line, table, forgetting=STATISTICS_OF_ALL in tables)
        await self.database.execute(ASK_STATISTICS)

    @asynccontextmanager
    async def _apart(self) -> AsyncGenerator[Line]:
        """A connection whose settings nobody else has, and which may take as long as it likes."""
        database = self.database
        line = await connected(database.dsn, seconds=None, circuit=database.circuit, version=database.version)
        async with line:
            yield line

    async def _waiting(self) -> list[tuple[LiteralString, str]]:
        await self.database.execute(DROP_UNKNOWN)
        return [(name, after) for name, after in await self.database.fetch(WAITING)]

    async def _rewrite_waiting(self, line: Line) -> None:
        """Each once. Whoever rewrites already is left alone."""
        async with self.database.unless_busy(REWRITING) as ours:
            for table, after in await self._waiting() if ours else ():
                if await _nobody_sees(line, after) and await self._rewrite(line, table):
                    await self.database.execute(DONE, (table, after))

    async def _rewrite(self, line: Line, table: LiteralString) -> bool:
        """Returns whether nobody waited for it."""
        await Connection(line).fetch(LIMITS if self.limited else PATIENT, {"table": table})
        over = asyncio.Event()

        async def rewrite() -> bool:
            try:
                return await finished(line, REWRITE.format(table=table))
            finally:
                over.set()

        is_done, _ = await asyncio.gather(rewrite(), self._yield_to_others(line.info.backend_pid, table, over))
        await Connection(line).fetch(NO_LIMITS)
        return is_done

    async def _yield_to_others(self, rewriter: int, table: str, over: asyncio.Event) -> None:
        async with self.database.connection() as connection:
            while not over.is_set():
                await connection.fetch(BREAK_OFF, {"pid": rewriter, "table": table})
                await asyncio.sleep(LOOK_SECONDS)


async def _tidy(line: Line, table: LiteralString, *, forgetting: bool) -> None:
    connection = Connection(line)
    await connection.execute(TIDY.format(table=table))
    async with connection.transaction():
        await connection.execute(HOLD.format(table=table))
        if forgetting:
            await connection.execute(FORGET_STATISTICS, (table,))
        await connection.execute(ANALYZE.format(table=table))


async def _nobody_sees(line: Line, after: str) -> bool:
    """What somebody is just doing is waited for."""
    for _ in range(LOOKS):
        if await Connection(line).fetch(IS_SEEN, {"after": after}) == [(False,)]:
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False
