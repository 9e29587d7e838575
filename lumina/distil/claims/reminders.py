"""What a person wants to be reminded of: it is left open until its day, and is no fact."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.acts import does, without
from lumina.language.scripts import language_of
from lumina.language.when.japanese_calendar import NUMBER, number
from lumina.language.when.moments import moments

LEFT_OPEN = 0.9
EDGES = " 。、,.:;!?！？-—"
AGAIN = re.compile(r"思い出させて|おもいださせて")
LATER = re.compile(r"って|ように|のを|あとで|後で|その日|忘れずに")
"""With which one asks to hear again what one has forgotten; and with which it is still to be done."""

ANY_DAY = datetime(2000, 1, 3, tzinfo=UTC)
BEHIND = re.compile(
    r"(?:って|こと(?:を|も|だけ)?|の(?:を|こと)?|ように|と|を|は)*[、,\s]*$"
    r"|[,\s]+(?:please|pls|thanks|ok(?:ay)?|will you|would you)$",
    re.I,
)
ON = re.compile(r"(?:^|[\s,]+)(?:on|by|for|this|until|from|before)\s*$", re.I)
"""What stands before a day, to say that it is the day."""

DUE = re.compile(r"^(?:to|about|that i (?:need|have|should|must)(?: to)?|of)\s+", re.I)

CALLED = re.compile(r"^[ぁ-んァ-ヶー]{1,10}(?:さん|ちゃん|くん|君|様)?[、,!！\s]+(?=.*(?:[がをは]|[一-龠ァ-ヶー]$))")
"""Whom it is said to, or how it is begun, before what stands by itself."""

BESIDE_A_DAY = re.compile(r"(?:毎[週月]|今度の|次の)?(?P<day>\0)(?:までに?|から|に|は|が|の|、|って)?")
THERE_IS = re.compile(
    r"(?:[がはも]?(?:ある|あります|入って(?:い)?(?:る|ます)|控えて(?:い)?る)|[はが](?=だ|です))?"
    r"(?:(?<=[うくぐすつぬぶむるいた])[んの]|なん|なの)?(?:だ|です|や)?(?:(?<=[だすのる])[よねわ])*"
    r"(?:から|ので|けども?|(?<=[るだす])(?:し|が))?(?:、?(?:忘れ(?:そう|ちゃい|がち)|忘れる|忘れちゃう|うっかり).*)?[、はがもを\s]*$"
)
"""What says of a thing no more than that it is."""

IS_DONE = re.compile(r"[うくぐすつぬぶむる]$")
BEFORE = re.compile(rf"前の日|前日|前夜|(?P<n>{NUMBER})(?P<unit>日|週間)(?:くらい|ぐらい|ほど)?前")
A_WEEK: Final = 7


def is_reminder(text: str) -> bool:
    """Whether a text asks to be reminded of what is still to be done, and not to be told what was."""
    if does("reminds", text):
        return not AGAIN.search(text) or bool(LATER.search(text) or moments(text, ANY_DAY))
    rest = without("reminds_then", text)
    return rest != text and any(one.last >= ANY_DAY.date() for one in moments(rest, ANY_DAY))


def reminded(text: str, at: datetime, read: Sequence[Claim]) -> Iterator[Claim]:
    """What is to be done, on its day, or so much earlier as the words want; who is spoken of beside it is still spoken
    of."""
    yield from (one for one in read if one.type is ClaimType.PERSON)
    rest = without("reminds" if does("reminds", text) else "reminds_then", text)
    days = moments(rest, at) or moments(text, at)
    due = Day(days[-1].first, days[-1].precision) if days else None
    what = _undated(_bare(rest), at) if language_of(text) == "en" else _thing(rest, at)
    if not what:
        return
    if due and (early := _so_early(text)) and due.precision == "day":
        day = f"{due.first.month}月{due.first.day}日"
        what = f"{day}{'に' if IS_DONE.search(what) else 'の'}{what}"
        due = replace(due, first=max(due.first - early, at.date()))
    yield Claim(ClaimType.LOOP, ME, "", what, text, LEFT_OPEN, until=due)


def kept_open(text: str, at: datetime, read: Sequence[Claim]) -> Iterator[Claim]:
    """What was read out of Japanese; what is left open of it by words that want it remembered, without these."""
    wants = does("keeps", text) and language_of(text) == "ja"
    for one in read:
        what = _thing(without("keeps", one.text), at) if wants and one.type is ClaimType.LOOP and one.until else ""
        yield replace(one, value=what) if what else one


def _undated(what: str, at: datetime) -> str:
    """What is to be done, without the day that stands before or behind it: it is told with its day."""
    for day in reversed([one for one in moments(what, at) if one.precision == "day"]):
        before, behind = ON.sub("", what[: day.begin]).strip(EDGES), what[day.end :].strip(EDGES)
        if bool(before) != bool(behind):
            return _bare(before or behind)
    return what


def _bare(rest: str) -> str:
    """What is to be done, without the words around it."""
    return DUE.sub("", BEHIND.sub("", rest.strip(EDGES)).strip(EDGES)).strip(EDGES)


def _thing(rest: str, at: datetime) -> str:
    """The same in Japanese, without its day, and without whom it is said to."""
    for one in reversed(moments(rest, at)):
        rest = BESIDE_A_DAY.sub("", f"{rest[: one.begin]}\0{rest[one.end :]}")
    rest = CALLED.sub("", _bare(rest))
    return THERE_IS.sub("", rest, count=1).strip(EDGES)


def _so_early(text: str) -> timedelta:
    """How long before its day one wants to hear of it."""
    found = BEFORE.search(text)
    if not found:
        return timedelta(0)
    return timedelta(days=number(found["n"]) * (A_WEEK if found["unit"] == "週間" else 1) if found["n"] else 1)
