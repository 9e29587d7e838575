"""Turns that told what holds no more, or was said wrongly, and what told it otherwise since."""

from collections.abc import Callable, Mapping
from uuid import UUID

from lumina.known import Fact, Known, UnitState


def outdated(known: Known) -> frozenset[UUID]:
    """The turns that are evidence for facts that held once, or told them as they are not, and for none that holds."""
    once = {turn for fact in known.facts if fact.state is UnitState.SUPERSEDED for turn in fact.evidence}
    held = [fact for fact in known.facts if fact.is_open]
    once |= {turn for fact in held for turn in fact.put_right}
    return frozenset(once.difference(*(fact.tellers for fact in held)))


def instead(known: Known, is_asked: Callable[[Fact], bool]) -> Mapping[UUID, UUID]:
    """By the outdated turns that tell of what is asked, or told it wrongly, the turn that says how it is."""
    gone, later = outdated(known), dict[UUID, UUID]()
    for fact in known.facts:
        if fact.is_open:
            later |= {turn: fact.tellers[0] for turn in fact.put_right if turn in gone}
            continue
        ended_by = fact.history[-1].turn if fact.history else None
        if ended_by and fact.state is UnitState.SUPERSEDED and is_asked(fact):
            later |= {turn: ended_by for turn in fact.evidence if turn in gone and turn != ended_by}
    return later
