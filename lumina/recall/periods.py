"""When a question says that it was: 「先週」, 「5月」, "in May 2023", relative to the moment of asking."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from lumina.clock import LAST
from lumina.language.scripts import fold

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` on, before `end`."""

    start: datetime
    end: datetime

    def __contains__(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


@dataclass(frozen=True, slots=True)
class Period:
    """A time that is asked for: `wide` is its month (or the like), `narrow` the day or week where one is given."""

    wide: Span
    narrow: Span | None = None

    @property
    def month(self) -> tuple[int, int]:
        return self.wide.start.year, self.wide.start.month

    def closeness(self, moment: datetime) -> int:
        """0 outside, 1 in the wide span, 2 in the narrow one too."""
        return (moment in self.wide) + (self.narrow is not None and moment in self.narrow)


def read_periods(text: str, at: datetime) -> tuple[Period, ...]:
    """The times that a text asks for; a month without a year is the last one that has begun. Zone: that of `at`.
    At the ends of the calendar, where there is no year before or after, nothing is read."""
    if not 2 < at.year < LAST.year - 1:
        return ()
    folded = fold(text)
    found = [period for read in READERS for period in read(folded, at)]
    return tuple(dict.fromkeys(found))


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _month(year: int, month: int, at: datetime) -> Span:
    start = _midnight(at).replace(year=year, month=month, day=1)
    return Span(start, start.replace(year=year + month // 12, month=month % 12 + 1))


def _dated(year: int | None, month: int, day: int | None, at: datetime) -> Iterator[Period]:
    """A month, or a day in it; nothing where the calendar has no such day."""
    if not 1 <= month <= 12 or (year is not None and not 1 < year < 9998):
        return
    year = year or (at.year if month <= at.month else at.year - 1)
    wide = _month(year, month, at)
    if day is None:
        yield Period(wide)
    elif (start := wide.start + (day - 1) * DAY) in wide:
        yield Period(wide, Span(start, start + DAY))


def _number(match: re.Match[str], group: str) -> int | None:
    return int(value) if (value := match.group(group)) else None


JAPANESE_DATE = re.compile(
    r"(?:(?P<year>\d{4})年の?|(?P<word>去年|昨年|今年|一昨年|おととし)の?)?(?P<month>\d{1,2})月(?:の?(?P<day>\d{1,2})日)?"
)
YEARS_BACK = {"今年": 0, "去年": 1, "昨年": 1, "一昨年": 2, "おととし": 2}


def _japanese_dates(text: str, at: datetime) -> Iterator[Period]:
    for match in JAPANESE_DATE.finditer(text):
        word = match.group("word")
        year = at.year - YEARS_BACK[word] if word else _number(match, "year")
        yield from _dated(year, int(match.group("month")), _number(match, "day"), at)


_MONTH = "(?P<month>" + "|".join(rf"{name}|{name[:3]}\.?" for name in MONTHS) + ")"
AMBIGUOUS = frozenset({"may", "march", "mar", "august"})
ENGLISH_DATE = re.compile(
    rf"\b(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?{_MONTH}\b(?: (?P<after>\d{{1,2}})(?:st|nd|rd|th)?\b)?"
    r"(?:,? (?P<year>\d{4}))?"
)


def _english_dates(text: str, at: datetime) -> Iterator[Period]:
    for match in ENGLISH_DATE.finditer(text):
        name = match.group("month")
        day, year = _number(match, "before") or _number(match, "after"), _number(match, "year")
        if name in AMBIGUOUS and day is None and year is None and not _after_in(text, match.start()):
            continue
        yield from _dated(year, [m[:3] for m in MONTHS].index(name[:3]) + 1, day, at)


def _after_in(text: str, start: int) -> bool:
    return bool(re.search(r"\b(?:in|last|this|during|since|of)\s$", text[:start]))


ISO_DATE = re.compile(r"(?<!\d)(?P<year>\d{4})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})(?!\d)")


def _iso_dates(text: str, at: datetime) -> Iterator[Period]:
    for match in ISO_DATE.finditer(text):
        yield from _dated(int(match["year"]), int(match["month"]), int(match["day"]), at)


def _days_back(back: int, days: int) -> Callable[[datetime], Period]:
    """`days` days from `back` days ago on, within a few days around."""

    def period(at: datetime) -> Period:
        start = _midnight(at) - back * DAY
        around = Span(start - days * DAY, start + 2 * days * DAY)
        return Period(around, Span(start, start + days * DAY))

    return period


def _week_back(weeks: int) -> Callable[[datetime], Period]:
    return lambda at: _days_back(at.weekday() + 7 * weeks, 7)(at)


def _month_back(months: int) -> Callable[[datetime], Period]:
    def period(at: datetime) -> Period:
        count = at.year * 12 + at.month - 1 - months
        return Period(_month(count // 12, count % 12 + 1, at))

    return period


RELATIVE: tuple[tuple[re.Pattern[str], Callable[[datetime], Period]], ...] = (
    (re.compile(r"(?<!一)昨日|きのう|\byesterday\b"), _days_back(1, 1)),
    (re.compile(r"一昨日|おととい|\bday before yesterday\b"), _days_back(2, 1)),
    (re.compile(r"今朝|今日|\btoday\b|\bthis morning\b"), _days_back(0, 1)),
    (re.compile(r"今週|\bthis week\b"), _week_back(0)),
    (re.compile(r"(?<!先)先週|\blast week\b"), _week_back(1)),
    (re.compile(r"先々週|\bweek before last\b|\btwo weeks ago\b"), _week_back(2)),
    (re.compile(r"今月|\bthis month\b"), _month_back(0)),
    (re.compile(r"(?<!先)先月|\blast month\b"), _month_back(1)),
    (re.compile(r"先々月|\btwo months ago\b"), _month_back(2)),
)


def _relative(text: str, at: datetime) -> Iterator[Period]:
    for pattern, period in RELATIVE:
        if pattern.search(text):
            yield period(at)


READERS = (_japanese_dates, _english_dates, _iso_dates, _relative)
