"""What a Japanese question is about, and how much of that a line is of, by itself and by what was said beside it."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from lumina.language.acts import asks
from lumina.language.japanese import content_morphemes
from lumina.language.scripts import fold
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.looks import looks

FRAME: Final = re.compile(
    r"言う|覚える|憶える|話す|教える|思い出す|分かる|解る|知る|聞く|日|日付|予定|名前|場所"
    r"|何時|誰|何処|何|前|今|今度|当てる|書く|有る|居る|成る|行う|遣る|為る|呉れる|貰う"
    r"|答える|忘れる|時|所|事|物|人|方|訳|理由|年|歳|幾つ|幾|名|円|回|度|度数|私|僕|俺|自分|家"
    r"|我が家|此の|其の|あの|結局|確か|一番|昔|以前|ちゃんと|病名|病気|診断|どれ|どっち|くらい"
    r"|位|結果|様子"
)
"""Words, as the dictionary normalises them, that say nothing of what a question is about."""

ASKING: Final = re.compile(r"何|どこ|いつ|誰|幾ら|いくら|イクラ|なんぼ|^\d+$|^うち$")
FORMER: Final = re.compile(r"元彼|元カレ|元カノ|元夫|元妻|彼氏|彼女")
"""Somebody who is or was the person's partner."""

NEAR, PARTLY, LIGHT = 0.6, 0.7, 0.4
"""What a word counts that stands in a line said in the same breath, one of which a line has the beginning, and a verb
that stands for many others."""

LIGHT_VERBS: Final = re.compile(r"住む|暮らす|働く|勤める|通う|飼う|言う|有る|決まる|下さる")
COMPOUND: Final = re.compile(r"[一-龠]{3}")
CONTENT: Final = ("名詞", "動詞", "形容詞", "形状詞")

BEFORE, AFTER = 5, 2
"""So many lines before and after a line may say what it is about."""


def about(said: str, material: Material) -> tuple[Mapping[str, float], frozenset[str]]:
    """What a question is about, each word with what it counts, and what else the one before it was about; of one that
    says nothing of its own, that."""
    words = {word: LIGHT if LIGHT_VERBS.fullmatch(word) else 1.0 for word in words_about(said)}
    before = [text for text in material["told"] if text != said][-1:]
    context = frozenset(word for text in before if asks(text) for word in words_about(text))
    return (words, context) if words else (dict.fromkeys(context, 1.0), frozenset())


@lru_cache(maxsize=64)
def nouns_about(text: str) -> frozenset[str]:
    """Those of its words that name somebody or something."""
    nouns = {
        fold(word.normal) for word in content_morphemes(text) if word.part[0] == "名詞" and word.root == word.normal
    }
    return frozenset(word for word in words_about(text) if word.startswith("=") or word in nouns)


@lru_cache(maxsize=2048)
def words_about(text: str) -> frozenset[str]:
    """The words of a text that say what it is about; of somebody who is something to the person, that (=mother)."""
    relations = looks("relations", fold(text))
    words = (word.normal for word in content_morphemes(text) if word.part[0] in CONTENT)
    kept = {fold(word) for word in words if not FRAME.fullmatch(word) and not ASKING.search(word)}
    kept = {word for word in kept if not looks("relations", word) and not FORMER.search(word)}
    former = ["=partner"] if FORMER.search(text) else []
    return frozenset({*kept, *(f"={one}" for one in relations), *former})


def shares(of: Mapping[str, float], own: Sequence[Evidence]) -> list[float]:
    """How much of this each line is of (0 to 1)."""
    texts = [(words_about(piece["text"]), fold(piece["text"])) for piece in own]
    hits = [{word: met(word, words, text) for word in of} for words, text in texts]
    order = sorted(range(len(own)), key=lambda at: moment_of(own[at]))
    whole = sum(of.values()) or 1.0
    found = dict[int, float]()
    for number, at in enumerate(order):
        around = [*order[max(0, number - BEFORE) : number], *order[number + 1 : number + 1 + AFTER]]
        near = [hits[other] for other in around if abs(moment_of(own[at]) - moment_of(own[other])) <= BREATH]
        beside = {word: max((NEAR * bool(one[word]) for one in near), default=0.0) for word in of}
        found[at] = sum(value * max(hits[at][word], beside[word]) for word, value in of.items()) / whole
    return [found[at] for at in range(len(own))]


def met(word: str, words: frozenset[str], text: str) -> float:
    """How well a line has a word: as a word, within one, or by its beginning: 結婚 of 結婚式."""
    if word in words or (len(word) > 1 and word in text):
        return 1.0
    return PARTLY if len(word) > 2 and word[:2] in text and COMPOUND.match(word) else 0.0
