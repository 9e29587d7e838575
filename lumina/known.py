"""The values of what is known: claims that turns make, and the facts, people and loops that follow from them.

Claims are the record, a row each; all else is derived from them when it is read, so it is the same whenever and however
often they came in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from hashlib import sha256
from typing import Literal
from uuid import UUID

from lumina.models import Turn, derived_id

ME = "me"
"""What a claim is about where it is about the person."""

NOTE = "note"
"""The kind of what is to be remembered and is no fact of any other kind."""

Precision = Literal["day", "week", "month", "season", "year"]
Source = Literal["rules", "model", "owner", "system"]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the world, or the first one of a week, a month, a season or a year."""

    first: date
    precision: Precision = "day"

    def __str__(self) -> str:
        """As much of ISO 8601 as is known: 2026-05-14, 2026-05, 2026."""
        length = {"day": 10, "week": 10, "month": 7, "season": 7, "year": 4}[self.precision]
        return self.first.isoformat()[:length]


class ClaimType(StrEnum):
    """What a claim speaks of: a fact, somebody (a person or a pet), something left open, and that it is closed. Three
    claim nothing: a topic says of which kinds of facts a turn may speak (in `value`), "asked" that a character's turn
    asked about something left open, and "read" that a model read the turn."""

    FACT = "fact"
    TOPIC = "topic"
    PERSON = "person"
    LOOP = "loop"
    CLOSE = "close"
    ASKED = "asked"
    READ = "read"


class Mode(StrEnum):
    """How a claim speaks: that something is so, was so before, is over, was said wrongly the last time, or never was
    so; that it is awaited and may come to be (with no value: that nothing is, any more), or that what was awaited
    comes; and what the owner does with a unit: confirm it, put another value in its place, forget it, or bring back how
    it was; and with people: say that two are one, or that one is two."""

    IS = "is"
    WAS = "was"
    ENDS = "ends"
    CORRECTS = "corrects"
    DENIES = "denies"
    AWAITS = "awaits"
    COMES = "comes"
    CONFIRMS = "confirms"
    EDITS = "edits"
    FORGETS = "forgets"
    RESTORES = "restores"
    MERGES = "merges"
    SPLITS = "splits"


class UnitState(StrEnum):
    """A candidate is asked about, a confirmed unit asserted; a superseded one held once; a revoked one never did."""

    CANDIDATE = "candidate"
    CONFIRMED = "confirmed"
    SUPERSEDED = "superseded"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class Claim:
    """What one clause of one turn claims. `about` is "me" or the name (or relation) of somebody, `kind` a kind of fact,
    or the relation of a person; `value` is in the speaker's words, `text` the clause. `since` and `until` say when it
    holds in the world; of a loop `until` is when it is due. `replaces` is the value that it says was before (of
    an end: the words in which that is told), `names`
    are further names of a person. `target` is the unit that a claim of the owner's is about, or the loop that was asked
    about: should its id have changed, it is the one of this `about` and `kind` with the value `replaces`. `state` is
    what a fact is restored to, `act` the number of the owner's act (from 1): it stands behind all that was said at the
    same moment."""

    type: ClaimType
    about: str
    kind: str
    value: str
    text: str
    confidence: float
    mode: Mode = Mode.IS
    since: Day | None = None
    until: Day | None = None
    replaces: str = ""
    names: tuple[str, ...] = ()
    target: UUID | None = None
    state: UnitState | None = None
    act: int = 0


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim with where it comes from: the turn (None: the owner's own act), when that was said, who heard it, when it
    was recorded, and who read it out of the turn ("system": what a character asked, and the answer to it). What an
    owner does is said when it is recorded."""

    id: UUID
    claim: Claim
    turn: UUID | None
    at: datetime
    recorded: datetime
    witnesses: frozenset[str]
    source: Source = "rules"


def claim_id(person: str, turn: UUID, source: Source, claim: Claim) -> UUID:
    """Reading the same turn again gives the same ids."""
    return derived_id("claim", person, turn, source, claim.type, claim.about, claim.kind, claim.value, claim.mode)


def read_by(source: Source, turn: Turn, claim: Claim, now: datetime) -> Claimed:
    """A claim of a turn. All that is read out of one turn is recorded at one moment: of that, what says more comes
    first."""
    id_ = claim_id(turn.person, turn.id, source, claim)
    return Claimed(id_, claim, turn.id, turn.at, now, turn.witnesses, source)


def owner_claim_id(person: str, turn: UUID | None, claim: Claim) -> UUID:
    """What the owner does in a turn is done once, however often the turn is heard; else each act counts."""
    named = (claim.type, claim.mode, claim.target, claim.value, *claim.names)
    return derived_id("owner", person, turn or claim.act, *named)


Why = Literal[
    "said",
    "said again",
    "was",
    "changed",
    "corrected",
    "ended",
    "confirmed",
    "edited",
    "forgotten",
    "restored",
]


@dataclass(frozen=True, slots=True)
class Change:
    """A version of a fact: what it was from a moment on, why, by which turn, and who read it there (the owner's own
    acts name none)."""

    version: int
    at: datetime
    value: str
    state: UnitState
    valid_from: Day | None
    valid_to: Day | None
    why: Why
    turn: UUID | None
    source: Source

    @property
    def payload(self) -> tuple[str, str, str, str]:
        """All that makes it another version."""
        return self.value, self.state, str(self.valid_from or ""), str(self.valid_to or "")

    @property
    def digest(self) -> str:
        """Of the payload, in 16 hexadecimal digits."""
        return sha256("\x1f".join(self.payload).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is known of the person or of somebody else."""

    id: UUID
    about: str
    kind: str
    value: str
    text: str
    state: UnitState
    valid_from: Day | None
    valid_to: Day | None
    recorded: datetime
    said: datetime
    confidence: float
    evidence: tuple[UUID, ...]
    history: tuple[Change, ...] = ()

    @property
    def version(self) -> int:
        return len(self.history)

    @property
    def is_open(self) -> bool:
        """Whether it holds, as far as is known."""
        return self.state is UnitState.CANDIDATE or self.state is UnitState.CONFIRMED

    @property
    def put_right(self) -> tuple[UUID, ...]:
        """The turns that told it as it is not, before another put it right."""
        right = [change.turn for change in self.history if change.why == "edited" and change.turn in self.evidence]
        return self.evidence[: self.evidence.index(right[-1])] if right and right[-1] else ()

    @property
    def tellers(self) -> tuple[UUID, ...]:
        """The turns that told it as it is."""
        return self.evidence[len(self.put_right) :]


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person or a pet: the name, whatever else they are called, the relation to the person, and the turns."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    relation: str
    mentions: tuple[UUID, ...]


LoopState = Literal["open", "closed", "dropped"]


@dataclass(frozen=True, slots=True)
class Loop:
    """Something left open: what, when it is due, the turns that opened and that closed it, those of characters that
    asked about it since it got its day, how sure it is, and whether the person wants to be reminded of it."""

    id: UUID
    what: str
    state: LoopState
    due: Day | None
    said: datetime
    evidence: tuple[UUID, ...]
    closed_by: tuple[UUID, ...] = ()
    asked: tuple[UUID, ...] = ()
    confidence: float = 1.0
    is_reminder: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """A turn, when it was said, and the kinds of facts that it may speak of."""

    turn: UUID
    at: datetime
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """All that is known at a moment, the facts of the past among it; `topics` in the order in which they came up."""

    facts: tuple[Fact, ...] = ()
    people: tuple[Somebody, ...] = ()
    loops: tuple[Loop, ...] = ()
    topics: tuple[Topic, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Whatever somebody is called, folded, with the name of that one."""
