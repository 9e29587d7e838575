"""A turn as those see it who talk: begun, and followed event by event."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast
from uuid import UUID, uuid4

from langchain_core.messages import AnyMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph.state import CompiledStateGraph

from graphs.turns import RunningTurn, Turns
from lumina.dialogue.context import Context, Ports
from lumina.dialogue.turn import turn_named
from lumina.dialogue.window import as_message
from lumina.errors import BadInput, KeyGone, SaidBefore, because
from lumina.images import Image
from lumina.memory.described import with_names
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Role, Turn
from lumina.reports import Done, Event, Heard, Recalled, Replied, Room, Token
from lumina.texts import checked_text

LOOK_BACK = 200
"""Turns among which the last words of the person are looked for."""

LAPS: dict[type[Event], str] = {Heard: "listen", Recalled: "recall", Token: "first_token", Replied: "replied"}


@dataclass(slots=True)
class _Timing:
    """Milliseconds of each part of a turn."""

    began: float
    laps: dict[str, float]

    def note(self, event: Event) -> None:
        name = LAPS.get(type(event))
        if name and name not in self.laps:
            self.laps[name] = round((time.perf_counter() - self.began) * 1000, 2)


class OwningRoom(Protocol):
    def __call__(self, person: str, *rooms: str, wait: bool) -> AbstractAsyncContextManager[None]: ...


@dataclass(frozen=True, slots=True)
class Talk:
    """Runs the conversation graph, one turn of a room at a time. `turns` are those under way."""

    graph: CompiledStateGraph[Any, Any, Any, Any]
    ports: Ports
    transcript: Transcript
    present: tuple[str, ...]
    owning_room: OwningRoom
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    epoch: Callable[[str], Awaitable[int]]
    turns: Turns = field(default_factory=Turns)

    async def begin(
        self,
        text: str,
        *,
        person: str,
        room: str,
        wait: bool = True,
        to: Sequence[str] = (),
        instead: UUID | None = None,
        images: Sequence[Image] = (),
        client: str = "",
        once: UUID | None = None,
    ) -> RunningTurn:
        """Begin a turn, which goes on by itself; whispered `to` characters, nobody else hears it; said `instead` of an
        earlier one, the talk goes on from there, and what came of that is left; `images` are shown with it. What the
        `client` says of the situation is told to who answers, and kept nowhere. Raises BadText before anything is
        written; RoomBusy where another turn of the room is under way and is not to be waited for,
        SaidBefore where something was said `once` already under this id. Following it raises
        PersonErased where the person was erased meanwhile, UnknownTurn and BadInput where nothing can be said
        instead."""
        said = HumanMessage(checked_text(with_names(text, images)), id=str(once or uuid4()))
        client = checked_text(client) if client.strip() else ""
        epoch = await self.epoch(person)
        shown = tuple(images)
        context = Context(person, room, to=tuple(to), instead=instead, images=shown, client=client, epoch=epoch)
        return await self._begin(said, context, wait=wait, once=once)

    async def begin_again(self, *, person: str, room: str, wait: bool = True) -> RunningTurn:
        """Ask once more for an answer to the last words that have none. Raises BadInput where there are no such,
        otherwise as begin()."""
        epoch = await self.epoch(person)
        last = [one for one in await self.transcript.last(person, room, LOOK_BACK) if not one.let_go]
        return await self._begin(as_message(_unanswered(last)), Context(person, room, epoch=epoch), wait=wait)

    async def say(self, text: str, *, person: str, room: str, wait: bool = True) -> AsyncGenerator[Event]:
        """Begin a turn and follow it. Raises as both do."""
        turn = await self.begin(text, person=person, room=room, wait=wait)
        async for event in turn.events():
            yield event

    async def _begin(self, said: AnyMessage, context: Context, *, wait: bool, once: UUID | None = None) -> RunningTurn:
        turn = RunningTurn(context.person, context.room)
        context = replace(context, ports=self.ports, stopping=turn.stopping)
        await self.turns.begin(turn, self._run(turn, said, context, wait=wait, once=once))
        return turn

    async def _run(
        self, turn: RunningTurn, said: AnyMessage, context: Context, *, wait: bool, once: UUID | None
    ) -> None:
        timing = _Timing(time.perf_counter(), {})
        missing: set[str] = set()
        async with self.owning_room(turn.person, turn.room, wait=wait):
            if once:
                await self._refuse_again(turn, once)
            self.turns.has_room(turn)
            stream = self.graph.astream(
                {"messages": [said]},
                await self._config(turn.person, turn.room, context.epoch),
                context=context,
                stream_mode="custom",
                durability="exit",
            )
            try:
                async with aclosing(cast("AsyncGenerator[Event]", stream)) as events:
                    async for event in events:
                        timing.note(event)
                        if isinstance(event, Recalled):
                            missing |= set(event.recollection.missing)
                        turn.tell(event)
            except KeyGone:
                async with self.guarding(turn.person, context.epoch):  # raises PersonErased where it is gone by that
                    raise
        timing.laps["total"] = round((time.perf_counter() - timing.began) * 1000, 2)
        turn.tell(Done(tuple(sorted(missing)), timing.laps))

    async def _refuse_again(self, turn: RunningTurn, once: UUID) -> None:
        """Raises SaidBefore."""
        place = await self.transcript.known_room(turn.person, turn.room)
        said = turn_named(place.id, str(once)) if place else once
        if await self.transcript.known(turn.person, [said]):
            raise SaidBefore(turn=said)

    async def _config(self, person: str, room: str, epoch: int | None) -> RunnableConfig:
        place = await self.transcript.known_room(person, room) or (await self.room(person, room, epoch))[0]
        return {"configurable": {"thread_id": str(place.id), "person": person, "epoch": epoch}}

    async def room(self, person: str, room: str, epoch: int | None = None) -> tuple[Room, int]:
        """The room, made if absent, and the person's epoch. Raises PersonErased where it is not `epoch`."""
        async with self.guarding(person, epoch) as guard:
            return await self.transcript.room(guard, room, present=self.present), guard.epoch


def _unanswered(turns: list[Turn]) -> Turn:
    """The last words of the person, where an answer to them is not complete, or there is none."""
    behind: list[Turn] = []
    for turn in reversed(turns):
        if turn.role is Role.PERSON:
            answers = [one for one in behind if one.thread == turn.thread]
            answered = {one.speaker for one in answers if not one.failed}
            if not answered or {one.speaker for one in answers} - answered:
                return turn
            break
        behind.append(turn)
    raise BadInput(why=because("there is nothing in this room that waits for an answer"))
