"""What is known, over the opened stores: folded from a person's claims, and kept as long as no more come in."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lumina.distil.known import Fold, known
from lumina.known import Claimed, Known
from lumina.memory.claims_postgres import Claims

REMEMBERED = 64
"""Viewers of persons, those who looked last."""

Kept = tuple[Sequence[Claimed], Fold, Known]


@dataclass(slots=True)
class Knowing:
    """Folds claims when they are asked for; what comes in behind the others is added to what was folded."""

    claims: Claims
    _kept: OrderedDict[tuple[str, str | None], Kept] = field(
        default_factory=OrderedDict[tuple[str, str | None], Kept], init=False
    )

    async def of(self, person: str, at: datetime, viewer: str | None) -> Known:
        """What the viewer (None: the owner) could know at that moment."""
        claims = await self.claims.of(person)
        if any(one.at > at for one in claims):
            return known(person, claims, at, viewer)
        kept = self._kept.get((person, viewer))
        if kept is None or kept[0] is not claims:
            # all of a long life, folded at once, takes seconds: nobody else waits for that
            kept = _gone_on(kept, claims) or await asyncio.to_thread(_folded, person, viewer, claims)
            self._kept[person, viewer] = kept
        self._kept.move_to_end((person, viewer))
        while len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)
        return kept[2]

    def forget_kept(self) -> None:
        """Drop what this process keeps of anybody."""
        self._kept.clear()
        self.claims.forget_kept()


def _folded(person: str, viewer: str | None, claims: Sequence[Claimed]) -> Kept:
    fold = Fold(person, viewer)
    return claims, fold, fold.of(claims)


def _gone_on(kept: Kept | None, claims: Sequence[Claimed]) -> Kept | None:
    """What was folded, with what came in behind it; None where that does not give the same as folding all anew."""
    if kept is None or not kept[0] or len(claims) <= len(kept[0]):
        return None
    before, fold, _ = kept
    if claims[0] is not before[0] or claims[len(before) - 1] is not before[-1]:
        return None
    told = fold.go_on(claims[len(before) :])
    return (claims, fold, told) if told is not None else None
