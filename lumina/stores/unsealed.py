"""What an older version wrote unsealed is sealed as the folder is opened, once, before anything is read.

Each table has a check that its rows are sealed. From the migration on nobody writes any others; once the check is valid
for all rows, nothing is left to be done. Killed anywhere, it goes on at the next opening.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, LiteralString
from uuid import UUID

from lumina.databases.ciphers import HEAD, Cipher, place
from lumina.databases.person_keys import Keys
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Row
from lumina.errors import StoreDown
from lumina.memory import archive_postgres as archive
from lumina.memory import catalogue_postgres as catalogue
from lumina.memory import claims_postgres as claims
from lumina.memory import edited_postgres as edited
from lumina.memory import images_postgres as images
from lumina.memory import indexed
from lumina.memory import longterm_postgres as longterm
from lumina.memory import summaries_postgres as summaries
from lumina.memory import transcript_rows as transcript
from lumina.memory.midterm_redis import RedisTier
from lumina.stores import notified_postgres as notified
from lumina.stores.unsealed_concepts import seal_concepts

logger = logging.getLogger(__name__)

UNSEALED_TEXT: Final = b"\0"
"""Stands before the text of a turn that is not sealed (migration 0036)."""

SEALING: Final = "seal what an older version wrote"
"""One process at a time does so."""

UNCHECKED: Final = """
select conrelid::regclass::text from pg_constraint
where connamespace = current_schema()::regnamespace and conname = conrelid::regclass || '_sealed' and not convalidated
order by 1
"""
HOLDS_ANY: Final = "select exists (select from {table})"
UNSEALED: Final = "substring({column} for 3) <> 'LS1'"
PAGE: Final = """
select {key}, {columns} from {table} where ({key}) > ({after}) and ({unsealed}) order by {key} limit {limit}
"""
PUT: Final = """
update {table} t set {becomes} from unnest({arrays}) as n ({key}, {new}) where {same}
"""
VALIDATE: Final = "alter table {table} validate constraint {table}_sealed"
CHECKPOINTS: Final = "truncate checkpoints, checkpoint_blobs, checkpoint_writes"

ARRAYS: Final[Mapping[str, LiteralString]] = {"person": "%s::text[]", "id": "%s::uuid[]", "version": "%s::integer[]"}
NIL: Final = "'00000000-0000-0000-0000-000000000000'"
START: Final[Mapping[str, LiteralString]] = {"person": "''", "id": NIL, "version": "0"}


@dataclass(frozen=True, slots=True)
class Table:
    """Its columns of bytes, with the kinds as which they are sealed, and what tells its rows apart."""

    name: LiteralString
    columns: Mapping[LiteralString, str]
    key: Sequence[LiteralString] = ("person", "id")
    many: LiteralString = "200"

    def page(self, after: Row | None) -> LiteralString:
        marks: Sequence[LiteralString] = ["%s" if after else START[one] for one in self.key]
        unsealed: Sequence[LiteralString] = [UNSEALED.format(column=column) for column in self.columns]
        return PAGE.format(
            table=self.name,
            key=", ".join(self.key),
            columns=", ".join(self.columns),
            after=", ".join(marks),
            unsealed=" or ".join(unsealed),
            limit=self.many,
        )

    @property
    def put(self) -> LiteralString:
        new: Sequence[LiteralString] = [f"new_{column}" for column in self.columns]
        becomes: Sequence[LiteralString] = [f"{column} = n.new_{column}" for column in self.columns]
        same: Sequence[LiteralString] = [f"t.{one} = n.{one}" for one in self.key]
        arrays: Sequence[LiteralString] = [*(ARRAYS[one] for one in self.key), *("%b::bytea[]" for _ in new)]
        return PUT.format(
            table=self.name,
            becomes=", ".join(becomes),
            arrays=", ".join(arrays),
            key=", ".join(self.key),
            new=", ".join(new),
            same=" and ".join(same),
        )

    def sealed(self, row: Row, keys: Keys) -> Row:
        """The row with its columns sealed; what is absent, or stands for nothing, stays so."""
        key, columns = row[: len(self.key)], zip(self.columns.values(), row[len(self.key) :], strict=True)
        cipher, at = keys.make(key[0]), self.id_of(key)
        return (*key, *(_sealed(cipher, kind, at, plain) for kind, plain in columns))

    def id_of(self, key: Row) -> UUID:
        """The id by which a row is sealed."""
        _, id_, *version = key
        return summaries.version_id(id_, version[0]) if version else id_


TABLES: Final = (
    Table("turns", {"text": transcript.SEALED}),
    Table("memories", {"content": catalogue.SEALED, "edited": edited.SEALED}),
    Table("longterm", {"body": longterm.SEALED}),
    Table("entries", {"body": indexed.SEALED}),
    Table("archive", {"body": archive.SEALED}),
    Table("claims", {"body": claims.KIND}),
    Table("notifications", {"body": notified.SEALED}),
    Table("summaries", {"body": summaries.SEALED}, ("person", "id", "version")),
    Table("images", {"about": images.SEALED, "content": images.SEALED_CONTENT}, many="10"),
)


async def seal_unsealed(database: Database, redis: RedisTier, free: Callable[[Database], Awaitable[object]]) -> None:
    """Redis is given anew what it had; `free` makes the bytes go that were replaced. Where there is nothing to be done,
    it is one short statement."""
    if not await database.fetch(UNCHECKED):
        return
    async with database.alone(SEALING):
        unchecked: list[LiteralString] = [name for (name,) in await database.fetch(UNCHECKED)]
        filled = [one for one in unchecked if await database.fetch(HOLDS_ANY.format(table=one)) == [(True,)]]
        if filled:
            logger.warning("what an older version wrote is sealed with the keys of the persons; it may take minutes")
            await _seal_bodies(database, redis, [table for table in TABLES if table.name in filled])
            await seal_concepts(database)
            await free(database)
        for table in unchecked:
            await database.execute(VALIDATE.format(table=table))


async def _seal_bodies(database: Database, redis: RedisTier, tables: Sequence[Table]) -> None:
    for table in tables:
        await _seal(database, table)
    if tables:
        await database.execute(CHECKPOINTS)
        await _empty(redis)


def _sealed(cipher: Cipher, kind: str, id_: UUID, plain: bytes | None) -> bytes | None:
    if plain is None or plain.startswith(HEAD) or (kind == edited.SEALED and not plain):
        return plain
    return cipher.seal_alike(plain.removeprefix(UNSEALED_TEXT), place(kind, id_))


async def _empty(redis: RedisTier) -> None:
    """One that does not answer keeps what it has until it expires, and nobody reads it."""
    with suppress(StoreDown):
        await redis.compare(_nothing)


async def _nothing() -> Sequence[tuple[str, UUID]]:
    return ()


async def _seal(database: Database, table: Table) -> None:
    after: Row | None = None
    while rows := await database.fetch(table.page(after), after or ()):
        columns: Sequence[Any] = list(zip(*(table.sealed(row, database.keys) for row in rows), strict=True))
        await database.execute(table.put, [list(column) for column in columns])
        after = rows[-1][: len(table.key)]
