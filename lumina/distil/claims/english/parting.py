"""Who parted is nobody's partner any more, and who is not what they were taken for."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.facts import since
from lumina.distil.claims.english.relations import had, kind_of, somebody
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.words import MATE, NAME, PARTNERS, RELATION, SPECIES, is_name, normal_relation

SURE = 0.8
EX = "ex"
HAD = frozenset(("partner", "friend", "family", "pet"))
WHO = rf"(?:(?:my|me) (?P<mate>{MATE})(?:,? (?P<called>{NAME}))?|(?P<name>{NAME}))"
PARTED = (
    r"(?:'ve| have|'re| are|'d| had)? ?(?:(?:just|finally|actually|sort of|kind of|now|officially|both|decided to) )*"
    r"(?:split(?: up)?|splitting up|broke up|broken up|break up|breaking up|separated|called it (?:a day|quits|off)"
    r"|parted(?: ways)?|finished|through|over|done|history|no more|no longer together|not together(?: any ?more)?"
    r"|getting (?:a )?divorced?|divorced|got divorced)(?= *(?:$|[,.;!]|\b(?:last|this|on|in|a|two|three|yesterday|today"
    r"|now|after|because|so|but|and|ages|years)\b))"
)
TOGETHER = re.compile(rf"^(?:me|us) and {WHO},?{PARTED}", re.I)
FROM = re.compile(
    rf"^I(?:'ve| have|'m| am)? (?:(?:just|finally) )*(?:split(?: up)?|broke(?:n)? (?:up|it off)|ended (?:it|things)"
    rf"|finished(?: things)?|broke things off|divorced|divorcing|no longer) (?:with |from )?{WHO}(?= *(?:$"
    rf"|[,.;!]|\b\w))",
    re.I,
)
LEFT = re.compile(
    rf"^{WHO}(?:'s| has| have)? (?:just |finally )?(?:dumped|ditched|chucked|left|broke up with|split up with"
    rf"|finished with)"
    r" me(?= *(?:$|[,.;!]|\b(?:last|this|on|for|yesterday|today|after|because|by)\b))",
    re.I,
)
WE = re.compile(
    r"^we(?:'ve| have|'re| are)? (?:(?:just|finally|both|actually) )*(?:split up|splitting up|broke up|broken up)\b",
    re.I,
)
VAGUE = re.compile(r"\b(?:finished|through|over|done|history|no more)$", re.I)
"""What two may be of anything: of those who are a couple it is over."""
MY_EX = re.compile(rf"^(?P<name>{NAME})(?:'s| is) (?:my|me) ex\b", re.I)
NOT_MINE = re.compile(
    rf"^(?P<name>{NAME}) (?:is not|isn't|is no longer|'s not|was never|ain't) (?:(?:really|actually) )?(?:my|me|our)"
    rf" (?P<who>{RELATION}|{SPECIES})\b(?!'s)",
    re.I,
)
"""Who is not what they were taken for."""


ANOTHER = re.compile(
    rf"\b(?:my|our) (?P<who>{RELATION}) (?:isn't|is not|'s not|is no longer) (?P<name>{NAME})(?: any ?more| now)?[,;.]*"
    rf" (?:it's|it is|but|he's|she's) (?:now |actually )?(?P<new>{NAME})(?= *(?:$|[,.;!]|now\b|any ?more\b))",
    re.I,
)
"""Who is what somebody else was taken for."""


def parted_in(clause: Clause, at: datetime) -> list[Claim]:
    """That the person is single again, and who is an ex from then on."""
    match = next((found for one in (TOGETHER, FROM, LEFT, WE) if (found := one.search(clause.text))), None)
    if match is None:
        return []
    groups = {name: value for name, value in match.groupdict().items() if value}
    name, mate = groups.get("called") or groups.get("name") or "", groups.get("mate", "")
    if match.re is not WE and not mate and not is_name(name):
        return []
    if name and not mate and VAGUE.search(match.group().strip()) and match.re is TOGETHER:
        return [Claim(ClaimType.FACT, ME, "partner", name, clause.sentence, SURE, Mode.ENDS)]
    day = since(clause.said, at)
    day = day if day and day.first <= at.date() else None
    old = name or normal_relation(mate)
    single = Claim(ClaimType.FACT, ME, "partner", "single", clause.sentence, SURE, since=day, replaces=old)
    who = [Claim(ClaimType.PERSON, ME, EX, name, clause.sentence, SURE)] if name else []
    return [single, *who]


def unless_apart(found: Sequence[Claim], apart: Sequence[Claim]) -> list[Claim]:
    """What else was read out of the clause, without that they are, or were, together."""
    names = {one.value for one in apart if one.type is ClaimType.PERSON or one.mode is Mode.ENDS}
    single = any(one.value == "single" for one in apart)

    def together(one: Claim) -> bool:
        if one.type is ClaimType.PERSON:
            return one.value in names or (single and one.kind in PARTNERS)
        return (single and one.kind == "partner") or (one.kind in HAD and any(name in one.value for name in names))

    return [one for one in found if one in apart or not together(one)]


def denied_in(clause: Clause) -> Iterator[Claim]:
    """That somebody is not the person's: "Bramble isn't my dog"; and who is an ex."""
    if (match := NOT_MINE.match(clause.text)) and is_name(match["name"]):
        kind = kind_of(normal_relation(match["who"]) or match["who"].lower())
        if kind:
            yield Claim(ClaimType.FACT, ME, kind, match["name"], clause.sentence, SURE, Mode.ENDS)
    elif (other := ANOTHER.search(clause.sentence)) and clause.said in clause.sentence[: other.end("name")]:
        person = somebody(other["new"], other["who"], clause, SURE)
        yield from (person, *had(person))
        yield Claim(ClaimType.FACT, ME, kind_of(person.kind), other["name"], clause.sentence, SURE, Mode.ENDS)
    elif (match := MY_EX.match(clause.text)) and is_name(match["name"]):
        yield Claim(ClaimType.FACT, ME, "partner", match["name"], clause.sentence, SURE, Mode.ENDS)
