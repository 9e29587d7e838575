"""What nobody says of themselves is of whoever was spoken of: what was only heard (サッカー好きらしくて), what is said
with respect (犬を飼うてはる), and what somebody seems to want or feel (帰りたがる)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lumina.distil.claims.japanese.subjects import FIRST
from lumina.known import ME, Claim, ClaimType, Mode

HEARD = re.compile(
    r"^[^、。!]{0,10}?(?:らし(?:い|く|かっ)|みたい(?:で|だ(?!な)|な(?:ん|の)|よ|$)|そうで(?:す|、|さ|ね)|ん?だって(?:さ|よ|ね|、|$)|んだとか|って話|とのこと)"
)
"""Behind what is heard of somebody."""

FEELS = "た|寒|さむ|暑|あつ|怖|こわ|嫌|いや|痛|いた|欲し|ほし|面白|恥ずかし|寂し|さみし|うれし|嬉し|不思議|面倒|強"
OF_OTHERS = re.compile(
    r"(?:[てで]|[かさたなまらわがばいきしちみりえけせてべめれ])は(?:る(?!か|ば|さ)|ります|りまし|った|ってん?|らへん|れへん)"
    r"|いらっしゃ(?:る|い(?:ます|まし)|っ)|なさ(?:る|います|って(?:い)?(?:る|ます))|(?:て|で)(?:おら|られ)れ(?:る|ます|まし|た)"
    rf"|(?:{FEELS})が(?:る|ら(?:ない|ん|へん)|って(?:い)?(?:る|ます|て)|った|ります)"
)
"""Of others one speaks so, and never of oneself."""

BY_ONESELF = frozenset({"health", "allergy", "age", "name", "family", "partner", "friend", "birthday", "event"})
"""Of these one hears of oneself, too, or has them."""

HAS = frozenset({"family", "partner", "friend", "name"})
"""Whom one has, whatever they do."""

UNSURE = 0.6


def of_whom_it_is_heard(claims: Iterable[Claim], who: str) -> Iterator[Claim]:
    """The claims of a sentence; what it tells as heard, or as nobody tells of themselves, is of whoever was spoken of
    last, or of nobody."""
    for one in claims:
        if _is_of_others(one):
            yield from [replace(one, about=who, confidence=min(one.confidence, UNSURE))] if who not in {"", ME} else []
        elif not _is_heard(one):
            yield one
        elif who and who != ME and one.kind not in {"pet", "possession"}:
            yield replace(one, about=who, confidence=min(one.confidence, UNSURE))


def _is_of_others(one: Claim) -> bool:
    is_own = one.type is ClaimType.FACT and one.about == ME and bool(one.value) and one.mode is not Mode.ENDS
    if not is_own or one.kind in HAS or FIRST.search(one.text):
        return False
    core = one.value.partition("（")[0]
    at = one.text.find(core)
    return at >= 0 and bool(OF_OTHERS.search(one.text, at))


def _is_heard(one: Claim) -> bool:
    is_so = one.type is ClaimType.FACT and one.about == ME and one.mode is not Mode.ENDS and bool(one.value)
    if not is_so or one.kind in BY_ONESELF or FIRST.search(one.text):
        return False
    at = one.text.find(one.value.partition("（")[0])
    return at >= 0 and bool(HEARD.match(one.text[at + len(one.value.partition("（")[0]) :]))
