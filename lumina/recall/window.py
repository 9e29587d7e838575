"""Turns that no memory has yet: the short-term window as a source."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from lumina.memory.brute import Kept
from lumina.memory.codec import pack_entry
from lumina.models import Cue, Entry, Found, TierName, Turn


@dataclass(frozen=True, slots=True)
class Window:
    """Searches the waiting turns by brute force; they are few. `index` makes entries of them, thread by thread."""

    waiting: Callable[[str], Awaitable[Sequence[Turn]]]
    index: Callable[[Sequence[Sequence[Turn]]], Awaitable[Sequence[Entry]]]
    name: str = TierName.WINDOW

    async def search(self, cue: Cue) -> Found:
        threads: dict[object, list[Turn]] = {}
        for turn in await self.waiting(cue.person):
            threads.setdefault(turn.thread, []).append(turn)
        wanted = [turns for turns in threads.values() if not cue.hidden.issuperset(turn.id for turn in turns)]
        return Kept.of(map(pack_entry, await self.index(wanted))).search(cue, self.name)
