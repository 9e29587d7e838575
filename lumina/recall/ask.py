"""What is asked of recall, and what recall asks of its stores."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeVar
from uuid import UUID

from lumina.known import Known
from lumina.models import Memory, MemoryState, Role, Standing, Turn
from lumina.recall.candidates import Record as CandidatesRecord
from lumina.reports import Passage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be recalled. `viewer` is the character who asks, None the owner; `window` are the messages that stand
    before the asker already, oldest first, and `before` their turns, which are ranked, and not repeated in the pack, as
    are not those `in_sight` of other talks;
    `hidden` turns are not found at all; `room`, where it is named, gives the recent history. Of the
    knowledge base, what the `namespaces` say comes first."""

    person: str
    text: str
    at: datetime
    language: str
    budget: int
    limit: int = 10
    unit: Literal["memory", "turn"] = "memory"
    viewer: str | None = None
    room: str = ""
    window: Sequence[str] = ()
    before: frozenset[UUID] = frozenset()
    in_sight: frozenset[UUID] = frozenset()
    hidden: frozenset[UUID] = frozenset()
    namespaces: Sequence[str] = ()

    @property
    def shown(self) -> frozenset[UUID]:
        """The turns that the asker has before it, word for word."""
        return self.before | self.in_sight


class Record(CandidatesRecord, Protocol):
    """What recall reads from transcript and catalogue."""

    async def speakers(self, person: str) -> Sequence[tuple[str, Role]]: ...

    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]: ...

    async def turns(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]: ...

    async def lately(self, person: str, at: datetime, count: int) -> Sequence[Turn]:
        """The latest that the person said until this moment, the last first."""
        ...

    async def memory_of(self, person: str, turn: UUID) -> UUID | None: ...

    async def known(self, person: str, at: datetime, viewer: str | None) -> Known:
        """What the viewer could know at a moment."""
        ...

    async def memories(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]: ...


class Background(Protocol):
    """The small sections of a pack: lines by section, apart from the episodes. Of a tier that is missing, none."""

    @property
    def passages(self) -> Callable[[Ask], Awaitable[Sequence[Passage]]]:
        """What documents say to the cue, best first; nothing where none answers it."""
        ...

    async def lines(self, ask: Ask, missing: Sequence[str]) -> Mapping[str, Sequence[str]]: ...


class Reads(Protocol):
    """What is read of a person, all of it from where it may be read at the moment; it is asked for again where the
    person was erased meanwhile."""

    async def __call__(self, person: str, read: Callable[[], Awaitable[T]], /) -> T: ...


class Weigh(Protocol):
    """The importance of a memory at a moment."""

    def __call__(self, standing: Standing, at: datetime) -> float: ...
