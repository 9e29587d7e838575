"""People and pets: who is called what, and what they are to the person."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.english.bearers import owned_by
from lumina.distil.claims.english.called import LOWER, NAMED, PATTERNS, WHO
from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.couples import ENGAGED
from lumina.distil.claims.english.kin_is import is_what, who_is_who
from lumina.distil.claims.english.mentions import spoken_of_by_name
from lumina.distil.claims.english.owned import HAS, OTHERS_OWN, owned
from lumina.distil.claims.english.relations import NEAR, had, somebody
from lumina.distil.claims.english.several import one_of_several, several
from lumina.distil.claims.english.subjects import is_word, spoken_of
from lumina.distil.claims.english.titled import titled
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import (
    NAME,
    NUMBER,
    PARTNERS,
    RELATION,
    SPECIES,
    WORDS_FOR,
    is_given,
    is_name,
    normal_relation,
)

PRONOUN = re.compile(
    rf"^(?:he|she|it|that|this)(?:'s| is) (?:(?:also|actually) )?(?:(?:my|me|our) {WHO}\b(?!'s)"
    rf"|the {WHO.replace('<who>', '<the>')}$)",
    re.I,
)
PRONOUN_PET = re.compile(
    rf"^(?:he|she|it)(?:'s| is| was) (?:an?|our|my) (?P<who>(?:[\w-]+ ){{0,3}}?(?:{SPECIES}))\b"
    r"(?! (?:person|lover|man|lady|mad|owner))(?<!pig)(?<!cow)(?<!rat)(?<!snake)(?<!boxer)(?<!chick)(?<!hen)(?<!horse)"
    r"(?<!crow)(?<!owl)(?<!mouse)(?<!chicken)(?<!duck)(?:(?<!\blab)|(?= (?:mix"
    r"|cross)\b))(?<!goat)(?<!donkey)(?<!goose)(?<!sheep)",
    re.I,
)
"""What somebody with a name is, if they are an animal."""
AGED = re.compile(rf"(?:{NUMBER})[- ](?:year|month|week)s?[- ]old ", re.I)
"""How old somebody is says nothing of what they are."""
PRONOUN_CALLED = re.compile(
    rf"^(?:(?:(?:and|he|she|it|they)(?:'s| is|'re| are) )?(?:called|named)(?: (?:him|her|it|them))?|(?:I"
    rf"|we|everyone)(?:'ve)? (?:called|named|calls?) (?:him|her|it)|(?:his|her|its|the) name(?:'s| is| was)) {LOWER}",
    re.I,
)
RENAMED = re.compile(
    rf"\b(?:so )?(?:he|she|it|the \w+|(?P<old>{NAME}))(?:'s| is) called {LOWER} now|\b(?:re-?named|call(?:ing"
    rf"|ed)?) (?:him|her|it|(?P<old2>{NAME})) {LOWER.replace('<name>', '<name2>')} (?:now|instead)",
    re.I,
)
WORKING = re.compile(
    rf"(?<!\bI'm )(?<!\bam )(?<!\bme )\b{NAMED}(?:,| who's| is)? (?:on (?:my|me|our) (?:ward|team"
    rf"|floor|shift)|(?:from|at|in) (?:my |me |our "
    rf"|the )?(?:work|office|lab|shop|ward|team|agency|firm|company|bakery|kitchen|surgery|factory|warehouse"
    rf"|salon|depot"
    rf"|studio|bank|clinic|garage|call centre|accounts|hr|(?-i:IT(?! [A-Z]))|reception|payroll|sales|marketing))\b",
    re.I,
)
KNOWN_FROM = re.compile(
    rf"\b{NAMED} (?:from|at) (?:my |me |our |the )?(?:(?!(?:work|office|lab|shop|ward|team)\b)(?:choir|church"
    rf"|gym|(?:primary |secondary |high |night |grade |nursery )?school|uni|college|course|class|poly(?: days)?"
    rf"|chapel|mosque"
    rf"|temple|synagogue|scouts|guides|the wi|nct|antenatal(?: class)?|rehab|chemo|dialysis|parkrun|pottery|zumba"
    rf"|pilates"
    rf"|(?:[\w'-]+ )?(?:group|guild|society)|the (?:army|navy|raf|dog park)"
    rf"|club|pub|allotments?|book club|running club|band|chess club|bingo|bowls|quiz|yoga|football|swimming"
    rf"|market|village|street|building))\b",
    re.I,
)
BEHIND = re.compile(rf"^(?:my|me|our) {WHO}(?:'s| is| lives| works)\b[^.,;]{{2,40}}, {NAMED}$", re.I)
SOMEBODY = re.compile(
    rf"\b(?:one|someone|somebody|(?:an?|this|another) (?:[\w-]+ )?(?:girl|guy|lad|lass|woman|man|bloke|fella"
    rf"|lady|chap|boy"
    rf"|gentleman|kid|dude|character|old boy))"
    rf" (?P<place>(?:(?:at|from|in|on|down|up|over|off|next|across|who) (?:[\w'-]+ ){{1,4}}?|there )?)"
    rf"(?:called|named|name of) {NAMED}",
    re.I,
)
DOES = re.compile(r"\w{3,}(?:ed|ing)$")
"""What opens a sentence is a verb: "Buried my mother"."""
SAYS_NAME = re.compile(r"\b(?:called|named|name(?:'s| is| was))\b", re.I)
UNCLEAR = 0.6
"""The confidence of what my girl is to me: a daughter, or a girlfriend."""
STRANGER = re.compile(
    r"(?:an?|another|one|this|the) (?:[\w-]+ ){0,3}?(?:kid|child|toddler|boy|girl|lad|lass|baby|fella|bloke|old man)\b",
    re.I,
)
"""Whoever is not said to be anybody's child."""
PET_ALONE = re.compile(rf"^(?:there's )?(?P<who>(?:[\w-]+ ){{0,1}}?(?:{SPECIES})),? (?:called|named) {LOWER}", re.I)
ALONE = re.compile(rf"^(?:it's |called )?{NAMED}(?: (?-i:[A-Z])[a-z]+)?(?:$|, (?-i:[A-Z][a-zà-ÿ]+)'s {RELATION}$)")
EXCLAIMED = re.compile(
    r"(?:meow|miaow|woof|purr|moo|oink|quack|typical|brilliant|charming|classic|lovely|great|nice|fun|awesome"
    r"|perfect|fantastic|hilarious|gutted|finally|madness|honestly"
    r"|seriously|obviously|sorted|done|cheers|bless|sweet|cute|weird|gross|rude|wow|ugh|yikes|oops|sorry|thanks"
    r"|anyway|whatever"
    r"|exactly|apparently|luckily|sadly|hopefully|always|never|again|good|bad|cool|crazy|mental|bonkers|legend"
    r"|idiots?|men|kids"
    r"|women|families|love|bliss|chaos|drama|\w+(?:ing|ful|ous|able|ible|less|ical))",
    re.I,
)
"""A word of one's own behind what was told, and nobody's name."""

RELATED = re.compile(
    rf"(?:\b(?:my|me|our|(?:got|have|'ve) an?) |^)(?P<who>{RELATION}|{SPECIES})\b(?!'s \w)(?!,? {NAME})", re.I
)
GOT = re.compile(
    r"^(?:(?:I|we)(?:'ve| have)? )?(?:just |finally )?(?:bought|got|have|own|built|adopted|inherited"
    r"|found) (?:myself |ourselves )?"
    r"(?:an?|the|this) (?P<what>(?:[\w-]+ ){0,2}?[\w-]+)(?= *$|,)",
    re.I,
)
LIVING = re.compile(rf"\b(?:{SPECIES}|{RELATION})\b", re.I)
PARENT = re.compile(
    rf"\b(?:my|our) (?P<who>mum|mom|mam|mummy|mommy|mama|mother|dad|daddy|papa|father)\b"
    rf"(?!'s? (?:{RELATION})\b)(?!,? {NAME})",
    re.I,
)
ADDRESSED = re.compile(
    rf"{NAMED} my (?:dear |good |old |sweet )?(?:friend|mate|pal|buddy|son|boy|girl|lad|lass)(?=,|$)", re.I
)
HERE = re.compile(
    r"\b(?:called|named) (?:me|it|a|the|off|in|out|for|to|by|back|my|us|round|up|(?:him|her|them|you)$)\b", re.I
)


def people_in(clause: Clause, antecedent: str, earlier: Sequence[Clause] = (), meant: str = "") -> Iterator[Claim]:
    """Whom the clause tells of, behind those of the same turn, and the facts that the person has them."""
    found: dict[tuple[ClaimType, str], Claim] = {}
    told = [
        *owned(clause, antecedent),
        *_named(clause),
        *_by_pronoun(clause, "" if _thing(clause, earlier) else antecedent),
        *titled(clause),
        *several(clause),
        *who_is_who(clause),
        *one_of_several(clause, earlier),
        *_behind_a_comma(clause),
        *_behind_a_stop(clause, earlier),
        *_pet_alone(clause, earlier),
        *spoken_of_by_name(clause, OTHERS_OWN.sub(" ", clause.said)),
    ]
    for claim in owned_by(told, [clause.said, *(one.said for one in reversed(earlier[-2:]))], meant):
        before = found.get((claim.type, claim.value))
        if before is None or (not before.kind and claim.kind):
            found[claim.type, claim.value] = replace(claim, names=_joined(before, claim))
        else:
            sure = max(before.confidence, claim.confidence)
            found[claim.type, claim.value] = replace(before, names=_joined(before, claim), confidence=sure)
    if (thing := _thing(clause, earlier)) and (called := PRONOUN_CALLED.match(clause.text)):
        value = f"{_as_name(called['name'])} ({thing})"
        yield Claim(ClaimType.FACT, ME, "possession", value, clause.sentence, 0.75)
    for claim in found.values():
        yield claim
        if claim.type is ClaimType.PERSON:
            yield from had(claim)


def parents_in(clause: Clause) -> Iterator[Claim]:
    """The person's mother and father, who need no name to be somebody."""
    for match in PARENT.finditer(clause.said):
        relation = normal_relation(match["who"])
        yield Claim(ClaimType.PERSON, ME, relation, relation, clause.sentence, 0.7, names=WORDS_FOR[relation][:1])


def _joined(before: Claim | None, claim: Claim) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(before.names if before else ()), *claim.names]))


def _thing(clause: Clause, earlier: Sequence[Clause]) -> str:
    """What the person got just before, and what a clause that says how it is called means, if that is no animal."""
    got = next((match for one in reversed(earlier[-2:]) if (match := GOT.match(one.text))), None)
    return got["what"] if got and PRONOUN_CALLED.match(clause.text) and not LIVING.search(got["what"]) else ""


def _is_addressed(clause: Clause) -> bool:
    """Whether "my friend" is whoever is spoken to, behind a greeting that is nobody's name."""
    match = ADDRESSED.match(clause.text)
    return match is not None and match["name"].lower() not in word_list("names.en")


def _does(name: str) -> bool:
    """Whether it may be a verb and is no given name: "my mum Buried"."""
    return DOES.match(name) is not None and name.lower() not in word_list("names.en")


def _named(clause: Clause) -> Iterator[Claim]:
    said = OTHERS_OWN.sub(" ", clause.said)
    bare = clause.text if HAS.match(clause.text) is None and not OTHERS_OWN.search(clause.text) else ""
    for text in dict.fromkeys((HAS.sub(" ", said), bare)):
        for pattern, confidence in PATTERNS:
            for match in pattern.finditer(text):
                name = match["name"].strip().removesuffix("'s")
                known = is_given(_as_name(name)) and (bool(SAYS_NAME.search(match.group())) or not _does(name))
                known = known and not (NEAR.fullmatch(match["who"]) and is_word(name)) and not is_what(match.group())
                weds = ENGAGED.search(clause.text)
                theirs = weds and weds["name"] == name and normal_relation(match["who"]) not in PARTNERS
                theirs = theirs or _is_addressed(clause)
                if known and not theirs and not HERE.search(match.group()) and not STRANGER.match(match.group()):
                    sure = UNCLEAR if match["who"].lower() == "girl" else confidence
                    yield somebody(_as_name(name), match["who"], clause, sure)
    for match in SOMEBODY.finditer(said):
        if is_name(match["name"]):
            yield Claim(ClaimType.PERSON, ME, "", match["name"], clause.sentence, 0.7)
            if place := match["place"].strip():
                value = f"{match['name']} ({place})"
                yield Claim(ClaimType.FACT, ME, "friend", value, clause.sentence, 0.7)
    for match in WORKING.finditer(said):
        if is_name(match["name"]):
            yield somebody(match["name"], "colleague", clause, 0.7)
    for match in KNOWN_FROM.finditer(said):
        if is_name(match["name"]):
            yield somebody(match["name"], "friend", clause, 0.7)


def _as_name(name: str) -> str:
    return name if name[:1].isupper() else name.title()


def _by_pronoun(clause: Clause, antecedent: str) -> Iterator[Claim]:
    text = clause.text
    if match := RENAMED.search(text):
        new = _as_name(match["name"] or match["name2"])
        old = match["old"] or match["old2"] or antecedent
        if is_name(new) and old and is_name(old):
            yield Claim(ClaimType.PERSON, ME, "", old, clause.sentence, 0.8, names=(new,))
            yield Claim(ClaimType.FACT, ME, "pet", new, clause.sentence, 0.7, replaces=old)
        return
    if (match := PRONOUN.match(text) or PRONOUN_PET.match(text)) and antecedent[:1].isupper():
        yield somebody(antecedent, AGED.sub("", match["who"] or match.groupdict()["the"]), clause, 0.8)
    if (
        (match := PRONOUN_CALLED.match(text))
        and antecedent
        and not antecedent[:1].isupper()
        and not HERE.search(match.group())
    ):
        name = _as_name(match["name"])
        if is_name(name):
            yield somebody(name, antecedent, clause, 0.8)


def _behind_a_comma(clause: Clause) -> Iterator[Claim]:
    """My dad's in Fargo, Arne: a given name, since a place may stand there as well."""
    match = BEHIND.search(clause.said)
    if match and match["name"].lower() in word_list("names.en"):
        yield somebody(match["name"], match["who"], clause, 0.75)


def _behind_a_stop(clause: Clause, earlier: Sequence[Clause]) -> Iterator[Claim]:
    """ "My brother is being impossible. Rohan." """
    alone = ALONE.match(clause.text)
    before = RELATED.search(earlier[-1].said) if alone and earlier else None
    says_more = alone and re.search(rf"\b{re.escape(alone['name'])} [a-z]", clause.sentence)
    if not alone or says_more or EXCLAIMED.fullmatch(alone["name"]):
        return
    if before and is_name(alone["name"]) and not re.search(NAME, earlier[-1].said[before.end() :]):
        yield somebody(alone["name"], before["who"], clause, 0.7)


def _pet_alone(clause: Clause, earlier: Sequence[Clause]) -> Iterator[Claim]:
    """ "Whippet, called Dusty": the person's, unless somebody else's was just spoken of."""
    match = PET_ALONE.match(clause.text)
    if match and not (earlier and spoken_of(earlier[-1].text, "")[0].about != ME):
        yield somebody(_as_name(match["name"]), match["who"], clause, 0.75)
