"""What one keeps from, or takes no part in for a while: カフェオレ断ち、四日目; バレーは休会の届けを出した."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.changing import SURE, UNREAL
from lumina.distil.claims.japanese.phrases import phrase
from lumina.distil.claims.japanese.relations import HUMAN
from lumina.known import ME, Claim, ClaimType, Mode

BEGINS = r"(?:^|[、。!はも])(?:今日から|今週から|今月から|ただいま|いま|今|わたし|私|俺|僕|ついに)?(?:は|、)?"
DAYS = r"(?:[0-9一二三四五六七八九十]+|半)(?:日|週間|か月|ヶ月|年)(?:目|間)?"
KEEPS_FROM = re.compile(
    rf"{BEGINS}(?P<v>[^\s、。!はがもをの]{{1,10}}?)(?P<how>断ち|絶ち|抜き(?=生活|中|を|[はもが]?、?(?:今日で)?[0-9一二三四五六七八九十半])|封印)(?:は|を|も|、|が)?(?:もう|かれこれ|今日で)?"
    rf"(?:{DAYS}|中|生活|(?:始め|はじめ|し(?:て|た|ま)|続(?:け|い))|です|$)"
)
WITHOUT = re.compile(
    rf"{BEGINS}(?P<v>[^\s、。!はがもをの]{{1,10}}?)を?(?:やめ|断っ|絶っ|封印し|卒業し|飲まなくなっ|食べなくなっ|吸わなくなっ)て(?:から)?(?:、|もう|今日で|かれこれ|ちょうど)*{DAYS}"
)
PAUSED = re.compile(
    r"(?:^|[、。!も])(?P<v>[^\s、。!はがもをに]{1,12}?)(?:は|を|も|、)(?P<when>[^。は]{0,16}?)(?P<how>休会|休部|休団|休学|休職|休業|休止|お休み|休むこと|活動休止)"
    r"(?:の(?:届|手続)|届|中|(?:する|した)?ことに(?:し|な)|し(?:て(?:い)?(?:る|ます)|まし|た(?!い|ら)|ます)|に(?:し(?:た|まし)|なり|なった)|をもら|です|だ)"
)
GRADUATED = re.compile(
    r"(?:^|[、。!])(?:もう|これで|ついに|わたし(?:も)?、?)*(?P<v>[^\s、。!はがもをの]{2,12}?)(?:は|を|も|から)(?:、|もう|今日で|これで|ついに|やっと|めでたく)*"
    r"卒業(?:です|だ|って(?:こと|感じ)|し(?:た(?!い|ら)|まし|ます)|かな$|ね$|$)"
)
SCHOOLS = re.compile(
    rf"(?:学|校|高|大|園|院|塾|学部|[0-9]年|(?:{HUMAN})(?:さん|ちゃん|くん)?|たち|さん|ちゃん|くん|みんな|来年|春|[0-9]月)$"
)
"""Who graduates, or from where, gives nothing up."""

ONE_DAY = re.compile(r"今日|明日|昨日|今週(?!から)|来週|今回|[月火水木金土日]曜|今朝|午後|午前|[0-9]日(?!から|まで)")
OF_IT = re.compile("断ち|絶ち|抜き|封印|やめて|断って|絶って|卒業|なくなって|休")
LATER = re.compile(r"(?:明日|来週|来月|来年|来春|[0-9]月)から")
NO_MATTER = re.compile(
    rf"(?:{HUMAN}|さん|ちゃん|くん|店|社|学校|保育園|仕事|[0-9]|これ|それ|みんな|屋|病院|図書館|ジム側)$"
)
OF_A_PART: dict[str, str] = {"お休み": "お休み中", "休むこと": "お休み中", "活動休止": "休止中"}


def abstaining(text: str) -> Iterator[Claim]:
    """What the speaker keeps from by now, in place of what they were used to."""
    if not OF_IT.search(text) or UNREAL.search(text) or LATER.search(text):
        return
    if match := KEEPS_FROM.search(text) or WITHOUT.search(text):
        if what := phrase(match["v"]):
            yield from _instead(what, f"{what}断ち" if match.re is WITHOUT else f"{what}{match['how']}", text)
    elif (match := GRADUATED.search(text)) and not SCHOOLS.search(match["v"]):
        if what := phrase(match["v"]):
            yield from _instead(what, f"{what}は卒業", text)
    elif (match := PAUSED.search(text)) and not ONE_DAY.search(text[: match.end()]):
        what = "" if NO_MATTER.search(match["v"]) else phrase(match["v"])
        if what:
            yield from _instead(what, f"{what}は{OF_A_PART.get(match['how'], match['how'] + '中')}", text)


def _instead(what: str, now: str, text: str) -> Iterator[Claim]:
    yield Claim(ClaimType.FACT, ME, "habit", now, text, SURE, replaces=what)
    yield Claim(ClaimType.FACT, ME, "hobby", what, text, SURE, Mode.ENDS)
