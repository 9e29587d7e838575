"""What a text is about: its topics as they stand, and the concepts they are known by wherever they come up."""

import re
import unicodedata
from functools import cache, lru_cache

from lumina.language.japanese import KANJI, Morpheme, is_content, morphemes
from lumina.language.lexicon import word_list
from lumina.language.names import bare_name, without_calls
from lumina.language.nouns import nouns
from lumina.language.scripts import CJK, fold, language_of
from lumina.language.tokens import analyse

PLURAL = re.compile(r"(?<=[a-z]{3})(?:(?P<y>ies)|(?P<es>(?<=s|x|z|h)es)|(?P<s>(?<![sui])s))$")
LONGEST = 60
POLITE = frozenset({"お", "ご", "御"})


def concepts(text: str) -> tuple[str, ...]:
    """The concepts of a text, each once, in the order of their appearance: no pronouns, times or mere numbers."""
    return tuple(dict.fromkeys(map(concept, topics(text))))


def topics(text: str) -> tuple[str, ...]:
    """Nouns, names and compounds as they stand, each once, in the order of the text, without those that say nothing."""
    text = without_calls(text)
    found = nouns(text) if language_of(text) == "en" else (*nouns(text), *_single_kanji(text))
    told = (topic for topic in map(_plain, found) if says_something(topic))
    plain = _plain(text).lower()
    return tuple(sorted(dict.fromkeys(told), key=lambda topic: plain.find(topic.lower())))


@lru_cache(maxsize=16_384)
def concept(topic: str) -> str:
    """The one form of a topic, so that variants meet: 引越し is 引っ越し, お酒 is 酒, 田中さん is 田中, dogs is dog."""
    name = bare_name(_plain(topic))
    if CJK.search(name):
        words = [word for word in morphemes(name) if word.surface not in POLITE] or morphemes(name)
        return "".join(word.normal if word.part[0] == "名詞" else word.surface for word in words).lower()
    *first, last = name.split(" ")
    return " ".join([*first, _singular(last) if last.islower() else last]).lower()


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()


def says_something(topic: str) -> bool:
    """Whether a topic is one: no number alone, no pronoun, no word of time, amount or manner."""
    named = concept(topic)
    if len(topic) > LONGEST or not any(map(str.isalpha, named)) or {fold(topic), fold(named)} & _vague():
        return False
    return bool(analyse(topic).content)


@cache
def _vague() -> frozenset[str]:
    return frozenset(map(fold, word_list("vague")))


def _singular(word: str) -> str:
    return PLURAL.sub(lambda plural: "y" if plural["y"] else "", word)


def _single_kanji(text: str) -> list[str]:
    """Nouns of one kanji that stand alone, such as 犬 and 母: as part of a compound they say little."""
    words: list[Morpheme | None] = [None, *morphemes(text), None]
    neighbours = zip(words, words[1:], words[2:], strict=False)
    return [word.surface for before, word, after in neighbours if word and _stands_alone(before, word, after)]


def _stands_alone(before: Morpheme | None, word: Morpheme, after: Morpheme | None) -> bool:
    joined = {"名詞", "接頭辞", "接尾辞"}
    alone = not any(other and other.part[0] in joined for other in (before, after))
    noun = word.part[0] == "名詞" and word.part[1] != "数詞" and KANJI.fullmatch(word.surface) is not None
    return noun and alone and is_content(before, word)
