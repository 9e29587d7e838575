"""Indexes for the tests of what PostgreSQL keeps beside one."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from lumina.errors import StoreDown
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.models import Arm, Cue, Entry


class Breakable:
    """The real index, which does not answer while `down` is set."""

    def __init__(self, index: QdrantEdgeIndex) -> None:
        self.index = index
        self.down = False

    async def write(self, entries: Sequence[Entry]) -> None:
        await self._answering().write(entries)

    async def search(self, cue: Cue) -> Mapping[str, Arm]:
        return await self._answering().search(cue)

    async def missing(self, ids: Sequence[UUID]) -> list[UUID]:
        return await self._answering().missing(ids)

    async def ids(self, start: UUID, limit: int) -> list[UUID]:
        return await self._answering().ids(start, limit)

    async def delete(self, ids: Sequence[UUID]) -> None:
        await self._answering().delete(ids)

    async def forget(self, person: str) -> int:
        return await self._answering().forget(person)

    async def compact(self) -> None:
        await self._answering().compact()

    async def count(self, person: str | None = None) -> int:
        return await self._answering().count(person)

    async def estimate(self) -> int:
        return await self._answering().estimate()

    def _answering(self) -> QdrantEdgeIndex:
        if self.down:
            raise StoreDown(store="Qdrant", why="it was switched off")
        return self.index
