"""Word lists, kept as text files beside the code."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from lumina.language.scripts import fold

NOTHING = "(?!)"
"""What matches nowhere: a list may have no word of one of the languages."""


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of `words/NAME.txt`, separated by white space; a line that begins with # is a comment."""
    text = files("lumina.language").joinpath("words", f"{name}.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """One pattern over folded text for every word, the longest first. An underscore is a space; an English word stands
    alone, with or without its plural ending (then it is the group `english`, else `japanese`); a kana word does not go
    on with ー."""
    folded = {fold(word).replace("_", " ") for word in words}
    longest_first = sorted(folded, key=lambda word: (-len(word), word))
    japanese = "|".join(re.escape(word) for word in longest_first if not word.isascii())
    english = "|".join(
        sorted({form for word in longest_first if word.isascii() for form in _forms(word)}, key=len)[::-1]
    )
    return re.compile(
        rf"(?P<japanese>{japanese or NOTHING})(?!ー)|(?<![a-z0-9])(?P<english>{english or NOTHING})(?![a-z0-9])"
    )


def _forms(word: str) -> tuple[str, ...]:
    return (word, f"{word}s", f"{word}es", re.sub("y$", "ies", word))
