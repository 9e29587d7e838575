"""A summary in words: what changed first, then what is known, and what was said, day by day."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from lumina.language.bilingual import Language
from lumina.language.dates import named_day
from lumina.summaries import Sentence, Summary

WORDS: Mapping[Language, Mapping[str, str]] = {
    "ja": {"change": "変わったこと：{text}", "besides": "ほかに：{text}", "quote": "「{text}」", "by": "{who}{said}"},
    "en": {"change": "Changed: {text}", "besides": "Also: {text}", "quote": "“{text}”", "by": "{who}: {said}"},
}
BETWEEN: Mapping[Language, tuple[str, str]] = {"ja": ("：", ""), "en": (": ", " ")}
"""What stands between a day and what was said, and between two quotations."""

BRACKETS = str.maketrans("「」“”", "『』‘’")


def lines(summary: Summary) -> list[str]:
    """A line for each thing that changed or is known, each day, and what came up besides."""
    language: Language = "ja" if summary.language == "ja" else "en"
    told: list[str] = []
    for day, run in groupby(summary.sentences, key=lambda one: one.day if one.told == "quote" else None):
        said = list(run)
        if day is None:
            told += [_plain(one, language) for one in said]
        else:
            after, between = BETWEEN[language]
            told.append(f"{named_day(day, language)}{after}{between.join(_quoted(said, language))}")
    return told


def text(summary: Summary) -> str:
    return "\n".join(lines(summary))


def _plain(one: Sentence, language: Language) -> str:
    return WORDS[language].get(one.told, "{text}").format(text=one.text)


def _quoted(said: Sequence[Sentence], language: Language) -> list[str]:
    """Each in quotation marks; guests are named."""
    words = WORDS[language]
    marked = [(one, words["quote"].format(text=one.text.translate(BRACKETS))) for one in said]
    return [words["by"].format(who=one.speaker, said=said) if one.speaker else said for one, said in marked]
