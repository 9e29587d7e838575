"""People and pets: what they are called, and what they are to the speaker."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from lumina.distil.claims.japanese.phrases import FIRST_NAMES, name
from lumina.distil.claims.japanese.relations import HUMAN, KIND_OF, PETS, RELATION, kind_of, normal
from lumina.language.japanese import Morpheme, morphemes, reading
from lumina.language.lexicon import word_list
from lumina.language.names import bare_name
from lumina.language.scripts import fold

N = (
    r"(?P<n>[一-龠々]{1,4}|[ァ-ヴー]{2,8}|[ぁ-んー]{2,6}?|[一-龠々][ァ-ヴぁ-んー]{1,4}"
    r"|[ァ-ヴー]{1,4}[一-龠]{1,2}|[A-Z][a-z]+)"
)
HON = r"(?P<h>さん|ちゃん|くん|君|先生|先輩|主任|課長|部長|店長|様)?"
R = rf"(?:(?P<owner>[^\s、。はがをもとに]{{1,6}}?)(?:の|とこの|んとこの|んちの))?(?P<r>{RELATION})"
CALLED = r"(?P<c>って|っと|と|て|っちゅう)?(?:いう|いい|いって|言う|言い|申し|ゆう|いいます|ちゅう)"
MARK = r"(?=は|が|と|に|も|を|から|で|、|だけ|って|の|$|!|さ)"
OWN = frozenset(
    {
        "うち",
        "私",
        "僕",
        "俺",
        "わたし",
        "あたし",
        "ぼく",
        "おれ",
        "わし",
        "自分",
        "実家",
        "我が家",
        "職場",
        "会社",
        "大学",
        "ゼミ",
        "高校",
        "バイト先",
        "隣",
        "昔",
        "上",
        "下",
        "今",
    }
)
EVERYBODY = word_list("nobody.ja")
NO_PET = re.compile(
    r"トイレ|ケージ|エサ|フード|ブラシ|シャンプー|リード|ケース|グッズ|カフェ|ショップ|"
    r"コーナー|タワー|アレルギー|ケーキ|サイズ|ペット|イベント|ゲーム|レース|キャラ|ヒゲ|"
    r"しっぽ|におい|ごはん|おやつ|ため|ほう|こと|せい|毛|爪|耳|首|足|声|話|世話|散歩|"
    r"種類|名前|動画|写真|柄|方|病院|寿命|気持ち|様子|鳴き声|姿|顔|目|命日|誕生日"
)

NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{R}(?:の名前)?(?:、|は|が|って、|で、|の)?{N}{HON}{CALLED}",
        rf"{N}{HON}(?:って|という|ていう|っていう|っちゅう|て名前の|って名前の|という名前の)(?P<owner>\Z\B)?(?:[0-9一二三四五六七八九十]+歳の)?(?P<r>{RELATION})",
        rf"{R}の名前は、?(?!まだ|もう|特に|別に){N}{HON}(?:です|だ|や|$|、|で|に(?:決め|決ま|し(?:ま|た)|する|なり|なっ))",
        rf"(?P<owner>\Z\B)?(?P<r>{PETS})の{N}{HON}(?:を|が|も|と)(?:一緒に)?(?:飼|暮らし|住ん|(?:うち|家)に(?:来|き)|お迎え|迎え|引き取|もらっ)",
    )
)
SEEMS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{R}(?:の|、|は|が){N}{HON}{MARK}",
        rf"{R}(?:は|が|の名前は)、?{N}{HON}(?=です|だ|や|で、|なん|。|$)",
        rf"(?:^|[、。 ]){N}{HON}(?:は|って|が|、)、?(?:[^、。はが]{{0,6}}の|高校からの|大学からの)?"
        rf"(?P<owner>\Z\B)?(?P<r>{HUMAN})(?=です|"
        r"だ|や|なん|で(?!は|も)|$|、|の子)",
    )
)
PARTNER = re.compile(
    rf"(?:^|[、。のはが ]){N}{HON}と(?:付き合(?:って(?:い)?(?:る|ます)|うことに|い始め)|"
    r"結婚(?:し|する)|婚約し|入籍し|同棲し|別れ|離婚し)"
)
PET_NAME = re.compile(
    rf"(?:^|[、。 ]|名前は、?){N}(?:って|と|て)(?:名付け|名づけ|命名|名前を?つけ|名前にし)|"
    rf"^名前は、?(?!まだ|もう|特に|別に)(?P<m>[一-龠々ァ-ヴぁ-んー]{{1,8}}?)(?:です|だ|や|$|、|に(?:し|決))|(?:オス|"
    rf"メス|男の子|女の子)(?:で|、|の)、?(?:名前は)?(?P<o>[一-龠々ァ-ヴぁ-んー]{{1,6}})$"
)
NAMED_APART = re.compile(rf"^(?:お)?名前は、?(?!まだ|もう|特に|別に){N}{HON}(?:です|だ|や|って|といい|$|、)")
"""Of whom the sentence before it spoke: 息子がいるの。名前は翔太。"""

CALLED_SO = re.compile(rf"^{N}{HON}(?:って|と|ていう)(?:いう|いい|言い|言う)(?:の|ん|ます|よ|$)")
BEGUN = re.compile(
    rf"(?P<r>{HUMAN})(?:が|も|を|さん)?[^、。はが]{{0,6}}(?:い(?:る|ます|て)|でき(?:た|まし)|おる|おり|生まれ|産|迎え|紹介)"
)
"""Whom one has, or has found, is called so in the next sentence: 新しい彼氏できた！翔っていうの。"""

IN_ORDER = re.compile(
    r"(?:上(?:の子)?|長[男女]|お?(?:兄|姉)ちゃん)(?:は|が|の名前は)、?(?P<n>[一-龠々]{1,3}|[ァ-ヴー]{2,6}|[ぁ-んー]{2,5}?)(?:ちゃん|くん|君)?(?:で|と)?、?"
    r"(?:下(?:の子)?|次[男女]|末っ子|妹|弟)(?:は|が|の名前は)、?(?P<m>[一-龠々]{1,3}|[ァ-ヴー]{2,6}|[ぁ-んー]{2,5}?)(?:ちゃん|くん|君)?"
    r"(?=って|とい|です|だ|や|、|$)"
)
OFFSPRING = re.compile("娘|息子|子ども|子供|こども|孫|男の子|女の子|子")
OFFSPRING_OF = {"男の子": "息子", "女の子": "娘", "子ども": "子", "子供": "子", "こども": "子"}

MENTION = re.compile(
    r"(?P<n>[一-龠々]{1,4}|[ァ-ヴー]{2,6}|[ぁ-ん]{2,4})(?P<h>さん|ちゃん|くん|先生|先輩|主任|課長|部長|店長)"
)
KIN_NAME = re.compile(
    r"(?:^|(?<=[はがをにもとで、。 ]))(?P<n>[一-龠々]{1,3}|[ァ-ヴー]{2,5}|[ぁ-ん]{2,4}?)"
    r"(?P<r>ばあちゃん|じいちゃん|婆ちゃん|爺ちゃん|おばあちゃん|おじいちゃん|姉ちゃん|兄ちゃん|姉さん|兄さん|おばさん|おじさん)"
)
"""富江ばあちゃん is a grandmother by that name."""

OPENING = re.compile(rf"^(?:[^、。]{{0,8}}?(?:の|からの|時代の))?(?P<r>{HUMAN})(?:で(?!も|は)|です|だ|や|$|、|。)")
RATHER = re.compile(
    rf"(?:{HUMAN})(?:さん)?(?:じゃなく(?:て)?|ではなく|やなくて|やのうて)、?(?P<r>{HUMAN})(?:です|だ|や|$|、)"
)
TRADES = tuple("屋人員者師手家士職客")
NO_NAME = re.compile(
    r"[はがをにもで]$|^[0-9一二三四五六七八九十百]{2,}$|^(?:[はがをにとのやっ]|でも|それ|これ|あれ|とか|もそ)|^(?:そう|こう|どう)$"
)
PARTED = re.compile("別れ|離婚")
NOUNS_TOO = frozenset(
    [
        "ゆめ",
        "こころ",
        "うた",
        "うみ",
        "ひかり",
        "こう",
        "そう",
        "はな",
        "はる",
        "なつ",
        "ゆき",
        "すず",
        "めい",
        "とも",
        "さと",
        "かな",
        "るか",
        "しの",
        "のあ",
    ]
)
"""First names in kana behind which, where it stands with a relation, more often something else is meant."""

TITLE = re.compile("(?:主任|課長|部長|係長|店長|社長|先生|先輩)$")
A_NAME = 8
READING = re.compile(r"^(?:読みは)?(?P<y>[ぁ-んァ-ヴー]{2,6})(?:、?(?:です|だ|や|って読む|と読み(?:ます)?))?$")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is named or spoken of in a sentence: where, how they are called and what they are to whom (`owner`
    is "" where it is the speaker)."""

    begin: int
    name: str
    names: tuple[str, ...]
    relation: str
    owner: str
    sure: float

    @property
    def is_pet(self) -> bool:
        return kind_of(self.relation) == "pet"


def people(sentence: str, context: str) -> list[Person]:
    """Who is introduced in a sentence; `context` is what was said just before it, for pets that are named apart."""
    found: dict[str, Person] = {}
    for one in _introduced(sentence, context):
        known = found.get(one.name)
        if known is None or (one.relation and not known.relation):
            found[one.name] = one
    return list(found.values())


def _introduced(sentence: str, context: str) -> Iterator[Person]:
    for pattern in NAMED:
        yield from (_person(match, 0.85) for match in pattern.finditer(sentence) if _is_called(match))
    for pattern in SEEMS:
        yield from (_person(match, 0.75) for match in pattern.finditer(sentence) if _is_name(match))
    for match in PARTNER.finditer(sentence):
        if match["h"] or name(match["n"]):
            yield _somebody(
                match.start("n"),
                match["n"],
                match["h"] or "",
                "元恋人" if PARTED.search(match.group()) else "恋人",
                0.75,
            )
    pet = re.search(rf"{PETS}|うちの子に|ペット", context + sentence)
    for match in PET_NAME.finditer(sentence):
        called = match["n"] or match["m"] or match["o"]
        if called and pet:
            kept = normal(pet.group())
            yield _somebody(match.start(), called, "", kept if kind_of(kept) else "ペット", 0.8)
    if not pet:
        yield from _called_so(sentence, context)
    yield from _in_order(sentence, context)
    for match in KIN_NAME.finditer(sentence):
        if name(match["n"]) and normal(match["n"]) == match["n"] and match["n"] not in EVERYBODY:
            kin = _somebody(match.start(), match["n"], "", normal(match["r"]), 0.75)
            yield replace(kin, names=(f"{match['n']}{match['r']}",))
    for match in MENTION.finditer(sentence):
        if (
            match["n"] not in EVERYBODY
            and not match["n"].endswith(TRADES)
            and (len(match["n"]) > 1 or match["h"] != "くん")
            and name(match["n"])
            and normal(match["n"]) == match["n"]
        ):
            yield _somebody(match.start(), match["n"], match["h"], "", 0.5)


def _called_so(sentence: str, context: str) -> Iterator[Person]:
    """The one of whom the sentence before spoke."""
    whose = [match.group() for match in re.finditer(HUMAN, context)]
    begun = BEGUN.search(context)
    apart = NAMED_APART.match(sentence) if whose else None
    so = CALLED_SO.match(sentence) if begun else None
    if apart and _is_called(apart):
        yield _somebody(apart.start("n"), apart["n"], apart["h"] or "", normal(whose[-1]), 0.75)
    elif begun and so and _is_called(so):
        yield _somebody(-1, so["n"], so["h"] or "", normal(begun["r"]), 0.75)


def _in_order(sentence: str, context: str) -> Iterator[Person]:
    """The elder and the younger of one's children."""
    match, whose = IN_ORDER.search(sentence), OFFSPRING.search(context + sentence)
    if match and whose and all(name(one) or one in FIRST_NAMES for one in match.group("n", "m")):
        relation = OFFSPRING_OF.get(whose.group(), whose.group())
        for group, place in (("n", "上"), ("m", "下")):
            one = _somebody(match.start(group), match[group], "", relation, 0.8)
            yield replace(one, names=(*one.names, f"{place}の子"))


def _is_mine(match: re.Match[str]) -> bool:
    owner = match["owner"] or ""
    return any(owner.endswith(own) for own in OWN) or match.string[: match.start("r")].endswith(("飼ってる", "愛"))


def _is_called(match: re.Match[str]) -> bool:
    """Whether it is a name that somebody is said to have, not the relation or the end of a word."""
    called, honorific = match["n"], match["h"] or ""
    if normal(called + honorific) in KIND_OF or normal(called) != called or called in EVERYBODY:
        return False
    if "c" in match.groupdict() and not match["c"] and not honorific and not name(TITLE.sub("", called)):
        return False
    return not NO_NAME.search(called) and morphemes(called)[-1].part[0] != "形容詞"


def _is_name(match: re.Match[str]) -> bool:
    """Whether it is somebody's name: by an honorific, by the dictionary, or for a pet by being no thing of its own."""
    called = match["n"]
    if normal(called) != called or called in EVERYBODY or NO_NAME.search(called):
        return False
    if normal(called + (match["h"] or "")) in KIND_OF:
        return False
    if match["h"] or name(called) or (called in FIRST_NAMES and called not in NOUNS_TOO):
        return True
    return (
        kind_of(normal(match["r"])) == "pet"
        and _is_mine(match)
        and bool(re.fullmatch(r"[ァ-ヴー]{2,6}", called))
        and not NO_PET.search(called)
    )


def _person(match: re.Match[str], sure: float) -> Person:
    owner = (match["owner"] or "") if "owner" in match.groupdict() else ""
    somebody = _somebody(match.start("n"), match["n"], match["h"] or "", normal(match["r"]), sure)
    if owner and any(owner.endswith(own) for own in OWN):
        owner = ""
    if owner and not (name(owner) or normal(owner) != owner or owner.endswith(("さん", "くん", "ちゃん"))):
        owner = ""
    whose = normal(owner)
    relation = f"{whose}の{somebody.relation}" if owner else somebody.relation
    return replace(somebody, relation=relation, owner=whose, begin=match.start())


def _somebody(begin: int, called: str, honorific: str, relation: str, sure: float) -> Person:
    full = called + honorific
    bare = bare_name(full)
    names = tuple(one for one in dict.fromkeys([bare, full]) if one != bare)
    return Person(begin, bare, names, relation, "", sure)


def spelt(person: Person, sentence: str) -> Person | None:
    """The person with the reading that the next sentence gives: 聡さん。さとし。"""
    match = READING.match(sentence) if person.relation else None
    if match and match["y"] != person.name and not re.search("[のをは]", match["y"]):
        return replace(person, names=(*person.names, match["y"]))
    kanji = name(sentence.strip("、。 ")) if len(sentence) <= A_NAME else ""
    return replace(person, names=(*person.names, kanji)) if kanji and reading(kanji) == fold(person.name) else None


def mentioned(text: str) -> list[Person]:
    """Whoever is named in a text, by the dictionary or beside "with", the last first; nobody is introduced by that."""
    words = morphemes(text)
    found = [
        Person(0, word.surface, (), "", "", 0.0)
        for word, after in pairwise([*words, *words[-1:]])
        if word.part[3:4] == ("名",) or (after.surface == "と" and _is_like_a_name(word))
    ]
    return found[::-1]


def _is_like_a_name(word: Morpheme) -> bool:
    return word.part[:3] == ("名詞", "普通名詞", "一般") and bool(re.fullmatch(r"[ぁ-ん]{2,4}", word.surface))


def related(sentence: str, last: Sequence[Person]) -> list[Person]:
    """The one who was just named, where a sentence begins with what they are: 高校からの友達で…"""
    match = OPENING.search(sentence) or RATHER.search(sentence)
    whom = next(iter(last), None)
    if not match or not whom or whom.relation or normal(whom.name) != whom.name:
        return []
    return [replace(whom, relation=normal(match["r"]), sure=0.75)]
