"""Relative dates of a text with the days that they name, for who reads it later."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from lumina.known import Day, Precision
from lumina.language.bilingual import Language
from lumina.language.dates import calendar_day, known_day, named_day
from lumina.language.scripts import language_of
from lumina.language.tokens import split_sentences
from lumina.language.when.english_days import DAYS, ORDINAL
from lumina.language.when.moments import moments

MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
NTH = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{ORDINAL})"
ABSOLUTE = re.compile(
    rf"\d{{4}}|\d+\s*月\s*\d+\s*日|\d+/\d+|(?:{MONTH}\.? (?:the )?{NTH}|{NTH} (?:of )?{MONTH})(?:,? \d{{4}})?",
    re.I,
)
"""A date that says its month and day, or its year, by itself."""


WEEKDAY = re.compile(r"(?P<wd>mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:the )?(?=.* )", re.I)
"""Before a day that has its month, and the same where it is that day's."""
BARE_MONTH = re.compile(r"[\d〇一二三四五六七八九十]+月(?:末|終わり|上旬|中旬|下旬|頭|初め|はじめ|あたま)?")
WESTERN_YEAR = re.compile(r"\d{4}")
BY_DISTANCE = re.compile(r"\b(?:(?:last|next|this past) (?:month|year)|months?|years?)\b", re.I)
"""What says itself which month or year it is."""
QUOTED = re.compile(r"[“「][^”」\n]*[”」][^“「\n(（]{0,20}[(（][^\n]*?\d[^\n]*?(?:[)）](?=[)）])|[)）])+")
"""Quoted words with the days behind them that they named where they were said, as a character tells them."""


BARE_WEEKDAY = re.compile(r"[月火水木金土日]曜日?")
RECURS = re.compile(
    r"いつも|毎週|毎度|決まって|隔週|(?:[今来先](?:月|週|年度?|学期)|[0-9]{1,2}月|[春夏秋冬]|新年度|新学期|今度)から"
)
"""With what a day of the week is that of every week."""


class Dated(NamedTuple):
    """Words of a text that name a day, and the day; of a month or a year, its first."""

    words: str
    day: date
    precision: Precision = "day"

    def called(self, language: Language, present: date, *, weekday: bool = True) -> str:
        """As the calendar has it, and its year where that is not the present one: 5月20日（水）, 2025年11月, 2024年."""
        if self.precision != "day":
            return known_day(Day(self.day, self.precision), language, present)
        if not weekday:
            return named_day(self.day, language)
        year = f"{self.day.year}年" if language == "ja" and self.day.year != present.year else ""
        return year + calendar_day(self.day, language)


def dated(text: str, at: datetime) -> Sequence[Dated]:
    """The days, months and years that a text names by their distance from the moment at which it was said; the present
    ones are none, nor those of a quotation that is told with its days."""
    exact, told = {"day", "month", "year"}, [match.span() for match in QUOTED.finditer(text)]
    named = (one for one in moments(text, at) if one.precision in exact and not one.first <= at.date() <= one.last)
    own = (one for one in named if not any(begin <= one.begin < end for begin, end in told))
    found = (Dated(text[one.begin : one.end], one.first, one.precision) for one in own)
    return [one for one in found if not _says_itself(one) and not _recurs(one.words, text)]


def _recurs(words: str, text: str) -> bool:
    """Whether a day of the week is that of every week, by the sentence that it stands in."""
    if not BARE_WEEKDAY.fullmatch(words):
        return False
    return any(RECURS.search(sentence) for sentence in split_sentences(text) if words in sentence)


def _says_itself(one: Dated) -> bool:
    words = one.words.strip()
    if weekday := WEEKDAY.match(words):
        if DAYS[one.day.weekday()][:3] != weekday["wd"].lower():
            return False
        words = words[weekday.end() :]
    if one.precision == "day":
        return ABSOLUTE.fullmatch(words) is not None
    if language_of(words) == "en":
        return BY_DISTANCE.search(words) is None
    return bool(WESTERN_YEAR.search(words) or (one.precision == "month" and BARE_MONTH.fullmatch(words)))
