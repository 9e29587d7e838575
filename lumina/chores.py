"""What the jobs of the table do, over the opened stores."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphs.flushing import Flusher
from lumina.library import Library
from lumina.lifecycle.aging import Aging
from lumina.memory.codec import unpack_memory
from lumina.memory.ladder import Ladder
from lumina.models import TierName
from lumina.stores import Stores


@dataclass(frozen=True, slots=True)
class Chores:
    """The verbs of jobs.Work. Each is idempotent and may be killed anywhere."""

    stores: Stores
    ladder: Ladder
    aging: Aging
    flusher: Flusher
    library: Library
    idle: timedelta

    async def descend(self, now: datetime) -> Mapping[str, int]:
        return await self.ladder.descend(now)

    async def embed_pending(self, now: datetime) -> Mapping[str, int]:  # noqa: ARG002  all jobs are given the time
        return {"embedded": await self.library.embed_pending()}

    async def lifecycle(self, now: datetime) -> Mapping[str, int]:
        counts: Counter[str] = Counter()
        for person in await self.stores.transcript.people():
            counts += await self.aging.compress(person, now)
        counts += await self.aging.end_retention(now)
        counts["associations faded"] = await self.stores.associations.prune(now)
        return counts

    async def reconcile(self, now: datetime) -> Mapping[str, int]:
        """Distil what waits in threads that are over, fill Redis again, index what is not indexed, and let down what
        outgrew its tier while nothing ran."""
        counts: Counter[str] = Counter(distilled=await self._distil_idle(now), refilled=await self.refill(now))
        while healed := await self.stores.longterm.heal():
            counts["indexed"] += healed
        return counts + await self.ladder.descend(now)

    async def refill(self, now: datetime) -> int:
        """Bring Redis to what the catalogue says lies there; what outgrew it meanwhile goes down at once."""
        await self.ladder.leave_redis(now)
        refilled = 0
        async for _, content in self.stores.catalogue.contents(TierName.REDIS):
            await self.stores.redis.write([unpack_memory(content)])
            refilled += 1
        return refilled

    async def _distil_idle(self, now: datetime) -> int:
        for person, thread in await self.stores.transcript.idle_threads(now - self.idle):
            async with self.stores.database.writing(person) as guard:
                await self.stores.transcript.end_thread(guard, thread)
        distilled = 0
        for person in await self.stores.transcript.people():
            rooms = {turn.room for turn in await self.stores.transcript.waiting(person)}
            distilled += sum([await self.flusher.flush(person, room) for room in sorted(rooms)])
        return distilled
