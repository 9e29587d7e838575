"""From when facts hold and how long: what ends on a day, or by itself; and how a claim stands to what is known."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from uuid import UUID

from lumina.distil.values import bare, is_next, is_younger, same_value, same_words, saying
from lumina.distil.versions import changed
from lumina.known import ME, Change, Claim, Claimed, Day, Fact, Known, Mode, UnitState
from lumina.language.acts import does
from lumina.language.kinds import kinds
from lumina.language.when.spans import last_day

CERTAIN = 0.7
"""A claim of at least this confidence is confirmed at once; below it, once it has been said a second time."""

ASKED_ABOUT, BESIDE = 0.6, 0.55
"""The confidence of what is asked about, and of what stands beside something that is known and does not take its
place."""

ONLY_IN_PLACE, IN_PLACE = 0.4, 0.75
"""The confidence of what is so only if it takes the place of something that is known, and once it has."""

LIKELY_OVER = 0.5
"""The confidence of an end that is only likely: what it names is asked about."""

BRACKETED = re.compile(r"\([^()]+\)$")
"""The day of an event, or what somebody is, behind what is told. A value that is nothing else gives a day to what was
told of last."""

BOSS = re.compile(r"[(（](?:boss|manager|supervisor|上司|部長|課長|係長|主任|社長)[)）]$")
"""Whom one has at one's place of work alone, by what stands behind their name."""

TRADE = re.compile(
    r"\b(?:nurse|doctor|teacher|engineer|electrician|plumber|chef|cook|carpenter|lawyer|accountant|vet|midwife)$"
    r"|(?:師|士|医|教員|教諭|大工|エンジニア|デザイナー|プログラマー?|ライター)$",
    re.I,
)
"""What one stays at another place of work."""

WORKLESS = re.compile(
    r"(?:(?:semi-?|recently |newly |now )?retired|unemployed|out of work|between jobs|redundant|made redundant|laid"
    r" off|jobless"
    r"|on (?:the dole|benefits)|無職|失業中|求職中|定年退職)",
    re.I,
)
"""What one is no more who works somewhere."""

GROUP = re.compile(
    r"\b(?:band|choir|quartet|trio|duo|orchestra|ensemble|chorus|troupe|team|club|league|squad|side|group|crew|circle"
    r"|society)$|(?:バンド|楽団|合唱団|劇団|オケ|サークル|チーム|ユニット|部活)$",
    re.I,
)
REHEARSAL = re.compile(
    r"\b(?:rehears\w*|practi[cs]\w*|train(?:s|ing)?|gigs?|play(?:s|ing)?|sing(?:s|ing)?|meet(?:s|ings?)?)\b"
)
"""Whom one does something with, and when one does."""

TO_GET = "get "
GETTING = re.compile(
    r"(?:to )?(?:get|buy|order|replac|pick(?:ing)? up|sav(?:e|ing) (?:up )?for|working towards|new)", re.I
)
"""How a plan to get something is called, where it is over, and where it was told."""

LONG = timedelta(days=240)
"""So long after it was told of it may still come true."""

OF_THE_TURN = frozenset({"hobby", "habit", "event", "friend"})
"""Kinds of which a turn that ends something may tell of something new by the same words."""

LEFT_BEHIND = frozenset({"home", "workplace"})
"""Kinds of which who begins anew has left the old one, whatever the new one is."""

TOGETHER: Mapping[str, str] = {"hobby": "habit", "habit": "hobby", "plan": "event", "event": "plan"}
"""What is over under one kind is over under the other: who gave up bowls does not bowl on Tuesdays."""


def is_of_the_turn(fact: Fact, one: Claimed) -> bool:
    """Whether the turn that ends something tells the fact beside it."""
    is_beside = fact.kind in OF_THE_TURN or not one.claim.value
    return one.claim.mode is Mode.ENDS and fact.said == one.at and is_beside


def holding(told: Known, day: date) -> Known:
    """What is known, on a day: a fact whose end was told ahead holds no more once that is there, the new job's old one
    among them."""
    over = {fact.id for fact in told.facts if fact.is_open and is_past(fact, day)}
    told = _without_mourning(told, day)
    if not over:
        return told
    facts = [past(fact) if fact.id in over else fact for fact in told.facts]
    places = {(fact.about, fact.kind): at for at, fact in reversed([*enumerate(facts)])}
    facts.sort(key=lambda fact: (places[fact.about, fact.kind], not fact.is_open))
    return replace(told, facts=tuple(facts))


def _without_mourning(told: Known, day: date) -> Known:
    """A wake is over once its day is: nobody has to say so, and nobody is to be asked."""
    gone = {one.id for one in told.loops if one.state == "open" and one.due and last_day(one.due) < day}
    gone = {one.id for one in told.loops if one.id in gone and does("grief", one.what)}
    if not gone:
        return told
    loops = [replace(one, state="closed") if one.id in gone else one for one in told.loops]
    return replace(told, loops=tuple(sorted(loops, key=lambda one: one.state != "open")))


def is_past(fact: Fact, day: date) -> bool:
    """Whether its end is there: the day on which another takes its place, or the one behind its last."""
    if fact.valid_to is None:
        return False
    return last_day(fact.valid_to) < day if kinds()[fact.kind].many else fact.valid_to.first <= day


def past(fact: Fact) -> Fact:
    """The fact once its end is there: a version that nobody has told, at midnight."""
    if fact.valid_to is None:
        return fact
    many = kinds()[fact.kind].many
    day = last_day(fact.valid_to) + timedelta(days=1) if many else fact.valid_to.first
    at = max(datetime.combine(day, time(), fact.said.tzinfo), fact.history[-1].at)
    number, ended_so = len(fact.history) + 1, (UnitState.SUPERSEDED, fact.valid_from, fact.valid_to)
    change = Change(number, at, fact.value, *ended_so, "ended", None, "system")
    return replace(fact, state=UnitState.SUPERSEDED, history=(*fact.history, change))


def begun(id_: UUID, one: Claimed, about: str, kind: str) -> Fact:
    """What a claim tells for the first time, in its first version."""
    claim = one.claim
    state = UnitState.CONFIRMED if claim.confidence >= CERTAIN else UnitState.CANDIDATE
    fact = Fact(
        id=id_,
        about=about,
        kind=kind,
        value=claim.value,
        text=claim.text,
        state=state,
        valid_from=claim.since,
        valid_to=end_of_plan(claim, one.at.date()),
        recorded=one.recorded,
        said=one.at,
        confidence=claim.confidence,
        evidence=(one.turn,) if one.turn else (),
    )
    return changed(fact, one, state, "said")


def ended(fact: Fact, one: Claimed) -> Fact:
    """The fact that is over, or is going to be by the day that the claim tells."""
    if one.claim.confidence == LIKELY_OVER:
        return doubted(fact, one)
    day = one.claim.until or one.claim.since or Day(one.at.date())
    return changed(replace(fact, valid_to=day), one, state_till(day, fact, one), "ended")


def doubted(fact: Fact, one: Claimed) -> Fact:
    """The fact that is likely over: asked about, and asserted no more; what its turn itself has told holds, and so does
    a trade."""
    told_now = fact.history[-1].at == one.at or (fact.kind == "job" and TRADE.search(fact.value))
    if fact.state is not UnitState.CONFIRMED or told_now:
        return fact
    return changed(replace(fact, confidence=min(fact.confidence, BESIDE)), one, UnitState.CANDIDATE, "changed")


def state_till(day: Day, fact: Fact, one: Claimed) -> UnitState:
    """How a fact stands that holds till a day: the person's own holds until then; of others nobody tells whether they
    have not left it long since."""
    waits = day.first > one.at.date() and fact.state is UnitState.CONFIRMED and fact.about == ME
    return fact.state if waits else UnitState.SUPERSEDED


def ends_with(fact: Fact, one: Claimed) -> bool:
    """Whether the turn that makes the claim has ended what it names."""
    over = fact.history[-1]
    named = same_value(one.claim.value, fact.value) or same_words(one.claim.value, f"{fact.value} {fact.text}")
    return over.at == one.at and over.why == "ended" and named


def as_told(claim: Claim) -> Claim:
    """How the end of something was told, as something that happened, and is rather asked about than asserted."""
    told = claim.replaces
    return replace(claim, kind="event", value=told, mode=Mode.IS, confidence=ASKED_ABOUT, until=None, replaces="")


def end_of_plan(claim: Claim, said: date) -> Day | None:
    """The day behind which a plan is over: the last of the week that it fills, or of when it was to begin."""
    if claim.kind != "plan":
        return None
    fills = claim.until if claim.until and claim.until.precision == "week" else None
    begins = claim.since if claim.since and claim.since.first > said else None
    last = fills or begins
    return Day(last_day(last)) if last else None


def is_beside(claim: Claim) -> bool:
    """Whether a claim stands beside what is known: it says itself to take the place of nothing else."""
    return bool(claim.value) and claim.replaces == claim.value


def says_nothing_new(claim: Claim, age: str) -> bool:
    """Whether an age is below the one that is known; or only soon to come, where it is but a year more."""
    return is_younger(claim.value, age) or (claim.confidence < CERTAIN and is_next(claim.value, age))


def is_awaited(fact: Fact, since: Day) -> bool:
    """Whether it was told of ahead of its day, or is not sure yet, though not merely guessed."""
    ahead = fact.valid_from is not None and fact.valid_from.first > fact.said.date()
    return since.first - LONG <= fact.said.date() <= since.first and (
        ahead or (fact.state is UnitState.CANDIDATE and fact.confidence >= ASKED_ABOUT)
    )


def is_ahead(fact: Fact, day: date) -> bool:
    """Whether it is known not to hold yet on a day."""
    return fact.valid_from is not None and fact.valid_from.first > day


def is_of_days_to_come(fact: Fact, one: Claimed) -> bool:
    """Whether it is known to begin, or to end, on a day behind the claim."""
    return any(day is not None and day.first > one.at.date() for day in (fact.valid_from, fact.valid_to))


def is_boss(fact: Fact) -> bool:
    """Whether it says that somebody is the person's boss, and still is."""
    return fact.is_open and bool(BOSS.search(fact.value))


def is_to_get(plan: str, what: str) -> bool:
    """Whether a plan was to get what is there now."""
    return bool(GETTING.match(plan)) and same_words(what.removeprefix(TO_GET), plan)


def is_group(value: str) -> bool:
    """Whether it is some who do something together: what one does with them is over with them."""
    return bool(GROUP.search(value))


def is_rehearsal(fact: Fact) -> bool:
    """Whether it is when they do it."""
    return bool(REHEARSAL.search(fact.value))


def settle(here: list[Fact], day: date) -> None:
    """What was told to end on a day that is there by now is over."""
    here[:] = [past(fact) if fact.is_open and is_past(fact, day) else fact for fact in here]


def places_of(claim: Claim, here: Sequence[Fact]) -> Iterator[int]:
    """The places of the facts that say the same as a claim of their kind. A pet is the same one by its name, as a dog
    or as a whippet; what a claim puts right is what it says was wrong, and not the same in fewer letters."""
    wrong = bare(claim.replaces) if claim.mode is Mode.CORRECTS else ""
    yield from (at for at in saying(claim.value, here) if not wrong or bare(here[at].value) != wrong)
    name = BRACKETED.sub("", claim.value).strip()
    if claim.kind == "pet" and name != claim.value:
        yield from (at for at, fact in enumerate(here) if BRACKETED.sub("", fact.value).strip() == name)
