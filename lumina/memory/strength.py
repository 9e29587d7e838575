"""How strong an association is: DESIGN.md section 7, from plain numbers. Every associative memory keeps to it.

The closest time that two concepts occurred together counts in full, every other time a tenth of its own strength. So it
does not matter in which order memories are counted. Fading is derived when read, never stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

WINDOW = 3
"""Concepts at most this far apart in a memory are associated."""

DISTANCE_COST = 0.3
AGAIN = 0.1
GRACE_DAYS = 30
DAILY = 0.95
GONE = 0.1
"""An association weaker than this is none."""

FADING_DAYS = 60
"""After so many days of fading nothing is left of the strongest: what fades longer is not reckoned with any more, as a
power of so many days is too small for PostgreSQL."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Bond:
    """What is kept of an association: its strength at the moment `since`, when it was last strengthened, and the part
    of it that the closest occurrence gave."""

    strength: float
    closest: float
    since: datetime


def fresh(distance: int) -> float:
    """1/(1+0.3·distance): the strength of two concepts that meet for the first time, `distance` >= 1."""
    return 1 / (1 + DISTANCE_COST * distance)


def faded(strength: float, idle: timedelta) -> float:
    """What is left after `idle` without use: 30 days in full, then 5 % less a day, 0 once below 0.1."""
    fading = max(0.0, idle / _DAY - GRACE_DAYS)
    left: float = strength * DAILY**fading if fading <= FADING_DAYS else 0.0
    return left if left >= GONE else 0.0


def joined(one: Bond, other: Bond) -> Bond:
    """Both at the later moment, at most 1; the same whichever comes first."""
    since = max(one.since, other.since)
    a, b = _at(one, since), _at(other, since)
    shared = (1 - AGAIN) * min(a.closest, b.closest)
    return Bond(min(1.0, a.strength + b.strength - shared), max(a.closest, b.closest), since)


def pairs(concepts: Sequence[str]) -> dict[tuple[str, str], float]:
    """The associations of a memory's concepts, given in their order: (a, b) with a < b to the strength of a first
    meeting. Of two that meet more than once the closest time counts."""
    found: dict[tuple[str, str], float] = {}
    for place, concept in enumerate(concepts):
        for distance, other in enumerate(concepts[place + 1 : place + 1 + WINDOW], 1):
            if concept != other:
                pair = (min(concept, other), max(concept, other))
                found[pair] = max(found.get(pair, 0.0), fresh(distance))
    return found


def _at(bond: Bond, moment: datetime) -> Bond:
    strength = faded(bond.strength, moment - bond.since)
    return Bond(strength, bond.closest * strength / bond.strength if bond.strength else 0.0, moment)
