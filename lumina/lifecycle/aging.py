"""What the night brings: faded memories are compressed, capacity is kept, retention ends, what was used is lifted."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, TypeVar
from uuid import UUID

from lumina.clock import later
from lumina.errors import PersonErased
from lumina.lifecycle.bodies import Bodies
from lumina.lifecycle.compression import gist, size
from lumina.lifecycle.importance import KEPT_PER_WEEK, importance
from lumina.memory.catalogue_postgres import Catalogue
from lumina.models import Memory, MemoryState, TierName

FADED_BELOW = 0.3
CROWDED = 0.9
LEAST = 0.1
BATCH = 100
RESTED = timedelta(days=7)
"""A memory that was used within these days is not compressed again."""

ACTIVE = (TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM)

T = TypeVar("T")
Values = tuple[Mapping[str, object], Mapping[str, object]]
"""Before and after a change."""

Change = Callable[[Any, str, Sequence[Memory], datetime], Awaitable[None]]
"""Under a guard, to memories of one person, at a moment."""


@dataclass(frozen=True, slots=True)
class Aging:
    """The nightly job, person by person. Every change is logged, and no log holds text."""

    bodies: Bodies
    catalogue: Catalogue
    guarding: Callable[[str], AbstractAsyncContextManager[Any]]
    among: Callable[[str], AbstractAsyncContextManager[Any]]
    retention: timedelta
    capacity: int

    async def compress(self, person: str, now: datetime) -> Counter[str]:
        """Compress what faded below 0.3, and archive the least important tenth of a person who is nearly full."""
        crowded = await self._least(person, now)
        faded = await self.catalogue.faded(person, now, kept=KEPT_PER_WEEK, below=FADED_BELOW)
        counts: Counter[str] = Counter()
        for batch in _batches([state for state in faded if state.id not in crowded and _is_faded(state, now)]):
            counts["compressed"] += await self._each(person, batch, now, self._compress)
        for batch in _batches([*crowded.values()]):
            counts["archived"] += await self._each(person, batch, now, self._archive)
        return counts

    async def _least(self, person: str, now: datetime) -> dict[UUID, MemoryState]:
        counts = await self.catalogue.counts(person)
        active = sum(counts.get(tier, 0) for tier in ACTIVE)
        if active < CROWDED * self.capacity:
            return {}
        states = await self.catalogue.list(person, now, TierName.LONGTERM, 1_000_000, 0)
        free = [state for state in states if not state.pinned]
        order = sorted(free, key=lambda state: (_weight(state, now), state.id))
        return {state.id: state for state in order[: max(ceil(active * LEAST), active - self.capacity)]}

    async def _each(self, person: str, batch: Sequence[MemoryState], now: datetime, change: Change) -> int:
        try:
            async with self.guarding(person) as guard:
                await guard.alone()
                states = await self.catalogue.states(person, [state.id for state in batch], now)
                bodies = await self.bodies.bodies(person, [state for state in batch if states.get(state.id) == state])
                await change(guard, person, list(bodies.values()), now)
                return len(bodies)
        except PersonErased:
            return 0

    async def _compress(self, guard: Any, person: str, memories: Sequence[Memory], now: datetime) -> None:
        """The originals first, the catalogue last. Who is killed in between finds the gist there and only tells."""
        full = [memory for memory in memories if memory.detail == "full"]
        gists = {memory.id: replace(memory, text=_shorter(memory), detail="gist") for memory in full}
        await self.bodies.archive.put(guard, full, at=now, keep_until=later(now, self.retention), why="faded")
        await self.bodies.longterm.write_bodies(guard, list(gists.values()))
        await self.catalogue.set_detail(guard, person, [memory.id for memory in memories], "gist")
        sizes = {one.id: (_size(one), _size(gists.get(one.id, one))) for one in memories}
        why = f"importance below {FADED_BELOW}"
        await self.catalogue.log(guard, person, sizes, at=now, change="compressed", why=why)

    async def _archive(self, guard: Any, person: str, memories: Sequence[Memory], now: datetime) -> None:
        """Their bodies; what finds them lies in the long-term index already."""
        ids = [memory.id for memory in memories]
        until = later(now, self.retention)
        await self.bodies.archive.put(guard, memories, at=now, keep_until=until, why="capacity")
        await self.catalogue.move(guard, person, ids, TierName.ARCHIVE, at=now, why="capacity")
        await self.bodies.longterm.drop_body(person, ids)

    async def archive(
        self, guard: Any, memories: Sequence[Memory], now: datetime, *, why: str = "never needed"
    ) -> None:
        """Bodies into the archive, until retention ends; what finds them stays in the long-term index."""
        await self.bodies.archive.put(guard, memories, at=now, keep_until=later(now, self.retention), why=why)
        await self.bodies.longterm.write_entries([entry for memory in memories for entry in memory.entries], guard)

    async def end_retention(self, now: datetime) -> Counter[str]:
        """Bodies whose time is over go; the turns stay findable."""
        counts: Counter[str] = Counter()
        people: dict[str, list[UUID]] = {}
        for person, memory in await self.bodies.archive.expired(now, 1_000_000):
            people.setdefault(person, []).append(memory)
        async with self.among("end retention") as edges:
            for person, ids in people.items():
                with edges.of(person):
                    for batch in _batches(ids):
                        await self._end_alone(person, batch, now)
                        counts["ended"] += len(batch)
        return counts

    async def _end_alone(self, person: str, ids: Sequence[UUID], now: datetime) -> None:
        async with self.guarding(person) as guard:
            await guard.alone()
            await self._end(guard, person, ids, now)

    async def _end(self, guard: Any, person: str, ids: Sequence[UUID], now: datetime) -> None:
        states = await self.catalogue.states(person, ids, now)
        lying = [memory for memory in ids if memory in states and states[memory].tier is TierName.ARCHIVE]
        await self.bodies.longterm.drop_summary(person, lying)
        await self.catalogue.move(guard, person, lying, TierName.FADED, at=now, why="retention ended")
        await self.bodies.archive.delete(person, ids)

    async def lift_used(self, person: str, now: datetime) -> int:
        """Lift what was used and not lifted then, because the process ended in between."""
        lifted = 0
        for batch in _batches(await self.catalogue.used_since(person, now)):
            try:
                async with self.guarding(person) as guard:
                    lifted += await self.lift(guard, person, batch, now)
            except PersonErased:
                continue
        return lifted

    async def lift(self, guard: Any, person: str, ids: Sequence[UUID], now: datetime, *, why: str = "used") -> int:
        """What lies in the archive, or was compressed, is whole again and lies in long-term."""
        if not await self._low(person, ids, now):
            return 0
        await guard.alone()
        states = await self._low(person, ids, now)
        kept = await self.bodies.archive.read(person, list(states))
        for memory in kept:
            await self.bodies.rewrite(guard, memory, TierName.LONGTERM)
            await self.catalogue.move(guard, person, [memory.id], TierName.LONGTERM, at=now, why=why)
            await self.catalogue.set_detail(guard, person, [memory.id], "full")
            before = {"tier": states[memory.id].tier, "detail": states[memory.id].detail}
            change = {memory.id: (before, {"tier": TierName.LONGTERM, "detail": "full"})}
            await self.catalogue.log(guard, person, change, at=now, change="lifted", why=why)
        await self.bodies.archive.delete(person, [memory.id for memory in kept])
        return len(kept)

    async def _low(self, person: str, ids: Sequence[UUID], now: datetime) -> dict[UUID, MemoryState]:
        states = await self.catalogue.states(person, ids, now)
        return {one.id: one for one in states.values() if _is_low(one)}


def _is_low(state: MemoryState) -> bool:
    """What was put away by the owner stays put away."""
    compressed = state.detail == "gist" and state.tier is TierName.LONGTERM
    return compressed or state.tier is TierName.ARCHIVE


def _weight(state: MemoryState, now: datetime) -> float:
    return importance(state.salience, state.born, state.uses, now, state.pinned)


def _is_faded(state: MemoryState, now: datetime) -> bool:
    rested = not state.uses or now - state.uses[-1] >= RESTED
    return state.detail == "full" and not state.pinned and rested and _weight(state, now) < FADED_BELOW


def _size(memory: Memory) -> Mapping[str, object]:
    return {"characters": len(memory.text), "bytes": size(memory.text)}


def _shorter(memory: Memory) -> str:
    """What is not shorter than the text is not taken."""
    kept = gist(memory.text, memory.language)
    return kept if size(kept) < size(memory.text) else memory.text


def _batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    return (rows[start : start + BATCH] for start in range(0, len(rows), BATCH))
