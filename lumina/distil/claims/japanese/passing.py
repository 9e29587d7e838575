"""That a pet has died: it is kept no more, and when that was is known."""

import re
from collections.abc import Collection, Iterator
from datetime import datetime

from lumina.distil.claims.japanese.relations import HUMAN, PETS
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.when.reckoning import Found

DIED = re.compile(
    r"(?:死(?:んだ|にました|んじゃ|んでしま|んでも|んでん)|亡くな(?:った|って|りました|っちゃ|ってん|らはった)|逝(?:った|っ(?:て|ちゃ)|きました|かれ)"
    r"|息を引き取|旅立(?:った|って|ちました|ちゃ|たれ)|(?:冷たく|動かなく)なって(?:い)?(?:た|まし)|看取(?:った|りました)|虹の橋を?(?:渡|わた)(?:った|って|りまし|っちゃ)"
    r"|天国(?:に|へ)(?:行|い|旅立)っ|火葬(?:し|に))(?!ら|り|ば|も|夢|らし|かと)"
)
ANOTHERS = re.compile(
    rf"(?:実家|隣|近所|となり|友達|友人|知り合い|職場|さん|くん|ちゃん|{HUMAN})の(?:{PETS})(?:が|は|も|、)"
)
"""An animal that is not the one whom the talk was about."""

SURE = 0.8


def deaths(text: str, found: list[Found], at: datetime, pets: Collection[str], who: str) -> Iterator[Claim]:
    """What a sentence says of those `pets` that it names, else of the one whom the talk is about."""
    if not DIED.search(text):
        return
    day = next((Day(one[0], one[2]) for one in found if one[0] <= at.date()), Day(at.date()))  # type: ignore[arg-type]
    for name in [pet for pet in pets if pet in text] or [who] * (who in pets and not ANOTHERS.search(text)):
        yield Claim(ClaimType.FACT, ME, "pet", name, text, SURE, Mode.ENDS, until=day)
        told = f"亡くなった（{day.first.month}月{day.first.day}日）" if day.precision == "day" else "亡くなった"
        yield Claim(ClaimType.FACT, name, "event", told, text, SURE, since=day)
