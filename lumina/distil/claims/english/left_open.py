"""The claims of what is left open, and of what happens on its day, once it is known what it is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lumina.distil.claims.english.clauses import bare
from lumina.distil.claims.english.closing import shortened
from lumina.distil.claims.english.dates import day_as_said
from lumina.distil.claims.english.duties import BEFORE_NOW, STRONG
from lumina.distil.claims.english.events import is_theirs
from lumina.distil.claims.english.referents import called, is_held, is_pronominal
from lumina.distil.claims.english.scheduled import CARRIED_PLACE
from lumina.distil.claims.english.values import clean
from lumina.distil.claims.english.worth_asking import without_day
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.when.moments import When

MOVED = re.compile(
    r"\b(?:(?:moved?|pushed|put|brought|shifted) (?:[\w']+ ){1,5}?(?:back|forward|to|until|off)\b|moved|pushed back"
    r"|put back|brought forward|postponed|rescheduled|rearranged|bumped|shifted|put off|new (?:date|time)"
    r"|delayed|now the"
    r"|it's now|instead"
    r" of|put (?:me|us) in for)\b",
    re.I,
)
CLAUSE = re.compile(r" (?:and|but|so|cos|because|since|which|that|from)\b", re.I)
OWES = re.compile(r"\bowe$", re.I)
BY = re.compile(r"[, ]+(?:by|before|until|till|til|no later than)(?: (?:the|this|next|end of))* *$", re.I)
ITS_NOW = re.compile(r"^(?:it's|it is) (?:an? |the )?(?P<what>[^,.!?]{3,40}?) now\b", re.I)
TRIFLE = re.compile(
    r"^(?:it|this|that|you(?: one)?|him|her|them|the (?:truth|same)"
    r"|(?:\w+ ){1,2}(?:it|that|this|them|him|her)|act \w+|a (?:think|look|laugh|nap|lie)|some sleep)$",
    re.I,
)
AND_I = re.compile(r"^and (?P<who>(?-i:[A-Z])\w+) (?=are\b|have\b)", re.I)
FEW = 2
ASKED_ABOUT = 0.6
"""The confidence that what somebody else has on a day is something that the speaker has to do with."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What the talk was about before a sentence: what happens, or is left open, and what thing; and all of its turn."""

    last: str
    thing: str
    turn: str
    asked: str


def moved_it(sentence: str, ahead: When) -> Iterator[Claim]:
    """What was told of before has another day; a value that is a day alone stands for it."""
    day = Day(ahead.first, ahead.precision)
    for type_, kind in ((ClaimType.FACT, "event"), (ClaimType.LOOP, "")):
        yield Claim(type_, ME, kind, f"({_in_words(ahead, sentence)})", sentence, 0.75, Mode.CORRECTS, until=day)


def carried(last: str, ahead: When, sentence: str) -> Iterator[Claim]:
    """What the sentence before was about, with its day, its place, or what takes its place."""
    where, now = CARRIED_PLACE.match(sentence), ITS_NOW.match(sentence)
    if now:
        return (replace(claim, replaces=last) for claim in event_of(clean(now["what"]), ahead, sentence))
    return event_of(f"{last}, {where['place']}" if where else last, ahead, sentence)


def event_of(what: str, when: When, sentence: str) -> Iterator[Claim]:
    replaces = what.rsplit(maxsplit=1)[-1] if what and MOVED.search(sentence) else ""
    value = f"{what} ({_in_words(when, sentence)})"
    sure = ASKED_ABOUT if is_theirs(bare(sentence)) and not replaces else 0.75
    yield Claim(ClaimType.FACT, ME, "event", value, sentence, sure, since=None, until=Day(when.last), replaces=replaces)
    yield replace(loop_of(what, sentence, when, 0.75), replaces=what if replaces else "")


def _in_words(when: When, sentence: str) -> str:
    if when.precision == "day":
        return day_as_said(when.first, sentence)
    return f"{'week of ' if when.precision == 'week' else ''}{Day(when.first, when.precision)}"


def duty_of(duty: re.Match[str], sentence: str, ahead: When | None, talk: Talk) -> Iterator[Claim]:
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
        yield loop_of(what, sentence, ahead, 0.75 if strong else 0.7)
    elif re.search(
        r"\b(?:need|still|have to|'ve (?:\w+ )?got to|must|got to|better|(?:'m|am|'ve) to)\b", duty.group(), re.I
    ):
        yield loop_of(what, sentence, None, 0.5)


def _before_day(duty: re.Match[str], ahead: When | None) -> str:
    """What is to be done, up to the day by which, if it names one so."""
    begin, end = duty.span("what")
    head = duty["what"][: ahead.begin - begin] if ahead and begin < ahead.begin < end else ""
    return BY.sub("", head) if BY.search(head) and len(head.split()) > FEW else duty["what"]


def loop_of(what: str, sentence: str, when: When | None, confidence: float) -> Claim:
    due = Day(when.first, when.precision) if when else None
    what = AND_I.sub(r"\g<who> and I ", shortened(without_day(what, sentence, when)))
    return Claim(ClaimType.LOOP, ME, "", what, sentence, confidence, until=due)
