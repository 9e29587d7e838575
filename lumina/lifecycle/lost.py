"""Memories whose tier lost them: their turns are there, so they are distilled again, under the same id."""

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from lumina.databases.troubles_postgres import Edges
from lumina.errors import PersonErased
from lumina.lifecycle.bodies import Bodies
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.edited_postgres import EditedTexts, keep_edited
from lumina.memory.tier import Midterm
from lumina.models import Memory, MemoryState, TierName

logger = logging.getLogger(__name__)

EVER = datetime(9999, 1, 1, tzinfo=UTC)
MANY = 1_000_000
BATCH = 20
"""Memories that are written together: a kill costs no more than their distillation."""

WHY = "its tier had lost it; distilled again from its turns"


@dataclass(frozen=True, slots=True)
class Lost:
    """What the catalogue knows to lie in DuckDB, and does not. What became of a memory (its salience, its uses, whether
    it is pinned, the text that its owner gave it) is in the catalogue and stays. `distil` is given that text, and gives
    None where the turns are gone, too."""

    duckdb: Midterm
    catalogue: Catalogue
    bodies: Bodies
    edited: EditedTexts
    distil: Callable[[MemoryState, str | None], Awaitable[Memory | None]]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    epoch_of: Callable[[str], Awaitable[int]]
    among: Callable[[str], AbstractAsyncContextManager[Edges]]

    async def distil_again(self, now: datetime) -> int:
        """Returns how many memories are there again."""
        known = (await self.catalogue.counts()).get(TierName.DUCKDB, 0)
        again = 0
        if await self.duckdb.count() < known:
            lost = await self._lost()
            async with self.among("distil again") as edges:
                for person, ids in lost.items():
                    with edges.of(person):
                        for batch in _batches(ids):
                            again += await self._distil(person, batch, now)
        if self.duckdb.was_lost:
            await self.duckdb.found_again()
        return again

    async def distil_what_was_lost(self, now: datetime) -> int:
        """As distil_again(), where the tier knows that it lost something: comparing takes long."""
        return await self.distil_again(now) if self.duckdb.was_lost else 0

    async def keep_edits(self, now: datetime) -> int:
        """What an older version let its owner edit is kept in the catalogue, too; returns how many texts."""
        earlier = _by_person(await self.edited.earlier(MANY))
        kept = 0
        async with self.among("keep edits") as edges:
            for person, ids in earlier.items():
                with edges.of(person):
                    for batch in _batches(ids):
                        kept += await self._keep_edits(person, batch, now)
        return kept

    async def _keep_edits(self, person: str, ids: Sequence[UUID], now: datetime) -> int:
        async with self.guarding(person, None) as guard:
            await guard.alone()
            states = await self.catalogue.states(person, ids, now)
            bodies = await self.bodies.readable(person, list(states.values()))
            await keep_edited(guard, person, {memory: body.text for memory, body in bodies.items()})
            return len(bodies)

    async def _lost(self) -> Mapping[str, list[UUID]]:
        """Looked at without a lock, so that some of it may just be on its way."""
        here = set(await self.duckdb.due(EVER, MANY))
        lying = await self.catalogue.due(TierName.DUCKDB, EVER, MANY)
        return _by_person([place for place in lying if place not in here])

    async def _distil(self, person: str, ids: Sequence[UUID], now: datetime) -> int:
        """The model is called before the person is held."""
        try:
            epoch = await self.epoch_of(person)
            states = await self.catalogue.states(person, ids, now)
            edited = await self.edited.of(person, ids)
            wanted = [state for state in states.values() if state.tier is TierName.DUCKDB]
            kept = await self.catalogue.content(person, [state.id for state in wanted])  # of those without words
            distilled = [
                self.bodies.unpack(kept[state.id])
                if state.id in kept
                else await self.distil(state, edited.get(state.id))
                for state in wanted
            ]
            return await self._keep(person, epoch, [memory for memory in distilled if memory], now)
        except PersonErased:
            logger.info("a person was erased while lost memories were distilled again; nothing was kept")
            return 0

    async def _keep(self, person: str, epoch: int, memories: Sequence[Memory], now: datetime) -> int:
        async with self.guarding(person, epoch) as guard:
            await guard.alone()
            ids = [memory.id for memory in memories]
            states = await self.catalogue.states(person, ids, now)
            here = {memory.id for memory in await self.duckdb.bodies(person, ids)}
            lost = {id_ for id_, state in states.items() if state.tier is TierName.DUCKDB} - here
            kept = [memory for memory in memories if memory.id in lost]
            await self.duckdb.write(kept)
            await self.catalogue.set_detail(guard, person, [memory.id for memory in kept], "full")
            changes = {memory.id: ({"detail": states[memory.id].detail}, {"detail": "full"}) for memory in kept}
            await self.catalogue.log(guard, person, changes, at=now, change="distilled", why=WHY)
            return len(kept)


def _by_person(places: Iterable[tuple[str, UUID]]) -> Mapping[str, list[UUID]]:
    grouped: dict[str, list[UUID]] = defaultdict(list)
    for person, memory in places:
        grouped[person].append(memory)
    return grouped


def _batches(ids: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    return (ids[at : at + BATCH] for at in range(0, len(ids), BATCH))
