"""How old somebody is where the number alone stands beside the name: "my daughter Isla, 9, plays", "Joe 7"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.words import NUMBER, number_of
from lumina.known import Claim, ClaimType

LIKELY = 0.75
OLDEST = 110
BESIDE = re.compile(
    rf"\b(?P<name>(?-i:[A-Z])[\w'-]+),? \(?(?:(?:he|she|who)(?:'s| is) |aged? )?(?P<n>{NUMBER})(?: years? old| now)?\)?"
    r"(?=[,.;!)]|$| (?:and|&) (?-i:[A-Z]))",
    re.I,
)


def ages_beside(clauses: Sequence[Clause], claims: Sequence[Claim]) -> Iterator[Claim]:
    """Of whoever the claims name."""
    named = {one.value for one in claims if one.type is ClaimType.PERSON}
    for sentence in dict.fromkeys(clause.sentence for clause in clauses):
        for match in BESIDE.finditer(sentence):
            age = number_of(match["n"])
            if match["name"] in named and age and age <= OLDEST:
                yield Claim(ClaimType.FACT, match["name"], "age", str(age), sentence, LIKELY)
