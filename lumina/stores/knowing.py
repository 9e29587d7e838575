"""What is known, over the opened stores: folded from a person's claims, and kept as long as no more come in."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lumina.distil.known import known
from lumina.known import Claimed, Known
from lumina.memory.claims_postgres import Claims

REMEMBERED = 64
"""Viewers of persons, those who looked last."""

Kept = tuple[Sequence[Claimed], Known]


@dataclass(slots=True)
class Knowing:
    """Folds claims when they are asked for."""

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
            kept = claims, known(person, claims, at, viewer)
            self._kept[person, viewer] = kept
        self._kept.move_to_end((person, viewer))
        while len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)
        return kept[1]

    def forget_kept(self) -> None:
        """Drop what this process keeps of anybody."""
        self._kept.clear()
        self.claims.forget_kept()
