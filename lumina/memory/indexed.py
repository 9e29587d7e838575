"""Index entries of which PostgreSQL is the record and a projection the index.

PostgreSQL first, the index next: what the index has not acknowledged is marked, and heals later. A deleted entry loses
its body at once, and its row once the index has dropped it, too.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Final, Literal, LiteralString
from uuid import UUID

from lumina.databases.person_keys import Keys, opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection, Params, Row
from lumina.databases.postgres_values import Uuids
from lumina.databases.troubles_postgres import Troubles
from lumina.errors import Damaged, KeyGone, StoreDown
from lumina.memory import indexed_sql as sql
from lumina.memory.entry_codec import as_kept, pack_entry, unpack_entry
from lumina.memory.tier import Projection
from lumina.models import Cue, Entry, Found

logger = logging.getLogger(__name__)

Table = Literal["entries", "chunk_entries"]
Place = tuple[str, UUID]
"""A person (or namespace) and the id of one of its entries."""

Fetch = Callable[[LiteralString, Params], Awaitable[list[Row]]]

SEALED: Final = "index entry"
PAGE = 2_000
FEW, MANY = 1_000, 20_000


async def entries_of(fetch: Fetch, keys: Keys, person: str, memories: Sequence[UUID]) -> dict[UUID, tuple[Entry, ...]]:
    """The entries of memories that lie in long-term or in the archive, in their order."""
    packed = await packed_entries_of(fetch, keys, person, memories)
    return {memory: tuple(map(unpack_entry, entries)) for memory, entries in packed.items()}


async def packed_entries_of(fetch: Fetch, keys: Keys, person: str, memories: Sequence[UUID]) -> dict[UUID, list[bytes]]:
    """As entries_of(), packed."""
    opened, found = opener(keys, SEALED, person), defaultdict[UUID, list[bytes]](list)
    for memory, id_, body in await fetch(sql.OF_MEMORIES, (person, Uuids(memories))):
        found[memory].append(opened(id_, body))
    return found


class IndexedEntries:
    """The entries of one index, in one table; those of persons are sealed with their `keys`, knowledge is nobody's."""

    def __init__(self, database: Database, index: Projection, table: Table, keys: Keys | None = None) -> None:
        self._keys = keys
        self._database = database
        self._index = index
        self._table: Table = table
        self._known: int | None = None

    async def put(self, connection: Connection, entries: Sequence[Entry]) -> list[Entry]:
        """Write entries (all of their memories', in order); returns those that the index does not have yet, as they are
        kept."""
        kept = {_place(entry): as_kept(entry) for entry in entries}
        columns = (*_columns(list(kept)), Uuids([entry.memory for entry in kept.values()]))
        values = (*columns, list(_positions(kept.values())), self._sealed(kept.values()))
        rows = await connection.fetch(sql.PUT.format(table=self._table), values)
        known = {(person, id_) for person, id_, indexed in rows if indexed}
        return [entry for place, entry in kept.items() if place not in known]

    async def bury(self, connection: Connection, person: str, ids: Sequence[UUID]) -> list[Place]:
        """Delete these entries; tell follow() of what is returned once that is committed."""
        statement = sql.BURY.format(table=self._table, which="id")
        return _places(await connection.fetch(statement, {"person": person, "ids": list(ids)}))

    async def bury_memories(self, connection: Connection, person: str, memories: Sequence[UUID]) -> list[Place]:
        """As bury(), all entries of these memories."""
        statement = sql.BURY.format(table=self._table, which="memory")
        return _places(await connection.fetch(statement, {"person": person, "ids": list(memories)}))

    async def bury_others(
        self, connection: Connection, memories: Sequence[Place], kept: Sequence[Entry]
    ) -> list[Place]:
        """As bury(), all entries of these memories but the `kept`."""
        values = (*_columns(memories), *_columns([(entry.person, entry.id) for entry in kept]))
        return _places(await connection.fetch(sql.BURY_OTHERS.format(table=self._table), values))

    async def follow(self, changed: Sequence[Entry], buried: Sequence[Place] = ()) -> None:
        """Let the index follow what was committed. Where it does not answer, heal() does so later."""
        try:
            await self._to_index(changed)
            await self._from_index(buried)
        except StoreDown as error:
            logger.warning("%d index entries wait until the index is back: %s", len(changed) + len(buried), error)

    async def heal(self, limit: int) -> int:
        """Let the index follow in what it missed, or all anew if it was lost; returns for how many entries, at most
        `limit`. 0: nothing is missing. Holds each person against erasure meanwhile."""
        await self._notice_loss()
        healed = 0
        async with Troubles(self._database).among(f"index {self._table}") as edges:
            for (person,) in await self._database.fetch(sql.WHO_WAITS.format(table=self._table)):
                with edges.of(person):
                    async with self._database.writing(person):
                        healed += await self._heal(person, limit - healed)
                if healed >= limit:
                    break
        return healed

    async def _heal(self, person: str, limit: int) -> int:
        rows = await self._database.fetch(sql.WAITING.format(table=self._table), (person, limit))
        opened = self._opener(person)
        await self._to_index([unpack_entry(opened(id_, body)) for _, id_, body in rows if body is not None])
        await self._from_index([(person, id_) for _, id_, body in rows if body is None])
        return len(rows)

    async def search(self, cue: Cue, source: str) -> Found:
        """What the index finds; it is read from the record."""
        return Found(source, await self._index.search(cue), partial(self._read, cue.person))

    async def _read(self, person: str, ids: Sequence[bytes]) -> dict[bytes, bytes]:
        """One that is damaged is left out, and does not keep the others from being found."""
        opened, found = self._opener(person), dict[bytes, bytes]()
        for id_, body in await self._database.look(sql.READ.format(table=self._table), (person, Uuids(ids))):
            try:
                found[id_] = opened(id_, body)
            except KeyGone:
                raise
            except Damaged as error:
                logger.warning("index entry %s is passed over: %s", UUID(bytes=id_), error)
        return found

    def _opener(self, person: str) -> Callable[[UUID | bytes, bytes], bytes]:
        return opener(self._keys, SEALED, person) if self._keys else _as_it_is

    def _sealed(self, entries: Iterable[Entry]) -> list[bytes]:
        """Packed, and sealed where they are persons'."""
        entries = list(entries)
        if self._keys is None:
            return list(map(pack_entry, entries))
        seals = {person: sealer(self._keys, SEALED, person) for person in {entry.person for entry in entries}}
        return [seals[entry.person](entry.id, pack_entry(entry)) for entry in entries]

    async def forget(self, connection: Connection, person: str) -> None:
        """Erase all of this person here and in the index, or nothing: raises StoreDown where the index is."""
        await connection.execute(sql.FORGET.format(table=self._table), (person,))
        await self._index.forget(person)

    async def count(self, person: str | None = None) -> int:
        row = await self._database.fetch_one(sql.COUNT.format(table=self._table), {"person": person})
        return row[0] if row else 0

    async def count_waiting(self) -> int:
        row = await self._database.fetch_one(sql.COUNT_WAITING.format(table=self._table))
        return row[0] if row else 0

    async def _to_index(self, kept: Sequence[Entry]) -> None:
        """As precise as they are kept, so that an index made anew is the same. What was deleted meanwhile leaves the
        index again."""
        if not kept:
            return
        await self._index.write(kept)
        self._expect(len(kept))
        places = list(map(_place, kept))
        digests = [sha256(body).digest() for body in self._sealed(kept)]
        statement = sql.ACKNOWLEDGE.format(table=self._table)
        held = set(_places(await self._database.fetch(statement, (*_columns(places), digests))))
        gone = [id_ for person, id_ in places if (person, id_) not in held]
        if gone:
            await self._index.delete(gone)

    async def _from_index(self, buried: Sequence[Place]) -> None:
        if buried:
            self._expect(-len(buried))
            await self._index.delete([id_ for _, id_ in buried])
            await self._database.execute(sql.UNBURY.format(table=self._table), _columns(buried))

    async def compare(self) -> int:
        """Where the index was brought back from an older state, delete for good what no row knows (of an erased person,
        perhaps); without it heal() notices what was lost. Returns how many were deleted. Raises StoreDown."""
        deleted, self._known = 0, None
        async for ids in self._ids():
            surplus = [
                one for (one,) in await self._database.fetch(sql.UNKNOWN.format(table=self._table), (Uuids(ids),))
            ]
            await self._index.delete(surplus)
            deleted += len(surplus)
        if deleted:
            await self._index.compact()
            logger.warning("%d points that nobody knows were deleted from the index of %s", deleted, self._table)
        return deleted

    async def _ids(self) -> AsyncIterator[list[UUID]]:
        """All there are in the index: from there few at a time, as others wait meanwhile; to PostgreSQL many, as it
        reads the whole table for them."""
        start, ids = UUID(int=0), list[UUID]()
        while page := await self._index.ids(start, FEW):
            start, ids = UUID(int=page[-1].int + 1), ids + page
            if len(ids) >= MANY:
                yield ids
                ids = []
        yield ids

    def _expect(self, more: int) -> None:
        if self._known is not None:
            self._known += more

    async def _notice_loss(self) -> None:
        """An index with fewer entries than it acknowledged has lost some: find out which. Counting takes long, here and
        there: it is done at first, after compare(), and where there are fewer than last time and what came since."""
        held = await self._index.estimate()
        if self._known is None or held < self._known:
            await self._find_lost()
        self._known = held

    async def _find_lost(self) -> None:
        row = await self._database.fetch_one(sql.INDEXED.format(table=self._table))
        if row is None or await self._index.count() >= row[0]:
            return
        after: Place = ("", UUID(int=0))
        while page := _places(await self._database.fetch(sql.INDEXED_PAGE.format(table=self._table), (*after, PAGE))):
            lost = set(await self._index.missing([id_ for _, id_ in page]))
            places = [place for place in page if place[1] in lost]
            await self._database.execute(sql.LOSE.format(table=self._table), _columns(places))
            after = page[-1]


def _as_it_is(_: UUID | bytes, body: bytes) -> bytes:
    return body


def _positions(entries: Iterable[Entry]) -> Iterator[int]:
    """The place of each within its memory, from 0."""
    seen: Counter[Place] = Counter()
    for entry in entries:
        yield seen[entry.person, entry.memory]
        seen[entry.person, entry.memory] += 1


def _columns(places: Sequence[Place]) -> tuple[list[str], Uuids]:
    return [person for person, _ in places], Uuids([id_ for _, id_ in places])


def _place(entry: Entry) -> Place:
    return entry.person, entry.id


def _places(rows: Sequence[Row]) -> list[Place]:
    return [(row[0], row[1]) for row in rows]
