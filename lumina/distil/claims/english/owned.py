"""Somebody else's: my sister's dog is not mine, and Gail's son is Gail's."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.antecedents import gender_of
from lumina.distil.claims.english.called import MY, NAMED
from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.couples import ENGAGED
from lumina.distil.claims.english.subjects import spoken_of
from lumina.distil.claims.english.words import KIN, NAME, PARTNERS, RELATION, SPECIES, is_name, normal_relation
from lumina.known import ME, Claim, ClaimType

OTHERS_OWN = re.compile(
    rf"(?:{MY} (?P<owner>{RELATION})(?: (?-i:[A-Z])[a-z]+)?'s|(?-i:\b(?P<named>[A-Z][a-z]+))'s|\b(?P<pronoun>his|her))"
    rf" (?:(?:new|old|little|big|younger|older|late) )?(?P<who>{RELATION}|{SPECIES}),? (?:(?:'s |is )?(?:called"
    rf"|named) |name is )?{NAMED}",
    re.I,
)
OF_ANOTHER = re.compile(
    rf"^{NAMED}(?:,|'s| is) (?P<named>(?-i:[A-Z][a-zà-ÿ]+))'s (?P<owner>)(?P<who>{RELATION}|{SPECIES})(?= *(?:$|,))",
    re.I,
)
"""Whose somebody is, said behind the name: "Owen, Kayla's boy"."""
HAS = re.compile(
    rf"^(?:(?:my|me|our) (?P<owner>{RELATION})|(?P<named>{NAME}))(?:'s| has| has got|'s got"
    rf"| got) an? (?:[\w-]+ ){{0,2}}?"
    rf"(?P<who>{RELATION}|{SPECIES}),? (?:called |named )?{NAMED}",
    re.I,
)
"""Somebody else has somebody."""
RELATED_BEFORE = re.compile(rf"(?:\b(?:my|me|our) |^)(?P<who>{RELATION}|{KIN})\b", re.I)


def owned(clause: Clause, antecedent: str) -> Iterator[Claim]:
    """My sister's dog Waffles is not mine, and Gail's son is Gail's."""
    for match in (
        *OTHERS_OWN.finditer(clause.said),
        *HAS.finditer(clause.text),
        *OF_ANOTHER.finditer(clause.text),
    ):
        groups = match.groupdict()
        owner = normal_relation(groups["owner"]) if groups["owner"] else groups["named"] or ""
        owner = _meant(clause, match, antecedent) if groups.get("pronoun") else owner
        weds = ENGAGED.search(clause.text)
        if weds and weds["name"] == match["name"]:
            continue
        if owner and is_name(match["name"]) and (not groups["named"] or is_name(owner)):
            who = normal_relation(match["who"]) or match["who"].lower()
            yield Claim(ClaimType.PERSON, ME, f"{owner}'s {who}", match["name"], clause.sentence, 0.8)
            if who in PARTNERS:
                value = f"{match['name']} ({who})"
                yield Claim(ClaimType.FACT, owner, "partner", value, clause.sentence, 0.75)


def _meant(clause: Clause, match: re.Match[str], antecedent: str) -> str:
    """Whose somebody is by "his" or "her": the subject's of the clause, if it may be called so, else that of whoever
    was spoken of."""
    about = spoken_of(clause.text, antecedent)[0].about
    before = clause.said[: match.start()]
    if about == ME or (not re.search(rf"\b{re.escape(about)}\b", before) and not RELATED_BEFORE.search(before)):
        return antecedent
    gender = next((of for one in RELATED_BEFORE.finditer(before) if (of := gender_of(one["who"]))), "")
    return antecedent if gender and (gender == "he") != (match["pronoun"].lower() == "his") else about
