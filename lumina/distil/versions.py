"""The next version of a fact: said again, changed, or as its owner has it."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import count
from uuid import UUID

from lumina.distil.values import bare, saying
from lumina.known import ME, Change, Claim, Claimed, Day, Fact, Mode, UnitState, Why
from lumina.language.kinds import kinds
from lumina.language.scripts import fold
from lumina.models import derived_id

SURE = 0.7
"""From this confidence on a fact is confirmed."""

ADDED = 0.15
"""What each further turn that says the same adds to the confidence."""


def new_id(person: str, claim: Claim, here: Sequence[Fact], taken: Container[UUID]) -> UUID:
    """By what is claimed, and how often it was `here` before. That of a fact whose value the owner changed is taken."""
    often = sum(1 for _ in saying(claim.value, here))
    told = ("fact", person, fold(claim.about), claim.kind, bare(claim.value))
    return next(id_ for number in count(often) if (id_ := derived_id(*told, number)) not in taken)


def said_again(fact: Fact, one: Claimed) -> Fact:
    """The fact once another turn has said the same: surer, and in the longer words."""
    if one.turn is None or one.turn in fact.evidence:
        return _borne_out(fact, one) if one.source == "model" else fact
    sure = min(1.0, max(fact.confidence, one.claim.confidence) + ADDED)
    longer = one.claim.value if len(one.claim.value) > len(fact.value) and fact.kind != "name" else fact.value
    again = replace(
        fact,
        confidence=sure,
        evidence=(*fact.evidence, one.turn),
        value=longer,
        valid_from=fact.valid_from or one.claim.since,
    )
    if again.value == fact.value and fact.state is UnitState.CONFIRMED:
        return again
    return changed(again, one, UnitState.CONFIRMED, "said again")


def _borne_out(fact: Fact, one: Claimed) -> Fact:
    """The fact that a model read, too, in the turn that told it: as sure as the surer of the two, in its own words."""
    sure = max(fact.confidence, one.claim.confidence)
    again = replace(fact, confidence=sure, valid_from=fact.valid_from or one.claim.since)
    held = fact.state is UnitState.CONFIRMED or sure < SURE
    return again if held else changed(again, one, UnitState.CONFIRMED, "said again")


def given_up(fact: Fact, one: Claimed) -> Fact:
    """A guess of the turn that a model read in another way is none any more."""
    guessed = fact.state is UnitState.CANDIDATE and fact.evidence == (one.turn,)
    if not guessed or fact.value != one.claim.replaces:
        return fact
    return changed(fact, one, UnitState.REVOKED, "corrected")


def untrue(fact: Fact, one: Claimed) -> Fact:
    """The fact that is said never to have been so."""
    return changed(fact, one, UnitState.REVOKED, "corrected") if fact.is_open else fact


def aimed(here: Sequence[Fact], claim: Claim) -> int:
    """The place of the fact that the owner means, or -1: by its id, else by the value that it had (the latest of
    them), or by one that says the same."""
    by_id = [at for at, fact in enumerate(here) if fact.id == claim.target]
    by_value = [at for at, fact in enumerate(here) if claim.replaces and fact.value == claim.replaces]
    return (by_id or by_value or [*saying(claim.replaces, here)] or [-1])[-1]


def by_owner(fact: Fact, one: Claimed) -> Fact:
    """The fact after what its owner does with it."""
    claim = one.claim
    match claim.mode:
        case Mode.FORGETS:
            return changed(fact, one, UnitState.REVOKED, "forgotten")
        case Mode.ENDS:
            ended = replace(fact, valid_to=fact.valid_to or Day(one.at.date()))
            return changed(ended, one, UnitState.SUPERSEDED, "ended")
        case Mode.EDITS:
            told = (one.turn,) if one.turn and one.turn not in fact.evidence else ()
            edited = replace(_held(fact, one), value=claim.value, evidence=(*fact.evidence, *told))
            return changed(edited, one, UnitState.CONFIRMED, "edited")
        case Mode.RESTORES:
            before = replace(fact, value=claim.value, valid_from=claim.since, valid_to=claim.until)
            return changed(before, one, claim.state or UnitState.CONFIRMED, "restored")
        case _:
            return changed(_held(fact, one), one, UnitState.CONFIRMED, "confirmed")


def _held(fact: Fact, one: Claimed) -> Fact:
    """The fact as its owner says that it holds: one that was over is not, any more."""
    gone = fact.valid_to is not None and fact.valid_to.first <= one.at.date()
    return replace(fact, confidence=1.0, valid_to=None if gone else fact.valid_to)


def changed(fact: Fact, one: Claimed, state: UnitState, why: Why) -> Fact:
    """The next version; the same payload again is none."""
    number = len(fact.history) + 1
    change = Change(number, one.at, fact.value, state, fact.valid_from, fact.valid_to, why, one.turn, one.source)
    if fact.history and fact.history[-1].payload == change.payload:
        return replace(fact, state=state)
    return replace(fact, state=state, history=(*fact.history, change))


def in_order(found: Mapping[tuple[str, str], Sequence[Fact]]) -> tuple[Fact, ...]:
    """The facts by kind, the person's own before others', what holds before what held."""
    order = {kind: at for at, kind in enumerate(kinds())}
    places = sorted(found, key=lambda place: (place[0] != ME, place[0], order[place[1]]))
    return tuple(
        fact for place in places for fact in sorted(found[place], key=lambda fact: (not fact.is_open, fact.said))
    )
