"""What the application tells of a recollection: why something is shown, and why something else is not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from lumina.models import Turn
from lumina.reports import Recollection


class Reason(StrEnum):
    """Why something is not among the hits, or not in the pack: the first that holds."""

    NOT_WITNESSED = "not_witnessed"
    NOT_YET_SAID = "not_yet_said"
    PUT_AWAY = "put_away"
    SOURCE_MISSING = "source_missing"
    NOT_INDEXED = "not_indexed"
    HIDDEN = "hidden"
    GONE = "gone"
    NOT_FOUND = "not_found"
    BELOW_ARMS = "below_arms"
    REPEATS = "repeats"
    BELOW_LIMIT = "below_limit"
    OVER_BUDGET = "over_budget"


@dataclass(frozen=True, slots=True)
class Place:
    """The rank (from 1) and the score of an entry in an arm."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class ArmReport:
    """One way of searching, all sources laid together: how many entries it `found` (as far as the sources tell), how
    many of them go on to be scored, and the score of the last that does."""

    found: int
    go_on: int
    last: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn, or the summary of a memory (`turn` is None), as the one scorer sees it: its place among the `of` hits
    that there would be without a limit, and what each term adds to its score. `sources` has its place in each arm of
    each source ("duckdb:dense"), `arms` in each arm of all sources laid together."""

    entry: UUID
    memory: UUID | None
    turn: Turn | None
    place: int
    of: int
    score: float
    terms: Mapping[str, float]
    sources: Mapping[str, Place]
    arms: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that a source brought and that is not shown. `repeats` is the better entry that it repeats."""

    entry: UUID
    reason: Reason
    turn: Turn | None = None
    score: float | None = None
    repeats: UUID | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a recollection came about: `hits` are its hits' best entries, `limit` is how many of an arm by words go
    on; `arms` tells of each."""

    recollection: Recollection
    limit: int
    arms: Mapping[str, ArmReport]
    hits: tuple[Weighed, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """Why something is not among the hits (`reason` None: it is). `weighed` is its best entry, scored by hand where no
    arm brought it; `last` the last hit shown, `lacks` what that has more of, term by term; `repeats` the better entry
    that it repeats, `missing` the sources that did not answer. Of what the viewer may not know there is nothing but the
    reason."""

    recollection: Recollection
    wanted: UUID
    limit: int
    reason: Reason | None
    weighed: Weighed | None = None
    last: Weighed | None = None
    lacks: Mapping[str, float] = field(default_factory=dict[str, float])
    repeats: UUID | None = None
    missing: tuple[str, ...] = ()
