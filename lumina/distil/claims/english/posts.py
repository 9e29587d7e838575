"""Where somebody works, said behind what they do: "data analyst at Scottish Power", "I weld towers, at Siemens"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.known import Claim, ClaimType, Mode
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import RELATION
from lumina.language.scripts import fold

LIKELY, UNSURE = 0.75, 0.6
LARGE = r"(?-i:[A-ZÀ-Þ])[\w'&.-]*"
NAMED = rf"(?:the )?{LARGE}(?: (?:(?:of|and) (?:the )?|& )?{LARGE})*"
KINDS = (
    r"home|hospital|hospice|school|nursery|shop|store|supermarket|caf[eé]|bakery|pub|bar|restaurant|diner|chippy"
    r"|hotel|office"
    r"|warehouse|factory|plant|mill|garage|pharmacy|chemist|lab|laboratory|library|museum|gallery|theatre|bank|gym"
    r"|salon"
    r"|barber'?s|surgery|clinic|practice|(?:call|garden|leisure|community|day) centre|depot|yard|shipyard|spot|joint"
    r"|station"
    r"|prison|court|church|college|university|club|casino|airport|studio|firm|company|start-?up|agency|council"
    r"|charity|brewery"
    r"|distillery|vineyard|kennels|zoo|crossing|ward|unit|estate|quarry|mine|port|dairy"
)
CALLED_SO = (
    rf"(?:an?|the|our) (?:(?!(?:at|in|on|and|for|who|that|is|was)\\b)[\w'&-]+ ){{0,3}}?(?:{KINDS})\b"
    rf"(?: (?:in|on|off|near) (?:the )?{LARGE}(?: {LARGE})*)?"
)
BEHIND = re.compile(
    rf"(?:(?: (?!(?:at|in|for|with|and|but|so|who|that|is|was|to)\b)[\w'-]+){{0,4}}|(?: for| of"
    rf"| in)(?: [\w'-]+){{1,4}})?,?"
    rf" (?:(?:over|down|up|out|here) )?(?:(?P<how>at|with|for|outside) (?P<named>{NAMED})|(?:at|in"
    rf"|for) (?P<called>{CALLED_SO}))",
    re.I,
)
"""What stands behind what somebody does, up to where they do it."""
CARES = re.compile(
    r"\b(?:carer|caregiver|nanny|babysitter|childminder|cleaner|driver|chauffeur|assistant|pa|nurse|tutor)$", re.I
)
"""Who may do it for somebody."""
TIMES = re.compile(
    r"(?:the )?(?:jan|feb|mar(?:ch)?\b|apr|may\b|june?\b|july?\b|aug|sep|oct|nov|dec|(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day"
    r"|christmas|xmas|easter|ramadan|diwali|new year|halloween|lent|god|life|first|least|last|i\b|i'|my\b)",
    re.I,
)


def posted(clause: Clause, found: Sequence[Claim]) -> Iterator[Claim]:
    """The places of work of those of whom the clause tells a trade, and no place."""
    placed = {one.about for one in found if one.type is ClaimType.FACT and one.kind in ("workplace", "school")}
    for job in found:
        if job.type is not ClaimType.FACT or job.kind != "job" or job.mode not in (Mode.IS, Mode.WAS):
            continue
        if (
            not job.value
            or job.about in placed
            or job.confidence < UNSURE
            or not (place := _place(clause.said, job.value))
        ):
            continue
        placed.add(job.about)
        yield Claim(ClaimType.FACT, job.about, "workplace", place, clause.sentence, LIKELY, job.mode)


def _place(said: str, trade: str) -> str:
    """Where the trade is done, as the words behind it say."""
    last = fold(trade).split()[-1]
    at = fold(said).find(last) if last else -1
    match = BEHIND.match(said, at + len(last)) if at >= 0 else None
    if not match:
        return ""
    place = (match["named"] or match["called"]).rstrip(".")
    base = place.removesuffix("'s").lower()
    cared_for = (match["how"] or "").lower() == "for" and CARES.search(trade)
    somebody = cared_for or base in word_list("names.en") or re.fullmatch(RELATION, base, re.I)
    return "" if somebody or TIMES.match(place) else place
