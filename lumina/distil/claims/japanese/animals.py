"""Of which animal a turn tells: what it is by its name (きなこは茶トラのオスで12歳), whatever else is named so; and how
old and how well it is, which the turn goes on to say."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lumina.distil.claims.japanese.people import name
from lumina.distil.claims.japanese.relations import PETS, kind_of, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.distil.claims.japanese.subjects import FIRST
from lumina.known import ME, Claim, ClaimType
from lumina.language.when.japanese_calendar import NUMBER

BREEDS: Mapping[str, str] = {
    "犬": (
        "黒ラブ|白ラブ|イエローラブ|ゴールデン|セッター|シェルティ|ボルゾイ|グレートデン|シベリアン|ミニチュアダックス|ミニチュアピンシャー|ペキニーズ|狆|紀州犬|四国犬|北海道犬"
        "|土佐犬|チワプー|マルプー|キャバリア|シェパード|ジャックラッセル|ボストンテリア|ブルドッグ|ドーベルマン|サモエド|狆"
    ),
    "猫": (
        "サバ白|サバシロ|白黒|黒白|サビ|錆び?|キジ|アメショー|アメリカンショートヘア|メインクーン|ペルシャ|シャム|ベンガル|ノルウェージャン|ブリティッシュ|ラガマフィン"
        "|ヒマラヤン|シンガプーラ|アビシニアン|三毛|長毛"
    ),
}
"""Beside what an animal is: 黒ラブ says so only of what has a name and a sex."""

OF_BREED = {one: kind for kind, words in BREEDS.items() for one in words.split("|")}
BREED = "|".join(sorted(OF_BREED, key=len, reverse=True))
NAMED = r"(?P<n>[ァ-ヴー]{2,8}|[ぁ-んー]{2,6}?|[一-龠々]{1,3})(?:ちゃん|くん|君|さん)?"
SEX = r"(?:の|で、?)?(?P<sex>オス|メス|おす|めす|雄|雌|男の子|女の子)(?:猫|犬|ちゃん)?"
IS_ONE = re.compile(
    rf"(?:^|[、。 ]|うちの(?:子|犬|猫)?の?){NAMED}(?:は|って|、)、?"
    rf"(?:うちの|今年|もう|元|保護した|元野良の|{NUMBER}(?:歳|才)の)*"
    rf"(?P<r>{PETS}|{BREED})(?:(?:の)?(?:雑種|ミックス|MIX|長毛|短毛))?(?:{SEX})?(?=で(?!は|も|な)|です|だ|や|なん|の(?:{NUMBER}|子)|$|、|[。!])"
)
KEPT_SO = re.compile(
    rf"(?P<r>{PETS})の(?P<n>[ァ-ヴー]{{2,8}}|[ぁ-んー]{{2,6}}?|[一-龠々]{{1,3}})(?:ちゃん|くん)?の?"
    rf"(?={NUMBER}(?:人|匹)[^、。]{{0,6}}(?:暮らし|ぐらし|家族)|(?:と|も|を)?(?:一緒|いっしょ)に(?:暮ら|住)|と(?:[二2]人)?(?:暮らし|住ん|同居|生活))"
)
"""Who lives with one is an animal, whatever it is called: 猫のきなこの3人と1匹暮らし."""

AGED = re.compile(rf"(?:、|で|の|。|、?(?:もう|今年|今|まだ|推定|たぶん))*(?P<age>{NUMBER}(?:歳|才))")
ITS = frozenset({"age", "health", "allergy"})
OTHER = re.compile(r"(?:^|[、。])(?:仕事|職業|趣味|会社|職場|学校|うち|家)(?:は|が|も|って)")
PRONOUNS = re.compile(r"これ|それ|あれ|うち|ここ|そこ|あそこ|どれ|みんな|こいつ|あいつ|それと|あと|子|今|前")
BEINGS = frozenset({"pet", "family", "partner", "friend"})
SURE = 0.8


@dataclass(frozen=True, slots=True)
class _Animal:
    name: str
    what: str
    word: str
    text: str
    age: str


def with_animals(claims: Iterable[Claim], told: Sequence[Sentence], names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims of a turn, those of which animals it tells among them; `names` are known."""
    found = [one for sentence in told for one in _told(sentence.text, names) if sentence.states]
    if not found:
        yield from claims
        return
    animals = {one.name: one for one in found}
    whose = _goes_on(told, found)
    for one in claims:
        if not _says_what(one, animals):
            yield _of_whom(one, whose)
    for one in animals.values():
        yield Claim(ClaimType.PERSON, ME, one.what, one.name, one.text, SURE)
        yield Claim(ClaimType.FACT, ME, "pet", f"{one.name}（{one.what}）", one.text, SURE)
        if one.age:
            yield Claim(ClaimType.FACT, one.name, "age", one.age, one.text, SURE)


def _says_what(one: Claim, animals: Mapping[str, _Animal]) -> bool:
    """Whether a claim is of what one of the animals is, or how old it is, which is told anew."""
    if one.type is ClaimType.PERSON:
        return one.value in animals
    if one.type is not ClaimType.FACT:
        return False
    if one.kind in BEINGS and one.value.partition("（")[0] in animals:
        return True
    here = [animal for animal in animals.values() if animal.text == one.text]
    is_word = one.kind == "pet" and any(one.value in animal.word for animal in here)
    is_age = one.kind == "age" and any(animal.age == one.value for animal in here)
    return is_word or is_age or (one.kind == "pet" and one.about in animals)


def _told(text: str, names: Mapping[str, str]) -> Iterator[_Animal]:
    for match in IS_ONE.finditer(text):
        is_known = kind_of(normal(names.get(match["n"], ""))) == "pet"
        is_bred = match["sex"] or (match["r"] not in OF_BREED and normal(match["r"]) != match["r"])
        called = is_known or is_bred or (match["r"] not in OF_BREED and name(match["n"]))
        if called and not PRONOUNS.fullmatch(match["n"]) and normal(match["n"]) == match["n"]:
            aged = AGED.match(text, match.end())
            what = OF_BREED.get(match["r"]) or normal(match["r"])
            yield _Animal(match["n"], what, match["r"], text, aged["age"] if aged else "")
    for match in KEPT_SO.finditer(text):
        if normal(match["n"]) == match["n"]:
            yield _Animal(match["n"], normal(match["r"]), match["r"], text, "")


def _goes_on(told: Sequence[Sentence], found: Sequence[_Animal]) -> Mapping[str, str]:
    """By sentence, of which animal it tells: by its name, or behind where it was told."""
    whose, who = dict[str, str](), ""
    for sentence in told:
        here = [one.name for one in found if one.text == sentence.text]
        who = here[-1] if here else who
        if not here and (FIRST.search(sentence.text) or sentence.anew or OTHER.search(sentence.text)):
            who = ""
        if who:
            whose[sentence.text] = who
    return whose


def _of_whom(one: Claim, whose: Mapping[str, str]) -> Claim:
    who = whose.get(one.text, "")
    is_its = one.type is ClaimType.FACT and one.kind in ITS and bool(who)
    return replace(one, about=who) if is_its and (one.about == ME or one.about not in one.text) else one
