"""What was told of gets another day, or another name for itself, or gives way to one of its sort."""

from collections.abc import Mapping
from dataclasses import replace

from lumina.distil.lasting import BRACKETED, is_ahead
from lumina.distil.values import same_words
from lumina.distil.versions import changed
from lumina.known import ME, Claimed, Day, Fact, UnitState
from lumina.language.scripts import fold


def moved(one: Claimed, here: list[Fact]) -> Claimed:
    """What has another day, as it was called when it was told of, where the words that told of it have this name of
    it, too: the left eye is the cataract surgery. It is on its old day no more."""
    for at in reversed(range(len(here))):
        fact = here[at]
        if fact.is_open and BRACKETED.search(fact.value) and same_words(one.claim.replaces, _as_told(fact, here)):
            day = BRACKETED.search(one.claim.value)
            here[at] = changed(replace(fact, valid_to=Day(one.at.date())), one, UnitState.SUPERSEDED, "changed")
            value = BRACKETED.sub(day[0] if day else "", fact.value)
            return replace(one, claim=replace(one.claim, value=value, replaces=fact.value))
    return one


def moved_of(one: Claimed, found: Mapping[tuple[str, str], list[Fact]], about: str, kind: str) -> Claimed:
    """What has another day, as it was called when it was told of: of the same one, or where it was not said whose it
    is."""
    others = [whose for whose, name in found if name == kind and whose != about and ME in (whose, about)]
    tried = (moved(one, found[whose, kind]) for whose in (about, *others))
    return next((now for now in tried if now is not one), one)


def _as_told(fact: Fact, here: list[Fact]) -> str:
    """All words in which what is called so was told of, on this day and on those before."""
    name = BRACKETED.sub("", fact.value)
    return " ".join(one.text for one in here if BRACKETED.sub("", one.value) == name)


def another_day(one: Claimed, here: list[Fact]) -> None:
    """What was told of last, and had a day, has another."""
    dated = [at for at, fact in enumerate(here) if fact.is_open and BRACKETED.search(fact.value)]
    if dated:
        fact = here[dated[-1]]
        value = BRACKETED.sub(one.claim.value, fact.value)
        evidence = (*fact.evidence, one.turn) if one.turn else fact.evidence
        here[dated[-1]] = changed(replace(fact, value=value, evidence=evidence), one, fact.state, "changed")


def not_to_come(one: Claimed, here: list[Fact]) -> None:
    """What was told ahead of its day in the words of what is called off never comes to be, and what was to end with it
    goes on."""
    today = one.at.date()
    for at, fact in enumerate(here):
        if fact.is_open and is_ahead(fact, today) and same_words(one.claim.value, fact.text):
            here[at] = changed(fact, one, UnitState.REVOKED, "ended")
            others = enumerate(here)
            here[:] = [
                replace(other, valid_to=None)
                if other.is_open and place != at and other.valid_to == fact.valid_from
                else other
                for place, other in others
            ]


def end_of_its_sort(one: Claimed, here: list[Fact]) -> None:
    """What was told of last in words that say what it is is over: of "my car is a Prius" the Prius, for the car; of
    events one that has a day."""
    sort = fold(one.claim.value)
    such = [
        at
        for at, fact in enumerate(here)
        if fact.is_open
        and fact.said < one.at
        and sort in fold(fact.text)
        and (fact.kind == "possession" or (BRACKETED.search(fold(fact.value)) and sort in fold(fact.value)))
    ]
    if such:
        ended = replace(here[such[-1]], valid_to=one.claim.since or Day(one.at.date()))
        here[such[-1]] = changed(ended, one, UnitState.SUPERSEDED, "ended")
