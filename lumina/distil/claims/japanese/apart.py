"""What is left open across sentences: a day that stands apart from its matter, behind it or as an answer to when it is;
and a result of which it was said before of what."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from lumina.distil.claims.japanese.by_context import named_by_what_was_said
from lumina.distil.claims.japanese.days import whole_days
from lumina.distil.claims.japanese.left_open import AN_EVENT, DUE, LIKELY, MAYBE
from lumina.distil.claims.japanese.left_to_do import REQUEST, left_to_do
from lumina.distil.claims.japanese.matters import deed, event, has_object
from lumina.distil.claims.japanese.moved import moved
from lumina.distil.claims.japanese.outcomes import ALONE
from lumina.distil.claims.japanese.sentences import QUESTION, Sentence
from lumina.distil.claims.japanese.unreal import is_unreal
from lumina.distil.claims.japanese.when_asked import ARRANGED, Said, arranged, is_noun, plain_matter, texts, when_asked
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.japanese import morphemes
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.japanese_calendar import NUMBER, number
from lumina.language.when.reckoning import Found, reckoned

AROUND = re.compile(
    r"^(?:[はがもにで、のと]|[(（]?[月火水木金土日]曜日?[)）]?|朝(?:いち|一番?)?|早朝|午前中?|午後|昼(?:前|過ぎ|休み)?|夕方|夜|晩|お昼|まで|から|ごろ|頃|くらい|ぐらい|予定|だって|です|だ|らしい|かな|って|なん|よ|ね|あたり|[0-9]{1,2}(?:時|:)(?:半|[0-9]{1,2}分?)?|\s)+|(?:だって|です|だ|らしい|かな|って|なんだ|に(?:なった|なりました|決まった|決まりました)|よ|ね|予定|かも|、)+$"
)
THERE_IS = re.compile(
    r"^(?:[^、。]{0,12}で、?)?(?P<v>[^\s、。はがも]{2,16})が(?:ある|あります|入って(?:い)?る|入った|あって|控えて(?:い)?る)(?:んだ|んです|の|よ|わ|けど|から|って|らしい|ね)*$"
)
IDLE = re.compile(r"時間|余裕|用|休み|仕事|雨|雪|台風|気|ところ|こと|もの|お金|縁|味|夢|人気|価値|意味|地震")
SIMPLY = re.compile(
    r"^(?P<v>[^\s、。はがも]{1,10}(?:検|試験|面談|訪問|式|会|祭|医者|病院|歯科|眼科|皮膚科|外科|内科|診察|健診|健康診断|参観|立ち会い|顔合わせ|同窓会|発表))(?:なん)?(?:だ|です|なの)?(?:よ|ね|わ|けど|から|って)*$"
)
NEXT_ONE = re.compile(
    r"^(?P<v>(?:次|次回|今度)の[^\s、。はがも]{1,10}|[^\s、。はがも]{1,10}(?:科|医者|医院|病院|検診|健診|面談|締め?切り?|期限))(?:は|が)$"
)
COUNTDOWN = re.compile(rf"(?P<v>[^\s、。はがも]{{1,16}}?{AN_EVENT})まで、?(?:あと|残り)?(?P<n>{NUMBER})(?P<u>日|週間)")
TAKEN_UP = re.compile(
    r"(?P<v>[^\s、。はがも]{0,16}?(?:資格|試験|検定|免許|免状|段位|級|[0-9]級|[0-9]段|大会|コンクール|マラソン|レース|[一-龠]建|[A-Z]{3,}|英検|漢検|簿記|オーディション))(?:を|に)?(?:、)?(?P<deed>受け(?:る|たい)|うけ(?:る|たい)|取(?:る|りたい)|と(?:る|りたい)|挑戦(?:する|したい)|出(?:る|たい)|出場(?:する|したい)|目指す|申し込む)"
    r"(?:つもり|予定|こと(?:に(?:した|する)))?(?:です|だ|んだ|ん|よ|わ|の|から)*$"
)
ONLY_VERB = re.compile(
    r"(?:じゃあ?|なら|うん|やっぱり?|、)*(?P<v>[一-龠ぁ-ん]{1,4}[るうくすつむぬぶぐ])(?:つもり|予定|ことに(?:した|する))?(?:だ|です|ん|よ|わ|ね|の|から|な)*"
)
STILL = re.compile(
    r"^(?:でも|けど|ただ|が|、)*まだ[^、。はが]{0,8}(?:ない|ません|へん|まま|てん)(?:けど|わ|よ|ね|な|んだ|です|の)*$"
)
"""Right behind what sounds as though it were over, that it is not."""

PLANNED = re.compile(r"の予定|に(?:決ま|決め|なった|なりました)|予約")
A_PIECE = 14


def with_what_stands_apart(claims: Iterable[Claim], said: Said) -> list[Claim]:
    """The claims of a turn with what it leaves open across sentences, each under its name."""
    claimed = [*claims]
    claimed = [_of_what_is_done(one, said) for one in claimed]
    if any(STILL.search(one.text) for one in said.told):
        claimed = [one for one in claimed if one.type is not ClaimType.CLOSE]
    for place, sentence in enumerate(said.told):
        text = sentence.text
        here = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text]
        if sentence.states and (anew := _moved(place, said)):
            claimed = [*(one for one in claimed if one not in here), anew]
        elif here:
            claimed = [named_by_what_was_said(one, place, said) if one in here else one for one in claimed]
            claimed += _on_its_day(text, claimed)
        elif not QUESTION.search(text) and (not is_unreal(text) or REQUEST.search(text) or TAKEN_UP.search(text)):
            claimed += _left(sentence, place, claimed, said)
    return claimed


def _of_what_is_done(one: Claim, said: Said) -> Claim:
    """That it is done, with whatever is said of it behind: 言った。課長に、辞めますって。"""
    if one.type is not ClaimType.CLOSE or not ALONE.search(one.text):
        return one
    told = texts(said.told)
    behind = told[told.index(one.text) + 1 :] if one.text in told else []
    return replace(one, value=f"{behind[0]} {one.value}") if behind else one


def _on_its_day(text: str, claimed: Sequence[Claim]) -> list[Claim]:
    """The plan that goes with a bare matter and its day, where nothing tells it yet: 入社は7月16日の予定."""
    told = [one for one in claimed if one.text == text]
    open_ = [one for one in told if one.type is ClaimType.LOOP and one.until and one.mode is Mode.IS]
    is_told = any(one.type is ClaimType.FACT and one.kind in {"plan", "event"} and "（" in one.value for one in told)
    if len(open_) != 1 or is_told or not PLANNED.search(text) or not is_noun(open_[0].value):
        return []
    one, due = open_[0], open_[0].until
    if not due or due.precision != "day":
        return []
    value = f"{one.value}（{due.first.month}月{due.first.day}日）"
    return [replace(one, type=ClaimType.FACT, kind="plan", value=value)]


def _left(sentence: Sentence, place: int, claimed: Sequence[Claim], said: Said) -> list[Claim]:
    """What a sentence leaves open that none of its words alone told."""
    text = sentence.text
    coming = _coming(text, said.at)
    due = Day(coming[-1][0], coming[-1][2]) if coming else None
    if (sentence.states or TAKEN_UP.search(text)) and (
        one := _counted_down(text, said.at.date()) or _taken_up(text, coming)
    ):
        return [one]
    if sentence.states and due:
        what = _on_that_day(text, coming)
        if not what and _says_when(text, coming):
            what = _before(place, claimed, said)
        what = what or _once_more(AROUND.sub("", _without(text, coming)), place, claimed, said)
        if what:
            return [Claim(ClaimType.LOOP, ME, "", what, text, LIKELY, until=due)]
    bare = _without(text, coming)
    due = None if coming and coming[-1][2] != "day" and text.startswith("の", coming[-1][4]) else due
    return [replace(one, text=text) for one in left_to_do(bare, said.pets, due, "。".join(texts(said.told)))]


def _moved(place: int, said: Said) -> Claim | None:
    text = said.told[place].text
    found = whole_days(reckoned(moments_in_japanese, text, said.at), text)
    return moved(text, found, _coming(text, said.at), "。".join([*said.mine[:2], *texts(said.told[: place + 1])]))


def _coming(text: str, at: datetime) -> list[Found]:
    return [one for one in whole_days(reckoned(moments_in_japanese, text, at), text) if one[1] > at.date()]


def _without(text: str, found: Sequence[Found]) -> str:
    parts, at = list[str](), 0
    for one in found:
        parts.append(text[at : one[3]])
        behind = re.match(r"(?:までに|までは|までには|まで|中に|には|に(?![なの延変])|は|、)", text[one[4] :])
        at = one[4] + (behind.end() if behind else 0)
    return "".join([*parts, text[at:]])


def _says_when(text: str, coming: Sequence[Found]) -> bool:
    """Whether a sentence says no more than when it is, and where."""
    rest = text[: coming[0][3]] + "、" + text[coming[-1][4] :]
    bare = AROUND.sub("", AROUND.sub("", rest)).strip("、 ")
    words = morphemes(bare)
    only = all(word.part[0] in {"名詞", "接尾辞", "接頭辞", "補助記号", "助詞", "空白"} for word in words)
    return only and len(bare) <= A_PIECE and not DUE.search(bare) and not re.search("[はがをも]|仕事|休み|雨|晴", bare)


def _on_that_day(text: str, coming: Sequence[Found]) -> str:
    """What a sentence says to be arranged for its day, or simply to be then: 明日、漢検なんだ."""
    bare = AROUND.sub("", _without(text, coming))
    if there := THERE_IS.search(bare):
        return there["v"] if is_noun(there["v"]) and not IDLE.search(there["v"]) else ""
    if ARRANGED.search(bare) and not re.search("誕生日|記念日", text):
        return event(bare) or plain_matter(bare)
    simply = SIMPLY.search(bare) or NEXT_ONE.search(_without(text, coming).strip("、 "))
    return simply["v"] if simply and is_noun(simply["v"]) else ""


def _before(place: int, claimed: Sequence[Claim], said: Said) -> str:
    """The matter of which the sentences before told, or that was asked for."""
    for text in reversed(texts(said.told[:place])):
        open_ = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text and one.until is None]
        if open_:
            return open_[-1].value
        if what := arranged(text):
            return what
    if place == 0 or len("".join(texts(said.told[:place]))) <= A_PIECE:
        return when_asked(said)
    return ""


def _once_more(bare: str, place: int, claimed: Sequence[Claim], said: Said) -> str:
    """A deed of which was spoken before, with its object: 部長に話すのがこわい。月曜に話す。"""
    verb = ONLY_VERB.fullmatch(bare)
    if not verb:
        return ""
    for at, text in enumerate([*reversed(texts(said.told[:place])), *said.mine]):
        open_ = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text and one.until is None]
        if open_ and at == 0:
            return open_[-1].value
        match = re.search(
            rf"(?P<v>[^。]{{0,20}}?[^\s、。]{{2,}}(?:に|を|へ|と|[一-龠ァ-ヴー])){re.escape(verb['v'])}", text
        )
        if match and (told := deed(f"{match['v']}{verb['v']}")) and has_object(told):
            return told
    return ""


def _counted_down(text: str, today: date) -> Claim | None:
    """結婚式まで2週間: in so many days, or about so many weeks."""
    match = COUNTDOWN.search(text)
    if not match:
        return None
    weeks = match["u"] == "週間"
    day = today + timedelta(number(match["n"]) * (7 if weeks else 1))
    due = Day(day - timedelta(day.weekday()), "week") if weeks else Day(day)
    return Claim(ClaimType.LOOP, ME, "", match["v"], text, LIKELY, until=due)


def _taken_up(text: str, coming: Sequence[Found]) -> Claim | None:
    """An examination, or a contest, that one is to take some time."""
    far = next((one for one in coming if one[2] != "day"), None)
    bare = _without(text, coming)
    match = TAKEN_UP.search(bare) if far else None
    if not far or not match:
        return None
    return Claim(ClaimType.LOOP, ME, "", deed(f"{match['v']}を{match['deed']}"), text, MAYBE, until=Day(far[0], far[2]))
