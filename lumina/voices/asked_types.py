"""What has what a question asks for in whatever it is about: a number, a day, somebody's name, a place."""

import re
from collections.abc import Sequence
from datetime import datetime

from lumina.language.acts import does
from lumina.language.lexicon import word_list
from lumina.language.scripts import CJK, fold
from lumina.language.when.dated import dated
from lumina.voices.counting import measured
from lumina.voices.following import DATE
from lumina.voices.japanese_types import of_japanese_type
from lumina.voices.material import Evidence

NUMBER = re.compile(
    r"[0-9一二三四五六七八九十]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|couple|dozen)\b"
)
WHO_IS = (
    r"\bwho(?:'?s|'?d)?\b|\b(?:which|what) (?:\w+ )?(?:lady|man|woman|girl|boy|lad|bloke|guy|chap|person|friend|kid"
    r"|one of (?:them|us|my|mine))\b"
)
WHO, NAMED, PLACED = (
    re.compile(pattern)
    for pattern in (WHO_IS, r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+", r"\b(?:in|at|from|to|near|of) (?:the )?[A-Z][a-z]+")
)
WHICH_PLACE = re.compile(r"\b(?:which|what) (?:city|town|country|village|place|part of)\b")


def of_its_type(said: str, pieces: Sequence[Evidence]) -> list[Evidence]:
    """Those that have what a question asks for in whatever it is about: a number, a day, somebody's name, a
    place; none to a question that says nothing of that."""
    if unit := measured(said):
        return [piece for piece in pieces if unit.search(fold(piece["text"]))]
    if does("how_many", said) or does("when", said):
        has = names_a_day if does("when", said) and not does("how_many", said) else _has_a_number
        return [piece for piece in pieces if has(piece)]
    if CJK.search(said):
        return of_japanese_type(said, pieces)
    if does("asks_name", said) or WHO.search(fold(said)):
        return [piece for piece in pieces if NAMED.search(piece["text"])]
    placed = does("where", said) or WHICH_PLACE.search(fold(said))
    return _naming_a_place(pieces) if placed else []


def _naming_a_place(pieces: Sequence[Evidence]) -> list[Evidence]:
    """Those that name a place, or where none does, anything."""
    named = [piece for piece in pieces if NAMED.search(piece["text"])]
    return [piece for piece in named if _names_a_place(piece["text"])] or named


def _names_a_place(text: str) -> bool:
    return bool(PLACED.search(text)) or any(name.lower() in word_list("places.en") for name in NAMED.findall(text))


def _has_a_number(piece: Evidence) -> bool:
    return NUMBER.search(fold(piece["text"])) is not None


def names_a_day(piece: Evidence) -> bool:
    """Whether a statement has a day in it, or an hour."""
    at = datetime.fromisoformat(piece["at"])
    return bool(dated(piece["text"], at)) or DATE.search(fold(piece["text"])) is not None
