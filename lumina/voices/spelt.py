"""An English line as it is plainly spelt, and who is named in it as what somebody is to the person."""

import re
from collections.abc import Iterator
from functools import lru_cache

from lumina.language.english import is_content
from lumina.language.lexicon import word_list
from lumina.language.plain_english.casing import plainly
from lumina.language.plain_english.words import RELATION
from lumina.language.scripts import fold
from lumina.language.trained.vectors import has_vector

OF = r"(?:my|our|me) (?:[a-z-]+ ){0,2}?"
NAME = r"(?P<name>[A-Za-zÀ-ÿ]{2,})\b"
NOT_THEIRS = r"(?<!'s )(?<!\bhis )(?<!\bher )(?<!\btheir )"
INTRODUCED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{OF}(?P<what>{RELATION}),? {NAME}",
        rf"(?:^|[.!?,] (?:and )?)(?P<what>{RELATION}),? {NAME}",
        rf"{NOT_THEIRS}\b(?P<what>{RELATION})(?:'s| is| was)?(?: called| named) {NAME}",
        rf"{NOT_THEIRS}\b(?P<what>{RELATION})'?s? name(?:'s| is| was) {NAME}",
        rf"\b{NAME}(?:'s| is| was|,) {OF}(?P<what>{RELATION})\b",
        rf"{NOT_THEIRS}\b(?P<what>{RELATION}) (?:is|was|turned|turns) \d+, {NAME}",
    )
)
"""How somebody is named as what they are to the person."""

ONESELF = re.compile(
    r"(?:^|[.!?,] )(?:(?:hi|hiya|hey|hello|yo|evening|morning)[,! ]+)*"
    r"(?i:i'm|i am|my name(?:'s| is)|name's|call me)"
    rf" {NAME}(?= *(?:[,.!?]|$|and\b|from\b|here\b))"
)
"""How one tells one's name."""

SAID_TO = re.compile(
    r"^\s*(?:[@＠]\w+[,:]?\s+)?(?:good (?:morning|evening|afternoon|day|night)\b[ ,.!]*(?:all\b[ ,.!]*)?(?=.))?",
    re.IGNORECASE,
)
"""To whom a line is said, and how they are greeted, at its beginning: that tells of no time of day."""


@lru_cache(maxsize=4096)
def spelt(text: str) -> str:
    """A line with its capitals and apostrophes; Japanese as it is."""
    return plainly(SAID_TO.sub("", text))


@lru_cache(maxsize=4096)
def names_oneself(text: str) -> bool:
    """Whether somebody tells in a line how they are called: im tadhg, 41."""
    told = ONESELF.search(spelt(text))
    if told is None or told["name"].endswith(("ing", "ed")):
        return False
    lower = fold(told["name"])
    return is_named(told["name"]) and (lower in word_list("names.en") or not has_vector(lower, "en"))


@lru_cache(maxsize=4096)
def introduced(text: str) -> tuple[tuple[str, str], ...]:
    """Who is named as what, folded: (padraic, mate)."""
    return tuple(dict.fromkeys(_introduced(spelt(text))))


def _introduced(text: str) -> Iterator[tuple[str, str]]:
    for pattern in INTRODUCED:
        for match in pattern.finditer(text):
            if is_named(match["name"]):
                yield fold(match["name"]), fold(match["what"])


def is_named(word: str) -> bool:
    """Whether a word is somebody's name, as it stands: written large, a given name, or a word that nobody else has."""
    lower = fold(word)
    if lower in word_list("not_name.en") or not is_content(word):
        return False
    return word[:1].isupper() or lower in word_list("names.en") or not has_vector(lower, "en")
