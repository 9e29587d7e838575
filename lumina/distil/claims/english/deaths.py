"""Who of the family died, and when. Of a pronoun only where one alone may be meant: nobody is dead by a guess."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from lumina.distil.claims.english.antecedents import gender_of
from lumina.distil.claims.english.clauses import Clause
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.plain_english.words import KIN, NAME, RELATION, TITLES, is_name, normal_relation
from lumina.language.when.moments import moments

PLAIN = 0.8
DIED = re.compile(
    rf"^(?:(?:(?:my|me|our) )?(?P<whose>{RELATION})(?: {NAME})?|(?P<pronoun>he|she))(?:'s| has)? (?:just "
    rf"|sadly )?(?:died"
    rf"|passed away|passed on|passed(?= *$| in| last| on| when| from| just| suddenly| two| three| a| \d))\b",
    re.I,
)
SPOKEN_OF = re.compile(
    rf"\b(?P<theirs>(?:his|her|their|your|(?-i:[A-Z])[a-z]+'s) (?:\w+ )?(?:{RELATION}))\b"
    rf"|\b(?:(?:my|me|our) (?:\w+ )?(?P<who>{RELATION})|(?P<kin>{KIN})|(?P<uncle>uncle|aunt|auntie))\b"
    rf"(?:(?:'s)? name)?(?:'s| is|,)?(?: (?:called|named))?(?: (?P<called>{NAME}))?"
    rf"|(?P<name>{NAME})",
    re.I,
)
"""Whoever a sentence speaks of, in whatever place: "where dad is", "dad's tools", and "her husband"."""

BEING = re.compile(
    r"(?:(?:just|still|always|also|often|only) )*(?:(?:'s|is|keeps?|has|wants|cries|asks|says|thinks|misses|talks"
    r"|remembers|visits|goes|comes|called|asked|said|told|rang|phoned|texted|mentioned|wanted|came)\b|\w+s\b)",
    re.I,
)
"""What whoever opens a sentence does who is there to do it."""


TRIED = re.compile(
    r"\b(?:exams?|tests?|driving|licen[cs]e|permit|theory|bar|boards?|class(?:es)?|course|quiz|finals?|midterms?"
    r"|grades?"
    r"|inspection|mot|audition|certificat\w+|pharmacology|maths?|school|college|uni|semester|nervous|revis\w+"
    r"|stud(?:y|ied|ying)"
    r"|results?|proud|congrat\w+|first try|flying colou?rs)\b",
    re.I,
)
"""What somebody passes who lives."""

GRAVE = re.compile(
    r"\b(?:died|dead|death|funeral|grave|buried|ashes|cancer|hospice|hospital|ill|sick|stroke|heart attack"
    r"|miss(?:es|ed)?"
    r"|grie\w+|mourn\w*|passed away|peacefully|lost|widow\w*|memorial|wake|late)\b",
    re.I,
)
ELDERS = frozenset(
    {"mother", "father", "grandmother", "grandfather", "aunt", "uncle", "mother-in-law", "father-in-law"}
)
"""Of whom a mere "passed" tells that they are dead."""


def _death(clause: Clause, about: str, context: str) -> re.Match[str] | None:
    """How a clause tells of somebody's death; who passes a test is none."""
    match = DIED.search(clause.text)
    if match is None or not match.group().lower().endswith("passed"):
        return match
    elder = about in ELDERS or normal_relation(match["whose"] or "") in ELDERS
    tried = TRIED.search(context) and not GRAVE.search(clause.sentence)
    return None if tried or not (elder or GRAVE.search(context)) else match


def is_told_by_pronoun(clause: Clause) -> bool:
    """Whether a clause may tell of somebody's death, and calls them he or she."""
    match = DIED.search(clause.text)
    return match is not None and match["pronoun"] is not None


def deaths_in(clause: Clause, antecedent: str, at: datetime, told: Sequence[str] = ()) -> Iterator[Claim]:
    """Who of the family died, and when, behind what was `told` just before."""
    match = _death(clause, antecedent, " ".join([*told, clause.sentence]))
    who = (antecedent if match["pronoun"] else normal_relation(match["whose"])) if match else ""
    if who:
        found = moments(clause.said, at)
        day = Day(found[0].first, found[0].precision) if found else None
        value = f"{who} died{f' ({day})' if day else ''}"
        yield Claim(ClaimType.FACT, ME, "family", value, clause.sentence, PLAIN, since=day)


def whose_death(clause: Clause, told: Sequence[str], lately: Sequence[str]) -> str:
    """Whom the pronoun of a death means, behind the sentences of the turn up to its own, and what the person said
    lately, the latest last: the only one who may be called so of the latest text that speaks of anybody. Who does
    something there is alive."""
    own = clause.sentence.partition(clause.said)[0]
    pronoun = clause.text.partition(" ")[0].partition("'")[0].lower()
    for text in (own, *reversed(told), *reversed(lately[-1:])):
        if fitting := _fitting(text, pronoun):
            left = fitting if len(fitting) == 1 else [who for who, is_there in fitting.items() if not is_there]
            return next(iter(left)) if len(left) == 1 else ""
    return ""


def _fitting(text: str, pronoun: str) -> dict[str, bool]:
    """Those whom a text speaks of who may be "he" or "she", surely before perhaps, and whether each is there to do
    something; somebody else's is ""."""
    sure, perhaps = dict[str, bool](), dict[str, bool]()
    for match in SPOKEN_OF.finditer(text):
        who, relation = _who(match)
        gender = gender_of(relation) if relation else ""
        if who is None or gender not in ("", pronoun):
            continue
        is_there = (
            match.start() == len(text) - len(text.lstrip()) and BEING.match(text[match.end() :].lstrip(" ")) is not None
        )
        (sure if gender else perhaps).setdefault(who, is_there)
    return sure or perhaps


def spoken_of_in(text: str) -> list[str]:
    """Whomever a text speaks of, each once; somebody else's is ""."""
    found = (_who(match)[0] for match in SPOKEN_OF.finditer(text))
    return [*dict.fromkeys(who for who in found if who is not None and who not in HEALERS)]


HEALERS = frozenset(
    {"doctor", "dentist", "consultant", "surgeon", "nurse", "midwife", "physio", "optician", "therapist"}
)
"""Who tells somebody what ails them."""


def _who(match: re.Match[str]) -> tuple[str | None, str]:
    """Whom it names, and what they are to somebody."""
    if match["theirs"]:
        return "", normal_relation(match["theirs"].split()[-1])
    relation = normal_relation(match["who"] or match["kin"] or match["uncle"] or "")
    called = match["called"] or match["name"] or ""
    if relation and called and is_name(called):
        return called, relation
    if relation:
        return relation, relation
    title = called.partition(" ")[0]
    if title.rstrip(".") in {"Dr", "Prof", "Professor"}:
        return None, ""
    return (called, TITLES.get(title, "")) if is_name(called) else (None, "")
