"""What is on another day than it was to be, named at the head of a sentence that tells why: 運動会、雨で流れて
三十日に順延です."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from lumina.distil.claims.japanese.changing import LIKELY, SURE
from lumina.distil.claims.japanese.phrases import phrase, place
from lumina.distil.claims.japanese.relations import KIND_OF, normal
from lumina.distil.claims.japanese.timeless import dated
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.names import bare_name
from lumina.language.when.reckoning import Found

MATTER = re.compile(
    r"^(?:あ、|で、|それが、?|実は、?)?(?:(?:今日|明日|今週末?|来週|今度|週末|今月|来月|[0-9]{1,2}月(?:[0-9]{1,2}日)?|[0-9]{1,2}日|[月火水木金土日]曜日?)の)?"
    r"(?:(?P<who>[^\s、。はがもを]{1,8}?)の)?(?P<what>[^\s、。はがもを0-9]{1,12}?)(?:の(?:日程|予定|日取り|日|件))?"
    r"(?:なん(?:です|だ)(?:けど|が)、?|(?:です|だ)けど、|は、?|が、?|も、?|って、?|、)"
)
NEW = re.compile(
    r"^(?:の)?(?:[(（]?[月火水木金土日](?:曜日?)?[)）]?)?(?:の)?(?:朝|昼|午前|午後|夜|夕方)?(?:出発|開催|開始|発|スタート)?(?:に|へ|まで)?(?:順延|延期|延び|のび|延ば|ずれ|ずら|変更|変わ|変え|繰り[上下]|早ま|前倒し|持ち越|振り替え|なり(?:ま|そ)|なった|なっちゃ|なって|です|だって|だそう|$)"
)
WHY = re.compile(
    r"流れ|順延|延期|ずれ|ずら|変更|変わ|変え|都合|台風|(?:雨|雪|嵐|コロナ|インフル|体調|ケガ|怪我)で|延び|のび|延ばし|うしろ|後ろ倒し|前倒し|早ま|繰り[上下]|持ち越|振り替え"
)
BARE_DAY = re.compile(r"(?:毎週)?[月火水木金土日]曜?日?")
"""Another day of the week is that of every week."""

OF_SCHOOL = re.compile(
    r"運動会|体育祭|遠足|発表会|参観|学芸会|[入卒][学園]式|卒業式|お遊戯会|文化祭|懇談|面談|修学旅行|林間|試合|大会|コンクール|健診|検定|予防接種"
)
OF_ITS_DAY = frozenset({"plan", "event", "hometown", "habit", "home"})
CHILDREN = frozenset({"息子", "娘", "子", "孫"})
"""Whose it was may have been said before: 陽向の運動会。"""

NO_MATTER = re.compile(
    r"それ|これ|あれ|予定|日程|今日|明日|雨|時間|仕事|休み|生理|電車|飛行機|天気|台風|締め?切り|返事|寝る|起き"
)


def put_off_to(text: str, found: Sequence[Found], today: date, names: Mapping[str, str]) -> Iterator[Claim]:
    """The new day of what is put off, of whom it is said; that it was to be on another is over."""
    coming = [one for one in found if one[0] > today and one[2] == "day"]
    match = MATTER.match(text) if coming and WHY.search(text) else None
    if not match or coming[-1][3] < match.end():
        return
    what, new = phrase(match["what"]), coming[-1]
    is_weekly = BARE_DAY.fullmatch(text[new[3] : new[4]])
    if not what or NO_MATTER.search(what) or is_weekly or not NEW.match(text[new[4] :]):
        return
    who = bare_name(normal(match["who"])) if match["who"] else ""
    about = who if names.get(who, ME) != ME or who in KIND_OF else ME
    if match["who"] and about == ME and not re.match("うち|わたし|私|俺|僕", match["who"]):
        what = f"{match['who']}の{what}"
    kind = "plan" if place(what) else "event"
    if kind == "event":
        yield Claim(ClaimType.FACT, about, "plan", what, text, SURE, Mode.ENDS)
    yield Claim(ClaimType.FACT, about, kind, f"{what}（{dated(new)}）", text, SURE, until=Day(new[0]), replaces=what)
    named = f"{about}の{what}" if about != ME else what
    yield Claim(ClaimType.LOOP, ME, "", named, text, LIKELY, until=Day(new[0]), replaces=what)
    at_school = about == ME and OF_SCHOOL.search(what)
    for child in [name for name, of in names.items() if at_school and normal(of) in CHILDREN]:
        yield Claim(ClaimType.FACT, child, "event", what, text, SURE, Mode.ENDS, replaces=f"{what}（{dated(new)}）")


def but_put_off(claims: Iterable[Claim], moved: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence, without the day on which what it puts off is not, and without its matter alone."""
    names = {one.replaces for one in moved if one.replaces}
    for one in claims:
        is_open = one.type in {ClaimType.LOOP, ClaimType.CLOSE}
        is_day = is_open or (one.type is ClaimType.FACT and one.kind in OF_ITS_DAY)
        if not (names and is_day and any(name in one.value or one.value in name for name in names)):
            yield one
