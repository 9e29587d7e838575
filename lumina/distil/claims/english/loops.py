"""What is left open: promises, appointments, what is awaited; and what is over."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from lumina.distil.claims.english.awaiting import in_time, left_in
from lumina.distil.claims.english.clauses import bare, cut, sentences
from lumina.distil.claims.english.closing import DONE, closed, shortened
from lumina.distil.claims.english.dates import day_as_said
from lumina.distil.claims.english.days import of_each_day
from lumina.distil.claims.english.duties import BEFORE_NOW, STRONG, duty_in
from lumina.distil.claims.english.events import CANCELLED, EVENT, OFF, event_name, event_on, is_theirs
from lumina.distil.claims.english.referents import asked_of, called, is_held, is_pronominal, thing_of
from lumina.distil.claims.english.scheduled import (
    CARRIED,
    CARRIED_PLACE,
    VERBAL,
    as_it_stands,
    beside,
    is_alone,
    moves_it,
    scheduled,
)
from lumina.distil.claims.english.values import clean
from lumina.distil.claims.english.worth_asking import OF_WHOM, PREPOSED, is_asked, own_clause, without_day, worth
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.when.english import is_past
from lumina.language.when.moments import When, moments

MOVED = re.compile(
    r"\b(?:(?:moved?|pushed|put|brought|shifted) (?:[\w']+ ){1,5}?(?:back|forward|to|until|off)\b|moved|pushed back"
    r"|put back|brought forward|postponed|rescheduled|rearranged|bumped|shifted|put off|new (?:date|time)"
    r"|delayed|now the"
    r"|it's now|instead"
    r" of|put (?:me|us) in for)\b",
    re.I,
)
AWAITED = re.compile(
    r"\b(?:waiting (?:for|on|to hear)|they(?:'ve)? (?:said|reckon)|when I hear|hear back"
    r"|they (?:ring|phone|call|text|email|write to|contact) (?:me|us)|lett?ing (?:me|us) know"
    r"|(?:they'll|he'll|she'll|they will|they'd|he'd|she'd) (?:let me know"
    r"|tell me|ring|call|be in touch)|results?|letter|I'll (?:know|hear|find out))\b[^.!?]*",
    re.I,
)
VAGUE = re.compile(
    r"they(?:'ve)? (?:said|reckon)\W*$|they (?:ring|phone|call|text|email|write|contact)|letting|(?:they|he"
    r"|she)(?:'ll|'d| will) (?:let me|tell|ring|call|be)"
    r"|I'll (?:know|hear|find)",
    re.I,
)
THEY_SAID = re.compile(r"they(?:'ve)? (?:said|reckon)\b", re.I)
HELD = re.compile(
    r"(?P<who>\b(?-i:[A-Z])\w+)(?:'s| has) (?:still|only just) (?:got|sat on|sitting on|not (?:given|paid|sent)"
    r"(?: (?:me|us|back))*) (?P<what>(?:half of )?(?:my|me|our|the) [^,.!?;]{3,40})"
    r"|(?P<debtor>\b(?:(?-i:[A-Z])\w+|my \w+|he|she|they)) (?:still )?owes? (?:me|us) (?P<owed>[^,.!?;]{2,40})",
    re.I,
)
"""What somebody has of the speaker's."""
CLAUSE = re.compile(r" (?:and|but|so|cos|because|since|which|that|from)\b", re.I)
OBJECT = {"he": "him", "she": "her", "they": "them"}
OWES = re.compile(r"\bowe$", re.I)
FEW = 2
LEADING = re.compile(r"^[, ]+(?:the (?=\w+ (?:is|are|'s)))?")
BY = re.compile(r"[, ]+(?:by|before|until|till|til|no later than)(?: (?:the|this|next|end of))* *$", re.I)
ITS_NOW = re.compile(r"^(?:it's|it is) (?:an? |the )?(?P<what>[^,.!?]{3,40}?) now\b", re.I)
BEFORE = re.compile(r"\b(?:instead of|not|rather than|in place of|from) (?:on )?$", re.I)
HABITUAL = re.compile(
    r"\b(?:every|always|usually|each (?!got\b|have\b|had\b|to\b|bring)|most (?:of the )?(?:days|weeks|months|nights"
    r"|mornings"
    r"|evenings|weekends|years|mon|tues|wednes|thurs|fri|satur|sun)) ?\w*"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun|these |week)days\b(?!')",
    re.I,
)
SENT = re.compile(
    r"^(?:(?:I|we)(?:'ve| have)? )?(?:(?:just|finally|also|already) )*(?:submitted|sent(?: off)?|applied (?:for|to)"
    r"|posted|handed in|put in for|filed|lodged|auditioned (?:for|at)|interviewed (?:for|at|with)) "
    r"(?P<what>(?!(?:him|her|them|it|you|a (?:text|card|message))\b)[^,.!?;]{3,50})",
    re.I,
)
"""What somebody else has to answer."""
DOING = re.compile(
    r"\b(?:I'm|we're|I am|we are)(?: all| both)? (?P<what>(?:going for|going to|off to|at"
    r"|(?!(?:feel|hop|think|dread|look|be|say|wonder|try|jok|kidd|dy|starv|count|dream|worry|go|expect|plan|wait)ing\b)"
    r"(?!during|morning|evening|nothing|something|anything|everything)[a-z]{2,}ing(?: up)?) [^,.!?;]{3,50})",
    re.I,
)
BARE_DOING = re.compile(
    r"^(?P<what>(?:telling|seeing|meeting|having|visiting|flying|driving|taking|starting|hosting|moving|picking up"
    r"|cooking"
    r"|going (?:for|to)|off to|running|speaking|travelling|traveling|leaving|playing|performing|getting"
    r"|giving) [^,.!?;]{3,50})",
    re.I,
)
OTHERS_DOING = re.compile(
    r"^(?P<what>(?:(?:my|me|our|the) (?:[\w'-]+ ){0,3}?[\w'-]+|(?-i:[A-Z])\w+(?:,[^,]{3,30},)?)(?:(?:'s| is| are) "
    r"(?:coming|arriving|visiting|moving|starting|getting|having|flying|leaving|getting married|due|taking|going)"
    r"| (?:starts|begins|leaves|arrives|comes|flies|opens|closes|lands|votes?|gets))\b[^,.!?;]{0,40})",
    re.I,
)
"""What somebody or something else does on a day to come."""
TRIFLE = re.compile(
    r"^(?:it|this|that|you(?: one)?|him|her|them|the (?:truth|same)"
    r"|(?:\w+ ){1,2}(?:it|that|this|them|him|her)|act \w+|a (?:think|look|laugh|nap|lie)|some sleep)$",
    re.I,
)
SCHEDULED, BESIDE = 0.7, 0.6
WITH = re.compile(r"\bwith (?:my \w|(?-i:[A-Z]))", re.I)
ASKED_ABOUT = 0.6
"""The confidence that what somebody else has on a day is something that the speaker has to do with."""
WONT_UNTIL = re.compile(
    r"\b(?:won't|will not|can't|cannot|not going to|don't|doesn't) (?:be (?:able to )?)?(?P<what>(?!(?:be|know|wait"
    r"|sleep|believe|think)\b)[a-z]+ [\w' -]{2,40}?) (?:until|till|before)"
    r"(?: (?:the|this|next|at least|about|around))*[ ,]*$",
    re.I,
)
"""What is to be, and no sooner than that."""
PRESUPPOSED = re.compile(
    r"\b(?:if|when|once|unless|after|provided|as long as) (?:I|we|he|she|they)(?:'ve)? (?:don't |doesn't )?(?:pass"
    r"|get through|survive|fail|do|get|have|make it to|play|finish)(?:es|s)? (?:my|the|our|his|her|their)"
    r" (?P<what>[\w' -]{3,40}?)"
    r"(?: (?:on|at))?(?: the)?[ ,]*$",
    re.I,
)
"""What is on a day, whatever comes of it: "if I pass the assessment on the 7th"."""
AND_I = re.compile(r"^and (?P<who>(?-i:[A-Z])\w+) (?=are\b|have\b)", re.I)
EMPTY_WORDS = re.compile(
    r"(?:(?:it|they|that|this|he|she|I|we|there|now|on|so|and|just|only|is|are|be|going|my|the)(?:'\w+)? ?)*", re.I
)
"""What says nothing of what it is that is open."""
ATTENDS = re.compile(
    r" (?:(?:go|come|get|drive|travel|fly|head|be|attend|have|do|sit|take|make|see|run|play|host|throw|organi[sz]e"
    r"|arrange|book|move|change|cancel"
    r"|rearrange|reschedule|postpone|prepare|study|revise|practi[cs]e|pass)\b|(?:the|an?|my|our|his|her)\b)",
    re.I,
)
"""With it, what one has to do is what happens on the day; anything else is done for it, or there."""
HEARS = re.compile(r"\b(?:hear|wait|waiting|ring|call|lab|results?|sent|posted|mailed|applied|ordered)\b", re.I)
"""What says that something is to be heard of, or to come."""
IT_IS_NOW = re.compile(
    r"(?:^|[,;] ?|\b(?:and|so|but) )(?:it's|it is|they're|that's|it'll be)(?: (?:now|been|moved|put|back|to|on|till"
    r"|until|for|the|going|be|instead))* ?$",
    re.I,
)
NAMELESS = re.compile(
    r"\b(?:rang|phoned|called|emailed|texted|told|asked|sent|gave|paid) (?:it|them|him|her|back)\b", re.I
)
"""What was done today, and does not say to whom: it may be to anybody."""
UNSURE = re.compile(
    r"\b(?:(?<!see )(?<!check )(?<!know )(?<!ask )(?<!find out )(?<!me )if|unless|would|might|(?-i:may)|could"
    r"|maybe|perhaps|wish|hopefully|never|won't|probably)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Talk:
    """What the talk was about before a sentence: what happens, or is left open, and what thing; and all of its turn."""

    last: str
    thing: str
    turn: str
    asked: str


def loops_in(told: Sequence[str], at: datetime, before: Sequence[str] = ()) -> Iterator[Claim]:
    """What the sentences of a turn leave open or close, and the events that they tell of beforehand, behind the turns
    before it."""
    last, thing, asked = talked_of(before), _thing_talked_of(before), asked_of(before[-1]) if before else ""
    told = [part for one in told for part in of_each_day(one, at)]
    turn = " ".join(told)
    for place, whole in enumerate(told):
        if is_asked(whole) or (whole.endswith("?") and not whole.endswith("??")):
            continue
        sentence = cut(UNSURE, whole)
        ahead = _ahead(sentence, at)
        later = any(_ahead(each, at) for each in told[place + 1 :])
        done = ahead is not None and ahead.first <= at.date() and _is_behind(sentence, ahead)
        behind = done and not NAMELESS.search(sentence)
        first = _told_first(sentence, ahead) if ahead and not behind else ""
        yield from closed(first or sentence, at, None if behind or first else ahead, put_off=later)
        if not ahead and (firm := _for_certain(whole, at)):
            yield firm
        claims = list(_opened(sentence, at, ahead, _Talk(last, thing_of(told[:place]) or thing, turn, asked)))
        yield from (one for one in claims if one.type is not ClaimType.LOOP or not EMPTY_WORDS.fullmatch(one.value))
        named = next((claim.value for claim in claims if claim.type is ClaimType.LOOP), "")
        last = named or _named_in(sentence, at) or last


def _for_certain(sentence: str, at: datetime) -> Claim | None:
    """What is on a day, though the sentence itself wavers, or denies that it is sooner."""
    ahead = _ahead(sentence, at)
    head = sentence[: ahead.begin] if ahead else ""
    if late := WONT_UNTIL.search(head):
        return replace(_loop(late["what"], sentence, ahead, SCHEDULED), replaces=clean(late["what"]))
    what = PRESUPPOSED.search(head)
    return _loop(what["what"], sentence, ahead, SCHEDULED) if what else None


def _named_in(sentence: str, at: datetime) -> str:
    """What a sentence that leaves nothing open is about: what was sent, what is off, what happened."""
    event = EVENT.search(sentence)
    off = OFF.search(bare(sentence)) if CANCELLED.search(sentence) and not event else None
    if sent := SENT.search(bare(sentence)):
        return shortened(_up_to_day(sent["what"], at))
    return clean(off["what"]) if off else event_name(event) if event else ""


def talked_of(before: Sequence[str]) -> str:
    """What happens of which the turns before spoke last; "" where they name none."""
    told = ([*EVENT.finditer(text)] for text in reversed(before))
    last = next((event_name(events[-1]) for events in told if events), "")
    return re.sub(r"^(?:your|my) ", "", last)


def _thing_talked_of(before: Sequence[str]) -> str:
    """What the turns before ask about, or tell of, the last first; "" where that has no name."""
    told = (asked_of(text) or thing_of(sentences(text)) for text in reversed(before))
    return next((thing for thing in told if thing), "")


def _ahead(sentence: str, at: datetime) -> When | None:
    """The day to come that a sentence is about: not the one that it was to be before."""
    days = [one for one in moments(sentence, at) if one.last >= at.date() and one.precision != "year"]
    return next((one for one in days if not BEFORE.search(sentence[: one.begin])), None)


def _opened(sentence: str, at: datetime, ahead: When | None, talk: _Talk) -> Iterator[Claim]:
    last, habitual = talk.last, HABITUAL.search(sentence)
    event = event_on(sentence, ahead) if ahead and not habitual else None
    duty = duty_in(sentence)
    if event and duty and ATTENDS.match(duty["what"]) is None and duty.start("what") < event.start() < duty.end("what"):
        event = None
    if (
        event
        and ahead
        and (ahead.first > at.date() or not _is_behind(sentence, ahead))
        and not CANCELLED.search(sentence)
    ):
        yield from _event(event_name(event), ahead, sentence)
    elif held := HELD.search(sentence):
        who, what = held["who"] or held["debtor"], held["what"] or held["owed"]
        yield _loop(f"get {CLAUSE.split(what)[0]} back from {OBJECT.get(who.lower(), who)}", sentence, None, 0.7)
    elif duty and (claims := [*_duty(duty, sentence, ahead, talk)]):
        yield from claims
    elif left := left_in(sentence, talk.turn):
        due = ahead or in_time(sentence, at)
        yield _loop(left.what, sentence, due, SCHEDULED if left.sure or due else BESIDE)
    elif ahead and last and not habitual and (CARRIED.search(sentence) or _tells_more(sentence, ahead)):
        yield from _carried(last, ahead, sentence)
    elif ahead and (awaited := AWAITED.search(sentence)):
        named = not VAGUE.match(awaited.group()) and not (last and THEY_SAID.match(awaited.group()))
        last = last or talk.thing
        what = awaited.group() if named else f"hear back{f' about {last}' if last else ''}"
        yield _loop(what, sentence, ahead, 0.7)
    elif ahead and not habitual:
        yield from (_with_name(one, talk.thing) for one in _on_a_day(sentence, at, ahead, talk))
    elif not ahead and (due := in_time(sentence, at)) and (last or talk.thing or HEARS.search(talk.turn)):
        about = last or talk.thing
        yield _loop(
            last or f"hear back{f' about {about}' if about else ''}", sentence, due, SCHEDULED if about else BESIDE
        )


def _with_name(claim: Claim, thing: str) -> Claim:
    """What is left open by the name of what it is about, for "it" and "they"."""
    is_open = claim.type is ClaimType.LOOP and claim.mode is not Mode.CORRECTS
    thing = _thing_before(claim.text, claim.value) or thing
    return replace(claim, value=shortened(called(claim.value, thing))) if is_open else claim


def _told_first(sentence: str, ahead: When) -> str:
    """What is told in the past before the clause in which the day to come stands."""
    first = sentence.partition(own_clause(sentence, ahead))[0].strip(" ,")
    return first if len(first.split()) > FEW and is_past(first, 0, 0) else ""


def _now_on(sentence: str, ahead: When, talked_of: str) -> str:
    """What a sentence says to be on another day by "it": "the eye's been shifted, it's now the 30th"."""
    found = IT_IS_NOW.search(sentence[: ahead.begin]) if MOVED.search(sentence) else None
    return thing_of([sentence[: found.start()]]) or talked_of if found else ""


def _thing_before(sentence: str, what: str) -> str:
    """What the sentence itself is about before it comes to what is open."""
    before = sentence.partition(what)[0].strip(" ,")
    return thing_of([before]) if before != sentence else ""


def _tells_more(sentence: str, ahead: When) -> bool:
    """Whether a sentence without a verb names the date of what the one before was about."""
    return any(map(str.isdigit, sentence[ahead.begin : ahead.end])) and not VERBAL.search(sentence)


def _is_behind(sentence: str, today: When) -> bool:
    """Whether what is told of today is over already: went for a run today, 5k."""
    return bool(DONE.search(bare(sentence))) or is_past(sentence, today.begin, today.end)


def _on_a_day(sentence: str, at: datetime, ahead: When, talk: _Talk) -> Iterator[Claim]:
    """Whatever else stands beside a day to come."""
    last, thing, asked = talk.last, talk.thing, talk.asked
    own = own_clause(sentence, ahead)
    doing = _doing(LEADING.sub("", sentence[ahead.end :]) if _leads(sentence, ahead) else own) or _doing(sentence)
    doing = doing if ahead.precision == "day" else None
    if moved := _now_on(sentence, ahead, last or thing):
        yield from _event(moved, ahead, sentence)
    elif moves_it(sentence, ahead):
        yield from _moved_it(sentence, ahead)
    elif doing:
        yield _loop(doing["what"], sentence, ahead, 0.7)
    elif ahead.first <= at.date():
        return
    elif what := scheduled(sentence, ahead):
        named = called(what, _thing_before(sentence, what) or thing)
        yield from _event(named, ahead, sentence) if MOVED.search(sentence) else _told(what, sentence, ahead, SCHEDULED)
    elif (last or asked) and is_alone(sentence, ahead):
        yield _loop(last or asked, sentence, ahead, SCHEDULED)
    elif what := beside(sentence, ahead) or as_it_stands(sentence, ahead):
        yield from _told(what, sentence, ahead, SCHEDULED if WITH.search(what) else BESIDE)


def _told(what: str, sentence: str, ahead: When, confidence: float) -> Iterator[Claim]:
    """What is told of a day, in its own clause where it is a sentence of several; nothing for a scrap or a mood."""
    own = without_day(own_clause(sentence, ahead), sentence, ahead)
    if not OF_WHOM.match(own) and worth(own) and what not in own and (len(what) > len(own) or OF_WHOM.match(what)):
        what = own
    what = PREPOSED.sub("", what)
    if worth(what):
        yield _loop(what, sentence, ahead, confidence)


def _leads(sentence: str, ahead: When) -> bool:
    """Whether a sentence begins with the day to come."""
    return not sentence[: ahead.begin].strip(" ,").lower().removesuffix("on")


def _up_to_day(what: str, at: datetime) -> str:
    """The words up to the first time that they name."""
    named = moments(what, at)
    return re.sub(r" (?:on|at|in)$", "", what[: named[0].begin].strip()) if named and named[0].begin else what


def _moved_it(sentence: str, ahead: When) -> Iterator[Claim]:
    """What was told of before has another day; a value that is a day alone stands for it."""
    day = Day(ahead.first, ahead.precision)
    for type_, kind in ((ClaimType.FACT, "event"), (ClaimType.LOOP, "")):
        yield Claim(type_, ME, kind, f"({_in_words(ahead, sentence)})", sentence, 0.75, Mode.CORRECTS, until=day)


def _doing(sentence: str) -> re.Match[str] | None:
    told = bare(sentence)
    return DOING.search(sentence) or BARE_DOING.search(told) or OTHERS_DOING.search(told)


def _carried(last: str, ahead: When, sentence: str) -> Iterator[Claim]:
    """What the sentence before was about, with its day, its place, or what takes its place."""
    where, now = CARRIED_PLACE.match(sentence), ITS_NOW.match(sentence)
    if now:
        return (replace(claim, replaces=last) for claim in _event(clean(now["what"]), ahead, sentence))
    return _event(f"{last}, {where['place']}" if where else last, ahead, sentence)


def _event(what: str, when: When, sentence: str) -> Iterator[Claim]:
    replaces = what.rsplit(maxsplit=1)[-1] if what and MOVED.search(sentence) else ""
    value = f"{what} ({_in_words(when, sentence)})"
    sure = ASKED_ABOUT if is_theirs(bare(sentence)) and not replaces else 0.75
    yield Claim(ClaimType.FACT, ME, "event", value, sentence, sure, since=None, until=Day(when.last), replaces=replaces)
    yield replace(_loop(what, sentence, when, 0.75), replaces=what if replaces else "")


def _in_words(when: When, sentence: str) -> str:
    if when.precision == "day":
        return day_as_said(when.first, sentence)
    return f"{'week of ' if when.precision == 'week' else ''}{Day(when.first, when.precision)}"


def _duty(duty: re.Match[str], sentence: str, ahead: When | None, talk: _Talk) -> Iterator[Claim]:
    what = re.sub(r"^ (?:I'll|I'd|to|that|him|her|them)\b", "", _before_day(duty, ahead))
    what = shortened(re.sub(r"^ ?go (?:and )?(?!to\b)(?=\w)", "", what))
    if OWES.search(duty.group()[: duty.start("what") - duty.start()]):
        what = f"owe {CLAUSE.split(what)[0]}"
    strong = bool(STRONG.search(duty.group()))
    if ahead and duty.start() < ahead.begin < duty.start("what"):
        ahead = None
    ahead = None if ahead and BEFORE_NOW.search(sentence, duty.start("what"), ahead.begin) else ahead
    if is_pronominal(what) and (strong or ahead):
        what = talk.last if talk.last and is_held(what) else called(what, talk.thing or talk.last)
    if len(what.split()) < FEW or TRIFLE.match(what):
        return
    if strong or ahead:
        yield _loop(what, sentence, ahead, 0.75 if strong else 0.7)
    elif re.search(
        r"\b(?:need|still|have to|'ve (?:\w+ )?got to|must|got to|better|(?:'m|am|'ve) to)\b", duty.group(), re.I
    ):
        yield _loop(what, sentence, None, 0.5)


def _before_day(duty: re.Match[str], ahead: When | None) -> str:
    """What is to be done, up to the day by which, if it names one so."""
    begin, end = duty.span("what")
    head = duty["what"][: ahead.begin - begin] if ahead and begin < ahead.begin < end else ""
    return BY.sub("", head) if BY.search(head) and len(head.split()) > FEW else duty["what"]


def _loop(what: str, sentence: str, when: When | None, confidence: float) -> Claim:
    due = Day(when.first, when.precision) if when else None
    what = AND_I.sub(r"\g<who> and I ", shortened(without_day(what, sentence, when)))
    return Claim(ClaimType.LOOP, ME, "", what, sentence, confidence, until=due)
