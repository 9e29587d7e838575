"""What English calls the feasts and holidays of a year, and the days that are counted from another day."""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from lumina.language.when.english_days import DAYS, SMALL, count, day_number
from lumina.language.when.reckoning import Found
from lumina.language.when.spans import (
    WEEK,
    Span,
    date_or_none,
    day_span,
    easter,
    last_weekday,
    nth_weekday,
    week_span,
    weekend_span,
)

MONDAY, THURSDAY, SATURDAY, SUNDAY = 0, 3, 5, 6


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, nth: int) -> Callable[[int], date]:
    return lambda year: nth_weekday(year, month, weekday, nth)


def _from_easter(days: int) -> Callable[[int], date]:
    return lambda year: easter(year) + timedelta(days=days)


def _thanksgiving(year: int) -> date:
    return nth_weekday(year, 11, THURSDAY, 4)


def _leap_day(year: int) -> date | None:
    return date_or_none(year, 2, 29)


FEASTS: dict[str, Callable[[int], date | None]] = {
    r"new year'?s day": _fixed(1, 1),
    r"new year'?s eve|hogmanay": _fixed(12, 31),
    r"burns night": _fixed(1, 25),
    r"australia day": _fixed(1, 26),
    r"martin luther king(?: jr\.?)? day|mlk day": _nth(1, MONDAY, 3),
    r"groundhog day": _fixed(2, 2),
    r"(?:st\.? |saint )?valentine'?s(?: day)?": _fixed(2, 14),
    r"presidents'? day|president's day": _nth(2, MONDAY, 3),
    r"(?:st\.? |saint )?david'?s day": _fixed(3, 1),
    r"(?:(?:st\.? |saint )patrick|(?:st\.? )?paddy)'?s day": _fixed(3, 17),
    r"april fool'?s?'?(?: day)?": _fixed(4, 1),
    r"(?:st\.? |saint )george'?s day": _fixed(4, 23),
    r"anzac day": _fixed(4, 25),
    r"pancake day|shrove tuesday": _from_easter(-47),
    r"ash wednesday": _from_easter(-46),
    r"mothering sunday": _from_easter(-21),
    r"palm sunday": _from_easter(-7),
    r"maundy thursday": _from_easter(-3),
    r"good friday": _from_easter(-2),
    r"easter saturday": _from_easter(-1),
    r"easter monday": _from_easter(1),
    r"easter(?: sunday| day)?": easter,
    r"ascension day": _from_easter(39),
    r"whit sunday|pentecost": _from_easter(49),
    r"whit monday": _from_easter(50),
    r"(?:the )?(?:early )?may (?:day )?bank holiday": _nth(5, MONDAY, 1),
    r"may day": _fixed(5, 1),
    r"(?:the )?(?:late may|spring) bank holiday": lambda year: last_weekday(year, 5, MONDAY),
    r"memorial day": lambda year: last_weekday(year, 5, MONDAY),
    r"juneteenth": _fixed(6, 19),
    r"fathers?'?s?'? day": _nth(6, SUNDAY, 3),
    r"midsummer'?s?(?: day)": _fixed(6, 24),
    r"canada day": _fixed(7, 1),
    r"(?:the )?(?:4th|fourth) of july|independence day": _fixed(7, 4),
    r"bastille day": _fixed(7, 14),
    r"(?:the )?(?:august|summer) bank holiday": lambda year: last_weekday(year, 8, MONDAY),
    r"labou?r day": _nth(9, MONDAY, 1),
    r"michaelmas": _fixed(9, 29),
    r"columbus day|indigenous peoples'? day": _nth(10, MONDAY, 2),
    r"halloween|hallowe'en": _fixed(10, 31),
    r"all saints'?'?s?(?: day)?": _fixed(11, 1),
    r"all souls'?(?: day)?": _fixed(11, 2),
    r"bonfire night|guy fawkes(?: night)?": _fixed(11, 5),
    r"remembrance sunday": _nth(11, SUNDAY, 2),
    r"armistice day|remembrance day|veterans'? day": _fixed(11, 11),
    r"black friday": lambda year: _thanksgiving(year) + timedelta(days=1),
    r"thanksgiving": _thanksgiving,
    r"(?:st\.? |saint )andrew'?s day": _fixed(11, 30),
    r"christmas eve": _fixed(12, 24),
    r"boxing day|(?:st\.? |saint )stephen'?s day": _fixed(12, 26),
    r"christmas(?: day)?|xmas(?: day)?": _fixed(12, 25),
    r"twelfth night": _fixed(1, 5),
    r"epiphany": _fixed(1, 6),
    r"waitangi day": _fixed(2, 6),
    r"candlemas": _fixed(2, 2),
    r"leap (?:year )?day": _leap_day,
    r"(?:international )?women's day": _fixed(3, 8),
    r"cinco de mayo": _fixed(5, 5),
    r"(?:st\.? |saint )swithi[nu]'?s day": _fixed(7, 15),
    r"(?:st\.? |saint )nicholas'?s? day": _fixed(12, 6),
    r"(?:(?:st\.? |saint |santa )lucia|(?:st\.? |saint )lucy)'?s? day": _fixed(12, 13),
}
"""The day of each in a year; the longer names before those that begin alike."""

NUMBER = rf"(?:\d{{1,3}}|a couple of|{'|'.join(SMALL)}|an?)"
COUNTED = re.compile(
    r"(?<![\w'-])(?P<steps>the (?P<named>day|night|evening|morning|week|weekend"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    rf"|(?P<n>{NUMBER}) (?P<unit>day|week|fortnight)s?) (?:(?:right|just|immediately) )?"
    r"(?P<way>before|after|following|ahead of|from|ago(?: on|,)?) (?:the )?$",
    re.I,
)
"""What stands before the name of a day, and counts from it: the day before, two weeks ahead of."""

AGO_FROM = (*DAYS, "today", "yesterday", "last night")


def counted_from(found: Sequence[Found], text: str) -> list[Found]:
    """The times of a text; a day before which it is counted from that day, as "the day before Halloween", "ten days ago
    today" or "the Saturday after the 12th", is the day that this names."""
    counted = [_counted(one, text) for one in found]
    begins = [(new[3], new[4]) for new, old in zip(counted, found, strict=True) if new != old]
    return [one for one in counted if not any(begin < one[4] < end for begin, end in begins)]


def _counted(one: Found, text: str) -> Found:
    match = COUNTED.search(text[: one[3]]) if one[2] == "day" else None
    way = match["way"].lower() if match else ""
    if not match or not _fits(way, bool(match["n"]), text[one[3] : one[4]]):
        return one
    back = way not in {"after", "following", "from"}
    span = _by_number(one[0], match, back=back) if match["n"] else _by_name(one[0], match["named"].lower(), back=back)
    return (*span, match.start(), one[4])


def _fits(way: str, numbered: bool, base: str) -> bool:
    """Whether one counts in this way from such a day: ten days ago today, but no day ago of Christmas."""
    if way.startswith("ago"):
        return numbered and base.lower().removeprefix("last ").startswith(AGO_FROM)
    return way not in {"from", "following"} or numbered == (way == "from")


def _by_number(day: date, match: re.Match[str], *, back: bool) -> Span:
    size = {"day": 1, "week": WEEK, "fortnight": 2 * WEEK}[match["unit"].lower()]
    return day_span(day + timedelta(days=(-1 if back else 1) * size * count(match["n"])))


def _by_name(day: date, named: str, *, back: bool) -> Span:
    """The week, the week-end, the Saturday or the day beside a day."""
    step = -1 if back else 1
    if named == "week":
        return week_span(day + timedelta(days=step * WEEK))
    if named == "weekend":
        return weekend_span(day if not back and day.weekday() < SATURDAY else day + timedelta(days=step * WEEK))
    if named not in DAYS:
        return day_span(day + timedelta(days=step))
    gap = step * (day_number(named) - day.weekday()) % WEEK or WEEK
    return day_span(day + timedelta(days=step * gap))
