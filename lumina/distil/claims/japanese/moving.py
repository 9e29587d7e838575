"""Moves: where to and from when, told at once or in pieces, and that the move is made; never where one leaves."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.japanese.phrases import PLACES, V, place
from lumina.distil.claims.japanese.relations import HUMAN
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.japanese import morphemes
from lumina.language.when.reckoning import Found

MOVE = r"(?:お?引っ?越し|転居|移住)"
FROM = r"(?:[^\s、。!]{1,10}(?:から|より)、?)?"
TO = rf"{FROM}{V}(?:に|へ)(?:の|お)?"
AHEAD = r"(?:(?:が|は|も)?(?:、)?(?:決ま|決定)|する(?:$|こと|ん|の|予定|つもり|よ|わ)|します|(?:が|は)あ(?:る|り)|予定)"
WHITHER = tuple(
    re.compile(one)
    for one in (
        rf"{TO}(?:引っ?越す(?:$|こと|ん|の|予定|つもり|よ|わ|から)|(?:お?引っ?越し|転居|移住){AHEAD})",
        rf"(?:引っ?越す|引っ?越し|転居)[^、!]*、{TO}$",
        rf"(?:新居|引っ?越し先|新しい(?:家|部屋|住まい))(?:は|が)、?{V}(?:に(?:決ま|し)|です|だ|$|の)",
    )
)
"""Where to, in one sentence."""

WHENCE = re.compile(
    r"(?:^|[、。にはもが])(?:今(?:の|いる)|今住んで(?:い)?る)?(?P<v>[^\s、。!はがをに]{2,10}?)から、?[^\s、。!]{2,14}?(?:に|へ)"
)
ANNOUNCED = re.compile(
    rf"引っ?越す(?:こと|ん|の|よ|わ|$)|{MOVE}(?:が|は|も|先が|先も)?(?:、)?(?:決ま|決定|する|します|します|予定|なんだ|です|があ)"
)
THEN = re.compile(
    rf"^(?:(?:場所|引っ?越し先|新居)は、?|[^、。]{{1,8}}から(?:は)?(?=[^、。]+から))?{FROM}{V}(?:に|へ)?(?:$|です|だよ|なんだ|ね|に決)"
)
"""Where to, behind a sentence that tells of a move."""

MADE = re.compile(
    rf"{MOVE}(?:が|は|も)?、?(?:やっと|ようやく|無事|無事に|全部|だいたい)?(?:終わ(?:っ|り)|おわ(?:っ|り)|済(?:んだ|み)|完了|でき|した(?!い|ら)|しました|してき)"
    r"|(?:引っ?越し|(?<![冬夏春秋年山峠坂つ度線を])越し)(?:て(?:き|い)?)?(?:た(?!い|ら|ばかりの|時|とき|後|人)|まし|終え)|新居(?:で|に)(?:の)?(?:初|一日目|住み始|入っ|暮らし始|移っ)"
)
UNREAL = re.compile(r"ない|なかった|たい(?!へん)|たら|れば|くて|かも|昔|以前|年前")
NOT_YET = re.compile(r"予定|つもり|頃|ころ|前に")
OTHERS = re.compile(
    rf"(?:{HUMAN}|隣|さん|ちゃん|くん|君)(?:の人)?(?:が|は|も|の)|(?<![俺私僕分ち回日月週末曜度])の(?:お)?(?:引っ?越し|転居)"
)
"""Whose move it is, where it is not the speaker's."""

LEAVING = r"(?:から|より)|を(?:離れ|出て|出る|出た|去|引き払)|とお別れ|ともお別れ"
LEFT = re.compile("引っ?越し(?:た|まし)|越してき|離れた|引き払った")
SURE, UNDATED = 0.8, 0.6


def moves(text: str, found: Sequence[Found], at: datetime, near: str) -> Iterator[Claim]:
    """The speaker's home to come, from its day on where that is told, else not sure before it is told as done."""
    if OTHERS.search(text) or re.search(r"[??]$", text):
        return
    goal = next((where for one in WHITHER if (match := one.search(text)) and (where := place(match["v"]))), "")
    if not goal and ANNOUNCED.search(near) and not OTHERS.search(near):
        goal = _then(text)
    if UNREAL.search(text):
        return
    if goal:
        day = next((Day(one[0], one[2]) for one in found if one[0] > at.date()), None)
        if day and (left := _left(text, goal)):
            yield Claim(ClaimType.FACT, ME, "home", left, text, SURE, replaces=left)
        yield Claim(ClaimType.FACT, ME, "home", goal, text, SURE if day else UNDATED, since=day)
    elif MADE.search(text) and not NOT_YET.search(text) and not _names_place(text):
        day = next((Day(one[0], one[2]) for one in reversed(found) if one[0] <= at.date()), Day(at.date()))
        yield Claim(ClaimType.FACT, ME, "home", "", text, SURE, since=day)
        yield Claim(ClaimType.FACT, ME, "plan", "引っ越す", text, SURE, Mode.ENDS, until=day)


def _left(text: str, goal: str) -> str:
    """Where the speaker lives until they move on a day to come: it stands beside what is known of that."""
    match = WHENCE.search(text)
    left = place(match["v"]) if match else ""
    return left if left and left != goal and _names_place(left) else ""


def _then(text: str) -> str:
    match = THEN.search(text)
    return place(match["v"]) if match else ""


def _names_place(text: str) -> bool:
    return any("地名" in word.part or word.surface in PLACES for word in morphemes(text))


def but_left(claims: Iterable[Claim], moved: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence without homes that it says one leaves, or that a move gives otherwise."""
    told = any(one.kind == "home" for one in moved)
    for one in claims:
        is_home = one.type is ClaimType.FACT and one.kind == "home" and bool(one.value)
        ahead = bool(ANNOUNCED.search(one.text)) and not LEFT.search(one.text)
        if (
            is_home
            and one.mode is Mode.IS
            and re.search(rf"(?<![一-龠ァ-ヴー]){re.escape(one.value)}(?:の(?:家|部屋|実家))?(?:{LEAVING})", one.text)
        ):
            yield from [replace(one, mode=Mode.WAS, since=None)] if LEFT.search(one.text) else []
        elif not is_home or not (ahead or (told and one.about == ME)):
            yield one
