"""Dates in Japanese."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta

from lumina.known import Precision
from lumina.language.when.japanese_calendar import (
    DAYS,
    ERAS,
    FIXED,
    MONTHS,
    MOVING,
    NO_NUMBER,
    NUMBER,
    SPANS,
    WEEKDAYS,
    WEEKS,
    YEARS,
    month_end,
    month_from,
    nth_weekday,
    number,
    same_day,
    season,
)
from lumina.language.when.japanese_tense import is_past
from lumina.language.when.reckoning import Found

Span = tuple[date, date, Precision]
Reading = Callable[[re.Match[str], date, bool], Span | None]
"""What a match says, at a day, in a clause that speaks of the past or does not."""

HALF_A_YEAR, A_YEAR = 6, 12
FAR = 9
"""A day that comes only in leap years is less than so many years away."""


def _any(names: Iterable[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


def moments_in_japanese(text: str, at: datetime) -> list[Found]:
    """The times that the text names, in its order."""
    plain = "".join(one if len(one := unicodedata.normalize("NFKC", mark)) == 1 else mark for mark in text)
    taken: list[Found] = []
    for pattern, read in RULES:
        for match in pattern.finditer(plain):
            begin, end = match.span()
            if not any(begin < other[4] and other[3] < end for other in taken):
                taken += _read(read, match, at.date(), plain)
    return sorted(taken, key=lambda found: found[3])


def _read(read: Reading, match: re.Match[str], day: date, text: str) -> Iterator[Found]:
    """What a match says, unless that is no day of the calendar."""
    try:
        found = read(match, day, is_past(text[match.end() :]))
    except (ValueError, OverflowError):
        return
    if found:
        yield (*found, *match.span())


def _day(day: date) -> Span:
    return day, day, "day"


def _week(day: date) -> Span:
    return day, day + timedelta(6), "week"


def _month(first: date) -> Span:
    return first, month_end(first), "month"


def _year(year: int) -> Span:
    return date(year, 1, 1), date(year, 12, 31), "year"


def _relative_day(match: re.Match[str], day: date, _past: bool) -> Span:
    return _day(day + timedelta(DAYS[match["day"]]))


def _relative_week(match: re.Match[str], day: date, _past: bool) -> Span:
    monday = day + timedelta(7 * WEEKS[match["week"]] - day.weekday())
    if match["end"]:
        return monday + timedelta(5), monday + timedelta(6), "week"
    return _day(monday + timedelta(WEEKDAYS.index(match["weekday"]))) if match["weekday"] else _week(monday)


def _relative_month(match: re.Match[str], day: date, _past: bool) -> Span:
    first = month_from(day, MONTHS[match["month"]])
    if match["of"]:
        return _day(first.replace(day=number(match["of"])))
    if match["nth"]:
        return _day(nth_weekday(first.year, first.month, number(match["nth"]), WEEKDAYS.index(match["weekday"])))
    return _part(first, match["part"]) if match["part"] else _month(first)


def _last_weekday(match: re.Match[str], day: date, past: bool) -> Span:
    """The last of a weekday in a month, which is named by its distance, by its number, or not at all."""
    within = MONTHS[match["month"]] if match["month"] else 0
    first = _bare_month(match, day, past)[0] if match["m"] else month_from(day, within)
    end = month_end(first)
    return _day(end - timedelta((end.weekday() - WEEKDAYS.index(match["weekday"])) % 7))


def _nth_weekday(match: re.Match[str], day: date, past: bool) -> Span:
    first = _bare_month(match, day, past)[0]
    return _day(nth_weekday(first.year, first.month, number(match["nth"]), WEEKDAYS.index(match["weekday"])))


def _so_long_by_now(match: re.Match[str], day: date, _past: bool) -> Span:
    """When began what has lasted so long by the day of speaking, which a tenth day counts in."""
    count, unit = number(match["count"]), match["unit"]
    count -= match["th"] is not None
    if unit in {"日", "週間"}:
        return _day(day - timedelta(count * (1 if unit == "日" else 7)))
    began = same_day(day, -count * (A_YEAR if unit == "年" else 1))
    if match["exactly"]:
        return _day(began)
    return _year(began.year) if unit == "年" else _month(began.replace(day=1))


def _part(first: date, part: str) -> Span:
    if part in {"末", "終わり", "下旬"}:
        return first.replace(day=21 if part == "下旬" else month_end(first).day - 4), month_end(first), "week"
    if part == "中旬":
        return first.replace(day=11), first.replace(day=20), "week"
    return first, first.replace(day=10 if part == "上旬" else 5), "week"


def _relative_year(match: re.Match[str], day: date, _past: bool) -> Span:
    return _within(day.year + YEARS[match["year"]], match)


def _named_year(match: re.Match[str], _day: date, _past: bool) -> Span:
    count = 1 if match["count"] == "元" else number(match["count"])
    return _within(ERAS[match["era"]] + count if match["era"] else count, match)


def _within(year: int, match: re.Match[str]) -> Span:
    """A day, a month, a season or the whole of a year."""
    if match["season"]:
        return (*season(year, match["season"]), "season")
    if not match["m"]:
        return _year(year)
    first = date(year, number(match["m"]), 1)
    return _day(first.replace(day=number(match["d"]))) if match["d"] else _month(first)


def _ago(match: re.Match[str], day: date, _past: bool) -> Span:
    """So long before or after the day; as exact as its unit."""
    count = 1 if match["half"] else number(match["count"])
    sign = -1 if match["way"] == "前" else 1
    unit = match["unit"]
    if match["half"]:
        return _month(month_from(day, sign * (HALF_A_YEAR if unit == "年" else 0)))
    if unit == "日":
        return _day(day + timedelta(sign * count))
    if unit == "週間":
        return _day(day + timedelta(sign * 7 * count))
    return _year(day.year + sign * count) if unit == "年" else _month(same_day(day, sign * count).replace(day=1))


def _nearest(month: int, of: int, day: date, past: bool) -> date:
    """The next such day, or in the past the last; of a year that has it."""
    step = -1 if past else 1
    for year in range(day.year, day.year + step * FAR, step):
        if of > month_end(date(year, month, 1)).day:
            continue
        found = date(year, month, of)
        if (found <= day) if past else (found >= day):
            return found
    raise ValueError(month, of)


def _month_day(match: re.Match[str], day: date, past: bool) -> Span:
    return _day(_nearest(number(match["m"]), number(match["d"]), day, past))


def _bare_month(match: re.Match[str], day: date, past: bool) -> Span:
    month = number(match["m"])
    later = month > day.month if past else month < day.month
    first = date(day.year + (-1 if past else 1) * later, month, 1)
    return _part(first, match["part"]) if match["part"] else _month(first)


def _bare_day(match: re.Match[str], day: date, past: bool) -> Span | None:
    """The 20th: of this month, or of the next or the last, on the side of which is spoken."""
    of = number(match["d"])
    months = (0 if of <= day.day else -1) if past else (0 if of >= day.day else 1)
    weekday = match["weekday"]
    for step in range(A_YEAR if weekday else 1):
        first = month_from(day, months + (-step if past else step))
        if of <= month_end(first).day and weekday in {None, WEEKDAYS[first.replace(day=of).weekday()]}:
            return _day(first.replace(day=of))
    return None


def _bare_weekday(match: re.Match[str], day: date, past: bool) -> Span | None:
    """The next one, or the last; none where it is of every week."""
    if any(each.start() <= match.start() < each.end() for each in EVERY_WEEK.finditer(match.string)):
        return None
    ahead = (WEEKDAYS.index(match["weekday"]) - day.weekday()) % 7
    return _day(day + timedelta(ahead - 7 if past and ahead else ahead))


def _bare_season(match: re.Match[str], day: date, past: bool) -> Span:
    """この春 is this year's, 次の春 and 春から the next that is not over, 春に with the past the last that began."""
    name = match["season"] or match["bare"]
    years = [day.year + step for step in ((0, -1) if past else (-1, 0, 1))]
    spans = [season(year, name) for year in years]
    begun = [span for span in spans if (span[0] <= day if past else span[1] >= day)]
    return (*begun[0], "season")


def _feast(match: re.Match[str], day: date, past: bool) -> Span:
    name = match["feast"]
    if name in SPANS:
        (month, of), lasts = SPANS[name]
        first = _nearest(month, of, day - timedelta(0 if past else lasts - 1), past)
        return first, first + timedelta(lasts - 1), "week"
    if name in FIXED:
        return _day(_nearest(*FIXED[name], day, past))
    month, nth, weekday = MOVING[name]
    found = nth_weekday(day.year, month, nth, weekday)
    if (found > day) if past else (found < day):
        found = nth_weekday(day.year + (-1 if past else 1), month, nth, weekday)
    return _day(found)


def _weekend(_match: re.Match[str], day: date, past: bool) -> Span:
    saturday = day + timedelta(5 - day.weekday())
    first = saturday - timedelta(7) if past and saturday > day else saturday
    return first, first + timedelta(1), "week"


def _month_end(_match: re.Match[str], day: date, past: bool) -> Span:
    return _part(month_from(day, -1 if past else 0), "末")


NONE = r"\Z\B"
"""Never matches: a part that the reading looks for and the pattern does not have."""

IN_A_YEAR = rf"(?:の?(?P<m>{NUMBER})月(?:(?P<d>{NUMBER})日)?|の?(?P<season>[春夏秋冬]))?"
PART = "(?P<part>末|終わり|上旬|中旬|下旬|頭|初め|はじめ|あたま)"
WEEKDAY = "(?P<weekday>[月火水木金土日])曜日?"
NTH = f"第(?P<nth>[1-4一二三四]){WEEKDAY}"
EVERY_WEEK = re.compile(
    r"毎週の?(?:[月火水木金土日]曜?日?[と・や、]?)+|[月火水木金土日]曜?日?(?:[と・や、][月火水木金土日]曜?日?)+(?=[^。、]{0,10}通[うわいっ])"
)
WAY = "(?:ほど|くらい|ぐらい)?(?P<way>前|後)"
NO_DAY = "(?!間|ぶり|酔|前|後|目|連続|中|分|も|に?[0-9一二三四五六七八九]+[回本杯個])"
BY_NOW = "(?:今日|きょう|本日|今|いま|これ)で"
DONE = "(?:(?<=[てで])|(?<=[てで]、)|(?<=てから)|(?<=てから、))"
"""Behind what was done, from which the time is counted."""

LONG = rf"(?:もう|はや|やっと|ようやく|早くも)*(?P<exactly>ちょうど|丁度|まる|丸|満)?(?P<count>{NUMBER})"
UNIT = "(?P<unit>日|週間|[かヶカケ箇]月|年)"
WESTERN = "(?:1[5-9]|2[0-9])[0-9]{2}|[一二]千?[〇零一二三四五六七八九百十]{3,6}"
TABLE: tuple[tuple[str, Reading], ...] = (
    (rf"(?P<era>{_any(ERAS)})(?P<count>元|{NUMBER})年{IN_A_YEAR}", _named_year),
    (rf"(?P<era>{NONE})?{NO_NUMBER}(?P<count>{WESTERN})年{IN_A_YEAR}", _named_year),
    (
        rf"(?P<era>{NONE})?(?<![0-9])(?P<count>(?:19|20)[0-9]{{2}})[/.-](?P<m>[0-9]{{1,2}})[/.-](?P<d>[0-9]{{1,2}})"
        rf"(?![0-9])(?P<season>{NONE})?",
        _named_year,
    ),
    (rf"(?P<year>{_any(YEARS)}){IN_A_YEAR}", _relative_year),
    (
        rf"(?:(?P<month>{_any(MONTHS)})|{NO_NUMBER}(?P<m>{NUMBER})月|(?<![月年週]))の?(?:最後|最終)の?{WEEKDAY}"
        rf"(?P<part>{NONE})?",
        _last_weekday,
    ),
    (rf"(?<!年){NO_NUMBER}(?P<m>{NUMBER})月の?{NTH}(?P<part>{NONE})?", _nth_weekday),
    (rf"{DONE}{BY_NOW}{LONG}{UNIT}(?P<th>目)?(?![間前後])", _so_long_by_now),
    (rf"{DONE}{LONG}{UNIT}(?P<th>目)?(?=$|[。、!]|(?:くらい|ほど)?(?:に?な[るっり]|が?[経た]))", _so_long_by_now),
    (rf"{BY_NOW}[^、。0-9〇一二三四五六七八九十]{{0,8}}?{LONG}{UNIT}(?P<th>目)", _so_long_by_now),
    (rf"(?P<month>{_any(MONTHS)})(?:の?(?P<of>{NUMBER})日(?!間|前|後)|の?{NTH}|の?{PART})?", _relative_month),
    (rf"(?P<week>{_any(WEEKS)})(?:の?{WEEKDAY}|の?(?P<end>週?末))?", _relative_week),
    (rf"(?P<m>{NUMBER})月の?(?P<d>{NUMBER})日", _month_day),
    (r"(?<![0-9])(?P<m>1[0-2]|[1-9])月の(?P<d>3[01]|[12]?[0-9])(?=[とにはが、]|$)", _month_day),
    (r"(?<![0-9/.])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12][0-9]|0?[1-9])(?![0-9/%])", _month_day),
    (rf"(?P<half>半)(?P<unit>年){WAY}(?P<count>{NONE})?", _ago),
    (rf"(?P<half>{NONE})?(?P<count>{NUMBER})(?P<unit>日|週間|[かヶカケ箇]月|年){WAY}", _ago),
    (
        rf"(?P<half>{NONE})?(?P<count>{NUMBER})(?P<unit>日|週間|[かヶカケ箇]月)(?:ほど|くらい|ぐらい|前後)?(?P<way>で|以内)"
        r"(?=に?(?:は|、)?[^、。]{0,4}(?:来る|くる|届|出る|でる|わか|分か|着|戻|返|でき|仕上|終わる))",
        _ago,
    ),
    (rf"(?P<feast>{_any([*FIXED, *MOVING, *SPANS])})", _feast),
    (rf"(?<!年){NO_NUMBER}(?P<m>{NUMBER})月(?:の?{PART})?(?!{NUMBER})", _bare_month),
    (rf"(?P<day>{_any(DAYS)})", _relative_day),
    (
        rf"(?<!月)(?<![週月年]に)(?<!週){NO_NUMBER}(?P<d>{NUMBER})日{NO_DAY}(?:の?[((]?(?P<weekday>[月火水木金土日])(?:曜日?|[))]))?",
        _bare_day,
    ),
    (rf"(?:今度の|次の|この)?{WEEKDAY}(?!ごと|限定|版|大工)", _bare_weekday),
    (
        r"(?:この|今度の|次の|前の)(?P<season>[春夏秋冬])"
        r"|(?<![一-龠の])(?P<bare>[春夏秋冬])(?=から|に(?!な)|まで|ごろ|頃|の間)",
        _bare_season,
    ),
    (r"(?:この|今度の)?週末", _weekend),
    (r"月末", _month_end),
)
RULES = tuple((re.compile(pattern), read) for pattern, read in TABLE)
