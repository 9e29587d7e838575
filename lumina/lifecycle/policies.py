"""What is kept of the talk, as each person chooses: all of it, or what was distilled of it."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from lumina.clock import Clock
from lumina.memory.policies_postgres import ChosenPolicies
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Policy


@dataclass(frozen=True, slots=True)
class Keeping:
    """What holds for a person, whether it was `chosen` (else it is the default), and of how many of all turns the words
    were let go."""

    policy: Policy
    chosen: bool
    default: Policy
    turns: int
    let_go: int


@dataclass(frozen=True, slots=True)
class Policies:
    """`default` is that of whoever chose none; `note` tells the backups that were made before."""

    transcript: Transcript
    guarding: Callable[[str], AbstractAsyncContextManager[Any]]
    default: Policy
    note: Callable[[Any, datetime, str], Awaitable[None]]
    clock: Clock

    async def of(self, person: str) -> Keeping:
        """Of somebody who is nobody here yet it is the default."""
        rows = ChosenPolicies(self.transcript.database)
        chosen, counted = await rows.of(person), await rows.count_words(person)
        return Keeping(chosen or self.default, chosen is not None, self.default, *counted)

    async def choose(self, person: str, policy: Policy | None) -> Keeping:
        """None: the default, from now on. What was let go stays gone. Raises StoreDown where it cannot be noted."""
        async with self.guarding(person) as guard:
            await self.note(guard, self.clock(), policy or "")
            await self.transcript.set_policy(guard, policy)
        return await self.of(person)
