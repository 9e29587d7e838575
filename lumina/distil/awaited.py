"""What is to be so if it comes to be: a job that was applied for, until one has it, or is turned down."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from lumina.distil.values import same_value
from lumina.known import Claimed, Mode

WHILE = timedelta(days=120)
"""For so long something is awaited, and may it be told from when on one has it."""


@dataclass(slots=True)
class Awaited:
    """What is awaited of whom and of which kind, and what of it has come, each with when that was told."""

    ahead: dict[tuple[str, str], dict[str, datetime]] = field(
        default_factory=lambda: defaultdict[tuple[str, str], dict[str, datetime]](dict)
    )
    come: dict[tuple[str, str], tuple[str, datetime]] = field(
        default_factory=dict[tuple[str, str], tuple[str, datetime]]
    )

    def take(self, one: Claimed, place: tuple[str, str]) -> None:
        """Something is awaited; a claim without a value says that nothing is, any more."""
        value, ahead = one.claim.value, self.ahead[place]
        told = [other for other in ahead if same_value(other, value)]
        value = max([value, *told], key=len)
        for other in told if value else [*ahead]:
            del ahead[other]
        if value:
            ahead[value] = one.at

    def comes(self, one: Claimed, place: tuple[str, str]) -> Claimed | None:
        """That what was awaited is so, said by its name; None where nothing was, or more than one thing. Told again
        with a day, it is so from then on."""
        ahead = [value for value, at in self.ahead[place].items() if one.at - at <= WHILE]
        value, at = self.come.get(place, ("", one.at))
        if len(ahead) == 1:
            value = ahead[0]
        elif ahead or not one.claim.since or one.at - at > WHILE:
            return None
        if not value:
            return None
        self.ahead[place].clear()
        self.come[place] = value, one.at
        return replace(one, claim=replace(one.claim, value=value, mode=Mode.IS))
