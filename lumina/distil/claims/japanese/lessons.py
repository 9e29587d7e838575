"""What somebody has lessons in: on which day of the week, and what they took up in place of what they had: 習い事、
ピアノからスイミングに乗り換え."""

import re
from collections.abc import Iterator, Mapping

from lumina.distil.claims.japanese.phrases import phrase
from lumina.distil.claims.japanese.placed import whose
from lumina.known import Claim, ClaimType, Mode
from lumina.language.categories import belongs

LEARNT = re.compile(
    r"(?:教室|塾|レッスン|スクール|道場|クラブ|スイミング|水泳|英会話|英語|体操|書道|習字|お?習字|公文|くもん|そろばん|ピアノ|バイオリン|バレエ|ダンス|サッカー|野球"
    r"|空手|剣道|柔道|プール|テニス|卓球|絵画|合気道|リトミック|ヒップホップ|ギター|ヨガ|陶芸|お?茶|お?花|フラ|プログラミング)$"
)
THING = r"[^\s、。!はがもをにので]{1,10}?"
TAKES_UP = (
    r"に(?:(?:乗り|切り)(?:換え|替え|かえ)|鞍替え|変え|替え|変わ|変更|転向|移(?:り|っ|る)|くら替え|スイッチ)"
    r"(?!よう|たい|れば|たら|ないと|るか|ても|られ)"
)
IN_PLACE = re.compile(
    rf"(?:(?P<who>[^\s、。はがもを]{{1,8}})の)?(?P<of>習い事|ならいごと|お稽古|稽古|レッスン|教室)?(?:は|が|も|を|、)*"
    rf"(?:^|(?<=[、。はがもを ])|(?<=習い事))(?P<old>{THING})(?:をやめて|から)、?(?P<new>{THING}){TAKES_UP}"
)
WEEKLY = re.compile(
    r"(?:毎週)?(?P<day>(?:[月火水木金土日]と)*[月火水木金土日])曜日?(?:に|が|は)、?(?P<v>[^\s、。!はがもをにで0-9]{1,10}?)(?:です|だよ|で、|なん(?:です|だ)|、|$|に(?:通っ|行っ)て(?:い)?(?:る|ま)|を習っ)"
)
INTO = re.compile(TAKES_UP)
ONCE = re.compile(r"今週|来週|今度|次の|体験|見学|休み|中止|発表会|試合|大会|[0-9]月|[0-9]日|だった|でした|たい|先週")
SURE = 0.78


def lessons(text: str, about: str, names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims of a sentence that is `about` somebody, or names whose lessons they are; `names` are known."""
    other = IN_PLACE.search(text) if INTO.search(text) else None
    if other:
        about = whose(other["who"], about, names) if other["who"] else about
        old, new = phrase(other["old"]), phrase(other["new"])
        if old and new and (other["of"] or (_is_learnt(old) and _is_learnt(new))):
            yield Claim(ClaimType.FACT, about, "hobby", new, text, SURE, replaces=old)
            yield from (Claim(ClaimType.FACT, about, kind, old, text, SURE, Mode.ENDS) for kind in ("hobby", "habit"))
        return
    if ONCE.search(text):
        return
    for match in WEEKLY.finditer(text):
        if _is_learnt(match["v"]) and (what := phrase(match["v"])):
            yield Claim(ClaimType.FACT, about, "hobby", f"{what}（{match['day']}曜）", text, SURE)


def _is_learnt(what: str) -> bool:
    return bool(LEARNT.search(what)) or belongs(what, "instrument") or belongs(what, "sport")
