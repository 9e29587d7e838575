"""Whether words are those of what was left open."""

import re

from lumina.known import Loop
from lumina.language.tokens import analyse

VERB = re.compile(r"[一-龠][ぁ-ん]+|[ぁ-ん]{2,3}[るすくつむぶうぐ]")

ALIKE = 0.5
"""The share of its words over which one loop is another one told again."""


def words_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(analyse(text).words)


def nouns_of(text: str) -> frozenset[str]:
    """The words but for what is written as a verb; if there is nothing else, those."""
    words = words_of(text)
    return frozenset(word for word in words if not VERB.fullmatch(word)) or words


def are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one may be the other told again."""
    shared = len(one & other)
    return shared > 0 and shared > ALIKE * min(len(one), len(other))


def names(text: str, loop: Loop) -> bool:
    """Whether a text speaks of what was left open."""
    return is_meant(words_of(text), words_of(loop.what))


def is_meant(said: frozenset[str], what: frozenset[str]) -> bool:
    """Whether what is over is this: half of its words, or its one word, or two of them."""
    shared = len(said & what)
    return shared > 0 and (shared >= 2 or shared * 3 >= len(what))
