"""Of whom Japanese lines are: whom they name or call by what they are to one, and of whom the line before was where
they name nobody."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from lumina.language.japanese import may_be_given_name, may_be_newly_coined_name, morphemes
from lumina.language.kin import FAMILY, NORMAL, PARTNER, PET
from lumina.language.lexicon import word_list
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.stating import BRACKETED, IS_TO_ONE

MORE: Final = MappingProxyType(
    {"うちの人": "夫", "うちのひと": "夫", "うちのやつ": "妻"}
    | dict.fromkeys(("おじさん", "おじちゃん", "おじ"), "叔父") | dict.fromkeys(("おばさん", "おばちゃん", "おば"), "叔母")
)
NO_KIN: Final = frozenset({"連れ", "ツレ", "柴", "三毛", "相方", "三女", "トラ"})
"""Words for relatives that are too vague to stand in the table of what is learnt; and words of that which are seldom
somebody where it is asked."""

KIN: Final = {word: normal for word, normal in (NORMAL | dict(MORE)).items() if word not in NO_KIN}
WORD: Final = re.compile("|".join(map(re.escape, sorted(KIN, key=len, reverse=True))))
BY_ANOTHER: Final = MappingProxyType(
    {f"{one}の{kin}": f"義{kin}" for one in ("夫", "妻") for kin in "母父兄姉弟妹"}
    | {f"{one}の{kin}": "叔父" for one in "母父" for kin in "兄弟"}
    | {f"{one}の{kin}": "叔母" for one in "母父" for kin in "姉妹"}
    | {f"{one}の{kin}": kin_of for one in "母父" for kin, kin_of in (("母", "祖母"), ("父", "祖父"))}
)
"""What somebody is to one who is something to one's own."""

CHILDREN: Final = MappingProxyType({"娘": ("子",), "息子": ("子",), "子": ("娘", "息子")})
"""Who may be meant besides: a child that is named by the year at school is a son or a daughter."""

HONOURS: Final = "さん|ちゃん|くん|君|様"
NAME: Final = r"[一-龠々]{1,4}子?|[ァ-ヶー一-龠々]{2,6}|[ぁ-ん]{2,4}?"
NAMED: Final = re.compile(rf"の(?P<name>{NAME})(?P<so>{HONOURS})?(?=[はがもをとにへのでっ、。!！(（\s]|$)")
GRADE: Final = re.compile(r"(?:[小中高]|小学|中学|高校)[1-6１-６一二三四五六](?:年生?)?")
CALLED: Final = re.compile(
    rf"(?:さん|はん|ちゃん)?(?:、|は、?|が、?|って、?|の名前は)(?P<name>{NAME})(?P<so>{HONOURS})?"
    r"(?:っていう|って言|って名|って子|という|いう|言う|と申|といい|[がは](?:おり|いて|いる|いま)|(?:です|だよ|だ)(?:。|$))"
)
"""A name behind what somebody is: 旦那、浩二っていうんだけど."""

PUPIL: Final = re.compile(rf"(?:^|[、。\s]|[上下]の)(?P<name>{NAME})(?P<so>{HONOURS})?(?:は|が|も)、?(?=[小中高][1-6１-６一二三四五六])")
IS: Final = re.compile(rf"(?P<name>[一-龠々ァ-ヶーぁ-ん]{{2,6}}?)(?:{HONOURS})?(?:は|って)[^、。!?]{{0,12}}?$")
COPULA: Final = re.compile(r"(?:だよ|だ|です|なん|や|っす|である|じゃ|で、|$|。)")
HONOURED: Final = re.compile(rf"(?P<name>[一-龠々]{{1,4}}|[ァ-ヶー]{{2,6}}|[ぁ-ん]{{2,4}})(?:{HONOURS})(?![一-龠])")
TITLE: Final = re.compile(r"[士師員屋者官手長家主客医嬢皆神]$")
KATAKANA: Final = re.compile("[ァ-ヶー]{2,5}")
ME: Final = re.compile(r"(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|自分|わし)(?:は|が|も|って|、)")
TURNS: Final = re.compile(
    r"(?:あと|それと|そういえば|そういや|ちなみに|そうそう|ところで|話(?:は)?(?:変わ|かわ)|さて|あっ?、|別の話|今日は)"
)
"""How a line begins that speaks of something else than the one before it."""

NO_NAME: Final = frozenset({"副詞可能", "サ変可能", "助数詞可能"})
MINE: Final = re.compile(rf"(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分|わし)(?:は|が|も|って|、|の(?!{WORD.pattern}))|うちは")
"""Who asks for what is their own."""

Of = Literal["", "same", "carried", "nobody", "carried other", "other"]
"""How a line stands to whom a question is of: it speaks of them, or goes on about them without a name; of nobody; it
goes on about somebody else, or speaks of them."""

BACK: Final = 3
"""So many lines later somebody may be named for the first time of whom it was spoken before."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Of a text: names with what those are, what else is somebody to one, further names, and whether it tells of
    oneself."""

    pairs: frozenset[tuple[str, str]]
    kin: frozenset[str]
    names: frozenset[str]
    own: bool


@lru_cache(maxsize=4096)
def spoken(text: str) -> Spoken:
    found = [*_relatives(text)]
    pairs = {(name, kin) for kin, _, end in found if (name := _name_at(text, end, pet=kin in PET))}
    pairs |= {(name, kin) for kin, begin, end in found if (name := _is_so(text, begin, end))}
    pairs |= {(name, kin) for kin, _, end in found if (name := _if_name(CALLED.match(text, end)))}
    pairs |= {(name, "子") for one in PUPIL.finditer(text) if (name := _if_name(one))}
    pairs |= {(name, "子") for one in GRADE.finditer(text) if (name := _name_at(text, one.end()))}
    names = {word.surface for word in morphemes(text) if word.part[2] == "人名"}
    names |= {one["name"] for one in HONOURED.finditer(text) if not (TITLE.search(one["name"]) or {one["name"], one[0]} & {*KIN})}
    return Spoken(frozenset(pairs), frozenset(kin for kin, _, _ in found), frozenset(names), bool(ME.search(text)))


def _relatives(text: str) -> Iterator[tuple[str, int, int]]:
    """What somebody is to one, and where that stands: the brother of one's husband is no husband."""
    edges, at = {0}, 0
    for word in morphemes(text):
        at += len(word.surface)
        edges.add(at)
    found = [
        (KIN[one[0]], one.start(), one.end())
        for one in WORD.finditer(text)
        if one.end() in edges and (one.start() in edges or one[0][0] in "おご")
    ]
    while found:
        kin, begin, end = found.pop(0)
        while found and text[end : found[0][1]] in ("の", "さんの"):
            path, _, end = found.pop(0)
            kin = BY_ANOTHER.get(f"{kin}の{path}", f"{kin}の{path}")
        yield kin, begin, end


def _name_at(text: str, end: int, *, pet: bool = False) -> str:
    """The name of who was called so right before: 旦那の浩二."""
    return _if_name(NAMED.match(text, end) or NAMED.match(text, end + 2), pet=pet)


def _if_name(found: re.Match[str] | None, *, pet: bool = False) -> str:
    if found is None:
        return ""
    is_name = found["so"] or _may_be_name(found["name"]) or (pet and KATAKANA.fullmatch(found["name"]))
    return found["name"] if is_name else ""


def _is_so(text: str, begin: int, end: int) -> str:
    """The name of who is said to be that: 大地は高2の息子だよ."""
    found = IS.search(text[:begin].rpartition("。")[2])
    return found["name"] if found and COPULA.match(text, end) and _may_be_name(found["name"]) else ""


@lru_cache(maxsize=4096)
def _may_be_name(word: str) -> bool:
    words = morphemes(word)
    if len(words) == 1 and (words[0].part[2] in NO_NAME or words[0].part[0] != "名詞"):
        return False
    return may_be_given_name(word) or word in word_list("first_names.ja") or may_be_newly_coined_name(word)


@lru_cache(maxsize=4096)
def stands_as_name(name: str, text: str) -> bool:
    """Whether a word stands where a name does: うどんは, and not うどん打ち."""
    return re.search(rf"{re.escape(name)}(?:{HONOURS}|[はがもをにのとでへやっ、。!?！？…ー〜・(（「」\s]|か|だ|$)", text) is not None


@dataclass(frozen=True, slots=True)
class Kinship:
    """Those who are spoken of: what the named ones are, and how who is that is called."""

    of_name: Mapping[str, frozenset[str]]
    called: Mapping[str, frozenset[str]]

    def of(self, text: str) -> frozenset[str]:
        """Whom a text speaks of, by name and by relation (=夫); each by both where both are known."""
        told = spoken(text := self._by_relation(text))
        names = {name for name in self.of_name if name in text and stands_as_name(name, text)} | told.names
        found = {*names, *(f"={kin}" for kin in told.kin)}
        found |= {f"={kin}" for name in names for kin in self.of_name.get(name, ()) if len(self.called[kin]) == 1}
        return frozenset(found | {name for kin in told.kin if len(of := self.called.get(kin, ())) == 1 for name in of})

    def _by_relation(self, text: str) -> str:
        """With who is something to somebody who is named as to what that one is: 沙織のお母さん, my wife's."""
        if "の" not in text:
            return text
        for name, (kin, *_) in self.of_name.items():
            if f"{name}の" in text or f"{name}さんの" in text:
                text = re.sub(rf"{re.escape(name)}(?:{HONOURS})?の(?={WORD.pattern})", f"{kin}の", text)
        return text

    def asked(self, said: str) -> frozenset[str]:
        """Of whom a question is."""
        found = self.of(said)
        several = {name for one in found for name in self.called.get(one[1:], ())} if found else set[str]()
        children = {f"={more}" for one in found for more in CHILDREN.get(one[1:], ())}
        kids = {name for one in children for name in self.called.get(one[1:], ())}
        return frozenset(found | several | children | kids)


    def knows(self, said: str) -> bool:
        """Whether somebody who is asked for by what they are is known by name."""
        return any(name in self.of_name for name in self.asked(said))

    def family(self) -> Iterator[tuple[str, str]]:
        """Those of the family who are named, each with how they are called: 娘のひなた, a child of no sort by name."""
        for name, kin in self.of_name.items():
            if of := [one for one in kin if one in FAMILY or one in PARTNER]:
                best = min(of, key=lambda one: one == "子")
                yield name, name if best == "子" else f"{best}の{name}"


def kinship(material: Material) -> Kinship:
    """By what the person told, and by what is known of who is what to them."""
    texts = [piece["text"] for piece in material["evidence"] if piece["who"] == "you"]
    known = [
        (found[1], KIN.get(found[2], found[2]))
        for fact in material["facts"]
        for found in [BRACKETED.fullmatch(fact["value"])]
        if found and fact["kind"] in IS_TO_ONE and not fact["about"]
    ]
    return told_by((*texts, *material["told"]), tuple(known))


@lru_cache(maxsize=8)
def told_by(texts: tuple[str, ...], known: tuple[tuple[str, str], ...] = ()) -> Kinship:
    """By these texts, and by who is known to be what."""
    of_name, called = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
    for name, kin in {*known, *(pair for text in texts for pair in spoken(text).pairs)}:
        of_name[name] = of_name.get(name, frozenset()) | {kin}
        called[kin] = called.get(kin, frozenset()) | {name}
    return Kinship(of_name, called)


def of_whom(said: str, pieces: Sequence[Evidence], known: Kinship) -> list[Of]:
    """How each line stands to whom a question is of; nothing where it is of nobody, or nothing was told of them."""
    asked, mine = known.asked(said), MINE.search(said) is not None
    if not asked and not mine:
        return [""] * len(pieces)
    found = [_stands(asked, one, spoken(piece["text"]).own) for piece, one in zip(pieces, subjects(pieces, known), strict=True)]
    return found if not asked or "same" in found else [""] * len(pieces)


def not_of_others(said: str, pieces: Sequence[Evidence], known: Kinship) -> list[Evidence]:
    """Those that are not of somebody else than a question is of."""
    stands = of_whom(said, pieces, known)
    return [piece for piece, how in zip(pieces, stands, strict=True) if how not in ("other", "carried other")]


def _stands(asked: frozenset[str], of: tuple[frozenset[str], frozenset[str]], own: bool) -> Of:
    named, carried = of
    if not asked:
        return "carried other" if carried else "other" if named and not own else "same"
    if named & asked:
        return "same"
    if named:
        return "other"
    return "carried" if carried & asked else "carried other" if carried else "nobody"


def subjects(pieces: Sequence[Evidence], known: Kinship) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Whom each line speaks of, in their order, and else of whom it goes on to speak: those of the line before it that
    was said in the same breath; at the beginning, those of one of the next."""
    order = sorted(range(len(pieces)), key=lambda at: moment_of(pieces[at]))
    named = [known.of(pieces[at]["text"]) for at in order]
    found = dict[int, tuple[frozenset[str], frozenset[str]]]()
    last, spoken_at = frozenset[str](), None
    for number, at in enumerate(order):
        moment = moment_of(pieces[at])
        if TURNS.match(pieces[at]["text"]):
            last = frozenset[str]()
        elif spoken_at is None or moment - spoken_at > BREATH:
            soon = (
                named[later] for later in range(number, min(number + 1 + BACK, len(order)))
                if moment_of(pieces[order[later]]) - moment <= BREATH
            )  # fmt: skip
            last = next((one for one in soon if one), frozenset())
        is_own = spoken(pieces[at]["text"]).own
        found[at] = (named[number], frozenset() if named[number] or is_own else last)
        last, spoken_at = named[number] or last, moment
    return [found[at] for at in range(len(pieces))]
