"""What was planned and will not be: it is called off, or the speaker does not go. It is over, not done."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from lumina.distil.claims.japanese.left_open import DUE
from lumina.distil.claims.japanese.relations import HUMAN
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.japanese import morphemes

MATTER = (
    r"(?P<v>[一-龠]|[^\s、。!はがもを]{2,14}?)"
    r"(?:の(?:話|件|予定|予約|計画)|(?:する)?(?:予定|話|はず)だった(?:ん?だ?けど|のに|のが))?"
)
TURNS = r"(?:、|やっぱり?|やっぱ|結局|もう|全部|急に|急遽|残念ながら|ついに|今回|今年|来年|[^、。はがもを]{1,8}で、?)*"
OFF = (
    r"(?:な(?:く|し|くなし)に?な(?:った|りまし|っちゃ|って(?:しま|さ|ね|、|$))|無くな(?:った|りまし|っちゃ)"
    r"|(?:中止|取り?やめ|とりやめ|キャンセル|白紙|破談|お流れ|延期なしで中止)(?:に|と|が|を|だ|です|し(?:た|まし|ちゃ)|$)"
    r"|(?:話が)?流れ(?:た|ちゃっ|まし|て(?:さ|ね|しま|$))|立ち消え|取り消(?:し(?:た|まし|に)|され))"
)
STAYS_AWAY = (
    r"(?:(?:出|行か|参加し|出席し|受け|応募し|出場し|通わ|やら|開か|しない|し|引っ?越さ)(?:ない|ません)"
    r"(?:ことに(?:し|な|決)|よ|わ|の$|んだ|んです|って決め|つもり|で(?:いい|おく)|$)"
    r"|(?:行け|出られ|出れ|参加でき|出席でき|受けられ)なくな(?:った|り|っちゃ|って))"
)
GIVES_UP = (
    r"(?:出る|行く|受ける|参加する|する|やる|引っ?越す|開く|飼う|迎える|買う|入る|通う)(?:の|こと)?(?:は|を|も)?、?"
    r"(?:やめ|辞め|諦め|あきらめ|断念し|見送)(?:た|まし|る|ます|ちゃ|ことに|り)"
)
CALLED_OFF = (
    re.compile(rf"(?:^|[、。はが]){TURNS}{MATTER}(?:は|が|も|を|って|、)?{TURNS}{OFF}"),
    re.compile(rf"(?:^|[、。]){TURNS}{MATTER}(?:に|へ|を|も)?(?:は|も|って)?{TURNS}{STAYS_AWAY}"),
    re.compile(rf"(?:^|[、。]){TURNS}{MATTER}(?:に|へ|を|も)?(?:は|も|って)?{TURNS}{GIVES_UP}"),
)
SINCE = re.compile(
    r"^.*(?:から|まで|頃に|月に|[春夏秋冬]に)|^(?:来週|来月|来年|今度|今週|今月|明日|あした|明後日|週末|[0-9]+[月日]|[月火水木金土日]曜日?)(?:の|に)"
)
"""When it was to be."""

MOVING = re.compile(r"引っ?越|転居|移住")
NOT_SO = re.compile(
    rf"(?:た|ない)(?:{HUMAN}|人|子|方|やつ|奴)|(?:な(?:くな|し)|中止|流れ)[^。]*(?:ら|れば|かも|そう|らしい|か?な[あぁ]?)$|なくなってほし|じゃない|まだ|(?:{HUMAN}|さん|ちゃん|くん|みんな)(?:は|が|も)[^、。]*ない"
)
NOTHING_AHEAD = re.compile(
    r"時間|余裕|お金|やる気|元気|気力|体力|自信|食欲|意味|興味|電池|充電|会話|仕事|痛み|熱|匂い|味|髪|毛|財布|鍵|雪|雨|店|お店|ここ|そこ|あれ|それ|これ|こと|もの"
    r"|涙|血|汗|川|水|曲|音|噂|うわさ|今日|明日|昨日|最近|普段|ほとんど|全然|あまり|あんまり|[0-9]+$|けど$|だった"
)
"""Of these nothing was planned: what is gone, or flows."""

BARELY = re.compile(r"(?:し(?:ない|ません)|やらない|やりません)(?:よ|わ|の|んだ|んです)?$|なし$")
"""What is not done so was planned only where it is a thing that one plans: 反省はしない calls nothing off."""

PLANNED = re.compile(
    r"転職|転勤|異動|退職|留学|進学|就職|結婚|入籍|離婚|再婚|引っ?越|移住|同居|同棲|出産|入院|受験|出場|参加|出席|開店|独立|起業|開業|購入|契約|更新"
    r"|帰省|赴任|キャンプ|ツアー|遠征|応募|会$|祭$|展$|パーティー?|リフォーム|建て替え|合宿"
)
LONG_AGO = re.compile(
    r"(?:昔|前|頃|ころ|先日|最近|[0-9一二三四五六七八九十][年月週日歳才]?|途中|今日|昨日|とう|とっく)(?:に|で|から|には)?$"
)
"""When something was given up, which is not what was."""

AHEAD = frozenset({"plan", "event", "home", "pet"})
SURE = 0.8


def called_off(text: str, at: datetime) -> Iterator[Claim]:
    """That a matter is over from now on, as what was left open and as a plan; of a move the home to come, too."""
    if NOT_SO.search(text):
        return
    for pattern in CALLED_OFF:
        match = pattern.search(text)
        if match and may_be_off(SINCE.sub("", match["v"]), text):
            yield from _over(match, text, Day(at.date()))
            return
    if MOVING.search(text) and re.search(
        r"引っ?越さ(?:ない|ません)ことに|引っ?越(?:さなく|し(?:なく|しなく))なっ", text
    ):
        yield from _no_move(text, Day(at.date()))


def may_be_off(what: str, text: str) -> bool:
    """Whether it is a noun of what may have been ahead, and may be over by what the text says."""
    words = morphemes(what)
    is_noun = all(word.part[0] in {"名詞", "接尾辞", "接頭辞"} or word.surface in {"の", "に", "へ"} for word in words)
    is_one = bool(words) and is_noun and not NOTHING_AHEAD.search(what) and not LONG_AGO.search(what)
    return is_one and (not BARELY.search(text) or bool(PLANNED.search(what) or DUE.search(what)))


def _over(match: re.Match[str], text: str, day: Day) -> Iterator[Claim]:
    what = SINCE.sub("", match["v"])
    if MOVING.search(match.group()):
        yield from _no_move(text, day)
        return
    yield Claim(ClaimType.CLOSE, ME, "", what, text, SURE)
    yield Claim(ClaimType.FACT, ME, "plan", what, text, SURE, Mode.ENDS, until=day)


def _no_move(text: str, day: Day) -> Iterator[Claim]:
    yield Claim(ClaimType.CLOSE, ME, "", "引っ越し", text, SURE)
    yield Claim(ClaimType.FACT, ME, "plan", "引っ越す", text, SURE, Mode.ENDS, until=day)
    yield Claim(ClaimType.FACT, ME, "home", "引っ越す", text, SURE, Mode.ENDS, until=day)


def but_called_off(claims: Iterable[Claim], off: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence, without plans, events and homes that it calls off; and that they are."""
    for one in claims:
        is_ahead = one.type is ClaimType.LOOP or (one.type is ClaimType.FACT and one.kind in AHEAD)
        is_named = any(gone.value in one.value for gone in off)
        said = is_named and (one.type is ClaimType.CLOSE or one.kind in {"hobby", "habit"})
        if not off or one.about != ME or not (is_ahead or said):
            yield one
    yield from off
