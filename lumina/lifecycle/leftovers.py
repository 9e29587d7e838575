"""What a kill left behind: copies in a tier that the catalogue does not name, and traces of what was put away."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol
from uuid import UUID

from lumina.errors import PersonErased
from lumina.lifecycle.shelves import Shelves
from lumina.models import MemoryState, TierName

EVER = datetime(9999, 1, 1, tzinfo=UTC)
MANY = 1_000_000

Lying = Mapping[TierName, Sequence[UUID]]
"""What lies in DuckDB, in long-term and in the archive."""


class Tier(Protocol):
    async def due(self, born_before: datetime, limit: int) -> list[tuple[str, UUID]]: ...

    async def delete(self, person: str, ids: Sequence[UUID]) -> None: ...


class Catalogue(Protocol):
    async def list(
        self, person: str, at: datetime, tier: TierName | None, limit: int, offset: int
    ) -> Sequence[MemoryState]: ...

    async def set_detail(self, guard: Any, person: str, ids: Sequence[UUID], detail: str) -> int: ...


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Clears the copies. Below is written before the catalogue is told, so the place that it names has the body."""

    duckdb: Tier
    longterm: Tier
    shelves: Shelves
    catalogue: Catalogue
    guarding: Callable[[str], AbstractAsyncContextManager[Any]]

    async def clear(self, now: datetime) -> Counter[str]:
        """Returns how many copies went."""
        counts: Counter[str] = Counter()
        for person, lying in (await self._lying()).items():
            try:
                async with self.guarding(person) as guard:
                    await guard.alone()
                    counts["leftovers"] += await self._clear(guard, lying, now)
            except PersonErased:
                continue
        return +counts

    async def _lying(self) -> Mapping[str, Lying]:
        found: dict[str, dict[TierName, list[UUID]]] = defaultdict(lambda: defaultdict(list))
        _note(found, TierName.DUCKDB, await self.duckdb.due(EVER, MANY))
        _note(found, TierName.LONGTERM, await self.longterm.due(EVER, MANY))
        _note(found, TierName.ARCHIVE, await self.shelves.archive.expired(EVER, MANY))
        return found

    async def _clear(self, guard: Any, lying: Lying, now: datetime) -> int:
        person: str = guard.person
        states = {state.id: state for state in await self.catalogue.list(person, now, None, MANY, 0)}
        names = {memory: state.tier for memory, state in states.items()}
        above = [memory for memory in lying[TierName.DUCKDB] if names.get(memory) is not TierName.DUCKDB]
        below = [memory for memory in lying[TierName.LONGTERM] if names.get(memory) is not TierName.LONGTERM]
        lifted = await self._lifted(guard, [states[m] for m in lying[TierName.ARCHIVE] if m in states])
        put_away = [memory for memory, tier in names.items() if tier is TierName.FORGOTTEN]
        await self.duckdb.delete(person, above)
        await self.shelves.longterm.drop_body(person, below)
        await self.longterm.delete(person, put_away)
        await self.shelves.archive.delete(person, lifted)
        return len(above) + len(below) + len(lifted)

    async def _lifted(self, guard: Any, states: Sequence[MemoryState]) -> list[UUID]:
        """Those that lie whole in a tier above, too: a gist there is no reason to part with the original. The catalogue
        is told which of the two it is, where a kill came first."""
        higher = [state for state in states if state.tier not in {TierName.ARCHIVE, TierName.FORGOTTEN}]
        bodied = [state for state in higher if state.tier is not TierName.FADED]
        details = {id: body.detail for id, body in (await self.shelves.bodies(guard.person, bodied)).items()}
        for state in bodied:
            if details.get(state.id, state.detail) != state.detail:
                await self.catalogue.set_detail(guard, guard.person, [state.id], details[state.id])
        return [s.id for s in higher if s.tier is TierName.FADED or details.get(s.id) == "full"]


def _note(
    found: Mapping[str, dict[TierName, list[UUID]]], tier: TierName, memories: Iterable[tuple[str, UUID]]
) -> None:
    for person, memory in memories:
        found[person][tier].append(memory)
