"""What is open and what is closed, from claims. A pure fold, like that of the facts; no word of any language in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from lumina.known import Claimed, ClaimType, Loop, LoopState, Mode
from lumina.language.tokens import analyse
from lumina.models import derived_id

NEAR = timedelta(days=3)
"""For so long after its day, a loop may be closed by words that do not name it."""

ALIKE = 0.5
"""The share of its words over which one loop is another one told again."""


def loops(person: str, ordered: Iterable[Claimed]) -> tuple[Loop, ...]:
    """The loops that follow from claims in the order in which they were said, the open ones first, by their day."""
    folded = _Loops(person)
    spoken = (one for one in ordered if one.claim.type in {ClaimType.LOOP, ClaimType.CLOSE})
    for one in sorted(spoken, key=lambda one: (one.at, one.claim.act, one.claim.type is ClaimType.LOOP)):
        folded.take(one)
    return tuple(sorted(folded.found, key=lambda loop: (loop.state != "open", _sooner(loop), loop.said, loop.id)))


def _sooner(loop: Loop) -> str:
    return loop.due.first.isoformat() if loop.due else "9999"


@dataclass(slots=True)
class _Loops:
    person: str
    found: list[Loop] = field(default_factory=list[Loop])

    def take(self, one: Claimed) -> None:
        claim = one.claim
        if claim.target is not None:
            self._owner_says(one)
        elif claim.type is ClaimType.LOOP:
            self._open(one)
        elif claim.type is ClaimType.CLOSE:
            self._close(one)

    def _open(self, one: Claimed) -> None:
        """Told again with another day, an open one is put off."""
        words = _words(one.claim.value)
        for at, loop in enumerate(self.found):
            if loop.state == "open" and _alike(words, _words(loop.what)):
                evidence = (*loop.evidence, one.turn) if one.turn and one.turn not in loop.evidence else loop.evidence
                what = max(loop.what, one.claim.value, key=len)
                self.found[at] = replace(loop, what=what, due=one.claim.until or loop.due, evidence=evidence)
                return
        often = sum(loop.what == one.claim.value for loop in self.found)
        id_ = derived_id("loop", self.person, one.claim.value, often)
        evidence = (one.turn,) if one.turn else ()
        self.found.append(Loop(id_, one.claim.value, "open", one.claim.until, one.at, evidence))

    def _close(self, one: Claimed) -> None:
        """Close the open loops that share words; one that names none closes the one whose day it is."""
        words = _words(one.claim.value)
        open_ = [at for at, loop in enumerate(self.found) if loop.state == "open" and one.turn not in loop.evidence]
        meant = [at for at in open_ if _meant(words, _words(self.found[at].what))]
        for at in meant or (self._due(open_, one) if one.claim.until else []):
            self._settle(at, one, "closed")

    def _due(self, open_: Sequence[int], one: Claimed) -> list[int]:
        """The one whose day it was last, where that is a single one."""
        days = {at: one.at.date() - due.first for at in open_ if (due := self.found[at].due)}
        near = sorted((day, at) for at, day in days.items() if timedelta(0) <= day <= NEAR)
        return [near[0][1]] if near and (len(near) == 1 or near[0][0] < near[1][0]) else []

    def _owner_says(self, one: Claimed) -> None:
        for at, loop in enumerate(self.found):
            if loop.id != one.claim.target and loop.what != one.claim.replaces:
                continue
            if one.claim.type is ClaimType.CLOSE:
                self._settle(at, one, "closed")
            elif one.claim.mode is Mode.FORGETS:
                self._settle(at, one, "dropped")
            elif one.claim.until:
                self.found[at] = replace(loop, due=one.claim.until, state="open", closed_by=())

    def _settle(self, at: int, one: Claimed, state: LoopState) -> None:
        turns = (one.turn,) if one.turn else ()
        self.found[at] = replace(self.found[at], state=state, closed_by=turns)


def _words(text: str) -> frozenset[str]:
    return frozenset(analyse(text).words)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared > 0 and shared > ALIKE * min(len(one), len(other))


def _meant(said: frozenset[str], what: frozenset[str]) -> bool:
    """Whether what is over is this: half of its words, or its one word, or two of them."""
    shared = len(said & what)
    return shared > 0 and (shared >= 2 or shared * 3 >= len(what))
