"""What cannot be: a name that is a piece of a sentence, a number, or torn out of a word; what is nobody's trade."""

import re
from collections.abc import Iterable, Iterator, Sequence

from lumina.known import Claim, ClaimType
from lumina.language.japanese import Morpheme, morphemes
from lumina.language.names import bare_name

KANJI = re.compile(r"[一-龠々]")
NUMERALS = re.compile(r"[0-9〇一二三四五六七八九十百千万]{2,}")
REAL_NAMES = frozenset({"一二三", "五十六", "千万"})
HONORIFICS = frozenset({"さん", "ちゃん", "くん", "君", "先生", "先輩"})
LINKS = frozenset({"助動詞", "助詞"})
BEGINS_A_SENTENCE = frozenset({"副詞", "感動詞", "接続詞"})
THAT_ONE = "あの人"
"""Somebody whom the talk knows, as long as it is not known who."""

OPEN = re.compile(r"(?:て|で|って|けど|から|ので|は|が|を|に|も|まして)$")
"""An end with which a sentence goes on."""

WHOLE = frozenset({"home", "hometown", "job", "workplace", "school", "name", "pet"})
"""Kinds whose values name something, and are no sentence."""


def sound(claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims without those of people whose name is none, and of what is no value of its kind."""
    told = list(claims)
    nobody = {
        one.value for one in told if one.type is ClaimType.PERSON and not may_be_called(one.value, *one.names[:1])
    }
    for one in told:
        of_nobody = one.about in {*nobody, THAT_ONE} or any(one.value.startswith(f"{name}（") for name in nobody)
        if not (of_nobody or one.value in nobody or (one.type is ClaimType.FACT and not _is_value(one))):
            yield one


def may_be_called(called: str, whole: str = "") -> bool:
    """Whether it may be a name, which stands in the longer word `whole`: no piece of a sentence and none of a word."""
    words = morphemes(called)
    linked = len(words) > 1 and any(word.part[0] in LINKS for word in words[1:])
    if _is_number(called) or called.startswith("で") or (linked and (KANJI.search(called) or _is_said(words))):
        return False
    return not (whole.startswith(called) and _is_torn(called, whole))


def _is_said(words: Sequence[Morpheme]) -> bool:
    """Whether it is a word with which one answers, and what ends it: まあな."""
    return words[0].part[0] in BEGINS_A_SENTENCE and words[-1].surface in {"な", "ね", "よ", "だ", "か"}


def _is_number(called: str) -> bool:
    return bool(NUMERALS.fullmatch(called)) and called not in REAL_NAMES


def _is_torn(called: str, whole: str) -> bool:
    """Whether a name ends within a word: しま of 模様 in しま模様."""
    ends, at = set[int](), 0
    for word in morphemes(whole):
        ends.add(at := at + len(word.surface))
    behind = whole[len(called) :]
    return bool(KANJI.search(called)) and len(called) not in ends and behind not in HONORIFICS


def _is_value(one: Claim) -> bool:
    if one.kind == "name" and _is_number(one.value):
        return False
    if one.kind == "job" and one.about and bare_name(one.value) == one.about:
        return False
    return one.kind not in WHOLE or not OPEN.search(one.value)
