"""Birthdays whose day is told by its distance, and whose they are: 来月の15日が誕生日, 来週の土曜に還暦."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.phrases import ME
from lumina.distil.claims.japanese.relations import KIND_OF, normal
from lumina.known import ME as SPEAKER
from lumina.known import Claim, ClaimType
from lumina.language.names import bare_name
from lumina.language.when.japanese_calendar import NUMBER
from lumina.language.when.reckoning import Found

DAY = r"誕生日|バースデー|還暦|古希|喜寿|米寿"
AFTER = re.compile(
    rf"(?:に|で|が|は|の)?、?(?:[^、。]{{0,12}}の)?(?:{DAY}|(?:{NUMBER}(?:歳|才)|はたち|ハタチ)(?:に|や|だ|です|$))"
    rf"|[でに](?:満)?(?:[1-9][0-9]|[二三四五六七八九]?十[一二三四五六七八九]?)(?:歳|才)?(?:に(?:なり|なる|なっ)|の大台)"
)
BEFORE = re.compile(rf"(?:{DAY})(?:は|が|って|が確か|は確か)?、?$")
WHOSE = re.compile(rf"(?P<who>[^\s、。はがもを!]{{1,12}})の(?:お)?(?:{DAY})")
OF_WHOM = re.compile(
    rf"(?:{DAY})の(?:人|子|方|[^\s、。はがもを!]{{1,8}}が(?:い|お)る)|(?:{DAY})(?:会|プレゼント|ケーキ|パーティ)"
)
"""Behind which it is the birthday of somebody who is named there, or no birthday but what one does on it."""

WHEN = re.compile(rf".*(?:月|日|曜|週|年|明日|あした|今日|明後日|あさって)(?:に|が|は|の|、)?(?=[^、。]*の(?:{DAY}))")
SURE = 0.75


def birthdays(text: str, found: Sequence[Found], about: str) -> Iterator[Claim]:
    """Of whom the sentence is about; a day that is beside the words, and no other."""
    for first, _, precision, begin, end in found:
        if precision == "day" and (AFTER.match(text[end:]) or BEFORE.search(text[:begin])):
            yield Claim(ClaimType.FACT, about, "birthday", f"{first.month}月{first.day}日", text, SURE)


def of_their_owners(claims: Iterable[Claim], is_called: Callable[[str], bool]) -> Iterator[Claim]:
    """The claims, each birthday whose sentence says whose."""
    for one in claims:
        is_birthday = one.type is ClaimType.FACT and one.kind == "birthday"
        if not is_birthday or (whose := _owner(one.text, is_called)) is None:
            yield one
        elif whose:
            yield replace(one, about=whose)


def _owner(text: str, is_called: Callable[[str], bool]) -> str | None:
    """Whose birthday a sentence names: the speaker's, somebody's by what they are or are called, "" where nobody can
    tell; None where it does not say."""
    if OF_WHOM.search(text):
        return ""
    if (match := WHOSE.search(WHEN.sub("", text))) is None:
        return None
    parts = match["who"].split("の")
    named = parts[-1]
    if re.fullmatch(ME, named):
        return SPEAKER
    relation = normal(named) if normal(named) in KIND_OF else normal(bare_name(named))
    if relation in KIND_OF:
        before = parts[-2] if len(parts) > 1 else ""
        return f"{bare_name(normal(before))}の{relation}" if before and not re.fullmatch(ME, before) else relation
    return bare_name(named) if is_called(named) or (len(parts) > 1 and normal(parts[-2]) in KIND_OF) else ""
