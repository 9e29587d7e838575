"""What is left open under the name that was said before: of what it is the result, and what a mere deed is done to."""

import re
from dataclasses import replace

from lumina.distil.claims.japanese.matters import event, has_object, in_short, tried
from lumina.distil.claims.japanese.when_asked import HEAD, Said, arranged, is_noun, texts, when_asked
from lumina.known import Claim

SPOKEN_OF = re.compile(r"^(?:あと|そういえば|で)?、?(?P<v>[^\s、。はがも]{2,14})(?:、|は|が|も|を)")
STUB = re.compile(
    rf"^(?:(?:{HEAD.pattern})(?:$|[はがをも、]|[くき来出届]|待ち|の?日))|^の?(?:朝|昼|夜|午前|午後|夕方)?に?(?:行く|出す|する|やる|かける|言う|話す)$"
)
OF_ITS_OWN = re.compile(r"[ァ-ヴーA-Za-z一-龠]{2,}(?:を|に会|と)")
AWAITS = re.compile(
    r"(?P<v>(?:[^\s、。はがもをにで]{1,10}の)?(?P<e>審査|応募|申請|申し込み|申込|抽選|見積もり|見積り|査定|選考|願書|診断書))"
)
BARE_DEED = 8


def named_by_what_was_said(one: Claim, place: int, said: Said) -> Claim:
    """A result, or a mere deed, with what was said before of what it is."""
    one = replace(one, value=in_short(one.value))
    if one.replaces or event(one.value):
        return one
    if place == 0 and one.until and (what := when_asked(said)) and not OF_ITS_OWN.search(one.value):
        return replace(one, value=what)
    if not STUB.search(one.value):
        return one if has_object(one.value) else _with_its_object(one, place, said)
    head = HEAD.search(one.value)
    before = [*reversed(texts(said.told[:place])), *said.mine, said.theirs]
    for text in before:
        what = (tried(text) or _other(text, head.group()) if head else event(text) or arranged(text)) if text else ""
        if what and what not in one.value:
            return replace(one, value=in_short(f"{what}の{head.group()}" if head else what))
    return one


def _other(text: str, head: str) -> str:
    """What is awaited, where it is no more than that itself: 保証会社の審査(の返事)."""
    found = [match["v"] for match in AWAITS.finditer(text) if match["e"] != head]
    return found[-1] if found else ""


def _with_its_object(one: Claim, place: int, said: Said) -> Claim:
    """A deed with what the sentence before spoke of: 図書館の本、延滞してる。明日返しに行く。"""
    before = said.told[place - 1].text if place else ""
    topic = SPOKEN_OF.search(before)
    if not topic or not is_noun(topic["v"]) or len(one.value) > BARE_DEED or topic["v"] in one.text:
        return one
    return replace(one, value=f"{topic['v']}を{one.value}")
