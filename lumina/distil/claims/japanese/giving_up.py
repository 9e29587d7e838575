"""What one goes to no more: a class, lessons, a club. Who gives it up has no plan by that, and no belongings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from lumina.distil.claims.japanese.phrases import phrase
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.when.reckoning import Found

CLASS = r"(?:教室|スクール|レッスン|稽古|道場|ジム|サークル|クラブ|同好会|部活|バンド|習い事)"
BY_THEN = (
    r"(?:(?:今週|今月|来月|再来月|先月|年内|今年|今日|昨日|[0-9]{1,2}月)(?:いっぱい|末)?(?:で|に|から|を最後に)?、?)?"
)
GIVEN_UP = re.compile(
    rf"(?P<v>[^\s、。!]{{1,14}}?{CLASS})(?:に通うの)?(?:は|を|も|って)?、?(?:もう|やっぱり|結局|ついに|とうとう)?{BY_THEN}"
    r"(?:(?:やめ|辞め)(?:る(?:$|ことに|わ|よ|ん|つもり|の)|ます|た(?!い|ら|か)|まし|ちゃ|て(?:き|しま|から|る|い))|(?:退会|卒業|引退)(?:す|し(?:た|まし|て))|通わなくな)"
)
NOT_SO = re.compile(
    r"(?:やめ|辞め)(?:な|よう|ようか|たくな|るか|るかも|ろって)|迷|悩|(?:人|子|友達|さん|ちゃん|くん|君|兄|姉|弟|妹|父|母|夫|妻|嫁|旦那|娘|息子)(?:が|は|も)"
)
NO_MORE_THAN_THAT = frozenset({"plan", "possession", "habit", "event"})
SURE = 0.8


def given_up(text: str, found: Sequence[Found], at: datetime) -> Iterator[Claim]:
    """That the speaker does no more what is learnt or done there, from the day on that the sentence tells."""
    match = None if NOT_SO.search(text) else GIVEN_UP.search(text)
    if match and (what := phrase(match["v"])) and not re.fullmatch(CLASS, what):
        day = next((Day(one[0], one[2]) for one in found), Day(at.date()))
        yield Claim(ClaimType.FACT, ME, "hobby", what, text, SURE, Mode.ENDS, until=day)


def but_what_ends(claims: Iterable[Claim], ended: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence by which something ends, without what is only how it ends."""
    for one in claims:
        is_so = one.type is ClaimType.FACT and one.about == ME
        if not ended or not is_so or (one.kind not in NO_MORE_THAN_THAT and one.kind != "hobby"):
            yield one
