"""What a Japanese text calls people: names, what they are to one, and which name is whose."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from lumina.language.japanese import may_be_given_name, may_be_newly_coined_name, morphemes
from lumina.language.kin import NORMAL, PET
from lumina.language.lexicon import word_list

MORE: Final = MappingProxyType(
    {"うちの人": "夫", "うちのひと": "夫", "うちのやつ": "妻", "彼": "彼氏"}
    | dict.fromkeys(("おじさん", "おじちゃん", "おじ"), "叔父")
    | dict.fromkeys(("おばさん", "おばちゃん", "おば"), "叔母")
)
NO_KIN: Final = frozenset({"連れ", "ツレ", "柴", "三毛", "相方", "三女", "トラ"})
"""Words for relatives that are too vague to stand in the table of what is learnt; and words of that which are seldom
somebody where it is asked."""

KIN: Final[Mapping[str, str]] = {word: normal for word, normal in {**NORMAL, **MORE}.items() if word not in NO_KIN}
WORD: Final = re.compile("|".join(map(re.escape, sorted(KIN, key=len, reverse=True))))
BY_ANOTHER: Final = MappingProxyType(
    {f"{one}の{kin}": f"義{kin}" for one in ("夫", "妻") for kin in "母父兄姉弟妹"}
    | {f"{one}の{kin}": "叔父" for one in "母父" for kin in "兄弟"}
    | {f"{one}の{kin}": "叔母" for one in "母父" for kin in "姉妹"}
    | {f"{one}の{kin}": kin_of for one in "母父" for kin, kin_of in (("母", "祖母"), ("父", "祖父"))}
)
"""What somebody is to one who is something to one's own."""

HONOURS: Final = "さん|ちゃん|くん|君|様"
NAME: Final = r"[一-龠々]{1,4}子?|[ァ-ヶー一-龠々]{2,6}|[ぁ-ん]{2,4}?"
NAMED: Final = re.compile(rf"の(?P<name>{NAME})(?P<so>{HONOURS})?(?=[はがもをとにへのでっ、。!！(（\s]|$)")
GRADE: Final = re.compile(r"(?:[小中高]|小学|中学|高校)[1-6１-６一二三四五六](?:年生?)?")
CALLED: Final = re.compile(
    rf"(?:さん|はん|ちゃん)?(?:、|は、?|が、?|って、?|の名前は)(?P<name>{NAME})(?P<so>{HONOURS})?"
    r"(?:っていう|って言|って名|って子|という|いう|言う|と申|といい|[がは](?:おり|いて|いる|いま)|(?:です|だよ|だ)(?:。|$)"
    r"|(?:(?<=さん)|(?<=ちゃん)|(?<=くん))(?:[。!！]|$))"
)
"""A name behind what somebody is: 旦那、浩二っていうんだけど."""

SEVERAL: Final = re.compile(
    rf"(?:は|が|、)(?P<name>{NAME})(?:{HONOURS})?と(?P<other>{NAME})(?:{HONOURS})?(?:の[2２二]|っていう|で|がい)"
)
"""Two of the same: 猫はミルクとココアの2匹."""

PUPIL: Final = re.compile(
    rf"(?:^|[、。\s]|[上下]の)(?P<name>{NAME})(?P<so>{HONOURS})?(?:は|が|も)、?(?=[小中高][1-6１-６一二三四五六])"
)
IS: Final = re.compile(rf"(?P<name>[一-龠々ァ-ヶーぁ-ん]{{2,6}}?)(?:{HONOURS})?(?:は|って)[^、。!?]{{0,12}}?$")
COPULA: Final = re.compile(r"(?:だよ|だ|です|なん|や|っす|である|じゃ|で、|$|。)")
HONOURED: Final = re.compile(rf"(?P<name>[一-龠々]{{1,4}}|[ァ-ヶー]{{2,6}}|[ぁ-ん]{{2,4}})(?:{HONOURS})(?![一-龠])")
TITLE: Final = re.compile(r"[士師員屋者官手長家主客医嬢皆神]$")
KATAKANA: Final = re.compile("[ァ-ヶー]{2,5}")
ME: Final = re.compile(r"(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|自分|わし)(?:は|が|も|って|、)")
NO_NAME: Final = frozenset({"副詞可能", "サ変可能", "助数詞可能"})


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
    pairs |= {pair for kin, _, end in found for pair in _both(text, kin, end)}
    pairs |= {(name, "子") for one in PUPIL.finditer(text) if (name := _if_name(one))}
    pairs |= {(name, "子") for one in GRADE.finditer(text) if (name := _name_at(text, one.end()))}
    names = {word.surface for word in morphemes(text) if word.part[2] == "人名"}
    names |= {
        one["name"]
        for one in HONOURED.finditer(text)
        if not (TITLE.search(one["name"]) or {one["name"], one[0]} & {*KIN})
    }
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


def _both(text: str, kin: str, end: int) -> Iterator[tuple[str, str]]:
    """Two who are called so in one."""
    both = SEVERAL.match(text, end)
    names = (both["name"], both["other"]) if both else ()
    if all(_may_be_name(name) or (kin in PET and KATAKANA.fullmatch(name)) for name in names):
        yield from ((name, kin) for name in names)


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
