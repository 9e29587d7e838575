"""What a person says of what is known counts in a transcript as it does in a talk: that it is wrong, or to be kept."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from lumina.dialogue.heeding import Heeding
from lumina.models import Role, Turn


@dataclass(slots=True)
class Corrections:
    """The turns of a file that speak of what is known, each behind the `most` before it in its room."""

    heeding: Heeding
    most: int
    _rooms: dict[str, deque[Turn]] = field(default_factory=dict[str, deque[Turn]], init=False)
    _said: list[tuple[Turn, list[Turn]]] = field(default_factory=list[tuple[Turn, list[Turn]]], init=False)
    _others: set[UUID] = field(default_factory=set[UUID], init=False)

    def hear(self, turns: Sequence[Turn]) -> None:
        """Turns as they follow one another in the file."""
        for turn in turns:
            before = self._rooms.setdefault(turn.room, deque(maxlen=self.most))
            if turn.role is Role.GUEST:
                self._others.add(turn.thread)
            elif turn.role is Role.PERSON and not turn.left_for and self.heeding.concerns(turn.text):
                self._said.append((turn, list(before)))
            before.append(turn)

    async def heed(self, guarding: Callable[[], AbstractAsyncContextManager[Any]]) -> None:
        """Do what they say, the earliest first; what was done before is not done again. Where another person takes
        part, "forget it" is said to them and not to the memory."""
        for turn, before in sorted(self._said, key=lambda one: one[0].at):
            if turn.thread not in self._others:
                async with guarding() as guard:
                    await self.heeding.heed(guard, turn, before)
