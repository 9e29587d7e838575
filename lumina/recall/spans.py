"""Whether a question asks for how it was in a span of time: 「先週何があった？」, "what have I been up to lately?"."""

import re
from datetime import date, datetime, timedelta

from lumina.clock import earlier, local
from lumina.language.acts import does
from lumina.language.scripts import fold
from lumina.language.when.moments import When, moments
from lumina.recall.periods import read_periods

LATELY = timedelta(days=10)
"""How far back is lately."""

SATURDAY = 5
WEEKEND = re.compile(r"\b(?:at|over|on|for|how was) (?:the|my) weekend\b(?! (?:before|after|of))")
"""What is no span to English dates: it may be one that was, or that comes."""

Days = tuple[date, date]
"""The first and the last day."""


def asked_span(text: str, at: datetime) -> Days | None:
    """The days that are asked for as a whole, those of lately where none are named; None where it is asked for
    something else."""
    if not does("sums_up", text):
        return None
    if WEEKEND.search(fold(text)):
        return _weekend(at.date())
    days = [_that_was(one, at.date()) for one in moments(text, at)]
    spans = [period.narrow or period.wide for period in read_periods(text, at)]
    days = days or [(one.start.date(), (one.end - timedelta(days=1)).date()) for one in spans]
    if not days:
        return local(earlier(at, LATELY), at.tzinfo).date(), at.date()
    return min(first for first, _ in days), max(last for _, last in days)


def _that_was(named: When, present: date) -> Days:
    """The days that are named; a Saturday that would come is the last one, as it is asked how it was."""
    back = timedelta(weeks=1) if present < named.first <= present + timedelta(weeks=1) else timedelta(0)
    return named.first - back, named.last - back


def _weekend(day: date) -> Days:
    """The last one that is over, or the one that is."""
    saturday = day - timedelta(days=(day.weekday() - SATURDAY) % 7)
    return saturday, saturday + timedelta(days=1)
