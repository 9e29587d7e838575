"""Where one moves to, down to the street; that one has moved in; and who moved out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import NO_PLACE, WHEN
from lumina.distil.lasting import LIKELY_OVER
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.plain_english.words import NAME, RELATION, is_name, normal_relation
from lumina.language.when.moments import moments

LIKELY, SURE, WHOLE = 0.75, 0.8, 0.9
WE = r"(?:I|we|me and (?-i:[A-Z])\w+)"
HOUSE = (
    r"(?:flat|house|place|room|studio|apartment|terrace|semi|bungalow|cottage|maisonette|flatshare"
    r"|house ?share|townhouse"
    r"|condo|duplex|(?:\w+|\d)[- ]bed(?:room|der)?)"
)
NO_DAY = (
    r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct"
    r"|Nov|Dec)[a-z]*\b)"
)
PART = rf"(?:\d+[a-z]? )?{NO_DAY}(?-i:[A-Z])[\w'-]+(?: {NO_DAY}(?-i:[A-Z])[\w'-]+)*"
PLACE = rf"(?P<value>{PART}(?:,? (?:(?:on|in|off|near|just off) )?(?:the )?{PART})*)"
"""A district and a street, as they are said."""
TAKEN = re.compile(
    rf"^(?:{WE}(?:'ve| have)? )?(?:(?:just|finally|only|both) )*(?:signed (?:for|on|the (?:lease"
    rf"|contract) (?:on|for))"
    rf"|(?:put|paid) (?:a|the|our|my) deposit (?:down )?on|(?:got|picked up|have) the keys (?:to|for|of)"
    rf"|moved (?:into|in to)"
    rf"|found|got|bought|rented|taken) (?:an?|our|the|my) (?:[\w-]+ ){{0,3}}?{HOUSE}(?: (?:share|flat|house|place))?"
    rf" (?:up |down |out |over )?(?:in|on|off|at|near) (?:the )?{PLACE}",
    re.I,
)
MOVED = re.compile(rf"^(?:{WE}(?:'ve| have)? )?(?:just |finally )?moved (?:in)?to (?:the )?{PLACE}", re.I)
FINE = re.compile(
    r"\d|,|\b(?:Road|Street|Lane|Avenue|Row|Close|Drive|Way|Terrace|Crescent|Gardens|Square|Place|Court|Rd|St)\b"
)
"""What tells more than a town."""
AHEAD = re.compile(
    rf"^(?:I'm|I am|we're|we are|{WE} are) (?:(?:both|all|finally|really) )*moving (?:over |up |down "
    rf"|out |back |home |back home )?(?:in)?to (?:the )?{PLACE}",
    re.I,
)
KIN_AWAY = re.compile(
    rf"^(?:I|we)(?:'ve got|'ve| have got| have| got) an? (?:(?!ex)[\w-]+ )?(?P<who>{RELATION}) (?:living |over |out "
    rf"|up |down |away |back )*in"
    rf" {NO_DAY}(?P<place>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)(?= *(?:$|,|\b(?:and|who|but|so|now)\b))",
    re.I,
)
"""Somebody of the person's who lives elsewhere."""
MOVED_IN = re.compile(
    rf"^(?:{WE}(?:'m|'re|'ve| am| are| have)? )?(?:(?:all|finally|just|now|officially|both|fully) )*moved in"
    r"(?! (?:with|to|on|next)\b)(?: properly| together| now| too| today| yesterday| at last)*(?= *(?:$|[,.!]|and\b))"
    rf"|^(?:{WE}(?:'ve| have)? )?(?:(?:all|finally|just|now) )*moved (?:into|in to) (?:the|our"
    rf"|my) (?:new )?{HOUSE}\b"
    r"|^(?:had )?(?:our|my|the) first night in (?:the|our|my) new\b",
    re.I,
)
THERE_NOW = re.compile(
    r"^I(?:'m|'ve| am| have)? (?:(?:finally|just|all|now|both|safely) )*(?:home|here|back(?: home)?|moved in|landed"
    r"|arrived|back for good)(?: safely| at last| now| today| last night)*(?= *(?:$|[,.!]|and\b))",
    re.I,
)
LATELY = re.compile(r"\b(?:today|tonight|yesterday|this (?:morning|week|weekend)|just|finally|first night|new)\b", re.I)
MOVED_OUT = re.compile(
    rf"^(?:(?:my|our) (?:old )?(?:flatmate|housemate|roommate|lodger),? )?(?P<name>{NAME})(?:'s| has"
    rf"| have)? (?:just |finally"
    rf" |already |now )*(?:moved out|left the (?:flat|house))(?= *(?:$|[,.!]|\b(?!of\b|on\b)\w))",
    re.I,
)
SHARED = ("flatmate", "lodger")


def moves_in(clause: Clause, of: Sequence[Spoken], at: datetime) -> Iterator[Claim]:
    """The person's new home, what is to be it, and with whom they share one no more."""
    if (gone := MOVED_OUT.match(clause.text)) and is_name(gone["name"]):
        for who in SHARED:
            yield Claim(ClaimType.FACT, ME, "friend", f"{gone['name']} ({who})", clause.sentence, SURE, Mode.ENDS)
        yield Claim(ClaimType.PERSON, ME, SHARED[0], gone["name"], clause.sentence, SURE, Mode.ENDS)
    if of[0].about != ME:
        yield from _theirs(of[0], clause, at)
        return
    moved = MOVED.match(clause.text)
    taken = TAKEN.match(clause.text) or (moved if moved and FINE.search(moved["value"]) else None)
    if taken:
        yield from _home(taken["value"], clause, at, Mode.IS)
    elif ahead := AHEAD.match(clause.text):
        yield from _home(ahead["value"], clause, at, Mode.AWAITS)
    elif MOVED_IN.match(clause.text):
        yield Claim(ClaimType.FACT, ME, "home", "", clause.sentence, SURE, Mode.COMES, since=Day(at.date()))
        yield Claim(ClaimType.FACT, ME, "plan", "moving in", clause.sentence, SURE, Mode.ENDS)
        if LATELY.search(clause.sentence):
            yield Claim(ClaimType.FACT, ME, "home", "", clause.sentence, LIKELY_OVER, Mode.ENDS)


def _theirs(spoken: Spoken, clause: Clause, at: datetime) -> Iterator[Claim]:
    """Where somebody else will live, and that they are there."""
    if ahead := AHEAD.match(spoken.text):
        for one in _home(ahead["value"], clause, at, Mode.AWAITS):
            yield replace(one, about=spoken.about)
    elif THERE_NOW.match(spoken.text):
        yield Claim(ClaimType.FACT, spoken.about, "home", "", clause.sentence, SURE, Mode.COMES, since=Day(at.date()))


def finest_home(found: Sequence[Claim]) -> list[Claim]:
    """Of several homes in one clause the one that says the most."""
    homes = [one for one in found if one.kind == "home" and one.about == ME and one.mode is Mode.IS]
    sure = [one for one in homes if one.confidence >= SURE]
    finest = next((one for one in sure if FINE.search(one.value)), None) or next(reversed(sure), None)
    return [one for one in found if finest is None or one not in homes or one is finest]


def _home(value: str, clause: Clause, at: datetime, mode: Mode) -> Iterator[Claim]:
    if not NO_PLACE.match(value) and not WHEN.search(value.rsplit(" ", 1)[-1]):
        day = next((one for one in moments(clause.text, at) if one.precision == "day"), None)
        since = Day(day.first) if day else None
        yield Claim(ClaimType.FACT, ME, "home", value, clause.sentence, WHOLE, mode, since=since)


def kin_away(clause: Clause) -> Iterator[Claim]:
    """Where those live whom one has: "I have a brother in Canada"."""
    if match := KIN_AWAY.match(clause.text):
        relation = normal_relation(match["who"])
        yield Claim(ClaimType.FACT, relation, "home", match["place"], clause.sentence, LIKELY)
