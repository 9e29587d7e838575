"""Birthdays: whose, and which day of the year."""

import re
from collections.abc import Iterator
from datetime import date, datetime

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.words import NAME, NUMBER, RELATION, is_given, is_name, normal_relation
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.dates import ENGLISH_MONTHS
from lumina.language.when.moments import When, moments

BIRTHDAY = re.compile(
    rf"\b(?:(?:(?:my|me|our) )?(?P<whose>{RELATION}|{NAME})'s|(?P<own>my|me)|(?P<pronoun>his|her)) (?:\w+"
    rf" )?(?:birthday|bday)\b",
    re.I,
)
BORN = re.compile(
    rf"^(?:(?P<own>I was )|(?:my|me|our) (?P<whose>{RELATION}) was |(?P<name>{NAME}) was |(?P<pronoun>he was "
    rf"|she was ))?born\b",
    re.I,
)
DIED = re.compile(
    rf"^(?:(?:(?:my|me|our) )?(?P<whose>{RELATION})(?: {NAME})?|(?P<pronoun>he|she))(?:'s| has)? (?:just "
    rf"|sadly )?(?:died"
    rf"|passed away|passed on|passed(?= *$| in| last| on| when| from| just| suddenly| two| three| a| \d))\b",
    re.I,
)
TURNED = re.compile(
    rf"(?:^|\bI (?:just )?)turned (?:{NUMBER}) today|^(?:{NUMBER}) today\b|\b(?:I'm|I am) (?:now |officially )+\d\d"
    r"|\bI (?:just )?turn(?:ed)? \d\d today|\b(?:my|me) birthday"
    r" today|it's my birthday(?! (?:on|tomorrow|next|in))",
    re.I,
)
WILL_BE = re.compile(
    rf"^(?:I'm|I am|I turn|I'll be|I shall be|I will be|I'm turning|turning"
    rf"|(?:(?:my|me|our) )?(?P<whose>{RELATION}|{NAME})(?:'s| is| will be|'ll be|'s going to be)?(?: turning| turns)?)"
    rf" (?:{NUMBER}) (?:on|next|this|tomorrow)\b",
    re.I,
)
PLAIN, GATHERED = 0.8, 0.7


def day_in_words(day: date, with_year: bool = False) -> str:
    """5 November, as English has it."""
    return f"{day.day} {ENGLISH_MONTHS[day.month - 1]}{f' {day.year}' if with_year else ''}"


def birthdays_in(clause: Clause, antecedent: str, at: datetime) -> Iterator[Claim]:
    """The birthdays that a clause tells."""
    days = [one for one in moments(clause.sentence, at) if one.precision == "day"]
    if TURNED.search(clause.said) and (not days or days[0].first == at.date()):
        yield _birthday(ME, at.date(), clause, GATHERED)
        return
    match = BORN.search(clause.text) or BIRTHDAY.search(clause.said) or WILL_BE.search(clause.text)
    about = _whose(match, antecedent) if match else ""
    day = _numbered(days, clause.sentence) if about else None
    if day:
        yield _birthday(about, day, clause, PLAIN)


def deaths_in(clause: Clause, antecedent: str, at: datetime) -> Iterator[Claim]:
    """Who of the family died, and when."""
    match = DIED.search(clause.text)
    who = (antecedent if match["pronoun"] else normal_relation(match["whose"])) if match else ""
    if who:
        found = moments(clause.said, at)
        day = Day(found[0].first, found[0].precision) if found else None
        value = f"{who} died{f' ({day})' if day else ''}"
        yield Claim(ClaimType.FACT, ME, "family", value, clause.sentence, PLAIN, since=day)


def _whose(match: re.Match[str], antecedent: str) -> str:
    groups = match.groupdict()
    if groups.get("pronoun"):
        return antecedent
    if groups.get("name"):
        return groups["name"] if is_name(groups["name"]) else ""
    whose = groups.get("whose")
    return (normal_relation(whose) or (whose if is_given(whose) else "")) if whose else ME


def _numbered(days: list[When], sentence: str) -> date | None:
    """The day beside the words; a feast ("Bonfire Night") gives way to the day in figures."""
    numbered = [one for one in days if any(map(str.isdigit, sentence[one.begin : one.end]))]
    return (numbered or days)[0].first if days else None


def _birthday(about: str, day: date, clause: Clause, confidence: float) -> Claim:
    return Claim(ClaimType.FACT, about, "birthday", day_in_words(day), clause.sentence, confidence)
