"""What is put off, told by the day on which it was to be, or by no name: 30日の予定が16日になった; 25日に変えた."""

import re
from collections.abc import Sequence
from datetime import date

from lumina.distil.claims.japanese.left_open import DUE, LIKELY
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.when.japanese_calendar import same_day
from lumina.language.when.reckoning import Found

A_YEAR = 12

NEW = (
    r"(?:に|へ)?(?:変え|変わ|変更|延び|のび|延期|延ばし|のばし|ずら|ずれ|移(?:し|っ|動)|なっ|なり|早ま|早め|"
    r"前倒し|繰り上げ|振り替え|リスケ|した|して)"
)
FROM = re.compile(
    r"(?P<how>じゃなく(?:て|なって)|では?なく(?:て|なって)?|から|だったのが|だったけど|の(?P<v>[^\s、。はが]{1,12})(?:が|は|を|、)|(?:が|は|を)|の(?:はず|予定)(?:だった|が))、?"
)
"""What stands behind the day that it was to be."""

TO = re.compile(rf"^(?:の[^\s、。はがを]{{1,8}})?{NEW}")
BARE = re.compile(
    r"^(?:に|へ)(?:変え|変更し|ずらし|延期し|延ばし|のばし|移し|振り替え|リスケし|変更に|延期に)(?:て|た|まし|な|ても)"
)
CALLED_OFF = re.compile(r"中止|延期|流れ|変更|ずれ|延び|のび|都合|キャンセル|リスケ|日程")
GOES_ON = re.compile(r"^に(?:なった|なりました|した|しました|変わ|決ま)")
NAMES_IT = re.compile(r"[^\s、。]{2,}(?:は|が|を)(?!相談|話)")
FROM_TODAY = re.compile(r"から(?=[^に]{0,8}(?:始ま|働|住|通))")


def _nearest(old: date, new: date) -> date:
    """The day that it was to be, which is read as past by what is said of it: the nearest one of that number."""
    later = [old, *(same_day(old, months) for months in (1, A_YEAR))]
    return min(later, key=lambda day: abs(day - new))


def moved(text: str, found: Sequence[Found], coming: Sequence[Found], turn: str) -> Claim | None:
    """The claim that what was due on one day is due on another; or, of what is not named, that what was told of last
    is. `turn` is all that was said with it up to there."""
    if not coming or FROM_TODAY.search(text):
        return None
    new = coming[-1]
    until = Day(new[0], new[2])
    old = next((one for one in found if one is not new and one[2] == "day" and one[4] <= new[3]), None)
    how = FROM.match(text, old[4]) if old else None
    if old and how and TO.match(text[new[4] :]):
        since = Day(_nearest(old[0], new[0]))
        named = next((match["v"] for match in DUE.finditer(text)), "")
        what = named or f"{text[old[3] : old[4]]}の{how['v'] or '予定'}"
        return Claim(ClaimType.LOOP, ME, "", what, text, LIKELY, since=since, until=until, replaces=turn)
    behind = text[new[4] :]
    is_moved = BARE.match(behind) or (GOES_ON.match(behind) and CALLED_OFF.search(turn))
    rest = text[: new[3]]
    if is_moved and len(coming) == 1 and not DUE.search(rest) and not NAMES_IT.search(rest):
        return Claim(ClaimType.LOOP, ME, "", turn, text, LIKELY, Mode.CORRECTS, until=until)
    return None
