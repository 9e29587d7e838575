"""A new memory is kept: in the catalogue first, with its content, then in the associations and in Redis."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from lumina.errors import StoreDown
from lumina.models import Memory

logger = logging.getLogger(__name__)


class Catalogue(Protocol):
    async def commit(
        self, guard: Any, memory: Memory, content: bytes, term_counts: Mapping[int, int], indexed_turns: int
    ) -> bool: ...


class Associations(Protocol):
    async def strengthen(self, guard: Any, memory: UUID, concepts: Sequence[str], at: datetime) -> None: ...


class FirstTier(Protocol):
    async def write(self, memories: Sequence[Memory]) -> None: ...


@dataclass(frozen=True, slots=True)
class Keeper:
    """Writes new memories. `guarding` holds the person against erasure and raises PersonErased if it came first."""

    catalogue: Catalogue
    associations: Associations
    first: FirstTier
    pack: Callable[[Memory], bytes]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]

    async def keep(self, memory: Memory, term_counts: Mapping[int, int], *, epoch: int | None) -> bool:
        """Durable when it returns. False where one of its turns has a memory already: then nothing was written.

        Redis may be down or lose it: the catalogue has the content, and reconcile brings it back.
        """
        async with self.guarding(memory.person, epoch) as guard:
            if not await self._commit(guard, memory, term_counts):
                return False
            try:
                await self.first.write([memory])
            except StoreDown as error:
                logger.warning("a memory waits in the catalogue: %s", error)
            return True

    async def _commit(self, guard: Any, memory: Memory, term_counts: Mapping[int, int]) -> bool:
        """The memory with what it reminds of, or nothing."""
        turns = sum(not entry.is_summary for entry in memory.entries)
        async with guard.transaction():
            new = await self.catalogue.commit(guard, memory, self.pack(memory), term_counts, turns)
            if new:
                await self.associations.strengthen(guard, memory.id, memory.concepts, memory.born)
            return new


def count_terms(turns_terms: Sequence[Sequence[int]]) -> Counter[int]:
    """In how many of the turns each term stands; the terms of a turn are distinct."""
    return Counter(term for terms in turns_terms for term in terms)
