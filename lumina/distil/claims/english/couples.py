"""Whose partner somebody is, told in passing of somebody else."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.antecedents import gender_of
from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.subjects import Spoken
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import MATE, NAME, RELATION, is_name

SURE = 0.8
ENGAGED = re.compile(
    rf"\b(?:engaged|getting married|married|marrying|proposed)(?: to)? (?:(?:his|her|their)"
    rf" |an? (?:[\w-]+ ){{0,3}}?(?=(?:called|named)\b))?(?:[\w-]+ ){{0,2}}?"
    rf"(?:(?P<who>{MATE}),? )?(?P<name>{NAME})(?= *(?:$|[,.;!]|\b(?:last|this|on|in|at|next|and|yesterday|today)\b))",
    re.I,
)
MARRIED = re.compile(r"(?<!getting )\bmarried\b", re.I)


def couples_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """Whom somebody else is to marry, or has married."""
    about = of[0].about
    match = ENGAGED.search(clause.text) if about != ME else None
    if not match or not is_name(match["name"]) or match["name"] == about:
        return
    his = gender_of(about) or _gender(clause.said)
    who = {"he": ("wife", "fiancée"), "she": ("husband", "fiancé")}.get(his, ("partner", "fiancé"))[
        0 if MARRIED.search(match.group()) else 1
    ]
    yield Claim(ClaimType.PERSON, ME, f"{about}'s {who}", match["name"], clause.sentence, SURE)
    yield Claim(ClaimType.FACT, about, "partner", f"{match['name']} ({who})", clause.sentence, SURE)


def _gender(said: str) -> str:
    """Of whom a clause speaks, by what they are called or by what is theirs."""
    relation = re.search(rf"\b(?:my|me|our) (?P<who>{RELATION})\b", said, re.I)
    if relation and (gender := gender_of(relation["who"])):
        return gender
    theirs = re.search(r"\b(?:(his)|(her))\b", said, re.I)
    return ("he" if theirs[1] else "she") if theirs else ""
