"""A turn under way is a task of its own: it comes to its end whether or not anybody listens, and tells whoever does."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from lumina.courtesy import is_answered, waits
from lumina.dialogue.stopping import Stopping
from lumina.reports import Event, Prompted, Replied, Token


class RunningTurn:
    """One turn, and its events, numbered from 1 on: who comes late, or comes back, hears what he has not heard yet.
    `begun` is done once the room is the turn's."""

    def __init__(self, person: str, room: str) -> None:
        self.person, self.room = person, room
        self.stopping = Stopping()
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._events: list[Event] = []
        self._more = asyncio.Event()
        self._ended = False
        self._error: Exception | None = None

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def error(self) -> Exception | None:
        """What it ended with."""
        return self._error

    @property
    def told(self) -> Sequence[Event]:
        """The events so far."""
        return self._events

    def stop(self) -> None:
        """What is being said ends where it is, and is kept as far as it came; it can be asked for again."""
        self.stopping.ask()

    async def follow(self, after: int = 0) -> AsyncGenerator[tuple[int, Event]]:
        """The events with a number above `after`, until the turn has ended. Raises what it ended with. To leave does
        not stop it."""
        while True:
            more = self._more
            while after < len(self._events):
                after += 1
                yield after, self._events[after - 1]
            if self._ended and self._error:
                raise self._error
            if self._ended:
                return
            await more.wait()

    async def events(self) -> AsyncGenerator[Event]:
        """All of them, without their numbers. Raises as follow()."""
        async for _, event in self.follow():
            yield event

    async def more_than(self, number: int, seconds: float) -> None:
        """Until more events than so many were told, or it has ended, or so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(self._events) <= number and not self._ended:
                    await self._more.wait()

    def tell(self, event: Event) -> None:
        if isinstance(event, Token | Replied):
            is_answered(self)
        self._events.append(event)
        self._wake()

    def fail(self, error: Exception) -> None:
        """Tell whoever waits for it to begin, or else whoever follows."""
        if self.begun.done():
            self._error = error
        else:
            self.begun.set_exception(error)

    def end(self) -> None:
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()


class Turns:
    """Those under way in this process, at most one in a room. `noticed` is told of each that somebody begins to speak
    in without having been spoken to, `forgetting` of whoever was erased."""

    def __init__(self) -> None:
        self.noticed: list[Callable[[RunningTurn], None]] = []
        self.forgetting: list[Callable[[str], None]] = []
        self._of_room: dict[tuple[str, str], RunningTurn] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def under_way(self, person: str, room: str) -> RunningTurn | None:
        """The turn that has the room at this moment."""
        return self._of_room.get((person, room))

    async def begin(self, turn: RunningTurn, running: Coroutine[Any, Any, None]) -> None:
        """Returns once the turn has begun. Raises what kept it from that; whoever does not wait so long begins none."""
        task = asyncio.create_task(self._run(turn, running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            await turn.begun
        except asyncio.CancelledError:
            task.cancel()
            raise

    async def _run(self, turn: RunningTurn, running: Coroutine[Any, Any, None]) -> None:
        try:
            await running
        except Exception as error:
            turn.fail(error)
        finally:
            is_answered(turn)
            turn.end()
            if self.under_way(turn.person, turn.room) is turn:
                del self._of_room[turn.person, turn.room]

    def has_room(self, turn: RunningTurn) -> None:
        """The turn has begun."""
        self._of_room[turn.person, turn.room] = turn
        waits(turn)
        if not turn.begun.done():
            turn.begun.set_result(None)

    def prompt(self, turn: RunningTurn, event: Prompted) -> None:
        """Nobody waits for this turn: those who notice it may follow it."""
        turn.tell(event)
        for notice in self.noticed:
            notice(turn)

    def forget(self, person: str) -> None:
        """Who was erased: what others keep of the turns that they followed is to go."""
        for forget in self.forgetting:
            forget(person)

    async def close(self) -> None:
        """Stop those under way, and wait until what came of them is kept."""
        for turn in self._of_room.values():
            turn.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)
