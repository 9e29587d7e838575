"""The days of a sentence as they are told: with the weekday, the part of the day and the hour that stand behind."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from lumina.language.when.japanese_tense import AHEAD, PAST
from lumina.language.when.reckoning import Found

ENDED = re.compile(rf"{PAST.pattern}(?:の|ん|よ|ね|わ|さ|な|だ|です|けど|けれど|から|って|ー|[〜!…笑w])*$")
STILL = re.compile(r"忘れ|まだ|締め?切|期限|までに|ない|待[たっち]|言われ|頼まれ|聞いた|知った|届いた|決ま|なった")
"""What was only told, or is still due, is not over with the day."""


HOUR = re.compile(
    r"(?:(?:の|、)?(?:[月火水木金土日]曜日?|[(（][月火水木金土日](?:曜日?)?[)）]))?"
    r"(?:(?:の|、)?(?:早朝|朝(?:いち|一番?)?(?![ご一-龠ひ])|午前中?|午後|お?昼(?:前|過ぎ|休み)?(?![ご食寝飯])|夕方|夜|晩(?![ご酌])))?"
    r"(?:(?:の|、)?[0-9]{1,2}(?:時半|時[0-9]{1,2}分|時|:[0-9]{2})(?:ごろ|頃|過ぎ|すぎ|きっかり)?)?"
)


def whole_days(found: Sequence[Found], text: str) -> list[Found]:
    """The times of a text, each up to its hour; お盆の14日 is one, as
    is 3か月後の12月10日."""
    return [(*one[:4], one[4] + len(_behind(text, one[4]))) for one in _as_one(found, text)]


def _behind(text: str, at: int) -> str:
    match = HOUR.match(text, at)
    return match.group() if match else ""


def _as_one(found: Sequence[Found], text: str) -> Iterator[Found]:
    for at, one in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        before = found[at - 1] if at else None
        if after and one[2] in {"week", "month"} and after[2] == "day" and text[one[4] : after[3]] == "の":
            continue
        if before and before[2] == "month" and one[2] == "day" and text[before[4] : one[3]] == "の":
            yield (*one[:3], before[3], one[4])
        elif before and before[2] == "week" and one[2] == "day" and text[before[4] : one[3]] == "の":
            day = before[0].replace(day=one[0].day)
            yield day, day, "day", before[3], one[4]
        elif before and before[2] == "month" and one[2] == "day" and text[before[4] : one[3]] == "の":
            yield *one[:3], before[3], one[4]
        else:
            yield one


def to_come(found: Sequence[Found], sentence: str, today: date) -> list[Found]:
    """The times of a sentence that are still to come: of today not what is told as done: 今日、結果を聞いてきた."""
    coming = [one for one in found if one[1] > today or (one[1] == today and not sentence.startswith("から", one[4]))]
    is_over = ENDED.search(sentence) and not STILL.search(sentence) and not AHEAD.search(sentence)
    return [one for one in coming if one[1] > today or not is_over]
