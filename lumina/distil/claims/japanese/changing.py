"""How life is from now on: another hour, another day of the week, less of it, somebody new in a part, a new thing
of its sort."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from lumina.distil.claims.japanese.phrases import phrase
from lumina.distil.claims.japanese.relations import HUMAN, kind_of
from lumina.distil.claims.japanese.timeless import dated
from lumina.distil.lasting import ONLY_IN_PLACE
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.names import bare_name
from lumina.language.when.reckoning import Found

SURE, LIKELY = 0.8, 0.75
HOUR = r"(?:(?:朝|昼|夕方|夜|晩|午前|午後)の?)?(?:[0-9]{1,2}|[一二三四五六七八九十]{1,2})時(?!間)(?:半|[0-9]{1,2}分)?"
NOW = re.compile(
    r"(?:今|今日|きょう|明日|今週|来週|今月|来月|今年|これ|[0-9]{1,2}月|春|夏|秋|冬)から|(?:今|今で|最近|近頃"
    r"|この頃|このごろ|このところ)は|今や|もう|ようになった|ようにした|ことにした|になった|にした$|でよくなった"
)
DAILY = re.compile(
    rf"(?P<v>(?:{HOUR})(?:頃|ごろ|過ぎ)?(?:まで寝(?:て(?:い)?(?:る|ます|られる)|とる|ちょる)|(?:に)?(?:起き"
    r"|寝)(?:(?=$|、|。|に|の|で|だ)|る|て(?:い)?(?:る|ます)|とる|ます))"
    r"|(?:毎朝|毎晩|毎日)[^、。]{2,20}(?:る|ます))"
)
CHANGED_TO = (
    r"(?:に|へ)(?:変(?:わ|え)|かわ|かえ|変更|移(?:っ|る|り|し|す)|な(?:る|った|りま)|ず(?:れ|ら)|切り替|繰り上げ"
    r"|繰り下げ|早め|遅らせ|した|しま)"
)
MATTER = r"(?P<what>[^\s、。はがもをに]{1,14}?)(?:の(?:時間|日|曜日|日程))?(?:(?:は|が|も|を)、?|、)"
ANOTHER_HOUR = re.compile(rf"(?:^|[、。]){MATTER}(?:[^、。]{{0,10}}から、?)?(?P<v>{HOUR}){CHANGED_TO}")
ANOTHER_DAY = re.compile(
    rf"(?:^|[、。]){MATTER}(?:[^、。]{{0,12}}(?:から|より)、?)?(?:毎週)?(?P<v>[月火水木金土日])曜?日?(?:の(?:朝|昼"
    rf"|夕方|夜|晩))?{CHANGED_TO}"
)
WEEKLY = re.compile(
    r"^(?P<what>[^\s、。はがもを]{2,12})は(?:いつも)?毎週(?P<v>[月火水木金土日])曜日?(?:の(?P<part>朝|夕方|夜"
    r"|晩))?(?:$|です|だ|に(?:ある|やって|通って|行って))"
)
WEEKLY_SO = re.compile(
    r"^(?:毎週|(?=[^、。]{1,10}(?:いつも|決まって)))(?P<v>[月火水木金土日])曜日?(?:の(?P<part>朝|夕方|夜|晩))?"
    r"(?:は|が)(?:いつも|決まって)?(?P<what>[^\s、。はがもをにで]{2,12}?)"
    r"(?:$|です|だよ|だ$|がある|があります|の日)"
)
FROM_NOW_ON = re.compile(
    r"(?:[今来先](?:月|週|年度?|学期)|[0-9]{1,2}月|[春夏秋冬]|新年度|新学期|今度)から[^。]{0,14}?[月火水木金土日]曜日?"
    r"(?:の(?:朝|昼|夕方|夜|晩|午[前後]))?(?:に|へ)(?:変わ|移|なっ|なり|変更|ずれ)"
)
"""That something is on another day of every week from some time on."""
OF_A_DAY = frozenset({"plan", "event"})
LESS = re.compile(
    r"(?P<v>[^\s、。はがもを]{1,10}(?:は|を)(?:1日|一日|週|毎日|毎晩)?(?:に)?(?:[0-9]+"
    r"|[一二三四五六七八九十])(?:杯|本|箱|缶|個|枚|合|回))に(?:した|しました|減らし|する(?:ことに|$)|抑え|とどめ)"
)
MOVED_ON = re.compile(
    r"^(?:.*、)?(?P<what>[^\s、。はがも0-9]{1,14}?)(?:の(?:日|日程|予定))?(?:は|が|も)、?(?:[^。]*?)$"
)
MOVES = re.compile(
    r"^(?:の?(?:同じ時間|朝|午前|午後|夜))?(?:に|へ|まで)(?:ずれ(?:た|ま|て|込)|ずらし|繰り(?:上|下)げ|繰り(?:上"
    r"|下)が|前倒し|後ろ倒し|早まっ|先送り|持ち越し|(?:変更に)?(?:しました$|した$|なりました$|なった$))"
)
PART = (
    r"(?:主治医|担当医|担当|担任|トレーナー|コーチ|インストラクター|上司|部長|課長|係長|店長|所長|大家(?:さん)?"
    r"|家庭教師|ケアマネ(?:ージャー)?|ヘルパー(?:さん)?|カウンセラー|先生|師匠|監督)"
)
CALLED = r"(?P<name>[一-龠々ァ-ヶー]{2,8}?)(?:さん|先生|コーチ|くん|君|課長|部長|店長|所長)?"
NEW_ONE = (
    re.compile(
        rf"(?:^|[、。のはが])(?P<who>{PART})(?:が|は)(?:[^、。に]{{2,12}}から、?)?{CALLED}に(?:変わ|かわ|代わ|替わ"
        r"|交代|なった|なりま)"
    ),
    re.compile(
        rf"(?:新しい|今度の|次の)(?P<who>{PART})(?:は|が|、){CALLED}(?:$|です|だ|という|って|に(?:なった|なりま"
        r"|決まっ))"
    ),
)
NO_ONE = re.compile(r"^(?:男性|女性|若手|別|新人|次|他|今度|先生|部長|課長|係長|店長|主任|[一-龠]性|ベテラン)$")
NEW_SORT = re.compile(
    r"(?:新しい|今度の|次の)(?P<sort>車|クルマ|スマホ|携帯|自転車|パソコン|冷蔵庫|洗濯機|テレビ|バイク)"
    r"|(?P<bought>車|クルマ|スマホ|携帯|自転車|バイク)を(?:買(?:った|い替え)|買いました|買うことに)|(?P<came>納車"
    r"|機種変)"
)
MAKE = re.compile(
    r"^(?:中古の|新車の|新品の|[白黒赤青銀緑茶紺灰]い?の?|シルバーの|ピンクの|ベージュの"
    r"|色は[^、。]{1,5}で)*(?P<v>(?:[A-Za-zァ-ヶー0-9-]|の(?=[ァ-ヶA-Z])){2,14}"
    r"|[一-龠ぁ-ん]{2,8}製の[^、。]{2,8})(?:$|です|だよ|だ$|にした|を(?:買|選))"
)
WEIGHT = re.compile(
    r"体重(?:が|は|も)?(?:[^、。0-9]{0,8})(?P<v>[0-9]{2,3}(?:\.[0-9])?) ?(?:キロ|kg)(?:まで|に)(?:落ち|減|下が"
    r"|増え|なっ|なり|戻)"
)
RENAMED = re.compile(
    r"(?:名字|苗字|姓|籍|結婚|離婚|旧姓)[^。]*?(?:今は|これからは|いまは|今日から|本日から"
    r"|で、)(?P<v>[一-龠々]{2,4}[一-龠々ぁ-んァ-ヶ]{1,4}?)(?:です|だよ|に(?:なった|なりました)|と申します"
    r"|といいます|$)"
)
UNREAL = re.compile(
    r"(?:たら|れば)(?:いい|よい|な|$)|かも|らしい$|つもり|たい(?:$|な|けど|です)|よう(?:か|と思)|かな$|だろう"
    r"|でしょう|ば(?:いい|よかった)|夢"
)
LONG_AGO = timedelta(days=150)
"""A day so long ago, without its year, is the next one of its number."""

AGE = re.compile(
    r"(?:^|、|。)(?:(?:私|俺|僕|わし|うち)(?:も|は|、)?)?(?:今日|本日|昨日|きょう|きのう|おととい|今月|先月"
    r"|先週)(?:で|、|から)?、?(?P<v>[1-9][0-9])(?:歳|才)?(?:に(?:なった|なりました|なってもうた|なっちゃった)|$)"
)


OTHERS = re.compile(rf"(?:{HUMAN}|さん|ちゃん|くん)(?:が|は|も|の)")
"""Somebody else has, or does, what is told of."""


def changes(
    text: str,
    found: Sequence[Found],
    at: datetime,
    context: str,
    mine: bool,
    own: bool,
) -> Iterator[Claim]:
    """What is so from now on; `context` is the sentence before it, which may be about the speaker (`mine`), or what the
    speaker states of whomever (`own`)."""
    if UNREAL.search(text):
        return
    if own:
        yield from _of_people(text)
    if mine:
        yield from _of_times(text)
        yield from _of_days(text, found, at)
        yield from _of_things(text, context)


def but_weekly(claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims without a day for what is on a day of every week from now on."""
    for one in claims:
        has_day = one.type is ClaimType.LOOP or (one.type is ClaimType.FACT and one.kind in OF_A_DAY)
        if not (has_day and FROM_NOW_ON.search(one.text)):
            yield one


def _claim(
    kind: str,
    value: str,
    text: str,
    mode: Mode = Mode.IS,
    *,
    about: str = ME,
    sure: float = LIKELY,
    replaces: str = "",
    since: Day | None = None,
) -> Claim:
    return Claim(ClaimType.FACT, about, kind, value, text, sure, mode, since=since, replaces=replaces)


def _of_times(text: str) -> Iterator[Claim]:
    """At another hour, on another day of the week, or less of it."""
    if NOW.search(text):
        yield from (_claim("habit", match["v"], text) for match in DAILY.finditer(text))
    for pattern, behind in ((ANOTHER_HOUR, ""), (ANOTHER_DAY, "曜")):
        if (match := pattern.search(text)) and (what := phrase(match["what"])):
            yield _claim("habit", f"{what}は{match['v']}{behind}", text, sure=ONLY_IN_PLACE, replaces=what)
    if (weekly := WEEKLY.search(text) or WEEKLY_SO.search(text)) and (what := phrase(weekly["what"])):
        part = f"の{weekly['part']}" if weekly["part"] else ""
        yield _claim("habit", f"{what}は毎週{weekly['v']}曜{part}", text, sure=SURE)
    if less := LESS.search(text):
        yield _claim("habit", less["v"], text)
    if weight := WEIGHT.search(text):
        yield _claim("health", f"体重 {weight['v']}キロ", text, replaces="体重")
    if name := RENAMED.search(text):
        yield _claim("name", name["v"], text, sure=SURE)
    if age := AGE.search(text):
        yield _claim("age", f"{age['v']}歳", text, sure=SURE)


def _of_days(text: str, found: Sequence[Found], at: datetime) -> Iterator[Claim]:
    """What has slipped to another day, which is to come, though the verb is of the past."""
    for one in found:
        ahead = not timedelta() < at.date() - one[1] < LONG_AGO
        matter = MOVED_ON.match(text[: one[3]]) if ahead and MOVES.match(text[one[4] :]) else None
        if matter and (what := phrase(matter["what"])):
            yield _claim("event", f"{what}（{dated(one)}）", text, sure=SURE, replaces=what)
            yield _claim("plan", what, text, Mode.ENDS)
            return


def _of_people(text: str) -> Iterator[Claim]:
    """Who is the speaker's trainer, doctor or boss from now on."""
    match = next((found for one in NEW_ONE if (found := one.search(text))), None)
    if match and not NO_ONE.match(match["name"]):
        name, part = bare_name(match["name"]), match["who"].removesuffix("さん")
        yield Claim(ClaimType.PERSON, ME, part if kind_of(part) else "", name, text, LIKELY)
        yield _claim("friend", f"{name}（{part}）", text)


def _of_things(text: str, context: str) -> Iterator[Claim]:
    """The make of what is new, told behind its sort: 新しい車が来た。青いフィット."""
    new = None if OTHERS.search(context) else NEW_SORT.search(context)
    if new and (make := MAKE.match(text.rstrip("。!"))):
        sort = new["sort"] or new["bought"] or ("スマホ" if new["came"] == "機種変" else "車")
        yield _claim("possession", make["v"], f"新しい{sort}は{text}")
