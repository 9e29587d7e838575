"""An associative memory outside of PostgreSQL is a projection: PostgreSQL keeps what it is made from, and what it has
counted, and brings it there as soon as it answers."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.troubles_postgres import Troubles
from lumina.memory.cooccurrence import Met, Tally, gathered
from lumina.memory.tier import AssociativeMemory
from lumina.models import Activation, Network, Reminder

logger = logging.getLogger(__name__)

PAGE = 200
NOTHING: Final[Tally] = (0, 0, 0)
NOTE: Final = """
insert into associations_met (person, memory, concepts, at)
select %s, m.memory, c.concepts, m.at
from unnest(%s::uuid[], %s::timestamptz[]) with ordinality as m (memory, at, nr)
join (select nr, array_agg(concept order by place) as concepts
      from unnest(%s::bigint[], %s::bigint[], %s::text[]) as t (nr, place, concept) group by nr) c using (nr)
on conflict do nothing
"""
WHO_WAITS: Final = "select distinct person from associations_met where not counted order by person"
WAITING: Final = """
select memory, concepts, at from associations_met where person = %s and not counted order by at, memory limit %s
"""
COUNTED: Final = "update associations_met set counted = true where person = %s and memory = any(%s)"
LOST: Final = "update associations_met set counted = false where person = %s and memory = any(%s)"
ALL_LOST: Final = "update associations_met set counted = false where person = %s and counted"
# The same as meetings.mark() of what was counted for the memory.
MARK: Final = """
('x' || left(encode(sha256(convert_to(
    concat_ws(' ', memory, (extract(epoch from at) * 1000000)::bigint, array_to_string(concepts, ' ')), 'UTF8'
)), 'hex'), 8))::bit(32)::bigint
"""
LINKED: Final = "(select count(distinct concept) from unnest(concepts) as concept)"
HAVE: Final = f"""
select person, count(memory), coalesce(sum({MARK}), 0)::bigint, coalesce(sum({LINKED}), 0)::bigint
from people left join (select * from associations_met where counted) as met using (person) group by person
"""
HAVE_OF: Final = f"select memory, counted, {MARK}, {LINKED} from associations_met where person = %s"
REMOVE: Final = "delete from associations_met where person = %s and memory = any(%s)"
COUNT_WAITING: Final = """
select count(*) from associations_met where not counted and (person = %(person)s or %(person)s::text is null)
"""
COUNT: Final = "select count(*) from associations_met where person = %s"
FORGET: Final = "delete from associations_met where person = %s"


class Projected(AssociativeMemory, Protocol):
    """An associative memory that can be compared with what it is made from."""

    def key(self, person: str) -> str:
        """What stands for a person there."""
        ...

    async def set_up(self) -> None: ...

    async def counted(self) -> Mapping[str, Tally]:
        """What is counted there, by the keys of the persons."""
        ...

    async def memories(self, person: str) -> Mapping[UUID, tuple[int | None, int]]:
        """The memories that are counted there, each with its mark and the number of its concepts."""
        ...

    async def forget_key(self, key: str) -> None: ...


async def _as_it_is() -> None: ...


async def note(guard: Guard, met: Sequence[Met]) -> None:
    """What met is to be counted, once."""
    places = [(nr, place, word) for nr, one in enumerate(met, 1) for place, word in enumerate(one[1])]
    columns = [list(column) for column in zip(*places, strict=True)]
    if columns:
        memories, times = [one[0] for one in met], [one[2] for one in met]
        await guard.execute(NOTE, (guard.person, memories, times, *columns))


@dataclass(frozen=True, slots=True)
class FollowedAssociations:
    """Writing does not need `inner` to answer: what met is noted where the memory itself is, all or nothing with it,
    and heal() brings it there. Counting a memory twice is counting it once. Reading does need it. `ready` brings what
    an older version left in `inner` to the present form, where that did not answer as it was opened: an erasure must
    find it."""

    database: Database
    inner: Projected
    ready: Callable[[], Awaitable[object]] = _as_it_is

    async def strengthen(self, guard: Guard, met: Sequence[Met]) -> None:
        await note(guard, met)

    async def heal(self, person: str | None = None) -> int:
        """Let `inner` follow in what it has not counted, of one person or of all; returns how many memories. Raises
        StoreDown while it is down. Holds each person against erasure meanwhile."""
        who = [person] if person else [row[0] for row in await self.database.fetch(WHO_WAITS)]
        healed = 0
        async with Troubles(self.database).among("associate", person) as edges:
            for one in who:
                with edges.of(one):
                    healed += await self._heal(one)
        return healed

    async def _heal(self, person: str) -> int:
        healed = 0
        async with self.database.writing(person) as guard:
            while waiting := await guard.fetch(WAITING, (person, PAGE)):
                await self.inner.strengthen(guard, [(memory, concepts, at) for memory, concepts, at in waiting])
                healed += await guard.execute(COUNTED, (person, [row[0] for row in waiting]))
        return healed

    async def notice_loss(self) -> None:
        """Where `inner` was emptied, or brought back from an older state, find out: what it lost waits again. Who has
        something there that was never counted so is forgotten there, and waits again as a whole: what it added to the
        strengths cannot be taken out."""
        there = await self.inner.counted()
        here = {self.inner.key(person): (person, tuple(tally)) for person, *tally in await self.database.fetch(HAVE)}
        for key in there.keys() - here.keys():
            await self.inner.forget_key(key)
        differing = [person for key, (person, tally) in here.items() if there.get(key, NOTHING) != tally]
        if differing:
            await self.inner.set_up()
        async with Troubles(self.database).among("compare associations") as edges:
            for person in differing:
                with edges.of(person):
                    await self._compare(person)

    async def _compare(self, person: str) -> None:
        async with self.database.writing(person) as guard:
            there = await self.inner.memories(person)
            rows = await guard.fetch(HAVE_OF, (person,))
            here = {memory: (its_mark, linked) for memory, _, its_mark, linked in rows}
            lost = [memory for memory, counted, *_ in rows if counted and memory not in there]
            strange = [memory for memory, counted in there.items() if here.get(memory) != counted]
            if strange:
                await self.inner.forget_key(self.inner.key(person))  # first: broken off, it is noticed again
                await guard.execute(ALL_LOST, (person,))
                logger.warning("%d memories are associated as nobody told: a person's are made anew", len(strange))
            elif lost:
                await guard.execute(LOST, (person, lost))
                logger.warning("%d memories are to be associated again", len(lost))

    async def waiting(self, person: str | None = None) -> int:
        """How many memories are not associated yet, of one person or of all."""
        row = await self.database.fetch_one(COUNT_WAITING, {"person": person})
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
        await self.ready()
        await guard.execute(REMOVE, (guard.person, list(memories)))
        await self.inner.remove(guard, memories)

    async def prune(self, at: datetime) -> int:
        return await self.inner.prune(at)

    async def totals(self) -> tuple[int, int]:
        return await self.inner.totals()

    async def holdings(self, person: str) -> Mapping[str, int]:
        await self.ready()
        row = await self.database.fetch_one(COUNT, (person,))
        return {**await self.inner.holdings(person), "associations_met": row[0] if row else 0}

    async def forget(self, guard: Guard) -> Mapping[str, int]:
        await self.ready()
        went = await self.inner.forget(guard)
        return {**went, "associations_met": await guard.execute(FORGET, (guard.person,))}

    async def network(self, person: str) -> Network:
        """What `inner` has; heal() first."""
        await self.ready()
        return await self.inner.network(person)

    async def load(self, guard: Guard, network: Network) -> None:
        """Noted as counted, the concepts of each memory by name: in which order they stood is not known here."""
        await self.ready()
        await self.inner.load(guard, network)
        met = gathered(network.occurrences)
        async with guard.transaction():
            await guard.execute(FORGET, (guard.person,))
            await self.strengthen(guard, met)
            await guard.execute(COUNTED, (guard.person, [memory for memory, _, _ in met]))
