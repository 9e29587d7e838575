"""Work that is sought, that comes, and that is over: an interview is no workplace, what was got after it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.rules import PLACE_END
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, NO_PLACE, WHEN, clean
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.plain_english.words import JOB, NAME
from lumina.language.when.moments import moments
from lumina.models import Turn

SURE = 0.8
WORK = ("workplace", "job")
ENDS = PLACE_END.replace("|too|", "|too|yet|was|is|are|has|done|over|went|starts|begins|")
PLACE = (
    r"(?P<value>(?:the |an? |our |my )?(?-i:[A-Z])[\w'&-]*(?: (?:of (?:the )?|and |& )?(?-i:[A-Z0-9])[\w'&-]*)*"
    rf"|(?:the|an?|our|my) (?:(?!yet\b)[\w'&-]+ ){{0,2}}?(?!yet\b)[\w'&-]+{ENDS})"
)
POST = r"(?:job|role|post|position|vacancy|apprenticeship|traineeship|internship|placement|contract|gig)"
NO_COURSE = r"(?!.*\b(?:uni|university|college|school of|study|course|degree|masters?|phd|sixth form)\b)"
SOUGHT = re.compile(
    r"\b(?:interview(?:s|ed|ing)?|appl(?:y|ied|ying)|applications?|audition(?:s|ed|ing)?|trial (?:shift|day)"
    r"|short-?listed|offered|an offer|in the running|a chance of|hoping (?:to|for)|going for)\b",
    re.I,
)
"""Behind it stands where one would work, and does not."""
TAKEN = re.compile(r"\b(?:accepted|took|taken|said yes|signed|got|landed|starting|start)\b", re.I)
TRIED = re.compile(
    rf"\b(?:interviews?|interview(?:ed|ing)(?= (?:for|at|with|today|yesterday|last|this)\b)|audition(?:s|ed)?"
    rf"|trial (?:shift|day)|short-?listed)\b{NO_COURSE}(?:,? [\w'-]+){{0,8}}?,? (?:at|with) {PLACE}",
    re.I,
)
APPLIED = re.compile(
    rf"\b(?:appl(?:y|ied|ying)|put in|going|gone|an application|offered(?: me)?|an offer)\b{NO_COURSE}"
    rf"(?: [\w'-]+){{0,6}}? {POST}(?: as [\w' -]{{3,30}}?)? (?:at|with|from|in) {PLACE}|\bapplied to {NO_COURSE}"
    rf"{PLACE.replace('<value>', '<other>')}(?= for an? [\w ]*{POST})",
    re.I,
)
AS = re.compile(rf"\b(?:for|as)(?: (?:an?|the|their))? (?P<job>(?:(?!of\b)[\w-]+ ){{0,2}}{JOB})\b(?!')", re.I)
TURNED_DOWN = re.compile(
    rf"\b(?:didn't|did not|never) (?:get|land) (?:it|(?:the|that) {POST})|\b(?:turned|knocked) me down\b"
    rf"|\b(?:gave|given) (?:it|(?:the|that) {POST}) to (?:someone|somebody)|\bturned (?:it|(?:the|that) {POST}) down",
    re.I,
)
GOT = re.compile(
    rf"(?:^|\b(?:I|we)(?:'ve| have)? )(?:(?:just|finally|only|actually|officially) )*(?:got|landed|bagged"
    rf"|accepted|taken"
    rf"|took|said yes to) (?:the|that|their) (?:new )?(?:{POST}|offer)\b(?! (?:done|centre|at|with|in)\b)"
    rf"|\b(?:gave|given) me (?:the|that) {POST}\b(?! (?:at|with|in)\b)",
    re.I,
)
GOT_IT = re.compile(r"^(?:I )?(?:got|did get) it(?= *$|,)|^they said yes\b", re.I)
ABOUT_WORK = re.compile(rf"\b(?:interview|{POST}|offer)\b", re.I)
STARTS = re.compile(
    r"(?:^|\b)(?:I |we )?(?:'m |am |'ll |will |I'm |I'll )?(?:be )?(?:start|starting|begin)(?: (?:there|work|as one"
    r"|(?:in )?(?:the|my|a) (?:new )?(?:job|role|post)))?(?: (?:on|in|from|at))?(?: the)? $"
    r"|^(?:my |the )?(?:start date|starting date|first day)(?: there)?(?:'s| is| will be)?(?: on)?(?: the)? $",
    re.I,
)
"""What stands before the day on which one starts."""
BEGINS = re.compile(r"\b(?:I )?(?:'m |'ll |will )?(?:start|begin)|\b(?:my |the )?(?:start date|first day)\b", re.I)
OF_IT_ALONE = re.compile(r"^(?:(?:I|we)(?:'m|'ll| am| will)? )?(?:be )?(?:start|begin|my|the)", re.I)
FIRST_DAY = re.compile(
    r"^(?:(?:I )?(?:had|survived|did|finished) )?(?:my |the )?first (?:day|shift|week)"
    r"(?: (?:at|in|of) (?:work|(?:the|my) (?:new )?(?:job|place|work)))?"
    r"(?= *(?:$|,|done|over|today|was|went|down|complete|finished|tick))"
    r"|^(?:(?:I )?(?:had|survived|did|finished) )?(?:my |the )?first (?:day|shift) at (?!school|uni|college"
    r"|nursery)[\w' ]{3,30}"
    r" (?:done|over|today|was|went|down|complete|finished|tick)\b",
    re.I,
)
NEW_JOB = re.compile(rf"^(?:my|the) (?:new )?{POST} (?:at|with) {PLACE} (?:starts|begins)\b", re.I)
NO_LONGER = re.compile(
    rf"^I(?:'m| am)? (?:(?:do not|don't|no longer|not|have not|haven't|stopped) )(?:really )?(?:work(?:ing"
    rf"|ed)?|employed)"
    rf" (?:at|for|in|with) {PLACE}(?P<rest>.*)$",
    re.I,
)
ALONE = re.compile(
    r"^(?:got the \w+ ?,? )?(?:be )?(?:start|starting|begin)(?: (?:on|in|next|this|the|from)\b.*)?$", re.I
)
TO_START, STARTED = "start the new job", "start job"
"""How what is left open is called, and that it is over."""
NOT_YET = re.compile(r"\byet\b", re.I)
PARTLY = re.compile(r"\b(?:today|tomorrow|tonight|on|this|next|at|weekends?|\w+days?)\b", re.I)
LAST_DAY = re.compile(
    rf"\blast (?:ever )?(?:day|shift) (?:ever )?(?:at|with|in|for) (?:(?P<work>work|(?:the|my) (?:job|work))\b|{PLACE})"
    r"(?!.*\b(?:before|until|till|of)\b)",
    re.I,
)


def seeks(clause: Clause, claim: Claim) -> bool:
    """Whether a claim takes for a workplace or a job what is only sought."""
    sought = SOUGHT.search(clause.sentence) if claim.kind in WORK else None
    if not sought or claim.mode not in (Mode.IS, Mode.WAS):
        return False
    behind = clause.sentence[sought.start() :]
    return claim.value.lower().removeprefix("an ") in behind.lower() and not TAKEN.search(behind)


OTHERS = re.compile(rf"(?:he|she|they|(?:my|our|his|her|their|the) |{NAME}(?:'s)? (?!and (?:I|me)\b))(?!own\b)", re.I)
OWN = re.compile(r"\b(?:I|I'm|I've|my|me)\b", re.I)


def _is_others(clause: Clause, earlier: Sequence[Clause]) -> bool:
    """Whether the clause before tells of somebody else, and this one does not say that it is the person's own."""
    return bool(earlier and OTHERS.match(earlier[-1].text) and not OWN.search(clause.said))


def work_in(
    clause: Clause, of: Sequence[Spoken], before: Sequence[Turn], at: datetime, earlier: Sequence[Clause] = ()
) -> Iterator[Claim]:
    """Where the person may come to work, that they come to, from when on, and where they do not work."""
    if of[0].about != ME:
        return
    yield from _sought(clause)
    asked = any(ABOUT_WORK.search(turn.text) for turn in before[-2:])
    if GOT.search(clause.said) or (asked and GOT_IT.search(clause.text)):
        yield from _comes(clause, _start(clause, at))
    elif FIRST_DAY.search(clause.text) and not _is_others(clause, earlier):
        yield from _comes(clause, Day(at.date()))
        yield Claim(ClaimType.CLOSE, ME, "", STARTED, clause.sentence, SURE)
    else:
        yield from _starts(clause, at)
    yield from _over(clause, at)


def with_day(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a turn; where it says itself where one starts, from when on is said of that, and what is left open
    of it is called by more than a verb."""
    begun = {one.text for one in claims if one.mode is Mode.COMES and one.since}
    claims = [
        replace(one, value=TO_START)
        if one.type is ClaimType.LOOP and ALONE.search(one.value) and any(one.text in text for text in begun)
        else one
        for one in claims
    ]
    day = next((one.since for one in claims if one.mode is Mode.COMES and one.since), None)
    told = any(one.kind == "workplace" and one.mode is Mode.IS and one.about == ME for one in claims)
    if not day or not told:
        return [*claims]
    kept = [one for one in claims if one.mode is not Mode.COMES]
    own = [one.kind == "workplace" and one.mode is Mode.IS and one.about == ME for one in kept]
    return [replace(one, since=day) if is_it else one for one, is_it in zip(kept, own, strict=True)]


def _sought(clause: Clause) -> Iterator[Claim]:
    if TURNED_DOWN.search(clause.said):
        yield from (_of_work(kind, "", clause, Mode.AWAITS) for kind in WORK)
        return
    tried = TRIED.search(clause.said) or APPLIED.search(clause.said)
    place = _place(tried["value"] or tried.groupdict().get("other") or "") if tried else ""
    if tried and TAKEN.search(clause.sentence.partition(tried.group())[2]):
        return
    if place:
        yield _of_work("workplace", place, clause, Mode.AWAITS)
    if (place or SOUGHT.search(clause.said)) and (job := AS.search(clause.said)):
        yield _of_work("job", clean(job["job"]), clause, Mode.AWAITS)


def _comes(clause: Clause, since: Day | None) -> Iterator[Claim]:
    yield from (_of_work(kind, "", clause, Mode.COMES, since) for kind in WORK)


def _start(clause: Clause, at: datetime) -> Day | None:
    """The day to come on which one starts, without a word for where."""
    for begins in BEGINS.finditer(clause.text):
        said = clause.text[begins.start() :]
        for one in moments(said, at):
            elsewhere = said[one.end :].startswith((" at ", " with "))
            if one.last >= at.date() and not elsewhere and STARTS.search(f"{said[: one.begin].strip()} "):
                return Day(one.first, one.precision)
    return None


def _starts(clause: Clause, at: datetime) -> Iterator[Claim]:
    since = _start(clause, at)
    if since and (OF_IT_ALONE.match(clause.text) or TAKEN.search(clause.text[: clause.text.find("start")])):
        yield from _comes(clause, since)
    elif (new := NEW_JOB.match(clause.text)) and (place := _place(new["value"])):
        day = next((Day(one.first, one.precision) for one in moments(clause.text, at) if one.last >= at.date()), None)
        yield _of_work("workplace", place, clause, Mode.IS, day)


def _over(clause: Clause, at: datetime) -> Iterator[Claim]:
    if (left := NO_LONGER.match(clause.text)) and (place := _place(left["value"])):
        if NOT_YET.search(left["rest"]):
            yield _of_work("workplace", place, clause, Mode.AWAITS)
        elif not PARTLY.search(left["rest"]):
            yield _of_work("workplace", place, clause, Mode.ENDS)
    if (last := LAST_DAY.search(clause.said)) and _is_behind(clause.said, at):
        place = _place(last["value"] or "")
        if place or last["work"]:
            yield _of_work("workplace", place, clause, Mode.ENDS)
        if last["work"]:
            yield _of_work("job", "", clause, Mode.ENDS)


def _is_behind(said: str, at: datetime) -> bool:
    """Whether no day to come is named, and what is told of is over, or is today."""
    if re.search(r"\b(?:was|done|over|had)\b", said, re.I):
        return True
    days = moments(said, at)
    return bool(days) and all(one.first <= at.date() for one in days)


def _place(said: str) -> str:
    value = clean(said)
    return "" if EMPTY.match(value) or NO_PLACE.match(value) or WHEN.search(value) else value


def _of_work(kind: str, value: str, clause: Clause, mode: Mode, since: Day | None = None) -> Claim:
    return Claim(ClaimType.FACT, ME, kind, value, clause.sentence, SURE, mode, since=since)
