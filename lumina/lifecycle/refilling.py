"""Redis is brought to what the catalogue says lies there: what it never got, or lost."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final

from lumina.databases.troubles_postgres import Edges
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.midterm_redis import RedisTier
from lumina.models import Memory, TierName

AT_ONCE: Final = 500
"""Persons who are asked for together."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What Redis was when it was looked through last, and how far the catalogue had come then, and the time before:
    what was under way meanwhile is committed by now."""

    state: object
    newest: int
    before: int


@dataclass(slots=True)
class Refilling:
    """As long as Redis has lost nothing since, only those are looked for who came in since; what Redis might have lost
    and does not tell of is found where `everybody` is."""

    catalogue: Catalogue
    redis: RedisTier
    guarding: Callable[..., AbstractAsyncContextManager[Any]]
    among: Callable[[str], AbstractAsyncContextManager[Edges]]
    unpack: Callable[[bytes], Memory]
    _looked: Looked | None = field(default=None, init=False)

    async def short(self, *, everybody: bool = False) -> int:
        """Write those of whom Redis has fewer memories than it should; returns how many. Raises StoreDown, and looks
        through all of it the next time."""
        before, self._looked = self._looked, None
        state, newest = await self.redis.state(), await self.catalogue.newest_in_redis()
        known = None if everybody or before is None or before.state != state else before
        refilled, went = await self._of(await self.catalogue.in_redis(known.before if known else None))
        if went:
            self._looked = Looked(state, newest, known.newest if known else newest)
        return refilled

    async def _of(self, lying: Mapping[str, int]) -> tuple[int, bool]:
        """How many were written, and whether that went well for each of them."""
        refilled, order = 0, list(lying)
        async with self.among("refill Redis") as edges:
            for people in (order[start : start + AT_ONCE] for start in range(0, len(order), AT_ONCE)):
                here = await self.redis.counts(people)
                for person, found in zip(people, here, strict=True):
                    with edges.of(person):
                        if found < lying[person]:
                            refilled += await self._refill(person)
        return refilled, not edges.failed

    async def _refill(self, person: str) -> int:
        refilled = 0
        async with self.guarding(person, durably=False) as guard:
            await guard.alone()
            async for _, content in self.catalogue.contents(TierName.REDIS, person):
                await self.redis.write([self.unpack(content)])
                refilled += 1
        return refilled
