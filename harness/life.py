"""The whole application in a folder of its own, with a clock in the test's hand."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from graphs.running import Talk
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.dialogue.characters import Character
from lumina.models import MemoryState, TierName, Turn
from lumina.reports import Done, Event, ImportedTurn, Recollection, Replied
from lumina.settings import Settings
from lumina.stores.opening import Stores
from lumina.wiring import Parts

MORNING = datetime(2026, 5, 4, 8, tzinfo=UTC)
ME = "葵"
MANY = 1_000_000


def line(text: str, minute: int, **more: Any) -> ImportedTurn:
    """A turn of the person, so many minutes after the morning."""
    said: dict[str, Any] = {"speaker": ME, "text": text, "at": MORNING + timedelta(minutes=minute), **more}
    return ImportedTurn(**said)


@dataclass(repr=False)
class Life:
    """One opened folder. `person` talks in `room`."""

    lumina: Lumina
    parts: Parts
    clock: ManualClock
    talk: Talk
    person: str = ME
    room: str = "cli"

    @property
    def stores(self) -> Stores:
        return self.parts.stores

    async def say(self, text: str, *, room: str = "", person: str = "") -> list[Event]:
        """One turn, and a minute passes; what overflows is distilled."""
        said = self.talk.say(text, person=person or self.person, room=room or self.room)
        events = [event async for event in said]
        await self.parts.flusher.settle()
        self.clock.advance(timedelta(minutes=1))
        return events

    async def retry(self) -> list[Event]:
        """Ask once more for an answer that is not complete."""
        turn = await self.talk.begin_again(person=self.person, room=self.room)
        return [event async for event in turn.events()]

    async def chat(self, texts: Sequence[str], *, room: str = "") -> None:
        for text in texts:
            await self.say(text, room=room)

    async def read_in(self, lines: Sequence[ImportedTurn], *, person: str = "") -> None:
        mine = person or self.person
        await self.lumina.transfer.bring(lines, person=mine, me=mine, progress=unwatched)

    async def run(self, job: str) -> None:
        await self.lumina.jobs.run(job)

    async def pass_days(self, days: float, *, every: timedelta | None = None) -> None:
        """Let time pass; with `every`, jobs run that often meanwhile."""
        end = self.clock() + timedelta(days=days)
        while every and self.clock() + every < end:
            self.clock.advance(every)
            await self.run("all")
        self.clock.set(end)

    async def distil_all(self) -> None:
        """Let the thread end, and the jobs of that hour run."""
        self.clock.advance(timedelta(minutes=30))
        await self.run("reconcile")

    async def states(self, person: str = "") -> list[MemoryState]:
        """All memories, oldest first."""
        return [*reversed(await self.stores.catalogue.list(person or self.person, self.clock(), None, MANY, 0))]

    async def tiers(self) -> list[TierName]:
        return [state.tier for state in await self.states()]

    async def turns(self, person: str = "") -> list[Turn]:
        return [turn async for turn in self.stores.transcript.export(person or self.person)]

    async def recall(
        self, query: str, *, viewer: str | None = None, limit: int = 10, turns: bool = False
    ) -> Recollection:
        unit = "turn" if turns else "memory"
        return await self.lumina.recall.look_up(
            query, person=self.person, viewer=viewer, budget=4000, limit=limit, unit=unit
        )

    def listen_to(self, model: BaseChatModel) -> None:
        """From now on every character speaks with this model."""
        ports = replace(self.parts.talking, model_of=partial(_always, model))
        self.talk = replace(self.talk, ports=ports)


@asynccontextmanager
async def living(home: Path, clock: ManualClock | None = None, **settings: Any) -> AsyncGenerator[Life]:
    """Open the folder, and close it."""
    clock = clock or ManualClock(MORNING)
    async with Lumina.open(Settings(home=home, **settings), clock) as lumina:
        parts = lumina._parts  # pyright: ignore[reportPrivateUsage]
        yield Life(lumina, parts, clock, parts.talk)


def _always(model: BaseChatModel, _: Character) -> BaseChatModel:
    return model


def unwatched(_: int) -> None:
    """Nobody looks at the progress."""


async def answer(life: "Life", told: Sequence[str], asked: str, *, apart: timedelta = timedelta(minutes=1)) -> str:
    """What is answered to a question after all that was told."""
    for text in told:
        await life.say(text)
        life.clock.advance(apart)
    return "\n".join(reply.turn.text for reply in replies(await life.say(asked)))


def replies(events: Sequence[Event]) -> list[Replied]:
    return [event for event in events if isinstance(event, Replied)]


def is_done(events: Sequence[Event]) -> bool:
    return isinstance(events[-1], Done)


Says = Callable[[Sequence[BaseMessage]], str]


class Scripted(BaseChatModel):
    """Answers what it is told to, keeps what it was asked, and can be held up (once it has begun with so many
    characters), or fail."""

    answer: Says
    asked: list[list[BaseMessage]]
    held: asyncio.Event | None = None
    reached: asyncio.Event | None = None
    begins: int = 0

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def seen(self) -> str:
        """Everything that it ever read."""
        return "\n".join(message.text for messages in self.asked for message in messages)

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self.asked.append(messages)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(self.answer(messages)))])

    async def _agenerate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        return self._generate(messages)

    async def _astream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> AsyncIterator[ChatGenerationChunk]:
        self.asked.append(messages)
        if self.reached:
            self.reached.set()
        text = self.answer(messages)
        begun = text[: self.begins]
        if begun:
            yield ChatGenerationChunk(message=AIMessageChunk(content=begun))
        if self.held:
            await self.held.wait()
        yield ChatGenerationChunk(
            message=AIMessageChunk(content=text[self.begins :], response_metadata={"finish_reason": "stop"})
        )


def scripted(answer: str | Says = "うん、そうだね。", **more: Any) -> Scripted:
    def says(asked: Sequence[BaseMessage]) -> str:
        return answer if isinstance(answer, str) else answer(asked)

    parts: dict[str, Any] = {"answer": says, "asked": [], **more}
    return Scripted(**parts)
