"""Another job, told in pieces over the sentences of a turn: at which company, as what and from when, that one gives
notice, and that the first day has come."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.japanese.phrases import PLACES, job, phrase
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.distil.claims.japanese.settled import BESIDE
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.japanese import morphemes
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.reckoning import reckoned

OFFER = re.compile(
    r"内定(?!式|者)|採用(?:され|が?決ま|通知|になっ|もら)|(?:転職|就職|再就職)(?:先)?(?:が|は|も)?、?(?:やっと|無事|ついに)?決ま"
    r"|(?:新しい|次の)(?:仕事|会社|職場|勤め先)(?:が|は|も)?、?(?:やっと|無事|ついに)?(?:決ま|見つか)|入社(?:が決ま|することに)"
)
NO_OFFER = re.compile(
    r"内定(?:が|は|も)?(?:まだ|ない|なし|取り?消|辞退|断|出な|もらえな|欲しい|ほしい)|採用(?:され|に)?な|決まら|決まって(?:い)?な|落ち|不採用|たら|れば"
    r"|(?:友達|友人|親友|同僚|先輩|後輩|さん|ちゃん|くん|君|兄|姉|弟|妹|父|母|夫|妻|嫁|旦那|娘|息子|彼氏|彼女)(?:が|は|も|の)[^。!]*(?:内定|採用|転職|就職|異動|転勤|決ま)"
)
FIRM = r"(?:株式会社|有限会社|合同会社)[^\s、。!はがをに]{1,14}?|[^\s、。!はがをに]{1,14}?(?:株式会社|有限会社)"
SO_CALLED = (
    r"(?:って|という|っていう|ていう)(?:とこ|ところ|所|会社|企業|メーカー|店|お店|病院|事務所|施設|工場|ベンチャー)"
)
EMPLOYER = (
    re.compile(
        rf"(?P<v>{FIRM})(?={SO_CALLED}|の|で|に|から|$|、|です|だ|って)(?:{SO_CALLED})?(?:の、?(?P<job>[^\s、。!]{{2,16}}?)(?:職|担当|の仕事)?(?:です|だよ|だって|だ|で|として|$|、))?"
    ),
    re.compile(
        rf"(?P<v>[^\s、。!はがを]{{2,16}}?){SO_CALLED}(?:の、?(?P<job>[^\s、。!]{{2,16}}?)(?:職|担当|の仕事)?(?:です|だよ|だって|だ|で|として|$|、))?"
    ),
    re.compile(
        r"(?P<v>[^\s、。!はがを]{2,16}?)(?:から(?:の)?(?:内定|採用)|に(?:内定|採用|転職(?:が)?決ま|就職(?:が)?決ま|入社|決ま))(?P<job>)"
    ),
)
STARTS = re.compile(r"から|入社|スタート|始ま|付け|初出勤|に決")
AS = re.compile(
    r"(?:職種|仕事|仕事内容|ポジション|役職|配属)は、?(?P<v>[^\s、。!]{2,16}?)(?:です|だよ|だって|だ|なんだ|$|、)|(?P<w>[^\s、。!はがを]{2,14}?)として"
)
NOTICE = re.compile(
    r"(?:[^\s、。!はが]{1,8}に)(?:も|は)?、?(?:今日|昨日|さっき|ついに|やっと|とうとう)?(?:会社|仕事|店)?(?:を)?(?:辞め|やめ|退職)(?:る|ます|し(?:ます|たい)|たい)"
    r"(?:って|と|ことを|旨を?)、?(?:言って(?:き|やっ)|言っ(?:た|ちゃ)|伝え(?:た|て|まし)|話し(?:た|て)|切り出し|申し出|報告し)"
    r"|(?:退職届|退職願|辞表)(?:を|は|も)?、?(?:もう|やっと|ついに)?(?:出し(?:た(?!い|ら)|て(?:き|しま)|まし)|提出し|書いて出し|受理)"
)
SOMEBODY = re.compile(
    r"(?:さん|ちゃん|くん|君|友達|友人|親友|同僚|先輩|後輩|兄|姉|弟|妹|父|母|夫|妻|嫁|旦那|娘|息子|彼氏|彼女)(?:が|は|も)"
)
BEGUN = re.compile(
    r"(?:今日|本日|昨日|今朝|今週|今月|先週|先月|[0-9]{1,2}日)(?:から|付けで)(?:は|、)?(?:、)?(?:いよいよ|ついに)?(?:新しい|新)(?:職場|会社|仕事|勤め先)"
    r"|(?:新しい|新)(?:職場|会社|勤め先)(?:で|に|の|、)?(?:は|の|も)?(?:今日|昨日|本日)?(?:が|、)?(?:の)?(?:初日|初出勤|一日目|働き始め|入社し|出勤し(?:た|て))"
    r"|(?:今日|本日|昨日)(?:が|は|から)?(?:、)?(?:入社(?:日|式)?(?:だ|で|し)|初出勤)"
)
LAST_DAY = re.compile(
    r"(?:今日|本日|昨日|先週|[0-9]{1,2}日)(?:が|で|は)(?:、)?(?:会社の|仕事の)?(?:最終(?:出社|出勤)日?|最後の(?:出勤|出社))(?:日)?(?:だ|で|に|$|、)"
)
LEFT_FOR = re.compile(
    r"(?:^|[、。はも])(?:もう|先月で|今月で|結局)?(?P<old>[^\s、。!はが]{1,14}?)(?:は|を|も)?、?(?:もう|先月|先月で|とっくに)?(?:辞め|やめ|退職し)て(?:いて)?、?(?:今は|いまは|もう|今)?"
    r"(?P<v>[^\s、。!はが]{2,16}?)(?:で|に)(?:働|勤|お世話に)"
)
WHERE = re.compile(
    r"(?:会社|職場|勤め先|勤務先|仕事場|事務所|オフィス|本社|支社|店|バイト先|パート先)(?:は|が|も|って|の場所|、)"
)
WAITING = re.compile(r"たら|れば|かも|ない(?:で|$)|たい$|[??]$")
QUITS = "仕事を辞める"
SURE, UNDATED = 0.8, 0.6


def hired(told: Sequence[Sentence], at: datetime) -> Iterator[Claim]:
    """What a turn says of the speaker's next job; the old one goes with the new one's first day."""
    stated = [one.text for one in told if not WAITING.search(one.text)]
    whole = "!".join(stated)
    if OFFER.search(whole) and not NO_OFFER.search(whole):
        yield from _offered(stated, at)
    for text in stated:
        if not SOMEBODY.search(text):
            yield from _changes(text, at)


def _offered(stated: Sequence[str], at: datetime) -> Iterator[Claim]:
    begins = next((day for text in stated if STARTS.search(text) and (day := _day(text, at, ahead=True))), None)
    for text in stated:
        match = next((match for one in EMPLOYER if (match := one.search(text)) and _firm(match["v"])), None)
        if match is None:
            continue
        yield _fact("workplace", _firm(match["v"]), text, begins)
        as_what = (match["job"] or "").strip()
        if as_what and (job(as_what) or phrase(as_what) == as_what):
            yield _fact("job", as_what, text, begins)
        break
    for text in stated:
        if (match := AS.search(text)) and (as_what := phrase(match["v"] or match["w"])):
            yield _fact("job", as_what, text, begins)


def _firm(called: str) -> str:
    value = re.sub(r"^(?:から|まで|より|今度|次は|次|の|新しい会社は)+", "", phrase(called) or called)
    is_one = re.search(FIRM, value) or (
        phrase(called) == called and not re.search(r"希望|第[一二三]|本命|無事|最初", value)
    )
    return value if is_one and not is_only_where(value) else ""


def _changes(text: str, at: datetime) -> Iterator[Claim]:
    today = Day(at.date())
    if NOTICE.search(text):
        yield Claim(ClaimType.FACT, ME, "plan", QUITS, text, SURE)
    if BEGUN.search(text):
        begun = _day(text, at, ahead=False) or today
        yield Claim(ClaimType.FACT, ME, "workplace", "", text, SURE, since=begun)
        yield Claim(ClaimType.FACT, ME, "job", "", text, SURE, since=begun)
        yield Claim(ClaimType.FACT, ME, "plan", QUITS, text, SURE, Mode.ENDS, until=begun)
    if LAST_DAY.search(text):
        last = _day(text, at, ahead=False) or today
        for kind, value in (("workplace", ""), ("job", ""), ("plan", QUITS)):
            yield Claim(ClaimType.FACT, ME, kind, value, text, SURE, Mode.ENDS, until=last)
    match = LEFT_FOR.search(text)
    if match and phrase(match["old"]) and (new := phrase(match["v"])):
        yield Claim(ClaimType.FACT, ME, "workplace", phrase(match["old"]), text, SURE, Mode.ENDS)
        yield Claim(ClaimType.FACT, ME, "workplace", new, text, SURE)


def _day(text: str, at: datetime, *, ahead: bool) -> Day | None:
    found = [Day(one[0], one[2]) for one in reckoned(moments_in_japanese, text, at)]
    return next((one for one in found if (one.first > at.date()) is ahead), None)


def _fact(kind: str, value: str, text: str, begins: Day | None) -> Claim:
    return Claim(ClaimType.FACT, ME, kind, value, text, SURE if begins else UNDATED, since=begins)


def is_only_where(value: str) -> bool:
    """Whether it names no more than a place: 大宮, 新宿の方."""
    words = morphemes(re.sub(r"の?(?:方|ほう|あたり|辺り|近く|駅前|駅)$", "", value))
    places = ["地名" in word.part or word.surface in PLACES for word in words]
    link = [
        word.surface in {"の", "市", "区", "町", "村", "県", "府", "都", "駅", "東", "西", "南", "北"} for word in words
    ]
    return any(places) and all(one or other for one, other in zip(places, link, strict=True))


def beside_the_known(claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims; a place said of where one works is where it is, and takes the place of no employer."""
    for one in claims:
        is_job = (
            one.type is ClaimType.FACT and one.kind in {"job", "workplace"} and one.mode is Mode.IS and bool(one.value)
        )
        is_work = is_job and one.kind == "workplace"
        is_second = is_job and not one.replaces and bool(BESIDE.search(one.text))
        is_place = is_work and not one.replaces and bool(WHERE.search(one.text)) and is_only_where(one.value)
        yield replace(one, replaces=one.value) if is_place or is_second else one


def but_read_so(claims: Iterable[Claim], new: Sequence[Claim]) -> Iterator[Claim]:
    """The claims without what was made otherwise of a sentence that tells of the new job."""
    texts = {(one.text, one.kind) for one in new if one.value}
    texts |= {(one.text, "event") for one in new if one.value == QUITS}
    values = {one.value for one in new if one.kind in {"workplace", "job"} and one.value}
    for one in claims:
        again = one.type is ClaimType.FACT and one.about == ME and (one.text, one.kind) in texts
        of_it = one.type in {ClaimType.LOOP, ClaimType.FACT} and one.kind in {"", "event", "plan"}
        if not again and not (of_it and any(value in one.value or one.value in value for value in values)):
            yield one
