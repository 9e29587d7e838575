"""What is learnt from turns: claims, read out of what the person says as soon as it is said."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Protocol
from uuid import UUID

from lumina.clock import Clock
from lumina.distil.asked import answer_to, asked_before
from lumina.distil.claims.reading import CONTEXT, read_claims
from lumina.known import ME, Claim, Claimed, ClaimType, Mode, read_by
from lumina.language.names import bare_name
from lumina.language.scripts import fold
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Role, Turn

logger = logging.getLogger(__name__)

BATCH = 500
SAID = 12
"""So many turns before may have told what a turn puts right."""
SITTING = timedelta(minutes=5)
"""What was said in the same room at most so long before still says whom a turn is about, whatever its thread."""


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def of(self, person: str) -> Sequence[Claimed]: ...
    async def learnt(self, person: str) -> int: ...
    async def note_learnt(self, guard: Any, seq: int) -> None: ...


@dataclass(slots=True)
class _Known:
    """What was learnt before a turn that helps to read it: what turns of characters asked about, by the turn, and the
    names of people with what each is to the person."""

    asked: dict[UUID, Claim] = field(default_factory=dict[UUID, Claim])
    names: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def by(cls, claims: Sequence[Claimed], before: datetime) -> "_Known":
        """What is known of all that was asked, and of the names that were told before a moment."""
        known = cls({one.turn: one.claim for one in claims if one.turn and one.claim.type is ClaimType.ASKED})
        known.with_([one for one in claims if one.at < before])
        return known

    def with_(self, claims: Sequence[Claimed]) -> Sequence[Claimed]:
        """With the names that these claims tell; returns them."""
        for one in claims:
            claim = one.claim
            if claim.type is ClaimType.PERSON and claim.mode is Mode.IS:
                self.names[claim.value] = claim.kind or self.names.get(claim.value, "")
            elif claim.type is ClaimType.PERSON and claim.mode is Mode.DENIES:
                self.names |= {claim.value: ""} if self.names.get(claim.value) == claim.kind else {}
            elif claim.type is ClaimType.FACT and claim.kind == "name" and claim.about == ME:
                self.names[claim.value] = ME
        return claims


@dataclass(frozen=True, slots=True)
class Learner:
    """Reads turns for claims. The same turn again adds nothing."""

    transcript: Transcript
    claims: Claims
    guarding: Callable[[str, int], AbstractAsyncContextManager[Any]]
    epoch: Callable[[str], Awaitable[int]]
    clock: Clock
    cast: frozenset[str] = frozenset()
    """What the characters are called, folded: they are nobody of the person's people."""

    async def hear(self, guard: Any, turn: Turn, before: Sequence[Turn]) -> int:
        """A turn that was just said, behind those `before` it; returns how many claims are new. One that cannot be
        read is kept all the same: the task that reads it again fails where it can be seen."""
        known = _Known.by(await self.claims.of(turn.person), turn.at)
        try:
            claimed = self._claimed(turn, before, known)
        except Exception as error:
            logger.warning("Turn %s could not be read: %s", turn.id, type(error).__name__)
            return 0
        return await self.claims.put(guard, claimed)

    async def catch_up(self, person: str, seq: int = 0) -> int:
        """Read the turns behind the one of this number that nobody has read yet; returns how many claims are new.
        Raises PersonErased where the person was erased meanwhile."""
        seq, added, before = max(seq, await self.claims.learnt(person)), 0, list[Turn]()
        epoch, heard = await self.epoch(person), await self.claims.of(person)
        known: _Known | None = None
        while read := await self.transcript.after(person, seq, BATCH):
            seq = read[-1][0]
            turns = [turn for _, turn in read if not turn.failed and not turn.left_for]
            said = [*before, *turns]
            known = known or _Known.by(heard, turns[0].at if turns else read[0][1].at)
            claims = [known.with_(self._claimed(turn, said[:at], known)) for at, turn in enumerate(turns, len(before))]
            async with self.guarding(person, epoch) as guard:
                added += await self.claims.put(guard, [*chain.from_iterable(claims)])
                await self.claims.note_learnt(guard, seq)
            before = turns[-SAID:]
        return added

    def _claimed(self, turn: Turn, before: Sequence[Turn], known: "_Known") -> list[Claimed]:
        if turn.role is not Role.PERSON:
            return []
        near = [one for one in before[-CONTEXT:] if one.thread == turn.thread]
        told = [one for one in before[-SAID:] if _goes_on(one, turn)]
        lately = [one for one in told if one in before[-CONTEXT:]]
        about = asked_before([one for one in before if one.room == turn.room and one.id != turn.id], known.asked)
        answer = answer_to(about, turn.text, turn.at) if about else None
        names = {**known.names, bare_name(turn.speaker): ME}
        claims = [
            one
            for one in read_claims(turn.text, turn.at, near, names, lately, told)
            if not self._is_of_cast(one, names)
        ]
        if about:
            claims = [one for one in claims if not _is_told_by(answer, one, near)]
        now = self.clock()
        read = [read_by("rules", turn, claim, now) for claim in claims]
        return [*read, read_by("system", turn, answer, now)] if answer else read

    def _is_of_cast(self, claim: Claim, names: Mapping[str, str]) -> bool:
        """Whether it speaks of one of the characters, and of nobody of that name whom the person has."""
        name = claim.value if claim.type is ClaimType.PERSON else claim.about
        has = claim.type is ClaimType.PERSON and claim.kind
        return fold(name) in self.cast and not (has or names.get(name))


def _goes_on(before: Turn, turn: Turn) -> bool:
    """Whether the one was said in the same sitting just before."""
    return before.room == turn.room and turn.at - before.at <= SITTING


def _is_told_by(answer: Claim | None, claim: Claim, before: Sequence[Turn]) -> bool:
    """Whether a claim says no more than the answer to what was asked about: that it is put off, or that the person was
    asked something, and told something."""
    if claim.type is ClaimType.LOOP:
        return answer is not None and answer.type is ClaimType.LOOP
    return claim.type is ClaimType.CLOSE and bool(before) and claim.value == before[-1].text
