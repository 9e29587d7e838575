"""What is learnt from turns: claims, read out of what the person says as soon as it is said."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol
from uuid import UUID

from lumina.clock import Clock
from lumina.distil.asked import answer_to, asked_before
from lumina.distil.claims.reading import CONTEXT, read_claims
from lumina.known import Claim, Claimed, ClaimType, read_by
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Role, Turn

logger = logging.getLogger(__name__)

BATCH = 500


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def of(self, person: str) -> Sequence[Claimed]: ...
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
        """A turn that was just said, behind those `before` it; returns how many claims are new. One that cannot be
        read is kept all the same: the task that reads it again fails where it can be seen."""
        asked = await self._asked(turn.person)
        try:
            claimed = self._claimed(turn, before, asked)
        except Exception as error:
            logger.warning("Turn %s could not be read: %s", turn.id, type(error).__name__)
            return 0
        return await self.claims.put(guard, claimed)

    async def catch_up(self, person: str, seq: int = 0) -> int:
        """Read the turns behind the one of this number that nobody has read yet; returns how many claims are new.
        Raises PersonErased where the person was erased meanwhile."""
        seq, added, before = max(seq, await self.claims.learnt(person)), 0, list[Turn]()
        epoch, asked = await self.epoch(person), await self._asked(person)
        while read := await self.transcript.after(person, seq, BATCH):
            seq = read[-1][0]
            turns = [turn for _, turn in read if not turn.failed and not turn.left_for]
            said = [*before, *turns]
            claims = [self._claimed(turn, said[:at], asked) for at, turn in enumerate(turns, len(before))]
            async with self.guarding(person, epoch) as guard:
                added += await self.claims.put(guard, [*chain.from_iterable(claims)])
                await self.claims.note_learnt(guard, seq)
            before = turns[-CONTEXT:]
        return added

    async def _asked(self, person: str) -> Mapping[UUID, Claim]:
        """What turns of characters asked about, by the turn."""
        claims = await self.claims.of(person)
        return {one.turn: one.claim for one in claims if one.turn and one.claim.type is ClaimType.ASKED}

    def _claimed(self, turn: Turn, before: Sequence[Turn], asked: Mapping[UUID, Claim]) -> list[Claimed]:
        if turn.role is not Role.PERSON:
            return []
        near = [one for one in before[-CONTEXT:] if one.thread == turn.thread]
        about = asked_before([one for one in before if one.room == turn.room and one.id != turn.id], asked)
        answer = answer_to(about, turn.text, turn.at) if about else None
        claims = read_claims(turn.text, turn.at, near)
        if about:
            claims = [one for one in claims if not _is_told_by(answer, one, near)]
        now = self.clock()
        read = [read_by("rules", turn, claim, now) for claim in claims]
        return [*read, read_by("system", turn, answer, now)] if answer else read


def _is_told_by(answer: Claim | None, claim: Claim, before: Sequence[Turn]) -> bool:
    """Whether a claim says no more than the answer to what was asked about: that it is put off, or that the person was
    asked something, and told something."""
    if claim.type is ClaimType.LOOP:
        return answer is not None and answer.type is ClaimType.LOOP
    return claim.type is ClaimType.CLOSE and bool(before) and claim.value == before[-1].text
