"""How old somebody is where the number alone stands beside the name: "my daughter Isla, 9, plays", "Joe 7"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import NAME, NUMBER, RELATION, is_name, normal_relation, number_of

LIKELY = 0.75
OLDEST, GROWN = 110, 14
BESIDE = re.compile(
    rf"\b(?P<name>(?-i:[A-Z])[\w'-]+),? \(?(?:(?:he|she|who)(?:'s| is) |aged? )?(?P<n>{NUMBER})(?: years? old| now)?\)?"
    r"(?=[,.;!)]|$| (?:and|&) (?-i:[A-Z]))",
    re.I,
)
KIN_BESIDE = re.compile(
    rf"(?<!'s )(?<!\bis )(?<!\bwas )\b(?:my|me|our) (?P<who>{RELATION})(?: (?P<name>{NAME}))?(?:, | \("
    rf"|,? and )(?:(?:he|she|who)(?:'s| is) |aged? "
    rf"|(?:him|her) )?(?P<n>{NUMBER})(?: years? old| now)?(?=[,)])(?! ?(?:,|and) (?:{NUMBER}))",
    re.I,
)
"""Behind what somebody is to the person: "my nan, 84, still"."""
OF_YEARS = re.compile(
    rf"\b(?P<name>{NAME})?,? an? (?:[a-z]+ )?(?:man|woman|lad|lass|girl|boy|lady|gent) of (?P<n>{NUMBER})\b"
)
AND_STILL = re.compile(
    rf"^(?:[\w' ]{{2,12}}, )?(?P<n>{NUMBER})(?P<old> (?:years?|yrs?)(?: old| young)?)?,? and (?P<who>I|he"
    rf"|she)(?:'(?:m|ve|s)"
    r"| am| have| has| is)? (?P<how>(?:still|never|only|just|not|yet|can't|don't|won't|feel|look|already)\b)?",
    re.I,
)
"""An age before what it is no hindrance to: "44 and I still ring home", "ninety-one and she does her own roof"."""


def ages_beside(clauses: Sequence[Clause], claims: Sequence[Claim]) -> Iterator[Claim]:
    """Of whoever the claims name."""
    named = {one.value for one in claims if one.type is ClaimType.PERSON}
    for sentence in dict.fromkeys(clause.sentence for clause in clauses):
        for match in BESIDE.finditer(sentence):
            age = number_of(match["n"])
            if match["name"] in named and age and age <= OLDEST:
                yield Claim(ClaimType.FACT, match["name"], "age", str(age), sentence, LIKELY)
        yield from _of_kin(sentence)


def _of_kin(sentence: str) -> Iterator[Claim]:
    """Of whoever is called by what they are."""
    for match in (*KIN_BESIDE.finditer(sentence), *OF_YEARS.finditer(sentence)):
        age, name = number_of(match["n"]), match["name"] or ""
        who = name if is_name(name) else normal_relation(match.groupdict().get("who") or "")
        if who and age and age <= OLDEST:
            yield Claim(ClaimType.FACT, who, "age", str(age), sentence, LIKELY)


def and_still(clause: Clause, earlier: Sequence[Clause], antecedent: str) -> Iterator[Claim]:
    """Of the person, or of whoever a pronoun behind it means."""
    match = AND_STILL.match(clause.sentence) if not earlier or earlier[-1].sentence != clause.sentence else None
    age = (number_of(match["n"]) or 0) if match else 0
    if not match or age > OLDEST:
        return
    about = ME if match["who"].lower() == "i" else antecedent
    if about and (match["old"] or match["how"] or about != ME) and (age >= GROWN or match["old"]):
        yield Claim(ClaimType.FACT, about, "age", str(age), clause.sentence, LIKELY)
