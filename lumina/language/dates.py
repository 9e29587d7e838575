"""A moment in words, as somebody would say it at another moment."""

from datetime import date, datetime

from lumina.clock import local
from lumina.known import Day
from lumina.language.bilingual import Language
from lumina.language.messages import Messages

ENGLISH_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
ENGLISH_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
JAPANESE_DAYS = "月火水木金土日"
A_WEEK = 7


def day_of(at: datetime, now: datetime, language: Language) -> str:
    """The day of a moment, seen from `now` and in its zone: today, 3 days ago (November 19), on May 3, 2023."""
    day = local(at, now.tzinfo).date()
    days = (now.date() - day).days
    month = day.month if language == "ja" else ENGLISH_MONTHS[day.month - 1]
    key = {0: "today", 1: "yesterday", 2: "before_yesterday"}.get(days) or (
        "days_ago" if 0 < days < A_WEEK else "this_year" if day.year == now.year else "other_year"
    )
    return Messages(language).text(f"dates.{key}", days=days, day=day.day, month=month, year=day.year)


def named_day(day: date, language: Language, *, with_year: bool = False) -> str:
    """A day by its month, as a text would name it: 5月20日, May 12; with its year 2026年5月20日, May 12, 2026."""
    if language == "ja":
        return f"{day.year}年{day.month}月{day.day}日" if with_year else f"{day.month}月{day.day}日"
    named = f"{ENGLISH_MONTHS[day.month - 1]} {day.day}"
    return f"{named}, {day.year}" if with_year else named


def short_day(day: date, language: Language, *, with_year: bool = False) -> str:
    """A day in few signs: 9/20, Sep 12; with its year 2026/9/20, Sep 12, 2026."""
    if language == "ja":
        return f"{day.year}/{day.month}/{day.day}" if with_year else f"{day.month}/{day.day}"
    named = f"{ENGLISH_MONTHS[day.month - 1][:3]} {day.day}"
    return f"{named}, {day.year}" if with_year else named


def known_day(day: Day, language: Language, present: date) -> str:
    """As much of a day as is known; its year where that is not the present one: March 2025, the week of May 11."""
    first, other_year = day.first, day.first.year != present.year
    if day.precision == "year":
        return f"{first.year}年" if language == "ja" else str(first.year)
    if day.precision in {"month", "season"}:
        named = f"{first.month}月" if language == "ja" else ENGLISH_MONTHS[first.month - 1]
        return (f"{first.year}年{named}" if language == "ja" else f"{named} {first.year}") if other_year else named
    named = named_day(first, language, with_year=other_year)
    if day.precision == "day":
        return named
    return f"{named}の週" if language == "ja" else f"the week of {named}"


def calendar_day(day: date, language: Language) -> str:
    """A day with its weekday: 5月20日（水）, Tuesday, May 12."""
    if language == "ja":
        return f"{day.month}月{day.day}日（{JAPANESE_DAYS[day.weekday()]}）"
    return f"{ENGLISH_DAYS[day.weekday()]}, {ENGLISH_MONTHS[day.month - 1]} {day.day}"


def moment(now: datetime, language: Language) -> str:
    """A moment in full: 2026年11月22日（日）09:00, Sunday, November 22, 2026, 09:00."""
    time = f"{now:%H:%M}"
    if language == "ja":
        return f"{now.year}年{now.month}月{now.day}日（{JAPANESE_DAYS[now.weekday()]}）{time}"
    return f"{ENGLISH_DAYS[now.weekday()]}, {ENGLISH_MONTHS[now.month - 1]} {now.day}, {now.year}, {time}"
