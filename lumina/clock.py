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


class DomainClock:
    """The time of talks, memories and jobs, for demos and tests: goes on as `base` does, and can be moved forward.
    What protects (the ends of tokens and sessions) keeps to `base`."""

    def __init__(self, base: Clock = system_clock) -> None:
        self.base = base
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return later(self.base(), self.ahead)

    def advance(self, by: timedelta) -> None:
        """Raises ValueError where it would go back, or past the end of the calendar."""
        if by < timedelta() or later(self(), by) == LAST:
            raise ValueError("not forward")
        self.ahead += by


def unmoved(clock: Clock) -> Clock:
    """The clock by which rights end: no domain clock."""
    return clock.base if isinstance(clock, DomainClock) else clock
