"""Mid-term memory up to 30 days, in PostgreSQL: for machines that share no folder.

As in the DuckDB file, numpy searches: the entries of a person are loaded on the first question, and stay until another
version of the person's memories is there, whichever machine made it. A search asks for that version, and for no more.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.postgres_values import Uuids
from lumina.errors import Damaged
from lumina.memory.codec import pack_entry, pack_memory, unpack_entry, unpack_memory
from lumina.memory.frames import packb, row
from lumina.memory.midterm_known import Loaded, Searched, State
from lumina.models import Cue, Found, Memory, TierName

SEALED: Final = "memory in mid-term"
SEALED_ENTRIES: Final = "entries in mid-term of the memory"

# First, so that of two who change a person's memories one waits for the other.
CHANGED: Final = """
insert into midterm_versions (person, version) select p, gen_random_uuid() from unnest(%s::text[]) as t (p) order by p
on conflict (person) do update set version = excluded.version
"""
PUT: Final = """
insert into midterm (person, id, born, body, entries)
select * from unnest(%s::text[], %s::uuid[], %s::timestamptz[], %b::bytea[], %b::bytea[]) order by 1, 2
on conflict (person, id) do update set born = excluded.born, body = excluded.body, entries = excluded.entries
"""
VERSION: Final = "select version from midterm_versions where person = %s"
READ: Final = "select id, body, entries from midterm where person = %s and id = any(%s)"
BODIES: Final = "select id, body from midterm where person = %s and id = any(%s)"
ALL: Final = "select id, body, entries from midterm where person = %s order by id"
DUE: Final = "select person, id from midterm where born < %s order by born, id limit %s"
DELETE: Final = "delete from midterm where person = %s and id = any(%s)"
FORGET: Final = "delete from midterm where person = %s"
FORGET_VERSION: Final = "delete from midterm_versions where person = %s"
COUNT: Final = "select count(*) from midterm where %(person)s::text is null or person = %(person)s"
IS_EMPTY: Final = "select not exists (select from midterm)"

logger = logging.getLogger(__name__)


class PostgresMidterm:
    """The tier of memories that are days old, in tables of the record's own database. What is kept is sealed with its
    person's key. Opened by `open`; every verb raises StoreDown.

    `was_lost` where nothing lies here: what the catalogue knows to be here can be distilled again.
    """

    name = "duckdb"
    tier = TierName.DUCKDB

    def __init__(self, database: Database, *, was_lost: bool = False) -> None:
        self.was_lost = was_lost
        self._database = database
        self.keys = database.keys
        self._searched = Searched()

    @classmethod
    async def open(cls, database: Database) -> "PostgresMidterm":
        return cls(database, was_lost=await database.fetch(IS_EMPTY) == [(True,)])

    async def write(self, memories: Sequence[Memory]) -> None:
        """All of them, or none."""
        once = list({(memory.person, memory.id): memory for memory in memories}.values())
        if not once:
            return
        columns = self._columns(once)
        async with self._database.transaction() as connection:
            await connection.execute(CHANGED, (sorted({memory.person for memory in once}),))
            await connection.execute(PUT, columns)

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """Raises Damaged: what goes on from here to another tier goes whole, or stays."""
        rows = await self._database.fetch(READ, (person, Uuids(ids)))
        opened = opener(self.keys, SEALED_ENTRIES, person)
        entries = {id_.bytes: row(opened(id_, sealed)) for id_, _, sealed in rows}
        bodies = self._opened(person, {id_: body for id_, body, _ in rows}, ids)
        return [replace(one, entries=tuple(map(unpack_entry, entries.get(one.id.bytes, ())))) for one in bodies]

    async def bodies(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """As read(), without entries."""
        return self._opened(person, dict(await self._database.look(BODIES, (person, Uuids(ids)))), ids)

    async def entries(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Sequence[bytes]]:
        """The entries of these memories, packed, by memory, in their order."""
        loaded = await self._load(person)
        return {id_: loaded.by_memory[id_.bytes] for id_ in ids if id_.bytes in loaded.by_memory}

    async def search(self, cue: Cue) -> Found:
        return (await self._load(cue.person)).kept.search(cue, self.name)

    async def due(self, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        return [(person, id_) for person, id_ in await self._database.fetch(DUE, (born_before, limit))]

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(CHANGED, ([person],))
            await connection.execute(DELETE, (person, list(ids)))
        self._searched.drop([person])

    async def forget(self, person: str) -> int:
        """Whoever gave up waiting may be committed still: it has the person's version, which is waited for."""
        async with self._database.transaction() as connection:
            await connection.execute(CHANGED, ([person],))
            went = await connection.execute(FORGET, (person,))
            await connection.execute(FORGET_VERSION, (person,))
        self._searched.drop([person])
        return went

    async def count(self, person: str | None = None) -> int:
        found = await self._database.fetch_one(COUNT, {"person": person})
        return found[0] if found else 0

    def forget_searched(self) -> None:
        """Drop what this process has of anybody; it is read again when it is asked for."""
        self._searched.clear()

    async def compact(self) -> None:
        """The bytes of what was deleted go with the other tables' (lumina.databases.rewriting)."""

    async def found_again(self) -> None:
        """All that was lost and can be had lies here."""
        self.was_lost = False

    async def close(self) -> None:
        self._searched.clear()

    async def _load(self, person: str) -> Loaded:
        """The version is asked for before the rows: they may be newer than it, and are read again then."""
        async with self._database.connection() as connection:
            state = await _state(connection, person)
            known = self._searched.get(person, state)
            if known:
                return known
            rows = await connection.fetch(ALL, (person,))
        entries = self._entries(person, {id_: sealed for id_, _, sealed in rows})
        return self._searched.put(person, state, Loaded.of(entries))

    def _columns(self, memories: Sequence[Memory]) -> tuple[list[str], Uuids, list[datetime], list[bytes], list[bytes]]:
        people = {memory.person for memory in memories}
        body, entries = ({who: sealer(self.keys, kind, who) for who in people} for kind in (SEALED, SEALED_ENTRIES))
        packed = [packb(list(map(pack_entry, memory.entries))) for memory in memories]
        return (
            [memory.person for memory in memories],
            Uuids([memory.id for memory in memories]),
            [memory.born for memory in memories],
            [body[memory.person](memory.id, pack_memory(replace(memory, entries=()))) for memory in memories],
            [entries[memory.person](memory.id, one) for memory, one in zip(memories, packed, strict=True)],
        )

    def _opened(self, person: str, sealed: Mapping[UUID, bytes], ids: Iterable[UUID]) -> list[Memory]:
        opened = opener(self.keys, SEALED, person)
        return [unpack_memory(opened(id_, sealed[id_])) for id_ in dict.fromkeys(ids) if id_ in sealed]

    def _entries(self, person: str, sealed: Mapping[UUID, bytes]) -> dict[bytes, Sequence[bytes]]:
        """Packed, by memory. One that is damaged is left out, and does not keep the others from being found."""
        opened, found = opener(self.keys, SEALED_ENTRIES, person), dict[bytes, Sequence[bytes]]()
        for id_, one in sealed.items():
            try:
                found[id_.bytes] = row(opened(id_, one))
            except Damaged as error:
                logger.warning("it is passed over: %s", error)
        return found


async def _state(connection: Connection, person: str) -> State:
    found = await connection.fetch_one(VERSION, (person,))
    return (found[0].bytes if found else b""), []
