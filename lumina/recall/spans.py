"""Whether a question asks for how it was in a span of time: 「先週何があった？」, "what have I been up to lately?"."""

from datetime import date, datetime, timedelta

from lumina.clock import earlier, local
from lumina.language.acts import does
from lumina.recall.periods import read_periods

LATELY = timedelta(days=10)
"""How far back is lately."""

Days = tuple[date, date]
"""The first and the last day."""


def asked_span(text: str, at: datetime) -> Days | None:
    """The days that are asked for as a whole, those of lately where none are named; None where it is asked for
    something else."""
    if not does("sums_up", text):
        return None
    named = [period.narrow or period.wide for period in read_periods(text, at)]
    if not named:
        return local(earlier(at, LATELY), at.tzinfo).date(), at.date()
    return min(one.start for one in named).date(), max(one.end - timedelta(days=1) for one in named).date()
