"""Turns that no memory has yet: the short-term window as a source."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from lumina.memory.entry_codec import pack_entry
from lumina.memory.exact_search import Kept
from lumina.models import Cue, Entry, Found, TierName, Turn


@dataclass(frozen=True, slots=True)
class Window:
    """Searches the waiting turns by brute force; they are few. `index` makes entries of them, thread by thread, read
    without those that are hidden."""

    waiting: Callable[[str], Awaitable[Sequence[Turn]]]
    index: Callable[[Sequence[Sequence[Turn]], Collection[UUID]], Awaitable[Sequence[Entry]]]
    name: str = TierName.WINDOW

    async def search(self, cue: Cue) -> Found:
        threads: dict[object, list[Turn]] = {}
        for turn in await self.waiting(cue.person):
            if turn.id not in cue.hidden:
                threads.setdefault(turn.thread, []).append(turn)
        return Kept.of(map(pack_entry, await self.index([*threads.values()], cue.hidden))).search(cue, self.name)
