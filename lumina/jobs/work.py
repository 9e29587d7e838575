"""What the jobs of the table do, over the opened stores."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from graphs.flushing import Flusher
from lumina.clock import LAST, earlier
from lumina.databases.rewriting import REWRITING
from lumina.databases.tasks_postgres import Tasks
from lumina.distil.learning import Learner
from lumina.distil.summaries.points import BY_MONTH, BY_WEEK
from lumina.distil.summaries.summarising import SUMMARISE
from lumina.erasure.erase import Erasure
from lumina.erasure.letting_go import LettingGo
from lumina.erasure.partial import PartialErasure
from lumina.errors import DiskFull, StoreDown
from lumina.knowledge.library import Library
from lumina.lifecycle.aging import Aging
from lumina.lifecycle.branches import Branches
from lumina.lifecycle.leftovers import MANY, Leftovers
from lumina.lifecycle.lost import Lost
from lumina.lifecycle.refilling import Refilling
from lumina.memory.ladder import Ladder
from lumina.models import TierName
from lumina.stores.opening import Stores

logger = logging.getLogger(__name__)

AT_ONCE = 5_000
"""Entries of a lost index that an opening waits for: about a second."""

DESCRIBED_AT_ONCE = 20
"""Turns of a person in an hour, so that what else is to be done for that person does not wait behind many images."""

"""So old are versions of summaries of which only the last of each week stays, and of each month."""


@dataclass(frozen=True, slots=True)
class Chores:
    """The verbs of jobs.Work. Each is idempotent and may be killed anywhere."""

    stores: Stores
    ladder: Ladder
    aging: Aging
    leftovers: Leftovers
    lost: Lost
    refilling: Refilling
    flusher: Flusher
    learner: Learner
    branches: Branches
    library: Library
    erasure: Erasure
    partial_erasure: PartialErasure
    letting_go: LettingGo
    back_up: Callable[[datetime], Awaitable[Mapping[str, int]]]
    idle: timedelta
    describes: bool

    async def descend(self, now: datetime) -> Mapping[str, int]:
        return await self.ladder.descend(now)

    async def embed_pending(self, now: datetime) -> Mapping[str, int]:  # noqa: ARG002  all jobs are given the time
        if await self._is_rewriting():
            return {}
        return {"embedded": await self._or_later(self.library.embed_pending())}

    async def lifecycle(self, now: datetime) -> Mapping[str, int]:
        counts: Counter[str] = Counter()
        async with self.stores.troubles.among("fade") as edges:
            for person in await self.stores.transcript.people():
                with edges.of(person):
                    counts["lifted"] += await self.aging.lift_used(person, now)
                    counts += await self.aging.compress(person, now)
                    counts["summaries thinned"] += await self._thin(person, now)
        counts += await self.aging.end_retention(now)
        counts["associations faded"] = await self._or_later(self.stores.associations.prune(now))
        indexes = (self.stores.index, self.stores.knowledge_index)
        counts["indexes optimized"] = sum(
            [await self._or_later(tend()) for tend in self.stores.engines.upkeep(indexes)]
        )
        return counts

    async def _thin(self, person: str, now: datetime) -> int:
        """Of what changes several times a day, what each week, and later what each month came to is enough."""
        async with self.stores.database.writing(person) as guard:
            return await self.stores.summaries.thin(guard, earlier(now, BY_WEEK), earlier(now, BY_MONTH))

    async def heal(self, now: datetime) -> Mapping[str, int]:
        return await self._heal(now)

    async def _heal(self, now: datetime, *, everybody: bool = False) -> Mapping[str, int]:
        """Finish the erasures that an outage interrupted, and bring to Redis, Qdrant and the associative memory what
        they missed while they did not answer, and what they lost. One that is down does not keep the others waiting,
        nor does one that fails: that is raised in the end."""
        if await self._is_rewriting():
            return {}
        counts: Counter[str] = Counter()
        repairs: Mapping[str, Callable[[], Awaitable[int]]] = {
            "erased": partial(self.erasure.finish_interrupted, now),
            "erased in part": self.partial_erasure.finish_interrupted,
            "distilled again": partial(self.lost.distil_what_was_lost, now),
            "refilled": partial(self.refilling.short, everybody=everybody),
            "indexed": self._index,
            "associated": partial(self.stores.engines.heal, self.stores.associations),
        }
        failed: list[Exception] = []
        for name, repair in repairs.items():
            try:
                counts[name] += await self._or_later(repair())
            except StoreDown:
                raise
            except Exception as error:  # whatever it is, the other repairs are nobody's to wait for
                failed.append(error)
        for error in failed:
            raise error
        return +counts

    async def summaries(self, now: datetime) -> Mapping[str, int]:
        """Put a task for each person of whom summaries are due and no task waits."""
        put, tasks = 0, Tasks(self.stores.database)
        async with self.stores.troubles.among("summarise") as edges:
            async for person in self.stores.summaries.behind(now, SUMMARISE):
                with edges.of(person):
                    async with self.stores.database.writing(person) as guard:
                        await tasks.put(guard, SUMMARISE, {})
                        put += 1
        return {"tasks": put} if put else {}

    async def let_go(self, now: datetime) -> Mapping[str, int]:
        return await self.letting_go.run(now)

    async def rewrite(self, now: datetime) -> Mapping[str, int]:
        """The bytes of who was erased leave the files; then they are sought, and the receipts say that it is done."""
        return await self.erasure.cleaning.run(now)

    async def backup(self, now: datetime) -> Mapping[str, int]:
        return await self.back_up(now)

    async def reconcile(self, now: datetime) -> Mapping[str, int]:
        """Distil what waits in threads that are over, let down what outgrew its tier while nothing ran, heal, and clear
        what kills left behind."""
        counts: Counter[str] = Counter(distilled=await self._distil_idle(now))
        counts["learnt"] = await self._learn()
        counts["to be described"] = await self.describe_later()
        counts += await self.ladder.leave_redis(now)
        counts["unmade"] += await self._or_later(self.branches.settle_all())
        counts["edits kept"] += await self._or_later(self.lost.keep_edits(now))
        counts["distilled again"] += await self._or_later(self.lost.distil_again(now))
        await self._or_later(self._notice_loss())
        for kept in (self.stores.longterm, self.stores.knowledge):
            counts["unknown points deleted"] += await self._or_later(kept.compare())
        counts["unknown memories deleted"] += await self._or_later(self.stores.redis.compare(self._in_redis))
        counts += Counter(await self._heal(now, everybody=True)) + Counter(await self.descend(now))
        return counts + await self.leftovers.clear(now)

    async def _is_rewriting(self) -> bool:
        """What would break off the rewriting of a table, which may take longer than a minute, waits for a minute."""
        return await self.stores.database.is_busy(REWRITING)

    async def _learn(self) -> int:
        """What was said and not read yet, by whatever way it came in."""
        learnt = 0
        async with self.stores.troubles.among("learn") as edges:
            for person, seq in await self.stores.claims.behind():
                with edges.of(person):
                    learnt += await self.learner.catch_up(person, seq)
        return learnt

    async def describe_later(self) -> int:
        """Put tasks for what was shown while no model saw, where one does now: of a few turns of each person; returns
        of how many."""
        put = 0
        if not self.describes:
            return put
        async with self.stores.troubles.among("describe") as edges:
            for person in await self.stores.images.people():
                with edges.of(person):
                    async with self.stores.database.writing(person) as guard:
                        put += await self.stores.images.describe_later(guard, DESCRIBED_AT_ONCE)
        return put

    async def describe_at_once(self) -> None:
        """As describe_later(); where PostgreSQL does not answer, reconcile() does it."""
        with suppress(StoreDown):
            await self.describe_later()

    async def refill(self, now: datetime) -> int:
        """Bring Redis to what the catalogue says lies there; what outgrew it meanwhile goes down at once, if there is
        room."""
        try:
            await self.ladder.leave_redis(now)
        except DiskFull as error:
            logger.warning("what outgrew Redis stays in PostgreSQL: %s", error)
        return await self._or_later(self.refilling.short())

    async def reindex_lost(self) -> int:
        """What an index that was damaged had is in it again before anybody searches; of much, the rest comes later."""
        stores = self.stores
        if not stores.engines.lost((stores.index, stores.knowledge_index)):
            return 0
        return sum([await self._or_later(kept.heal(AT_ONCE)) for kept in (stores.longterm, stores.knowledge)])

    async def _or_later(self, repair: Awaitable[int]) -> int:
        """Without PostgreSQL there is nothing to repair from: that is raised."""
        try:
            return await repair
        except StoreDown as error:
            if error.details["store"] == self.stores.database.circuit.store:
                raise
            logger.warning("a repair waits: %s", error)
            return 0

    async def _notice_loss(self) -> int:
        await self.stores.engines.notice_loss(self.stores.associations)
        return 0

    async def _in_redis(self) -> Sequence[tuple[str, UUID]]:
        return await self.stores.catalogue.due(TierName.REDIS, LAST, MANY)

    async def _index(self) -> int:
        indexed = 0
        while healed := await self.stores.longterm.heal():
            indexed += healed
        return indexed

    async def _distil_idle(self, now: datetime) -> int:
        before = earlier(now, self.idle)
        async with self.stores.troubles.among("end threads") as edges:
            for person, threads in (await self.stores.transcript.idle_threads(before)).items():
                with edges.of(person):
                    async with self.stores.database.writing(person) as guard:
                        await self.stores.transcript.end_idle(guard, threads, before)
        distilled = 0
        async with self.stores.troubles.among("distil") as edges:
            for person in await self.stores.transcript.people_waiting():
                with edges.of(person):
                    distilled += await self.flusher.flush_all(person)
        return distilled
