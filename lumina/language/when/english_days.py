"""The days that English phrases name, counted from the day on which they are said."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from lumina.language.plain_english.words import NUMBERS as COUNTED
from lumina.language.when.spans import (
    SOUTH,
    WEEK,
    Span,
    date_or_none,
    day_span,
    last_weekday,
    month_span,
    nth_weekday,
    season_span,
    week_span,
    weekend_span,
    year_span,
)

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SMALL = [word for word, number in COUNTED.items() if 1 <= number <= 15]
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "sixty": 60, "ninety": 90}
NUMBERED = [*SMALL, *TENS]
"""Numbers that count days and weeks, as words."""
UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
ORDINALS = [
    *(*UNITS, "tenth", "eleventh", "twelfth"),
    *(f"{one}teenth" for one in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
    *("twentieth", *(f"twenty-{one}" for one in UNITS), "thirtieth", "thirty-first"),
]
ORDINAL = "|".join(one.replace("-", "[- ]") for one in reversed(ORDINALS))
"""A day of the month in a word, as a pattern: "first" is none within "twenty-first"."""
NUMBERS = {"a": 1, "an": 1, "a couple of": 2, **TENS, **{word: at for at, word in enumerate(SMALL, 1)}}


@dataclass(frozen=True, slots=True)
class Here:
    """The day on which a text is said, in which zone, whether the clause at hand is in the past tense, and whether the
    phrase says which day it is."""

    day: date
    zone: str
    past: bool
    now: bool = False

    def nearest(self, days: Callable[[int], date | None]) -> date | None:
        """A day of the year: the last one gone by in the past tense, else the next one to come."""
        found = [day for year in range(self.day.year - 4, self.day.year + 5) if (day := days(year))]
        gone, ahead = [day for day in found if day <= self.day], [day for day in found if day >= self.day]
        return (gone[-1] if gone else None) if self.past else (ahead[0] if ahead else None)


Resolver = Callable[[re.Match[str], Here], Span | None]


def near(match: re.Match[str], here: Here) -> Span:
    word = match["word"].lower().removeprefix("the ")
    steps = {"day before yesterday": -2, "day after tomorrow": 2, "yesterday": -1, "last night": -1}
    step = steps.get(word, 1 if word.startswith("tom") or word.startswith("tmr") else 0)
    return day_span(here.day + timedelta(days=step + _weeks(match["after"])))


def weekday(match: re.Match[str], here: Here) -> Span | None:
    """Next Tuesday is the one of the next week, this Tuesday the one of this week, and Tuesday the nearest one. Nobody
    says last Tuesday of yesterday. None where it says which day it is, and it is another."""
    ahead = (day_number(match["wd"]) - here.day.weekday()) % WEEK
    which = (match["which"] or "").lower().strip()
    beyond = match["after"] or match["week"]
    if here.now and not which and not beyond and not match["gone"]:
        return None if ahead else day_span(here.day)
    if which in {"last", "this past"} or match["gone"] or (not which and not beyond and here.past):
        gone = (WEEK - ahead) if ahead else WEEK
        return day_span(here.day - timedelta(days=gone + (WEEK if which == "last" and gone == 1 else 0)))
    if which == "next":
        monday = week_span(here.day)[0] + timedelta(days=WEEK)
        return day_span(monday + timedelta(days=day_number(match["wd"])))
    ahead = ahead or (0 if which == "this" else WEEK)
    return day_span(here.day + timedelta(days=ahead + _weeks(beyond)))


def _weeks(words: str | None) -> int:
    """The days that a week, a fortnight or three weeks put behind a day."""
    if not words:
        return 0
    number, _, unit = words.strip().lower().rpartition(" ")
    return WEEK * (2 if unit.startswith("fortnight") else 1) * (count(number) if number else 1)


def day_number(name: str) -> int:
    """Which day of the week has this name or one cut short; Monday is 0."""
    return next(at for at, day in enumerate(DAYS) if day.startswith(name.lower()[:3]))


def stretch(match: re.Match[str], here: Here) -> Span:
    """Last, this or next week, weekend, month, year."""
    step = {"last": -1, "this past": -1, "the other": -1, "next": 1}.get(match["which"].lower(), 0)
    unit, day = match["unit"].lower(), here.day
    if unit == "month":
        span = month_span(day.year, day.month + step)
    elif unit == "year":
        span = year_span(day.year + step)
    elif unit == "weekend":
        span = weekend_span(day + timedelta(days=WEEK * step))
    else:
        span = week_span(day + timedelta(days=WEEK * step))
    if match["end"]:
        return day_span(span[0] + timedelta(days=4) if unit == "week" else span[1])
    return span


def stretch_out(match: re.Match[str], here: Here) -> Span:
    """The last day of this week, month or year: before the month's out."""
    first, last, _ = stretch(match, here)
    return day_span(first + timedelta(days=WEEK - 1) if match["unit"].lower() == "week" else last)


SINCE_THEN = re.compile(
    r"\b(?:(?:have|has|had)(?:n't|nt| not| never)|ain't|(?:I|we|he|she|they)(?:'ve|'s|'d|ve)? (?:not|never"
    r"|hardly|barely) [a-z]+(?:ed|en|n)?"
    r"|first|best|worst|longest|hottest|coldest|only|never) [^.!?;,]*$",
    re.I,
)
"""With it "in three years" is how long it has been: "haven't seen him in three years", "her first in years"."""


def distance(match: re.Match[str], here: Here) -> Span | None:
    """Three weeks ago, in two months; as exactly as the unit says."""
    if match.group()[:2].lower() in ("in", "wi") and SINCE_THEN.search(match.string, 0, match.start()):
        return None
    number, unit = count(match["n"]), match["unit"].lower()
    way = -1 if (match.groupdict().get("ago")) else 1
    if unit == "day":
        return day_span(here.day + timedelta(days=way * number))
    if unit in {"week", "fortnight"}:
        return week_span(here.day + timedelta(days=way * number * WEEK * (2 if unit == "fortnight" else 1)))
    if unit == "month":
        return month_span(here.day.year, here.day.month + way * number)
    return year_span(here.day.year + way * number)


def count(word: str) -> int:
    """The number that a word or digits say."""
    return int(word) if word.isdigit() else NUMBERS[word.lower()]


def month_day(match: re.Match[str], here: Here) -> Span | None:
    """The 5th of November, with its year or in the nearest one."""
    month, day = _month(match["mon"]), _nth(match["day"])
    year = match["year"]
    found = date_or_none(int(year), month, day) if year else here.nearest(lambda year: date_or_none(year, month, day))
    return day_span(found) if found else None


def _month(name: str) -> int:
    return next(at for at, month in enumerate(MONTHS, 1) if name.lower().startswith(month))


def _nth(word: str) -> int:
    return int(word.rstrip("stndrh")) if word[0].isdigit() else ORDINALS.index(word.lower().replace(" ", "-")) + 1


def day_of_month(match: re.Match[str], here: Here) -> Span | None:
    """The 18th: of this month or the next one, or of the last where it is over; a weekday beside it has its say, also
    against that ("they gave me Thursday the 26th"), unless it is that of no such day."""
    day, weekday = _nth(match["nth"]), match.groupdict().get("wd")
    behind, ahead = _of_months(day, here.day, (0, -1, -2)), _of_months(day, here.day, (0, 1, 2))
    behind, ahead = [one for one in behind if one <= here.day], [one for one in ahead if one >= here.day]
    found = [*behind, *ahead] if here.past else [*ahead, *behind]
    agreeing = [one for one in found if weekday and one.weekday() == day_number(weekday)]
    return next(map(day_span, agreeing or (behind if here.past else ahead)), None)


def nth_of_nth(match: re.Match[str], here: Here) -> Span | None:
    """The twelfth of the fourth: a day of a month that is called by its number."""
    day, month = _nth(match["nth"]), _nth(match["month"])
    found = here.nearest(lambda year: date_or_none(year, month, day)) if month <= len(MONTHS) else None
    return day_span(found) if found else None


def _of_months(day: int, today: date, steps: Iterable[int]) -> list[date]:
    months = (month_span(today.year, today.month + step)[0] for step in steps)
    found = (date_or_none(first.year, first.month, day) for first in months)
    return [one for one in found if one]


def nth_in_month(match: re.Match[str], here: Here) -> Span | None:
    """The last Friday, the second Sunday, the third or the last day of a month."""
    first = _month_meant(match, here)
    which, weekday = match["which_one"].lower(), match["wd"]
    last = month_span(first.year, first.month)[1]
    if not weekday:
        found = last if which == "last" else date_or_none(first.year, first.month, _nth(which))
        return day_span(found) if found else None
    if which == "last":
        return day_span(last_weekday(first.year, first.month, day_number(weekday)))
    found = nth_weekday(first.year, first.month, day_number(weekday), _nth(which))
    return day_span(found) if found <= last else None


def _month_meant(match: re.Match[str], here: Here) -> date:
    """The first day of a month that is named by its distance or its name."""
    if match["mon"]:
        month, year = _month(match["mon"]), here.day.year
        if match["year"]:
            return date(int(match["year"]), month, 1)
        return date(year - (month > here.day.month) if here.past else year + (month < here.day.month), month, 1)
    step = {"last": -1, "next": 1}.get((match["whose"] or "").lower(), 0)
    return month_span(here.day.year, here.day.month + step)[0]


def weekend_in_month(match: re.Match[str], here: Here) -> Span | None:
    """The first or the last weekend of a month: the one of its first or its last Saturday."""
    month, which = _month(match["mon"]), match["which_one"].lower()
    year = int(match["year"]) if match["year"] else here.day.year + (month < here.day.month and not here.past)
    saturday = DAYS.index("saturday")
    if which == "last":
        return weekend_span(last_weekday(year, month, saturday))
    return weekend_span(nth_weekday(year, month, saturday, _nth(which)))


def in_month(match: re.Match[str], here: Here) -> Span:
    month, which = _month(match["mon"]), (match["which"] or "").lower()
    year = int(match["year"]) if match["year"] else None
    if year is None:
        back = which == "last" or here.past or which == "since"
        year = here.day.year + (
            0 if month == here.day.month else (-(month > here.day.month) if back else month < here.day.month)
        )
    span = month_span(year, month)
    return day_span(span[1]) if match["end"] else span


def in_year(match: re.Match[str], _: Here) -> Span:
    return year_span(int(match["year"]))


def season(match: re.Match[str], here: Here) -> Span:
    """Last spring is the last one that is over, next summer and in summer the next one to come."""
    name, which = match["season"].lower(), (match["which"] or "").lower()
    back = which == "last" or (which not in {"next", "this"} and here.past)
    years = range(here.day.year - 2, here.day.year + 3)
    spans = [season_span(year, name, here.zone.startswith(SOUTH)) for year in years]
    if which == "this":
        return next(span for span in spans if span[1] >= here.day)
    if back:
        return next(span for span in reversed(spans) if span[1] < here.day)
    return next(span for span in spans if span[0] > here.day)


def numeric(match: re.Match[str], here: Here) -> Span | None:
    """12/05, where only one reading is a date, or by the habit of the zone."""
    one, other = int(match["one"]), int(match["other"])
    american = here.zone.startswith(("America/", "US/"))
    if not here.zone and one != other and max(one, other) <= len(MONTHS):
        return None
    day, month = (other, one) if (american and one <= len(MONTHS)) or other > len(MONTHS) else (one, other)
    if not 1 <= month <= len(MONTHS):
        return None
    year = match["year"]
    number = int(year) + (2000 if year and len(year) == 2 else 0) if year else 0
    found = date_or_none(number, month, day) if year else here.nearest(lambda year: date_or_none(year, month, day))
    return day_span(found) if found else None


def iso(match: re.Match[str], _: Here) -> Span | None:
    month = int(match["month"])
    found = date_or_none(int(match["year"]), month, int(match["day"])) if 1 <= month <= len(MONTHS) else None
    return day_span(found) if found else None
