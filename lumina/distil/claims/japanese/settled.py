"""Where somebody lives, or works, from now on: of whom it is told, by a name, or by the sentence before; and that a
shop of one's own is closed for good."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from lumina.distil.claims.japanese.changing import LIKELY, SURE, UNREAL
from lumina.distil.claims.japanese.no_more import likely
from lumina.distil.claims.japanese.phrases import phrase, place
from lumina.known import ME, Claim, ClaimType, Day, Mode

SETTLED = re.compile(
    r"(?P<v>[^\s、。!はがをに]{2,14}?)(?:に|へ)、?(?:[^、。]{0,10}?(?:で|て)、?)?"
    r"(?:引っ?越(?:し(?:て(?:き|い[きっ]))?(?:た(?!い|ら)|まし|ちゃ)|してい[きっ])|越して(?:き|い[きっ])(?:た|まし)|越し(?:た|まし)|転居し(?:た|まし)|移り住(?:んだ|みまし)"
    r"|移住し(?:た|まし))"
)
HOME_AGAIN = re.compile(
    r"(?:実家|地元|故郷|田舎)(?:に|へ)、?(?:戻|帰)って(?:き(?:た|まし)|(?:暮らし|住))|(?:実家|地元|故郷)(?:に|へ)(?:戻りました|戻った)"
)
TOGETHER = re.compile(r"(?:たち|達|一家|夫婦|んち|家族)$")
WORK = r"(?P<v>[^\s、。!はがをに]{2,14}?)"
PLACE_OF_WORK = re.compile(
    r"(?:所|署|社|店|院|校|園|庁|局|場|クラブ|センター|ホーム|農協|銀行|カフェ|スーパー|事務所|役場|学校|学童|塾|屋|館|組合|ホテル|会社|コンビニ)$"
)
FIRST_DAY = re.compile(
    rf"(?:今日|本日|きょう|昨日)(?:が|は|から|、)、?{WORK}(?:の(?:仕事の)?(?:勤務|出勤|仕事)?初日|に初出勤|で(?:の)?(?:勤務|仕事|パート|バイト)?(?:働き始め|勤め始め|初日|開始|始ま|スタート))"
    rf"|(?:今日|本日|きょう|昨日|今週|今月|先週|先月|[0-9]{{1,2}}月)から、?{WORK.replace('<v>', '<w>')}"
    r"(?:で|に)、?(?:[^、。]{0,8}として)?(?:働|勤|お世話に|パート|バイト|出勤)"
)
BESIDE = re.compile(
    r"副業|掛け?持ち|かけもち|(?:土日|週末|休日|夜)(?:だけ|は|に|の)|でも、?(?:バイト|パート|働)|[0-9一二三]日だけ|短期|単発"
)
WORK_OF = re.compile(
    r"(?:転職|就職|再就職|異動|転勤)(?:が|は|も)?(?:決ま|し(?:た|まし|て)|にな)|仕事(?:を|が)(?:変え|変わ)|(?:会社|仕事|職場)を(?:辞め|やめ)"
)
CHANGED_WORK = re.compile(
    r"(?:転職し(?:た|まし|て)|仕事を変え(?:た|まし)|(?:会社|仕事|職場)を(?:辞め|やめ)(?:た|まし|て))(?!ら|い)"
)
THEN = re.compile(
    rf"^(?:(?:今|いま)は|(?:今|来|先)月から(?:は)?、?|(?:次|今度)は|[0-9]{{1,2}}月から(?:は)?)、?{WORK}(?:です|だよ|だって|だそうです|なんだ|$|(?:で|に)(?:働|勤))"
)
CLOSED = re.compile(
    r"(?P<v>[^\s、。!はがもを]{0,12}?(?:店|屋|教室|食堂|医院|工場|商店|サロン|文具|事業|商売|旅館|民宿|塾))(?:は|を|も|が)、?"
    r"(?:[^、。]{0,10}(?:で|に)、?)?(?P<how>店を閉め|畳(?:ん|み)|たた(?:ん|み)|閉店し|廃業し|店じまいし|閉じ|閉め)(?:た(?!い|ら)|だ|まし|ちゃ|じゃ)"
)
FOR_GOOD = re.compile(r"畳|たた|廃業|店じまい|[0-9]{1,2}月で|年で|先月で|今月で|本日|店を閉め|[0-9]+年")


def settled(text: str, context: str, today: date, whom: Callable[[str], str], mine: bool) -> Iterator[Claim]:
    """The claims; `context` is the sentence before it, `whom` tells of whom one speaks."""
    if UNREAL.search(text) or re.search(r"[??]$", text):
        return
    about = whom(text)
    if (moved := SETTLED.search(text)) and (home := place(moved["v"])) and about != ME:
        yield Claim(ClaimType.FACT, about, "home", home, text, SURE)
    elif about == ME and mine and HOME_AGAIN.search(text):
        yield Claim(ClaimType.FACT, ME, "home", "", text, LIKELY, Mode.ENDS)
    yield from _of_work(text, context, today, about, whom, mine)
    closed = CLOSED.search(text) if mine else None
    if closed and FOR_GOOD.search(text) and not re.search(r"早め|早く|時に", text):
        yield from (Claim(ClaimType.FACT, ME, kind, "", text, LIKELY, Mode.ENDS) for kind in ("job", "workplace"))
        yield Claim(ClaimType.FACT, ME, "plan", "店を閉める", text, LIKELY, Mode.ENDS)


def _of_work(
    text: str, context: str, today: date, about: str, whom: Callable[[str], str], mine: bool
) -> Iterator[Claim]:
    if about != ME and CHANGED_WORK.search(text):
        yield from (Claim(ClaimType.FACT, about, kind, "", text, LIKELY, Mode.ENDS) for kind in ("workplace", "job"))
    of = whom(context) if WORK_OF.search(context) else ME
    if of != ME and (then := THEN.search(text)) and (at := phrase(then["v"])):
        kind = "workplace" if PLACE_OF_WORK.search(at) else "job"
        yield Claim(ClaimType.FACT, of, kind, at, text, LIKELY)
    first = FIRST_DAY.search(text) if mine and about == ME else None
    at = phrase(first["v"] or first["w"]) if first else ""
    if at and PLACE_OF_WORK.search(at) and not BESIDE.search(text):
        yield likely("job", ME, text)
        yield Claim(ClaimType.FACT, ME, "workplace", at, text, SURE, since=Day(today))


def as_one(claims: Iterable[Claim], names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims; what is told of somebody with theirs (由佳たち) is told of them."""
    told = [*claims]
    known = {*names, *(one.value for one in told if one.type is ClaimType.PERSON)}
    for one in told:
        alone = TOGETHER.sub("", one.about)
        if one.type is ClaimType.PERSON and (stem := TOGETHER.sub("", one.value)) != one.value and stem in known:
            continue
        yield replace(one, about=alone) if alone != one.about and alone in known else one


def but_of_others(claims: Iterable[Claim], now: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence, without the speaker's move, or work, that is somebody else's."""
    others = [one for one in now if one.about != ME and one.kind in {"home", "workplace", "job"} and one.value]
    for one in claims:
        same = one.about == ME and any(other.kind == one.kind and other.value in one.value for other in others)
        of_move = one.about == ME and one.kind in {"event", "home", "plan"} and re.search("引っ?越", one.value)
        if not same and not (of_move and any(other.kind == "home" for other in others)):
            yield one
