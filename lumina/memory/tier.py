"""The ports of memory: small protocols by capability. What cannot do a thing does not have the verb.

Every verb that takes a person touches that person only. Ids that are not there are passed over in silence; writing the
same value twice is writing it once. An engine that does not answer raises StoreDown.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from lumina.models import Activation, Arm, Cue, Entry, Found, Memory, Network, Reminder, TierName


class Source(Protocol):
    """Something that recall can ask."""

    @property
    def name(self) -> str: ...

    async def search(self, cue: Cue) -> Found:
        """At most `cue.limit` per arm: entries of `cue.person` that `cue.viewer` may see, no others."""
        ...


class Store(Protocol):
    """Something that keeps memories whole."""

    async def write(self, memories: Sequence[Memory]) -> None:
        """Keep these; one that is there already is replaced."""
        ...

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """The memories of these ids that are here, entries included, in the order of `ids`."""
        ...

    async def delete(self, person: str, ids: Sequence[UUID]) -> None: ...

    async def forget(self, person: str) -> int:
        """Erase all of this person; returns how many memories went."""
        ...

    async def count(self, person: str | None = None) -> int:
        """Memories here, of one person or of all."""
        ...


class Parted(Store, Protocol):
    """A store whose memories can be had in parts: most who read want one of them, and whole they cost more."""

    async def bodies(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """As read(), without entries."""
        ...

    async def entries(self, person: str, ids: Sequence[UUID]) -> Mapping[UUID, Sequence[bytes]]:
        """The entries of these memories, packed, by memory, in their order."""
        ...


class Tier(Store, Source, Protocol):
    """A place where memories of one age live."""

    @property
    def tier(self) -> TierName: ...

    async def due(self, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        """(person, memory) of what was born before, the oldest first, ties by id."""
        ...


class Midterm(Tier, Parted, Protocol):
    """The tier of memories that are days old. It may be lost by itself: the catalogue knows what lay there."""

    @property
    def was_lost(self) -> bool:
        """Whether it is empty, or was, when it was opened: what the catalogue knows to be here is distilled again."""
        ...

    async def found_again(self) -> None:
        """All that was lost and can be had lies here."""
        ...

    async def compact(self) -> None:
        """Let the bytes of what was deleted go, where the engine does not do so by itself."""
        ...

    def forget_searched(self) -> None:
        """Drop what this process has of anybody; it is read again when it is asked for."""
        ...

    async def close(self) -> None: ...


class Projection(Protocol):
    """An index that is made anew from the record: PostgreSQL first, this next."""

    async def write(self, entries: Sequence[Entry]) -> None: ...

    async def search(self, cue: Cue) -> Mapping[str, Arm]:
        """The arms that found something, each with at most `cue.limit` entries."""
        ...

    async def missing(self, ids: Sequence[UUID]) -> list[UUID]:
        """Those of the ids that are not in the index."""
        ...

    async def ids(self, start: UUID, limit: int) -> list[UUID]:
        """The ids in the index from `start` on, in their order, at most `limit`."""
        ...

    async def delete(self, ids: Sequence[UUID]) -> None: ...

    async def forget(self, person: str) -> int: ...

    async def compact(self) -> None:
        """Let the bytes of what was deleted go, where the engine does not do so by itself."""
        ...

    async def count(self, person: str | None = None) -> int: ...

    async def estimate(self) -> int:
        """As count() of all, at once; while the engine puts its files in order, it may be somewhat wrong."""
        ...


class AssociativeMemory(Protocol):
    """Concepts, and what reminds of what. Strengths follow `lumina.memory.strength`; they fade when read.

    `guard` is the right to write one person; it names the person.
    """

    async def strengthen(self, guard: Any, met: Sequence[tuple[UUID, Sequence[str], datetime]]) -> None:
        """Count the concepts of memories (memory, concepts in their order, when they met); once for each memory, in
        whatever order memories come."""
        ...

    async def activate(
        self, person: str, concepts: Sequence[str], at: datetime, *, depth: int = 3, limit: int = 24
    ) -> list[Activation]:
        """The known ones among the concepts, and what they remind of within `depth` (at most 3) associations; the
        strongest first, ties by name. At every step the `limit` strongest go on; of those that are equally strong,
        the same each time."""
        ...

    async def heard(self, person: str, viewer: str | None, activated: Sequence[Activation]) -> list[Activation]:
        """Those that come to mind, link by link of their paths, by memories that the viewer heard (None: the owner, of
        all) and that were not put away."""
        ...

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int = 100) -> list[Reminder]:
        """The memories that activated concepts remind of, the strongest first, then the youngest, ties by id."""
        ...

    async def mentions(self, person: str, concepts: Sequence[str]) -> Mapping[str, int]:
        """Of those concepts that are known, how many memories have them."""
        ...

    async def remove(self, guard: Any, memories: Sequence[UUID]) -> None:
        """Take memories out; what only they had goes with them."""
        ...

    async def prune(self, at: datetime) -> int:
        """Delete the associations that have faded away; returns how many."""
        ...

    async def totals(self) -> tuple[int, int]:
        """(concepts, associations) of everybody."""
        ...

    async def holdings(self, person: str) -> Mapping[str, int]:
        """What forget() would delete, counted."""
        ...

    async def forget(self, guard: Any) -> Mapping[str, int]:
        """Erase all of the person; returns what went, counted."""
        ...

    async def network(self, person: str) -> Network:
        """All there is of the person, exactly: load() of it anywhere gives the same memory."""
        ...

    async def load(self, guard: Any, network: Network) -> None:
        """Put a network in the place of all there is of the person. Broken off, it is to be done again."""
        ...
