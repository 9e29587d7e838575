"""What is known, over the opened stores: folded from a person's claims, and kept as long as no more come in."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lumina.aside import aside, keep
from lumina.clock import FIRST
from lumina.distil.known import Fold, known
from lumina.distil.lasting import holding
from lumina.known import Claimed, Known
from lumina.memory.claims_postgres import Claims
from lumina.models import may_see

REMEMBERED = 64
"""Viewers of persons, those who looked last."""


LONG = 10_000
"""Claims whose fold is so much that going through it for garbage is felt."""


@dataclass(frozen=True, slots=True)
class Folded:
    """What was folded, how, to what; the moment of the last of it, and who heard any of it."""

    claims: Sequence[Claimed]
    fold: Fold
    known: Known
    last: datetime
    heard_by: frozenset[frozenset[str]]


@dataclass(slots=True)
class Knowing:
    """Folds claims when they are asked for; what comes in behind the others is added to what was folded. Who heard all
    of it knows what the owner knows."""

    claims: Claims
    _kept: OrderedDict[tuple[str, str | None], Folded] = field(
        default_factory=OrderedDict[tuple[str, str | None], Folded], init=False
    )

    async def of(self, person: str, at: datetime, viewer: str | None) -> Known:
        """What the viewer (None: the owner) could know at that moment."""
        claims = await self.claims.of(person)
        if (person, None) not in self._kept and _last(claims) > at:
            return await aside(known, person, claims, at, viewer)
        folded = await self._folded(person, None, claims)
        if folded.last > at:
            return await aside(known, person, claims, at, viewer)
        if not all(may_see(viewer, witnesses) for witnesses in folded.heard_by):
            folded = await self._folded(person, viewer, claims)
        return holding(folded.known, at.date())

    async def _folded(self, person: str, viewer: str | None, claims: Sequence[Claimed]) -> Folded:
        keeping = self._kept  # what is dropped meanwhile stays dropped
        kept = keeping.get((person, viewer))
        if kept is None or kept.claims is not claims:
            kept = _gone_on(kept, claims) or await _folded_aside(person, viewer, claims)
            keeping[person, viewer] = kept
        keeping.move_to_end((person, viewer))
        while len(keeping) > REMEMBERED:
            keeping.popitem(last=False)
        return kept

    def forget_kept(self) -> None:
        """Drop what this process keeps of anybody."""
        self._kept = OrderedDict()
        self.claims.forget_kept()


async def _folded_aside(person: str, viewer: str | None, claims: Sequence[Claimed]) -> Folded:
    """All of a long life, folded at once, takes seconds."""
    folded = await aside(_all_folded, person, viewer, claims)
    if len(claims) >= LONG:
        keep()
    return folded


def _all_folded(person: str, viewer: str | None, claims: Sequence[Claimed]) -> Folded:
    fold = Fold(person, viewer)
    return Folded(claims, fold, fold.of(claims), _last(claims), _heard_by(claims))


def _last(claims: Sequence[Claimed]) -> datetime:
    return max((one.at for one in claims), default=FIRST)


def _heard_by(claims: Sequence[Claimed]) -> frozenset[frozenset[str]]:
    return frozenset(one.witnesses for one in claims)


def _gone_on(kept: Folded | None, claims: Sequence[Claimed]) -> Folded | None:
    """What was folded, with what came in behind it; None where that does not give the same as folding all anew."""
    if kept is None or not kept.claims or len(claims) <= len(kept.claims):
        return None
    before = kept.claims
    if claims[0] is not before[0] or claims[len(before) - 1] is not before[-1]:
        return None
    more = claims[len(before) :]
    told = kept.fold.go_on(more)
    if told is None:
        return None
    return Folded(claims, kept.fold, told, max(kept.last, _last(more)), kept.heard_by | _heard_by(more))
