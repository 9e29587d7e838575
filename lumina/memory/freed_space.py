"""What was deleted leaves PostgreSQL's files, too: tables, planner's statistics and log are written anew."""

from typing import Final

from lumina.errors import StoreDown
from lumina.memory.postgres import Connection, Database

ROUNDS = 5

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
OWN_TABLES = """
select relnamespace::regnamespace || '.' || quote_ident(relname) from pg_class
where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage') order by 1
"""
REWRITE: Final = "vacuum (full, analyze) {tables}"
SWITCH = "select pg_switch_wal()::text"
SEGMENTS_BEFORE = """
select count(*) from pg_ls_waldir() where length(name) = 24 and name < pg_walfile_name(%s::pg_lsn)
"""


async def rewrite_tables(database: Database) -> None:
    """Rewrite all tables of this database, as whoever owns them may. Waits for open transactions and holds each table
    in turn. What the server's log and its replicas hold is its operator's."""
    async with database.connection(unhurried=True) as connection:
        tables = ", ".join(row[0] for row in await connection.fetch(OWN_TABLES))
        await connection.execute(REWRITE.format(tables=tables))


async def wipe_freed_space(database: Database) -> None:
    """Rewrite all tables of this database, so that no file of the server holds what was deleted before.

    Waits for open transactions and holds each table in turn. Needs a superuser, and wal_recycle off: then old segments
    are removed by a checkpoint instead of being used again with their content. Raises StoreDown if some stay.
    """
    async with database.connection(unhurried=True) as connection:
        await connection.execute(FORGET_STATISTICS)
        tables = ", ".join(row[0] for row in await connection.fetch(TABLES))
        await connection.execute(REWRITE.format(tables=tables))
        await _leave_old_log(connection)


async def _leave_old_log(connection: Connection) -> None:
    for _ in range(ROUNDS):
        await connection.execute("checkpoint")
        left_at = (await connection.fetch(SWITCH))[0]
        await connection.execute("checkpoint")
        if await connection.fetch(SEGMENTS_BEFORE, left_at) == [(0,)]:
            return
    raise StoreDown(store="PostgreSQL", why="old log segments stay; a backup or a replica may hold them")
