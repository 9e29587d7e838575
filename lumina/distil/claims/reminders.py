"""What a person wants to be reminded of: it is left open until its day, and is no fact."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.acts import does, without
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
OF = re.compile(r"^(?:[にのはも]|までに|まで)+")
"""What stands before a day in English, and behind it in Japanese, to say that it is the day."""

DUE = re.compile(r"^(?:to|about|that i (?:need|have|should|must)(?: to)?|of)\s+", re.I)


def is_reminder(text: str) -> bool:
    """Whether a text asks to be reminded of what is still to be done, and not to be told what was."""
    if not does("reminds", text):
        return False
    return not AGAIN.search(text) or bool(LATER.search(text) or moments(text, ANY_DAY))


def reminded(text: str, at: datetime, read: Sequence[Claim]) -> Iterator[Claim]:
    """What is to be done, on its day; who is spoken of beside it is still spoken of."""
    yield from (one for one in read if one.type is ClaimType.PERSON)
    days = moments(text, at)
    if what := _undated(_bare(without("reminds", text)), at):
        due = Day(days[-1].first, days[-1].precision) if days else None
        yield Claim(ClaimType.LOOP, ME, "", what, text, LEFT_OPEN, until=due)


def _undated(what: str, at: datetime) -> str:
    """What is to be done, without the day that stands before or behind it: it is told with its day."""
    for day in reversed([one for one in moments(what, at) if one.precision == "day"]):
        before, behind = ON.sub("", what[: day.begin]).strip(EDGES), OF.sub("", what[day.end :]).strip(EDGES)
        if bool(before) != bool(behind):
            return _bare(before or behind)
    return what


def _bare(rest: str) -> str:
    """What is to be done, without the words around it."""
    return DUE.sub("", BEHIND.sub("", rest.strip(EDGES)).strip(EDGES)).strip(EDGES)
