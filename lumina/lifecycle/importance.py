"""How important a memory is at a moment, and whether it goes on to long-term. Derived when read, never stored."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

WEEK = timedelta(weeks=1)
KEPT_PER_WEEK = 0.95
GAINED_PER_USE = 0.1
APART = timedelta(minutes=10)
"""Uses of one talk are one use: so long after the one that counted last the next one counts."""
STAYS_BEHIND = 0.3
"""The share of a person's memories, the least important, that does not go on to long-term by itself."""


def importance(salience: float, born: datetime, uses: Sequence[datetime], now: datetime, pinned: bool = False) -> float:
    """clip(salience × 0.95^weeks × (1 + 0.1·uses), 0, 1), DESIGN.md section 7.

    Weeks are counted in fractions from birth, before which the age is 0; uses (ascending) after `now` do not count yet,
    and those of one talk count once (spaced()); a pinned memory does not fade. A pure function of its arguments:
    however often a job asks, the answer is the same.
    """
    weeks = 0.0 if pinned else max((now - born) / WEEK, 0.0)
    faded = salience * KEPT_PER_WEEK**weeks
    return min(max(faded * (1 + GAINED_PER_USE * spaced(use for use in uses if use <= now)), 0.0), 1.0)


def spaced(uses: Iterable[datetime]) -> int:
    """How many of these uses (ascending) count: what comes back later is needed again, what is said twice is not."""
    counted, last = 0, None
    for use in uses:
        if last is None or use - last >= APART:
            counted, last = counted + 1, use
    return counted


def goes_on(own: float, reference: Sequence[float]) -> bool:
    """Whether a memory goes on to long-term at the age of 7 days: unless it is among the lowest 30 %.

    `own` is its importance at the age of 7 days; `reference` those of the person's memories of the 30 days before it,
    each at *its own* age of 7 days, so the answer is the same whenever and in whatever batches this is asked. What is
    equally important counts half: (lower + 0.5·equal) / n < 0.3 stays behind. With nothing to compare, it goes on.
    """
    if not reference:
        return True
    lower = sum(other < own for other in reference)
    equal = sum(other == own for other in reference)
    return (lower + 0.5 * equal) / len(reference) >= STAYS_BEHIND
