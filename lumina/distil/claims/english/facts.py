"""Facts, by the rules of rules.toml."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from lumina.distil.claims.english.ages import OLDEST
from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.rules import Rule, openings_of, rules
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import BAD_JOB, EMPTY, LONG, LONGER, NO_PLACE, PLACES, STUMP, WHEN, clean
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import NUMBER, RELATION, SPECIES, is_name, number_of
from lumina.language.when.english import PAST
from lumina.language.when.moments import moments

TOLD_AT_LENGTH = frozenset(("belief", "skill", "habit", "hobby"))

LASTED = re.compile(
    rf"\b(?:for|been|in \w+)(?: [\w ]{{0,20}}?)? (?P<n>{NUMBER}|a couple of) (?P<unit>year|month|week)s?(?: now)?\b",
    re.I,
)
SINCE = re.compile(r"\b(?:since|from)\s+$", re.I)
SOFTENED = 0.05
"""What a fact about somebody else is less certain than one about the person."""

LISTED = frozenset({"likes", "dislikes", "hobby", "allergy"})
ITEM = (
    r"(?!(?:\w+ (?:more|less|better) than|\w+ly|\w+n't|proper|worse|better|badly|well|ever|no|nope|never|ah|oh"
    r"|thanks|please|winters|summers|weekends|evenings|for|of|in|on"
    r"|at|to|with|from|as|by|(?:twenty|thirty|forty"
    r"|fifty)[\w-]*|\d+|I|we|he|she|they|it|you|my|our|his|her|their|then|so|not|now|also|that"
    r"|there|this|what|who|is|am|are|was"
    r"|will|can|have|had|do|did|never|really|just|maybe|always|would|how|if|when|got|been|gone|used|done"
    r"|(?:tastes?|costs?|makes?|takes?|smells?|looks?|feels?|gives?|gets?|goes|keeps?|does|has|sounds?)(?= \w))\b)"
    r"[\w'&-]+(?: (?!(?:and|or|but|is|was|are|have|has|had|will|would|can|so|because|I|that)\b)[\w'-]+){0,3}"
)
DOES = re.compile(r"\w+s (?:by|to|at|it|them|him|her|his|my|off|up)\b", re.I)
"""What goes on about somebody, and is no item of a list: "keeps bees and swears by honey"."""
MORE = re.compile(rf"(?:, (?:and |& )?| (?:and|&) )(?P<more>(?:{ITEM},? (?:and |& )|{ITEM}, )*{ITEM})$", re.I)

OTHERS = frozenset(
    (
        "birthday",
        "age",
        "home",
        "hometown",
        "job",
        "workplace",
        "school",
        "likes",
        "dislikes",
        "allergy",
        "health",
        "hobby",
        "skill",
        "belief",
        "habit",
        "pet",
        "partner",
        "possession",
        "plan",
        "family",
    )
)
FIRST_PERSON = re.compile(r"\b(?:I|we|my|me|us|our|mine|I'm|I've|I'd)\b", re.I)
OTHER_SUBJECT = re.compile(
    rf"^(?:(?:the|his|her|their) )?(?:{RELATION}|{SPECIES}|he|she|they)\b(?!.*\b(?:says?|said|told"
    rf"|reckons?|thinks?|confirmed|found)\b)|\b(?:has|is|was|does) $",
    re.I,
)
"""Somebody else is the subject."""
ITS = re.compile(r"it's\b", re.I)
ALONE_NUMBER = re.compile(rf"{NUMBER} years? old\b", re.I)
THEIR = re.compile(r"\b(?:she|he|her|his|they|their)\b", re.I)
FOR_A_WHILE = re.compile(r" for (?:an?|one|two|three|the|lent)\b", re.I)
"""Behind what is given up, and will be taken up again."""
GAVE_UP_THE = re.compile(
    r"(?P<how>(?:gave|given|give|had to give) up|(?:packed|jacked|chucked) in|quit|dropped|stopped"
    r"|left) the (?!.*\bthe )",
    re.I,
)
GIVEN = re.compile(r"^(?:had to )?give[n]?\b")
"""How it is said that what has an article was given up."""
DENIED = re.compile(
    r"(?:n't|\bnot|\bnever)(?: (?:actually|really|even|ever|technically|myself|got|have|had|been))* $", re.I
)
DENIABLE = frozenset(("health", "possession", "pet", "home", "workplace", "partner"))
"""Before what is not so; kinds that nobody tells of by a "not"."""
SHORT = 2
GENERAL = frozenset(("event", "habit", "possession", "plan", "hobby"))
"""Kinds under which much can be said that is something closer as well."""
DOING = {
    "vape": "vaping",
    "fags": "smoking",
    "ciggies": "smoking",
    "cigarettes": "smoking",
    "booze": "drinking",
    "alcohol": "drinking",
}


def facts_in(spoken: Spoken, clause: Clause, at: datetime) -> Iterator[Claim]:
    """The facts that a clause states of whom it speaks; each kind once, and once as it was before."""
    seen: set[tuple[str, bool]] = set()
    values: list[str] = []
    for rule in _rules_of(spoken.about == ME, spoken.given, openings_of(spoken.text)):
        told = (rule.kind, rule.mode is Mode.WAS)
        if told in seen:
            continue
        match = rule.found_in(spoken.text)
        if match and rule.kind in DENIABLE and DENIED.search(spoken.text[: match.start()]):
            continue
        mine = match and not (spoken.about == ME and is_of_another(spoken.text[: match.start()], spoken.text, clause))
        claim = _claim(rule, match, spoken, clause, at) if match and mine else None
        if match and claim and not (rule.general and _told_already(claim, values)):
            seen.add(told)
            values.append(claim.value.lower())
            yield claim
            yield from _listed(rule, match, claim)


@cache
def _rules_of(own: bool, given: bool, openings: frozenset[str]) -> tuple[Rule, ...]:
    """The rules that may tell of the person, or of somebody else, of a clause with these openings; where another is the
    subject, what that one gave."""
    able = [rule for rule in rules() if (not rule.others if own else not rule.own and rule.kind in OTHERS)]
    met = [rule for rule in able if not rule.opening or rule.opening in openings]
    return tuple(rule for rule in met if not given or rule.subject or rule.catches("who"))


def _told_already(claim: Claim, values: Sequence[str]) -> bool:
    """Whether a rule before it has said the same as a fact of another kind."""
    words = {word for word in claim.value.lower().split() if len(word) > SHORT}
    return claim.kind in GENERAL and any(words & set(one.split()) for one in values)


def is_of_another(lead: str, text: str, clause: Clause) -> bool:
    """Whether the words before what a rule has found say that it is somebody else's: "father had a bypass"."""
    if (
        (ITS.match(text) or ALONE_NUMBER.match(text))
        and THEIR.search(clause.sentence)
        and not FIRST_PERSON.search(clause.sentence)
    ):
        return True
    return not FIRST_PERSON.search(lead) and bool(OTHER_SUBJECT.search(lead))


def _listed(rule: Rule, match: re.Match[str], claim: Claim) -> Iterator[Claim]:
    """What is told in one breath with it: hiking, baking and old films."""
    lists = (
        rule.kind in LISTED and rule.mode is Mode.IS and "{what}" not in rule.form and match.groupdict().get("value")
    )
    more = MORE.match(match.string, match.end("value")) if lists else None
    for item in re.split(r",? and |,? & |, ", more["more"]) if more else []:
        if not PAST.match(item) and not DOES.match(item) and _holds(rule, value := clean(item)):
            yield replace(claim, value=rule.form.format(value=value))


def _claim(rule: Rule, match: re.Match[str], spoken: Spoken, clause: Clause, at: datetime) -> Claim | None:
    groups = {name: (value or "").strip() for name, value in match.groupdict().items()}
    if rule.kind == "habit" and "value" in groups:
        groups["value"] = DOING.get(groups["value"].lower(), groups["value"])
    old = clean(groups.get("old") or groups.get("old2") or "")
    value = clean(groups.get("value", "")) if rule.kind != "name" else groups["value"]
    is_given_up = rule.form.startswith(("gave up", "stopped"))
    as_said = GAVE_UP_THE.search(match.group()) if is_given_up and rule.kind == "event" else None
    if (
        not _holds(rule, value)
        or _is_for_somebody(rule, match, value)
        or (is_given_up and FOR_A_WHILE.match(match.string, match.end()))
    ):
        return None
    number = number_of(value) if rule.kind == "age" else None
    shown = (
        str(number)
        if number is not None
        else f"{GIVEN.sub('gave', as_said['how'].lower())} the {value}"
        if as_said
        else rule.form.format(
            value=value,
            old=old,
            what=groups.get("what", ""),
            who=groups.get("who", ""),
            match=match.group().split("can ")[-1],
        )
    )
    return Claim(
        ClaimType.FACT,
        spoken.about,
        rule.kind,
        "" if rule.mode is Mode.ENDS and not value else shown.replace(" )", ")"),
        clause.sentence,
        rule.confidence - (0.0 if spoken.about == ME else SOFTENED),
        rule.mode,
        since=since(clause.said, at) if rule.dated else None,
        replaces=_replaced(rule, value, old),
    )


def _holds(rule: Rule, value: str) -> bool:
    """Whether the value can be one of its kind."""
    if not rule.catches("value") or (not value and rule.form != "{value}"):
        return True
    if rule.kind == "name" or (rule.kind == "partner" and value[:1].isupper()):
        return is_name(value.title())
    if rule.kind == "age":
        return 0 < (number_of(value) or 0) <= OLDEST
    placed = rule.kind in PLACES and (NO_PLACE.match(value) or WHEN.search(value))
    employed = rule.kind == "job" and BAD_JOB.search(value)
    return not (placed or employed or EMPTY.match(value) or STUMP.search(value)) and len(value.split()) <= (
        LONGER if rule.kind in TOLD_AT_LENGTH else LONG
    )


def _is_for_somebody(rule: Rule, match: re.Match[str], value: str) -> bool:
    """Whether one works for somebody with a given name, and at no such place: "a carer for Betty"."""
    named = rule.kind == "workplace" and value.lower() in word_list("names.en")
    return named and match.string[: match.start("value")].endswith("for ")


def _replaced(rule: Rule, value: str, old: str) -> str:
    """The value that the clause says holds no more."""
    return (
        value if rule.form.startswith(("gave up", "stopped")) or rule.form.endswith(" again") else old or rule.instead
    )


def since(text: str, at: datetime) -> Day | None:
    """Since when it holds: the day that is named, or so long ago as it has lasted."""
    if match := LASTED.search(text):
        count = 2 if match["n"].startswith("a c") else number_of(match["n"]) or 0
        return _ago(at, count, match["unit"].lower())
    found = moments(text, at)
    return Day(found[0].first, found[0].precision) if found else None


def _ago(at: datetime, count: int, unit: str) -> Day:
    if unit == "year":
        return Day(at.date().replace(year=at.year - count, month=1, day=1), "year")
    days = count * (7 if unit == "week" else 30)
    first = at.date() - timedelta(days=days)
    return Day(first.replace(day=1), "month") if unit == "month" else Day(first, "week")
