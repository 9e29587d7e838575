"""Japanese questions that want a day, a place, a person, a number, a reason or somebody's words: of what was told, the
line that has such a thing and is of the same matter."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from lumina.language.acts import asks, does
from lumina.language.japanese import content_morphemes, morphemes
from lumina.language.scripts import CJK, fold
from lumina.language.when.moments import moments
from lumina.voices.counting import measured
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.lines import line
from lumina.voices.ranking.looks import looks

FRAME: Final = re.compile(
    r"言う|覚える|憶える|話す|教える|思い出す|分かる|解る|知る|聞く|呼ぶ|日|日付|予定|名前|場所|何時|誰|何処|何|前|今|今度|当てる|書く|有る|居る|成る|行う|遣る|為る|呉れる|貰う"
    r"|答える|忘れる|時|所|事|物|人|方|訳|理由|年|歳|幾つ|円|回|度|度数|私|僕|俺|自分|家|我が家|此の|其の|あの|結局|確か|一番|ちゃんと"
)
"""Words, as the dictionary normalises them, that say nothing of what a question is about."""

ASKING: Final = re.compile(r"何|どこ|いつ|誰|^\d+$|^うち$")

WHO_IS = re.compile(r"(?P<name>[^\s、。はがの]{1,8}?)(?:さん|ちゃん|くん|君)?(?:って|は)(?:、)?(?:誰|だれ|どんな人|どういう人|何者|どんな関係|何(?:を)?(?:や|し)って?(?:い)?る人|何の人|何屋)")
KIN = (
    r"(?:妹|姉|兄|弟|父|母|夫|妻|旦那|嫁|奥さん|彼氏|彼女|恋人|息子|娘|子|長男|次男|長女|次女|祖父|祖母|いとこ|従[兄姉弟妹]|甥|姪|叔父|叔母|義[父母兄姉弟妹]|孫"
    r"|友達|友人|親友|幼なじみ|幼馴染|同僚|同期|先輩|後輩|上司|部長|課長|店長|局長|社長|先生|担任|教授|大家|隣人|近所の人|猫|犬|うさぎ|インコ|ハムスター|ペット|ママ友|相方|部下)"
)
SAID_SO = re.compile(r"何て(?:言|書|返|答)|なんて(?:言|書|返|答)|何と(?:言|書)|何(?:を|か)?言(?:われ|って)|なんと(?:言|書)")
WORDS_OF = re.compile(r"[「『“]|(?:って|と)(?:言|書|返|褒|怒|叱)|ように言")
PLACE = re.compile(
    r"[一-龠ァ-ヶーA-Za-z]{1,10}(?:病院|医院|クリニック|店|駅|公園|温泉|園|会館|教会|寺|神社|館|荘|ホテル|旅館|市|県|府|大学|高校|小学校|中学校|学校|会社|薬局"
    r"|喫茶|カフェ|市場|センター|ホール|海岸|空港|ビル|劇場|スタジアム|書店|銀行|引き出し)"
    r"|[一-龠ァ-ヶー](?:屋|場|宅|室|部屋|棚|箱|山|湖|川|城|橋|島|区|国|都|町|村)(?=[でにへから。、]|って|だ|$)"
    r"|実家|(?:家|職場|学校|庭|台所|近所|駅前|玄関|押し入れ)(?:で|に|の)"
)
NAMED = re.compile(r"[「『]|っていう|という|って(?:人|子|方|名|店|とこ|ところ)|(?:さん|ちゃん|くん|先生)(?:[がはもをとにのっで、。]|$)")
BECAUSE = re.compile(r"から|ので|んで|せい|ため|おかげ|理由|て。|ちゃって|されて|てさ")
COLOUR = re.compile(r"赤|青|緑|黄|白|黒|ピンク|紫|オレンジ|灰|グレー|茶色|銀|金色|紺|水色|ベージュ|色")
AGE = re.compile(r"[0-9一二三四五六七八九十]+(?:歳|才|さい|つ(?![いけか])|か月|ヶ月)|[小中高大][1-6]|年[長中少]")
NUMBER = re.compile(r"[0-9０-９一二三四五六七八九十百千万半]")
DAYLESS = re.compile(r"(?:今日|きょう|今|いま|最近|さっき|今朝|今夜|今晩)")

NEAR, PARTLY, CONTEXT, ENOUGH = 0.6, 0.7, 0.5, 0.58
"""What a word counts that stands in a line said in the same breath, one of which a line has the beginning, and one of
the question before; and how much of what is asked for, by weight, a line has to be of."""

BEFORE = 3
"""So many lines before a line may say what it is about."""

LEAST = 2
"""So many things a question has to name, for it to be sure that nothing was told of them."""

ALIKE = 0.5
"""How like a word's vector another one's must be."""

PLAIN: Final = re.compile(r"誕生日?|年齢|電話|番号|住所|血液|星座|身長|体重|出身|職業|仕事|趣味|給料|年収|好物|学校|命日|記念日?")
"""What is hardly ever called by another word."""

COMPOUND: Final = re.compile(r"[一-龠]{3}")
LATEST = 0.2
"""By so little less of it, the later line goes first."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """Lines that answer, the first one first; where there are none, whether nothing of that type was told of any of
    what is asked for."""

    lines: Sequence[Evidence]
    untold: bool


def pointed(said: str, own: Sequence[Evidence], material: Material) -> Pointed | None:
    """None where a question is of no such type, or says not what it is about."""
    if not CJK.search(said):
        return None
    offers = _offers(said)
    about = _about(said, material)
    if not offers or not about:
        return None
    shares = _shares(about, own)
    chosen = [*dict.fromkeys(at for offer in offers for at in _best(said, own, shares, offer))]
    if WHO_IS.search(fold(said)):
        chosen = chosen[:1]
    return Pointed([own[at] for at in chosen], untold=not chosen and _is_untold(said, own))


Offer = Callable[[Evidence, str], bool]


def _offers(said: str) -> list[Offer]:
    """What a line must have for each thing that is asked for."""
    folded = fold(said)
    types, unit = looks("asked", folded), measured(said)
    if named := WHO_IS.search(folded):
        return _introducing(named["name"])
    found: list[Offer] = []
    if SAID_SO.search(folded):
        return [lambda piece, _: WORDS_OF.search(piece["text"]) is not None]
    if does("when", said):
        found.append(_dated)
    if "where" in types:
        found.append(lambda piece, _: _has_place(piece["text"]))
    if found:
        return found
    if unit:
        return [lambda piece, _: unit.search(fold(piece["text"])) is not None]
    types -= {"why"} if "なんでしょ" in folded else set()
    return [offer for kind, offer in OFFERS.items() if kind in types][:1]


def _dated(piece: Evidence, said: str) -> bool:
    text = piece["text"]
    named = [one for one in moments(text, moment_of(piece)) if not DAYLESS.fullmatch(text[one.begin : one.end])]
    past = does("past", said) or re.search(r"(?:た|だ)(?:の|ん|って|っけ|か|$)", said)
    return bool(named) or (bool(past) and bool(moments(text, moment_of(piece))))


def _has_place(text: str) -> bool:
    return PLACE.search(text) is not None or any(word.part[2] == "地名" for word in morphemes(text))


def _names(text: str) -> bool:
    return NAMED.search(text) is not None or any(word.part[2] == "人名" for word in morphemes(text))


def _introducing(name: str) -> list[Offer]:
    """What says what somebody is to the person, else what says anything of them."""
    name = re.escape(name)
    tells = re.compile(
        rf"{KIN}の{name}|{name}(?:さん|ちゃん|くん)?(?:は|が|って|、)[^。!?]{{0,10}}{KIN}|{name}(?:っていう|という)[^。!?]{{0,14}}{KIN}|{KIN}(?:が|は){name}"
    )
    is_so = re.compile(rf"{name}(?:さん|ちゃん|くん|君)?は")
    return [lambda piece, _: tells.search(fold(piece["text"])) is not None, lambda piece, _: is_so.search(fold(piece["text"])) is not None]


OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        "age": lambda piece, _: AGE.search(piece["text"]) is not None,
        "colour": lambda piece, _: COLOUR.search(piece["text"]) is not None,
        "price": lambda piece, _: NUMBER.search(piece["text"]) is not None,
        "many": lambda piece, _: NUMBER.search(piece["text"]) is not None,
        "long": lambda piece, _: NUMBER.search(piece["text"]) is not None,
        "name": lambda piece, _: _names(piece["text"]),
        "who": lambda piece, _: _names(piece["text"]) or re.search(KIN, piece["text"]) is not None,
        "why": lambda piece, _: BECAUSE.search(piece["text"]) is not None,
    }
)


def _best(said: str, own: Sequence[Evidence], shares: Sequence[float], offer: Offer) -> list[int]:
    """The place of the line that has it and is most of the same, the later one of two alike."""
    fit = [at for at, share in enumerate(shares) if share >= ENOUGH and offer(own[at], said)]
    if not fit:
        return []
    most = max(shares[at] for at in fit)
    alike = [at for at in fit if shares[at] >= most - LATEST]
    order = sorted(alike, key=lambda at: moment_of(own[at]))
    if does("before", said) and len(order) > 1:
        return [order[-2]]
    return [order[-1]]


def _is_untold(said: str, own: Sequence[Evidence]) -> bool:
    """Whether a plain thing is asked for of somebody, as a birthday, and no line has both, in whatever words."""
    things = [word for word in nouns_about(said) if word.startswith("=") or len(word) > 1 or CJK.search(word)]
    plain = [word for word in things if word.startswith("=") or PLAIN.fullmatch(word)]
    if not plain or len(things) < LEAST or not does("recalls", said):
        return False
    return not any(all(_has(piece["text"], thing) for thing in things) for piece in own)


def _has(text: str, thing: str) -> bool:
    """Whether a line has a thing, or a word that is like it."""
    if _met(thing, words_about(text), fold(text)):
        return True
    vectors, asked = line(text).vectors, line(thing).vectors
    return bool(len(vectors) and len(asked)) and float((vectors @ asked.T).max()) >= ALIKE


def _about(said: str, material: Material) -> Mapping[str, float]:
    """What a question is about, each word with what it counts: 1, or less where it only stands in the question before;
    of one that says nothing of its own, what that one was about."""
    words = dict.fromkeys(words_about(said), 1.0)
    if len(words) > 1:
        return words
    before = [text for text in material["told"] if text != said][-1:]
    context = {word for text in before if asks(text) for word in words_about(text)}
    return {**dict.fromkeys(context, CONTEXT), **words} if words else dict.fromkeys(context, 1.0)


@lru_cache(maxsize=64)
def nouns_about(text: str) -> frozenset[str]:
    """Those of them that name somebody or something."""
    nouns = {fold(word.normal) for word in content_morphemes(text) if word.part[0] == "名詞" and word.root == word.normal}
    return frozenset(word for word in words_about(text) if word.startswith("=") or word in nouns)


@lru_cache(maxsize=2048)
def words_about(text: str) -> frozenset[str]:
    """The words of a text that say what it is about; of somebody who is something to the person, that."""
    relations = looks("relations", fold(text))
    words = (word.normal for word in content_morphemes(text) if word.part[0] in ("名詞", "動詞", "形容詞", "形状詞"))
    kept = {fold(word) for word in words if not FRAME.fullmatch(word) and not ASKING.search(word)}
    return frozenset({*(word for word in kept if not looks("relations", word)), *(f"={one}" for one in relations)})


def _shares(about: Mapping[str, float], own: Sequence[Evidence]) -> list[float]:
    """Of each line, how much of that it is of, by itself and by what was said in the same breath: 1 where it is of all
    that the question itself says."""
    texts = [(words_about(piece["text"]), fold(piece["text"])) for piece in own]
    hits = [{word: _met(word, words, text) for word in about} for words, text in texts]
    order = sorted(range(len(own)), key=lambda at: moment_of(own[at]))
    whole = sum(value for value in about.values() if value == 1.0) or 1.0
    found = dict[int, float]()
    for number, at in enumerate(order):
        around = [*order[max(0, number - BEFORE) : number], *order[number + 1 : number + 2]]
        near = [hits[other] for other in around if abs(moment_of(own[at]) - moment_of(own[other])) <= BREATH]
        beside = {word: max((NEAR * bool(one[word]) for one in near), default=0.0) for word in about}
        found[at] = sum(value * max(hits[at][word], beside[word]) for word, value in about.items()) / whole
    return [found[at] for at in range(len(own))]


def _met(word: str, words: frozenset[str], text: str) -> float:
    """How well a line has a word: as a word, within one, or by its beginning: 結婚 of 結婚式."""
    if word in words or (len(word) > 1 and word in text):
        return 1.0
    return PARTLY if len(word) > 2 and word[:2] in text and COMPOUND.match(word) else 0.0
