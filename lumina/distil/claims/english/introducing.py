"""Who the person is, in single words: beside their name, or in answer to who they are."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.words import JOB, NAME, NUMBER, RELATION, SPECIES, is_name, number_of
from lumina.known import ME, Claim, ClaimType, Mode
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
SURE = 0.85
ABOUT_NAME = re.compile(r"\bname\b|\bcalls? me\b", re.I)
NOT_CALLED = re.compile(
    rf"\b(?:my name(?:'s| is)(?: not|n't)|I'm not(?: called| a)?|(?:it|that)(?:'s not|'s n't| isn't)"
    rf"|no ?(?:body|-one| one) calls me"
    rf"|(?:don't|do not|never) call me) (?P<old>{NAME})[,.;!]* (?:(?:it's|it is|but|I'm|I am|call me"
    rf"|everyone calls me|just|only)"
    rf" )+(?:just |only |plain |actually )*(?P<name>{NAME})(?= *(?:$|[,.!;)]))",
    re.I,
)
"""What one is not called, and what one is."""
OF_ANOTHER = re.compile(rf"\b(?:my|our|his|her|the) (?:{RELATION}|{SPECIES}|\w+)\b.*(?:n't|\bnot\b)", re.I)
"""Behind it "it's" names what is meant in its place, and not the speaker."""
ADULT, OLD = 14, 100


def introduced(stated: Sequence[Clause], found: Sequence[Claim]) -> Iterator[Claim]:
    """What stands by itself beside a name: "I'm Bex. Thirty-four", "Bronwen here, paediatric nurse", "Priya, Leeds"."""
    kinds_found = {claim.kind for claim in found if claim.about == ME}
    own = stated[:1] if any(OF_ANOTHER.search(clause.text) for clause in stated[:1]) else stated[:2]
    named = next((match for clause in own if (match := GIVEN.match(clause.text))), None)
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


def renamed(text: str) -> Iterator[Claim]:
    """What the person is called in place of what somebody took for their name: "it's not Samantha, it's just Sam"."""
    for match in NOT_CALLED.finditer(text):
        old, name = match["old"], match["name"]
        if is_name(old) and is_name(name) and (ABOUT_NAME.search(match.group()) or old[:2] == name[:2]):
            yield Claim(ClaimType.FACT, ME, "name", name, match.group(), SURE, Mode.CORRECTS, replaces=old)


def own_fact(kind: str, value: str, clause: Clause) -> Claim:
    """A fact about the person of which the clause tells by what was asked."""
    return Claim(ClaimType.FACT, ME, kind, value, clause.sentence, FIRST)
