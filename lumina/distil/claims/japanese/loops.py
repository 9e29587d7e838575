"""What is left open (appointments, promises, awaited results, duties), plans, and that something is done."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from lumina.distil.claims.japanese.called_off import may_be_off
from lumina.distil.claims.japanese.days import to_come
from lumina.distil.claims.japanese.left_open import (
    A_WORD,
    APPLIED,
    AT,
    AT_ONCE,
    AWAITED,
    BROKEN,
    BY_THEN,
    COMES,
    DATED,
    DONE,
    DUE,
    EDGES,
    FELT,
    FORGETFUL,
    GIVEN_BACK,
    GIVEN_WORD,
    GOES,
    GOING,
    GOOD_INTENT,
    INTENDS,
    IS_THEN,
    LATER,
    LEFT_OVER,
    LENGTH,
    LENT,
    LIKELY,
    MAYBE,
    MEANT,
    MONEY_LENT,
    MOVED,
    MUST,
    NEW_DAY,
    NOT_YET,
    OBJECT,
    PROMISED,
    PROMISES,
    PUT_OFF,
    SAME,
    SIGNED_UP,
    SOMETIME,
    SURE,
    SWITCHED,
    THINKS,
    UNREAL,
    UNTIL,
)
from lumina.distil.claims.japanese.named_loops import named, theirs
from lumina.distil.claims.japanese.outcomes import of_others, outcomes
from lumina.distil.claims.japanese.phrases import phrase, place
from lumina.distil.claims.japanese.sentences import ECHOED
from lumina.distil.claims.japanese.timeless import dated
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.japanese import morphemes
from lumina.language.when.japanese_calendar import number
from lumina.language.when.japanese_tense import PAST
from lumina.language.when.reckoning import Found
from lumina.language.when.spans import last_day


def loops(sentence: str, found: list[Found], at: datetime, about: str, near: str) -> Iterator[Claim]:
    """What a sentence that states something leaves open or closes; `near` is the sentence before it."""
    today = at.date()
    coming = to_come(found, sentence, today)
    bare = _without(sentence, found)
    moved = MOVED.search(sentence)
    if not moved and (about == ME or about not in sentence):
        yield from outcomes(sentence, bare, coming, at, _short(bare or sentence))
    elif not moved:
        yield from of_others(sentence, coming, _short(bare or sentence))
    if not EVERY.search(sentence):
        left = coming[-1:] if moved else [one for one in coming if not _is_as_ever(one, sentence)]
        yield from _of_others(sentence, coming, about) or (
            _open(sentence, bare, left, near, today) if about == ME or moved else ()
        )
    yield from _plans(sentence, bare, coming[-1:] if moved else coming, about, near)
    yield from _changed_plans(sentence, about)


def returned(sentence: str, found: list[Found], at: datetime, about: str) -> Iterator[Claim]:
    """Who is back is away no more, whatever they went for."""
    if RETURNED.search(sentence) and not any(one[0] > at.date() for one in found):
        day = next((Day(one[0], one[2]) for one in found), Day(at.date()))
        yield _claim(ClaimType.FACT, "", sentence, LIKELY, about=about, kind="plan", mode=Mode.ENDS, until=day)


def put_off(sentence: str, found: list[Found], at: datetime) -> str:
    """What is said to be put off, where the sentence has no day for it."""
    moved = PUT_OFF.search(sentence)
    return moved["v"] if moved and not any(one[1] >= at.date() for one in found) else ""


def another_day(event: str, sentence: str, found: list[Found], at: datetime) -> Iterator[Claim]:
    """The day to which something was put off that was named before: 17日の同じ時間になった."""
    coming = [one for one in found if one[1] >= at.date()]
    if not coming or not NEW_DAY.search(sentence[coming[-1][3] :]):
        return
    due = _due(coming[-1], sentence)
    day = f"{event}（{_dated(coming[-1], sentence)}）"
    yield _claim(ClaimType.FACT, day, sentence, SURE, about=ME, kind="event", until=due, replaces=event)
    yield _claim(ClaimType.LOOP, event, sentence, LIKELY, until=due)


EVERY = re.compile(r"毎[週日朝晩月]|隔週|(?:月|火|水|木|金|土|日)曜(?:日)?はいつも")
"""What comes again and again is never over, and nothing that was left open."""

REASON = re.compile(r"ので|のに|(?<=[だすたいる])から|(?<=[だすたいるん])けど")
"""What stands before it is another matter, or why: 来週試験なので今日は休む."""

LEAD = re.compile(
    r"^(?:.*(?:ので|(?<=[だす])から|けど)、?)?(?:[^\s、。はがもをにで]{1,12}(?:は|が|も)(?=[^\s]{2})|(?:ずっと|いっぱい|毎日|また|ちょっと|しばらく|ほぼ|まるまる|[0-9一二三四五六七八九十]+(?:日|週)間)(?:は|も|、)?)+"
)
"""Of whom a plan is told, and for how long."""

RETURNED = re.compile(
    r"(?:帰って|戻って)(?:き|来)(?:た(?!い|ら)|まし|てん)|(?:帰国|帰宅|帰省から戻)(?:し(?:た(?!い|ら)|まし))"
)
TODAY_WAS = re.compile(
    r"^(?:今日|きょう|本日|今朝|けさ|昨日|きのう)[^、。]{0,24}.*(?:ました|でした|だった|かった|[っいん]た)(?:です|よ|ね|わ|ー)*$"
)
"""What was today is not to come."""


def _of_others(sentence: str, coming: list[Found], about: str) -> list[Claim]:
    """What somebody near has before them."""
    if len(coming) != 1 or MOVED.search(sentence) or not (what := theirs(sentence, coming[0], about)):
        return []
    return [_claim(ClaimType.LOOP, what, sentence, LIKELY, until=_due(coming[0], sentence))]


def _is_as_ever(one: Found, sentence: str) -> bool:
    """Whether that day is as the others are, and nothing happens on it: うどんは今日も元気."""
    return sentence.startswith("も", one[4]) and not DUE.search(sentence)


def _open(sentence: str, bare: str, coming: list[Found], near: str, today: date) -> Iterator[Claim]:
    """What has to be done or comes: events each with its day, else what the sentence says of itself; what one does on
    the same day is no matter to come back to (今夜は赤飯を炊く), unless it is an event, or has to be done."""
    if len(coming) > 1:
        for one in coming:
            if event := _event(sentence, one):
                yield _claim(ClaimType.LOOP, event, sentence, LIKELY, until=_due(one, sentence))
        return
    due = _due(coming[0], sentence) if coming else None
    trifle = due == Day(today) and not DUE.search(sentence)
    told = _what(sentence, bare, due, near, coming) if not coming or not _event_done(bare) else ""
    told = _left(sentence) if trifle else told
    what = _in_full(named(told), sentence)
    if what := _of_what(what, near):
        moved = MOVED.search(sentence) if due else None
        event = "".join(_events(moved.group())[-1:]) if moved else ""
        yield _claim(ClaimType.LOOP, event or what, sentence, LIKELY if due else MAYBE, until=due, replaces=event)


THERE_IS = re.compile(
    r"(?<=[一-龠ァ-ヶーA-Za-z])(?:が|は)?(?:(?:ある|あり|あん|なん|っす|です|だ)(?:ます|まして|る|ん|の|ねん)?(?:だ|です|や)?"
    r"(?:けど|けども|が|から|ので|し)?|が)、.*$"
    r"|(?<=[一-龠ァ-ヶー])(?:っす|です|なん(?:です|だ|や))(?:よ|ね|わ)*$"
)
"""That there is something, and what is said of it."""

EVERYDAY = re.compile(
    r"休|連休|雨|雪|晴|曇|台風|誕生日|記念日|仕事|出勤|出社|バイト|夜勤|早番|遅番|[月火水木金土日]曜|分$|[0-9]$|日$|月$|年$|生まれ|頃$"
)
AT_PRESENT = re.compile("今日|きょう|昨日|きのう|さっき")
GENERIC = frozenset(["予約", "結果", "報告", "予定", "診察"])
"""Of what it is, another word says more: 胃カメラの予約."""


def _in_full(what: str, sentence: str) -> str:
    """With whose, or of what it is, where the sentence says so: パスポートの期限."""
    if what not in {*GENERIC, "期限", "更新", "締め切り", "締切"}:
        return what
    of = re.search(rf"[^\s、。はがもを]{{1,14}}の{what}", sentence)
    return of.group() if of else what


def _of_what(what: str, near: str) -> str:
    """With what was spoken of before, where it says no more than that there is a result or an appointment."""
    if what not in GENERIC:
        return what
    applied = APPLIED.search(AT_PRESENT.sub("", near))
    of = applied["v"] if applied else next((one for one in reversed(_events(near)) if one not in GENERIC), "")
    return f"{of}の{what}" if of else what


def _event(sentence: str, one: Found) -> str:
    """The event of a time: the last before it, else the first behind it."""
    before = _events(REASON.split(sentence[: one[3]])[-1])
    behind = DUE.search(REASON.split(sentence[one[4] :])[0])
    return before[-1] if before else behind["v"] if behind else ""


def _events(text: str) -> list[str]:
    """The events of a text, such as say no more than that there is one only where there is no other."""
    found = [match["v"] for match in DUE.finditer(text)]
    return [one for one in found if one not in GENERIC] or found


def _event_done(bare: str) -> bool:
    return bool(DONE.search(bare)) and not MOVED.search(bare) and not NOT_YET.search(bare)


def _due(one: Found, sentence: str) -> Day:
    """The day of a time, or so much later as it is put off."""
    later = LATER.search(sentence)
    days = number(later["n"]) * (7 if later["u"] == "週間" else 1) if later else 0
    return Day(one[0] + timedelta(days), one[2])


def _what(sentence: str, bare: str, due: Day | None, near: str, found: list[Found]) -> str:
    """What is open: with a day a deed or an event that comes, without one only what is said to be open."""
    said = _left(sentence if due else bare) or (_with_its_end(sentence, bare, near) if due else _left(sentence))
    if said or not due:
        return said
    if due.precision in {"season", "year"} or (ECHOED.search(sentence) and not COMES.search(sentence)):
        return ""
    comes = (DUE.search(sentence) and not FELT.search(bare) and not TODAY_WAS.search(sentence)) or (
        UNTIL.search(sentence) or COMES.search(bare)
    )
    if comes or (_is_deed(bare) and INTENDS.search(bare) and not THINKS.search(bare) and due.precision != "month"):
        return _deed(bare, near) or _event(sentence, found[0])
    dated = next(
        (match for one in found if (match := DATED.search(sentence[: one[3]])) and IS_THEN.match(sentence, one[4])),
        None,
    )
    if dated and not SAME.search(dated["v"]):
        return dated["v"]
    events = [] if DONE.search(near) else _events(near)
    if len(bare) > A_WORD:
        return (events or [_only(bare, due)])[-1] if _is_only_nouns(bare) else ""
    return _left(near) or "".join(events[-1:]) or (_short(near) if _is_deed(near) and INTENDS.search(near) else "")


def _deed(bare: str, near: str) -> str:
    """What is to be done, without why; of what is done for a reason, nothing where it needs no object: もう寝る."""
    deed = REASON.split(bare)[-1].lstrip("、 ")
    if deed != bare and not OBJECT.search(deed):
        return ""
    by_itself = _short(deed) if len(bare) > A_WORD else _left(near)
    return by_itself or _short(bare if bare and PAST.search(near) else near + bare)


def _with_its_end(sentence: str, bare: str, near: str) -> str:
    """The money that comes back on a day, or what ends on it."""
    lent, ends = MONEY_LENT.search(near), BY_THEN.search(bare)
    if lent and GIVEN_BACK.search(sentence):
        return lent.group()
    return f"{ends['v']}の最終日" if ends and not DUE.search(sentence) else ""


def _only(bare: str, due: Day) -> str:
    """What a day is told to bring, by no more than a noun: あさっては病院。"""
    told = bare.lstrip("はにが、 ")
    return told if due.precision == "day" and not EVERYDAY.search(told) and len(told) <= LENGTH else ""


def _is_only_nouns(bare: str) -> bool:
    """Whether nothing is said but when and where: 3月10日の9時、共済病院。"""
    return all(word.part[0] in {"名詞", "接尾辞", "接頭辞", "補助記号", "助詞", "空白"} for word in morphemes(bare))


def _is_deed(bare: str) -> bool:
    """Whether the last word that says something is a verb."""
    words = [word for word in morphemes(bare) if word.part[0] in {"名詞", "動詞", "形容詞", "形状詞"}]
    return bool(words) and (words[-1].part[0] == "動詞" or words[-1].surface in {"予定", "つもり", "こと"})


def _left(sentence: str) -> str:
    """What a sentence says to be left to do or to wait for."""
    if UNREAL.search(sentence) or AT_ONCE.search(sentence):
        return ""
    for pattern in (MUST, NOT_YET, LENT, MONEY_LENT, PROMISED, GIVEN_WORD, MEANT, AWAITED, APPLIED):
        match = pattern.search(sentence)
        if match and pattern is NOT_YET and FORGETFUL.search(match.group()):
            continue
        if match and (pattern is not MUST or _is_duty(match, sentence)):
            return _short(
                match["v"]
                if pattern in {PROMISED, AWAITED, GIVEN_WORD, MEANT, APPLIED}
                else _without_edges(match.group())
            )
    some_time = SOMETIME.search(sentence)
    return (
        some_time["v"]
        if some_time and PROMISES.search(sentence) and _is_deed(sentence) and not THINKS.search(sentence)
        else ""
    )


def _is_duty(match: re.Match[str], sentence: str) -> bool:
    return bool(OBJECT.search(match["v"])) and not GOOD_INTENT.search(sentence[match.start() :])


def _changed_plans(sentence: str, about: str) -> Iterator[Claim]:
    """What somebody signs up for, changes for something else, or gives up."""
    switched, applied, broken = (pattern.search(sentence) for pattern in (SWITCHED, SIGNED_UP, BROKEN))
    if switched and (what := phrase(switched["v"])) and (old := phrase(switched["old"])):
        yield _claim(ClaimType.FACT, what, sentence, LIKELY, about=about, kind="plan", replaces=old)
    if applied and (what := phrase(applied["v"])):
        yield _claim(ClaimType.FACT, what, sentence, LIKELY, about=about, kind="plan")
    if broken and (what := phrase(broken["v"])) and may_be_off(broken["v"], sentence):
        yield _claim(ClaimType.FACT, what, sentence, LIKELY, about=about, kind="plan", mode=Mode.ENDS)


def _plans(sentence: str, bare: str, coming: list[Found], about: str, near: str) -> Iterator[Claim]:
    """A plan or an event that has its time. One that is put off takes the place of what it was."""
    if not coming or _event_done(bare):
        return
    moved = MOVED.search(sentence)
    going = _going(bare)
    for one in coming:
        event = _event(sentence, one)
        if not event and (len(bare) <= A_WORD or _is_only_nouns(bare)):
            event = next(reversed(_events(near)), "")
        if event and len(coming) == 1 and event in bare and len(bare) <= LENGTH and _is_intended(bare):
            last = bare.rpartition("、")[2]
            event = THERE_IS.sub("", last if event in last else bare)
        what = _without_lead(going or event) or (phrase(moved["v"]) if moved else "")
        if re.match(rf"(?:{'|'.join(GENERIC)})(?:が|は|も|$)", what):
            of = next(reversed(_events(near)), "")
            what = "" if of in {"", *GENERIC} else f"{of}の{what}"
        if what:
            kind = "plan" if going or not event else "event"
            yield _claim(
                ClaimType.FACT,
                f"{what}（{_dated(one, sentence)}）",
                sentence,
                SURE,
                about=about,
                kind=kind,
                until=_due(one, sentence),
                replaces=what if moved else "",
            )


def _without_lead(what: str) -> str:
    """What is planned, without of whom it is said, and for how much of the time: (夫は来週)いっぱい福岡に出張."""
    told = LEAD.sub("", what)
    return told if DUE.search(told) or GOING.search(told) else what


def _is_intended(bare: str) -> bool:
    return bool(INTENDS.search(bare)) and not re.search(r"[はが]だ|そう(?:です|だ)|らしい|やて$|って$", bare)


def _dated(one: Found, sentence: str) -> str:
    """A time as it can be read at any other time: 明日 is 1月20日."""
    day = _due(one, sentence)
    if day.precision == "day":
        return f"{day.first.month}月{day.first.day}日"
    if day.precision == "week":
        return dated((day.first, last_day(day), *one[2:]))
    return f"{day.first.month}月" if day.precision == "month" else sentence[one[3] : one[4]]


def _going(bare: str) -> str:
    match = GOING.search(bare)
    if match:
        return re.sub("(?:行こう?|いこ)$", "行く", match["v"])
    there = GOES.search(bare)
    return f"{where}に行く" if there and (where := place(there["v"])) else ""


def _claim(
    type: ClaimType,
    value: str,
    text: str,
    confidence: float,
    *,
    about: str = ME,
    kind: str = "",
    mode: Mode = Mode.IS,
    until: Day | None = None,
    replaces: str = "",
) -> Claim:
    return Claim(type, about, kind, value, text, confidence, mode, None, until, replaces)


def _without(sentence: str, found: list[Found]) -> str:
    """The sentence without its times."""
    parts, at = list[str](), 0
    for one in found:
        parts.append(sentence[at : one[3]])
        behind = AT.match(sentence, one[4])
        at = behind.end() if behind else one[4]
    return _without_edges("".join([*parts, sentence[at:]]))


def _without_edges(text: str) -> str:
    return EDGES.sub("", text.strip())


def _short(text: str) -> str:
    """What is left open, without what is said of it besides: 健診があるんだけど、気が重くて."""
    told = LEFT_OVER.sub("", THERE_IS.sub("", text)) or text
    return told if len(told) <= LENGTH else told[-LENGTH:]
