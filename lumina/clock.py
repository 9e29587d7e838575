"""Time comes in as an argument: a month can pass in a test. No arithmetic passes the two ends of the calendar."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

Clock = Callable[[], datetime]
"""Returns the present moment, with its zone."""

FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)


def earlier(at: datetime, by: timedelta) -> datetime:
    """So long before, in UTC; or the first moment there is."""
    try:
        return at.astimezone(UTC) - by
    except OverflowError:
        return FIRST


def later(at: datetime, by: timedelta) -> datetime:
    """So long after, in UTC; or the last moment there is."""
    try:
        return at.astimezone(UTC) + by
    except OverflowError:
        return LAST


def local(at: datetime, zone: tzinfo | None = None) -> datetime:
    """By the clocks of a zone (None: of this place); by its own where those would show no year from 1 to 9999."""
    try:
        return at.astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return at


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
