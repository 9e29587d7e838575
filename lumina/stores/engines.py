"""The engines of a profile: what the stores lie in."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Protocol

from lumina.clock import Clock
from lumina.databases.circuit import Circuit
from lumina.databases.person_keys import Keys
from lumina.databases.postgres import Database
from lumina.databases.pseudonyms import Pseudonyms
from lumina.errors import Reason
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.midterm_redis import RedisTier
from lumina.memory.points import Kind
from lumina.memory.tier import AssociativeMemory, Projection
from lumina.memory.turn_events_redis import TurnEvents
from lumina.reports import Remains

Ask = Callable[[], Awaitable[object]]

Compaction = Callable[[], Awaitable[Collection[Remains] | None]]
"""Makes the bytes of what was deleted go; returns what may stay in spite of it."""


@dataclass(frozen=True, slots=True)
class About:
    """What an engine says of itself: its version, in what state it is, and what share of its room is used (0: that is
    not known, or there is no limit)."""

    version: str
    detail: str | Reason
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class Watched:
    """An engine of its own process: whether it is called, how it is asked whether it is there, and whether it is back
    (for an engine that is slow at first, more is asked). Both raise StoreDown."""

    circuit: Circuit
    ping: Ask
    probe: Ask


class Engines(Protocol):
    """Opens what the stores need; what was opened is closed with the stack. Raises StoreDown where PostgreSQL does not
    answer, StoreTooOld, FolderForeign, FolderTooNew. The others may answer later."""

    @property
    def shared(self) -> bool:
        """Whether other processes have the same stores open."""
        ...

    async def admit(self) -> None:
        """There is room to open them. Raises DiskFull."""
        ...

    async def database(self, stack: AsyncExitStack, keys: Keys, upto: Collection[str] | None = None) -> Database:
        """Its schema is the present one, or that of these migrations."""
        ...

    async def redis(self, clock: Clock, pseudonyms: Pseudonyms, keys: Keys) -> RedisTier: ...

    def turn_events(self, pseudonyms: Pseudonyms, keys: Keys) -> TurnEvents | None:
        """Where machines hear of each other's turns; None where there is one machine."""
        ...

    async def index(
        self, stack: AsyncExitStack, kind: Kind, identity: str, dimensions: int, pseudonyms: Pseudonyms
    ) -> Projection:
        """One for each embedder: vectors of two never meet."""
        ...

    async def associations(
        self, stack: AsyncExitStack, database: Database, catalogue: Catalogue, pseudonyms: Pseudonyms
    ) -> AssociativeMemory: ...

    async def drop_other_indexes(self, identity: str) -> None:
        """Remove the indexes of embedders that are not used any more: nobody would erase anything from them."""
        ...

    @property
    def place(self) -> str:
        """Where the memories lie, as an error names it."""
        ...

    def compactions(self, database: Database, indexes: Sequence[Projection]) -> Sequence[Compaction]:
        """What makes the bytes of what was deleted go, after an erasure."""
        ...

    async def free(self, database: Database) -> Collection[Remains] | None:
        """Makes the bytes of what was deleted from PostgreSQL go, as one of the compactions()."""
        ...

    async def admit_erasure(self, database: Database) -> None:
        """There is room for what compactions() write. Raises DiskFull."""
        ...

    def lost(self, indexes: Sequence[Any]) -> bool:
        """Whether one of these indexes was damaged or gone, and made anew as it was opened."""
        ...

    def upkeep(self, indexes: Sequence[Projection]) -> Sequence[Callable[[], Awaitable[int]]]:
        """What the indexes need at night; each says how many it did."""
        ...

    async def heal(self, associations: Any, person: str | None = None) -> int:
        """Let the associative memory follow in what it missed, of one person or of all; returns how many memories.
        Raises StoreDown."""
        ...

    async def waiting(self, associations: Any) -> int:
        """How many memories heal() would bring to the associative memory."""
        ...

    async def notice_loss(self, associations: Any) -> None:
        """Find out whether the associative memory lost something that it had, for heal() to bring back. Raises
        StoreDown."""
        ...

    async def put_off(self, database: Database) -> Sequence[Remains]:
        """Note that what was deleted is to leave the files; returns where it may lie until then."""
        ...

    async def rewrite(self, database: Database, indexes: Sequence[Projection]) -> int:
        """Let the bytes go of what was deleted, while nobody waits for it; returns of how many tables. Some may be to
        be done again."""
        ...

    def beside(self, indexes: Sequence[Any]) -> Mapping[str, Callable[[], AsyncIterator[bytes]]]:
        """Of engines that keep no files here: all that lies there, of whomever, as bytes. Raises StoreDown."""
        ...

    async def rest(self, database: Database) -> Sequence[Remains]:
        """What may stay in spite of it, once all tables are rewritten."""
        ...

    async def to_rewrite(self, database: Database) -> list[str]:
        """The tables that rewrite() is for."""
        ...

    @property
    def watched(self) -> Mapping[str, Watched]:
        """The engines that may be down while LUMINA runs, by the doctor's names."""
        ...

    async def about_redis(self) -> About: ...

    async def about_qdrant(self) -> About: ...

    async def about_associations(self) -> About: ...
