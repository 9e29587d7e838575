"""Somebody else's: my sister's dog is not mine, and Gail's son is Gail's."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.antecedents import last_mentioned
from lumina.distil.claims.english.called import MY, NAMED
from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.couples import ENGAGED
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.names_in_place import is_common
from lumina.language.plain_english.words import KIN, NAME, PARTNERS, RELATION, SPECIES, is_name, normal_relation

OTHERS_OWN = re.compile(
    rf"(?:{MY} (?P<owner>{RELATION})(?: (?-i:[A-Z])[a-z]+)?'s|(?-i:\b(?P<named>[A-Z][a-z]+))'s|\b(?P<pronoun>his|her))"
    rf" (?:(?:new|old|little|big|younger|older|late) )?(?P<who>{RELATION}|{SPECIES})(?:(?:'s| is) (?=called|named"
    rf"|name is|name's)"
    rf"|,? )(?:(?:called"
    rf"|named) |name(?: is|'s) )?{NAMED}",
    re.I,
)
OF_ANOTHER = re.compile(
    rf"^{NAMED}(?:,|'s| is) (?P<named>(?-i:[A-Z][a-zà-ÿ]+))'s (?P<owner>)(?P<who>{RELATION}|{SPECIES})(?= *(?:$|,))",
    re.I,
)
"""Whose somebody is, said behind the name: "Owen, Kayla's boy"."""
HAS = re.compile(
    rf"^(?:(?:my|me|our) (?P<owner>{RELATION})|(?P<kin>{KIN})|(?P<of>{NAME})'s (?P<theirs>{RELATION})"
    rf"|(?P<named>{NAME}))(?:'s| has| has got|'s got"
    rf"| got) an? (?:[\w-]+ ){{0,2}}?"
    rf"(?P<who>{RELATION}|{SPECIES}),? (?:called |named )?{NAMED}",
    re.I,
)
"""Somebody else has somebody."""


IS_THEIRS = re.compile(
    rf"(?:{MY} (?P<owner>{RELATION})(?: (?-i:[A-Z])[a-z]+)?'s|(?-i:\b(?P<named>[A-Z][a-z]+))'s|\b(?P<pronoun>his|her))"
    rf" (?P<who>{RELATION}|{SPECIES})(?:'s| is) {NAMED}(?= *(?:$|[,.;!]|and\b))",
    re.I,
)
"""Said to be called so by no more than "is": of a word that everybody uses it says nothing."""


def owned(clause: Clause, antecedent: str) -> Iterator[Claim]:
    """My sister's dog Waffles is not mine, and Gail's son is Gail's."""
    for match in (
        *OTHERS_OWN.finditer(clause.said),
        *HAS.finditer(clause.text),
        *OF_ANOTHER.finditer(clause.text),
        *(match for match in IS_THEIRS.finditer(clause.said) if not is_common(match["name"].lower())),
    ):
        groups = match.groupdict()
        kin = groups["owner"] or groups.get("kin")
        owner = normal_relation(kin) if kin else groups["named"] or ""
        owner = f"{groups['of']}'s {normal_relation(groups['theirs'])}" if groups.get("of") else owner
        owner = _meant(clause, match, antecedent) if groups.get("pronoun") else owner
        weds = ENGAGED.search(clause.text)
        if weds and weds["name"] == match["name"]:
            continue
        if groups.get("pronoun") and not owner and is_name(match["name"]):
            yield Claim(ClaimType.PERSON, ME, "", match["name"], clause.sentence, 0.6)
        if owner and is_name(match["name"]) and (not groups["named"] or is_name(owner)):
            who = normal_relation(match["who"]) or match["who"].lower()
            yield Claim(ClaimType.PERSON, ME, f"{owner}'s {who}", match["name"], clause.sentence, 0.8)
            if who in PARTNERS:
                value = f"{match['name']} ({who})"
                yield Claim(ClaimType.FACT, owner, "partner", value, clause.sentence, 0.75)


def _meant(clause: Clause, match: re.Match[str], antecedent: str) -> str:
    """Whose somebody is by "his" or "her": whoever the clause names before it that may be called so, else whoever was
    spoken of."""
    return last_mentioned([clause.said[: match.start()]], match["pronoun"]) or antecedent
