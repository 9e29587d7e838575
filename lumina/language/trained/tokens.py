"""The words of a sentence as a field sees them: how each is written, and to which classes it belongs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from lumina.language.english import stem
from lumina.language.japanese import morphemes
from lumina.language.lexicon import word_list
from lumina.language.scripts import SURROGATE

WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)?|['’]s\b|\d+|[^\w\s]", re.I)
LISTS = ("jobs.en", "names.en", "given_names.en", "ills.en", "pastimes.en", "places.en")


@dataclass(frozen=True, slots=True)
class Token:
    """A word from `start` to `end` of its sentence. `normal` is its stem, or its dictionary form; `classes` are its
    part of speech, the word lists that have it, and the two groups of words of like meaning that it is of."""

    start: int
    end: int
    text: str
    normal: str
    classes: tuple[str, ...]


@lru_cache(maxsize=512)
def tokens(sentence: str, language: str) -> tuple[Token, ...]:
    sentence = SURROGATE.sub("\ufffd", sentence)
    return tuple(_english(sentence) if language == "en" else _japanese(sentence))


def _english(sentence: str) -> Iterator[Token]:
    found = [(match.start(), match.end(), match.group().replace("’", "'")) for match in WORD.finditer(sentence)]
    lower = [text.lower() for _, _, text in found]
    stems = [stem(text) if text.isalpha() else text for text in lower]
    for at, (start, end, text) in enumerate(found):
        pairs = {" ".join(lower[place : place + 2]) for place in (at - 1, at) if place >= 0}
        listed = (name for name in LISTS if not word_list(name).isdisjoint({lower[at], stems[at]} | pairs))
        yield Token(start, end, text, stems[at], (_shape(text), *listed, *_groups("en", lower[at], stems[at])))


def _shape(text: str) -> str:
    """Xx, x, X, d or the mark itself."""
    if not text[0].isalpha():
        return "d" if text.isdigit() else text
    return "X" if text.isupper() else "Xx" if text[0].isupper() else "x"


def _japanese(sentence: str) -> Iterator[Token]:
    start = 0
    for word in morphemes(sentence):
        end = start + len(word.surface)
        if word.surface.strip():
            part = "/".join(word.part[:3])
            groups = _groups("ja", word.normal, word.dictionary)
            yield Token(start, end, word.surface, word.normal, (word.part[0], part, *groups))
        start = end


def _groups(language: str, *forms: str) -> tuple[str, ...]:
    """The wide and the narrow group of the first form that is in one."""
    groups = _grouped(language)
    return next((groups[form] for form in forms if form in groups), ())


@cache
def _grouped(language: str) -> Mapping[str, tuple[str, str]]:
    """By word. Each line of the file is a narrow group: the number of its wide one, and its words."""
    text = files("lumina.language.trained").joinpath(f"groups.{language}.txt").read_text(encoding="utf-8")
    grouped = dict[str, tuple[str, str]]()
    for narrow, line in enumerate(one for one in text.splitlines() if not one.startswith("#")):
        wide, *words = line.split()
        grouped.update(dict.fromkeys(words, (f"w{wide}", f"n{narrow}")))
    return grouped
