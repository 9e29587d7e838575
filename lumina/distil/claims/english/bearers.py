"""Whose name it is that is told behind "called", and whose pet, or partner, whoever has that name is: a cat that mam
brought is called Princess, and is mam's."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lumina.distil.claims.english.clauses import bare
from lumina.distil.claims.english.relations import is_pet
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import (
    KIN,
    NAME,
    PARTNERS,
    RELATION,
    RELATIONS,
    SPECIES,
    is_name,
    normal_relation,
)

NEXT_DOOR = r"(?:next door|over the road|across the (?:road|street|hall)|down the road|upstairs|downstairs)"
LIVING = re.compile(
    rf"\b(?:(?P<mine>my|me|our)|(?P<theirs>his|her|their)|(?P<of>(?=[\w -]+'s )(?:(?:my|me|our) )?(?:{RELATION}|{KIN}"
    rf"|{NAME}))'s|an?"
    rf"|another|the|this|two|three|four|[2-9]) (?:(?!(?:and|or|with|who|called"
    rf"|named)\b)[\w-]+ ){{0,3}}?(?P<what>{RELATION}"
    rf"|{SPECIES})s?\b"
    rf"(?!'s (?!called|named))(?P<near> {NEXT_DOOR})?(?P<called>,? (?:(?:is |'s )?(?:called |named ))?{NAME})?",
    re.I,
)
"""Somebody, with a word for whose they are."""
KEEPER = re.compile(
    rf"^(?:(?:my|me|our) (?P<relation>{RELATION})(?:,? (?P<called>{NAME}))?|(?P<kin>{KIN})"
    rf"|(?P<owner>{NAME})'s (?P<theirs>{RELATION})"
    rf"|(?P<name>{NAME})|(?P<pronoun>s?he)|(?P<near>(?:her|him|them|the [a-z]+|(?:my|our"
    rf"|the) neighbou?rs?) (?:{NEXT_DOOR})"
    rf"|(?:my|our|the) neighbou?rs?))(?:,? {NAME},)?"
    r"(?:(?:'s|'ve| is| has| have| had|'s just| just| also| finally| only| went and| has just| now)* "
    r"(?:got|gets|getting|bought|buys|brought|adopted|adopting|rescued|keeps|kept|owns|found|fosters|fostered"
    r"|bred|has|have"
    r"|had|met|sees)\b|'s (?=(?:an?|two)\b.*\b(?:called|named)\b)| has\b| have\b| had\b)",
    re.I,
)
"""Who has, or brought, whoever is told of behind it."""
ANOTHER_HAS = re.compile(
    r"(?!(?:I|we|there|here|that|it|this|(?:me|my \w+) and (?:I|me|my \w+))\b)[\w' -]{2,40}?(?: has| have|'s got"
    r"|'ve got| had) ",
    re.I,
)
"""Somebody has it who is not the speaker."""
NOBODY = "?"
"""Whose somebody is of whom it only is clear that they are not the speaker's own."""
SAYS_CALLED = re.compile(r"\b(?:called|named|name(?:'s| is| was)|my|our)\b", re.I)


def nameless(text: str) -> str:
    """Who a text speaks of last, of somebody else's or for the first time, without a name: her cat, a budgie; "" where
    that one is named, or is the speaker's own by a word for it."""
    last = next(iter(reversed([*LIVING.finditer(text)])), None)
    if last is None or last["called"] or last["mine"]:
        return ""
    anothers = last["of"] or last["theirs"]
    if not anothers and not is_pet(last["what"]) and normal_relation(last["what"]) not in PARTNERS:
        return ""
    return last["what"].lower()


def owned_by(claims: Sequence[Claim], texts: Sequence[str], antecedent: str) -> Iterator[Claim]:
    """The claims of who is who, each whom somebody else has as theirs; the texts are the clause and those before it,
    the latest first."""
    for one in claims:
        owner = _owner(one, texts, antecedent) if _may_be_owned(one) else ""
        if owner == NOBODY:
            yield replace(one, kind="")
        else:
            yield replace(one, kind=f"{owner}'s {one.kind}") if owner and owner != one.value else one


def _may_be_owned(one: Claim) -> bool:
    return one.type is ClaimType.PERSON and bool(one.kind) and "'s " not in one.kind and one.value[:1].isupper()


def _owner(one: Claim, texts: Sequence[str], antecedent: str) -> str:
    for text in texts:
        if found := [match for match in LIVING.finditer(text) if _is_that(match["what"], one.kind)]:
            by_name = [match for match in found if one.value in (match["called"] or "")]
            return _of((by_name or found)[-1], bare(text), antecedent)
    return ""


def _is_that(what: str, kind: str) -> bool:
    return what.lower() == kind or kind.endswith(f" {what.lower()}") or normal_relation(what) == kind


def _of(living: re.Match[str], text: str, antecedent: str) -> str:
    """Whose somebody is: by the word before them, else by who has them; "" where they are the speaker's own."""
    if living["mine"]:
        return ""
    if living["near"]:
        return "neighbour"
    if living["of"]:
        of = re.sub(r"^(?:my|me|our) ", "", living["of"], flags=re.I)
        return normal_relation(of) or (of if is_name(of) else "")
    keeper = KEEPER.match(text)
    stands = text.find(living.group()) + 1
    if keeper and keeper.end() <= stands and (who := _keeper(keeper, antecedent)):
        return who
    if living["theirs"]:
        return antecedent or NOBODY
    another = ANOTHER_HAS.match(text)
    return NOBODY if another and another.end() <= stands else ""


def _keeper(match: re.Match[str], antecedent: str) -> str:
    if match["near"]:
        return "neighbour"
    if match["pronoun"]:
        return antecedent
    if match["owner"]:
        return f"{match['owner']}'s {normal_relation(match['theirs'])}"
    name = match["called"] or match["name"]
    if name and is_name(name):
        return name
    return normal_relation(match["relation"] or match["kin"] or "")


def unless_known_otherwise(claims: Sequence[Claim], known: Mapping[str, str]) -> Iterator[Claim]:
    """Without what makes a pet of somebody who is known as a person, or a person of a pet, where it is not said by a
    word for it: "hes a greyhound" is not of one's wife. "The cat" is mam's, where mam's it is known to be."""
    who = {one.value: one for one in claims if one.type is ClaimType.PERSON and one.kind}
    wrong = {name for name, one in who.items() if _differs(one, known.get(name, ""))}
    theirs = {name for name, one in who.items() if known.get(name, "").endswith(f"'s {one.kind}")}
    for one in claims:
        name = one.value.partition(" (")[0]
        of_them = one.kind in ("pet", "family", "partner", "friend") and name in wrong | theirs
        if one.type is ClaimType.PERSON and name in theirs:
            yield replace(one, kind=known[name])
        elif not (one.type is ClaimType.PERSON and name in wrong) and not of_them:
            yield one


def _differs(one: Claim, before: str) -> bool:
    now, was = one.kind.rpartition("'s ")[2], before.rpartition("'s ")[2]
    if not now or not was or SAYS_CALLED.search(one.text):
        return False
    people = {*RELATIONS, ME}
    return (is_pet(now) and was in people) or (is_pet(was) and now in people)
