"""What the jobs of the table do, over the opened stores."""

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphs.flushing import Flusher
from lumina.errors import PersonErased
from lumina.library import Library
from lumina.lifecycle.aging import Aging
from lumina.lifecycle.leftovers import Leftovers
from lumina.memory.codec import unpack_memory
from lumina.memory.ladder import Ladder
from lumina.models import TierName
from lumina.stores import Stores

logger = logging.getLogger(__name__)

EVER = timedelta(days=36500)
MANY = 1_000_000


@dataclass(frozen=True, slots=True)
class Chores:
    """The verbs of jobs.Work. Each is idempotent and may be killed anywhere."""

    stores: Stores
    ladder: Ladder
    aging: Aging
    leftovers: Leftovers
    flusher: Flusher
    library: Library
    idle: timedelta

    async def descend(self, now: datetime) -> Mapping[str, int]:
        return await self.ladder.descend(now) + await self.leftovers.clear(now)

    async def embed_pending(self, now: datetime) -> Mapping[str, int]:  # noqa: ARG002  all jobs are given the time
        return {"embedded": await self.library.embed_pending()}

    async def lifecycle(self, now: datetime) -> Mapping[str, int]:
        counts: Counter[str] = Counter()
        for person in await self.stores.transcript.people():
            counts["lifted"] += await self.aging.lift_used(person, now)
            counts += await self.aging.compress(person, now)
        counts += await self.aging.end_retention(now)
        counts["associations faded"] = await self.stores.associations.prune(now)
        indexes = (self.stores.index, self.stores.knowledge_index)
        counts["indexes optimized"] = sum([await tend() for tend in self.stores.engines.upkeep(indexes)])
        return counts

    async def reconcile(self, now: datetime) -> Mapping[str, int]:
        """Distil what waits in threads that are over, fill Redis again, index what is not indexed, let down what
        outgrew its tier while nothing ran, and clear what kills left behind."""
        counts: Counter[str] = Counter(distilled=await self._distil_idle(now), refilled=await self.refill(now))
        while healed := await self.stores.longterm.heal():
            counts["indexed"] += healed
        counts["associated"] = await self.stores.engines.heal(self.stores.associations)
        return counts + Counter(await self.descend(now))

    async def refill(self, now: datetime) -> int:
        """Bring Redis to what the catalogue says lies there; what outgrew it meanwhile goes down at once."""
        await self.ladder.leave_redis(now)
        lying = await self.stores.catalogue.due(TierName.REDIS, now + EVER, MANY)
        return sum([await self._refill(person) for person in dict.fromkeys(person for person, _ in lying)])

    async def _refill(self, person: str) -> int:
        refilled = 0
        async with self.stores.database.writing(person) as guard:
            await guard.alone()
            async for _, content in self.stores.catalogue.contents(TierName.REDIS, person):
                await self.stores.redis.write([unpack_memory(content)])
                refilled += 1
        return refilled

    async def _distil_idle(self, now: datetime) -> int:
        for person, thread in await self.stores.transcript.idle_threads(now - self.idle):
            async with self.stores.database.writing(person) as guard:
                await self.stores.transcript.end_thread(guard, thread)
        return sum([await self._distil_waiting(person) for person in await self.stores.transcript.people()])

    async def _distil_waiting(self, person: str) -> int:
        epoch = await self.stores.database.epoch(person)
        rooms = sorted({turn.room for turn in await self.stores.transcript.waiting(person)})
        try:
            return sum([await self.flusher.flush(person, room, epoch=epoch) for room in rooms])
        except PersonErased:
            logger.info("a person was erased while their words were distilled; nothing was kept")
            return 0
