"""English words: stemmed, without those that carry no content."""

import re
import threading
from functools import lru_cache
from typing import Protocol, cast

import Stemmer  # pyright: ignore[reportMissingTypeStubs]

from lumina.language.lexicon import word_list

WORD = re.compile(r"\w+(?:['’]\w+)*")
CONTRACTION = re.compile(r"['’](?:s|m|d|re|ve|ll)$|['’]$")
NEGATED = re.compile(r"n['’]t$", re.I)


class SnowballStemmer(Protocol):
    maxCacheSize: int

    def stemWord(self, word: str) -> str: ...


class _Stemmers(threading.local):
    """One stemmer a thread, since a stemmer keeps its buffer; without a cache of its own, which could not be emptied
    when somebody is erased."""

    def __init__(self) -> None:
        self.english = cast(SnowballStemmer, Stemmer.Stemmer("english", 0))  # pyright: ignore[reportUnknownMemberType]


@lru_cache(maxsize=1)
def _stemmers() -> _Stemmers:
    """Let go with every cache: each keeps the word that it had last."""
    return _Stemmers()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The Snowball stem of a lower-case word."""
    return _stemmers().english.stemWord(word)


def plain_words(text: str) -> list[str]:
    """The words of a text, as they stand but without 's and its like."""
    return [word for match in WORD.finditer(text) if (word := CONTRACTION.sub("", match.group().strip("_")))]


def is_content(word: str) -> bool:
    """Whether a word carries content: letters that are no stop word and no "won't", or a number. A letter by itself
    does as a capital: vitamin C."""
    lower = word.lower()
    stands = len(lower) > 1 or lower.isdigit() or word.isupper()
    return stands and lower not in word_list("stop.en") and not NEGATED.search(lower)
