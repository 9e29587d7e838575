"""What somebody is to the person, and the fact that follows from it."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.clauses import Clause
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import (
    FELLOWS,
    FRIENDS,
    PARTNERS,
    RELATIONS,
    SPECIES,
    WORDS_FOR,
    normal_relation,
)

ONE_AT_A_TIME = (
    frozenset(
        (
            "boss",
            "flatmate",
            "landlord",
            "landlady",
            "coach",
            "supervisor",
            "therapist",
            "dentist",
            "doctor",
            "tutor",
            "partner",
        )
    )
    | PARTNERS
)
"""Of whom a new one takes the place of the one before."""
AGENT = re.compile(r"[a-z-]{3,}(?:er|or|ist|ian|mate)(?<!mother)(?<!father)(?<!brother)(?<!sister)(?<!daughter)", re.I)
"""Somebody by what they do: a hygienist, a neighbour's plumber."""
NEAR = re.compile(r"next door|(?:over|across|down) the (?:road|street|hall)|upstairs|downstairs", re.I)


def had(person: Claim) -> Iterator[Claim]:
    """The fact that the person has this pet, relative, partner or friend."""
    kind = kind_of(person.kind)
    if kind:
        value = f"{person.value} ({person.kind})"
        yield Claim(ClaimType.FACT, ME, kind, value, person.text, person.confidence, replaces=person.replaces)


def kind_of(relation: str) -> str:
    """The kind of fact that somebody of this relation is."""
    if not relation or "'s " in relation or relation == "ex":
        return ""
    if relation in PARTNERS:
        return "partner"
    if is_pet(relation):
        return "pet"
    if relation in FRIENDS or (relation not in RELATIONS and AGENT.fullmatch(relation)):
        return "friend"
    return "family"


def is_pet(relation: str) -> bool:
    return bool(re.search(rf"\b(?:{SPECIES})$", relation, re.I))


def somebody(
    name: str, who: str, clause: Clause, confidence: float, names: tuple[str, ...] = (), replaces: str = ""
) -> Claim:
    """A claim about a person or a pet, whose relation is said in these words."""
    fellow = next((relation for pattern, relation in FELLOWS if pattern.fullmatch(who)), "")
    relation = "neighbour" if NEAR.fullmatch(who) else normal_relation(who) or fellow or who.strip().lower()
    if relation in ONE_AT_A_TIME and re.search(rf"\bnew {re.escape(who)}\b", clause.said, re.I):
        replaces = replaces or relation
    called = (*names, *WORDS_FOR.get(relation, ()))
    return Claim(ClaimType.PERSON, ME, relation, name, clause.sentence, confidence, names=called, replaces=replaces)
