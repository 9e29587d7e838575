"""Sentences taken apart into clauses by the classes of their words: noun phrases with their particles, and what is said
of them. What stands in a relative clause is left out; so is whatever one only calls so (長谷川病院いうとこ)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lumina.distil.claims.japanese.phrases import job
from lumina.distil.claims.japanese.relations import NORMAL, kind_of
from lumina.language.japanese import Morpheme, morphemes

CALLED_A = re.compile(
    r"(?:っていう|ていう|という|っちゅう|いう|って|てゆう)(?:とこ|ところ|お?店|会社|病院|学校|大学|町|街|村|場所|チーム|バンド)(?=[でにはがをのへ]|$)"
)
"""What stands behind a name and only says what kind of thing is called so."""

WESTERN = re.compile(r"や(?=(?:し|けど|から|さかい)(?:$|[、。]))")
"""The copula where the dictionary would take it for a part of another word (78やし)."""

NAME = ("名詞", "固有名詞", "人名", "名")
PIECES = 5
"""Words that a name is torn into at most."""

CALLED_SO = re.compile(r"(?:っていう|ていう|という|いう|って)(?:人|子|やつ|奴|男|女|女の子|男の子|もん|者)(?=[でがはもとにを、だや]|です|$)")
"""Behind the name of somebody who is called so."""

CASES = frozenset(["が", "を", "に", "で", "へ", "から", "まで", "より"])
TOPICS = frozenset(["は", "も", "って", "っと"])
COPULAS = frozenset(["だ", "です", "や", "じゃ", "っす", "らしい", "みたい", "でございます"])
ONLY = frozenset(["ばかり", "だけ", "しか", "ほど", "くらい", "ぐらい", "など", "とか", "ばっかり", "ばっか"])
FORMAL = frozenset(["の", "ん", "こと", "とき", "時", "頃", "ころ", "はず", "ため", "よう", "予定", "つもり", "わけ", "とこ", "ところ"])
"""Nouns behind a verb that do not make a relative clause of it."""

ME = frozenset(["私", "僕", "俺", "わたし", "あたし", "うち", "ウチ", "ぼく", "おれ", "わし", "自分", "わい", "わたくし"])
ATTRIBUTES: Mapping[str, str] = {
    "仕事": "job", "職業": "job", "本業": "job", "肩書": "job", "肩書き": "job",
    "職場": "workplace", "勤め先": "workplace", "勤務先": "workplace", "勤務地": "workplace", "配属": "workplace",
    "配属先": "workplace", "バイト先": "workplace", "会社": "workplace",
    "趣味": "hobby", "部活": "hobby", "習い事": "hobby",
    "地元": "hometown", "実家": "hometown", "故郷": "hometown", "出身": "hometown", "生まれ": "hometown",
    "住まい": "home", "家": "home", "自宅": "home", "住所": "home", "部屋": "home",
    "誕生日": "birthday", "推し": "likes", "好物": "likes", "大好物": "likes", "得意料理": "skill", "特技": "skill",
    "専攻": "school", "学部": "school", "学校": "school", "大学": "school", "高校": "school", "ゼミ": "school",
    "持病": "health", "結果": "health", "容態": "health", "容体": "health", "具合": "health", "体調": "health", "病名": "health", "苦手": "dislikes", "愛車": "possession",
}
"""What one may have, with the kind of fact that it is."""

HONORIFICS = ("さん", "様", "ちゃん", "くん", "君", "先生", "先輩")
NO = frozenset(["無い", "ない", "ず", "へん", "ん", "ぬ", "まい"])


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its parts between の, the particle behind it ("" where it has none), where it stands, and whether
    a relative clause stands before it."""

    parts: tuple[str, ...]
    particle: str
    begin: int
    end: int
    words: tuple[Morpheme, ...]
    modified: bool = False

    @property
    def text(self) -> str:
        return "の".join(self.parts)

    @property
    def head(self) -> str:
        return self.parts[-1]


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of something: by a verb or adjective (`lemma`, the normalised form) or by a noun (`noun`). `tail`
    is what goes with it."""

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
    def topic(self) -> Phrase | None:
        return self.by(*TOPICS)


def clauses(sentence: str, names: Collection[str] = ()) -> list[Clause]:
    """The clauses of a sentence, in its order; places are those in the sentence without what only calls something.
    `names` are those of people who are known: with one a phrase may end."""
    return [*_Parser([*_joined(morphemes(bare(sentence)), names)], names).parse()]


def _joined(words: Sequence[Morpheme], names: Collection[str]) -> Iterator[Morpheme]:
    """The words, with such as make up a name that is known as one: the dictionary tears もち太."""
    at = 0
    while at < len(words):
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

    def parse(self) -> Iterator[Clause]:
        while self.at < len(self.words):
            word = self.words[self.at]
            if _is_nominal(word):
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
        begin, parts, words = self.place, [""], list[Morpheme]()
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
        phrase = Phrase(tuple(parts), particle, begin, self.place, tuple(words), self.modified)
        self.modified = False
        if copula or (particle == "、" and not _may_be_topic(phrase)):
            yield self._clause("", phrase, copula)
        else:
            self.phrases.append(phrase)

    def _goes_on(self, word: Morpheme, before: Sequence[Morpheme]) -> bool:
        if _is_nominal(word):
            return True
        after = self._peek(1)
        return word.surface == "の" and bool(before) and after is not None and _is_nominal(after)

    def _is_whole(self, words: Sequence[Morpheme]) -> bool:
        """Whether a phrase ends here though a noun comes: behind whom or when it is about (ママ|保育士, 今年|静岡)."""
        after = self._peek()
        if after is None or after.part[0] == "接尾辞" or not _is_nominal(after) or any(one.surface == "の" for one in words):
            return False
        said = "".join(one.surface for one in words)
        is_time = words[-1].part[1:3] == ("普通名詞", "副詞可能") and len(words) == 1 and not said.endswith("人")
        named = said in self.names and (len(words) > 1 or words[-1].part == NAME)
        is_count = words[0].part[1] == "数詞" and bool(re.search(r"(?:回|度|時間|分)$", said))
        is_kin = said in NORMAL and kind_of(NORMAL[said]) != "pet"
        return is_kin or said in ME or named or is_count or is_time or (len(words) > 1 and said.endswith(HONORIFICS))

    def _behind(self, words: Sequence[Morpheme]) -> tuple[str, str]:
        """The particle behind a phrase, or the copula with which it is what is said."""
        word, after = self._peek(), self._peek(1)
        if word is None:
            return "", ""
        is_trade = after is not None and after.surface == "、" and job("".join(one.surface for one in words[-3:]))
        if word.surface == "で" and (word.part[0] == "助動詞" or _is_state(words) or is_trade):
            return "", self._tail()
        if word.surface in {"な", "さ", "ね"} and after is not None and after.surface == "、":
            self._next()
            return "は", ""
        if word.part[0] == "助動詞" and word.normal in {"だ", "です", "や", "じゃ"}:
            return "", self._tail()
        if word.surface == "や" and (after is None or after.part[0] in {"補助記号", "空白", "助詞", "助動詞"}):
            return "", self._tail()
        if word.part[1] == "副助詞" and word.surface in ONLY:
            particle = self._next().surface
            more = self._peek()
            return (self._next().surface if more is not None and more.surface in CASES | TOPICS else particle), ""
        if word.part[0] == "助詞" and word.surface in CASES | TOPICS | {"と"}:
            particle = self._next().surface
            while (more := self._peek()) and more.part[0] == "助詞" and more.surface in {"は", "も", "な", "さ", "ね"}:
                particle = more.surface if more.surface in TOPICS and particle in {"が", "を", ""} else particle
                self._next()
            return particle, ""
        if word.part[1] == "終助詞" and word.surface in {"よ", "ね", "な", "で", "わ", "さ", "ぞ", "ー"}:
            return "", self._tail()
        self.tail = []
        return ("、", "") if word.surface == "、" else ("", "")

    def _tail(self) -> str:
        """The words that go with what is said, up to the next clause."""
        said, self.tail = "", []
        while (word := self._peek()) and (
            word.part[0] in {"助動詞", "助詞"} or (word.part[0] == "動詞" and word.part[1] == "非自立可能" and said.endswith(("て", "で")))
            or (word.surface in {"ん", "の"} and word.part[1] in {"準体助詞"})
            or (word.part[0] == "接尾辞" and word.part[1] in {"動詞的", "形容詞的"})
            or (word.part[0] == "名詞" and word.surface in {"こと", "もた", "予定", "つもり"})
            or (word.part[:2] == ("形容詞", "非自立可能") and said.endswith(("で", "では", "じゃ")))
            or (word.normal in {"為る", "成る"} and said.endswith("ことに"))
            or (word.surface in {"もた", "もうた"} and said.endswith(("て", "で")))
        ):
            said += word.surface
            self.tail.append(self._next())
        return said

    def _predicate(self) -> Iterator[Clause]:
        verb = self._next()
        tail = self._tail()
        after = self._peek()
        if after is not None and _is_nominal(after) and not tail.endswith(("て", "で", "けど", "から", "し", "が", "ので", "ば", "たら", "よ", "ね", "わ", "ねん", "よん")) and after.surface not in FORMAL:
            self.phrases = [one for one in self.phrases if one.particle in TOPICS | {"、"} or one.text in NORMAL]
            self.modified = self.modified or verb.part[0] == "動詞"
            return
        yield self._clause(verb.normal, None, tail)

    def _clause(self, lemma: str, noun: Phrase | None, tail: str) -> Clause:
        past = "ことに" not in tail and any(word.normal in {"た", "もた", "もうた"} or word.surface == "もた" for word in self.tail)
        no = any(word.part[0] in {"助動詞", "形容詞"} and word.normal in NO for word in self.tail)
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


def _is_nominal(word: Morpheme) -> bool:
    kind = word.part[0]
    if kind == "接尾辞":
        return word.part[1] == "名詞的"
    return kind in {"名詞", "代名詞", "接頭辞", "形状詞", "記号"} or (kind == "補助記号" and word.surface in {"ー", "・"})


def _may_be_topic(phrase: Phrase) -> bool:
    """Whether something is said of what stands before a comma, and it is not said itself."""
    named = any("人名" in word.part for word in phrase.words) or phrase.text.endswith(HONORIFICS)
    return named or phrase.head in NORMAL or phrase.text in ME or phrase.head in ATTRIBUTES


STATE = re.compile(r"(?:[0-9]+(?:歳|才)?|[小中高大][1-6]|年生?|回生|[師士員]|長|主任|独身|休み|夫婦|大好き|好き|苦手|得意)$")


def _is_state(words: Sequence[Morpheme]) -> bool:
    """Whether で behind it joins what somebody is, and is not where: 24で、京都で美容師."""
    return bool(STATE.search("".join(word.surface for word in words[-2:])))
