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
from lumina.voices.matching import shared_words
from lumina.voices.material import Evidence, Material
from lumina.voices.of_whom import OWNED
from lumina.voices.ranking.lines import line
from lumina.voices.ranking.looks import looks

FORMER: Final = re.compile(r"元彼|元カレ|元カノ|元夫|元妻|彼氏|彼女")
FRAME: Final = re.compile(
    r"言う|覚える|憶える|話す|教える|思い出す|分かる|解る|知る|聞く|呼ぶ|日|日付|予定|名前|場所|何時|誰|何処|何|前|今|今度|当てる|書く|有る|居る|成る|行う|遣る|為る|呉れる|貰う"
    r"|答える|忘れる|時|所|事|物|人|方|訳|理由|年|歳|幾つ|円|回|度|度数|私|僕|俺|自分|家|我が家|此の|其の|あの|結局|確か|一番|昔|以前|ちゃんと|病名|病気|診断|どれ|どっち|くらい|位|結果|様子"
)
"""Words, as the dictionary normalises them, that say nothing of what a question is about."""

ASKING: Final = re.compile(r"何|どこ|いつ|誰|^\d+$|^うち$")

WHO_IS = re.compile(r"(?P<name>[^\s、。はがの]{1,8}?)(?:さん|ちゃん|くん|君)?(?:って|は)(?:、)?(?:誰|だれ|どんな人|どういう人|何者|どんな関係|何(?:を)?(?:や|し)って?(?:い)?る人|何の人|何屋)")
KIN = (
    r"(?:妹|姉|兄|弟|父|母|夫|妻|旦那|嫁|奥さん|彼氏|彼女|恋人|息子|娘|子|長男|次男|長女|次女|祖父|祖母|いとこ|従[兄姉弟妹]|甥|姪|叔父|叔母|義[父母兄姉弟妹]|孫"
    r"|友達|友人|親友|幼なじみ|幼馴染|同僚|同期|先輩|後輩|上司|部長|課長|店長|局長|社長|先生|担任|教授|大家|隣人|近所の人|猫|犬|うさぎ|インコ|ハムスター|ペット|ママ友|相方|部下)"
)
SAID_SO = re.compile(r"何て(?:言|書|返|答)|なんて(?:言|書|返|答)|何と(?:言|書)|何(?:を|か)?言(?:われ|って)|なんと(?:言|書)")
WORDS = re.compile(r"[「『“]")
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

BEFORE, AFTER = 3, 2
"""So many lines before and after a line may say what it is about."""

LEAST = 2
"""So many things a question has to name, for it to be sure that nothing was told of them."""

ALIKE = 0.5
"""How like a word's vector another one's must be."""

PLAIN: Final = re.compile(r"誕生日?|年齢|電話|番号|住所|血液|星座|身長|体重|職業|仕事|給料|年収|命日")
"""What is hardly ever called by another word."""

WORK: Final = re.compile(r"仕事|職業")
WORKING: Final = re.compile(r"仕事|働|勤|会社|職|店|バイト|パート|経営|営業|担当|元[一-龠]{2}|[一-龠](?:員|師|士|工|屋|家|官|手|長|医|漁|農)|ドライバー|エンジニア|デザイナー")
"""Who asks for somebody's work, and what tells of one."""

LIGHT = 0.4
LIGHT_VERBS: Final = re.compile(r"住む|暮らす|働く|勤める|通う|飼う|言う|有る|決まる|下さる")
"""Verbs that stand for many others, and what they count."""

OUTCOME: Final = re.compile(r"どう(?:だった|でした|なった|なりました)|結果|結局")
RESULT: Final = re.compile(
    r"結果|成功|異常|合格|受か|落ち|勝|負け|優勝|準優勝|無事|だめ|ダメ|良性|陰性|陽性|(?:だ|かった)っ?た[!！。]|でした|うまくいっ|治|退院|中止|延期|決ま"
)
WHAT: Final = re.compile(r"何の(?P<of>[一-龠ァ-ヶーぁ-ん]{1,6}?)(?:だ|で|を|が|に|な|っけ|[?]|$)|(?P<what>[一-龠ァ-ヶー]{2,8}|忘れ物)(?:は|って|が|の名前は)?(?:何|なん)(?:だ|で|に|$|[?])")
ILL: Final = re.compile(r"病名|病気|診断|具合")
DISEASE: Final = re.compile(r"[一-龠]炎|[一-龠]症|[一-龠]病|がん|癌|骨折|捻挫|ヘルニア|インフル|風邪|腫瘍|貧血|ぎっくり|[一-龠]腫|結石|肝|不全")
WHICH_OF_THEM: Final = re.compile(r"どの(?:子|孫|人|方|先生|友達|息子|娘)")
BODY_ASKED: Final = re.compile(r"どこ[^。!?]{0,4}(?:骨折|怪我|けが|折っ|痛|打っ|切っ|手術し|悪く)")
BODY: Final = re.compile(r"骨(?!折)|足|脚|腕|手首|指|腰|膝|ひざ|肩|頭|首|背中|肋|歯|目|耳|胃|肝|腎|心臓|肺")

COMPOUND: Final = re.compile(r"[一-龠]{3}")
LATEST = 0.1
"""By so little less of it, the later line goes first."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """Lines that answer, the first one first."""

    lines: Sequence[Evidence]


def pointed(said: str, own: Sequence[Evidence], material: Material) -> Pointed | None:
    """None where a question is of no such type, or says not what it is about."""
    if not CJK.search(said):
        return None
    offers = _offers(said)
    about, context = _about(said, material)
    if not offers or not about:
        return None
    shares = _shares(about, own)
    beside = _shares(dict.fromkeys(context, CONTEXT), own) if context else [0.0] * len(own)
    chosen = [*dict.fromkeys(at for offer in offers for at in _best(said, own, shares, beside, offer))]
    if not chosen and context:
        alone = _shares(dict.fromkeys(context, 1.0), own)
        chosen = [at for offer in offers for at in _best(said, own, alone, beside, offer)]
    both = does("when", said) and "where" in looks("asked", fold(said))
    return Pointed([own[at] for at in (chosen if both else chosen[:1])])


Offer = Callable[[Evidence, str], bool]


def _offers(said: str) -> list[Offer]:
    """What a line must have for each thing that is asked for."""
    folded = fold(said)
    types, unit = looks("asked", folded), measured(said)
    if named := WHO_IS.search(folded):
        return _introducing(named["name"])
    found: list[Offer] = []
    if SAID_SO.search(folded):
        return [_has(WORDS), _has(WORDS_OF)]
    if BODY_ASKED.search(folded):
        return [_has(BODY)]
    if OUTCOME.search(folded):
        return [_has(RESULT)]
    if ILL.search(folded) and "what" in types | looks("asked", folded):
        return [_has(DISEASE)]
    if does("when", said):
        found.append(_dated)
    if "where" in types:
        found.append(lambda piece, _: _has_place(piece["text"]))
    if found:
        return found
    if unit:
        return [lambda piece, _: unit.search(fold(piece["text"])) is not None]
    types -= {"why"} if "なんでしょ" in folded else set()
    if WHICH_OF_THEM.search(folded):
        return [OFFERS["who"]]
    if typed := [offer for kind, offer in OFFERS.items() if kind in types][:1]:
        return typed
    asked = WHAT.search(folded)
    thing = (asked["of"] or asked["what"]) if asked else ""
    return [lambda piece, _: thing in fold(piece["text"])] if thing and not FRAME.fullmatch(thing) else []


def _has(what: re.Pattern[str]) -> Offer:
    return lambda piece, _: what.search(piece["text"]) is not None


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


def _best(
    said: str, own: Sequence[Evidence], shares: Sequence[float], beside: Sequence[float], offer: Offer
) -> list[int]:
    """The place of the line that has it and is most of the same, the later one of two alike."""
    fit = [at for at, share in enumerate(shares) if share >= ENOUGH and offer(own[at], said)]
    if not fit:
        return []
    likeness = {at: shares[at] + CONTEXT * beside[at] for at in fit}
    if OUTCOME.search(fold(said)):
        return _what_came_of_it(own, shares, fit)
    alike = [at for at in fit if likeness[at] >= max(likeness.values()) - LATEST]
    order = sorted(alike, key=lambda at: moment_of(own[at]))
    if does("before", said) and len(order) > 1:
        return [order[-2]]
    return [order[-1]]


def _what_came_of_it(own: Sequence[Evidence], shares: Sequence[float], fit: Sequence[int]) -> list[int]:
    """The first of these that was told once the matter itself came up last."""
    named = [moment_of(own[at]) for at, share in enumerate(shares) if share > NEAR]
    last = max(named, default=moment_of(own[fit[0]]))
    order = sorted(fit, key=lambda at: moment_of(own[at]))
    after = [at for at in order if moment_of(own[at]) >= last]
    return after[:1] or order[-1:]


def is_untold(said: str, own: Sequence[Evidence]) -> bool:
    """Whether a plain thing is asked for of somebody, as a birthday, and no line has both, in whatever words."""
    things = [word for word in nouns_about(said) if word.startswith("=") or len(word) > 1 or CJK.search(word)]
    plain = any(PLAIN.fullmatch(word) for word in things) or OWNED.search(fold(said))
    if not plain or len(things) < LEAST or not does("recalls", said):
        return False
    return not any(all(_speaks_of(piece["text"], thing) for thing in things) for piece in own)


def _speaks_of(text: str, thing: str) -> bool:
    """Whether a line has a thing, or a word that is like it."""
    if WORK.fullmatch(thing):
        return WORKING.search(text) is not None
    if len(thing) == 1 or any(word.part[2] == "人名" for word in morphemes(thing)):
        return bool(_met(thing, words_about(text), fold(text)) or thing in fold(text))
    if _met(thing, words_about(text), fold(text)):
        return True
    vectors, asked = line(text).vectors, line(thing).vectors
    return bool(len(vectors) and len(asked)) and float((vectors @ asked.T).max()) >= ALIKE


def _about(said: str, material: Material) -> tuple[Mapping[str, float], frozenset[str]]:
    """What a question is about, each word with what it counts, and what else the one before it was about; of one that
    says nothing of its own, that."""
    words = {word: LIGHT if LIGHT_VERBS.fullmatch(word) else 1.0 for word in words_about(said)}
    before = [text for text in material["told"] if text != said][-1:]
    context = frozenset(word for text in before if asks(text) for word in words_about(text))
    return (words, context) if words else (dict.fromkeys(context, 1.0), frozenset())


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
    gone = ["=partner"] if FORMER.search(text) else []
    kept = {word for word in kept if not looks("relations", word) and not FORMER.search(word)}
    return frozenset({*kept, *(f"={one}" for one in relations), *gone})


def _shares(about: Mapping[str, float], own: Sequence[Evidence]) -> list[float]:
    """Of each line, how much of that it is of, by itself and by what was said in the same breath."""
    texts = [(words_about(piece["text"]), fold(piece["text"])) for piece in own]
    hits = [{word: _met(word, words, text) for word in about} for words, text in texts]
    order = sorted(range(len(own)), key=lambda at: moment_of(own[at]))
    whole = sum(about.values()) or 1.0
    found = dict[int, float]()
    for number, at in enumerate(order):
        around = [*order[max(0, number - BEFORE) : number], *order[number + 1 : number + 1 + AFTER]]
        near = [hits[other] for other in around if abs(moment_of(own[at]) - moment_of(own[other])) <= BREATH]
        beside = {word: max((NEAR * bool(one[word]) for one in near), default=0.0) for word in about}
        found[at] = sum(value * max(hits[at][word], beside[word]) for word, value in about.items()) / whole
    return [found[at] for at in range(len(own))]


def _met(word: str, words: frozenset[str], text: str) -> float:
    """How well a line has a word: as a word, within one, or by its beginning: 結婚 of 結婚式."""
    if word in words or (len(word) > 1 and word in text):
        return 1.0
    return PARTLY if len(word) > 2 and word[:2] in text and COMPOUND.match(word) else 0.0


def without_strays(said: str, quoted: Sequence[Evidence]) -> Sequence[Evidence]:
    """What is quoted in answer to Japanese, without lines that have less of the question's words than the first."""
    if not CJK.search(said) or not quoted:
        return quoted
    least = max(1, shared_words(said, quoted[0]["text"]))
    return [quoted[0], *(piece for piece in quoted[1:] if shared_words(said, piece["text"]) >= least)]
