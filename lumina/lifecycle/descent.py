"""Which way a memory goes when it leaves the mid-term: a pure rule, the same whenever it is asked."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from lumina.clock import earlier, later
from lumina.lifecycle.importance import goes_on, importance
from lumina.models import MemoryState, TierName

CHOICE_AGE = timedelta(days=7)
LAST_AGE = timedelta(days=30)


def choose(due: Sequence[MemoryState], around: Sequence[MemoryState], now: datetime) -> dict[UUID, TierName]:
    """Where each due memory of one person goes; what stays in DuckDB for now is not named.

    At the age of 7 days a memory goes on to long-term unless its importance at that age is among the lowest 30 % of the
    memories born in the 30 days before it (`around` must hold those). What stayed goes on at day 30 if it was used or
    pinned meanwhile, and else into the archive; what was used after that would have been lifted from there, so a run
    that comes later lets it go on, too.
    """
    peers = sorted(around, key=lambda state: state.born)
    births = [state.born for state in peers]
    weights = [at_choice(state) for state in peers]
    chosen: dict[UUID, TierName] = {}
    for state in due:
        reference = weights[bisect_left(births, earlier(state.born, LAST_AGE)) : bisect_left(births, state.born)]
        to = _direction(state, reference, now)
        if to is not None:
            chosen[state.id] = to
    return chosen


def at_choice(state: MemoryState) -> float:
    """The importance that a memory had at the age of 7 days."""
    return importance(state.salience, state.born, state.uses, later(state.born, CHOICE_AGE))


def _direction(state: MemoryState, reference: Sequence[float], now: datetime) -> TierName | None:
    if goes_on(at_choice(state), reference):
        return TierName.LONGTERM
    if now - state.born < LAST_AGE:
        return None
    return TierName.LONGTERM if state.pinned or state.uses else TierName.ARCHIVE
