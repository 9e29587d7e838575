"""A summary in words: what changed first, then what is known, and what was said, day by day."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby

from lumina.language.bilingual import Language
from lumina.language.dates import named_day
from lumina.summaries import Sentence, Summary

WORDS: Mapping[Language, Mapping[str, str]] = {
    "ja": {
        "change": "変わったこと：{text}",
        "besides": "ほかに：{text}",
        "quote": "「{text}」",
        "by": "{who}{said}",
        "asked": "（{asked}）{said}",
    },
    "en": {
        "change": "Changed: {text}",
        "besides": "Also: {text}",
        "quote": "“{text}”",
        "by": "{who}: {said}",
        "asked": "({asked}) {said}",
    },
}
BETWEEN: Mapping[Language, tuple[str, str]] = {"ja": ("：", ""), "en": (": ", " ")}
"""What stands between a day and what was said, and between two quotations."""

BRACKETS = str.maketrans("「」“”", "『』‘’")


def lines(summary: Summary, present: date | None = None) -> list[str]:
    """A line for each thing that changed or is known, each day, and what came up besides. A day has its year where that
    is not the `present` one (None: the one in which this version was made)."""
    year = (present or summary.at).year
    language: Language = "ja" if summary.language == "ja" else "en"
    told: list[str] = []
    for day, run in groupby(summary.sentences, key=lambda one: one.day if one.told in {"quote", "told"} else None):
        said = list(run)
        if day is None:
            told += [_plain(one, language) for one in said]
        else:
            after, between = BETWEEN[language]
            told.append(f"{_day(day, year, language)}{after}{between.join(_quoted(said, language))}")
    return told


def text(summary: Summary, present: date | None = None) -> str:
    return "\n".join(lines(summary, present))


def _day(day: date, year: int, language: Language) -> str:
    return named_day(day, language, with_year=day.year != year)


def _plain(one: Sentence, language: Language) -> str:
    return WORDS[language].get(one.told, "{text}").format(text=one.text)


def _quoted(said: Sequence[Sentence], language: Language) -> list[str]:
    """Each in quotation marks, behind what it answers; guests are named. A model's words have none."""
    return [_quotation(one, WORDS[language]) for one in said]


def _quotation(one: Sentence, words: Mapping[str, str]) -> str:
    if one.told == "told":
        return one.text
    said = words["quote"].format(text=one.text.translate(BRACKETS))
    if one.speaker:
        said = words["by"].format(who=one.speaker, said=said)
    return words["asked"].format(asked=one.asked, said=said) if one.asked else said
