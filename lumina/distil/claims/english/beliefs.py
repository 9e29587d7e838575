"""What somebody else believes, who is said to: where no more than what they hold of the world is told, it is theirs."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.clauses import Clause
from lumina.known import Claim, ClaimType
from lumina.language.plain_english.words import KIN, NAME, RELATION, is_name, normal_relation

SURE = 0.72
"""The confidence of it: that it is the person who says so, it is asked about."""
ALSO = r"(?:(?:also|still|truly|really|honestly|firmly|genuinely|definitely|absolutely|properly|even|always|fully) )*"
NO_VIEW = (
    r"(?!(?:(?:that )?(?:I|I'm|I've|we|we're|it|it's|he|he's|she|she's|they|they're|you|you're|this|that|there's"
    r"|there|my"
    r"|our|his|her|your|their|me|him|them|us)\b))"
)
"""What begins so is said of somebody, or of the moment."""
VALUE = (
    r"(?P<value>(?!in (?:me|you|him|her|us|them|it|myself|himself|herself)\b)[\w' -]{4,60}?)"
    r"(?= *(?:$|[,.!;]|\b(?:and|but|so) \w))"
)
BELIEVES = re.compile(
    rf"(?:^|[,;] ?|\b(?:and|but|so|because|cos|like) )(?:(?:(?:my|me|our) (?P<relation>{RELATION}),? )?(?P<name>{NAME})"
    rf"(?:,? (?:my|me|our) (?:{RELATION}),?)?|(?:my|me|our) (?P<who>{RELATION})|(?P<kin>{KIN})|(?P<he>he|she)) {ALSO}"
    rf"(?:(?:believes|is (?:convinced|certain)|'s convinced|swears blind|holds)(?: that)? {NO_VIEW}{VALUE}"
    rf"|(?:thinks|reckons|swears)(?: that)? {NO_VIEW}(?P<real>[\w' -]{{3,30}} (?:is|are) (?:real|haunted|cursed|sacred"
    r"|a sin|bad luck|lucky|unlucky|evil|the devil's work|out there|watching (?:us|over us))))",
    re.I,
)
OF_THE_MOMENT = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|late|coming|this (?:week|time|morning)|ill|asleep|\w+'ll|will"
    r"|going to)\b",
    re.I,
)


def others_beliefs(clause: Clause, antecedent: str) -> Iterator[Claim]:
    """What the sentence of a clause says that somebody else believes; a pronoun means the antecedent."""
    for match in BELIEVES.finditer(clause.sentence):
        about = antecedent if match["he"] else match["name"] or normal_relation(match["who"] or match["kin"] or "")
        value = (match["value"] or match["real"] or "").strip().removeprefix("in ")
        if about and (not match["name"] or is_name(about)) and value and not OF_THE_MOMENT.search(value):
            yield Claim(ClaimType.FACT, about, "belief", value, clause.sentence, SURE)
