"""Japanese words by SudachiPy (split mode A). The dictionary is opened when the first Japanese text comes."""

import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from sudachipy import Dictionary, SplitMode, Tokenizer  # pyright: ignore[reportMissingTypeStubs]
from sudachipy import Morpheme as Found  # pyright: ignore[reportMissingTypeStubs]

from lumina.language.lexicon import word_list
from lumina.language.scripts import SURROGATE, fold

PIECE_LENGTH = 8_000
"""Characters that go to Sudachi at once; it takes at most 49,149 bytes."""

AT_HAND = 1_000
"""Characters of a text whose words are remembered."""

WORDS = 20_000
"""Words of the dictionary that are remembered."""

PIECE = re.compile(r"[^。！？!?\n]*[。！？!?\n]*")
EMPTY_CLASSES = frozenset(
    {"助詞", "助動詞", "補助記号", "空白", "記号", "感動詞", "接続詞", "代名詞", "接頭辞", "連体詞"}
)
KANJI = re.compile(r"[\u3400-\u9fff]")
NOUN = ("名詞", "普通名詞")
COUNTER = "助数詞可能"
CONTINUATIVE = "連用形-一般"
COINED = re.compile("[一-龠々]{2,3}")
IN_NAMES = frozenset({"名詞", "接頭辞", "接尾辞", "副詞", "形状詞"})
MARKS = frozenset({("記号", "文字"), ("補助記号", "一般")})
"""Classes in which Sudachi has letters, too."""


@dataclass(frozen=True, slots=True)
class Morpheme:
    """One word as Sudachi cuts it. `root` is the verb that a noun is made of (引っ越す of 引っ越し), else `normal`.
    `part` are the first four levels of its part of speech; `tells` says whether it carries content by its class, and is
    no stop word."""

    surface: str
    dictionary: str
    normal: str
    root: str
    reading: str
    part: tuple[str, ...]
    tells: bool


_opening = threading.Lock()


@cache
def _dictionary() -> Dictionary:
    return Dictionary()


@lru_cache(maxsize=WORDS)
def may_be_given_name(word: str) -> bool:
    """Whether the dictionary knows a word as a given name, too: 大地, 真帆."""
    with _opening:
        found = _dictionary().lookup(word) if word and not SURROGATE.search(word) else ()
    return any(one.part_of_speech()[1:4] == ("固有名詞", "人名", "名") for one in found)


OF_A_BODY_OR_A_PLACE: Final = frozenset(
    "右左両前後上下中内外横裏表新旧古大小全半片目眼耳鼻口首肩腕手指腰膝足脚歯胸腹背側方達用会代先費家店室車"
)
"""Of words that are no names, though the dictionary tears them: 左膝, 嫁側."""


@lru_cache(maxsize=WORDS)
def may_be_newly_coined_name(word: str) -> bool:
    """Whether a word of two or three kanji is none of the dictionary, which tears it into single ones: 陽向, 心美. Many
    a name that parents give today is such a one; so it is a name where one is to be expected."""
    words = morphemes(word) if COINED.fullmatch(word) and not OF_A_BODY_OR_A_PLACE & {*word} else ()
    return len(words) == len(word) and all(one.part[0] in IN_NAMES and one.part[1] != "数詞" for one in words)


class _Tokenizers(threading.local):
    """One tokenizer a thread (it cannot be shared), over one dictionary."""

    def __init__(self) -> None:
        with _opening:
            self.sudachi: Tokenizer = _dictionary().create(SplitMode.A)


@lru_cache(maxsize=1)
def _tokenizers() -> _Tokenizers:
    """Let go with every cache: each keeps the text that it took apart last."""
    return _Tokenizers()


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces that Sudachi takes, cut at sentence ends where there are some."""
    if len(text) <= PIECE_LENGTH:
        yield text
        return
    for match in PIECE.finditer(text):
        sentence = match.group()
        yield from (sentence[at : at + PIECE_LENGTH] for at in range(0, len(sentence), PIECE_LENGTH))


def morphemes(text: str) -> tuple[Morpheme, ...]:
    """All words of a text, in order; those of a sentence at hand are remembered, as several look at it."""
    return _remembered(text) if len(text) <= AT_HAND else _morphemes(text)


def _morphemes(text: str) -> tuple[Morpheme, ...]:
    sudachi = _tokenizers().sudachi
    pieces = _pieces(SURROGATE.sub("\ufffd", text))
    return tuple(_morpheme(found) for piece in pieces for found in sudachi.tokenize(piece))


_remembered = lru_cache(maxsize=512)(_morphemes)


class _Words(dict[tuple[int, str], Morpheme]):
    """By their numbers in the dictionary, and surfaces; emptied as the caches of functools are when somebody is
    erased (lumina/erasure/caches.py)."""

    def cache_parameters(self) -> Mapping[str, Any]:
        return {"maxsize": WORDS}

    def cache_clear(self) -> None:
        self.clear()


_words = _Words()


def _morpheme(found: Found) -> Morpheme:
    """What Sudachi says of a word hangs on the word and its surface alone: it is asked once."""
    key = found.word_id(), found.surface()
    known = _words.get(key)
    if known is None:
        if len(_words) >= WORDS:
            _words.clear()
        known = _words[key] = _asked(found)
    return known


def _asked(found: Found) -> Morpheme:
    surface, normal, part = found.surface(), found.normalized_form(), found.part_of_speech()[:4]
    carries = part[0] not in EMPTY_CLASSES or _is_letters(surface, part)
    tells = carries and fold(normal) not in stop_words() and bool(surface.strip())
    is_noun = part[:2] == NOUN and part[2] != COUNTER
    root = _root(found.dictionary_form(), found.reading_form()) if is_noun else None
    return Morpheme(surface, found.dictionary_form(), normal, root or normal, found.reading_form(), part, tells)


def _root(noun: str, reading: str) -> str | None:
    """The normalised form of the verb whose continuative form a noun is, if there is one that tells something. What is
    written without its last kana (話) is the verb's (話す) if it is read like it; what has kana alone (うち) could be
    anything."""
    if not KANJI.search(noun):
        return None
    last = fold(reading[-1:])
    for found in _dictionary().lookup(noun if fold(noun).endswith(last) else noun + last):
        part, verb = found.part_of_speech(), found.normalized_form()
        is_read_so = found.reading_form() == reading or fold(noun).endswith(last)
        if part[0] == "動詞" and part[5] == CONTINUATIVE and is_read_so and fold(verb) not in stop_words():
            return verb
    return None


def _is_letters(surface: str, part: tuple[str, ...]) -> bool:
    """Whether what Sudachi takes for a mark is written in letters: A in A型, or a word in a script that it does not
    know. A face is not."""
    return part[:2] in MARKS and any(map(str.isalpha, surface))


def is_auxiliary(before: Morpheme | None, word: Morpheme) -> bool:
    """Whether a verb or adjective only helps the one before it: 食べて|みる, 買って|ある."""
    return (
        word.part[1] == "非自立可能"
        and before is not None
        and before.part[:2] == ("助詞", "接続助詞")
        and before.surface in {"て", "で"}
    )


def is_content(before: Morpheme | None, word: Morpheme) -> bool:
    """Whether a word carries content by its class and is no stop word."""
    return word.tells and not is_auxiliary(before, word)


@cache
def stop_words() -> frozenset[str]:
    return frozenset(map(fold, word_list("stop.ja")))


def content_morphemes(text: str) -> list[Morpheme]:
    """The words that carry content, in order."""
    words = morphemes(text)
    return [word for before, word in zip([None, *words], words, strict=False) if is_content(before, word)]


@lru_cache(maxsize=4096)
def reading(text: str) -> str:
    """How a text is read, in hiragana: 田中 is たなか."""
    return fold("".join(word.reading or word.surface for word in morphemes(text)))
