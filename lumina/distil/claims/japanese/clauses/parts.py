"""Of what a clause is made: noun phrases with their particles, and what is said of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lumina.language.japanese import Morpheme
from lumina.language.lexicon import word_list

TOPICS = frozenset(["は", "も", "って", "っと"])
ME = word_list("me.ja")
HONORIFICS = ("さん", "様", "ちゃん", "くん", "君", "先生", "先輩")
OF_KIND: Mapping[str, str] = {
    "job": "仕事 職業 本業 肩書 肩書き",
    "workplace": "職場 勤め先 勤務先 勤務地 配属 配属先 バイト先 会社",
    "hobby": "趣味 部活 習い事",
    "hometown": "地元 実家 故郷 ふるさと 出身 生まれ うまれ",
    "home": "住まい 家 自宅 住所 部屋",
    "birthday": "誕生日",
    "likes": "推し 好物 大好物",
    "dislikes": "苦手",
    "skill": "得意料理 特技",
    "school": "専攻 学部 学校 大学 高校 ゼミ 母校",
    "health": "持病 結果 容態 容体 具合 体調 病名",
    "possession": "愛車",
}
ATTRIBUTES = {word: kind for kind, words in OF_KIND.items() for word in words.split()}
"""What one may have, with the kind of fact that it is."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its parts between の, the particle behind it ("" where it has none), its words, and whether a
    relative clause stands before it."""

    parts: tuple[str, ...]
    particle: str
    words: tuple[Morpheme, ...]
    modified: bool = False

    @property
    def text(self) -> str:
        return "の".join(self.parts)

    @property
    def head(self) -> str:
        return self.parts[-1]


def is_time(phrase: Phrase) -> bool:
    """Whether it says no more than when, or which."""
    return all("副詞可能" in word.part or word.part[0] in {"代名詞", "副詞"} for word in phrase.words)


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of something: by a verb or adjective (`lemma`, the normalised form) or by a noun (`noun`). `tail`
    is what goes with it; `begin` and `end` are its place in the sentence."""

    phrases: tuple[Phrase, ...]
    lemma: str
    noun: Phrase | None
    tail: str
    begin: int
    end: int
    past: bool = False
    negative: bool = False

    def by(self, *particles: str) -> Phrase | None:
        """The last phrase with one of these particles."""
        return next((one for one in reversed(self.phrases) if one.particle in particles), None)

    @property
    def last(self) -> Phrase | None:
        """The phrase just before what is said."""
        return self.phrases[-1] if self.phrases else None

    def all(self) -> Iterator[Phrase]:
        """Every phrase, what is said by a noun last."""
        yield from self.phrases
        if self.noun is not None:
            yield self.noun
