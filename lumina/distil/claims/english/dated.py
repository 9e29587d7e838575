"""What is left open until a day is something that happens on it as well: told with its day, of whoever has it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from lumina.distil.claims.english.dates import day_as_said
from lumina.distil.claims.english.events import EVENT
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.plain_english.words import KIN, RELATION, is_name, normal_relation

LIKELY = 0.6
"""It is asked about, and not asserted: a day says so, and the words around it may say otherwise."""
AWAITED = re.compile(r"hear (?:back|about|from)\b", re.I)
"""What one will hear is not what happens."""
NO_EVENT = re.compile(r"^(?:I'll |be )|\bbirthday\b|\bturning \d", re.I)
"""How one will be, and what is a birthday or an age: it is told as what it is."""
HAS_IT = re.compile(r"(?:having|getting|got|has|have) (?:his|her|their|my|our|the|an?) ", re.I)
NAMES_A_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b", re.I)
NAMES_A_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:week|month|year|today"
    r"|tomorrow|tonight|christmas|easter)\b|\d",
    re.I,
)
PLANNED = ("event", "plan")
SHORT = 2
WEIGHTY = 0.6
"""The confidence with which it has to be left open."""
OWNED = re.compile(
    rf"^(?:(?:my|our) )?(?:(?P<kin>{RELATION}|{KIN})|(?P<name>(?-i:(?:(?:Dr|Mrs?|Ms|Prof) )?[A-Z][a-zà-ÿ]+)))(?:"
    rf" (?-i:[A-Z][a-zà-ÿ]+))?'s"
    r" (?!(?:day|eve)\b)(?P<what>.+)$",
    re.I,
)
DOES = re.compile(
    rf"^(?:(?:my|our) )?(?:(?P<kin>{RELATION}|{KIN})|(?P<name>(?-i:(?:(?:Dr|Mrs?|Ms|Prof)"
    rf" )?[A-Z][a-zà-ÿ]+)))(?:(?:'s| is) (?=[a-z]+ing\b)|"
    r" (?=(?:gets|has|starts|moves|flies|comes|leaves|arrives|goes"
    r"|turns|sits|plays|finishes|retires|graduates)\b))(?P<what>.+)$",
    re.I,
)
"""What somebody has, or does, on its day."""
LEADS = re.compile(
    r"^(?:(?:I'm|we're|I am|we are|I'll|we'll|I've got|we've got|I|we) )(?:also |all |both |just )?(?:going to"
    r" (?=[a-z]+ ))?",
    re.I,
)
"""Who it is that does it, where it is the person."""
UNBORN = re.compile(r"(?:baby|child|kid|twins?|bump)$", re.I)
NO_OWNER = re.compile(
    r"^(?:New|Saint|St|Father|Mother|Valentine|All|April|Old|World|Today|Tomorrow|Next|Who|What|It|That|There|Here)$",
    re.I,
)


def with_facts(claims: Sequence[Claim], today: date) -> Iterator[Claim]:
    """The claims of what a turn leaves open, and what happens on the day of each, unless that is today; of somebody
    else's it is theirs."""
    told = {one.text for one in claims if one.type is ClaimType.FACT and one.kind in ("event", "plan")}
    for one in claims:
        is_event = one.type is ClaimType.FACT and one.kind == "event" and one.about == ME and one.until
        yield _of_owner(one) if is_event and one.mode is Mode.IS else one
        if one.type is not ClaimType.LOOP or one.mode is not Mode.IS or one.text in told or AWAITED.match(one.value):
            continue
        if one.until and one.until.first > today:
            if NO_EVENT.search(one.value):
                continue
            if (
                one.confidence > WEIGHTY or LEADS.match(one.value) or DOES.match(one.value)
            ) and one.until.precision in ("day", "week", "month"):
                yield _of_owner(_as_fact(one, one.until))


def _as_fact(one: Claim, day: Day) -> Claim:
    kind = "event" if EVENT.search(one.value) else "plan"
    when = _in_words(day, one.text)
    what = LEADS.sub("", one.value)
    head = what.partition(",")[0]
    what = head if len(head.split()) > SHORT else what
    return replace(one, type=ClaimType.FACT, kind=kind, value=f"{what} ({when})", confidence=LIKELY, since=None)


def _in_words(day: Day, text: str) -> str:
    return day_as_said(day.first, text) if day.precision == "day" else str(day)


def _told_once(plain: Claim, dated: Claim) -> Claim:
    """What is told with its day and without: as the one without it calls it, unless that names a day by itself."""
    sure = max(dated.confidence, plain.confidence)
    if dated.replaces or HAS_IT.match(plain.value):
        return replace(dated, confidence=max(dated.confidence, sure))
    on_a_day = NAMES_A_MONTH.search(dated.value.rpartition(" (")[2])
    if dated.kind == "event" and plain.kind == "plan" and on_a_day:
        return replace(dated, confidence=sure)
    if NAMES_A_MONTH.search(plain.value) or not dated.until:
        return replace(plain, until=dated.until, confidence=sure)
    if NAMES_A_DAY.search(plain.value) or plain.value in dated.value:
        return replace(dated, confidence=sure)
    return replace(
        plain, value=f"{plain.value} ({_in_words(dated.until, dated.text)})", until=dated.until, confidence=sure
    )


def without_undated(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a turn without plans that are told with their day as well: they are told once, with it."""
    dated = {at: one for at, one in enumerate(claims) if one.kind in PLANNED and one.until and one.value.endswith(")")}
    kept = list(claims)
    for plain in [one for one in claims if one.kind in PLANNED and not one.until and one.mode is Mode.IS and one.value]:
        for at, one in dated.items():
            what = one.value.rpartition(" (")[0]
            if one.text == plain.text and one.about == plain.about and (what in plain.value or plain.value in what):
                kept[at] = _told_once(plain, one)
                kept = [each for each in kept if each is not plain]
                break
        else:
            continue
        return without_undated(kept)
    return kept


def _of_owner(one: Claim) -> Claim:
    """Of whoever has it, where it says who."""
    owned = OWNED.match(one.value) or DOES.match(one.value)
    if not owned:
        return one
    who = normal_relation(owned["kin"]) if owned["kin"] else owned["name"]
    if not who or UNBORN.match(who) or (owned["name"] and (NO_OWNER.match(who) or not is_name(who))):
        return one
    return replace(one, about=who, value=owned["what"])
