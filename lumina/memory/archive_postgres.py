"""The archive: memories that faded, compressed, restorable bit for bit until their retention ends.

It keeps bodies. The entries stay where they are found, in the table of long-term's (`LongtermTier.write_entries`).
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection, Row
from lumina.errors import Damaged, because
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.indexed import entries_of
from lumina.models import Memory

LEVEL = 9
SEALED: Final = "archived memory"

# What was compressed into a gist does not replace its original.
PUT: Final = """
insert into archive (person, id, detail, body, digest, archived, keep_until, why)
select p, i, d, b, s, %s, %s, %s
from unnest(%s::text[], %s::uuid[], %s::text[], %b::bytea[], %b::bytea[]) as t (p, i, d, b, s) order by p, i
on conflict (person, id) do update
set archived = excluded.archived, keep_until = excluded.keep_until, why = excluded.why,
    detail = case when {original_stays} then 'full' else excluded.detail end,
    body = case when {original_stays} then archive.body else excluded.body end,
    digest = case when {original_stays} then archive.digest else excluded.digest end
""".format(original_stays="archive.detail = 'full' and excluded.detail <> 'full'")
READ: Final = "select id, body, digest from archive where person = %s and id = any(%s)"
READ_ALL: Final = """
select id, body, digest, archived, keep_until, why from archive where person = %s and id = any(%s)
"""
EXPIRED: Final = "select person, id from archive where keep_until <= %s order by keep_until, person, id limit %s"
DELETE: Final = "delete from archive where person = %s and id = any(%s)"
FORGET: Final = "delete from archive where person = %s"
COUNT: Final = "select count(*) from archive where %(person)s::text is null or person = %(person)s"


@dataclass(frozen=True, slots=True)
class Archived:
    """What lies in the archive of a memory (without entries), since when, until when, and why."""

    memory: Memory
    at: datetime
    until: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Archive:
    """To restore a memory: read it here, write it above, delete it here."""

    database: Database

    async def put(
        self, connection: Connection, memories: Sequence[Memory], *, at: datetime, keep_until: datetime, why: str
    ) -> None:
        """Keep the bodies of these; writing one again sets its time anew. An original stays though its gist comes."""
        memories = list({(memory.person, memory.id): memory for memory in memories}.values())
        packed = [pack_memory(replace(memory, entries=())) for memory in memories]
        seals = {person: sealer(self.database.keys, SEALED, person) for person in {one.person for one in memories}}
        bodies = zip(memories, packed, strict=True)
        columns = (
            [memory.person for memory in memories],
            [memory.id for memory in memories],
            [memory.detail for memory in memories],
            [seals[memory.person](memory.id, zlib.compress(body, LEVEL)) for memory, body in bodies],
            [sha256(body).digest() for body in packed],
        )
        await connection.execute(PUT, (at, keep_until, why, *columns))

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """The memories of these ids that are here, with their entries, in the order of `ids`. Raises Damaged where the
        bytes are not those that were archived."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(READ, (person, list(ids)))
            entries = await entries_of(connection.fetch, self.database.keys, person, [row[0] for row in rows])
        memories = {one.id: one for one in self._opened(person, rows)}
        return [replace(memories[id_], entries=entries.get(id_, ())) for id_ in ids if id_ in memories]

    async def bodies(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """As read(), without entries."""
        rows = await self.database.look(READ, (person, list(ids)))
        found = {one.id: one for one in self._opened(person, rows)}
        return [found[id_] for id_ in ids if id_ in found]

    async def archived(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Archived]:
        """What lies here of these memories."""
        rows = await self.database.fetch(READ_ALL, (person, list(ids)))
        memories = self._opened(person, [row[:3] for row in rows])
        return {one.id: Archived(one, *row[3:]) for one, row in zip(memories, rows, strict=True)}

    def _opened(self, person: str, rows: Sequence[Row]) -> list[Memory]:
        opened = opener(self.database.keys, SEALED, person)
        return [unpack_memory(_original(id_, opened(id_, body), digest)) for id_, body, digest in rows]

    async def expired(self, at: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        """(person, memory) of what need not be kept any longer, the longest overdue first, ties by id."""
        return [(person, id_) for person, id_ in await self.database.fetch(EXPIRED, (at, limit))]

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        await self.database.execute(DELETE, (person, list(ids)))

    async def forget(self, person: str) -> int:
        """Erase all of this person; returns how many memories went."""
        return await self.database.execute(FORGET, (person,))

    async def count(self, person: str | None = None) -> int:
        row = await self.database.fetch_one(COUNT, {"person": person})
        return row[0] if row else 0


def _original(id_: UUID, body: bytes, digest: bytes) -> bytes:
    what = f"archived memory {id_}"
    try:
        packed = zlib.decompress(body)
    except zlib.error as error:
        raise Damaged(what=what, why=error) from error
    if sha256(packed).digest() != digest:
        raise Damaged(what=what, why=because("its digest is wrong"))
    return packed
