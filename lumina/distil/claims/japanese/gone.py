"""What is over: an allergy that is healed, a part that is laid down, what one kept to, a thing or a pet that is had no
more."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.changing import LIKELY, UNREAL
from lumina.distil.claims.japanese.phrases import phrase
from lumina.known import ME, Claim, ClaimType, Mode

HEALED_ALLERGY = re.compile(
    r"(?P<v>[^\s、。はがもの]{1,10}?)アレルギー(?:は|が|も|って|、)?(?:もう|すっかり|完全に"
    r"|ほぼ)*(?:治(?:っ(?!たら|ても|てな|てほ)|り)|なお(?:った|りま)|(?:じゃ|では)な(?:くな|かった)|(?:は"
    r"|が)?な(?:くな(?:っ(?!たら)|り))|克服|卒業|消え|解除)"
)
HOW = re.compile(r"^.*?アレルギー、?[^、。]*")
OFFICE = (
    r"(?P<v>[^\s、。はがもをに]{0,8}?(?:会長|副会長|役員|委員長|委員|部長|キャプテン|主将|班長|組長|理事長|理事"
    r"|幹事|会計|代表|団長|監督|係|当番|民生委員|世話役|顧問|リーダー))"
)
LAID_DOWN = re.compile(
    rf"(?:^|[、。]|で|から){OFFICE}(?:を|は|も)(?:[^、。]{{0,8}}(?:で|に))?(?:もう|やっと|ついに)?(?:降り(?:た|ま)"
    r"|おり(?:た|まし)|退(?:い|き|任)|辞め(?:た|ま)|やめ(?:た|ま)|引退し|引き継い|譲っ|交代し|卒業し|終わ(?:った"
    r"|りま)|任期(?:が|を)?終|お役御免)"
)
BACK_TO = re.compile(
    r"(?:また|再び|やっぱり)[^、。]{0,6}(?P<v>肉|魚|お酒|酒|タバコ|煙草|パン|米|甘いもの)を?(?:食べ|飲み|飲む|飲ん"
    r"|吸(?:い|う|っ))[^、。]{0,4}(?:始め|だし|出し|よう(?:に)?な|て(?:い)?る|てしま|ちゃっ|た)"
)
KEPT_TO = {
    "肉": ("ベジタリアン", "菜食", "ヴィーガン", "ビーガン", "肉断ち"),
    "魚": ("ベジタリアン", "菜食", "ヴィーガン", "ビーガン"),
    "お酒": ("禁酒", "断酒", "酒をやめた", "酒はやめた"),
    "酒": ("禁酒", "断酒", "酒をやめた", "酒はやめた"),
    "タバコ": ("禁煙", "タバコをやめた", "タバコはやめた"),
    "煙草": ("禁煙", "煙草をやめた", "煙草はやめた"),
    "パン": ("糖質制限", "グルテンフリー", "パン断ち"),
    "米": ("糖質制限", "米断ち"),
    "甘いもの": ("甘いもの断ち", "糖質制限"),
}
ABSTAINS = re.compile(
    r"(?:^|[、。]|から|で)(?P<v>禁酒|断酒|禁煙|節酒|酒断ち|断煙)(?:$|する|し(?:て|た|ま)|[をは]?始め|[をは]?はじめ|中|だ|です"
    r"|に)(?!たい|よう|しろ|かな)"
)
ABSTAINED = {
    "酒": ("ビール", "焼酎", "晩酌", "日本酒", "ワイン", "お酒", "酒を", "ハイボール"),
    "煙": ("タバコ", "煙草", "たばこ"),
}
CAST_OFF = re.compile(
    r"(?:ギプス|ギブス|松葉杖|包帯|コルセット|固定)(?:が|は|も|を)?(?:やっと|ついに|今日)?(?:取れ(?:た|ま)"
    r"|とれ(?:た|ま)|外(?:れ(?:た|ま)|し)|はず(?:れ|し)|卒業|いらなくな|要らなくな|返し)"
)
INJURIES = ("骨折", "捻挫", "脱臼", "ひび")
GONE = re.compile(
    r"(?P<v>[^\s、。はがもをに]{2,14}?)(?:を|は|が|も)(?:[^、。]{0,10}に)?(?P<how>売った|売りました|売れた"
    r"|手放した|手放しました|譲った|譲りました|あげた|あげました|寄付した|寄付しました|処分した|処分しました"
    r"|捨てた|捨てました|返した|返しました|返却した|盗まれた|盗まれました|壊れた|壊れました|壊した|廃車にした"
    r"|廃車になった|引退した|なくした|失くした)(?!ら|い|の|り|と[きか])"
)
OWNED_ELSE = re.compile(r"(?:さん|ちゃん|くん|の人|先生|先輩|客|友達|同僚)(?:が|も|は)")
NOTHING = re.compile(r"^(?:それ|これ|あれ|もの|こと|本|手紙|プレゼント|お土産|名前|[0-9]+.*)$")
PETS_GONE = re.compile(
    r"(?<![のたる])(?P<v>鶏|ニワトリ|にわとり|猫|犬|うさぎ|ウサギ|金魚|メダカ|めだか|文鳥|インコ|ハムスター|亀"
    r"|カメ|子猫|子犬)(?:たち)?(?:は|が|を|も|、)(?P<all>[^、。]{0,6}(?:とも|全部|みんな"
    r"|全員))?(?:[^、。]{0,10}に|先週|昨日|今朝|今日|先月|ゆうべ|夕べ|もう)?(?:みんな|全部)?(?:譲った|譲りました|あげた|あげました|引き取ってもらった"
    r"|引き取られ(?:た|て)|もらわれ(?:た|て)|里子に出し|全滅|死んだ|死んでしま|死んじゃ|亡くな|天国|いなくなった)"
)
NAMED_GONE = re.compile(
    r"(?P<v>[ァ-ヶー一-龠ぁ-ん]{2,8}?)(?:は|が|を)(?:[^、。]{1,10}に)?(?:もらわれ|引き取られ|里子に|譲った"
    r"|譲りました|引き取ってもらった)"
)
NO_MORE = re.compile(
    r"(?P<v>[^\s、。はがもをに]{2,12}?)(?:に|を|へ|で)?(?:は|も|に|を)(?:、|もう|最近)*(?:(?:行か|通わ|やら|飲ま"
    r"|食べ|使わ|乗ら|吸わ|弾か|走ら|見|し)なくなった"
    r"|もう(?:全然|全く|ずっと)?(?:やって|して|行って|通って|飲んで|食べて|弾いて|使って|走って)(?:い)?(?:ない"
    r"|ません))(?!ら|ん?だろ)"
)


def gone(text: str, whom: Callable[[str], str], mine: bool) -> Iterator[Claim]:
    """What is over; `whom` tells of whose body a sentence speaks; it may be about the speaker (`mine`)."""
    if UNREAL.search(text):
        return
    if healed := HEALED_ALLERGY.search(text):
        told = HOW.match(text[healed.start() :])
        what = phrase(healed["v"]) or healed["v"]
        yield _claim("allergy", what, text, Mode.ENDS, about=whom(text), replaces=told[0] if told else "")
    if CAST_OFF.search(text):
        for injury in INJURIES:
            yield _claim("health", injury, text, Mode.ENDS, about=whom(text))
    if mine:
        yield from _of_what_is_over(text)


def _claim(kind: str, value: str, text: str, mode: Mode = Mode.IS, *, about: str = ME, replaces: str = "") -> Claim:
    return Claim(ClaimType.FACT, about, kind, value, text, LIKELY, mode, replaces=replaces)


def _of_what_is_over(text: str) -> Iterator[Claim]:
    """A part that is laid down, what one kept to, and what one had."""
    if office := LAID_DOWN.search(text):
        told = office.group().lstrip("、。でから")
        yield from (_claim(kind, office["v"], text, Mode.ENDS, replaces=told) for kind in ("job", "hobby", "habit"))
    if (no_more := NO_MORE.search(text)) and (what := phrase(no_more["v"])):
        for kind in ("habit", "hobby"):
            yield _claim(kind, what, text, Mode.ENDS, replaces=no_more.group())
    if back := BACK_TO.search(text):
        yield from (_claim("habit", one, text, Mode.ENDS) for one in KEPT_TO[back["v"]])
        yield _claim("habit", back.group(), text)
    if (abstains := ABSTAINS.search(text)) and not re.search(r"席|車|エリア|場所|ルーム", text):
        given_up = ABSTAINED["煙" if "煙" in abstains["v"] else "酒"]
        yield from (_claim("habit", one, text, Mode.ENDS) for one in given_up)
        yield _claim("habit", abstains["v"], text)
    if (some := PETS_GONE.search(text)) and (some["all"] or re.search("[はがも、]", some.group())):
        yield _claim("pet", some["v"], text, Mode.ENDS, replaces=some.group())
    elif named := NAMED_GONE.search(text):
        yield _claim("pet", named["v"], text, Mode.ENDS, replaces=text.rstrip("。!"))
    if (
        not OWNED_ELSE.search(text)
        and (gone := GONE.search(text))
        and (what := phrase(gone["v"]))
        and not NOTHING.match(what)
    ):
        yield _claim("possession", what, text, Mode.ENDS, replaces=gone.group())


def but_changed(claims: Iterable[Claim], now: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence, without the allergy that it says is healed, and without what else says the
    same."""
    claims = [*claims]
    over = {one.kind for one in now if one.mode is Mode.ENDS and one.kind in {"allergy", "health"}}
    habits = {one.value for one in now if one.kind == "habit" and one.mode is Mode.IS and not one.replaces}
    said = {(one.about, one.kind, one.value, one.mode) for one in now}
    for one in claims:
        is_fact = one.type is ClaimType.FACT and one.mode is not Mode.ENDS
        is_matter = one.type is ClaimType.PERSON and any(
            gone.kind == "plan" and gone.value == one.value for gone in now
        )
        is_healed = is_fact and one.kind == "allergy" and "allergy" in over
        is_cast = is_fact and one.kind == "health" and "health" in over
        ends_all = one.mode is Mode.ENDS and one.kind == "health" and not one.value and "allergy" in over
        is_over = is_fact and any(_is_of(one, gone) for gone in (*claims, *now))
        is_said = (one.about, one.kind, one.value, one.mode) in said or (
            is_fact and one.kind == "habit" and any(value in one.value for value in habits)
        )
        if not (is_healed or is_cast or ends_all or is_over or is_said or is_matter):
            yield one


def _is_of(one: Claim, gone: Claim) -> bool:
    """Whether a claim takes what the sentence says to be over for something that is so."""
    is_such = gone.mode is Mode.ENDS and one.kind == gone.kind and one.about == gone.about and bool(gone.value)
    return is_such and one.kind in {"possession", "pet", "likes", "dislikes"} and one.value == gone.value


def unless_replaced(claims: Iterable[Claim]) -> list[Claim]:
    """The claims of a turn; where it tells of something new, how the old ended is not kept by itself."""
    told = [*claims]
    new = any(
        one.mode is Mode.IS
        and one.about == ME
        and one.kind in {"possession", "plan", "pet"}
        and one.confidence >= LIKELY
        for one in told
        if one.type is ClaimType.FACT
    )
    return [replace(one, replaces="") if new and one.mode is Mode.ENDS else one for one in told]
