"""What summaries are drafted from: turns and claims up to a moment, and how far the summaries have come."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Literal
from uuid import UUID

from lumina.clock import earlier
from lumina.distil.known import known
from lumina.distil.summaries.contents import View
from lumina.distil.summaries.points import COOL_DOWN, cooled, stretches
from lumina.known import Claimed
from lumina.models import Turn
from lumina.summaries import Sentence, SummaryKind

LATELY = timedelta(weeks=12)
"""For so long what was said counts for who and what matters."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A version that a summary may get: what it is of, as of when, what it holds, and the turns that it was made of."""

    kind: SummaryKind
    about: str
    first: date
    last: date
    at: datetime
    language: str
    sentences: tuple[Sentence, ...]
    turns: tuple[Turn, ...]
    by: Literal["rules", "model"] = "rules"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a room is idle, or how many messages came in, until its short-term memory has a new version."""

    idle: timedelta
    threshold: int


@dataclass(frozen=True)
class Material:
    """`turns` in the order of their moments, none of them failed, put away, or later than `now`. Versions were made up
    to `to` (None: none was), of the summaries that are `begun` (kind and about); what is made of a `late` turn, or has
    one that was withdrawn, is made anew."""

    person: str
    turns: Sequence[Turn]
    claims: Sequence[Claimed]
    now: datetime
    pace: Pace
    to: datetime | None = None
    late: Collection[UUID] = frozenset()
    begun: Collection[tuple[SummaryKind, str]] = frozenset()
    _views: dict[datetime, View] = field(default_factory=dict[datetime, View], init=False)

    def view(self, at: datetime) -> View:
        """What there was at a moment."""
        if at not in self._views:
            first = earlier(at, LATELY)
            said = [turn for turn in self.turns if first < turn.at <= at]
            self._views[at] = View.of(known(self.person, self.claims, at), said)
        return self._views[at]

    @cached_property
    def weeks(self) -> Mapping[date, Sequence[Turn]]:
        """By their Mondays, where it was said."""
        found: dict[date, list[Turn]] = defaultdict(list)
        for turn in self.turns:
            day = turn.at.date()
            found[day - timedelta(days=day.weekday())].append(turn)
        return found

    @cached_property
    def rooms(self) -> Mapping[str, Sequence[Turn]]:
        found: dict[str, list[Turn]] = defaultdict(list)
        for turn in self.turns:
            found[turn.room].append(turn)
        return found

    def moments(self, turns: Sequence[Turn], *, begun: bool) -> list[datetime]:
        """At which a summary of these turns gets a version: those that are due since the last time; and now, where it
        has begun and something came late."""
        points = cooled(turn.at for turn in turns)
        due = [at for at in points if at <= self.now and not (begun and self.to and at <= self.to)]
        anew = begun and any(turn.id in self.late for turn in turns)
        return [*due, self.now] if anew else due

    def next_due(self) -> datetime | None:
        """When the next version falls due, by what has been said."""
        open_ = [stretches(turns, self.pace.idle, self.pace.threshold)[-1].at for turns in self.rooms.values()]
        lately = earlier(self.now, COOL_DOWN * 2)
        points = cooled(turn.at for turn in self.turns if turn.at > lately)
        weekly = [point for turns in self.weeks.values() for point in cooled(turn.at for turn in turns)[-1:]]
        return min((at for at in (*open_, *points, *weekly) if at > self.now), default=None)


def often(words: Sequence[str], least: int, count: int) -> list[str]:
    """Those that come up most, at least so often; of equal ones the first by name."""
    ordered = sorted(Counter(words).items(), key=lambda one: (-one[1], one[0]))
    return [word for word, times in ordered if times >= least][:count]
