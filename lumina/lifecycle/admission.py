"""New memories are kept: in the catalogue first, with their content and what they associate, then in Redis."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from lumina.errors import StoreDown
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.tier import AssociativeMemory, Store
from lumina.models import Memory

logger = logging.getLogger(__name__)


Newborn = tuple[Memory, bytes, Mapping[int, int]]
"""A new memory, its content, and in how many of its turns each term stands."""

Met = tuple[UUID, Sequence[str], datetime]
"""A memory, its concepts in their order, and when they met."""

Besides = Callable[[Any, Collection[UUID]], Awaitable[None]]
"""Writes what goes with new memories, in their transaction: given the guard and their ids."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Writes new memories. `guarding` holds the person against erasure and raises PersonErased if it came first;
    `follow` brings what a person's memories associate to where it is looked up."""

    catalogue: Catalogue
    associations: AssociativeMemory
    first: Store
    pack: Callable[[Memory], bytes]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    follow: Callable[[str], Awaitable[object]]

    async def keep(
        self, memories: Sequence[tuple[Memory, Mapping[int, int]]], *, epoch: int | None, besides: Besides | None = None
    ) -> Collection[UUID]:
        """Keep memories of one person, each with how many of its turns have which term, and `besides` what goes with
        those that are new. Durable when it returns; their ids. Of one whose turn has a memory already, nothing was
        written.

        Redis, and where associations are looked up, may be down or lose them: PostgreSQL has all, and heal brings it
        back.
        """
        person = memories[0][0].person
        async with self.guarding(person, epoch) as guard:
            new = await self._commit(guard, memories, besides)
            await self._or_later(self.first.write([memory for memory, _ in memories if memory.id in new]))
        await self._or_later(self.follow(person))
        return new

    async def _or_later(self, projecting: Awaitable[object]) -> None:
        try:
            await projecting
        except StoreDown as error:
            logger.warning("new memories wait in PostgreSQL: %s", error)

    async def _commit(
        self, guard: Any, memories: Sequence[tuple[Memory, Mapping[int, int]]], besides: Besides | None
    ) -> Collection[UUID]:
        """Each memory with what it reminds of, or nothing."""
        async with guard.transaction():
            newborn = [(memory, self.pack(memory), terms) for memory, terms in memories]
            new = set(await self.catalogue.commit(guard, newborn))
            told = [(memory.id, memory.concepts, memory.born) for memory, _ in memories if memory.id in new]
            await self.associations.strengthen(guard, told)
            if besides:
                await besides(guard, new)
            return new


def count_terms(turns_terms: Sequence[Sequence[int]]) -> Counter[int]:
    """In how many of the turns each term stands; the terms of a turn are distinct."""
    return Counter(term for terms in turns_terms for term in terms)
