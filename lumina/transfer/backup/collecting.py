"""Everything there is of a person, and everything that is nobody's, as sections; and sections back into stores."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from lumina.databases.ciphers import Cipher
from lumina.databases.postgres_connection import Connection, Guard
from lumina.databases.rows_postgres import Rows
from lumina.errors import Damaged, because
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.entries import instant, moment
from lumina.memory.frames import packb, row
from lumina.models import Network, TierName
from lumina.stores.history import history_file, open_history
from lumina.stores.opening import Stores
from lumina.transfer.backup.manifest import Kept
from lumina.transfer.backup.sections import Section

PERSON: Final = "person"
KEY: Final = "key"
DAYS: Final = "duckdb"
NETWORK: Final = "associations"
TYPED: Final = "history"
BATCH: Final = 200
IN_DAYS: Final = "select id from memories where person = %s and tier = %s order by id"


async def collect_common(connection: Connection, tables: Sequence[Rows]) -> list[Section]:
    """What is nobody's."""
    return await _rows(connection, [one for one in tables if one.shared], None)


async def collect(stores: Stores, connection: Connection, tables: Sequence[Rows], person: str) -> list[Section]:
    """All of one person, by name first. Nobody moves or changes the person's memories meanwhile."""
    rows = await _rows(connection, [one for one in tables if one.owner], person)
    key = stores.keys.of(person).key if stores.keys.has(person) else b""
    named = [Section(PERSON, person.encode()), Section(KEY, key)]
    return [*named, *rows, *await _beside(stores, connection, person)]


def name_in(sections: Sequence[Section]) -> str:
    """Whose sections these are, wherever the name stands: large ones come before it. Raises Damaged."""
    found = next((one.data for one in sections if one.name == PERSON), None)
    if found is None:
        raise Damaged(what=PERSON, why=because("it is something else"))
    return found.decode()


def key_in(sections: Sequence[Section]) -> Cipher | None:
    """The key under which the rows lie; None in backups of a version that sealed nothing."""
    found = next((one.data for one in sections if one.name == KEY), b"")
    return Cipher(found) if found else None


def summed(sections: Sequence[Section]) -> dict[str, tuple[int, bytes]]:
    """Of each its size and its digest."""
    return {one.name: (len(one.data), sha256(one.data).digest()) for one in sections}


def differing(sections: Sequence[Section], kept: Kept) -> set[str]:
    """The names of those sections that are not as they were kept."""
    return {name for name, found in summed(sections).items() if tuple(kept.sections[name]) != found}


@dataclass(frozen=True, slots=True)
class Loader:
    """Puts rows into the tables of an empty database whose schema is that of the backup."""

    tables: Sequence[Rows]

    async def load(
        self, connection: Connection, sections: Sequence[Section], kept: Kept, person: str | None
    ) -> set[str]:
        """In the place of what is there of the person, or of nobody; all or none. Returns the names of those tables
        that are not as they were kept, read again."""
        given, tables = {one.name: one for one in sections}, self._of(person)
        async with connection.transaction():
            for table in reversed(tables):
                await table.clear(connection, person)
            for table in tables:
                if table.name in given:
                    await table.put(connection, given[table.name].columns, given[table.name].data)
            return differing(await _rows(connection, tables, person), kept)

    def _of(self, person: str | None) -> list[Rows]:
        return [one for one in self.tables if (one.shared if person is None else one.owner)]


async def load_beside(stores: Stores, guard: Guard, sections: Sequence[Section], kept: Kept) -> set[str]:
    """What of the person lies in other engines than PostgreSQL. Returns as Loader.load()."""
    given = {one.name: one.data for one in sections}
    person = guard.person
    await stores.duckdb.forget(person)
    for some in _batched(row(given[DAYS])):
        await stores.duckdb.write([unpack_memory(one) for one in some])
    await stores.associations.load(guard, _network(given[NETWORK]))
    if given[TYPED] and not stores.folder_is_cache:
        await asyncio.to_thread(open_history(stores.folder.home, person).write_bytes, given[TYPED])
    differs = differing(await _beside(stores, guard, person), kept)
    return differs - {TYPED} if stores.folder_is_cache else differs


async def _beside(stores: Stores, connection: Connection, person: str) -> list[Section]:
    typed = history_file(stores.folder.home, person)
    return [
        Section(DAYS, await _days(stores, connection, person)),
        Section(NETWORK, _packed(await stores.associations.network(person))),
        Section(TYPED, await asyncio.to_thread(typed.read_bytes) if typed.exists() else b""),
    ]


async def _rows(connection: Connection, tables: Sequence[Rows], person: str | None) -> list[Section]:
    return [Section(one.name, await one.out(connection, person), one.table.columns) for one in tables]


async def _days(stores: Stores, connection: Connection, person: str) -> bytes:
    """What lies in DuckDB, packed, in the order of ids."""
    ids: list[UUID] = [id_ for (id_,) in await connection.fetch(IN_DAYS, (person, TierName.DUCKDB))]
    packed: list[bytes] = []
    for some in _batched(ids):
        found = {memory.id: memory for memory in await stores.duckdb.read(person, some)}
        packed += [pack_memory(found[id_]) for id_ in some if id_ in found]
    return packb(packed)


def _batched(things: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (things[start : start + BATCH] for start in range(0, len(things), BATCH))


def _packed(network: Network) -> bytes:
    concepts = [(name, mentions, _micros(seen)) for name, mentions, seen in network.concepts]
    occurrences = [(concept, memory.bytes, _micros(at)) for concept, memory, at in network.occurrences]
    associations = [(a, b, strength, closest, _micros(at)) for a, b, strength, closest, at in network.associations]
    return packb((concepts, occurrences, associations), unicode_errors="surrogatepass")


def _network(packed: bytes) -> Network:
    concepts, occurrences, associations = row(packed)
    return Network(
        tuple((name, mentions, moment(seen, 0)) for name, mentions, seen in concepts),
        tuple((concept, UUID(bytes=memory), moment(at, 0)) for concept, memory, at in occurrences),
        tuple((a, b, strength, closest, moment(at, 0)) for a, b, strength, closest, at in associations),
    )


def _micros(at: datetime) -> int:
    return instant(at)[0]
