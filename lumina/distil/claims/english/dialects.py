"""English of Scotland, Ireland, the north of England, America and India, in the words that the rules know."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

DROPPED = re.compile(r"\b([a-z]{2,}in)'(?=[\s,.!?]|$)")
"""An ending without its g: comin'."""


@dataclass(frozen=True, slots=True)
class Dialects:
    """Words of no other English, words that are read so beside one of those, and turns of phrase."""

    sure: dict[str, str]
    there: dict[str, str]
    phrases: tuple[tuple[re.Pattern[str], str], ...]
    sure_ones: re.Pattern[str]
    all_ones: re.Pattern[str]


@cache
def dialects() -> Dialects:
    """The table of dialects.toml."""
    table = tomllib.loads(files("lumina.distil.claims.english").joinpath("dialects.toml").read_text(encoding="utf-8"))
    sure, there = (table[name] for name in ("sure", "there"))
    phrases = tuple((re.compile(pattern), plain) for pattern, plain in table["phrases"].items())
    return Dialects(sure, there, phrases, _any_of(sure), _any_of(sure | there))


def _any_of(words: dict[str, str]) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?!\w)(?!'\w\w)", re.I)


def in_standard_english(text: str) -> str:
    """The text in words that the rules know: "Ma dug's in the hoose" is "My dog's in the house"."""
    known = dialects()
    pattern = known.all_ones if known.sure_ones.search(text) else known.sure_ones
    text = pattern.sub(_in_place, DROPPED.sub(r"\1g", text))
    for phrase, plain in known.phrases:
        text = phrase.sub(plain, text)
    return text


def _in_place(match: re.Match[str]) -> str:
    word = match.group()
    known = dialects()
    plain = known.sure.get(word.lower(), known.there.get(word.lower(), known.there.get(word, word)))
    return f"{plain[:1].upper()}{plain[1:]}" if word[:1].isupper() and plain else plain
