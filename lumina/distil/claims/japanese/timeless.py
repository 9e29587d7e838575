"""Values that can be read on any day: 今日は高尾山に登った tells of 高尾山に登った（9月6日）, and nobody
works this week, or is of an age that is to come."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from lumina.known import Claim, ClaimType, Mode
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.reckoning import Found, reckoned

PASSING = re.compile(
    r"今日|きょう|本日|今朝|けさ|今夜|今晩|昨日|きのう|昨夜|ゆうべ|昨晩|一昨日|おととい|明日|あした|あす|明後日|あさって|(?:再来|今|来|先々|先)週"
)
"""What names a day or a week by its distance."""

BEHIND = re.compile(r"(?:は|も|に|の|で|から|まで|、|って|ずっと|いっぱい)*")
SOON = "(?:もうすぐ|そろそろ|まもなく|あと少しで|あとちょっとで)"
MEASURE = re.compile("(?P<what>体重|身長) [0-9]")
UNSURE = 0.6
HAPPENS = frozenset({"event", "plan"})
SHORTEST = 2


def timeless(claims: Iterable[Claim], at: datetime) -> Iterator[Claim]:
    """The claims; of what happens the day is told by its date, of what lasts nothing is kept that names a day by its
    distance, unless it only begins so."""
    for one in map(_as_soon, claims):
        passing = one.type is ClaimType.FACT and one.mode is Mode.IS and PASSING.search(one.value)
        if not passing:
            yield one
        elif value := _as_read_any_day(one, at):
            yield replace(one, value=value)


def _as_soon(one: Claim) -> Claim:
    """An age that is said to come soon, as one; a weight takes the place of the one before."""
    if one.kind == "health" and (measure := MEASURE.match(one.value)):
        return replace(one, replaces=measure["what"])
    if one.kind == "age" and re.search(rf"{SOON}[^、。]{{0,4}}{re.escape(one.value)}", one.text):
        return replace(one, value=f"もうすぐ{one.value}", confidence=min(one.confidence, UNSURE))
    return one


def _as_read_any_day(one: Claim, at: datetime) -> str:
    found = [day for day in reckoned(moments_in_japanese, one.value, at) if PASSING.match(one.value[day[3] :])]
    rest, end = "", 0
    for day in found:
        behind = BEHIND.match(one.value, day[4])
        rest += one.value[end : day[3]]
        end = behind.end() if behind else day[4]
    rest = (rest + one.value[end:]).strip("、 ")
    if PASSING.search(rest) or len(rest.partition("（")[0]) < SHORTEST:
        return ""
    if one.kind not in HAPPENS:
        begins = found and found[0][3] == 0 and one.value.startswith("から", found[0][4])
        return rest if begins and one.kind == "habit" else ""
    return rest if "（" in rest or not found else f"{rest}（{dated(found[0])}）"


def dated(one: Found) -> str:
    """A day or a week as it can be read on any other day."""
    first = f"{one[0].month}月{one[0].day}日"
    return first if one[2] == "day" or one[1] == one[0] else f"{first}〜{one[1].month}月{one[1].day}日"
