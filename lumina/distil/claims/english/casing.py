"""Names and places of a text that uses no capitals, written large: "my flatmate dan" is "my flatmate Dan"."""

import re
from functools import cache

from lumina.distil.claims.english.words import RELATION
from lumina.language.lexicon import word_list

LARGE = re.compile(r"(?<![.!?…\n] )(?<!^)\b(?!I\b|I')[A-Z][a-z]")
"""A word written large that opens no sentence."""

INTRODUCED = re.compile(
    rf"(?P<lead>\b(?:my|me|our|his|her) (?:\w+ )?(?:{RELATION})(?:'?s)? "
    r"|\b(?:(?:called|named|name is|name's|names)(?: him| her| it)?|dating|seeing|met) "
    r"|(?:^|[.!?,] *)(?:(?:hi|hiya|hey|hello|yo|alright|evening|morning),? *)?(?:im|i'm|i am|its|it's|call me) )"
    r"(?P<name>[a-z]{2,})\b(?! (?:at|to|on|in|be|up|down|off|have)\b)",
    re.I,
)
WORD = re.compile(r"\b[a-z]{2,}\b")


def cased(text: str) -> str:
    """The text with capitals for given names and places, where it has none of its own behind the beginning of a
    sentence."""
    if LARGE.search(text):
        return text
    text = INTRODUCED.sub(lambda match: match["lead"] + _large(match["name"], _names_too()), text)
    return WORD.sub(lambda match: _large(match.group(), _known()), text)


def _large(word: str, known: frozenset[str]) -> str:
    return word.title() if word in known else word


@cache
def _known() -> frozenset[str]:
    return word_list("names.en") | word_list("places.en")


@cache
def _names_too() -> frozenset[str]:
    return word_list("names_too.en") | word_list("names.en")
