"""Reckoning in days within the calendar."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, tzinfo
from functools import lru_cache

from lumina.clock import LAST
from lumina.known import Precision

Found = tuple[date, date, Precision, int, int]
"""First day, last day, precision, and where in the text it begins and ends."""

FIRST_YEAR = 2


def reckoned(read: Callable[[str, datetime], Sequence[Found]], text: str, at: datetime) -> list[Found]:
    """What is read; nothing at the ends of the calendar, or where a text reckons beyond them."""
    if not FIRST_YEAR < at.year < LAST.year - 1:
        return []
    try:
        return [*_read(read, text, at.replace(tzinfo=None), at.tzinfo)]
    except (OverflowError, ValueError):
        return []


@lru_cache(maxsize=512)
def _read(
    read: Callable[[str, datetime], Sequence[Found]], text: str, local: datetime, zone: tzinfo | None
) -> tuple[Found, ...]:
    """Remembered, as several look for the days of a sentence; by local time, as one instant is of two days."""
    return tuple(read(text, local.replace(tzinfo=zone)))
