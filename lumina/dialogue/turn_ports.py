"""What the nodes of a turn need of transcript, memory and flush."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from lumina.known import Loop
from lumina.models import Turn


class Uses(Protocol):
    async def note(self, guard: Any, person: str, memories: Sequence[UUID], turn: UUID, at: datetime) -> None: ...

    async def lift(self, person: str, memories: Sequence[UUID], at: datetime, epoch: int) -> None:
        """Bring back what lies deep. Takes as long as a flush."""
        ...


class Topics(Protocol):
    async def shifted(self, text: str, thread: Sequence[str]) -> bool:
        """Whether the text leaves what the thread is about."""
        ...


class Learner(Protocol):
    async def hear(self, guard: Any, turn: Turn, before: Sequence[Turn]) -> int:
        """What is said is known at once."""
        ...


class LeftOpen(Protocol):
    async def to_ask(self, turn: Turn, before: Sequence[Turn], viewer: str) -> Loop | None:
        """What the viewer asks about in answer to the turn."""
        ...

    async def note(self, guard: Any, loop: Loop, answer: Turn) -> None:
        """It was asked."""
        ...


class Flush(Protocol):
    def schedule(self, person: str, room: str, epoch: int, first: Callable[[], Awaitable[object]]) -> None: ...
