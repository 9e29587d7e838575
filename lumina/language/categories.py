"""What one word stands for many others, from words/categories.toml: a question for an instrument is answered by what
names a cello."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from lumina.language.lexicon import any_of
from lumina.language.scripts import fold

UNIT = re.compile(r"(?<=[0-9])(?=[a-z])")
"""Where a unit begins that stands close behind its number: 7lb."""


def asks_category(question: str) -> bool:
    """Whether the question names a category."""
    folded = fold(question)
    return any(asks.search(folded) for asks, _ in _categories().values())


def told_of_category(question: str, text: str) -> bool:
    """Whether the text has a word of a category that the question names."""
    folded, told = fold(question), UNIT.sub(" ", fold(text))
    return any(asks.search(folded) and words.search(told) for asks, words in _categories().values())


def belongs(word: str, category: str) -> bool:
    """Whether a word is one of a category: ピアノ is an instrument."""
    return fold(word) in _words()[category]


def starts(word: str, category: str) -> bool:
    """Whether a word is one of a category, or the beginning of one: ゴールデン, of ゴールデンレトリバー."""
    return any(one.startswith(fold(word)) for one in _words()[category])


@cache
def _words() -> Mapping[str, frozenset[str]]:
    return MappingProxyType({name: frozenset(map(fold, row["words"].split())) for name, row in _table().items()})


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(files("lumina.language").joinpath("words", "categories.toml").read_text(encoding="utf-8"))


@cache
def _categories() -> Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """How a question names each category, and what belongs to it."""
    return MappingProxyType(
        {
            name: (re.compile("|".join(fold(one) for one in row["asks"])), any_of(row["words"].split()))
            for name, row in _table().items()
        }
    )
