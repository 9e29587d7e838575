"""What is left open: promises, appointments, what is awaited; and what is over."""

import re
from collections.abc import Iterator
from datetime import datetime

from lumina.distil.claims.english.dates import day_in_words
from lumina.distil.claims.english.facts import clean
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.when.moments import When, moments

EVENTS = (
    "appointment|interview|exam|test|viva|wedding|funeral|christening|party|hen do|stag do|concert|gig|match"
    "|race|marathon|half marathon|10k|5k"
    "|operation|surgery|scan|smear|check-?up|mot|deadline|hearing|audition|presentation|viewing|flight|trip"
    "|holiday|meeting|lunch|dinner"
    "|graduation|ceremony|anniversary|driving test|tooth|extraction|jab|vaccination|x-ray|biopsy|results?"
    "|closing date|start date|last shift|first day|due date"
    "|rehearsal|recital|show|exhibition|conference|course|reunion|baby shower|barbecue|bbq|move|moving day"
    "|final|tournament|festival|performance|review|blood test|fitting"
    "|class|cake|hen|stag|visit|audit|trial|launch|open day|parents' evening|dentist|doctor's|physio|vet"
    "|retreat|workshop|competition|camp"
)
EVENT = re.compile(
    rf"\b(?P<what>(?:(?!(?:my|me|our|the|an?|for|is|was|got|had|has|have|and|to|on|in|of|a|it|its|his|her|with"
    rf"|next|this|last|there's|booked|did|do|be|at|by|first|'s|I've|we've|done|before)\b)[\w’'-]+"
    rf" ){{0,2}}(?:{EVENTS}))\b(?P<tail>(?: (?:at|in|with|for|to) (?:the )?(?-i:[A-Z])[\w'-]+(?:"
    rf" (?-i:[A-Z])[\w'-]+)*)?)",
    re.I,
)
CANCELLED = re.compile(r"(?:'s| is| are| has been| been) (?:off|cancelled|called off)\b", re.I)
MOVED = re.compile(
    r"\b(?:moved|pushed back|put back|brought forward|postponed|rescheduled|delayed|now the|it's now|instead"
    r" of|put (?:me|us) in for)\b",
    re.I,
)
DUTY = re.compile(
    r"\b(?:remind me to|I(?:'ve)? (?:promised?|said I'll|told \w+ I'd|told \w+ I'll|swore)(?: (?:to|that|I'll"
    r"|I'd|(?-i:[A-Z])\w+(?: (?:I'll|I'd|to))?|him|her|them|you))*"
    r"|I (?:still )?(?:need|have|must remember|'ve got|have got|'ve still got|must) to|I've (?:still )?(?:got"
    r" )?to|I'm still to|I promise(?: you)?(?: to| I'll| that I'll)"
    r"|I'll(?: definitely| have to)?|we'll|I owe|I'm supposed to|I'm meant to|don't let me forget to|I've"
    r" still not|I still haven't|I've yet to|I plan to|I intend to"
    r"|I'm (?:going|planning|hoping) to|we're (?:going|planning) to)\b(?! (?:be|go|say|admit|laugh|think|see"
    r"|have|love|like|feel|need|miss|never|always|get over|survive|die|live|try|know|want|bet|tell you"
    r" (?:what|that)|not|fight|manage|take that|pass|stop)\b)(?P<what> [^,.!?;:…]{4,70})",
    re.I,
)
STRONG = re.compile(r"promis|remind me|said I'll|told \w+ I|don't let me forget|I owe|swore", re.I)
AWAITED = re.compile(
    r"\b(?:waiting (?:for|on|to hear)|when I hear|hear back|(?:they'll|he'll|she'll|they will) (?:let me know"
    r"|tell me|ring|call|be in touch)|results?|letter|I'll (?:know|hear|find out))\b[^.!?]*",
    re.I,
)
DONE = re.compile(
    r"\b(?:done|finished|completed|over and done|sorted|passed|failed|went (?:well|ok|okay|fine|great|badly"
    r"|alright|brilliantly|terribly|horribly)|paid|repaid|squared|rang|phoned|emailed|submitted|handed in"
    r"|sent off|posted|gave|delivered|collected|picked up|cancelled|called off|got it|got the|said yes|said"
    r" no|turned (?:me|us) down|signed|it's out|is out|came out|it's over|survived|ate|cried|won|lost|is off"
    r"|booked|got my|moved in|returned|met|saw)\b",
    re.I,
)
BARE_DONE = re.compile(
    r"^(?:it's|its|that's|it is|it was) (?:all )?(?:done|over|out|finished|sorted|gone)\b|^it went\b|^I"
    r" (?:got|did|passed|failed|survived|made|won) it\b|^they said (?:yes|no)\b|^done\b",
    re.I,
)
TRIFLE = re.compile(
    r"^(?:it|this|that|you|him|her|them|the (?:truth|same)|a (?:think|look|laugh|nap|lie)|some sleep)$", re.I
)
UNSURE = re.compile(r"\b(?:if|unless|would|might|may|could|maybe|perhaps|wish|hopefully|never|won't|probably)\b", re.I)
LONG = 9
"""Words of what is left open at most."""


def loops_in(sentence: str, at: datetime) -> Iterator[Claim]:
    """What a sentence leaves open or closes, and the event that it tells of beforehand."""
    if sentence.rstrip().endswith("?") and not sentence.rstrip().endswith("??"):
        return
    days = moments(sentence, at)
    ahead = next((one for one in reversed(days) if one.last >= at.date() and one.precision != "year"), None)
    if BARE_DONE.search(sentence):
        yield Claim(ClaimType.CLOSE, ME, "", _short(sentence), sentence, 0.7, until=Day(at.date()))
    elif DONE.search(sentence) and not (ahead and MOVED.search(sentence)) and not UNSURE.search(sentence):
        yield Claim(ClaimType.CLOSE, ME, "", _short(sentence), sentence, 0.7)
    if UNSURE.search(sentence):
        return
    event = EVENT.search(sentence) if ahead and not _habitual(sentence) else None
    if event and ahead and (ahead.first > at.date() or not DONE.search(sentence)):
        yield from _event(event, ahead, sentence)
        return
    if duty := DUTY.search(sentence):
        yield from _duty(duty, sentence, ahead)
    elif ahead and (awaited := AWAITED.search(sentence)):
        yield _loop(awaited.group(), sentence, ahead, 0.7)


def _habitual(sentence: str) -> bool:
    return bool(re.search(r"\b(?:every|each|always|usually|most) \w+|days\b", sentence, re.I))


def _event(event: re.Match[str], when: When, sentence: str) -> Iterator[Claim]:
    what = clean(event["what"] + event["tail"])
    replaces = what.split()[-1] if MOVED.search(sentence) else ""
    value = f"{what} ({_in_words(when)})"
    yield Claim(ClaimType.FACT, ME, "event", value, sentence, 0.75, since=None, until=Day(when.last), replaces=replaces)
    yield _loop(what, sentence, when, 0.75)


def _in_words(when: When) -> str:
    if when.precision == "day":
        return day_in_words(when.first)
    return f"{'week of ' if when.precision == 'week' else ''}{Day(when.first, when.precision)}"


def _duty(duty: re.Match[str], sentence: str, ahead: When | None) -> Iterator[Claim]:
    what = _short(re.sub(r"^ (?:I'll|I'd|to|that|him|her|them)\b", "", duty["what"]))
    strong = bool(STRONG.search(duty.group()))
    if len(what.split()) > 1 and not TRIFLE.match(what) and (strong or ahead):
        yield _loop(what, sentence, ahead, 0.75 if strong else 0.7)
    elif len(what.split()) > 1 and re.search(r"\b(?:need|still|have to|'ve got to|must)\b", duty.group(), re.I):
        yield _loop(what, sentence, None, 0.5)


def _loop(what: str, sentence: str, when: When | None, confidence: float) -> Claim:
    due = Day(when.first, when.precision) if when else None
    return Claim(ClaimType.LOOP, ME, "", _short(what), sentence, confidence, until=due)


def _short(text: str) -> str:
    return " ".join(clean(re.sub(r"\b(?:just|really|actually|also)\b ?", "", text)).split()[:LONG])
