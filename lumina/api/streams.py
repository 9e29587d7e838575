"""Turns that can be followed: those under way, and for a while those that ended, for who comes back."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from graphs.turns import RunningTurn
from lumina.errors import NotFound, because
from lumina.reports import Event, Heard, Prompted

KEPT: Final = 500
"""Turns; the one that began longest ago goes first."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A turn with what its events are numbered by: asked for again, a turn has events of its own."""

    turn: UUID
    run: str
    running: RunningTurn

    def name(self, number: int) -> str:
        """What an event of this number is called."""
        return named(self.turn, self.run, number)

    @property
    def prompt(self) -> Prompted:
        """How it began, where nobody has said anything."""
        return next(event for event in self.running.told if isinstance(event, Prompted))


@dataclass(frozen=True, slots=True)
class Streams:
    """By turn; of one that was asked for again, the last."""

    _kept: OrderedDict[UUID, Stream] = field(default_factory=OrderedDict[UUID, Stream], init=False)
    kept: list[Callable[[Stream], None]] = field(default_factory=list[Callable[[Stream], None]], init=False)
    """Told of each that begins here."""
    noticed: list[Callable[[Stream], None]] = field(default_factory=list[Callable[[Stream], None]], init=False)
    """Told of each that begins without anybody having said something."""

    async def note(self, running: RunningTurn) -> Stream:
        """Waits for the first event, which names the turn. Raises what keeps it from that."""
        async for _, event in running.follow():
            if isinstance(event, Heard):
                return self._keep(Stream(event.turn.id, secrets.token_hex(4), running))
        raise RuntimeError("a turn that nobody heard")

    def notice(self, running: RunningTurn) -> None:
        """Of a turn that somebody speaks in without having been spoken to: its first event is told already."""
        first = next(event for event in running.told if isinstance(event, Prompted))
        stream = self._keep(Stream(first.turn, secrets.token_hex(4), running))
        for told in self.noticed:
            told(stream)

    def _keep(self, stream: Stream) -> Stream:
        self._kept.pop(stream.turn, None)
        self._kept[stream.turn] = stream
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        for told in self.kept:
            told(stream)
        return stream

    def of(self, person: str, turn: UUID) -> Stream:
        """Raises NotFound."""
        stream = self._kept.get(turn)
        if stream is None or stream.running.person != person:
            raise NotFound(why=because("no turn {turn} is under way; the transcript has what was said", turn=turn))
        return stream

    def after(self, person: str, event: str) -> tuple[Stream, int]:
        """The turn of this event, and the number from which on it is to be told. Raises NotFound."""
        turn, run, last = parsed(event)
        stream = self.of(person, turn)
        if stream.run != run:
            raise _no_event(event)
        return stream, last

    def under_way(self, person: str, room: str) -> Stream | None:
        """The turn that has the room now."""
        found = (one for one in reversed(self._kept.values()) if not one.running.ended)
        return next((one for one in found if (one.running.person, one.running.room) == (person, room)), None)

    def count(self) -> int:
        """Turns that are under way."""
        return sum(not one.running.ended for one in self._kept.values())

    def told(self, person: str, turn: UUID) -> Sequence[Event]:
        """What was told of a turn, as long as that is kept."""
        stream = self._kept.get(turn)
        return stream.running.told if stream and stream.running.person == person else ()

    def forget(self, person: str) -> None:
        """Drop what is kept of a person."""
        for turn in [turn for turn, one in self._kept.items() if one.running.person == person]:
            del self._kept[turn]


def named(turn: UUID, run: str, number: int) -> str:
    """What an event of this number is called."""
    return f"{turn}.{run}.{number}"


def parsed(event: str) -> tuple[UUID, str, int]:
    """The turn, its run, and the number from which on it is to be told. Raises NotFound."""
    turn, _, rest = event.partition(".")
    run, _, number = rest.partition(".")
    if not number.isdecimal():
        raise _no_event(event)
    try:
        return UUID(turn), run, int(number)
    except ValueError:
        raise _no_event(event) from None


def _no_event(event: str) -> NotFound:
    return NotFound(why=because("no event is called '{event}'", event=event[:80]))
