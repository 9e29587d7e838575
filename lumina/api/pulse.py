"""Whether there is anything new of a person, looked up once for all who listen."""

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from lumina.api.streams import Stream
from lumina.errors import LuminaError
from lumina.news import News, Place

EVERY_SECONDS: Final = 0.5
MOST_BEGUN: Final = 20


@dataclass
class Pulse:
    """Of one person. `moved` is set, and another put in its place, when something is new. `begun` are the last turns
    that somebody began without having been spoken to, numbered."""

    news: News
    person: str
    place: Place
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: int = 0
    begun: deque[tuple[int, Stream]] = field(default_factory=lambda: deque[tuple[int, Stream]](maxlen=MOST_BEGUN))

    async def beat(self) -> None:
        """As long as somebody listens."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            with suppress(LuminaError):  # a database that rests is asked again
                place = await self.news.latest(self.person)
                if place != self.place:
                    self.place = place
                    self._wake()

    def note(self, stream: Stream) -> None:
        """It begins now."""
        number = self.begun[-1][0] + 1 if self.begun else 1
        self.begun.append((number, stream))
        self._wake()

    def _wake(self) -> None:
        moved, self.moved = self.moved, asyncio.Event()
        moved.set()
