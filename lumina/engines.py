"""The engines of a profile: what the stores lie in."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Protocol

from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.points import Kind
from lumina.memory.postgres import Database
from lumina.memory.tier import AssociativeMemory, Projection
from lumina.reports import Remains

Task = Callable[[], Awaitable[Collection[Remains] | None]]
"""Of an erasure; returns what may stay in spite of it."""


@dataclass(frozen=True, slots=True)
class About:
    """What an engine says of itself: its version, and in what state it is."""

    version: str
    detail: str


class Engines(Protocol):
    """Opens what the stores need; what was opened is closed with the stack. Raises StoreDown where one does not answer,
    FolderForeign, FolderTooNew."""

    @property
    def shared(self) -> bool:
        """Whether other processes have the same stores open."""
        ...

    async def database(self, stack: AsyncExitStack) -> Database:
        """Its schema is the present one."""
        ...

    async def redis(self) -> Any: ...

    async def index(self, stack: AsyncExitStack, kind: Kind, identity: str, dimensions: int) -> Projection:
        """One for each embedder: vectors of two never meet."""
        ...

    async def associations(
        self, stack: AsyncExitStack, database: Database, catalogue: Catalogue
    ) -> AssociativeMemory: ...

    async def drop_other_indexes(self, identity: str) -> None:
        """Remove the indexes of embedders that are not used any more: nobody would erase anything from them."""
        ...

    @property
    def place(self) -> str:
        """Where the memories lie, as an error names it."""
        ...

    def compactions(self, database: Database, indexes: Sequence[Projection]) -> Sequence[Task]:
        """What makes the bytes of what was deleted go, after an erasure."""
        ...

    def upkeep(self, indexes: Sequence[Projection]) -> Sequence[Callable[[], Awaitable[int]]]:
        """What the indexes need at night; each says how many it did."""
        ...

    async def heal(self, associations: Any) -> int:
        """Let the associative memory follow in what it missed; returns how many memories."""
        ...

    async def about_redis(self) -> About: ...

    async def about_qdrant(self) -> About: ...

    async def about_associations(self) -> About: ...
