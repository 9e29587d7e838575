"""The catalogue in PostgreSQL: it knows every memory, where it lies, what it was made from and what became of it."""

import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from lumina.memory import catalogue_sql as sql
from lumina.memory.postgres import BigInts, Connection, Database, Guard, Row
from lumina.models import Memory, MemoryState, TierName

PAGE = 500
NIL = UUID(int=0)

States = list[MemoryState]


class _Taken(Exception):
    """Somebody else has distilled one of the turns; what was begun is rolled back."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What is written needs a guard: `database.writing(person)` gives it. Ids that are not there are passed over."""

    database: Database

    async def commit(
        self, guard: Guard, memory: Memory, content: bytes, term_counts: Mapping[int, int], indexed_turns: int
    ) -> bool:
        """Take a new memory in, all or nothing: its row with its content (tier REDIS), its sources, its turns as
        distilled, and its words in the statistics (`term_counts`: in how many of its turns a term occurs).

        False, and nothing is written, if the memory is there or if one of its turns is another memory's source.
        """
        if memory.person != guard.person:
            raise ValueError(f"the guard is not for the person of memory {memory.id}")
        try:
            async with guard.transaction():
                await _add(guard, memory, content)
                await guard.execute(sql.DISTILLED, (memory.person, list(memory.turns)))
                await _add_terms(guard, memory.person, term_counts)
                await guard.execute(sql.ADD_INDEXED, (indexed_turns, memory.person))
        except _Taken:
            return False
        return True

    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]:
        """Each with its uses up to `at`."""
        named = {"person": person, "ids": list(ids), "at": at}
        return {state.id: state for state in _states(await self.database.fetch(sql.STATES, named))}

    async def born_between(self, person: str, after: datetime, before: datetime, at: datetime) -> list[MemoryState]:
        """Born after `after` and not after `before`, oldest first, ties by id; each with its uses up to `at`."""
        named = {"person": person, "after": after, "before": before, "at": at}
        return _states(await self.database.fetch(sql.BORN_BETWEEN, named))

    async def due(self, tier: TierName, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        """(person, memory) of what lies in the tier and was born before, the oldest first, ties by id."""
        return [(person, memory) for person, memory in await self.database.fetch(sql.DUE, (tier, born_before, limit))]

    async def statistics(self, person: str, terms: Sequence[int]) -> tuple[int, dict[int, int]]:
        """The number of indexed turns, and in how many of them each term occurs (only terms that do)."""
        named = {"person": person, "terms": BigInts(terms)}
        indexed, known, turns = (await self.database.fetch(sql.STATISTICS, named))[0]
        return indexed, dict(zip(known or (), turns or (), strict=True))

    async def contents(self, tier: TierName, person: str | None = None) -> AsyncIterator[tuple[UUID, bytes]]:
        """(memory, content) of all that lie in the tier and whose content is here, by person and id."""
        statement = sql.CONTENTS if person is None else sql.CONTENTS_OF
        named = {"tier": tier, "person": person or "", "id": NIL, "limit": PAGE}
        while rows := await self.database.fetch(statement, named):
            for _, memory, content in rows:
                yield memory, content
            named |= {"person": rows[-1][0], "id": rows[-1][1]}

    async def content(self, person: str, ids: Sequence[UUID]) -> list[bytes]:
        """The contents that are here, in no order."""
        return [row[0] for row in await self.database.fetch(sql.CONTENT, (person, list(ids)))]

    async def set_content(self, guard: Connection, person: str, memory: UUID, content: bytes) -> int:
        """Replace the content of a memory whose content is here. Returns 1, or 0 where it is not."""
        return await guard.execute(sql.SET_CONTENT, (content, person, memory))

    async def pinned(self, person: str, at: datetime) -> States:
        """Oldest first."""
        return _states(await self.database.fetch(sql.PINNED, {"person": person, "at": at}))

    async def in_room(self, person: str, room: str, at: datetime, limit: int) -> States:
        """The youngest memories of a room."""
        named = {"person": person, "room": room, "at": at, "limit": limit}
        return _states(await self.database.fetch(sql.IN_ROOM, named))

    async def move(
        self,
        guard: Connection,
        person: str,
        ids: Sequence[UUID],
        to: TierName,
        *,
        at: datetime,
        why: str,
        keep_content: bool = False,
    ) -> int:
        """Note that these lie in another tier now, and log it; returns how many were not there before. Their content
        leaves the catalogue unless it is to be kept."""
        named = {"person": person, "ids": list(ids), "to": to, "at": at, "why": why, "keep": keep_content}
        return await guard.execute(sql.MOVE, named)

    async def pin(self, guard: Connection, person: str, ids: Sequence[UUID]) -> int:
        """A pinned memory does not fade. Returns how many were not pinned before."""
        return await guard.execute(sql.PIN, (True, person, list(ids), True))

    async def unpin(self, guard: Connection, person: str, ids: Sequence[UUID]) -> int:
        return await guard.execute(sql.PIN, (False, person, list(ids), False))

    async def use(self, guard: Connection, person: str, memories: Sequence[UUID], turn: UUID, at: datetime) -> None:
        """Note that the answer `turn` used these memories; once for each answer, however often it is noted."""
        await guard.execute(sql.USE, {"person": person, "ids": list(memories), "turn": turn, "at": at})

    async def set_salience(self, guard: Connection, person: str, salience: Mapping[UUID, float]) -> int:
        return await guard.execute(sql.SET_SALIENCE, (list(salience), list(salience.values()), person))

    async def set_detail(self, guard: Connection, person: str, ids: Sequence[UUID], detail: str) -> int:
        """ "full", or "gist" once compressed."""
        return await guard.execute(sql.SET_DETAIL, (detail, person, list(ids)))

    async def log(
        self,
        guard: Connection,
        person: str,
        memory: UUID,
        *,
        at: datetime,
        change: str,
        before: Mapping[str, object],
        after: Mapping[str, object],
        why: str,
    ) -> None:
        """Add to the lifecycle log, which holds no text of what was said."""
        await guard.execute(sql.LOG, (person, memory, at, change, json.dumps(before), json.dumps(after), why))

    async def history(self, person: str, memory: UUID) -> list[Mapping[str, object]]:
        """The lifecycle log of a memory in its order: at, change, before, after, why."""
        rows = await self.database.fetch(sql.HISTORY, (person, memory))
        return [dict(zip(("at", "change", "before", "after", "why"), row, strict=True)) for row in rows]

    async def remove(self, guard: Connection, person: str, ids: Sequence[UUID]) -> int:
        """Take memories out as if they had never been made: their turns wait to be distilled again."""
        named = {"person": person, "ids": list(ids)}
        async with guard.transaction():
            await guard.execute(sql.WAIT_AGAIN, named)
            return await guard.execute(sql.REMOVE, named)

    async def counts(self, person: str | None = None) -> dict[TierName, int]:
        """How many memories lie in each tier; a tier without any is not named."""
        statement = sql.COUNTS if person is None else sql.COUNTS_OF
        rows = await self.database.fetch(statement, {"person": person})
        return {TierName(tier): count for tier, count in rows}

    async def embedder(self, place: str) -> tuple[str, int] | None:
        """(identity, dimensions) of the embedder whose vectors lie in this place, if any do."""
        row = await self.database.fetch_one(sql.EMBEDDER, (place,))
        return (row[0], row[1]) if row else None

    async def set_embedder(self, place: str, identity: str, dimensions: int) -> None:
        await self.database.execute(sql.SET_EMBEDDER, (place, identity, dimensions))

    async def holdings(self, person: str) -> dict[str, int]:
        """What forget() would delete, counted by table."""
        row = (await self.database.fetch(sql.HOLDINGS, {"person": person}))[0]
        return {table: count for (table, _), count in zip(sql.FORGET, row, strict=True)}

    async def forget(self, guard: Guard) -> dict[str, int]:
        """Delete all of the person that is the catalogue's, counted by table; before the transcript's."""
        async with guard.transaction():
            return {table: await guard.execute(statement, (guard.person,)) for table, statement in sql.FORGET}

    async def list(
        self, person: str, at: datetime, tier: TierName | None = None, limit: int = 100, offset: int = 0
    ) -> States:
        """The youngest first, ties by id; each with its uses up to `at`."""
        named = {"person": person, "at": at, "tier": tier, "limit": limit, "offset": offset}
        return _states(await self.database.fetch(sql.LIST_TIER if tier else sql.LIST, named))


async def _add(connection: Connection, memory: Memory, content: bytes) -> None:
    row = (memory.person, memory.id, memory.room, memory.thread, memory.kind, memory.born, memory.salience)
    more = (sorted(memory.witnesses), list(memory.turns), TierName.REDIS, memory.detail, content)
    if not await connection.execute(sql.ADD_MEMORY, (*row, *more)):
        raise _Taken
    sources = (memory.person, memory.id, list(memory.turns))
    if await connection.execute(sql.ADD_SOURCES, sources) < len(memory.turns):
        raise _Taken


async def _add_terms(connection: Connection, person: str, term_counts: Mapping[int, int]) -> None:
    """In ascending order, as everybody does: two that add the same terms wait for each other, and do not deadlock."""
    terms = sorted(term_counts)
    await connection.execute(sql.ADD_TERMS, (person, BigInts(terms), BigInts([term_counts[term] for term in terms])))


def _states(rows: Iterable[Row]) -> States:
    return [
        MemoryState(
            id=row[0],
            person=row[1],
            room=row[2],
            thread=row[3],
            kind=row[4],
            tier=TierName(row[5]),
            born=row[6],
            salience=row[7],
            pinned=row[8],
            uses=tuple(row[9] or ()),
            detail=row[10],
            witnesses=frozenset(row[11]),
            turns=tuple(row[12]),
        )
        for row in rows
    ]
