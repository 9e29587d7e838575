"""What was deleted leaves PostgreSQL's files, too: tables, planner's statistics and log are written anew."""

import asyncio
from typing import Final, LiteralString

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.errors import StoreDown, because

ROUNDS = 5
LOOK_SECONDS = 0.05
LOOKS = 100
"""Whether those who follow the log have it, so often; then it stays."""

# ANALYZE leaves the old values of a table that became empty, so they go before.
FORGET_STATISTICS = """
delete from pg_statistic
where starelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
"""
# The other tables of pg_catalog hold nothing that anybody said; with them it takes five times as long.
TABLES = """
select relnamespace::regnamespace || '.' || quote_ident(relname) from pg_class
where relkind = 'r' and (relnamespace = current_schema()::regnamespace or oid = 'pg_statistic'::regclass)
order by 1
"""
IS_SUPERUSER = "select current_setting('is_superuser') = 'on'"
MAY_LEAVE_LOG = """
select pg_has_role('pg_checkpoint', 'usage') and has_function_privilege('pg_switch_wal()', 'execute')
   and has_function_privilege('pg_ls_waldir()', 'execute')
"""
# A segment that is used again keeps its content until it is overwritten.
USES_AGAIN = "select current_setting('wal_recycle') = 'on'"
REWRITE: Final = "vacuum (full, analyze) {tables}"
SWITCH = "select pg_switch_wal()::text"
# Who follows without a slot could not go on behind what a checkpoint removed. What copies the cluster has no place yet.
IS_FOLLOWED = """
select coalesce(bool_and(coalesce(flush_lsn >= %s::pg_lsn, false)), true) from pg_stat_replication
"""
WRITTEN = "select pg_current_wal_flush_lsn()::text"
SEGMENTS_BEFORE = """
select count(*) from pg_ls_waldir() where length(name) = 24 and name < pg_walfile_name(%s::pg_lsn)
"""


async def leave_log(database: Database) -> list[str]:
    """As far as whoever runs LUMINA may, on a server that is set up as it is, begin the log anew; returns what may hold
    what was deleted before: "statistics" of the planner, "log". Replicas and backups are the operator's."""
    async with database.connection(unhurried=True) as connection:
        remains = [] if await _is(connection, IS_SUPERUSER) else ["statistics"]
        left = await _is(connection, MAY_LEAVE_LOG) and await _left_old_log(connection)
        if not left or await _is(connection, USES_AGAIN):
            remains.append("log")
    return remains


async def leave_table(database: Database) -> list[str]:
    """As leave_log(), of what lay in a table that has been emptied as a whole: the planner's notes go, too."""
    async with database.connection(unhurried=True) as connection:
        if await _is(connection, IS_SUPERUSER):
            await connection.execute(REWRITE.format(tables="pg_statistic"))
    return await leave_log(database)


async def wipe_freed_space(database: Database) -> None:
    """Rewrite all tables of this database, so that no file of the server holds what was deleted before.

    Waits for open transactions and holds each table in turn. Needs a superuser, and wal_recycle off: then old segments
    are removed by a checkpoint instead of being used again with their content. Raises StoreDown if some stay.
    """
    async with database.connection(unhurried=True) as connection:
        await connection.execute(FORGET_STATISTICS)
        tables = ", ".join(row[0] for row in await connection.fetch(TABLES))
        await connection.execute(REWRITE.format(tables=tables))
        if not await _left_old_log(connection):
            raise StoreDown(
                store="PostgreSQL", why=because("old log segments stay; a backup or a replica may hold them")
            )


async def _is(connection: Connection, question: LiteralString) -> bool:
    return (await connection.fetch(question))[0][0]


async def _left_old_log(connection: Connection) -> bool:
    """Whether no segment is left from before. It stays where a standby that follows does not get it soon."""
    for _ in range(ROUNDS):
        if not await _is_followed(connection, (await connection.fetch(WRITTEN))[0]):
            return False
        await connection.execute("checkpoint")
        left_at = (await connection.fetch(SWITCH))[0]
        if not await _is_followed(connection, left_at):
            return False
        await connection.execute("checkpoint")
        if await connection.fetch(SEGMENTS_BEFORE, left_at) == [(0,)]:
            return True
    return False


async def _is_followed(connection: Connection, until: tuple[str]) -> bool:
    for _ in range(LOOKS):
        if await connection.fetch(IS_FOLLOWED, until) == [(True,)]:
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False
