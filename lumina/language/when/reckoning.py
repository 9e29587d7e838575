"""Reckoning in days within the calendar."""

from collections.abc import Callable, Sequence
from datetime import date, datetime

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
        return [*read(text, at)]
    except (OverflowError, ValueError):
        return []
