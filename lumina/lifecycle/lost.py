"""Memories whose tier lost them: their turns are there, so they are distilled again, under the same id."""

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from lumina.errors import PersonErased
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.midterm_duckdb import DuckDBTier
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
    it is pinned) is in the catalogue and stays; a text that its owner had corrected is as it was distilled.
    `distil` gives None where the turns are gone, too."""

    duckdb: DuckDBTier
    catalogue: Catalogue
    distil: Callable[[MemoryState], Awaitable[Memory | None]]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    epoch_of: Callable[[str], Awaitable[int]]

    async def distil_again(self, now: datetime) -> int:
        """Returns how many memories are there again."""
        known = (await self.catalogue.counts()).get(TierName.DUCKDB, 0)
        again = 0
        if await self.duckdb.count() < known:
            for person, ids in (await self._lost()).items():
                again += sum(
                    [await self._distil(person, ids[at : at + BATCH], now) for at in range(0, len(ids), BATCH)]
                )
        if self.duckdb.was_lost:
            await self.duckdb.found_again()
        return again

    async def distil_what_was_lost(self, now: datetime) -> int:
        """As distil_again(), where the tier knows that it lost something: comparing takes long."""
        return await self.distil_again(now) if self.duckdb.was_lost else 0

    async def _lost(self) -> Mapping[str, list[UUID]]:
        """Looked at without a lock, so that some of it may just be on its way."""
        here = set(await self.duckdb.due(EVER, MANY))
        lost: dict[str, list[UUID]] = defaultdict(list)
        for person, memory in await self.catalogue.due(TierName.DUCKDB, EVER, MANY):
            if (person, memory) not in here:
                lost[person].append(memory)
        return lost

    async def _distil(self, person: str, ids: Sequence[UUID], now: datetime) -> int:
        """The model is called before the person is held."""
        try:
            epoch = await self.epoch_of(person)
            states = await self.catalogue.states(person, ids, now)
            distilled = [await self.distil(state) for state in states.values() if state.tier is TierName.DUCKDB]
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
