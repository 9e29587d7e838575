"""Reckoning in days within the calendar."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, tzinfo
from functools import lru_cache

from lumina.clock import LAST
from lumina.known import Precision

Found = tuple[date, date, Precision, int, int]
"""First day, last day, precision, and where in the text it begins and ends."""

FIRST_YEAR = 2
NUMBERED = re.compile(r"\d|[一二三四五六七八九十]日|(?:st|nd|rd|th|ieth)\b", re.I)
"""A day by its number in the month."""
A_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|[月火水木金土日]曜日?", re.I)
BEHIND = re.compile(r",? ?[(（]?(?:an? |on an? )?|[のは、(（]", re.I)
AHEAD = re.compile(r",? ?(?:the )?|の", re.I)
"""What stands between a day and its weekday."""


def reckoned(read: Callable[[str, datetime], Sequence[Found]], text: str, at: datetime) -> list[Found]:
    """What is read; nothing at the ends of the calendar, or where a text reckons beyond them."""
    if not FIRST_YEAR < at.year < LAST.year - 1:
        return []
    try:
        return [*_read(read, text, at.replace(tzinfo=None), at.tzinfo)]
    except (OverflowError, ValueError):
        return []


@lru_cache(maxsize=512)
def _read(
    read: Callable[[str, datetime], Sequence[Found]], text: str, local: datetime, zone: tzinfo | None
) -> tuple[Found, ...]:
    """Remembered, as several look for the days of a sentence; by local time, as one instant is of two days."""
    return tuple(_without_its_weekday(read(text, local.replace(tzinfo=zone)), text))


def _without_its_weekday(found: Sequence[Found], text: str) -> Iterator[Found]:
    """The times of a text, but for the weekday beside a day of the month: it is the same day, also where the calendar
    has it otherwise."""
    numbered = [one for one in found if NUMBERED.search(text[one[3] : one[4]])]
    for one in found:
        if not A_WEEKDAY.fullmatch(text[one[3] : one[4]]) or not any(_beside(one, day, text) for day in numbered):
            yield one


def _beside(weekday: Found, day: Found, text: str) -> bool:
    if day[4] <= weekday[3]:
        return bool(BEHIND.fullmatch(text[day[4] : weekday[3]]))
    return bool(AHEAD.fullmatch(text[weekday[4] : day[3]]))
