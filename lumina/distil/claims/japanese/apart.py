"""What is left open across sentences: a day that stands apart from its matter, behind it or as an answer to when it is;
and a result of which it was said before of what."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from lumina.distil.claims.japanese.days import whole_days
from lumina.distil.claims.japanese.left_open import DUE, LIKELY, MAYBE
from lumina.distil.claims.japanese.left_to_do import REQUEST, left_to_do
from lumina.distil.claims.japanese.matters import GENERIC, OUTCOMES, deed, event, has_object, in_short, tried
from lumina.distil.claims.japanese.moved import moved
from lumina.distil.claims.japanese.outcomes import ALONE
from lumina.distil.claims.japanese.sentences import QUESTION, Sentence
from lumina.distil.claims.japanese.unreal import is_unreal
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.japanese import morphemes
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.japanese_calendar import NUMBER, number
from lumina.language.when.reckoning import Found, reckoned

WHEN = re.compile(
    r"いつ(?:ごろ|頃)?|何日|何曜|何時|日(?:取り|程|時)?(?:は|って)?[。?？]|日は[^。]{0,6}(?:決|どう)|(?:期限|締め?切り?|納期|予定日)(?:は|って|、)|(?:契約|退去|出発|入社|手術|検査|面接|試験)日は"
)
ASKS_OF = re.compile(r"(?P<v>[^\s、。はがも?？]{2,16})(?:は|って|の(?:日|期限|予定|締め?切り?|日程|日取り)は?)(?:、)?(?:次は)?(?:いつ|何日|何曜|何時|[。?？]|決)")
DOES = re.compile(r"いつ(?:ごろ|頃)?(?:に|から)?(?P<v>(?:受け|行|会|出|返|始め|やり|やる|買|送|言|話|決め|見|渡|聞)[^\s、。?？]{0,4}?)(?:んだ|の|ん|です|ます|か|[。?？])")
SAID_TOPIC = re.compile(r"(?P<v>[^\s、。!?はがも「」]{2,14})(?:って|は|を|の(?:試験|検査|予約))")
SPOKEN_OF = re.compile(r"^(?:あと|そういえば|で)?、?(?P<v>[^\s、。はがも]{2,14})(?:、|は|が|も|を)")
FOR_MORE = re.compile(r"(?:いつから|いつまで続|いつも|いつの|いつ以来|いつか|何時に(?:起き|寝|帰|閉|開)|いつ(?:知り|出会|始めた|来た|買った|行った|引っ越した|でした|だった|頃から))")
"""What is asked of the past, or of every day."""

ARRANGED = re.compile(
    r"(?:予約(?:は|を|が)[^。]{0,6}(?:取|と|入れ|し)[っれ]?た|こと(?:に|が)(?:なっ|なり|し(?=[たてま])|決ま)[^。、]{0,6}|予約(?:を|が|は)?(?:し|取|と|入)[^、。]{0,3}|(?:取れ|とれ|おさえ|押さえ)(?:た|まし)|申し込(?:んだ|みまし)|(?:決ま|決め)(?:った|た|りました|ました)|つもり|予定|(?:頼ん|誘われ|呼ばれ|招待され)[ただ]?)"
    r"(?:です|だ|んだ|よ|ね|わ|の|から|けど|って)*$"
)
CUT = re.compile(
    r"(?:(?:の)?予約(?:は|を|が)[^。]{0,6}(?:取|と|入れ|し)[っれ]?た|(?:する|受ける|出る|行く)?(?:こと|話)(?:に|が)(?:なった|なりました|した|しました|決ま)[^、。]*|(?:の)?予約(?:を|が|は)?(?:し|取|と|入)[^、。]{0,3}|(?:を|が|は)?(?:取れ|とれ|おさえ|押さえ|決ま|決め)[^、。]{0,3})$"
)
AROUND = re.compile(
    r"^(?:[はがもにで、のと]|[(（]?[月火水木金土日]曜日?[)）]?|朝(?:いち|一番?)?|早朝|午前中?|午後|昼(?:前|過ぎ|休み)?|夕方|夜|晩|お昼|まで|から|ごろ|頃|くらい|ぐらい|予定|だって|です|だ|らしい|かな|って|なん|よ|ね|あたり|[0-9]{1,2}(?:時|:)(?:半|[0-9]{1,2}分?)?|\s)+|(?:だって|です|だ|らしい|かな|って|なんだ|に(?:なった|なりました|決まった|決まりました)|よ|ね|予定|かも|、)+$"
)
THERE_IS = re.compile(r"^(?:[^、。]{0,12}で、?)?(?P<v>[^\s、。はがも]{2,16})が(?:ある|あります|入って(?:い)?る|入った|あって|控えて(?:い)?る)(?:んだ|んです|の|よ|わ|けど|から|って|らしい|ね)*$")
IDLE = re.compile(r"時間|余裕|用|休み|仕事|雨|雪|台風|気|ところ|こと|もの|お金|縁|味|夢|人気|価値|意味|地震")
SIMPLY = re.compile(
    r"^(?P<v>[^\s、。はがも]{1,10}(?:検|試験|面談|訪問|式|会|祭|医者|病院|歯科|眼科|皮膚科|外科|内科|診察|健診|健康診断|参観|立ち会い|顔合わせ|同窓会|発表))(?:なん)?(?:だ|です|なの)?(?:よ|ね|わ|けど|から|って)*$"
)
NEXT_ONE = re.compile(r"^(?P<v>(?:次|次回|今度)の[^\s、。はがも]{1,10}|[^\s、。はがも]{1,10}(?:科|医者|医院|病院|検診|健診|面談|締め?切り?|期限))(?:は|が)$")
COUNTDOWN = re.compile(rf"(?P<v>[^\s、。はがも]{{1,16}}?(?:{DUE.pattern.replace('<v>', '<e>')}))まで、?(?:あと|残り)?(?P<n>{NUMBER})(?P<u>日|週間)")
TAKEN_UP = re.compile(
    r"(?P<v>[^\s、。はがも]{0,16}?(?:資格|試験|検定|免許|免状|段位|級|[0-9]級|[0-9]段|大会|コンクール|マラソン|レース|[一-龠]建|[A-Z]{3,}|英検|漢検|簿記|オーディション))(?:を|に)?(?:、)?(?P<deed>受け(?:る|たい)|うけ(?:る|たい)|取(?:る|りたい)|と(?:る|りたい)|挑戦(?:する|したい)|出(?:る|たい)|出場(?:する|したい)|目指す|申し込む)"
    r"(?:つもり|予定|こと(?:に(?:した|する)))?(?:です|だ|んだ|ん|よ|わ|の|から)*$"
)
ONLY_VERB = re.compile(
    r"(?:じゃあ?|なら|うん|やっぱり?|、)*(?P<v>[一-龠ぁ-ん]{1,4}[るうくすつむぬぶぐ])(?:つもり|予定|ことに(?:した|する))?(?:だ|です|ん|よ|わ|ね|の|から|な)*"
)
STUB = re.compile(rf"^(?:(?:{'|'.join(sorted(GENERIC, key=len, reverse=True))})(?:$|[はがをも、]|[くき来出届]|待ち|の?日))|^の?(?:朝|昼|夜|午前|午後|夕方)?に?(?:行く|出す|する|やる|かける|言う|話す)$")
OF_ITS_OWN = re.compile(r"[ァ-ヴーA-Za-z一-龠]{2,}(?:を|に会|と)")
AWAITS = re.compile(r"(?P<v>(?:[^\s、。はがもをにで]{1,10}の)?(?P<e>審査|応募|申請|申し込み|申込|抽選|見積もり|見積り|査定|選考|願書|診断書))")
STILL = re.compile(r"^(?:でも|けど|ただ|が|、)*まだ[^、。はが]{0,8}(?:ない|ません|へん|まま|てん)(?:けど|わ|よ|ね|な|んだ|です|の)*$")
"""Right behind what sounds as though it were over, that it is not."""

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
    claimed = [_of_what_is_done(one, said) for one in claimed]
    if any(STILL.search(one.text) for one in said.told):
        claimed = [one for one in claimed if one.type is not ClaimType.CLOSE]
    for place, sentence in enumerate(said.told):
        text = sentence.text
        here = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text]
        if sentence.states and (anew := _moved(place, said)):
            claimed = [*(one for one in claimed if one not in here), anew]
        elif here:
            claimed = [_named(one, place, said) if one in here else one for one in claimed]
        elif not QUESTION.search(text) and (not is_unreal(text) or REQUEST.search(text) or TAKEN_UP.search(text)):
            claimed += _left(sentence, place, claimed, said)
    return claimed


def _of_what_is_done(one: Claim, said: Said) -> Claim:
    """That it is done, with whatever is said of it behind: 言った。課長に、辞めますって。"""
    texts = _texts(said.told)
    place = texts.index(one.text) + 1 if one.type is ClaimType.CLOSE and one.text in texts else len(texts)
    is_bare = place < len(texts) and ALONE.search(one.text)
    return replace(one, value=f"{texts[place]} {one.value}") if is_bare else one


def _left(sentence: Sentence, place: int, claimed: Sequence[Claim], said: Said) -> list[Claim]:
    """What a sentence leaves open that none of its words alone told."""
    text = sentence.text
    coming = _coming(text, said.at)
    due = Day(coming[-1][0], coming[-1][2]) if coming else None
    if (sentence.states or TAKEN_UP.search(text)) and (one := _counted_down(text, said.at.date()) or _taken_up(text, coming)):
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
    return [replace(one, text=text) for one in left_to_do(bare, said.pets, due, "。".join(_texts(said.told)))]


def _moved(place: int, said: Said) -> Claim | None:
    text = said.told[place].text
    found = whole_days(reckoned(moments_in_japanese, text, said.at), text)
    return moved(text, found, _coming(text, said.at), "。".join([*said.mine[:2], *_texts(said.told[: place + 1])]))


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
        return there["v"] if _is_noun(there["v"]) and not IDLE.search(there["v"]) else ""
    if ARRANGED.search(bare) and not re.search("誕生日|記念日", text):
        return event(bare) or _plain(bare)
    simply = SIMPLY.search(bare) or NEXT_ONE.search(_without(text, coming).strip("、 "))
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


def _once_more(bare: str, place: int, claimed: Sequence[Claim], said: Said) -> str:
    """A deed of which was spoken before, with its object: 部長に話すのがこわい。月曜に話す。"""
    verb = ONLY_VERB.fullmatch(bare)
    if not verb:
        return ""
    for at, text in enumerate([*reversed(_texts(said.told[:place])), *said.mine]):
        open_ = [one for one in claimed if one.type is ClaimType.LOOP and one.text == text and one.until is None]
        if open_ and at == 0:
            return open_[-1].value
        match = re.search(rf"(?P<v>[^。]{{0,20}}?[^\s、。]{{2,}}(?:に|を|へ|と|[一-龠ァ-ヴー])){re.escape(verb['v'])}", text)
        if match and (told := deed(f"{match['v']}{verb['v']}")) and has_object(told):
            return told
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
    noun = re.search(r"(?P<v>[^\s、。はがをも]{2,16})$", bare.rstrip("、 "))
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
        if what := event(text) or _arranged(text) or _to_do(text) or _topic(text, said.theirs):
            return what
    return ""


def _to_do(text: str) -> str:
    """What one was asked to do, as long as nothing but its day is missing."""
    return next((one.value for one in left_to_do(text, (), Day(date.max), text)), "")


def _topic(text: str, asked: str) -> str:
    """What was spoken of, with the deed of which it was asked when it is done: TOEICって… いつ受ける。"""
    does = DOES.search(asked)
    topic = SAID_TOPIC.search(text) if does else None
    if does and topic and _is_noun(topic["v"]):
        return deed(f"{topic['v']}を{does['v']}") or f"{topic['v']}を{does['v']}"
    told = deed(text) if does and not QUESTION.search(text) and not re.search(r"(?:た|だ|ない)$", text) else ""
    return told if has_object(told) else ""


def _is_noun(told: str) -> bool:
    words = morphemes(told)
    return bool(words) and all(
        word.part[0] in {"名詞", "接尾辞", "接頭辞", "記号"} or word.surface in {"の", "・"} for word in words
    )


def _named(one: Claim, place: int, said: Said) -> Claim:
    """A result, or a mere deed, with what was said before of what it is."""
    one = replace(one, value=in_short(one.value))
    if one.replaces or event(one.value):
        return one
    if place == 0 and one.until and (what := _asked(said)) and not OF_ITS_OWN.search(one.value):
        return replace(one, value=what)
    if not STUB.search(one.value):
        return one if has_object(one.value) else _with_its_object(one, place, said)
    head = HEAD.search(one.value)
    before = [*reversed(_texts(said.told[:place])), *said.mine, said.theirs]
    for text in before:
        what = (tried(text) or _other(text, head.group()) if head else event(text) or _arranged(text)) if text else ""
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
    if not topic or not _is_noun(topic["v"]) or len(one.value) > BARE_DEED or topic["v"] in one.text:
        return one
    return replace(one, value=f"{topic['v']}を{one.value}")


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
