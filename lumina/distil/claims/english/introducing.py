"""Who the person is, in single words: beside their name, or in answer to who they are."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.antecedents import last_mentioned
from lumina.distil.claims.english.clauses import Clause, plain
from lumina.distil.claims.english.values import NO_PLACE, WHEN
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import JOB, NAME, NUMBER, RELATION, SPECIES, is_name, number_of
from lumina.models import Role, Turn

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
TOWN = r"(?P<place>(?-i:[A-Z])[a-zà-ÿ'-]+(?: (?-i:[A-Z])[a-zà-ÿ'-]+)?)"
ALONE_JOB = re.compile(
    rf"^(?:(?:and|an?) )*(?P<value>(?:(?!(?:from|of|in|at|for|my|the|your|his|her|our|not|no|an?)\b)[\w-]+ ){{0,2}}"
    rf"{JOB})"
    rf"(?: (?P<how>from|(?:living |based )?(?:out of|over in|down in|up in|in)) {TOWN},?(?: [A-Z]{{2}})?)?"
    r"(?P<here> here)?$",
    re.I,
)
OUT_OF = re.compile(rf"\b{JOB} out of {TOWN}", re.I)
ALONE_CHILDREN = re.compile(
    rf"^(?:and )?(?:(?:mum|mom|dad|mother|father) (?:of|to) )?"
    rf"(?P<value>(?:{NUMBER}) (?:kids|children|sons|daughters|boys|girls))$",
    re.I,
)
ALONE_PLACE = re.compile(r"^(?:from |in )?(?P<value>(?-i:[A-Z])[a-z]+(?:,? (?-i:[A-Z])[a-z]+)?)$")
FROM = re.compile(r"^(?:originally )?from (?P<value>[A-Za-z][\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)$")
GIVEN = re.compile(
    rf"^(?:I'm|I am|it's|this is|name's|my name's"
    rf"|my name is) (?P<value>(?:{'|'.join(name.title() for name in sorted(word_list('names.en')))}))"
    r"\b(?!'s)(?! (?:who|that|has)\b|,? not\b)"
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
NEVER_TOLD = re.compile(r"\b(?:told|said|mentioned|answer|guess(?:ed)?|turns out)\b", re.I)
"""With it "it's Linda" says who it is, and not who speaks."""
ADULT, OLD = 14, 100
OF_SOMEBODY = re.compile(rf"\b(?:he|she|they|him|her|them|who|your (?:{RELATION}))\b", re.I)
"""In a question: of somebody else."""

GREETS = re.compile(
    r"^(?:hi|hey|heya|hello|hiya|yo|morning|evening|good (?:morning|evening|afternoon)|g'day)"
    r"(?: all| everyone| everybody| there| guys| folks| you (?:lot|three))?[,!. ]+"
    r"(?!(?:new|back|still|just|right|over|out|up|down|only|anyone|anybody|nobody|someone|not|me|im|all|same|newbie)\b)"
    r"(?P<name>[a-z]{2,12})(?= here(?:[,.!]|$))",
    re.I,
)
"""How somebody begins who says at once who they are: hi all, rob here."""


def introduced(stated: Sequence[Clause], found: Sequence[Claim], of_nobody: bool = False) -> Iterator[Claim]:
    """What stands by itself beside a name: "I'm Bex. Thirty-four", "Bronwen here, paediatric nurse", "Priya, Leeds";
    `of_nobody` where nobody was spoken of before: then single words are of the person without a name, too."""
    kinds_found = {claim.kind for claim in found if claim.about == ME and not is_out_of(claim)}
    own = stated[:1] if any(OF_ANOTHER.search(clause.text) for clause in stated[:1]) else stated[:2]
    named = next((match for clause in own if (match := GIVEN.match(clause.text))), None)
    named = None if named and NEVER_TOLD.search(named.string + stated[0].sentence) else named
    if named and "name" not in kinds_found:
        yield own_fact("name", named["value"], stated[0])
        kinds_found.add("name")
    nameless = of_nobody and bool(stated) and _is_who_one_is(stated[0])
    if "name" not in kinds_found and not nameless:
        return
    own_names = {"", *(claim.value for claim in found if claim.kind == "name"), *([named["value"]] if named else [])}
    for place, clause in enumerate(stated if "name" in kinds_found else stated[:1]):
        near = [last_mentioned([one.said]) for one in stated[max(place - 1, 0) : place + 1]]
        if not own_names.issuperset(near):
            continue
        for part in (part.strip() for part in clause.said.split(",")):
            yield from (claim for claim in _alone(part, clause, found) if claim.kind not in kinds_found)


def is_out_of(claim: Claim) -> bool:
    """Whether it takes for a home that was what one is "out of", beside what one does: there one lives."""
    return claim.kind == "home" and claim.mode is Mode.WAS and bool(OUT_OF.search(claim.text))


def of_nobody(before: Sequence[Turn]) -> bool:
    """Whether neither the person's last words nor a question behind them speak of somebody else."""
    own = next((plain(turn.text) for turn in reversed(before) if turn.role is Role.PERSON), "")
    asked = before[-1].text if before and before[-1].role is not Role.PERSON else ""
    return not last_mentioned([own]) and not ("?" in asked and OF_SOMEBODY.search(asked))


def _is_who_one_is(clause: Clause) -> bool:
    """Whether a clause is nothing but single words of two kinds that say who somebody is: "44, nurse, two kids"; or
    says so itself: "paramedic from Tulsa here"."""
    parts = [part.strip() for part in clause.said.split(",")]
    told = {
        kind
        for kind, pattern in (("age", ALONE_AGE), ("job", ALONE_JOB), ("family", ALONE_CHILDREN))
        if any(pattern.match(part) for part in parts)
    }
    here = any(job["place"] and job["here"] for part in parts if (job := ALONE_JOB.match(part)))
    return here or ("job" in told and len(told) > 1 and all(any(_alone(part, clause, ())) for part in parts))


def _alone(part: str, clause: Clause, found: Sequence[Claim]) -> Iterator[Claim]:
    """What a part of a sentence without a verb is, where somebody introduces themselves."""
    age, job, place = ALONE_AGE.match(part), ALONE_JOB.match(part), ALONE_PLACE.match(part)
    if age and ADULT <= (number_of(age["value"]) or 0) < OLD:
        yield own_fact("age", str(number_of(age["value"])), clause)
    if job:
        yield own_fact("job", job["value"], clause)
    if job and _may_be_home(job):
        yield own_fact("hometown" if job["how"].lower() == "from" else "home", job["place"], clause)
    if born := FROM.match(part):
        yield own_fact("hometown", born["value"], clause)
    if children := ALONE_CHILDREN.match(part):
        yield own_fact("family", children["value"], clause)
    called = {word for claim in found for word in claim.value.split()}
    if place and _is_place(place["value"].split()[0]) and place["value"] not in called:
        yield own_fact("home", place["value"], clause)


def _is_place(name: str) -> bool:
    return name.lower() in word_list("places.en")


def _may_be_home(job: re.Match[str]) -> bool:
    """Whether one is from the place beside the job, or lives there; in what is written large one may also work."""
    place = job["place"] or ""
    named = job["how"] != "in" or " " in place or _is_place(place)
    return bool(place) and named and not NO_PLACE.match(place) and not WHEN.search(place)


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


def without_greeting(text: str) -> str:
    """The text from the name on that somebody says behind a greeting, written large."""
    greets = GREETS.match(text)
    return f"{greets['name'].title()}{text[greets.end() :]}" if greets else text
