"""Whether a question asks when something was, and whether a text says when."""

import re
from functools import lru_cache

from lumina.language.scripts import fold

ASKED = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:time|date|day|week|month|season|year)\b|\bhow long ago\b|"
    r"いつ(?!も|か)|何[月年曜]|何時(?!間)"
)

_ENGLISH = (
    r"\b(?:yesterday|today|tonight|tomorrow|ago|since|recently|the other day|"
    r"(?:last|next|this|past|coming) (?:week|weekend|month|year|night|morning|evening)|"
    r"(?:last|next|this|past|coming) (?:spring|summer|fall|autumn|winter)|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"january|february|march|april|june|july|august|september|october|november|december)\b"
)
_JAPANESE = (
    r"昨日|きのう|一昨日|おととい|今日|明日|あした|今朝|昨夜|昨晩|この前|こないだ|この間|週末|先日|"
    r"[先今来]週|[先今来]月|去年|昨年|一昨年|今年|来年|(?:[年日]|か月|ヶ月|週間)前|"
    r"[0-9一二三四五六七八九十]+[年月日時](?!間)|[月火水木金土日]曜"
)
TOLD = re.compile(f"{_ENGLISH}|{fold(_JAPANESE)}")


def asks_when(text: str) -> bool:
    return bool(ASKED.search(text.lower()))


@lru_cache(maxsize=16_384)
def tells_when(text: str) -> bool:
    """Whether a day, a week, a season or the like is named, by the calendar or from the moment of speaking."""
    return bool(TOLD.search(fold(text)))
