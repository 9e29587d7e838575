"""What is told of backups."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that is there: when it was made, by which LUMINA, of how many persons, and how many bytes it needs."""

    at: datetime
    lumina: str
    people: int
    size: int


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made: of how many persons, how many bytes it needs, and how many of them were new."""

    at: datetime
    people: int
    size: int
    written: int


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore brought back: how many persons, how many stay erased, and what is not as it was (nothing, if all
    is well)."""

    at: datetime
    people: int
    erased: int
    differing: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many backups went, and how many bytes."""

    backups: int
    freed: int
