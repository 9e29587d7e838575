"""An associative memory outside of PostgreSQL: what it does not take, PostgreSQL keeps until it does."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.errors import StoreDown
from lumina.memory.meetings import Met
from lumina.memory.postgres import Database
from lumina.memory.postgres_connection import Guard
from lumina.memory.tier import AssociativeMemory
from lumina.models import Activation, Network, Reminder

logger = logging.getLogger(__name__)

PAGE = 500
WAIT: Final = """
insert into associations_waiting (person, memory, concepts, at)
select %s, m.memory, c.concepts, m.at
from unnest(%s::uuid[], %s::timestamptz[]) with ordinality as m (memory, at, nr)
join (select nr, array_agg(concept order by place) as concepts
      from unnest(%s::bigint[], %s::bigint[], %s::text[]) as t (nr, place, concept) group by nr) c using (nr)
on conflict do nothing
"""
WHO_WAITS: Final = "select distinct person from associations_waiting order by person"
WAITING: Final = """
select memory, concepts, at from associations_waiting where person = %s order by at, memory limit %s
"""
DONE: Final = "delete from associations_waiting where person = %s and memory = any(%s)"
COUNT: Final = "select count(*) from associations_waiting where person = %s or %s::text is null"
FORGET: Final = "delete from associations_waiting where person = %s"


@dataclass(frozen=True, slots=True)
class FollowedAssociations:
    """Writing does not need `inner` to answer: what it misses is noted where the memory itself is, all or nothing with
    it, and heals. Counting a memory twice is counting it once. Reading does need it."""

    database: Database
    inner: AssociativeMemory

    async def strengthen(self, guard: Guard, met: Sequence[Met]) -> None:
        try:
            await self.inner.strengthen(guard, met)
        except StoreDown as error:
            logger.warning("the concepts of %d memories wait until they can be associated: %s", len(met), error)
            await self._note(guard, [one for one in met if one[1]])

    async def heal(self) -> int:
        """Let `inner` follow in what it missed; returns how many memories. Raises StoreDown while it is down. Holds
        each person against erasure meanwhile."""
        healed = 0
        for (person,) in await self.database.fetch(WHO_WAITS):
            async with self.database.writing(person) as guard:
                while waiting := await guard.fetch(WAITING, (person, PAGE)):
                    await self.inner.strengthen(guard, [(memory, concepts, at) for memory, concepts, at in waiting])
                    healed += await guard.execute(DONE, (person, [row[0] for row in waiting]))
        return healed

    async def waiting(self, person: str | None = None) -> int:
        """How many memories are not associated yet, of one person or of all."""
        row = await self.database.fetch_one(COUNT, (person, person))
        return row[0] if row else 0

    async def activate(
        self, person: str, concepts: Sequence[str], at: datetime, *, depth: int = 3, limit: int = 24
    ) -> list[Activation]:
        return await self.inner.activate(person, concepts, at, depth=depth, limit=limit)

    async def heard(self, person: str, viewer: str | None, activated: Sequence[Activation]) -> list[Activation]:
        return await self.inner.heard(person, viewer, activated)

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int = 100) -> list[Reminder]:
        return await self.inner.memories_of(person, activated, limit=limit)

    async def mentions(self, person: str, concepts: Sequence[str]) -> Mapping[str, int]:
        return await self.inner.mentions(person, concepts)

    async def remove(self, guard: Guard, memories: Sequence[UUID]) -> None:
        await guard.execute(DONE, (guard.person, list(memories)))
        await self.inner.remove(guard, memories)

    async def prune(self, at: datetime) -> int:
        return await self.inner.prune(at)

    async def totals(self) -> tuple[int, int]:
        return await self.inner.totals()

    async def holdings(self, person: str) -> Mapping[str, int]:
        return {**await self.inner.holdings(person), "associations_waiting": await self.waiting(person)}

    async def forget(self, guard: Guard) -> Mapping[str, int]:
        went = await self.inner.forget(guard)
        return {**went, "associations_waiting": await guard.execute(FORGET, (guard.person,))}

    async def export(self, person: str) -> Sequence[Mapping[str, object]]:
        return await self.inner.export(person)

    async def network(self, person: str) -> Network:
        """What `inner` has; heal() first."""
        return await self.inner.network(person)

    async def load(self, guard: Guard, network: Network) -> None:
        await self.inner.load(guard, network)

    async def _note(self, guard: Guard, met: Sequence[Met]) -> None:
        places = [(nr, place, word) for nr, one in enumerate(met, 1) for place, word in enumerate(one[1])]
        columns = [list(column) for column in zip(*places, strict=True)]
        if columns:
            memories, times = [one[0] for one in met], [one[2] for one in met]
            await guard.execute(WAIT, (guard.person, memories, times, *columns))
