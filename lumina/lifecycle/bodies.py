"""Where memories lie, as one set of bodies: read, rewrite and take down a memory whatever tier it is in."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from lumina.errors import Damaged, KeyGone
from lumina.memory.archive_postgres import Archive
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.tier import Parted, Store
from lumina.models import Memory, MemoryState, TierName

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bodies:
    """The stores by tier. What lies in Redis is read from the catalogue, which has its content."""

    redis: Store
    duckdb: Parted
    longterm: LongtermTier
    archive: Archive
    catalogue: Catalogue
    pack: Callable[[Memory], bytes]
    unpack: Callable[[bytes], Memory]
    packed_entries: Callable[[bytes], Sequence[bytes]]

    async def read(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]:
        """The memories that have a body, by id."""
        return {memory.id: memory for tier, ids in _by_tier(states) for memory in await self._read(person, tier, ids)}

    async def bodies(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]:
        """As read(); entries may be missing."""
        found = await asyncio.gather(*(self._bodies(person, tier, ids) for tier, ids in _by_tier(states)))
        return {memory.id: memory for memories in found for memory in memories}

    async def readable(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]:
        """As bodies(), without those that are damaged: one of them keeps nobody from the others, or from being
        erased."""
        try:
            return await self.bodies(person, states)
        except KeyGone:
            raise
        except Damaged as error:
            if len(states) == 1:
                logger.warning("memory %s is passed over: %s", states[0].id, error)
                return {}
        half = len(states) // 2
        return await self.readable(person, states[:half]) | await self.readable(person, states[half:])

    async def entries(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Sequence[bytes]]:
        """What finds the memories, packed, by memory, in their order; those that were put away have none."""
        found = await asyncio.gather(*(self._entries(person, tier, ids) for tier, ids in _by_tier(states)))
        return {memory: entries for part in found for memory, entries in part.items()}

    async def _read(self, person: str, tier: TierName, ids: Sequence[UUID]) -> list[Memory]:
        match tier:
            case TierName.REDIS:
                return await self._content(person, ids)
            case TierName.DUCKDB:
                return await self.duckdb.read(person, ids)
            case TierName.LONGTERM:
                return await self.longterm.read(person, ids)
            case _:
                return await self.archive.read(person, ids)

    async def _bodies(self, person: str, tier: TierName, ids: Sequence[UUID]) -> list[Memory]:
        match tier:
            case TierName.REDIS:
                return await self._content(person, ids)
            case TierName.DUCKDB:
                return await self.duckdb.bodies(person, ids)
            case TierName.LONGTERM:
                return await self.longterm.bodies(person, ids)
            case _:
                return await self.archive.bodies(person, ids)

    async def _entries(self, person: str, tier: TierName, ids: Sequence[UUID]) -> Mapping[UUID, Sequence[bytes]]:
        match tier:
            case TierName.REDIS:
                contents = await self.catalogue.content(person, ids)
                return {memory: self.packed_entries(content) for memory, content in contents.items()}
            case TierName.DUCKDB:
                return await self.duckdb.entries(person, ids)
            case TierName.FORGOTTEN:
                return {}
            case _:
                return await self.longterm.entries(person, ids)

    async def _content(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        return [self.unpack(body) for body in (await self.catalogue.content(person, ids)).values()]

    async def rewrite(self, guard: Any, memory: Memory, tier: TierName) -> None:
        """Put a changed memory in the place of what lies in that tier (not the archive)."""
        if tier in {TierName.REDIS, TierName.DUCKDB}:  # of what lies in DuckDB it has some
            await self.catalogue.set_content(guard, memory.person, memory.id, self.pack(memory))
        if tier is TierName.LONGTERM:
            await self.longterm.write([memory], guard)
        else:
            await self._above()[tier].write([memory])

    async def take_down(self, person: str, ids: Sequence[UUID], tier: TierName) -> None:
        """Remove memories and their entries from that tier; nothing finds them any more."""
        above = self._above()
        if tier in above:
            await above[tier].delete(person, ids)
        if tier in {TierName.LONGTERM, TierName.ARCHIVE, TierName.FADED}:
            await self.longterm.delete(person, ids)

    def _above(self) -> Mapping[TierName, Store]:
        """The tiers above long-term."""
        return {TierName.REDIS: self.redis, TierName.DUCKDB: self.duckdb}


def _by_tier(states: Sequence[MemoryState]) -> Iterable[tuple[TierName, list[UUID]]]:
    by_tier: dict[TierName, list[UUID]] = {}
    for state in states:
        by_tier.setdefault(state.tier, []).append(state.id)
    return by_tier.items()


def bodiless(state: MemoryState) -> Memory:
    """Stands for a memory whose retention has ended: only its turns are found."""
    return Memory(
        id=state.id,
        person=state.person,
        room=state.room,
        thread=state.thread,
        kind=state.kind,
        text="",
        keywords=(),
        concepts=(),
        valence=0.0,
        salience=state.salience,
        born=state.born,
        turns=state.turns,
        witnesses=state.witnesses,
    )
