"""What stands beside a day to come, where it is no event by its name, nor a duty."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.clauses import bare
from lumina.distil.claims.english.closing import shortened
from lumina.distil.claims.english.left_open import MOVED, Talk, event_of, loop_of, moved_it
from lumina.distil.claims.english.referents import called, thing_of
from lumina.distil.claims.english.scheduled import as_it_stands, beside, is_alone, moves_it, scheduled
from lumina.distil.claims.english.worth_asking import OF_WHOM, PREPOSED, own_clause, without_day, worth
from lumina.known import Claim, ClaimType, Mode
from lumina.language.when.moments import When

LEADING = re.compile(r"^[, ]+(?:the (?=\w+ (?:is|are|'s)))?")
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
SCHEDULED, BESIDE = 0.7, 0.6
WITH = re.compile(r"\bwith (?:my \w|(?-i:[A-Z]))", re.I)
IT_IS_NOW = re.compile(
    r"(?:^|[,;] ?|\b(?:and|so|but) )(?:it's|it is|they're|that's|it'll be)(?: (?:now|been|moved|put|back|to|on|till"
    r"|until|for|the|going|be|instead))* ?$",
    re.I,
)


def on_a_day(sentence: str, at: datetime, ahead: When, talk: Talk) -> Iterator[Claim]:
    """Whatever else stands beside a day to come."""
    last, thing, asked = talk.last, talk.thing, talk.asked
    own = own_clause(sentence, ahead)
    doing = _doing(LEADING.sub("", sentence[ahead.end :]) if _leads(sentence, ahead) else own) or _doing(sentence)
    doing = doing if ahead.precision == "day" else None
    if moved := _now_on(sentence, ahead, last or thing):
        yield from event_of(moved, ahead, sentence)
    elif moves_it(sentence, ahead):
        yield from moved_it(sentence, ahead)
    elif ahead.first <= at.date():
        return
    elif doing:
        yield loop_of(doing["what"], sentence, ahead, 0.7)
    elif what := scheduled(sentence, ahead):
        named = called(what, _thing_before(sentence, what) or thing)
        yield from (
            event_of(named, ahead, sentence) if MOVED.search(sentence) else _told(what, sentence, ahead, SCHEDULED)
        )
    elif (last or asked) and is_alone(sentence, ahead):
        yield loop_of(last or asked, sentence, ahead, SCHEDULED)
    elif what := beside(sentence, ahead) or as_it_stands(sentence, ahead):
        yield from _told(what, sentence, ahead, SCHEDULED if WITH.search(what) else BESIDE)


def with_name(claim: Claim, thing: str) -> Claim:
    """What is left open by the name of what it is about, for "it" and "they"."""
    is_open = claim.type is ClaimType.LOOP and claim.mode is not Mode.CORRECTS
    thing = _thing_before(claim.text, claim.value) or thing
    return replace(claim, value=shortened(called(claim.value, thing))) if is_open else claim


def _now_on(sentence: str, ahead: When, talked_of: str) -> str:
    """What a sentence says to be on another day by "it": "the eye's been shifted, it's now the 30th"."""
    found = IT_IS_NOW.search(sentence[: ahead.begin]) if MOVED.search(sentence) else None
    return thing_of([sentence[: found.start()]]) or talked_of if found else ""


def _thing_before(sentence: str, what: str) -> str:
    """What the sentence itself is about before it comes to what is open."""
    before = sentence.partition(what)[0].strip(" ,")
    return thing_of([before]) if before != sentence else ""


def _told(what: str, sentence: str, ahead: When, confidence: float) -> Iterator[Claim]:
    """What is told of a day, in its own clause where it is a sentence of several; nothing for a scrap or a mood."""
    own = without_day(own_clause(sentence, ahead), sentence, ahead)
    if not OF_WHOM.match(own) and worth(own) and what not in own and (len(what) > len(own) or OF_WHOM.match(what)):
        what = own
    what = PREPOSED.sub("", what)
    if worth(what):
        yield loop_of(what, sentence, ahead, confidence)


def _leads(sentence: str, ahead: When) -> bool:
    """Whether a sentence begins with the day to come."""
    return not sentence[: ahead.begin].strip(" ,").lower().removesuffix("on")


def _doing(sentence: str) -> re.Match[str] | None:
    told = bare(sentence)
    return DOING.search(sentence) or BARE_DOING.search(told) or OTHERS_DOING.search(told)
