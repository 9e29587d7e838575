"""What was only heard is of whoever was spoken of: サッカー好きらしくて is nobody's own."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lumina.distil.claims.japanese.subjects import FIRST
from lumina.known import ME, Claim, ClaimType, Mode

HEARD = re.compile(
    r"^[^、。!]{0,10}?(?:らし(?:い|く|かっ)|みたい(?:で|だ(?!な)|な(?:ん|の)|よ|$)|そうで(?:す|、|さ|ね)|ん?だって(?:さ|よ|ね|、|$)|んだとか|って話|とのこと)"
)
"""Behind what is heard of somebody."""

BY_ONESELF = frozenset({"health", "allergy", "age", "name", "family", "partner", "friend", "birthday", "event"})
"""Of these one hears of oneself, too, or has them."""

UNSURE = 0.6


def of_whom_it_is_heard(claims: Iterable[Claim], who: str) -> Iterator[Claim]:
    """The claims of a sentence; what it tells as heard is of whoever was spoken of last, or of nobody."""
    for one in claims:
        if not _is_heard(one):
            yield one
        elif who and who != ME and one.kind not in {"pet", "possession"}:
            yield replace(one, about=who, confidence=min(one.confidence, UNSURE))


def _is_heard(one: Claim) -> bool:
    is_so = one.type is ClaimType.FACT and one.about == ME and one.mode is not Mode.ENDS and bool(one.value)
    if not is_so or one.kind in BY_ONESELF or FIRST.search(one.text):
        return False
    at = one.text.find(one.value.partition("（")[0])
    return at >= 0 and bool(HEARD.match(one.text[at + len(one.value.partition("（")[0]) :]))
