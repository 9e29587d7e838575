"""How a text feels, by words, negation, degree and signs. The lexica are ours: `lexicon/*.txt`."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from lumina.language.english import stem
from lumina.language.japanese import Morpheme, morphemes
from lumina.language.scripts import language_of

NOT_GOOD, NOT_BAD = -0.6, -0.4
"""What negation makes of a weight: 楽しくない is worse than neutral, 悪くない a little better."""

STRONGER, WEAKER = 1.3, 0.6
DEGREE_JA: Mapping[str, float] = {
    **dict.fromkeys(
        ("とても", "凄い", "物凄い", "滅茶苦茶", "めっちゃ", "超", "可成", "かなり", "本当", "最も"), STRONGER
    ),
    **dict.fromkeys(("少し", "一寸", "稍", "やや", "若干", "多少", "余り"), WEAKER),
}
DEGREE_EN: Mapping[str, float] = {
    **dict.fromkeys(("very", "really", "so", "extremely", "incredibly", "super", "totally", "absolutely"), STRONGER),
    **dict.fromkeys(("slightly", "somewhat", "little", "bit", "fairly", "kinda"), WEAKER),
}

NEGATION_JA = frozenset({"無い", "ない", "ず", "ぬ", "まい"})
NEGATION_REACH_JA = 5
NEGATION_EN = frozenset({"not", "no", "never", "without", "hardly", "barely", "nor", "cannot", "nobody", "nothing"})
NEGATION_REACH_EN = 3

CLAUSE_EN = re.compile(r"[^,;:.!?\n]+")
BUT_EN = re.compile(r"\b(?:but|although|though|however|because)\b", re.I)
WORD_EN = re.compile(r"\w+(?:'\w+)*")
LAUGHTER = re.compile(r"(?<![\u3400-\u9fff])笑+(?=\W|$)")
LAUGHTER_WEIGHT = 0.3


@dataclass(frozen=True)
class Lexicon:
    """The weights of words and of several in a row."""

    weights: Mapping[tuple[str, ...], float]

    @cached_property
    def lengths(self) -> Mapping[str, Sequence[int]]:
        """How many words the entries have that begin with a word, the most first."""
        found: dict[str, set[int]] = {}
        for words in self.weights:
            found.setdefault(words[0], set()).add(len(words))
        return {word: sorted(lengths, reverse=True) for word, lengths in found.items()}


def feeling(text: str) -> float:
    """How one statement feels, -1 to 1; 0 where nothing is felt. Exclamation strengthens a feeling and is none.

    The sum s of what its words and signs weigh is drawn in to s / √(1 + s²): gushing adds less and less.
    """
    words = _english(text) if language_of(text) == "en" else _japanese(text)
    felt = sum(words) + _signs(text)
    loud = 1 + 0.1 * min(text.count("!") + text.count("！"), 3)
    return felt * loud / math.hypot(1, felt * loud)


def valence(feelings: Sequence[float]) -> float:
    """The emotion of several statements, -1 to 1: the strongest feeling × Σ f·|f| / Σ f², so strong ones prevail."""
    total = sum(one * one for one in feelings)
    if total == 0:
        return 0.0
    balance = sum(one * abs(one) for one in feelings) / total
    return balance * max(map(abs, feelings))


@cache
def entries(name: str) -> Mapping[str, float]:
    """The words of `lexicon/NAME.txt` with their weights. A line is a weight and the words that have it."""
    text = files("lumina.distil").joinpath("lexicon", f"{name}.txt").read_text(encoding="utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {word.replace("_", " "): float(weight) for weight, *words in lines for word in words}


def _japanese(text: str) -> Iterator[float]:
    words = morphemes(text)
    normal = [word.normal for word in words]
    for at, length, weight in _found(normal, _lexicon_ja()):
        felt = weight * _degree(normal[max(at - 2, 0) : at], DEGREE_JA)
        yield _negated(felt) if _is_negated_ja(words[at + length :]) else felt


def _is_negated_ja(after: Sequence[Morpheme]) -> bool:
    """楽しく|ない, 好き|で|は|ない. Not 楽しく|て…ない, 嬉しい|か|も…ない, 楽しみ|で|しか|ない, 楽しく|ない|です|か."""
    for place, word in enumerate(after[:NEGATION_REACH_JA]):
        if word.normal in NEGATION_JA:
            return not any(later.surface in {"か", "？", "?"} for later in after[place + 1 : place + 3])
        if word.part[1] in {"接続助詞", "終助詞"} or word.surface in {"か", "しか"} or _begins_anew(word):
            return False
    return False


def _begins_anew(word: Morpheme) -> bool:
    return word.part[0] in {"補助記号", "接続詞"} or (
        word.part[0] in {"名詞", "動詞", "形容詞", "形状詞", "副詞"}
        and word.part[1] != "非自立可能"
        and word.surface not in {"こと", "もの", "わけ", "気"}
    )


def _english(text: str) -> Iterator[float]:
    rhetorical = text.rstrip().endswith("?")
    for clause in CLAUSE_EN.findall(BUT_EN.sub(",", text.replace("’", "'").lower())):
        words: list[str] = WORD_EN.findall(clause)
        for at, _, weight in _found([stem(word) for word in words], _lexicon_en()):
            felt = weight * _degree(words[max(at - 2, 0) : at], DEGREE_EN)
            asked = rhetorical and words[0].endswith("n't")
            before = words[max(at - NEGATION_REACH_EN, 0) : at]
            yield _negated(felt) if not asked and any(map(_negates_en, before)) else felt


def _negates_en(word: str) -> bool:
    return word in NEGATION_EN or word.endswith("n't")


def _negated(weight: float) -> float:
    return weight * (NOT_GOOD if weight > 0 else NOT_BAD)


def _degree(before: Iterable[str], degrees: Mapping[str, float]) -> float:
    return max((degrees.get(word, 1.0) for word in before), key=lambda degree: abs(degree - 1), default=1.0)


def _signs(text: str) -> float:
    """Emoji, kaomoji and written laughter, each kind once."""
    weights = _lexicon_signs()
    found = {match.group() for match in _sign_pattern().finditer(text)}
    return math.fsum(weights[sign] for sign in found) + (LAUGHTER_WEIGHT if LAUGHTER.search(text) else 0.0)


def _found(words: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[int, int, float]]:
    """(place, length, weight) of every entry in the words, the longest first, none within another."""
    at = 0
    while at < len(words):
        lengths = lexicon.lengths.get(words[at], ())
        length = next((n for n in lengths if tuple(words[at : at + n]) in lexicon.weights), 0)
        if length:
            yield at, length, lexicon.weights[tuple(words[at : at + length])]
        at += length or 1


@cache
def _lexicon_ja() -> Lexicon:
    """By normalised forms, so that うれしかった finds 嬉しい."""
    return Lexicon({tuple(word.normal for word in morphemes(entry)): one for entry, one in entries("ja").items()})


@cache
def _lexicon_en() -> Lexicon:
    return Lexicon({tuple(map(stem, WORD_EN.findall(entry))): weight for entry, weight in entries("en").items()})


@cache
def _lexicon_signs() -> Mapping[str, float]:
    return entries("symbols")


@cache
def _sign_pattern() -> re.Pattern[str]:
    """Longest first; what is made of letters (www, lol) only where no letter is beside it."""
    signs = sorted(_lexicon_signs(), key=len, reverse=True)
    patterns = (rf"(?<![\w.]){re.escape(sign)}(?![\w.])" if sign.isalnum() else re.escape(sign) for sign in signs)
    return re.compile("|".join(patterns))
