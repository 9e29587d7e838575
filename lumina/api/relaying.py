"""Turns that run here are told to other machines, and theirs are followed here, from the event where somebody left.

A relay is one more listener of a turn: it is never waited for, and where Redis is down the turn goes on without it.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from lumina.api.problems import problem_of
from lumina.api.streams import Stream, named
from lumina.errors import LuminaError, NotFound, because
from lumina.language.bilingual import LANGUAGES, Language
from lumina.language.messages import Messages
from lumina.memory.turn_events_redis import BEGIN, TurnEvents
from lumina.reports import Event
from lumina.shapes import events
from lumina.shapes.plain import all_plain

logger = logging.getLogger(__name__)

BATCH_SECONDS: Final = 0.1
"""What streams within that is told together: a turn of some seconds costs some ten batches."""

SIGN_SECONDS: Final = 1.0
"""A turn that says nothing says so often that it goes on, and hears whether it is to stop."""

LOOK_SECONDS: Final = 0.1
ERROR: Final = "error"

Shown = tuple[int, str, Any]
"""The number of an event, what it is called, and what it tells."""


@dataclass(frozen=True, slots=True)
class RemoteTurn:
    """A turn that runs, or ran, on another machine."""

    person: str
    turn: UUID
    run: str
    told: TurnEvents

    def name(self, number: int) -> str:
        """As Stream.name()."""
        return named(self.turn, self.run, number)

    async def stop(self) -> None:
        """As RunningTurn.stop(), within a second."""
        await self.told.stop(self.person, self.turn)

    async def follow(self, after: int, language: Language) -> AsyncGenerator[Shown]:
        """As RunningTurn.follow(). Raises NotFound where its machine is gone before it has ended, StoreDown."""
        place, ended, goes_on = BEGIN, False, True
        while goes_on and not ended:
            place, told, goes_on = await self.told.after(self.person, self.turn, place)
            for number, name, says in told:
                ended = ended or name in {"done", ERROR}
                if number > after:
                    yield number, name, says.get(language, says.get(""))
            await asyncio.sleep(0 if ended else LOOK_SECONDS)
        if not ended:
            raise NotFound(why=because("what answered turn {turn} is gone; ask for the answer again", turn=self.turn))


@dataclass(frozen=True, slots=True)
class Relay:
    """Without `told`, where no other machine is, it does nothing and knows of nothing."""

    told: TurnEvents | None
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]], init=False)

    def begin(self, stream: Stream) -> None:
        """Tell the others of a turn that runs here, until it has ended."""
        if self.told:
            task = asyncio.create_task(self._tell(self.told, stream))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def find(self, person: str, turn: UUID, run: str = "") -> RemoteTurn:
        """Of another machine; `run`, where it must be that one. Raises NotFound, StoreDown."""
        found = await self.told.run_of(person, turn) if self.told else None
        if self.told is None or not found or run not in ("", found):
            raise NotFound(why=because("no turn {turn} is under way; the transcript has what was said", turn=turn))
        return RemoteTurn(person, turn, found, self.told)

    async def under_way(self, person: str, room: str) -> UUID | None:
        """The turn that has the room on another machine, as far as is known."""
        try:
            return await self.told.in_room(person, room) if self.told else None
        except LuminaError as error:
            logger.debug("whether a turn is under way elsewhere is not known: %s", error)
            return None

    async def _tell(self, told: TurnEvents, stream: Stream) -> None:
        running = stream.running
        try:
            async with self.guarding(running.person, None):
                await told.begin(running.person, stream.turn, stream.run)
            await self._tell_all(told, stream)
            await told.end(running.person, stream.turn, running.room)
        except LuminaError as error:
            logger.warning("other machines are not told of a turn: %s", error)

    async def _tell_all(self, told: TurnEvents, stream: Stream) -> None:
        running, number = stream.running, 0
        while not running.ended or number < len(running.told):
            await running.more_than(number, SIGN_SECONDS)
            new = [(at, *_named(event)) for at, event in enumerate(running.told[number:], number + 1)]
            if await told.tell(running.person, stream.turn, running.room, new):
                running.stop()
            number += len(new)
            if not running.ended:
                await asyncio.sleep(BATCH_SECONDS)
        if error := running.error:
            says = {each: problem_of(error, each).model_dump(exclude_none=True) for each in LANGUAGES}
            await told.tell(running.person, stream.turn, running.room, [(number + 1, ERROR, says)])


def _named(event: Event) -> tuple[str, dict[str, Any]]:
    """What it is called, and what it tells in each language, once where that is the same."""
    (name, said), (_, other) = (events.event(event, Messages(each)) for each in LANGUAGES)
    first, second = all_plain(said), all_plain(other)
    return name, {"": first} if first == second else dict(zip(LANGUAGES, (first, second), strict=True))
