"""Birthdays whose day is told by its distance: 来月の15日が誕生日, 来週の土曜に還暦."""

import re
from collections.abc import Iterator, Sequence

from lumina.known import Claim, ClaimType
from lumina.language.when.japanese_calendar import NUMBER
from lumina.language.when.reckoning import Found

AFTER = re.compile(
    rf"(?:に|で|が|は)?、?(?:[^、。]{{0,4}}の)?(?:誕生日|バースデー|還暦|古希|喜寿|米寿|(?:{NUMBER}(?:歳|才)|はたち|ハタチ)(?:に|や|だ|です|$))"
)
BEFORE = re.compile(r"(?:誕生日|バースデー|還暦)(?:は|が|って|が確か|は確か)?、?$")
SURE = 0.75


def birthdays(text: str, found: Sequence[Found], about: str) -> Iterator[Claim]:
    """Of whom the sentence is about; a day that is beside the words, and no other."""
    for first, _, precision, begin, end in found:
        if precision == "day" and (AFTER.match(text[end:]) or BEFORE.search(text[:begin])):
            yield Claim(ClaimType.FACT, about, "birthday", f"{first.month}月{first.day}日", text, SURE)
