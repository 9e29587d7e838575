"""Whose an illness is that is told by no more than "it's cancer": whoever was spoken of just before, and nobody's where
that may be several."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.deaths import spoken_of_in
from lumina.known import ME, Claim, ClaimType

IT_IS = re.compile(
    r"(?:^|\b(?:out|says|said|reckons|thinks|me|that|sure|so|and|yes|yep) )(?:it|that)(?:'s| is| was)\b|^its\b", re.I
)
"""How what ails somebody is told without whose it is."""

OWN = re.compile(r"\b(?:I|I'm|I've|I'd|my|me)\b(?! (?:and|or)\b)", re.I)
MY_BODY = re.compile(
    r"\bmy (?:[\w-]+ ){0,2}?(?:results?|scan|x-?ray|mri|biopsy|bloods?|tests?|check-?up|swab|mole|lump|rash|cough|head"
    r"|back|chest|skin|heart|lungs?|liver|kidneys?|stomach|tummy|gut|throat|ears?|eyes?|nose|tooth|teeth|jaw|neck"
    r"|shoulders?|arms?|elbows?|wrists?|hands?|thumbs?|fingers?|hips?|legs?|knees?|ankles?|foot|feet|heels?|toes?)\b"
    r"|\bI(?:'ve| have|'d| had)?(?: just| finally)? (?:got|had|been|went|saw|felt|feel|woke)\b",
    re.I,
)
"""That it is the person who was looked at."""

LATELY = 2
"""Turns of the person before among which whoever it is about is looked for."""


def whose_illness(
    claims: Sequence[Claim], clause: Clause, told: Sequence[str], lately: Sequence[str]
) -> Iterator[Claim]:
    """The claims of a clause, behind the sentences `told` before it and what the person said lately, the latest last:
    an illness that "it" is goes to whom it is about."""
    ills = [one for one in claims if one.type is ClaimType.FACT and one.kind == "health" and one.about == ME]
    if not ills or not IT_IS.search(clause.said) or MY_BODY.search(clause.sentence):
        yield from claims
        return
    who = _about(clause, told, lately)
    for one in claims:
        if one not in ills:
            yield one
        elif who:
            yield replace(one, about=who, value=one.value.removeprefix("its "))


def _about(clause: Clause, told: Sequence[str], lately: Sequence[str]) -> str:
    for text in (clause.sentence.partition(clause.said)[0], *reversed(told), *reversed(lately[-LATELY:])):
        own, others = MY_BODY.search(text), spoken_of_in(text)
        if own or others:
            return "" if own and others else ME if own else others[0] if len(others) == 1 else ""
        if OWN.search(text):
            return ME
    return ME
