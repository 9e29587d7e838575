"""Who the person is, in single words: beside their name, or in answer to who they are."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.words import JOB, NUMBER, number_of
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list

FIRST = 0.75
"""The confidence of what is read out of question and answer together."""
YOURSELF = re.compile(
    r"\b(?:tell (?:me|us)|what should I know|I'd (?:love|like) to (?:hear|know))"
    r" (?:something |a (?:bit|little) |more )*about (?:you|yourself|(?-i:[A-Z])\w+)[.?!]*$"
    r"|\bwho are you[.?!]*$|\bintroduce yourself",
    re.I,
)
"""What asks the person who they are."""
NUMBER_ALONE = re.compile(r"(?:^|[.!?] *)(?P<value>[1-9]\d)(?=[.!]|$)")
ALONE_AGE = re.compile(rf"^(?:aged? )?(?P<value>{NUMBER})$", re.I)
ALONE_JOB = re.compile(rf"^(?:an? )?(?P<value>(?:[\w-]+ ){{0,2}}{JOB})$", re.I)
ALONE_PLACE = re.compile(r"^(?:from |in )?(?P<value>(?-i:[A-Z])[a-z]+(?:,? (?-i:[A-Z])[a-z]+)?)$")
FROM = re.compile(r"^(?:originally )?from (?P<value>[A-Za-z][\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)$")
GIVEN = re.compile(
    rf"^(?:I'm|I am|it's|this is|name's|my name's"
    rf"|my name is) (?P<value>(?:{'|'.join(name.title() for name in sorted(word_list('names.en')))}))"
    r"\b(?!'s)"
)
ADULT, OLD = 14, 100


def introduced(stated: Sequence[Clause], found: Sequence[Claim]) -> Iterator[Claim]:
    """What stands by itself beside a name: "I'm Bex. Thirty-four", "Bronwen here, paediatric nurse", "Priya, Leeds"."""
    kinds_found = {claim.kind for claim in found if claim.about == ME}
    named = next((match for clause in stated[:2] if (match := GIVEN.match(clause.text))), None)
    if named and "name" not in kinds_found:
        yield own_fact("name", named["value"], stated[0])
        kinds_found.add("name")
    if "name" not in kinds_found:
        return
    for clause in stated:
        for part in (part.strip() for part in clause.said.split(",")):
            yield from (claim for claim in _alone(part, clause, found) if claim.kind not in kinds_found)


def _alone(part: str, clause: Clause, found: Sequence[Claim]) -> Iterator[Claim]:
    """What a part of a sentence without a verb is, where somebody introduces themselves."""
    age, job, place = ALONE_AGE.match(part), ALONE_JOB.match(part), ALONE_PLACE.match(part)
    if age and ADULT <= (number_of(age["value"]) or 0) < OLD:
        yield own_fact("age", str(number_of(age["value"])), clause)
    if job:
        yield own_fact("job", job["value"], clause)
    if born := FROM.match(part):
        yield own_fact("hometown", born["value"], clause)
    called = {word for claim in found for word in claim.value.split()}
    if place and place["value"].split()[0].lower() in word_list("places.en") and place["value"] not in called:
        yield own_fact("home", place["value"], clause)


def of_themselves(text: str, stated: Sequence[Clause], found: Sequence[Claim]) -> Iterator[Claim]:
    """Who is asked who they are says it in single words: "58. Bus driver"."""
    told = {claim.kind for claim in found if claim.about == ME}
    for clause in stated:
        for part in clause.said.split(","):
            yield from (claim for claim in _alone(part.strip(), clause, found) if claim.kind not in told)
    if (age := NUMBER_ALONE.search(text)) and "age" not in told:
        yield own_fact("age", age["value"], stated[0])


def own_fact(kind: str, value: str, clause: Clause) -> Claim:
    """A fact about the person of which the clause tells by what was asked."""
    return Claim(ClaimType.FACT, ME, kind, value, clause.sentence, FIRST)
