"""What a person takes back of what they said a moment ago."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.dates import day_in_words
from lumina.distil.claims.english.values import EMPTY
from lumina.distil.claims.instead import put_right
from lumina.known import Claim, ClaimType, Day, Mode
from lumina.language.plain_english.words import NAME, NUMBER, is_name, number_of
from lumina.language.when.moments import When, moments

MARKED = re.compile(
    r"^(?:oh,? |oops,? |ah,? |er,? |um,? )*(?:no,?|wait|sorry|hang on|hold on|scratch that|correction|i"
    r" mean(?:t)?|actually|make that|my mistake)\b"
    r"(?:[,. ]*(?:no|wait|hang on|hold on|sorry|actually|i mean(?:t)?|that's wrong|my mistake|it's|that's|make"
    r" that)\b)*",
    re.I,
)
TELLS_MORE = re.compile(r"\b(?:I|we|he|she|they)\b", re.I)
"""Who goes on to tell of somebody puts no day right by that."""
CORRECTED = frozenset(("home", "hometown", "workplace", "school", "likes", "dislikes", "allergy", "job"))
"""Kinds of which a word alone may be the right value."""
NO_VALUE = re.compile(
    r"(?:I|you|he|she|we|they|not|no|yes|never|what|who|that|this|there|forget|ignore|wrong|nothing|start|let)\b", re.I
)
MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
DATED = re.compile(rf"\d{{1,2}} {MONTH}|{MONTH} \d{{1,2}}")


PUTS_RIGHT = re.compile(r"\bnot\b|\bI (?:said|told|wrote|put)\b", re.I)
"""Without it nothing is put right."""


def put_otherwise(
    stated: Sequence[Clause], own: Sequence[Claim], told: Callable[[], Iterator[Sequence[Claim]]]
) -> list[Claim]:
    """What the person told a few turns ago, the latest first, with what is so in place of what is not: "it's Boulder,
    not Denver". Nothing where the turn says by its `own` claims of whom it is so."""
    may = (clause for clause in stated if PUTS_RIGHT.search(clause.said))
    old, new = next((right for clause in may if (right := put_right(clause.said))), ("", ""))
    if not old or any(new in one.value and one.type is ClaimType.FACT for one in own):
        return []
    named = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.I)
    for claims in told():
        facts = [
            one for one in claims if one.type is ClaimType.FACT and one.mode is Mode.IS and named.search(one.value)
        ]
        if facts:
            people = [one for one in claims if one.type is ClaimType.PERSON and one.kind and named.fullmatch(one.value)]
            again = [replace(one, value=new, names=(), text=stated[0].sentence) for one in people]
            return [*again, *(_with(one, named.sub(new, one.value), stated) for one in facts)]
    return []


def _with(claim: Claim, value: str, stated: Sequence[Clause]) -> Claim:
    return replace(claim, value=value, mode=Mode.CORRECTS, replaces=claim.value, text=stated[0].sentence)


def corrected(stated: Sequence[Clause], at: datetime, earlier: Callable[[], Sequence[Claim]]) -> list[Claim]:
    """The claims of the turn before, set right: "No hang on, it's the 18th". `earlier` reads them, where one is."""
    marked = next((clause for clause in stated[:1] if MARKED.match(clause.said)), None)
    if marked is None:
        return []
    before = earlier()
    right = dict.fromkeys(one.sentence for one in stated if one is marked or not TELLS_MORE.search(one.sentence))
    days = [one for sentence in right for one in moments(sentence, at) if one.precision == "day"]
    if days:
        return [_with_day(claim, days[-1]) for claim in before if _has_day(claim)]
    rest = MARKED.sub("", marked.said).strip(" ,.")
    if right := _other_value(rest, marked, before):
        return right
    for kind, pattern in (
        ("age", rf"^(?:I'm )?(?P<value>{NUMBER})$"),
        ("name", rf"^(?:(?:it's|I'm) )?(?P<value>{NAME})$"),
    ):
        found = re.match(pattern, rest, re.I)
        claim = next((one for one in before if one.kind == kind and one.type is ClaimType.FACT), None)
        if found and claim and (kind == "age" or is_name(found["value"])):
            value = str(number_of(found["value"])) if kind == "age" else found["value"]
            return [replace(claim, value=value, mode=Mode.CORRECTS, replaces=claim.value, text=marked.sentence)]
    return []


def _other_value(rest: str, marked: Clause, before: Sequence[Claim]) -> list[Claim]:
    """ "No wait, sorry, Bath": a word or two stand for the one value that was just told."""
    told = [one for one in before if one.type is ClaimType.FACT and one.kind in CORRECTED and one.mode is Mode.IS]
    value = re.sub(r"^(?:it's|it is|that's|I meant|I mean|the|an?|in|at|to) ", "", rest, flags=re.I)
    if (
        len(told) != 1
        or not re.fullmatch(r"[\w'-]+(?: [\w'-]+)?", value)
        or EMPTY.match(value)
        or NO_VALUE.match(value)
    ):
        return []
    shown = value.title() if told[0].value[:1].isupper() else value
    return [replace(told[0], value=shown, mode=Mode.CORRECTS, replaces=told[0].value, text=marked.sentence)]


def _has_day(claim: Claim) -> bool:
    return bool(DATED.search(claim.value)) or (claim.type is ClaimType.LOOP and claim.until is not None)


def _with_day(claim: Claim, when: When) -> Claim:
    """The claim of another day. A birthday of the 8th of August that is "the 18th" stays in August."""
    day = when.first
    if claim.type is ClaimType.LOOP:
        return replace(claim, until=Day(day, when.precision))
    value = DATED.sub(day_in_words(day), claim.value)
    since = Day(day) if claim.since else None
    return replace(claim, value=value, since=since, mode=Mode.CORRECTS, replaces=claim.value)
