"""The machine that LUMINA is opened on: what opening found, and how it stands to other machines."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from lumina.memory.turn_events_redis import TurnEvents
from lumina.stores.opening import Stores


@dataclass(frozen=True, slots=True)
class Machine:
    stores: Stores

    @property
    def mended(self) -> int:
        """How many files of the data folder other users of this machine could read, until it was opened."""
        return self.stores.folder.mended

    @property
    def made_key(self) -> Path | None:
        """The master key, where opening made it: whoever loses it can read nothing of what is kept."""
        return self.stores.keys.made

    @property
    def turn_events(self) -> TurnEvents | None:
        """What is told of turns on other machines; None where there are none."""
        return self.stores.turn_events

    async def know(self, person: str) -> None:
        """Have the person's key at hand, if there is one, before the event loop would wait for it. Raises StoreDown."""
        if self.stores.folder_is_cache and not self.stores.keys.knows(person):
            await asyncio.to_thread(self.stores.keys.has, person)
