"""What language analysis says of a text: its words, its sentences, its characters."""

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lumina.language import english, japanese
from lumina.language.names import bare_name
from lumina.language.nouns import nouns
from lumina.language.scripts import CJK, CJK_RUN, LATIN_PHRASE, estimate_tokens, fold, language_of

__all__ = ["Analysis", "Word", "analyse", "bare_name", "estimate_tokens", "fold", "grams", "nouns", "term_id"]

SENTENCE = re.compile(r"[^。！？!?\n.]+(?:\.(?!\s|$)[^。！？!?\n.]*)*[。！？!?.]*")
QUESTION_END = re.compile(r"[?？][^\w]*$|(?:ですか|ますか|でしょうか|かな|っけ|の|ましたか)[。．]?$")
DIGIT = re.compile(r"[0-9０-９一二三四五六七八九十百千万億]")
CACHED_LENGTH = 4_000


@dataclass(frozen=True, slots=True)
class Word:
    """A content word: `normal` is what the index knows it by, `forms` are its spellings (normalised, dictionary form,
    as it stands), for looking it up elsewhere, `shown` is the one that people read as a word."""

    normal: str
    forms: tuple[str, ...]
    shown: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """A text taken apart. `words` are its normalised content words in order, with multiplicity."""

    language: str
    content: tuple[Word, ...]
    sentences: tuple[str, ...]
    is_question: bool
    has_digit: bool

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word.normal for word in self.content)


def analyse(text: str) -> Analysis:
    """Take a text apart; short ones are remembered."""
    return _remembered(text) if len(text) <= CACHED_LENGTH else _analyse(text)


def _analyse(text: str) -> Analysis:
    sentences = split_sentences(text)
    return Analysis(
        language=language_of(text),
        content=tuple(_words(text)),
        sentences=sentences,
        is_question=bool(sentences) and bool(QUESTION_END.search(sentences[-1])),
        has_digit=bool(DIGIT.search(text)),
    )


_remembered = lru_cache(maxsize=16_384)(_analyse)


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, each with its closing mark."""
    pieces = (match.group().strip() for match in SENTENCE.finditer(text))
    return tuple(piece for piece in pieces if any(map(str.isalnum, piece)))


def _words(text: str) -> Iterator[Word]:
    """Content words by runs of script: English phrases go the English way, even within Japanese."""
    if not CJK.search(text):
        yield from _english(text)
        return
    start = 0
    for phrase in LATIN_PHRASE.finditer(text):
        yield from _japanese(text[start : phrase.start()])
        yield from _english(phrase.group())
        start = phrase.end()
    yield from _japanese(text[start:])


def _english(text: str) -> Iterator[Word]:
    for word in english.plain_words(text):
        if english.is_content(word):
            yield Word(english.stem(fold(word)), (word.lower(), word), word)


def _japanese(text: str) -> Iterator[Word]:
    for found in japanese.content_morphemes(text):
        word = _word(found)
        if word:
            yield word


@lru_cache(maxsize=20_000)
def _word(found: japanese.Morpheme) -> Word | None:
    surface = found.surface
    forms = tuple(dict.fromkeys((found.normal, found.dictionary, surface)))
    if not surface.isascii():
        return Word(fold(found.root), forms, found.dictionary)
    is_letter = len(surface) == 1 and surface.isalpha()
    return Word(english.stem(fold(surface)), forms, surface) if is_letter or english.is_content(surface) else None


def grams(text: str) -> Counter[str]:
    """Single characters and pairs of neighbours, folded, in Japanese script only."""
    found: Counter[str] = Counter()
    for run in CJK_RUN.findall(fold(text)):
        found.update(run)
        found.update(run[at : at + 2] for at in range(len(run) - 1))
    return found


@lru_cache(maxsize=50_000)
def term_id(word: str) -> int:
    """The stable uint32 of a word (CRC-32 of its UTF-8)."""
    return _id(word)


@lru_cache(maxsize=50_000)
def gram_id(gram: str) -> int:
    """The stable uint32 of a character or a pair, apart from the words of the same spelling."""
    return _id(f"\x00{gram}")


def _id(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "replace"))
