"""What a person's words did to what is known, and the acts of the owner by which it is done."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from lumina.known import ME, NOTE, Claim, ClaimType, Day, Fact, Loop, Mode
from lumina.models import Turn

Deed = Literal["", "taken back", "set right", "over", "forgotten", "kept", "unclear", "unheard of", "noted"]


class Unit(NamedTuple):
    """A fact, by whom it is about; what was left open, and words that are no fact, have no kind."""

    kind: str
    value: str
    about: str = ME


@dataclass(frozen=True, slots=True)
class Heeded:
    """What was done, of which facts, and of which day that speaks."""

    deed: Deed = ""
    units: tuple[Unit, ...] = ()
    day: Day | None = None


NOTHING: Final = Heeded()

Acts = list[tuple[Turn, Claim]]
"""What the owner does, each by the turn that says it."""


def units(facts: Iterable[Fact]) -> tuple[Unit, ...]:
    return tuple(Unit(fact.kind, fact.value, fact.about) for fact in facts)


def act_on(fact: Fact, mode: Mode) -> Claim:
    return Claim(ClaimType.FACT, fact.about, fact.kind, "", "", 1.0, mode, replaces=fact.value, target=fact.id)


def dropping(loop: Loop) -> Claim:
    return Claim(ClaimType.LOOP, "", "", "", "", 1.0, Mode.FORGETS, replaces=loop.what, target=loop.id)


def note(text: str) -> Claim:
    return Claim(ClaimType.FACT, ME, NOTE, text, text, 1.0)
