"""What summaries are drafted from: turns and claims up to a moment, and how far the summaries have come."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Literal
from uuid import UUID

from lumina.clock import earlier
from lumina.distil.known import Fold
from lumina.distil.lasting import holding
from lumina.distil.summaries.contents import View, of_most
from lumina.distil.summaries.points import COOL_DOWN, cooled, lasting, stretches
from lumina.known import Claimed, Known
from lumina.language.scripts import CJK, fold, language_of
from lumina.models import Role, Turn
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


@dataclass(slots=True)
class _Folding:
    """What is known at one moment after the other, by claims in the order of theirs."""

    person: str
    claims: Sequence[Claimed]
    _fold: Fold = field(init=False)
    _taken: int = field(default=0, init=False)

    def until(self, at: datetime) -> Known:
        """Folded on from the moment before; anew at the first one, and at one that is earlier."""
        upto = bisect_right(self.claims, at, key=lambda one: one.at)
        gone_on = self._fold.go_on(self.claims[self._taken : upto]) if 0 < self._taken <= upto else None
        self._taken = upto
        if gone_on is None:
            self._fold = Fold(self.person, None)
            gone_on = self._fold.of(self.claims[:upto])
        return holding(gone_on, at.date())


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
    _naming: dict[tuple[str, ...], list[Turn]] = field(default_factory=dict[tuple[str, ...], list[Turn]], init=False)

    def view(self, at: datetime) -> View:
        """What there was at a moment. Moments that ascend cost the least."""
        first, last = (bisect_right(self._person_said, moment) for moment in (earlier(at, LATELY), at))
        return View.of(self._folding.until(at), of_most(self._in_japanese[first:last]))

    def said(self, first: datetime, last: datetime) -> Sequence[Turn]:
        """After the first moment, up to the last one."""
        return _between(self.turns, first, last)

    def naming(self, names: tuple[str, ...], first: datetime, last: datetime) -> Sequence[Turn]:
        """What the people said of whoever is called so, after the first moment and up to the last one."""
        if names not in self._naming:
            called = _called(names)
            self._naming[names] = [turn for turn, text in self._told if called.search(text)]
        return _between(self._naming[names], first, last)

    @cached_property
    def _person_said(self) -> Sequence[datetime]:
        """When the person said something."""
        return [turn.at for turn in self.turns if turn.role is Role.PERSON]

    @cached_property
    def _in_japanese(self) -> Sequence[bool]:
        """Whether what the person said then is Japanese."""
        return [language_of(turn.text) == "ja" for turn in self.turns if turn.role is Role.PERSON]

    @cached_property
    def _told(self) -> Sequence[tuple[Turn, str]]:
        """What the people said, with its folded text."""
        return [(turn, fold(turn.text)) for turn in self.turns if turn.role is not Role.CHARACTER]

    @cached_property
    def _folding(self) -> _Folding:
        return _Folding(self.person, sorted(self.claims, key=lambda one: one.at))

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
        return [*lasting(due, self.now), *([self.now] if anew else [])]

    def next_due(self) -> datetime | None:
        """When the next version falls due, by what has been said."""
        open_ = [stretches(turns, self.pace.idle, self.pace.threshold)[-1].at for turns in self.rooms.values()]
        lately = earlier(self.now, COOL_DOWN * 2)
        points = cooled(turn.at for turn in self.turns if turn.at > lately)
        weekly = [point for turns in self.weeks.values() for point in cooled(turn.at for turn in turns)[-1:]]
        return min((at for at in (*open_, *points, *weekly) if at > self.now), default=None)


def _between(turns: Sequence[Turn], first: datetime, last: datetime) -> Sequence[Turn]:
    begin, end = (bisect_right(turns, at, key=lambda turn: turn.at) for at in (first, last))
    return turns[begin:end]


def _called(names: Sequence[str]) -> re.Pattern[str]:
    """Whatever somebody is called, in folded texts."""
    written = [re.escape(fold(name)) for name in names if len(name) > 1]
    return re.compile("|".join(name if CJK.search(name) else rf"\b{name}\b" for name in written) or r"(?!)")


def often(words: Sequence[str], least: int, count: int) -> list[str]:
    """Those that come up most, at least so often; of equal ones the first by name."""
    ordered = sorted(Counter(words).items(), key=lambda one: (-one[1], one[0]))
    return [word for word, times in ordered if times >= least][:count]
