"""Whether there is anything new of a person, looked up once for all who listen."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from lumina.errors import LuminaError
from lumina.news import News, Place

EVERY_SECONDS: Final = 0.5


@dataclass
class Pulse:
    """Of one person. `moved` is set, and another put in its place, when something is new."""

    news: News
    person: str
    place: Place
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: int = 0

    async def beat(self) -> None:
        """As long as somebody listens."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            with suppress(LuminaError):  # a database that rests is asked again
                place = await self.news.latest(self.person)
                if place != self.place:
                    self.place, moved, self.moved = place, self.moved, asyncio.Event()
                    moved.set()
