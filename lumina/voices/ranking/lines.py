"""A text as the ranker sees it: its words, what it may tell or ask for, and whose matter it is."""

import re
from dataclasses import dataclass
from functools import lru_cache

from lumina.language.acts import does, smalltalk
from lumina.language.english import is_content
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.language.trained.tokens import Token, tokens
from lumina.language.trained.vectors import Vectors, vectors_of
from lumina.voices.following import CHANGED
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.meaning import Places, places
from lumina.voices.ranking.whose import Whose, whose
from lumina.voices.spelt import spelt

NAME = re.compile(r"(?<![.!?…] )(?<!^)\b[A-Z][a-zéí]+")
CONTENT = ("名詞", "動詞", "形容詞", "形状詞", "副詞")
BEGINNING = 4
"""Letters that English words of one family have in common."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """`words` are a text's content words, `narrow` and `wide` the groups of words of like meaning that they are of,
    `parts` their beginnings (of Japanese, pairs of letters), `vectors` those of the words that have one, `places` where
    all its words stand in the tables of what words mean. `kinds` of facts and `types` of answers are what it tells or
    asks for; `names` are folded, `past` is whether it asks for how things were, `length` is in words."""

    language: str
    words: frozenset[str]
    narrow: frozenset[str]
    wide: frozenset[str]
    parts: frozenset[str]
    vectors: Vectors
    places: Places
    whose: Whose
    kinds: frozenset[str]
    types: frozenset[str]
    names: frozenset[str]
    past: bool
    courtesy: bool
    changes: bool
    length: int


@lru_cache(maxsize=4096)
def line(text: str) -> Line:
    """Of what was told."""
    text = spelt(text)
    return _line(text, frozenset(told_kinds(text)), looks("offered", fold(text)))


@lru_cache(maxsize=64)
def question(said: str) -> Line:
    """Of what is asked."""
    said = spelt(said)
    return _line(said, frozenset(asked_kinds(said)), looks("asked", fold(said)))


def _line(text: str, kinds: frozenset[str], types: frozenset[str]) -> Line:
    language, folded = "ja" if CJK.search(text) else "en", fold(text)
    found, words = tokens(text, language), frozenset(analyse(text).words)
    content = [word for word in found if _is_content(word, language)]
    groups = frozenset(one for word in content for one in word.classes[-2:] if one[1:].isdigit())
    return Line(
        language,
        words,
        frozenset(one for one in groups if one.startswith("n")),
        frozenset(one for one in groups if one.startswith("w")),
        _pairs(folded) if language == "ja" else frozenset(word[:BEGINNING] for word in words if len(word) >= BEGINNING),
        vectors_of(([fold(word.text), word.normal] for word in content), language),
        places(found, language),
        whose(text),
        kinds,
        types,
        _names(text, found),
        does("past", text) or does("before", text) or "before" in types,
        bool(smalltalk(text)),
        CHANGED.search(folded) is not None,
        len(found),
    )


def _is_content(word: Token, language: str) -> bool:
    return is_content(word.text) if language == "en" else word.classes[0] in CONTENT


def _pairs(folded: str) -> frozenset[str]:
    pairs = (folded[at : at + 2] for at in range(len(folded) - 1))
    return frozenset(pair for pair in pairs if pair.isalnum() and CJK.search(pair))


def _names(text: str, found: tuple[Token, ...]) -> frozenset[str]:
    """Those whom a text names."""
    if not CJK.search(text):
        return frozenset(fold(name) for name in NAME.findall(text))
    return frozenset(word.normal for word in found if "人名" in word.classes[1])
