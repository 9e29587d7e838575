"""Time comes in as an argument: a month can pass in a test."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]
"""Returns the present moment, with its zone."""


def system_clock() -> datetime:
    """With the offset of this place: what is said has its month and its day."""
    return datetime.now(UTC).astimezone()


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime) -> None:
        if now.tzinfo is None:
            raise ValueError("a moment needs its zone")
        self._now = now

    def __call__(self) -> datetime:
        return self._now

    def set(self, now: datetime) -> None:
        self._now = now

    def advance(self, by: timedelta) -> None:
        self._now += by
