"""What is learnt from turns: claims, read out of what the person says as soon as it is said."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from lumina.clock import Clock
from lumina.distil.claims.reading import CONTEXT, read_claims
from lumina.known import Claimed, claim_id
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Role, Turn

BATCH = 500


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def learnt(self, person: str) -> int: ...
    async def note_learnt(self, guard: Any, seq: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Learner:
    """Reads turns for claims. The same turn again adds nothing."""

    transcript: Transcript
    claims: Claims
    guarding: Callable[[str, int], AbstractAsyncContextManager[Any]]
    epoch: Callable[[str], Awaitable[int]]
    clock: Clock

    async def hear(self, guard: Any, turn: Turn, before: Sequence[Turn]) -> int:
        """A turn that was just said, behind those `before` it; returns how many claims are new."""
        return await self.claims.put(guard, self._claimed(turn, before))

    async def catch_up(self, person: str, seq: int = 0) -> int:
        """Read the turns behind the one of this number that nobody has read yet; returns how many claims are new.
        Raises PersonErased where the person was erased meanwhile."""
        seq, added, before = max(seq, await self.claims.learnt(person)), 0, list[Turn]()
        epoch = await self.epoch(person)
        while read := await self.transcript.after(person, seq, BATCH):
            seq = read[-1][0]
            turns = [turn for _, turn in read if not turn.failed]
            claims = [one for at, turn in enumerate(turns) for one in self._claimed(turn, [*before, *turns[:at]])]
            async with self.guarding(person, epoch) as guard:
                added += await self.claims.put(guard, claims)
                await self.claims.note_learnt(guard, seq)
            before = turns[-CONTEXT:]
        return added

    def _claimed(self, turn: Turn, before: Sequence[Turn]) -> list[Claimed]:
        if turn.role is not Role.PERSON:
            return []
        near = [one for one in before[-CONTEXT:] if one.thread == turn.thread]
        return [
            Claimed(
                claim_id(turn.person, turn.id, "rules", claim), claim, turn.id, turn.at, self.clock(), turn.witnesses
            )
            for claim in read_claims(turn.text, turn.at, near)
        ]
