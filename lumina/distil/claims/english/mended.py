"""What was wrong and is put right, what was worn or taken for it, what a fox got, and what is wrecked."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, clean
from lumina.distil.lasting import LIKELY_OVER
from lumina.known import ME, Claim, ClaimType, Mode

SURE = 0.75
LED = r"^(?:(?:so|and|but|well|yeah|finally|ok|okay|anyway),? )*"
OPERATION = r"(?:surgery|operation|op|procedure|treatment|chemo|radiotherapy|physio|therapy|counsell?ing|rehab)"
TREATMENT = re.compile(r"treatment|chemo|radiotherapy|physio|therapy|counselling|counseling|rehab", re.I)
"""What goes on for weeks, and is told of as what one has."""
OPERATED = re.compile(
    rf"{LED}(?:(?:the|my) )?(?P<of>(?!(?:the|my|first|next|last|after|before|no)\b)[\w-]+ )?(?P<what>{OPERATION})"
    r"(?:'s| is| was)? ?(?:all |finally |now )*(?:done|over|finished|behind me|complete)(?= *(?:$|[,.;!]|and\b))",
    re.I,
)
TAKEN_OUT = re.compile(
    rf"{LED}(?:I )?(?:(?:just|finally) )*(?:had|got) (?:both |all )?(?:my |the )(?P<what>tonsils?|appendix|wisdom teeth"
    r"|gallbladder|adenoids|stitches|cataracts?|gallstones?|kidney stones?|cast|braces|boot|splint) (?:out|off"
    r"|removed|done)\b",
    re.I,
)
CAME_OFF = re.compile(
    r"^(?:the |my )?(?P<what>cast|brace|braces|boot|splint|sling|stitches|bandages?|plaster|eyepatch|patch)"
    r"(?:'s| is| are| has| have)? ?(?:just |finally )*(?:came|come|coming|are|is|was)? ?(?:off|out)\b"
    r"(?! (?:on|next|in)\b)",
    re.I,
)
FINISHED = re.compile(
    rf"{LED}(?:I'm |I've |I )?(?:(?:just|finally) )*(?:finished|done with|off|came off|come off)"
    r" (?:the |my |all the )(?P<what>antibiotics|steroids|pills|tablets|meds|medication|course of \w+"
    r"|crutches|chemo)\b",
    re.I,
)
EATER = r"(?:a |the )?(?:fox|foxes|hawk|coyotes?|mink|raccoons?|owl|weasel|stoat|badger|bobcat|heron|dogs?|rats?)"
EATEN = re.compile(
    rf"^{EATER} (?:just )?(?:got|took|killed|ate|had) (?P<all>all )?(?:of )?(?:the|our|my) (?:\w+ )??"
    r"(?P<what>chickens?|hens?|ducks?|geese|rabbits?|bunn(?:y|ies)|fish|quails?|pigeons?)\b",
    re.I,
)
WRECKED = re.compile(
    r"^(?:my|our|the) (?P<what>[a-z][\w-]*(?: [\w-]+)?)(?:'s| is| has| have| got| was)?(?: been| completely| finally)*"
    r" (?:blew (?:down|away)|burn(?:t|ed) down|burnt out|caught fire|collapsed|wrecked|totall?ed|trashed|sank|sunk"
    r"|flattened|smashed to bits|destroyed|beyond repair|died on me|conked out|packed up for good)\b",
    re.I,
)
OF_THE_BODY = ("health", "event", "plan")
ONE_OF = {"geese": "goose", "bunnies": "bunny"}


def mended_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """That what ailed the person, or is had no more, is over."""
    text, about = bare(clause.said), of[0].about if of else ME
    if about == ME or re.match(r"(?:the|my|our)\b", text, re.I) or OPERATED.match(text):
        yield from _of_the_body(text, clause)
    if eaten := EATEN.match(text):
        what = eaten["what"].lower()
        yield _over("pet", ONE_OF.get(what, what.removesuffix("s")), clause, eaten.group().lower())
    if (wrecked := WRECKED.match(text)) and (what := clean(wrecked["what"])) and not EMPTY.match(what):
        yield Claim(ClaimType.FACT, ME, "possession", what, clause.sentence, LIKELY_OVER, Mode.ENDS)


def _of_the_body(text: str, clause: Clause) -> Iterator[Claim]:
    """What was wrong, and is put right, and what was worn or taken for it."""
    if done := OPERATED.match(text):
        treated = ("health", "habit") if TREATMENT.match(done["what"]) else ()
        yield from (_over(kind, done["what"], clause) for kind in ("event", "plan", *treated))
        if done["of"]:
            yield _over("health", clean(done["of"]), clause)
    elif gone := TAKEN_OUT.match(text) or CAME_OFF.match(text) or FINISHED.match(text):
        yield from (_over(kind, gone["what"], clause) for kind in OF_THE_BODY)


def _over(kind: str, what: str, clause: Clause, told: str = "") -> Claim:
    return Claim(ClaimType.FACT, ME, kind, what, clause.sentence, SURE, Mode.ENDS, replaces=told)
