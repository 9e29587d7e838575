"""The days of a sentence as they are told: with the weekday, the part of the day and the hour that stand behind."""

import re
from collections.abc import Iterator, Sequence

from lumina.language.when.reckoning import Found

HOUR = re.compile(
    r"(?:(?:の|、)?(?:[月火水木金土日]曜日?|[(（][月火水木金土日](?:曜日?)?[)）]))?"
    r"(?:(?:の|、)?(?:早朝|朝(?:いち|一番?)?(?![ご一-龠ひ])|午前中?|午後|お?昼(?:前|過ぎ|休み)?(?![ご食寝飯])|夕方|夜|晩(?![ご酌])))?"
    r"(?:(?:の|、)?[0-9]{1,2}(?:時半|時[0-9]{1,2}分|時|:[0-9]{2})(?:ごろ|頃|過ぎ|すぎ|きっかり)?)?"
)


def whole_days(found: Sequence[Found], text: str) -> list[Found]:
    """The times of a text, each up to its hour; お盆の14日 is one."""
    return [(*one[:4], one[4] + len(_behind(text, one[4]))) for one in _as_one(found, text)]


def _behind(text: str, at: int) -> str:
    match = HOUR.match(text, at)
    return match.group() if match else ""


def _as_one(found: Sequence[Found], text: str) -> Iterator[Found]:
    for at, one in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        before = found[at - 1] if at else None
        if after and one[2] == "week" and after[2] == "day" and text[one[4] : after[3]] == "の":
            continue
        if before and before[2] == "week" and one[2] == "day" and text[before[4] : one[3]] == "の":
            day = before[0].replace(day=one[0].day)
            yield day, day, "day", before[3], one[4]
        else:
            yield one
