"""Sentences taken apart into clauses by the classes of their words. What stands in a relative clause is left out; so is
whatever one only calls so (長谷川病院いうとこ)."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from lumina.distil.claims.japanese.clauses.parts import HONORIFICS, ME, TOPICS, Clause, Phrase
from lumina.distil.claims.japanese.clauses.standing import goes_with, is_adverb, is_nominal, is_when, may_be_topic
from lumina.distil.claims.japanese.phrases import FIRST_NAMES, job
from lumina.distil.claims.japanese.relations import NORMAL, kind_of
from lumina.language.japanese import KANJI, Morpheme, morphemes
from lumina.language.lexicon import word_list

CALLS = r"(?:っていう|ていう|という|っちゅう|いう|って|てゆう)"
CALLED_A = re.compile(
    rf"{CALLS}(?:とこ|ところ|お?店|会社|病院|学校|大学|町|街|村|場所|チーム|バンド)(?=[でにはがをのへ]|$)"
)
"""What stands behind a name and only says what kind of thing is called so."""

CALLED_SO = re.compile(rf"{CALLS}(?:人|子|やつ|奴|男|女|女の子|男の子|もん|者)(?=[でがはもとにを、だや]|です|$)")
"""Behind the name of somebody who is called so."""

WESTERN = re.compile(r"や(?=(?:し|けど|から|さかい)(?:$|[、。]))")
"""The copula where the dictionary would take it for a part of another word (78やし)."""

NAME = ("名詞", "固有名詞", "人名", "名")
PIECES = 5
"""Words that a name is torn into at most."""

CASES = frozenset(["が", "を", "に", "で", "へ", "から", "まで", "より"])
ONLY = frozenset(["ばかり", "だけ", "しか", "ほど", "くらい", "ぐらい", "など", "とか", "ばっかり", "ばっか"])
FORMAL = word_list("formal.ja")
"""Nouns behind a verb that do not make a relative clause of it."""

JOINS = ("て", "で", "けど", "から", "し", "が", "ので", "ば", "たら", "よ", "ね", "わ", "ねん", "よん")
"""Behind these a noun begins something new."""

KINDS_OF_THING = frozenset(["もの", "もん", "物"])
"""With the adjective before it, one of these says of what kind a thing is: 辛いもの."""

MOVING = frozenset(["移住", "転勤", "赴任", "駐在", "出張", "留学", "在住", "移転"])
"""Behind a place these tell how one comes there: 沖縄移住."""

SOMEBODY = frozenset(["人", "ひと", "子", "やつ", "奴", "方"])
PASSING_ON = re.compile(r"(?:て|で)(?:さ|な|ね|さあ|ねー|さー)$|(?:ちゃっ|じゃっ|てもう|でもう|てしまっ|でしまっ)て$")
"""What is told as done, though it goes on: 財布落としてさ."""

STATE = re.compile(
    r"(?:[^大]大|大学|学部|学科|専門学校|院生|学生|高校生|大学生|受験生|[0-9]+(?:歳|才)?|[小中高大][1-6]|年生?|回生|[師士員長]|主任|独身|休み|夫婦|大?好き|苦手|得意)$"
)
BEHIND = CASES | frozenset(["は", "も", "な", "さ", "ね"])
ENDS = frozenset(["よ", "ね", "な", "わ", "さ", "ぞ", "ー"])
NO = frozenset(["無い", "ない", "ず", "へん", "ん", "ぬ", "まい"])


def clauses(sentence: str, names: Collection[str] = ()) -> list[Clause]:
    """The clauses of a sentence, in its order; places are those in the sentence without what only calls something.
    `names` are those of people who are known: with one a phrase may end."""
    text = bare(sentence)
    return [*_parsed(text, frozenset(one for one in names if one in text))]


@lru_cache(maxsize=512)
def _parsed(text: str, names: frozenset[str]) -> tuple[Clause, ...]:
    """Remembered: each turn is read behind those before it, which were read before."""
    return tuple(_Parser([*_joined(morphemes(text), names)], names).parse())


def _joined(words: Sequence[Morpheme], names: Collection[str]) -> Iterator[Morpheme]:
    """The words, with such as make up a name that is known as one: the dictionary tears もち太."""
    at, begins = 0, {one[0] for one in names if one}
    while at < len(words):
        if (
            words[at].part[0] in {"副詞", "形状詞"}
            and words[at].surface in FIRST_NAMES
            and KANJI.search(words[at].surface)
        ):
            one = words[at]
            yield Morpheme(one.surface, one.normal, one.root, one.surface, one.reading, NAME, True)
            at += 1
            continue
        if words[at].surface[:1] not in begins:
            yield words[at]
            at += 1
            continue
        ends = range(min(at + PIECES, len(words)), at + 1, -1)
        end = next((end for end in ends if "".join(one.surface for one in words[at:end]) in names), at + 1)
        named = words[at:end]
        if len(named) > 1:
            whole = "".join(one.surface for one in named)
            yield Morpheme(whole, whole, whole, whole, "".join(one.reading for one in named), NAME, True)
        else:
            yield words[at]
        at = end


def bare(sentence: str) -> str:
    """The sentence without what only says what kind of thing is called so."""
    return WESTERN.sub("だ", CALLED_SO.sub("という、", CALLED_A.sub("", sentence)))


@dataclass(slots=True)
class _Parser:
    words: Sequence[Morpheme]
    names: Collection[str] = ()
    at: int = 0
    place: int = 0
    begin: int = 0
    phrases: list[Phrase] = field(default_factory=list[Phrase])
    tail: list[Morpheme] = field(default_factory=list[Morpheme])
    modified: bool = False
    quality: str = ""
    said: str = ""

    def parse(self) -> Iterator[Clause]:
        while self.at < len(self.words):
            word = self.words[self.at]
            if is_nominal(word):
                yield from self._nominal()
            elif word.part[0] in {"動詞", "形容詞"}:
                yield from self._predicate()
            elif word.part[0] == "空白" or (word.part[1] == "句点"):
                yield from self._fragments()
                self._next()
            else:
                self._next()
        yield from self._fragments()

    def _next(self) -> Morpheme:
        word = self.words[self.at]
        self.at += 1
        self.place += len(word.surface)
        return word

    def _peek(self, ahead: int = 0) -> Morpheme | None:
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else None

    def _nominal(self) -> Iterator[Clause]:
        parts, words, self.quality = [self.quality], list[Morpheme](), ""
        while (word := self._peek()) and self._goes_on(word, words):
            if word.surface == "の":
                parts.append("")
            else:
                parts[-1] += word.surface
            words.append(self._next())
            if self._is_whole(words):
                break
        particle, copula = self._behind(words)
        if words[-1].surface == "ー" and len(words) > 1:
            parts[-1] = parts[-1].removesuffix("ー")
        if len(words) > 1 and words[-1].surface in MOVING and "地名" in words[-2].part:
            self.phrases.append(
                Phrase((parts[-1].removesuffix(words[-1].surface),), "に", tuple(words[:-1]), self.modified)
            )
            parts, words = [words[-1].surface], words[-1:]
        phrase = Phrase(tuple(parts), particle, tuple(words), self.modified)
        self.modified = False
        if copula or (particle == "、" and not may_be_topic(phrase)):
            yield self._clause("", phrase, copula)
        else:
            self.phrases.append(phrase)

    def _goes_on(self, word: Morpheme, before: Sequence[Morpheme]) -> bool:
        if is_nominal(word):
            return True
        after = self._peek(1)
        return word.surface == "の" and bool(before) and after is not None and is_nominal(after)

    def _is_whole(self, words: Sequence[Morpheme]) -> bool:
        """Whether a phrase ends here though a noun comes: behind whom or when it is about (ママ|保育士, 今年|静岡)."""
        after = self._peek()
        if after is None or after.part[0] == "接尾辞" or not is_nominal(after):
            return False
        said = "".join(one.surface for one in words)
        if "の" in {one.surface for one in words}:
            return False
        return said in ME or self._is_who(said, words) or is_when(said, words)

    def _is_who(self, said: str, words: Sequence[Morpheme]) -> bool:
        named = said in self.names and (len(words) > 1 or words[-1].part == NAME)
        is_kin = said in NORMAL and kind_of(NORMAL[said]) != "pet"
        return is_kin or named or (len(words) > 1 and said.endswith(HONORIFICS))

    def _behind(self, words: Sequence[Morpheme]) -> tuple[str, str]:
        """The particle behind a phrase, or the copula with which it is what is said."""
        word, after = self._peek(), self._peek(1)
        self.tail = []
        if word is None:
            return "", ""
        if word.surface in {"な", "さ", "ね"} and after is not None and after.surface == "、":
            self._next()
            return "は", ""
        if self._is_copula(word, after, words):
            return "", self._tail()
        if word.part[0] == "助詞" and word.surface in ONLY | CASES | TOPICS | {"と"}:
            return self._particle(), ""
        return ("、", "") if word.surface == "、" else ("", "")

    def _is_copula(self, word: Morpheme, after: Morpheme | None, words: Sequence[Morpheme]) -> bool:
        """Whether what stands before the word is what somebody is."""
        if word.surface == "で":
            said = "".join(one.surface for one in words[-3:])
            is_trade = after is not None and after.surface == "、" and bool(job(said))
            return word.part[0] == "助動詞" or bool(STATE.search(said)) or is_trade
        if word.surface == "や" and word.part[0] != "助動詞":
            return after is None or after.part[0] in {"補助記号", "空白", "助詞", "助動詞"}
        is_end = word.part[1] == "終助詞" and word.surface in ENDS
        return is_end or (word.part[0] == "助動詞" and word.normal in {"だ", "です", "や", "じゃ"})

    def _particle(self) -> str:
        """The particle, or the one that stands behind it: だけは is は, には is に."""
        particle = self._next().surface
        while (more := self._peek()) and more.part[0] == "助詞" and more.surface in BEHIND:
            if particle in ONLY or (more.surface in TOPICS and particle in {"が", "を"}):
                particle = more.surface
            self._next()
        return particle

    def _tail(self) -> str:
        """The words that go with what is said, up to the next clause."""
        said, self.tail = "", []
        while (word := self._peek()) and goes_with(word, said):
            said += word.surface
            self.tail.append(self._next())
        return said

    def _predicate(self) -> Iterator[Clause]:
        verb = self._next()
        self.said = verb.surface
        tail, after = self._tail(), self._peek()
        if after is not None and is_nominal(after) and is_adverb(verb, tail):
            return
        if after is not None and (words := self._whom()):
            yield self._clause(verb.normal, None, tail)
            for _ in range(words):
                self._next()
            self.begin = self.place
            return
        if after is not None and verb.part[0] == "形容詞" and not tail and after.surface in KINDS_OF_THING:
            self.quality = verb.surface
            return
        if after is not None and is_nominal(after) and not tail.endswith(JOINS) and after.surface not in FORMAL:
            self.phrases = [one for one in self.phrases if one.particle in TOPICS | {"、"} or one.text in NORMAL]
            self.modified = self.modified or verb.part[0] == "動詞"
        else:
            yield self._clause(verb.normal, None, tail)

    def _whom(self) -> int:
        """How many words stand here that only say that it is somebody of whom the clause before them tells, or 0:
        琴を習っている(上品な人)。"""
        at, word = 0, self._peek()
        while word is not None and word.part[0] == "形状詞" and (more := self._peek(at + 1)) and more.surface == "な":
            at += 2
            word = self._peek(at)
        behind = self._peek(at + 1)
        is_end = behind is None or behind.part[0] in {"補助記号", "助動詞"} or behind.part[1] == "終助詞"
        return at + 1 if word is not None and word.surface in SOMEBODY and is_end else 0

    def _clause(self, lemma: str, noun: Phrase | None, tail: str) -> Clause:
        past = "ことに" not in tail and any(
            word.normal in {"た", "もた", "もうた"} or word.surface == "もた" for word in self.tail
        )
        past = past or bool(PASSING_ON.search(tail))
        no = any(word.part[0] in {"助動詞", "形容詞"} and word.normal in NO for word in self.tail)
        if no and any(one.particle == "しか" for one in self.phrases):
            no, self.phrases = (
                False,
                [replace(one, particle="を") if one.particle == "しか" else one for one in self.phrases],
            )
        if lemma and self.said[-1:] in "るうくぐすつぬぶむ" and tail.startswith("ん"):
            no = False
        made = Clause(tuple(self.phrases), lemma, noun, tail, self.begin, self.place, past, no)
        self.phrases, self.begin, self.modified = [], self.place, False
        return made

    def _fragments(self) -> Iterator[Clause]:
        """Noun phrases behind which nothing is said of them are said themselves, the last of them of the others."""
        if self.phrases and self.phrases[-1].particle in {"", "、"}:
            last = self.phrases.pop()
            self.tail = []
            yield self._clause("", last, "")
        elif self.phrases:
            yield self._clause("", None, "")
