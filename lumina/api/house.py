"""What all routes share: the opened application, and what is kept of those who call as long as the process lives."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated
from uuid import UUID
from weakref import WeakValueDictionary

from fastapi import Depends
from starlette.requests import HTTPConnection

from lumina.api.doors import Doors
from lumina.api.figures import Metrics
from lumina.api.imports import Imports
from lumina.api.limits import Limits
from lumina.api.once import Once
from lumina.api.pulse import Pulse
from lumina.api.relaying import Relay, RemoteTurn
from lumina.api.streams import Stream, Streams, parsed
from lumina.app import Lumina
from lumina.clock import unmoved
from lumina.errors import LuminaError, NotFound
from lumina.lending.lender import Run

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class House:
    """`cookie` is the name of the session's cookie, `secure` whether it may only travel by TLS."""

    lumina: Lumina
    doors: Doors
    limits: Limits
    streams: Streams
    relay: Relay
    cookie: str
    secure: bool
    run: Run | None = None
    """Runs a command of the command line for somebody else."""
    imports: Imports = field(default_factory=Imports, init=False)
    metrics: Metrics = field(default_factory=Metrics, init=False)
    once: Once = field(default_factory=Once, init=False)
    pulses: dict[str, Pulse] = field(default_factory=dict[str, Pulse], init=False)
    beating: dict[str, asyncio.Task[None]] = field(default_factory=dict[str, asyncio.Task[None]], init=False)
    commands: Counter[str] = field(default_factory=Counter[str], init=False)
    """How many are run for each caller."""
    locks: WeakValueDictionary[str, asyncio.Lock] = field(
        default_factory=WeakValueDictionary[str, asyncio.Lock], init=False
    )

    def now(self) -> datetime:
        """The moment by which rights end: whoever moves the domain clock does not move it."""
        return unmoved(self.lumina.clock)()

    def changing(self, person: str) -> asyncio.Lock:
        """One at a time: who has read how something is changes it before another does."""
        return self.locks.setdefault(person, asyncio.Lock())

    async def turn(self, person: str, turn: UUID) -> Stream | RemoteTurn:
        """One that is, or was, under way here, else on another machine. Raises NotFound, StoreDown."""
        with suppress(NotFound):
            return self.streams.of(person, turn)
        return await self.relay.find(person, turn)

    async def after(self, person: str, event: str) -> tuple[Stream | RemoteTurn, int]:
        """As Streams.after(), on whatever machine it runs. Raises NotFound, StoreDown."""
        with suppress(NotFound):
            return self.streams.after(person, event)
        turn, run, last = parsed(event)
        return await self.relay.find(person, turn, run), last

    async def under_way(self, person: str, room: str) -> UUID | None:
        """The turn that has the room, here or elsewhere."""
        stream = self.streams.under_way(person, room)
        return stream.turn if stream else await self.relay.under_way(person, room)

    def announce(self, stream: Stream) -> None:
        """Tell who listens of a turn that somebody began without having been spoken to."""
        if pulse := self.pulses.get(stream.running.person):
            pulse.note(stream)

    async def clean_up(self) -> None:
        """After an answer that tells of an erasure: what it leaves for the night, as far as it can be done now."""
        try:
            await self.lumina.erasure.clean_up()
        except LuminaError as error:
            logger.warning("what an erasure leaves for the night waits for it: %s", error)

    def forget(self, person: str) -> None:
        """Drop what this process keeps of a person for those who call."""
        for kept in (self.streams, self.imports, self.once):
            kept.forget(person)


def house_of(connection: HTTPConnection) -> House:
    return connection.app.state.house


def lumina_of(connection: HTTPConnection) -> Lumina:
    return house_of(connection).lumina


Inside = Annotated[House, Depends(house_of)]
Open = Annotated[Lumina, Depends(lumina_of)]
"""The opened application, for a route."""
