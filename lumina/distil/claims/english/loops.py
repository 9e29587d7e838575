"""What is left open: promises, appointments, what is awaited; and what is over."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.awaiting import in_time, left_in
from lumina.distil.claims.english.clauses import bare, cut, sentences
from lumina.distil.claims.english.closing import DONE, closed, shortened
from lumina.distil.claims.english.days import of_each_day
from lumina.distil.claims.english.duties import duty_in
from lumina.distil.claims.english.events import CANCELLED, EVENT, OFF, event_name, event_on
from lumina.distil.claims.english.left_open import (
    CLAUSE,
    FEW,
    Talk,
    carried,
    duty_of,
    event_of,
    loop_of,
)
from lumina.distil.claims.english.on_a_day import BESIDE, SCHEDULED, on_a_day, with_name
from lumina.distil.claims.english.referents import asked_of, thing_of
from lumina.distil.claims.english.scheduled import (
    CARRIED,
    VERBAL,
)
from lumina.distil.claims.english.values import clean
from lumina.distil.claims.english.worth_asking import is_asked, own_clause
from lumina.known import Claim, ClaimType
from lumina.language.when.english import is_past
from lumina.language.when.moments import When, moments

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
OBJECT = {"he": "him", "she": "her", "they": "them"}
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
NAMELESS = re.compile(
    r"\b(?:rang|phoned|called|emailed|texted|told|asked|sent|gave|paid) (?:it|them|him|her|back)\b", re.I
)
"""What was done today, and does not say to whom: it may be to anybody."""
UNSURE = re.compile(
    r"\b(?:(?<!see )(?<!check )(?<!know )(?<!ask )(?<!find out )(?<!me )if|unless|would|might|(?-i:may)|could"
    r"|maybe|perhaps|wish|hopefully|never|won't|probably)\b|^(?:so )?(?:say|suppos(?:e|ing)) (?:I|we|he|she|they)\b",
    re.I,
)


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
        claims = list(_opened(sentence, at, ahead, Talk(last, thing_of(told[:place]) or thing, turn, asked)))
        yield from (one for one in claims if one.type is not ClaimType.LOOP or not EMPTY_WORDS.fullmatch(one.value))
        named = next((claim.value for claim in claims if claim.type is ClaimType.LOOP), "")
        last = named or _named_in(sentence, at) or last


def _for_certain(sentence: str, at: datetime) -> Claim | None:
    """What is on a day, though the sentence itself wavers, or denies that it is sooner."""
    ahead = _ahead(sentence, at)
    head = sentence[: ahead.begin] if ahead else ""
    if late := WONT_UNTIL.search(head):
        return replace(loop_of(late["what"], sentence, ahead, SCHEDULED), replaces=clean(late["what"]))
    what = PRESUPPOSED.search(head)
    return loop_of(what["what"], sentence, ahead, SCHEDULED) if what else None


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


def _opened(sentence: str, at: datetime, ahead: When | None, talk: Talk) -> Iterator[Claim]:
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
        yield from event_of(event_name(event), ahead, sentence)
    elif held := HELD.search(sentence):
        who, what = held["who"] or held["debtor"], held["what"] or held["owed"]
        yield loop_of(f"get {CLAUSE.split(what)[0]} back from {OBJECT.get(who.lower(), who)}", sentence, None, 0.7)
    elif duty and (claims := [*duty_of(duty, sentence, ahead, talk)]):
        yield from claims
    elif left := left_in(sentence, talk.turn):
        due = ahead or in_time(sentence, at)
        yield loop_of(left.what, sentence, due, SCHEDULED if left.sure or due else BESIDE)
    elif ahead and last and not habitual and (CARRIED.search(sentence) or _tells_more(sentence, ahead)):
        yield from carried(last, ahead, sentence)
    elif ahead and (awaited := AWAITED.search(sentence)):
        named = not VAGUE.match(awaited.group()) and not (last and THEY_SAID.match(awaited.group()))
        last = last or talk.thing
        what = awaited.group() if named else f"hear back{f' about {last}' if last else ''}"
        yield loop_of(what, sentence, ahead, 0.7)
    elif ahead and not habitual:
        yield from (with_name(one, talk.thing) for one in on_a_day(sentence, at, ahead, talk))
    elif not ahead and (due := in_time(sentence, at)) and (last or talk.thing or HEARS.search(talk.turn)):
        about = last or talk.thing
        yield loop_of(
            last or f"hear back{f' about {about}' if about else ''}", sentence, due, SCHEDULED if about else BESIDE
        )


def _told_first(sentence: str, ahead: When) -> str:
    """What is told in the past before the clause in which the day to come stands."""
    first = sentence.partition(own_clause(sentence, ahead))[0].strip(" ,")
    return first if len(first.split()) > FEW and is_past(first, 0, 0) else ""


def _tells_more(sentence: str, ahead: When) -> bool:
    """Whether a sentence without a verb names the date of what the one before was about."""
    return any(map(str.isdigit, sentence[ahead.begin : ahead.end])) and not VERBAL.search(sentence)


def _is_behind(sentence: str, today: When) -> bool:
    """Whether what is told of today is over already: went for a run today, 5k."""
    return bool(DONE.search(bare(sentence))) or is_past(sentence, today.begin, today.end)


def _up_to_day(what: str, at: datetime) -> str:
    """The words up to the first time that they name."""
    named = moments(what, at)
    return re.sub(r" (?:on|at|in)$", "", what[: named[0].begin].strip()) if named and named[0].begin else what
