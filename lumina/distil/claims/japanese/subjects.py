"""Whom a sentence is about: the speaker, if it says nothing else and nobody was spoken of just before."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from lumina.distil.claims.japanese.people import Person
from lumina.distil.claims.japanese.phrases import ME, name
from lumina.distil.claims.japanese.relations import RELATION, normal
from lumina.distil.claims.japanese.sound import THAT_ONE
from lumina.known import ME as SPEAKER
from lumina.language.japanese import morphemes
from lumina.language.names import bare_name

FIRST = re.compile(
    rf"(?:^|[、。 はが]|(?<=てか)|(?<=まあ)|(?<=[娘子親]の)){ME}(?:は|が|も|って|、|な、|だけ|なんか|だって|"
    rf"ら?も|的には|の(?!{RELATION})|(?=[一-龠ァ-ヴA-Z0-9]))"
)
ON_OUR_SIDE = re.compile(
    rf"(?:^|[、。 ])(?:こっち|こちら)は(?![^、。]*さん(?:です|だ))|(?:なの|のは|のが){ME}(?:だけ|くらい|です|だ|$)"
)
"""So one sets oneself against others."""

OF = (
    r"の(?=誕生日|名前|仕事|職場|勤め先|趣味|会社|実家|年齢|結婚式|式|病気|(?:大?好き|嫌い|苦手|得意)な|好物|大好物|推し|持病|特技|愛車"
    r"|[^\s、。はがを]{0,6}アレルギー)"
)
OTHER = re.compile(
    rf"(?:(?P<owner>[^\s、。はがをもと]{{1,6}})の)?(?P<r>{RELATION})(?:さん|ちゃん|くん|様)?(?:の(?:やつ|奴|ほう))?(?:一家|たち|夫婦)?(?:は|が|も|って|な、|な$|、|だけ(?=[^、。]{{0,10}}[でがは])|{OF})"
)
HON = r"(?:さん|っつぁん|ちゃん|くん|君|先生|先輩|主任|課長|部長|店長)"
CALLED = re.compile(
    rf"(?P<n>[一-龠々]{{1,5}}|[ァ-ヴー]{{2,8}}|[ぁ-んー]{{2,6}})(?P<h>{HON})?(?:\([^()]{{1,8}}\))?(?:のほう|"
    r"の方)?(?:は|が|も|って|な、|な$|{OF})"
)
NEIGHBOURS = re.compile("お?隣|ご?近所|向かい|[上下]の階|知らない|よそ|どこか")
"""Whose family is not the speaker's."""

APART = frozenset({"長男", "次男", "三男", "長女", "次女", "三女"})
"""So one tells one's children apart."""

RESPECTED = re.compile(r"(?:旦那|だんな|嫁|奥|息子|娘|弟|妹|彼氏|彼女|お孫)(?:さん|様)|ご主人|ご両親")
KATAKANA = re.compile("[ァ-ヴー]{2,8}")

TOPIC = re.compile(r"(?:^|[、。 ])(?P<t>[^\s、。はがもをに]{1,10})(?:は|が)")
THEY = re.compile(
    r"(?:^|[、。 ])(?P<t>[あそこ]の(?:人|子|方|ひと|男|女)|[あそこ]いつ|あちら|先方|向こう)"
    r"(?:は|が|も|って|、)"
)
"""Somebody whom the talk knows, and not the speaker."""

SELF = re.compile(
    r"(?:四股名|芸名|筆名|俳号|高座名|ペンネーム|バ先|バイト先|うちの店|営業所|支店|事務所|仕事|職業|本業|今|いま|現在|最近|普段|平日|休日|実は|昔|むかし|職場|勤め先|会社|"
    r"家|住まい|自宅|趣味|名前|本名|誕生日|地元|実家|故郷|出身|生まれ|育ち|好物|推し|特技|年齢|"
    r"大学|学校|研究|卒論|専門|学部|こちら|こっち|前|以前|元|以前|愛車|車|夏|冬|春|秋|"
    r"夜|朝|昼|今日|明日|昨日|今年|去年|来年|配属|勤務地|持病|利き手|身長|背|背丈|体重|血液型|住所|"
    r"好きな[^はが]+|嫌いな[^はが]+|苦手な[^はが]+|得意[^はが]*|専攻|研究テーマ|ゼミ|血液型|将来|休みの日|辛いもの|[^はが]{0,6}もの|お気に入り[^はが]*|アレルギー|特技|悩み|夢|目標|"
    r"陽性|陰性|苗字|名字|[0-9月日年歳週]+|の|ん|こと|とき|時|頃|ころ|それ|これ|ここ|"
    r"普通|基本|本当|ほんま)$"
)


def is_of_a_place(owner: str, relation: str) -> bool:
    """Whether an uncle or aunt is no relative, but somebody of a shop or a street: 八百屋のおじさん."""
    return relation in {"叔父", "叔母"} and re.search("[屋店員場駅社校園係所]$", owner) is not None


@dataclass(frozen=True, slots=True)
class Topic:
    """Whom the sentence speaks of from a place on; "" is somebody or something that is not known. `bare`: a relation
    without whose it is, `respected`: one by which one mostly calls another's."""

    begin: int
    who: str
    bare: bool = False
    respected: bool = False


def topics(sentence: str, found: Sequence[Person], known: Container[str] = ()) -> list[Topic]:
    """The topics of a sentence, in its order; `known` are the names of those who were told of before."""
    firsts = [Topic(match.start(), SPEAKER) for one in (FIRST, ON_OUR_SIDE) for match in one.finditer(sentence)]
    named = [Topic(match.start(), _named(match, found, known)) for match in CALLED.finditer(sentence)]
    related = [_related(match, found) for match in OTHER.finditer(sentence)]
    introduced = [Topic(one.begin, one.name) for one in found if one.relation and not one.owner]
    others = [Topic(match.start("t"), THAT_ONE) for match in THEY.finditer(sentence)]
    known = [*firsts, *related, *(one for one in named if one.who), *introduced, *others]
    places = {one.begin for one in known}
    unknown = [
        Topic(match.start("t"), "")
        for match in TOPIC.finditer(sentence)
        if not SELF.search(match["t"]) and not re.fullmatch(ME, match["t"])
    ]
    return sorted([*known, *(one for one in unknown if one.begin not in places)], key=lambda one: one.begin)


def _named(match: re.Match[str], found: Sequence[Person], known: Container[str]) -> str:
    called = match["n"]
    if SELF.fullmatch(called):
        return ""
    named = next((one.name for one in found if called in {one.name, *one.names}), "")
    if named or called in known:
        return named or called
    if match["h"]:
        return called if name(called) or KATAKANA.fullmatch(called) else ""
    return called if name(called) and any(word.surface == called for word in morphemes(match.string)) else ""


def _related(match: re.Match[str], found: Sequence[Person]) -> Topic:
    """By name where the relation is named in the sentence, else as the relation, with whose it is."""
    relation, owner = normal(match["r"]), match["owner"] or ""
    named = next((one.name for one in found if one.relation == relation), "")
    if NEIGHBOURS.fullmatch(owner) or is_of_a_place(owner, relation):
        return Topic(match.start(), "")
    if owner and (name(owner) or owner.endswith(("さん", "くん", "ちゃん", "先生")) or normal(owner) != owner):
        return Topic(match.start(), f"{bare_name(normal(owner))}の{relation}")
    if match["r"] in APART and not owner:
        return Topic(match.start(), named or match["r"])
    bare = not named and not owner
    return Topic(match.start(), named or relation, bare, bare and RESPECTED.match(match.group()) is not None)
