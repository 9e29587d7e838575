"""Nouns of a text, in a form that can be shown as keywords."""

import re
from collections.abc import Iterator
from itertools import pairwise

from lumina.language import english, japanese
from lumina.language.japanese import Morpheme
from lumina.language.lexicon import word_list
from lumina.language.scripts import language_of

COMPOUND_LENGTH = 4
NOT_A_NOUN = re.compile(r"(?:ly|ing|ed|ful|less|ous|ish|ier|iest)$")
ENGLISH_WORD = re.compile(r"[A-Za-z][\w'’-]*|[.!?,;:]")


def nouns(text: str) -> tuple[str, ...]:
    """Nouns, proper nouns and compounds, each once, in the order of the text."""
    found = _english(text) if language_of(text) == "en" else _japanese(text)
    return tuple(dict.fromkeys(found))


def _japanese(text: str) -> Iterator[str]:
    """Runs of nouns as one compound: ロード|バイク is ロードバイク."""
    run: list[Morpheme] = []
    for word in japanese.morphemes(text):
        if _joins(run, word):
            run.append(word)
            continue
        yield from _compound(run)
        run = [word] if _begins(word) else []
    yield from _compound(run)


def _begins(word: Morpheme) -> bool:
    return word.part[0] in {"名詞", "接頭辞"} and word.part[1] != "数詞" and "副詞可能" not in word.part


def _joins(run: list[Morpheme], word: Morpheme) -> bool:
    """誕生 with 日 is a day of its own, unlike 12 with it."""
    joins = _begins(word) or word.part[:2] == ("接尾辞", "名詞的") or (word.surface == "日" and "副詞可能" in word.part)
    return bool(run) and len(run) < COMPOUND_LENGTH and joins


def _compound(run: list[Morpheme]) -> Iterator[str]:
    """The compound as it stands, without honorifics, if it says anything."""
    while run and run[-1].part[0] == "接尾辞" and run[-1].surface in HONORIFIC_SUFFIXES and not _is_kin(run):
        run = run[:-1]
    surface = "".join(word.surface for word in run)
    if len(surface) > 1 and any(japanese.is_content(None, word) for word in run):
        yield surface


def _is_kin(run: list[Morpheme]) -> bool:
    """Whether a word for a relative is none without its suffix: おばあちゃん, 赤ちゃん."""
    return "".join(word.surface for word in run[:-1]) in KIN_STEMS


KIN_STEMS = frozenset(
    [
        "おばあ",
        "おじい",
        "ばあ",
        "じい",
        "おば",
        "おじ",
        "赤",
        "お姉",
        "お兄",
        "お父",
        "お母",
        "お嬢",
        "坊",
        "姉",
        "兄",
        "お婆",
        "お爺",
    ]
)
HONORIFIC_SUFFIXES = frozenset({"さん", "ちゃん", "くん", "君", "様", "さま", "たち", "達"})


def _english(text: str) -> Iterator[str]:
    """Names (capitalised within a sentence) as one, and content words that stand where nouns stand."""
    name: list[str] = []
    words = [english.CONTRACTION.sub("", word) for word in ENGLISH_WORD.findall(text)]
    for before, word in pairwise([".", *words]):
        if word[:1].isupper() and english.is_content(word) and before not in ".!?":
            name.append(word)
            continue
        if name:
            yield " ".join(name)
            name = []
        if english.is_content(word) and len(word) > 2 and _stands_as_noun(before, word):
            yield word.lower()
    if name:
        yield " ".join(name)


def _stands_as_noun(before: str, word: str) -> bool:
    """Whether an English word looks like a noun, by itself or by the word before it."""
    if word.lower() in word_list("not_noun.en"):
        return False
    return before.lower() in word_list("before_noun.en") or not NOT_A_NOUN.search(word)
