"""When a summary gets a new version: moments that follow from when things were said, and from nothing else. So it does
not matter when, how often, or in what order they are made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from lumina.clock import earlier, later, local
from lumina.models import Turn

COOL_DOWN = timedelta(hours=6)
BY_WEEK: Final = timedelta(weeks=4)
BY_MONTH: Final = timedelta(weeks=26)
"""Of versions that are older, only the last one of each week stays, and later that of each month."""


def after(at: datetime, by: timedelta) -> datetime:
    """So long after, in the same zone; or the last moment there is."""
    return local(later(at, by), at.tzinfo)


def cooled(moments: Iterable[datetime]) -> list[datetime]:
    """Six hours after the first thing that the version before does not have. `moments` ascend."""
    points: list[datetime] = []
    for at in moments:
        if not points or at > points[-1]:
            points.append(after(at, COOL_DOWN))
    return points


def lasting(moments: Iterable[datetime], now: datetime) -> list[datetime]:
    """Those whose versions would stay: of what is long past, the last one of each week or month. `moments` ascend."""
    by_week, by_month = earlier(now, BY_WEEK), earlier(now, BY_MONTH)
    last: dict[object, datetime] = {}
    for at in moments:
        day = at.astimezone(UTC).date()
        week = day - timedelta(days=day.weekday()) if day.toordinal() > day.weekday() else day
        last[(day.year, day.month) if at < by_month else week if at < by_week else at] = at
    return [*last.values()]


@dataclass(frozen=True, slots=True)
class Stretch:
    """What came into a room until a moment, since the stretch before."""

    turns: tuple[Turn, ...]
    at: datetime


def stretches(turns: Sequence[Turn], idle: timedelta, threshold: int) -> list[Stretch]:
    """A room's turns (in order), cut where nobody spoke for longer than `idle`, and at every `threshold` of them. The
    last one ends once the room has been idle."""
    found: list[Stretch] = []
    open_: list[Turn] = []
    for turn in turns:
        if open_ and turn.at - open_[-1].at > idle:
            found.append(Stretch(tuple(open_), after(open_[-1].at, idle)))
            open_ = []
        open_.append(turn)
        if len(open_) == threshold:
            found.append(Stretch(tuple(open_), turn.at))
            open_ = []
    return [*found, Stretch(tuple(open_), after(open_[-1].at, idle))] if open_ else found
