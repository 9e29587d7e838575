"""What a Japanese statement is about most: by the particle behind each of its topics."""

import re
from collections.abc import Sequence

from lumina.language.japanese import Morpheme, morphemes
from lumina.language.lexicon import word_list

TELLING = {"を": 3.0, "が": 3.0, "は": 2.0, "も": 2.0, "って": 2.0, "と": 1.5, "の": 1.0}
"""How much is said of what stands before a particle."""

HOLLOW = word_list("no_topic.ja")
"""What nobody wants to be asked about by itself: a part of the body, a counter, what is everybody's."""

SCRAP = re.compile(r"[ぁ-ん]|[ぁぃぅぇぉっゃゅょんー].*")
"""What is no word, but the end of one that no dictionary has: っぺ."""

MANNERS = frozenset({"気味", "ぎみ", "がち"})
"""What stands behind a word and says how it is."""

LEAST = 1.0
NAMED = 0.5
MOTION = frozenset({"行く", "来る", "帰る"})


def focal(topics: Sequence[str], text: str) -> str:
    """Of the topics of a text the one that most is said of, the latest of several; "" where each only says how, when or
    what for: 急に, 徹夜した, 泊まりに行く."""
    words = morphemes(text)
    weighed = [(_weight(topic, words), place, topic) for place, topic in enumerate(topics)]
    best = max(weighed, default=(0.0, 0, ""))
    return best[2] if best[0] >= LEAST else ""


def _weight(topic: str, words: Sequence[Morpheme]) -> float:
    """What is said of a topic where it stands last."""
    for end in range(len(words), 0, -1):
        begin = next((at for at in range(end - 1, -1, -1) if "".join(w.surface for w in words[at:end]) == topic), -1)
        if begin >= 0 and (topic in HOLLOW or SCRAP.fullmatch(topic) or _is_torn(words, begin, end)):
            return 0.0
        if begin >= 0:
            return _behind(words[end - 1], words[end : end + 2])
    return 0.0


def _is_torn(words: Sequence[Morpheme], begin: int, end: int) -> bool:
    """Whether a topic is a piece of a longer word: 代目 of 二代目, 日雨 of 一日雨, 気味 of 太り気味."""
    is_counted = begin > 0 and words[begin - 1].part[1] == "数詞"
    before = words[begin - 1] if begin else None
    is_behind_stem = before is not None and before.part[0] == "動詞" and before.surface != before.root
    is_manner = words[end - 1].surface in MANNERS
    is_suffix = is_behind_stem or is_manner or words[begin].part[0] == "接尾辞" or words[end - 1].part[0] == "接頭辞"
    return is_suffix or (is_counted and "助数詞" in words[begin].part[2])


def _behind(last: Morpheme, behind: Sequence[Morpheme]) -> float:
    after = behind[0] if behind else None
    is_named = NAMED if last.part[2] == "人名" else 0.0
    if "副詞可能" in last.part or last.part[0] in {"副詞", "形状詞"}:
        return 0.0
    if after is None:
        return LEAST + is_named
    is_manner = "形状詞可能" in last.part[2] and (after.surface == "に" or after.normal == "だ")
    if after.normal == "為る" or is_manner or _is_purpose(last, behind):
        return 0.0
    return TELLING.get(after.surface, LEAST) + is_named


def _is_purpose(last: Morpheme, behind: Sequence[Morpheme]) -> bool:
    """Whether somebody goes to do it: a noun made of a verb."""
    is_for = len(behind) > 1 and behind[0].surface == "に" and behind[1].normal in MOTION
    return is_for and last.root != last.normal
