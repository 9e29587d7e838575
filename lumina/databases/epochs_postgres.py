"""The epochs that an older version kept under digests on which names can be tried: they come to lie under pseudonyms,
and the digests leave the files, too."""

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.pseudonyms import Pseudonyms

logger = logging.getLogger(__name__)

STANDING: Final = "select to_regclass('epochs') is not null, to_regclass('epochs_left') is not null"
# Whoever runs an older version fails from here on: it would take everybody for never erased.
LOCK: Final = "lock table epochs in access exclusive mode"
DIGESTS: Final = "select digest, epoch from epochs"
KEEP: Final = """
insert into person_epochs as kept (pseudonym, epoch) select * from unnest(%b::bytea[], %s::bigint[])
on conflict (pseudonym) do update set epoch = greatest(kept.epoch, excluded.epoch)
"""
# The column goes with what the planner noted of it; the table stands for what is still to be done.
LEAVE: Final = """
truncate epochs; alter table epochs drop column digest; alter table epochs rename to epochs_left
"""
DROP: Final = "drop table epochs"
DROP_LEFT: Final = "drop table epochs_left"


async def replace_digests(
    database: Database, pseudonyms: Pseudonyms, free: Callable[[Database], Awaitable[Collection[str]]]
) -> None:
    """Idempotent; killed anywhere, it goes on at the next opening. The database must be known to be the folder's.
    `free` makes the bytes go, and names what may hold them in spite of it."""
    if await database.fetch(STANDING) == [(False, False)]:
        return
    async with database.alone("migrate"):
        async with database.transaction() as connection:
            if (await connection.fetch(STANDING))[0][0]:
                await _replace(connection, pseudonyms)
        if (await database.fetch(STANDING))[0][1]:
            remains = await free(database)
            if remains:
                logger.warning("Digests of who was erased before may stay in PostgreSQL's %s.", ", ".join(remains))
            await database.execute(DROP_LEFT)


async def _replace(connection: Connection, pseudonyms: Pseudonyms) -> None:
    await connection.execute(LOCK)
    rows = await connection.fetch(DIGESTS)
    if rows:
        named = [pseudonyms.of_digest(digest) for digest, _ in rows], [epoch for _, epoch in rows]
        await connection.execute(KEEP, named)
        await connection.execute_script(LEAVE)
    else:
        await connection.execute(DROP)
