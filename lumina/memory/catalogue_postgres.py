"""The catalogue in PostgreSQL: it knows every memory, where it lies, what it was made from and what became of it."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import numpy as np

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection, Guard
from lumina.databases.postgres_values import BigInts, Uuids
from lumina.memory import catalogue_sql as sql
from lumina.memory.catalogue_rows import as_json, states_of
from lumina.memory.transcript_rows import SEALED as TURN
from lumina.memory.transcript_rows import readable
from lumina.models import Memory, MemoryState, Particulars, Standing, TierName, Which
from lumina.reports import Rung

PAGE = 500
SEALED: Final = "content of the memory"
NIL = UUID(int=0)
_TIERS = {tier.value: tier for tier in TierName}

States = list[MemoryState]

Values = tuple[Mapping[str, object], Mapping[str, object]]
"""Before and after a change."""

Newborn = tuple[Memory, bytes, Mapping[int, int]]
"""A new memory, its content, and in how many of its turns each term stands."""


class _Taken(Exception):
    """Somebody else has distilled one of the turns, or it was left; what was begun is rolled back."""


Place = tuple[datetime, UUID]
"""Where a memory stands in list(): when it was born, and its id."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What is written needs a guard: `database.writing(person)` gives it. Ids that are not there are passed over."""

    database: Database

    async def commit(self, guard: Guard, newborn: Sequence[Newborn]) -> list[UUID]:
        """Take new memories in, each all or nothing: its row with its content (tier REDIS), its sources, its turns as
        distilled, and its words in the statistics. Returns which they are.

        Nothing is written of a memory that is there, or of which a turn is another memory's source or was left.
        """
        try:
            async with guard.transaction():
                await _take_in(guard, newborn)
        except _Taken:
            return [id_ for one in newborn for id_ in await self.commit(guard, [one])] if len(newborn) > 1 else []
        return [memory.id for memory, _, _ in newborn]

    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]:
        """Each with its uses up to `at`."""
        named = {"person": person, "ids": Uuids(ids), "at": at}
        return {state.id: state for state in states_of(await self.database.look(sql.STATES, named))}

    async def particulars(
        self, person: str, ids: Sequence[bytes], memories: Sequence[bytes], at: datetime
    ) -> list[Particulars]:
        """Of index entries of these ids and memories, in their order: what was said, and how the memory stands at
        `at`."""
        named = {"person": person, "ids": Uuids(ids), "memories": Uuids(memories), "at": at}
        opened, rows = opener(self.database.keys, TURN, person), await self.database.look(sql.PARTICULARS, named)
        return [
            Particulars(
                text=None if text is None else readable(opened, id_, text),
                position=-1 if position is None else position,
                standing=tier and Standing(_TIERS[tier], born, salience, pinned, tuple(uses or ()), let_go),
            )
            for id_, (text, position, tier, born, salience, pinned, uses, let_go) in zip(ids, rows, strict=True)
        ]

    async def memory_of(self, person: str, turn: UUID) -> UUID | None:
        """The memory that a turn is a source of."""
        row = await self.database.fetch_one(sql.MEMORY_OF, (person, turn))
        return row[0] if row else None

    async def peers(self, person: str, ids: Sequence[UUID], span: timedelta, at: datetime) -> list[MemoryState]:
        """These, and all that were born less than `span` before the first of them and not after the last, oldest
        first, ties by id; each with its uses up to `at`."""
        named = {"person": person, "ids": Uuids(ids), "span": span, "at": at}
        return states_of(await self.database.fetch(sql.PEERS, named))

    async def due(
        self, tier: TierName, born_before: datetime, limit: int = 500, person: str | None = None
    ) -> list[tuple[str, UUID]]:
        """(person, memory) of what lies in the tier and was born before, the oldest first, ties by id."""
        statement, whose = (sql.DUE, ()) if person is None else (sql.DUE_OF, (person,))
        rows = await self.database.fetch(statement, (*whose, tier, born_before, limit))
        return [(row[0], row[1]) for row in rows]

    async def strays(self) -> list[tuple[str, UUID, TierName]]:
        """(person, memory, tier) of what lies, all through PostgreSQL, where this catalogue does not say; FORGOTTEN of
        what was put away, and can be found."""
        rows = await self.database.fetch(sql.STRAYS)
        return [(person, memory, TierName(tier)) for person, memory, tier in rows]

    async def used_since(self, person: str, at: datetime) -> list[UUID]:
        """What lies in the archive, or is a gist, and was used after that, up to `at`; by id."""
        rows = await self.database.fetch(sql.USED_SINCE, {"person": person, "at": at})
        return [memory for (memory,) in rows]

    async def statistics(self, person: str, terms: Sequence[int]) -> tuple[int, dict[int, int]]:
        """The number of indexed turns, and in how many of them each term occurs (only terms that do)."""
        named = {"person": person, "terms": BigInts(terms)}
        indexed, known, turns = (await self.database.look(sql.STATISTICS, named))[0]
        return indexed, dict(zip(known or (), turns or (), strict=True))

    async def contents(self, tier: TierName, person: str | None = None) -> AsyncIterator[tuple[UUID, bytes]]:
        """(memory, content) of all that lie in the tier and whose content is here, by person and id."""
        statement = sql.CONTENTS if person is None else sql.CONTENTS_OF
        named = {"tier": tier, "person": person or "", "id": NIL, "limit": PAGE}
        while rows := await self.database.fetch(statement, named):
            for whose, memory, sealed in rows:
                yield memory, opener(self.database.keys, SEALED, whose)(memory, sealed)
            named |= {"person": rows[-1][0], "id": rows[-1][1]}

    async def content(self, person: str, ids: Sequence[UUID]) -> dict[UUID, bytes]:
        """The contents that are here, by memory."""
        opened = opener(self.database.keys, SEALED, person)
        rows = await self.database.look(sql.CONTENT, (person, Uuids(ids)))
        return {memory: opened(memory, sealed) for memory, sealed in rows}

    async def set_content(self, guard: Connection, person: str, memory: UUID, content: bytes) -> int:
        """Replace the content of a memory whose content is here. Returns 1, or 0 where it is not."""
        sealed = sealer(self.database.keys, SEALED, person)(memory, content)
        return await guard.execute(sql.SET_CONTENT, (sealed, person, memory))

    async def pinned(self, person: str, at: datetime) -> States:
        """Oldest first."""
        return states_of(await self.database.look(sql.PINNED, {"person": person, "at": at}))

    async def in_room(self, person: str, room: str, at: datetime, limit: int) -> States:
        """The youngest memories of a room."""
        named = {"person": person, "room": room, "at": at, "limit": limit}
        return states_of(await self.database.look(sql.IN_ROOM, named))

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
        named = {"person": person, "ids": Uuids(ids), "to": to, "at": at, "why": why, "keep": keep_content}
        return await guard.execute(sql.MOVE, named)

    async def pin(self, guard: Connection, person: str, ids: Sequence[UUID]) -> int:
        """A pinned memory does not fade. Returns how many were not pinned before."""
        return await guard.execute(sql.PIN, (True, person, list(ids), True))

    async def unpin(self, guard: Connection, person: str, ids: Sequence[UUID]) -> int:
        return await guard.execute(sql.PIN, (False, person, list(ids), False))

    async def use(self, guard: Connection, person: str, memories: Sequence[UUID], turn: UUID, at: datetime) -> None:
        """Note that the answer `turn` used these memories; once for each answer, however often it is noted."""
        await guard.execute(sql.USE, {"person": person, "ids": list(memories), "turn": turn, "at": at})

    async def set_detail(self, guard: Connection, person: str, ids: Sequence[UUID], detail: str) -> int:
        """ "full", or "gist" once compressed."""
        return await guard.execute(sql.SET_DETAIL, (detail, person, list(ids)))

    async def log(
        self, guard: Connection, person: str, values: Mapping[UUID, Values], *, at: datetime, change: str, why: str
    ) -> None:
        """Add to the lifecycle log, which holds no text of what was said: what became of each memory."""
        before, after = ([json.dumps(pair[side]) for pair in values.values()] for side in (0, 1))
        await guard.execute(sql.LOG, (person, at, change, why, list(values), before, after))

    async def history(self, person: str, memory: UUID) -> list[Mapping[str, object]]:
        """The lifecycle log of a memory in its order: at, change, before, after, why."""
        rows = await self.database.fetch(sql.HISTORY, (person, memory))
        return [dict(zip(("at", "change", "before", "after", "why"), row, strict=True)) for row in rows]

    async def counts(self, person: str | None = None) -> dict[TierName, int]:
        """How many memories lie in each tier; a tier without any is not named."""
        statement = sql.COUNTS if person is None else sql.COUNTS_OF
        rows = await self.database.fetch(statement, {"person": person})
        return {TierName(tier): count for tier, count in rows}

    async def rungs(self, person: str) -> list[Rung]:
        """What lies in each tier; a tier without any is not named."""
        return [Rung(TierName(tier), *rest) for tier, *rest in await self.database.fetch(sql.RUNGS, (person,))]

    async def births(self, person: str) -> Sequence[int]:
        """When each memory was born, in seconds since 1970; the oldest first."""
        [(seconds,)] = await self.database.fetch(sql.BIRTHS, (person,))
        return np.frombuffer(seconds or b"", ">i8").tolist()

    async def in_redis(self, behind: int | None = None) -> dict[str, int]:
        """Whose memories lie in Redis, and how many of each; of those of whom any came in behind that number."""
        if behind is None:
            return dict(await self.database.fetch(sql.IN_REDIS))
        return dict(await self.database.fetch(sql.IN_REDIS_BEHIND, (behind,)))

    async def newest_in_redis(self) -> int:
        """The number of what came in last."""
        return (await self.database.fetch(sql.NEWEST_IN_REDIS))[0][0]

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
        async with guard.transaction(), guard.unreferred():
            return {table: await guard.execute(statement, (guard.person,)) for table, statement in sql.FORGET}

    async def list(
        self, person: str, at: datetime, tier: TierName | None = None, limit: int = 100, offset: int = 0
    ) -> States:
        """The youngest first, ties by id; each with its uses up to `at`."""
        named = {"person": person, "at": at, "tier": tier, "limit": limit, "offset": offset}
        return states_of(await self.database.fetch(sql.LIST_TIER if tier else sql.LIST, named))

    async def faded(self, person: str, at: datetime, *, kept: float, below: float) -> States:
        """Those in long-term, whole and not pinned, of whose salience less than `below` would be left if they had never
        been used, where a week keeps a share of `kept`; the youngest first."""
        named = {"person": person, "at": at, "kept": kept, "below": below}
        return states_of(await self.database.fetch(sql.FADED, named))

    async def behind(self, person: str, at: datetime, which: Which, last: Place, limit: int) -> States:
        """Those of list() that are meant and stand behind this one."""
        named = {"person": person, "at": at, "born": last[0], "id": last[1], "limit": limit}
        named |= {"tier": which.tier, "room": which.room, "pinned": which.pinned}
        return states_of(await self.database.fetch(sql.BEHIND, named))


async def kept_alone(guard: Guard, memories: Sequence[UUID], contents: Mapping[UUID, bytes]) -> None:
    """Note that the words of these memories' turns are let go. The contents stay here for as long as the memories lie
    above long-term: nobody could distil them again."""
    seal = sealer(guard.keys, SEALED, guard.person)
    sealed = [seal(memory, content) for memory, content in contents.items()]
    await guard.execute(sql.KEEP_CONTENT, (Uuids(list(contents)), sealed, guard.person))
    await guard.execute(sql.SET_LET_GO, (guard.person, Uuids(memories)))


async def _take_in(guard: Guard, newborn: Sequence[Newborn]) -> None:
    memories = [memory for memory, _, _ in newborn]
    turns = [turn for memory in memories for turn in memory.turns]
    if any(memory.person != guard.person for memory in memories):
        raise ValueError("the guard is not for the person of these memories")
    seal = sealer(guard.keys, SEALED, guard.person)
    contents = [seal(memory.id, content) for memory, content, _ in newborn]
    rows = {"person": guard.person, "memories": as_json(memories), "contents": contents}
    if await guard.execute(sql.ADD_MEMORIES, rows | {"tier": TierName.REDIS}) < len(memories):
        raise _Taken
    made = [memory.id for memory in memories for _ in memory.turns]
    if await guard.execute(sql.ADD_SOURCES, (guard.person, Uuids(turns), Uuids(made))) < len(turns):
        raise _Taken
    if await guard.execute(sql.DISTILLED, (guard.person, Uuids(turns))) < len(turns):
        raise _Taken
    await _add_terms(guard, [terms for _, _, terms in newborn])
    await guard.execute(sql.ADD_INDEXED, (len(turns), guard.person))


async def _add_terms(guard: Guard, counts: Iterable[Mapping[int, int]]) -> None:
    """In ascending order, as everybody does: two that add the same terms wait for each other, and do not deadlock."""
    added: Counter[int] = Counter()
    for one in counts:
        added.update(one)
    terms = sorted(added)
    await guard.execute(sql.ADD_TERMS, (guard.person, BigInts(terms), BigInts([added[term] for term in terms])))
