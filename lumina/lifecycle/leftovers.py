"""What a kill left behind: copies in a tier that the catalogue does not name, and traces of what was put away."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from lumina.clock import LAST
from lumina.lifecycle.bodies import Bodies
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.tier import Tier
from lumina.models import MemoryState, TierName

MANY = 1_000_000

Lying = Mapping[TierName, Sequence[UUID]]
"""What lies where the catalogue does not say, by tier; in FORGOTTEN what was put away, and can be found."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Clears the copies. Below is written before the catalogue is told, so the place that it names has the body.
    Whoever has none is neither read nor waited for: there are a million memories, and hardly a kill."""

    duckdb: Tier
    longterm: LongtermTier
    bodies: Bodies
    catalogue: Catalogue
    guarding: Callable[[str], AbstractAsyncContextManager[Any]]
    among: Callable[[str], AbstractAsyncContextManager[Any]]

    async def clear(self, now: datetime) -> Counter[str]:
        """Returns how many copies went."""
        counts: Counter[str] = Counter()
        async with self.among("clear leftovers") as edges:
            for person, lying in (await self._lying()).items():
                with edges.of(person):
                    async with self.guarding(person) as guard:
                        await guard.alone()
                        counts["leftovers"] += await self._clear(guard, lying, now)
        return +counts

    async def _lying(self) -> Mapping[str, Lying]:
        """Looked at without a lock, so that some of it may just be on its way."""
        found: dict[str, dict[TierName, list[UUID]]] = defaultdict(lambda: defaultdict(list))
        known = set(await self.catalogue.due(TierName.DUCKDB, LAST, MANY))
        for person, memory in await self.duckdb.due(LAST, MANY):
            if (person, memory) not in known:
                found[person][TierName.DUCKDB].append(memory)
        for person, memory, tier in await self.catalogue.strays():
            found[person][tier].append(memory)
        return found

    async def _clear(self, guard: Any, lying: Lying, now: datetime) -> int:
        person: str = guard.person
        states = await self.catalogue.states(person, [memory for ids in lying.values() for memory in ids], now)

        def lies(memory: UUID, tier: TierName) -> bool:
            return memory in states and states[memory].tier is tier

        above = [memory for memory in lying[TierName.DUCKDB] if not lies(memory, TierName.DUCKDB)]
        below = [memory for memory in lying[TierName.LONGTERM] if not lies(memory, TierName.LONGTERM)]
        lifted = await self._lifted(guard, [states[m] for m in lying[TierName.ARCHIVE] if m in states])
        put_away = [memory for memory in lying[TierName.FORGOTTEN] if lies(memory, TierName.FORGOTTEN)]
        await self.duckdb.delete(person, above)
        await self.bodies.longterm.drop_body(person, below)
        await self.longterm.delete(person, put_away)
        await self.bodies.archive.delete(person, lifted)
        return len(above) + len(below) + len(lifted) + len(put_away)

    async def _lifted(self, guard: Any, states: Sequence[MemoryState]) -> list[UUID]:
        """Those that lie whole in a tier above, too: a gist there is no reason to part with the original. The catalogue
        is told which of the two it is, where a kill came first."""
        higher = [state for state in states if state.tier not in {TierName.ARCHIVE, TierName.FORGOTTEN}]
        bodied = [state for state in higher if state.tier is not TierName.FADED]
        details = {id: body.detail for id, body in (await self.bodies.bodies(guard.person, bodied)).items()}
        for state in bodied:
            if details.get(state.id, state.detail) != state.detail:
                await self.catalogue.set_detail(guard, guard.person, [state.id], details[state.id])
        return [s.id for s in higher if s.tier is TierName.FADED or details.get(s.id) == "full"]
