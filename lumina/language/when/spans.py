"""Stretches of the calendar: weeks, months, seasons and years, and the feasts that move."""

import calendar
from datetime import date, timedelta

from lumina.known import Day, Precision

Span = tuple[date, date, Precision]
"""First day, last day, precision."""

WEEK = 7
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each season begins in the north."""

SOUTH = (
    "Australia/",
    "Pacific/Auckland",
    "Antarctica/",
    "Africa/Johannesburg",
    "America/Argentina",
    "America/Santiago",
)


def day_span(day: date) -> Span:
    return day, day, "day"


def week_span(day: date) -> Span:
    """The week that holds the day, from Monday."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6), "week"


def weekend_span(day: date) -> Span:
    """The week-end of the week that holds the day."""
    saturday = day + timedelta(days=5 - day.weekday())
    return saturday, saturday + timedelta(days=1), "week"


def month_span(year: int, month: int) -> Span:
    """The month, counted on from January of the year: the thirteenth is January of the next."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]), "month"


def year_span(year: int) -> Span:
    return date(year, 1, 1), date(year, 12, 31), "year"


def season_span(year: int, name: str, south: bool) -> Span:
    """The three months of the season that begins in the year."""
    month = (SEASONS[name] + (5 if south else -1)) % 12 + 1
    return date(year, month, 1), month_span(year, month + 2)[1], "season"


def last_day(day: Day) -> date:
    """The last day of the stretch that begins with it."""
    first = day.first
    match day.precision:
        case "day":
            return first
        case "week":
            return week_span(first)[1]
        case "month" | "season":
            return month_span(first.year, first.month + (2 if day.precision == "season" else 0))[1]
        case "year":
            return year_span(first.year)[1]


def date_or_none(year: int, month: int, day: int) -> date | None:
    """The day, or None where there is none such."""
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher; Nature, 20 April 1876)."""
    century, of_century = divmod(year, 100)
    epact = (19 * (year % 19) + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (of_century // 4) - epact - of_century % 4) % WEEK
    late = (year % 19 + 11 * epact + 22 * week) // 451
    month, day = divmod(epact + week - WEEK * late + 114, 31)
    return date(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such day of a month: the fourth Thursday."""
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % WEEK + WEEK * (nth - 1))


def last_weekday(year: int, month: int, weekday: int) -> date:
    """The last such day of a month: the last Monday."""
    last = month_span(year, month)[1]
    return last - timedelta(days=(last.weekday() - weekday) % WEEK)
