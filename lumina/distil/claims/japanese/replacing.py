"""What somebody has in place of what they had: 車、フィットに買い替えた. 軽トラを手放して、自転車にした."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.gone import OWNED_ELSE
from lumina.known import ME, Claim, ClaimType, Mode

SORT = (
    r"(?P<old>車|クルマ|くるま|愛車|携帯|ケータイ|スマホ|ガラケー|パソコン|PC|タブレット|バイク|原付|自転車|チャリ|カメラ|テレビ|時計|冷蔵庫|洗濯機|眼鏡|メガネ|ベッド"
    r"|ピアノ|ギター)"
)
NEW = r"(?P<new>[^\s、。はがをに]{2,14}?)"
CHANGED = (
    r"(?:買い[替換]え|買いかえ|乗り[替換]え|機種変(?:更)?し?|[替変換]え|かえ)(?:た(?!い|ら)|まし|て(?:もら|しま|き|ん))"
)
IN_PLACE = re.compile(rf"{SORT}(?:を|は|も)?、?(?:[^、。]{{0,8}}から)?{NEW}に(?:{CHANGED}|し(?:た(?!い|ら)|まし))")
INTO = re.compile(
    rf"(?:^|[、。 ])(?:(?P<old>[^\s、。はがをに]{{2,14}}?)から、?)?"
    rf"{NEW}に(?:買い[替換]え|買いかえ|乗り[替換]え|機種変(?:更)?し?)(?:た(?!い|ら)|まし|てん)"
)
AWAY = r"(?P<old>[^\s、。はがをに]{2,20}?)を(?:下取りに出し|手放し|売っ|売り払っ|廃車にし|処分し|譲っ)"
HANDED_ON = re.compile(
    r"^(?:結局|やっと|ついに|今日|、)*(?P<old>[^\s、。はがをに]{2,12}?)を[^\s、。はがを]{1,8}(?:さん|ちゃん|くん|君|先輩|後輩|友達|弟|妹|兄|姉|父|母|親戚|甥|姪|いとこ)に(?:渡し|譲っ|売っ|あげ)(?:て(?:き|しま)|た(?!い|ら)|まし|ちゃった)"
)
SCRAPPED = re.compile(
    r"(?:^|[、。])(?P<old>[^\s、。はがをに]{2,12}?)(?:は|も)[^、。]{0,8}(?:廃車|下取り)(?:に|だ|です|$|へ)"
)
GIVEN_AWAY = re.compile(rf"{AWAY}(?:た(?!い|ら)|ちゃった|てしま|まし)")
FOR_ANOTHER = re.compile(rf"{AWAY}て、?{NEW}(?:に(?:し(?:た(?!い|ら)|まし)|{CHANGED})|を(?:買っ|買い))")
CLAUSE_BEFORE = re.compile(r"^.*(?:った|てた|ていた|てきた|んだ|年の|代の)")
SURE = 0.75
NO_THING = re.compile(r"電車|バス|地下鉄|新幹線|飛行機|タクシー|無し|なし|別|次|^の|(?:こと|よう|ふう|気)$")


def replacements(text: str) -> Iterator[Claim]:
    """What is had from now on, with what it replaces, be it only by its sort; and what is had no more."""
    if OWNED_ELSE.search(text):
        return
    for pattern in (FOR_ANOTHER, IN_PLACE, INTO):
        if (match := pattern.search(text)) and not NO_THING.search(match["new"]):
            old = CLAUSE_BEFORE.sub("", match["old"] or "")
            yield Claim(ClaimType.FACT, ME, "possession", match["new"], text, SURE, replaces=old)
            return
    if match := GIVEN_AWAY.search(text) or HANDED_ON.search(text) or SCRAPPED.search(text):
        yield Claim(ClaimType.FACT, ME, "possession", CLAUSE_BEFORE.sub("", match["old"]), text, SURE, Mode.ENDS)
