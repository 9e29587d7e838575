"""Long-term memory: PostgreSQL keeps it, and the index that follows PostgreSQL finds it.

The entries of what lies in the archive stay here, too: what has faded is still found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.postgres_values import Uuids
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.indexed import IndexedEntries, entries_of, packed_entries_of
from lumina.memory.tier import Projection
from lumina.models import Cue, Entry, Found, Memory, TierName

HEAL_BATCH = 1_000
SEALED: Final = "memory in long-term"

PUT: Final = """
insert into longterm (person, id, born, detail, body)
select * from unnest(%s::text[], %s::uuid[], %s::timestamptz[], %s::text[], %b::bytea[]) order by 1, 2
on conflict (person, id) do update set born = excluded.born, detail = excluded.detail, body = excluded.body
"""
READ: Final = "select id, body from longterm where person = %s and id = any(%s)"
DUE: Final = "select person, id from longterm where born < %s order by born, id limit %s"
DELETE: Final = "delete from longterm where person = %s and id = any(%s)"
FORGET: Final = "delete from longterm where person = %s"
COUNT: Final = "select count(*) from longterm where %(person)s::text is null or person = %(person)s"


class LongtermTier:
    """A tier. Writing, deleting and reading do not need the index; what it misses heals. Searching does."""

    def __init__(self, database: Database, index: Projection) -> None:
        self.name = "longterm"
        self.tier = TierName.LONGTERM
        self._database = database
        self._keys = database.keys
        self._entries = IndexedEntries(database, index, "entries", database.keys)

    async def write(self, memories: Sequence[Memory], guard: Connection) -> None:
        """Durable in PostgreSQL when it returns; over the guard of their person, whom others may erase."""
        memories = _each_once(memories)
        entries = [entry for memory in memories for entry in memory.entries]
        async with guard.transaction() as connection:
            await connection.execute(PUT, self._bodies(memories))
            buried = await self._entries.bury_others(connection, [(one.person, one.id) for one in memories], entries)
            changed = await self._entries.put(connection, entries)
        await self._entries.follow(changed, buried)

    async def put(self, connection: Connection, memories: Sequence[Memory], entries: Sequence[Entry]) -> None:
        """Write new memories, and entries (of others, too: of those in the archive), on this connection; heal() brings
        them to the index once that is committed."""
        await connection.execute(PUT, self._bodies(memories))
        await self._entries.put(connection, entries)

    async def remove(self, connection: Connection, person: str, ids: Sequence[UUID]) -> None:
        """Delete memories and their entries on this connection; heal() tells the index once that is committed."""
        await connection.execute(DELETE, (person, list(ids)))
        await self._entries.bury_memories(connection, person, ids)

    async def remove_entries(self, connection: Connection, person: str, ids: Sequence[UUID]) -> None:
        """Delete entries by their own ids, on this connection; heal() tells the index once that is committed."""
        await self._entries.bury(connection, person, ids)

    async def write_bodies(self, guard: Connection, memories: Sequence[Memory]) -> None:
        """Replace the memories; their entries stay as they are."""
        await guard.execute(PUT, self._bodies(_each_once(memories)))

    async def write_entries(self, entries: Sequence[Entry], guard: Connection) -> None:
        """As write(), the entries of memories whose bodies lie elsewhere, all of a memory's in their order."""
        async with guard.transaction() as connection:
            changed = await self._entries.put(connection, entries)
        await self._entries.follow(changed)

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        async with self._database.connection() as connection:
            bodies: dict[UUID, bytes] = dict(await connection.fetch(READ, (person, list(ids))))
            entries = await entries_of(connection.fetch, self._keys, person, list(bodies))
        opened = self._opened(person, ids, bodies)
        return [replace(memory, entries=entries.get(memory.id, ())) for memory in opened]

    async def bodies(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """As read(), without entries."""
        found: dict[UUID, bytes] = dict(await self._database.look(READ, (person, list(ids))))
        return self._opened(person, ids, found)

    async def entries(self, person: str, ids: Sequence[UUID]) -> dict[UUID, list[bytes]]:
        """The entries of these memories, those in the archive included, packed, by memory, in their order."""
        return await packed_entries_of(self._database.look, self._keys, person, ids)

    async def search(self, cue: Cue) -> Found:
        """Memories in long-term and in the archive alike."""
        return await self._entries.search(cue, self.name)

    async def due(self, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        return [(person, id_) for person, id_ in await self._database.fetch(DUE, (born_before, limit))]

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(DELETE, (person, list(ids)))
            buried = await self._entries.bury_memories(connection, person, ids)
        await self._entries.follow((), buried)

    async def drop_body(self, person: str, ids: Sequence[UUID]) -> None:
        """These memories lie in the archive now; their entries stay and are found."""
        await self._database.execute(DELETE, (person, list(ids)))

    async def drop_summary(self, person: str, ids: Sequence[UUID]) -> None:
        """The bodies of these memories are gone for good: only their turns are found from now on."""
        async with self._database.transaction() as connection:
            await connection.execute(DELETE, (person, list(ids)))
            buried = await self._entries.bury(connection, person, ids)
        await self._entries.follow((), buried)

    async def heal(self, limit: int = HEAL_BATCH) -> int:
        """Index what is not indexed, all of it if the index was lost; returns how many entries it was this time, at
        most `limit`. Call until it returns 0. Raises StoreDown while the index is."""
        return await self._entries.heal(limit)

    async def compare(self) -> int:
        """See IndexedEntries.compare."""
        return await self._entries.compare()

    async def forget(self, person: str) -> int:
        """All or nothing: raises StoreDown where the index is."""
        async with self._database.transaction() as connection:
            went = await connection.execute(FORGET, (person,))
            await self._entries.forget(connection, person)
        return went

    async def count(self, person: str | None = None) -> int:
        row = await self._database.fetch_one(COUNT, {"person": person})
        return row[0] if row else 0

    async def count_entries(self, person: str | None = None) -> int:
        """Entries here, those of archived memories included."""
        return await self._entries.count(person)

    async def count_waiting(self) -> int:
        """Entries that the index has not taken, or not dropped, yet."""
        return await self._entries.count_waiting()

    def _bodies(self, memories: Sequence[Memory]) -> tuple[list[str], Uuids, list[datetime], list[str], list[bytes]]:
        seals = {person: sealer(self._keys, SEALED, person) for person in {memory.person for memory in memories}}
        return (
            [memory.person for memory in memories],
            Uuids([memory.id for memory in memories]),
            [memory.born for memory in memories],
            [memory.detail for memory in memories],
            [seals[memory.person](memory.id, pack_memory(replace(memory, entries=()))) for memory in memories],
        )

    def _opened(self, person: str, ids: Sequence[UUID], bodies: Mapping[UUID, bytes]) -> list[Memory]:
        opened = opener(self._keys, SEALED, person)
        return [unpack_memory(opened(id_, bodies[id_])) for id_ in ids if id_ in bodies]


def _each_once(memories: Sequence[Memory]) -> list[Memory]:
    return list({(memory.person, memory.id): memory for memory in memories}.values())
