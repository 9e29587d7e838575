"""What is left open across sentences: a day that stands apart from its matter, behind it or as an answer to when it is;
and a result of which it was said before of what."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from lumina.distil.claims.japanese.left_open import DUE, LIKELY, MAYBE
from lumina.distil.claims.japanese.left_to_do import REQUEST, left_to_do
from lumina.distil.claims.japanese.matters import GENERIC, OUTCOMES, deed, event, has_object, tried
from lumina.distil.claims.japanese.sentences import QUESTION, Sentence
from lumina.distil.claims.japanese.unreal import is_unreal
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.japanese import morphemes
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.japanese_calendar import NUMBER, number
from lumina.language.when.reckoning import Found, reckoned

WHEN = re.compile(
    r"いつ(?:ごろ|頃)?|何日|何曜|何時|日(?:取り|程|時)?(?:は|って)?[。?？]|日は[^。]{0,6}(?:決|どう)|(?:期限|締め?切り?|納期|予定日)は|(?:契約|退去|出発|入社|手術|検査|面接|試験)日は"
)
ASKS_OF = re.compile(r"(?P<v>[^\s、。はがも?？]{2,16})(?:は|って|の(?:日|期限|予定|締め?切り?|日程|日取り)は?)(?:、)?(?:次は)?(?:いつ|何日|何曜|何時|[。?？]|決)")
DOES = re.compile(r"いつ(?:ごろ|頃)?(?:に|から)?(?P<v>(?:受け|行|会|出|返|始め|やり|やる|買|送|言|話|決め|見|渡|聞)[^\s、。?？]{0,4}?)(?:んだ|の|ん|です|ます|か|[。?？])")
SAID_TOPIC = re.compile(r"(?P<v>[^\s、。!?はがも「」]{2,14})(?:って|は|を|の(?:試験|検査|予約))")
FOR_MORE = re.compile(r"(?:いつから|いつまで続|いつも|いつの|いつ以来|いつか|何時に(?:起き|寝|帰|閉|開)|いつ(?:知り|出会|始めた|来た|買った|行った|引っ越した|でした|だった|頃から))")
"""What is asked of the past, or of every day."""

ARRANGED = re.compile(
    r"(?:こと(?:に|が)(?:なった|なりました|した|しました|決ま)|予約(?:を|が|は)?(?:し|取|と|入)[^、。]{0,3}|(?:取れ|とれ|おさえ|押さえ)(?:た|まし)|申し込(?:んだ|みまし)|(?:決ま|決め)(?:った|た|りました|ました)|つもり|予定|(?:頼ん|誘われ|呼ばれ|招待され)[ただ]?)"
    r"(?:です|だ|んだ|よ|ね|わ|の|から|けど|って)*$"
)
CUT = re.compile(
    r"(?:(?:する|受ける|出る|行く)?(?:こと|話)(?:に|が)(?:なった|なりました|した|しました|決ま)[^、。]*|(?:の)?予約(?:を|が|は)?(?:し|取|と|入)[^、。]{0,3}|(?:を|が|は)?(?:取れ|とれ|おさえ|押さえ|決ま|決め)[^、。]{0,3})$"
)
AROUND = re.compile(
    r"^(?:[はがもにで、のと]|[(（]?[月火水木金土日]曜日?[)）]?|朝(?:いち|一番?)?|早朝|午前中?|午後|昼(?:前|過ぎ|休み)?|夕方|夜|晩|お昼|まで|から|ごろ|頃|くらい|ぐらい|予定|だって|です|だ|らしい|かな|って|なん|よ|ね|あたり|[0-9]{1,2}(?:時|:)(?:半|[0-9]{1,2}分?)?|\s)+|(?:だって|です|だ|らしい|かな|って|なんだ|に(?:なった|なりました|決まった|決まりました)|よ|ね|予定|かも|、)+$"
)
SIMPLY = re.compile(
    r"^(?P<v>[^\s、。はがも]{1,10}(?:検|試験|面談|訪問|式|会|祭|医者|病院|歯科|眼科|皮膚科|外科|内科|診察|健診|健康診断|参観|立ち会い|顔合わせ|同窓会|発表))(?:なん)?(?:だ|です|なの)?(?:よ|ね|わ|けど|から|って)*$"
)
COUNTDOWN = re.compile(rf"(?P<v>[^\s、。はがも]{{1,16}}?(?:{DUE.pattern.replace('<v>', '<e>')}))まで、?(?:あと|残り)?(?P<n>{NUMBER})(?P<u>日|週間)")
TAKEN_UP = re.compile(
    r"(?P<v>[^\s、。はがも]{0,16}?(?:資格|試験|検定|免許|免状|段位|級|[0-9]級|[0-9]段|大会|コンクール|マラソン|レース|[一-龠]建|[A-Z]{3,}|英検|漢検|簿記|オーディション))(?:を|に)?(?:、)?(?P<deed>受ける|うける|取る|とる|挑戦する|出る|出場する|目指す|申し込む)"
    r"(?:つもり|予定|こと(?:に(?:した|する)))?(?:です|だ|んだ|ん|よ|わ|の|から)*$"
)
STUB = re.compile(rf"^(?:(?:{'|'.join(sorted(GENERIC, key=len, reverse=True))})(?:$|[はがをも、]|[くき来出届]|待ち|の?日))|^の?(?:朝|昼|夜|午前|午後|夕方)?に?(?:行く|出す|する|やる|かける|言う|話す)$")
HEAD = re.compile("|".join(sorted(GENERIC, key=len, reverse=True)))
A_PIECE = 14
BARE_DEED = 8
APART = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Said:
    """The sentences of a turn, and what was said before it: by the other last, by the speaker with the latest first."""

    told: Sequence[Sentence]
    theirs: str
    mine: Sequence[str]
    at: datetime
    pets: Collection[str]


def with_what_stands_apart(claims: Iterable[Claim], said: Said) -> list[Claim]:
    """The claims of a turn with what it leaves open across sentences, each under its name."""
    claimed = [*claims]
    for place, sentence in enumerate(said.told):
        text = sentence.text
        here = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text]
        if here:
            claimed = [_named(one, place, said) if one in here else one for one in claimed]
        elif not QUESTION.search(text) and (not is_unreal(text) or REQUEST.search(text)):
            claimed += _left(sentence, place, claimed, said)
    return claimed


def _left(sentence: Sentence, place: int, claimed: Sequence[Claim], said: Said) -> list[Claim]:
    """What a sentence leaves open that none of its words alone told."""
    text = sentence.text
    coming = _coming(text, said.at)
    due = Day(coming[-1][0], coming[-1][2]) if coming else None
    if sentence.states and (one := _counted_down(text, said.at.date()) or _taken_up(text, coming)):
        return [one]
    if sentence.states and due:
        what = _before(place, claimed, said) if _says_when(text, coming) else _on_that_day(text, coming)
        if what:
            return [Claim(ClaimType.LOOP, ME, "", what, text, LIKELY, until=due)]
    bare = _without(text, coming)
    return [replace(one, text=text) for one in left_to_do(bare, said.pets, due, "。".join(_texts(said.told)))]


def _coming(text: str, at: datetime) -> list[Found]:
    found = [one for one in reckoned(moments_in_japanese, text, at) if one[1] > at.date()]
    return [*_in_their_month(found, text)]


def _in_their_month(found: Sequence[Found], text: str) -> Iterator[Found]:
    """お盆の14日 is one day, of August."""
    for at, one in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        if after and one[2] != "day" and text[one[4] : after[3]] == "の" and after[2] == "day":
            continue
        before = found[at - 1] if at else None
        if before and before[2] == "week" and text[before[4] : one[3]] == "の" and one[2] == "day":
            day = before[0].replace(day=one[0].day)
            yield (day, day, "day", before[3], one[4])
        else:
            yield one


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
    if ARRANGED.search(text) and not re.search("誕生日|記念日", text):
        return event(bare) or _plain(bare)
    simply = SIMPLY.search(bare)
    return simply["v"] if simply and _is_noun(simply["v"]) else ""


def _before(place: int, claimed: Sequence[Claim], said: Said) -> str:
    """The matter of which the sentences before told, or that was asked for."""
    for text in reversed(_texts(said.told[:place])):
        open_ = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text and one.until is None]
        if open_:
            return open_[-1].value
        if what := _arranged(text):
            return what
    if place == 0 or len("".join(_texts(said.told[:place]))) <= A_PIECE:
        return _asked(said)
    return ""


def _texts(told: Sequence[Sentence]) -> list[str]:
    return [one.text for one in told]


def _arranged(text: str) -> str:
    """What a sentence says to be arranged, or an event that it names and does not say to be over."""
    if re.search(r"終わ|おわ|済ん|済み|行って(?:き|来)|でした|だった", text):
        return ""
    if ARRANGED.search(text):
        return event(text) or _plain(text)
    return event(text) if re.search(r"(?:だ|です|ある|あって|なん|が|の|受ける|行く|出る|[一-龠ー])(?:よ|ね|けど|から|って|[んの]だ|んです)*$", text) else ""


def _plain(text: str) -> str:
    """A deed, or a noun that is booked: 美容院の予約とれた."""
    bare = CUT.sub("", text)
    told = deed(bare)
    if told and has_object(told):
        return told
    noun = re.search(r"(?P<v>[^\s、。はがをも]{2,16})$", bare)
    return noun["v"] if noun else ""


def _asked(said: Said) -> str:
    """Of what the other asked when it is."""
    if not WHEN.search(said.theirs) or FOR_MORE.search(said.theirs):
        return ""
    named = event(said.theirs)
    if named and named not in GENERIC:
        return named
    of = ASKS_OF.search(said.theirs)
    if of and _is_noun(of["v"]) and of["v"] not in GENERIC:
        return of["v"]
    head = HEAD.search(said.theirs)
    for text in said.mine:
        if head and OUTCOMES.search(head.group()):
            if what := tried(text):
                return f"{what}の{head.group()}"
            continue
        if what := event(text) or _arranged(text) or _topic(text, said.theirs):
            return what
    return ""


def _topic(text: str, asked: str) -> str:
    """What was spoken of, with the deed of which it was asked when it is done: TOEICって… いつ受ける。"""
    does = DOES.search(asked)
    if told := deed(text) if does and not QUESTION.search(text) else "":
        return told if has_object(told) and not re.search(r"(?:た|だ|ない)$", text) else ""
    topic = SAID_TOPIC.search(text) if does else None
    if not does or not topic or not _is_noun(topic["v"]):
        return ""
    verb = deed(f"{topic['v']}を{does['v']}") or f"{topic['v']}を{does['v']}"
    return verb


def _is_noun(told: str) -> bool:
    words = morphemes(told)
    return bool(words) and all(
        word.part[0] in {"名詞", "接尾辞", "接頭辞", "記号"} or word.surface in {"の", "・"} for word in words
    )


def _named(one: Claim, place: int, said: Said) -> Claim:
    """A result, or a mere deed, with what was said before of what it is."""
    if not STUB.search(one.value) or one.replaces:
        return one
    head = HEAD.search(one.value)
    before = [*reversed(_texts(said.told[:place])), *([said.theirs] if said.theirs else []), *said.mine]
    for text in before:
        what = (tried(text) if head else event(text) or _arranged(text)) if text else ""
        if what and what not in one.value:
            return replace(one, value=f"{what}の{head.group()}" if head else what)
    return one


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
    return Claim(ClaimType.LOOP, ME, "", f"{match['v']}を{match['deed']}", text, MAYBE, until=Day(far[0], far[2]))
