"""What is offered to somebody who comes back to a talk: what they left open, to be taken up with a click."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from lumina.known import Loop
from lumina.models import Turn

QUIET: Final = timedelta(hours=4)
"""Who has been away for so long comes back."""

AHEAD, BEHIND = timedelta(days=14), timedelta(days=3)
"""What is due within these is near."""

RECENT: Final = timedelta(days=30)
"""For so long what has no day is offered."""

MOST: Final = 3
FAR: Final = date.max


def comes_back(turns: Sequence[Turn], now: datetime) -> bool:
    """Whether who said these last turns of a room has been away; nobody comes back to where nothing was said yet."""
    return bool(turns) and now - turns[-1].at >= QUIET


def nearest(loops: Sequence[Loop], now: datetime) -> list[Loop]:
    """The open ones that are due about now, the next first; then those without a day, the latest first."""
    near = [one for one in loops if one.state == "open" and _is_near(one, now)]
    return sorted(near, key=lambda one: (one.due.first if one.due else FAR, -one.said.timestamp()))[:MOST]


def _is_near(loop: Loop, now: datetime) -> bool:
    if loop.due is None:
        return now - loop.said <= RECENT
    return now.date() - BEHIND <= loop.due.first <= now.date() + AHEAD
