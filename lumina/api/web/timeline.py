"""When memories were born, from years to a day."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup, escape

from lumina.api.web.shown import Shown
from lumina.clock import local

WIDTH: Final = 680
HEIGHT: Final = 158
FLOOR: Final = 108
YEAR, MONTH, DAY = 4, 7, 10
"""Characters of a date by which bars are told apart."""

LABEL: Final = 66
"""The width of a label; where bars are narrower, only some have one."""

WIDEST: Final = 56
"""The width of a bar at most."""

FIGURE: Final = 36
"""So wide a bar has its figure above it."""

FEW: Final = 36
"""Bars at most, where the whole is shown by month and not by year."""


def timeline(births: Sequence[int], within: str, shown: Shown) -> Markup:
    """A bar for each year, month or day; each leads to what is in it. The births are seconds since 1970, the oldest
    first."""
    inside = {day: count for day, count in _days(births).items() if day.startswith(within)}
    length = _length(inside, within)
    counts = Counter[str]()
    for day, count in inside.items():
        counts[day[:length]] += count
    if not counts:
        return Markup("")
    told = shown.words("timeline_told", count=counts.total())
    head = f'<svg class="timeline" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{escape(told)}">'
    return Markup(head + "".join(_bars(counts, shown)) + "</svg>")


def _days(births: Sequence[int]) -> Counter[str]:
    """How many were born on each day by the clocks of this place. A day is reckoned once, not for each birth."""
    counts, at = Counter[str](), 0
    while at < len(births):
        first = local(datetime.fromtimestamp(births[at], UTC))
        behind = bisect_left(births, _midnight(first), at + 1)
        counts[f"{first:%Y-%m-%d}"] += behind - at
        at = behind
    return counts


def _midnight(at: datetime) -> float:
    """When the next day begins, in seconds since 1970."""
    try:
        return datetime.combine(at.date() + timedelta(days=1), time.min).timestamp()
    except (OverflowError, ValueError):
        return math.inf


def _length(days: Iterable[str], within: str) -> int:
    if len(within) >= MONTH:
        return DAY
    if within or len({day[:MONTH] for day in days}) <= FEW:
        return MONTH
    return YEAR


def _bars(counts: Counter[str], shown: Shown) -> Iterable[str]:
    most, step = max(counts.values()), (WIDTH - 20) / len(counts)
    width = min(step * 0.7, WIDEST)
    yield f'<path class="axis" d="M10,{FLOOR}H{WIDTH - 10}"/>'
    names, every = sorted(counts), max(1, math.ceil(LABEL / step))
    for at, name in enumerate(names):
        count = counts[name]
        x, height = 10 + at * step, max(3, round(82 * count / most))
        label = escape(f"{name}: {shown.words('memories', count=count)}")
        bar = f'x="{x + (step - width) / 2:.1f}" y="{FLOOR - height}" width="{width:.1f}" height="{height}" rx="3"'
        field = f'x="{x:.1f}" y="0" width="{step:.1f}" height="{FLOOR}"'
        link = f"/memory?{urlencode({'within': name})}"
        yield f'<a href="{escape(link)}" aria-label="{label}"><rect class="field" {field}/>'
        yield f'<rect class="bar-of" {bar}/></a>'
        if step >= FIGURE:
            place = f'x="{x + step / 2:.1f}" y="{FLOOR - height - 5}" text-anchor="middle"'
            yield f'<text class="faint" {place}>{count}</text>'
        if at % every == 0:
            yield _label(x + step / 2, name, shown, with_year=not at or name[:YEAR] != names[at - every][:YEAR])


def _label(x: float, name: str, shown: Shown, *, with_year: bool) -> str:
    """A month or day, and below it the year where that begins."""
    parts = [shown.part_of_date(name), name[:YEAR] if with_year and len(name) > YEAR else ""]
    return "".join(
        f'<text class="faint" x="{x:.1f}" y="{FLOOR + 21 * line}" text-anchor="middle">{escape(part)}</text>'
        for line, part in enumerate(parts, 1)
        if part
    )
