"""What is over by any verb that says so, under whatever kind it was told: a contract, a band, a journey for which
another is made, what an operation was for, what one likes by now."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from lumina.distil.claims.japanese.changing import LIKELY, SURE, UNREAL
from lumina.distil.claims.japanese.phrases import phrase, place
from lumina.distil.claims.japanese.relations import HUMAN
from lumina.distil.lasting import LIKELY_OVER, ONLY_IN_PLACE
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.when.reckoning import Found

OTHERS = re.compile(rf"(?:{HUMAN}|さん|ちゃん|くん|先生|先輩|の人|客|社長)(?:が|は|も|の)")
"""Somebody else gives up, or has, what is told of."""

WHAT = r"(?P<v>[^\s、。!はがもをにへの]{2,14}?(?:の[^\s、。!はがもをにへの]{1,10}?)?)"
TURNS = (
    r"(?:、|もう|やっぱり?|やっぱ|結局|ついに|とうとう|先月で|今月で|昨日で"
    r"|今日で|[^、。]{1,12}(?:なくて|から|ので|て|で)、?)*"
)
DONE = r"(?:た(?!い|ら|の[はが]|人|時|とき)|まし|ちゃ|ちま|ます$|ることに|とく|ておく|ときます)"
BY_VERB = re.compile(
    rf"(?:^|[、。はが]|から|ので){WHAT}(?:(?:は|を|が|も|から|って)、?|、|(?=解約|退会|脱退|解散)){TURNS}"
    rf"(?:(?:解約|退会|脱退|解散|断念|引退|卒業)(?:し(?:{DONE}|て)|す(?:る(?:$|ことに)))|抜け(?:{DONE}|る(?:$|ことに))"
    rf"|(?:中止|取り?やめ|とりやめ|キャンセル|白紙|終わり|おしまい|やめ)に(?:し|な(?:っ|り))(?:{DONE}|て)"
    rf"|(?:やめ|辞め|諦め|あきらめ|見送|見送っ|見合わせ){DONE}|枯れ(?:た|て|まし|ちゃ))"
)
ENDED_SO = ("hobby", "habit", "plan", "event", "possession")
CALLED_OFF = re.compile(r"(?:中止|取り?やめ|とりやめ|キャンセル|白紙)に")
"""Of what is so, one day is off, and not what one goes to on other days."""

DRY = re.compile(
    r"(?<![一-龠])(?:お?酒|アルコール)(?:は|を|も)?(?:しばらく|当分|もう|一切|いっさい|今日から|平日は|家では|、)*(?:飲まない(?:ことに|$|よ|と決め)|飲むのを?(?:は)?やめ|やめ(?:た|ました|ることに)|断(?:った|つことに)|控えることに)|(?:禁酒|断酒|休肝日)(?:し|を始め|することに|を作)"
)
DRINKS = (
    "チューハイ",
    "ビール",
    "ハイボール",
    "ワイン",
    "焼酎",
    "日本酒",
    "晩酌",
    "ウイスキー",
    "缶酎ハイ",
    "発泡酒",
    "酎ハイ",
    "サワー",
    "ストロング",
)
"""Who drinks no more drinks none of these."""

NOT_NAMED = re.compile(
    r"^(?:それ|これ|あれ|もの|こと|会社|仕事|学校|考える|今日|明日|昨日|今回|話|無理|全部|みんな|途中|先生|生徒|大学|高校|中学|[0-9].*|.*(?:歳|年|月|日|時|人|たち|さん|くん|ちゃん))$"
)
INSTEAD = re.compile(
    r"(?:^|[、。])(?P<old>[^\s、。はがもをに]{2,12}?)(?:(?:行き|旅行|へ行くの|に行くの)?(?:は|を)?やめ(?:に)?(?:し)?て"
    r"|(?:は|を)?(?:取りやめ|変更し|あきらめ)て|(?:じゃ|では)なくて?|の(?:代わり|かわり)に)、?(?:[^、。]{0,8}、)?"
    r"(?P<new>[^\s、。はがもをに]{2,14}?)(?P<do>(?:に|へ)行(?:く|き)[^、。]*|に(?:し(?:た|まし)|する(?:$|こと)|な(?:った|りまし)|変え)[^、。]*)"
)
WHEN = (
    r"(?:(?:来年|今年)の?)?"
    r"(?:[0-9]{1,2}月(?:[0-9]{1,2}日)?|[0-9]{1,2}日|来週|来月|今月|今週|春|夏|秋|冬)(?:いっぱい|末)?"
)
OTHER_DAY = re.compile(
    rf"(?:^|[、。]){WHEN}(?:は|を)?(?:やめ(?:に)?(?:し)?て|じゃなくて?|の予定だったけど)、?(?P<day>{WHEN})(?:に|で)(?P<v>[一-龠][一-龠ぁ-ん]{{1,8}}?)"
    r"(?:ます|ることに(?:した|しました)|る)$"
)
TASTE = r"(?P<v>[^\s、。!はがもをに]{1,14}?)(?:は|が|も|を|って|、|に|(?=食べ|飲め|飲ま))"
NOW_FOND = re.compile(
    rf"(?:^|[、。]|は){TASTE}(?:、|今では?|最近|だいぶ|ちょっと|すっかり|けっこう)*"
    r"(?:(?:食べ|飲め|飲ま|呑め)?(?:られ|れ)?るようにな(?:った|りまし|っちゃ|ってき(?:た|まし))|好きにな(?:った|りまし|っちゃ)|平気にな(?:った|りまし)"
    r"|(?:ハマ|はま)(?:った|って|りまし|っちゃ)|大好物)"
)
NOW_TIRED = re.compile(
    rf"(?:^|[、。]|最近は?){TASTE}(?:、|今では?|最近|だいぶ|ちょっと|すっかり|もう)*"
    r"(?:(?:飲み|食べ|見|やり|行き|聴き|読み)たいと思わな(?:く|い)|(?:飲|食べ(?:ら)?|見(?:ら)?)(?:め|れ)なくな(?:った|りまし)"
    r"|飽き(?:た|ちゃ|まし|て)|嫌いにな(?:った|りまし)|苦手にな(?:った|りまし)|受け付けなくな|冷めた)"
)
OPERATED = re.compile(
    r"(?:(?P<side>右|左|両)の?)?(?P<v>[^\s、。!はがもをの右左両]{1,8}?)の?(?:手術|オペ|治療)(?P<too>は|が|も|を|、)?(?:、|両方とも|[0-9]回目|無事|無事に|やっと|ようやく|全部|ぜんぶ|今日|昨日)*"
    r"(?:(?:終わ|おわ)(?:った|りまし|って)|済(?:んだ|みまし|んで)|成功(?:し|です|だ)|受けてきまし)"
)
OPERATED_BEFORE = re.compile(
    r"^(?:やっと|無事)?(?:終わ|おわ)(?:った|りました)、(?:(?P<side>右|左|両)の?)?(?P<v>[^\s、。!はがもをの]{1,8}?)の?(?:手術|オペ)(?P<too>も)?"
)
PULLED = re.compile(
    r"(?P<v>親知らず|虫歯)(?:を|は|が|、)?(?:やっと|無事)?(?:抜い(?:た|て(?:き|もら))|抜きまし|抜け(?:た|まし))"
)
AILING = {
    "目": "白内障 緑内障 網膜剥離 斜視",
    "膝": "半月板 膝 靭帯 変形性膝関節症",
    "腰": "ヘルニア 脊柱管狭窄症 腰",
    "肩": "腱板断裂 肩",
    "股関節": "股関節",
    "お腹": "胆石 盲腸 虫垂炎 ポリープ 鼠径ヘルニア",
    "心臓": "狭心症 不整脈 弁膜症",
}
"""What an operation of a part of the body is for."""


def no_more(text: str, found: Sequence[Found], today: date, whom: Callable[[str], str], mine: bool) -> Iterator[Claim]:
    """What a sentence says to be over, or to be otherwise; `whom` tells of whose body it speaks; it may be about the
    speaker (`mine`)."""
    if UNREAL.search(text) or re.search(r"[??]$", text):
        return
    yield from _of_operations(text, whom(text))
    other = INSTEAD.search(text)
    mine = mine or bool(other and place(other["old"]))
    if mine and not OTHERS.search(text):
        yield from _of_other_days(text, found, today)
        yield from _of_tastes(text)
        yield from _of_what_is_named(text)


def _claim(kind: str, value: str, text: str, mode: Mode = Mode.ENDS, sure: float = SURE, told: str = "") -> Claim:
    return Claim(ClaimType.FACT, ME, kind, value, text, sure, mode, replaces=told)


def _of_operations(text: str, about: str) -> Iterator[Claim]:
    """What it was for; of one eye it does not end what both have."""
    if pulled := PULLED.search(text):
        yield Claim(ClaimType.FACT, about, "health", pulled["v"], text, LIKELY, Mode.ENDS, replaces=pulled.group())
    match = OPERATED.search(text) or OPERATED_BEFORE.search(text)
    if not match:
        return
    both = match["side"] == "両" or match["too"] == "も" or "両" in text or not match["side"]
    for ailing in AILING.get(match["v"], match["v"]).split():
        value = ailing if both else f"{match['side']}{match['v']}の{ailing}"
        yield Claim(ClaimType.FACT, about, "health", value, text, LIKELY, Mode.ENDS, replaces=text.rstrip("。!"))


def _of_what_is_named(text: str) -> Iterator[Claim]:
    """What is given up, by any verb; and what is done, or had, in its place."""
    if (other := INSTEAD.search(text)) and not NOT_NAMED.match(other["old"]):
        if "行" in other["do"]:
            yield _claim("plan", f"{other['new']}に行く", text, Mode.IS, LIKELY)
        else:
            yield _claim("plan", other["new"], text, Mode.IS, ONLY_IN_PLACE, told=other["old"])
        yield from (_claim(kind, other["old"], text) for kind in ("plan", "event"))
        return
    if DRY.search(text):
        yield from (_claim("habit", drink, text) for drink in DRINKS if drink not in text)
    match = BY_VERB.search(text)
    if match and (what := phrase(match["v"])) and not NOT_NAMED.match(what):
        kinds = ("plan", "event") if CALLED_OFF.search(match.group()) else ENDED_SO
        yield from (_claim(kind, what, text, sure=LIKELY) for kind in kinds)


def _of_tastes(text: str) -> Iterator[Claim]:
    """What one likes by now, or likes no more."""
    if (fond := NOW_FOND.search(text)) and (what := phrase(fond["v"])):
        yield _claim("dislikes", what, text, sure=LIKELY)
    elif (tired := NOW_TIRED.search(text)) and (what := phrase(tired["v"])):
        yield _claim("likes", what, text, sure=LIKELY)


def _of_other_days(text: str, found: Sequence[Found], today: date) -> Iterator[Claim]:
    """What is done on another day than was told, which the sentence names."""
    match = OTHER_DAY.search(text)
    if match and any(one[0] > today for one in found):
        yield _claim("plan", text[match.start("day") :], text, Mode.IS, told=match["v"])


def likely(kind: str, about: str, text: str) -> Claim:
    """That whatever was told of a kind is likely over: it is asked about."""
    return Claim(ClaimType.FACT, about, kind, "", text, LIKELY_OVER, Mode.ENDS)
