"""A cleft put back in order: 結衣が通ってるのは、こばと保育園です is 結衣はこばと保育園に通ってる."""

import re

from lumina.distil.claims.japanese.relations import HUMAN

ONGOING = r"(?:い|お)?(?:る|ります|ます)"
CASES: tuple[tuple[str, str, str], ...] = (
    (rf"(?:通っ|かよっ|ハマっ|はまっ|凝っ|こっ|乗っ|入っ|所属し|夢中になっ)て{ONGOING}", "に", ""),
    (rf"(?:住んで|勤めて|つとめて){ONGOING}", "に", ""),
    (rf"(?:働い|バイトし|パートし|生まれ育っ)て{ONGOING}", "で", ""),
    (
        rf"(?:習っ|やっ|し|使っ|弾い|吹い|描い|書い|教え|集め|育て|作っ|飲ん|読ん|見|観|聴い|続け|応援し|担当し|専攻し)[てで]{ONGOING}",
        "を",
        "",
    ),
    (rf"飼って{ONGOING}", "を", ""),
    ("(?:生まれた|育った|生まれ育った)", "で", ""),
    ("(?:住んだことがある|住んでたことがある|住んだことあんの)", "に", "住んでました"),
    ("(?:暮らしたことがある|暮らしてた|暮らしていた)", "で", "暮らしてました"),
    ("(?:住んでた|住んでいた|住んでました)", "に", "住んでました"),
    ("(?:働いてた|働いていた)", "で", "働いてました"),
    ("(?:大好きな|だいすきな)", "が", "大好きです"),
    ("(?:好きな|すきな)", "が", "好きです"),
    ("(?:苦手な|にがてな|だめな|ダメな|無理な)", "が", "苦手です"),
    ("(?:嫌いな|きらいな)", "が", "嫌いです"),
    ("(?:怖い|こわい)", "が", "怖いです"),
    ("(?:得意な)", "が", "得意です"),
)
"""Verbs and adjectives, with the particle of what stands behind the cleft, and how the sentence ends then; as the verb
itself where nothing is named."""

ENDS = (
    r"(?P<end>なん(?:です|だ|や)(?:けど|が|よ)?|(?:です|だ|や)(?:けど|が|から|し|よ|ね|わ|って)*"
    r"|なので|で(?=、)|$)(?=$|、)"
)
GOES_ON = re.compile(r"(?:(?<=[てで])(?:い|お)?(?:る|ります|ます)|(?<=で)す)$")
"""What is left off of a verb with which the sentence goes on: 兄が乗ってるのはハーレーで、…"""
MAY_BE = re.compile(r"(?:の|ん|ところ?|もの|もん)(?:は|って)")
CLEFTS = tuple(
    (
        re.compile(
            rf"^(?P<head>[^。]{{0,24}}?)(?P<verb>{verb})(?:の|ん|とこ(?:ろ)?|もの|もん)(?:は|って)、?(?P<what>[^、。はがを?]{{1,20}}?){ENDS}"
        ),
        case,
        ends,
    )
    for verb, case, ends in CASES
)
NO_THING = re.compile(
    rf"[0-9]|(?:から|まで|ため|せい|とき|時|頃|ころ|前|後|曜日?|年|月|日|今日|去年|昨日|最近|こと|理由|わけ|人|本当|ほんと|事実)$|^(?:{HUMAN})(?:さん|ちゃん)?$|(?:さん|くん|ちゃん)$|[るたいな]$"
)
WHOSE = re.compile(
    r"^(?P<who>[^、。はがも]{1,12}?)(?:が|の)(?=、?(?:今|いま|ずっと|昔|最近|一番|いちばん|前に|週に[0-9]回|毎週|特に)*$)"
)


def in_order(part: str) -> str:
    """The sentence with whom it is about, and what is told of them, in the order in which one tells it plainly."""
    for pattern, case, ends in CLEFTS if MAY_BE.search(part) else ():
        match = pattern.match(part)
        if match and not NO_THING.search(match["what"]):
            head = WHOSE.sub(r"\g<who>は", match["head"])
            told = ends or match["verb"]
            told = GOES_ON.sub("", told) if match["end"] == "で" else told
            return f"{head}{match['what']}{case}{told}{part[match.end() :]}"
    return part
