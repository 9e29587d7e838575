"""The ladder: memories descend from tier to tier as they grow old.

Descent is a loop over neighbouring tiers: write below first, tell the catalogue second, delete above last, all
idempotent by id. What has outgrown more than one tier when it leaves Redis goes to that of its age at once. Killed
anywhere and run again, it loses nothing and doubles nothing; the copy that a kill leaves above goes with the leftovers.
Where a memory goes depends on its own age and on its person's memories alone, never on when or in what batches the job
ran.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

from lumina.clock import earlier
from lumina.errors import PersonErased, StoreDown
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.tier import Store
from lumina.models import Memory, MemoryState, TierName

logger = logging.getLogger(__name__)

BATCH = 400
"""Memories that go at once: for a second, or two where people talk meanwhile, whoever else moves theirs waits, an
erasure, too. By the hundred it is half as long, and they descend a quarter slower, as each batch is flushed."""

AT_ONCE = 4
"""Persons whose memories descend side by side: while the engines write one's, another's are packed."""

MANY = 1_000_000
REDIS_AGE = timedelta(hours=23)
"""Redis lets a memory expire at 24 h; descent takes it an hour earlier."""

CHOICE_AGE = timedelta(days=7)
"""At this age what matters goes on to long-term."""

LAST_AGE = timedelta(days=30)
"""At this age what was never needed goes to the archive."""

Choose = Callable[[Sequence[MemoryState], Sequence[MemoryState], datetime], Mapping[UUID, TierName]]
"""From the memories that are due, their person's memories of that time (the due ones included) and now: where each
goes. What is not named stays where it is. Pure."""

Leave = Callable[[str, Sequence[UUID]], Awaitable[Counter[str]]]
"""Lets these memories of a person leave a tier; returns how many went where."""

Guarding = Callable[[str], AbstractAsyncContextManager[Any]]
"""Holds a person against erasure while several stores are written."""


class Edges(Protocol):
    """A task that goes from person to person: what one's data raises ends with that one."""

    def of(self, person: str) -> AbstractContextManager[None]: ...


Among = Callable[[str, str | None], AbstractAsyncContextManager[Edges]]
"""A task for everybody, or for one (see troubles_postgres)."""


@dataclass(frozen=True, slots=True)
class FirstRung:
    """Redis as the ladder sees it: memories are read from the catalogue, which has them even where Redis lost them."""

    redis: Store
    content: Callable[[str, Sequence[UUID]], Awaitable[Mapping[UUID, bytes]]]
    unpack: Callable[[bytes], Memory]

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        return [self.unpack(body) for body in (await self.content(person, ids)).values()]

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        """What stays there because Redis does not answer expires within the hour."""
        try:
            await self.redis.delete(person, ids)
        except StoreDown as error:
            logger.warning("%d memories stay in Redis until they expire: %s", len(ids), error)


class Above(Protocol):
    """A tier that memories leave."""

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]: ...

    async def delete(self, person: str, ids: Sequence[UUID]) -> None: ...


@dataclass(frozen=True, slots=True)
class Step:
    """From one tier, which is read and cleared at `above`, to another."""

    above: Above
    leaving: TierName
    to: TierName


@dataclass(frozen=True, slots=True)
class Ladder:
    """The tiers in their order."""

    redis: Above
    duckdb: Store
    longterm: LongtermTier
    archive: Callable[[Any, Sequence[Memory], datetime], Awaitable[None]]
    catalogue: Catalogue
    guarding: Guarding
    choose: Choose
    among: Among

    async def descend(self, now: datetime, only: str | None = None) -> Counter[str]:
        """Move what outgrew its tier, of everybody or of one person; returns how many went where. A memory may pass
        several tiers in one run."""
        moved: Counter[str] = Counter()
        moved += await self.leave_redis(now, only)
        moved += await self._leave_duckdb(now, only)
        return moved

    async def leave_redis(self, now: datetime, only: str | None = None) -> Counter[str]:
        """Move what outgrew Redis to the tier of its age; what Redis lost is in the catalogue."""
        old = _by_person(await self.catalogue.due(TierName.REDIS, earlier(now, CHOICE_AGE), MANY, only))

        async def leave(person: str, ids: Sequence[UUID]) -> Counter[str]:
            chosen = await self._chosen(person, old.get(person, ()), now)
            further = {memory for theirs in chosen.values() for memory in theirs}
            chosen[TierName.DUCKDB] = [memory for memory in ids if memory not in further]
            return await self._go(person, self.redis, TierName.REDIS, chosen, now)

        due = await self.catalogue.due(TierName.REDIS, earlier(now, REDIS_AGE), MANY, only)
        async with self.among("leave Redis", only) as edges:
            return await _side_by_side(leave, _by_person(due), edges)

    async def _leave_duckdb(self, now: datetime, only: str | None) -> Counter[str]:
        async def leave(person: str, ids: Sequence[UUID]) -> Counter[str]:
            chosen = await self._chosen(person, ids, now)
            return await self._go(person, self.duckdb, TierName.DUCKDB, chosen, now)

        due = await self.catalogue.due(TierName.DUCKDB, earlier(now, CHOICE_AGE), MANY, only)
        async with self.among("leave DuckDB", only) as edges:
            return await _side_by_side(leave, _by_person(due), edges)

    async def _go(
        self, person: str, above: Above, leaving: TierName, chosen: Mapping[TierName, Sequence[UUID]], now: datetime
    ) -> Counter[str]:
        moved: Counter[str] = Counter()
        for to, ids in chosen.items():
            for batch in _batches(ids):
                moved[to] += await self._lower(person, batch, Step(above, leaving, to), now)
        return moved

    async def _chosen(self, person: str, ids: Sequence[UUID], now: datetime) -> dict[TierName, list[UUID]]:
        if not ids:
            return {}
        due, around = set(ids), await self.catalogue.peers(person, ids, LAST_AGE, now)
        grouped: dict[TierName, list[UUID]] = defaultdict(list)
        for memory, to in self.choose([state for state in around if state.id in due], around, now).items():
            grouped[to].append(memory)
        return grouped

    async def _lower(self, person: str, ids: Sequence[UUID], step: Step, now: datetime) -> int:
        try:
            async with self.guarding(person) as guard:
                await guard.alone()
                memories = await step.above.read(person, await self._still_there(person, ids, step, now))
                await self._write_below(guard, memories, step.to, now)
                moved = [memory.id for memory in memories]
                await self.catalogue.move(guard, person, moved, step.to, at=now, why=f"older than its tier; {step.to}")
                await step.above.delete(person, moved)
                return len(moved)
        except PersonErased:
            logger.info("a person was erased while memories descended; theirs were dropped")
            return 0

    async def _still_there(self, person: str, ids: Sequence[UUID], step: Step, now: datetime) -> list[UUID]:
        """Without those that somebody moved or put away since they were found to be due."""
        states = await self.catalogue.states(person, ids, now)
        return [memory for memory in ids if memory in states and states[memory].tier is step.leaving]

    async def _write_below(self, guard: Any, memories: Sequence[Memory], to: TierName, now: datetime) -> None:
        if to is TierName.ARCHIVE:
            await self.archive(guard, memories, now)
        elif to is TierName.DUCKDB:
            await self.duckdb.write(memories)
        else:
            await self.longterm.write(memories, guard)


async def _side_by_side(leave: Leave, due: Mapping[str, Sequence[UUID]], edges: Edges) -> Counter[str]:
    """Everybody's memories leave; returns how many went where. Where a store is down, that is raised once nobody is on
    the way any more."""
    waiting, moved = iter(due.items()), Counter[str]()

    async def go_on() -> None:
        for person, ids in waiting:
            with edges.of(person):
                moved.update(await leave(person, ids))

    ended = await asyncio.gather(*(go_on() for _ in range(AT_ONCE)), return_exceptions=True)
    for error in filter(None, ended):
        raise error
    return moved


def _by_person(due: Iterable[tuple[str, UUID]]) -> Mapping[str, list[UUID]]:
    grouped: dict[str, list[UUID]] = defaultdict(list)
    for person, memory in due:
        grouped[person].append(memory)
    return grouped


def _batches(ids: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
