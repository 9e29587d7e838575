"""Dates in Japanese."""

from datetime import date, datetime

from lumina.known import Precision

Found = tuple[date, date, Precision, int, int]
"""First day, last day, precision, and where in the text it begins and ends."""


def moments_in_japanese(text: str, at: datetime) -> list[Found]:
    """The times that the text names, in its order."""
    return []
