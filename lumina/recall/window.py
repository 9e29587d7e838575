"""Turns that no memory has yet: the short-term window as a source."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from lumina.memory.brute import search_entries
from lumina.models import Candidate, Cue, Entry, TierName, Turn


@dataclass(frozen=True, slots=True)
class Window:
    """Searches the waiting turns by brute force; they are few. `index` makes entries of the turns of one thread."""

    waiting: Callable[[str], Awaitable[Sequence[Turn]]]
    index: Callable[[Sequence[Turn]], Awaitable[Sequence[Entry]]]
    name: str = TierName.WINDOW

    async def search(self, cue: Cue) -> list[Candidate]:
        threads: dict[object, list[Turn]] = {}
        for turn in await self.waiting(cue.person):
            threads.setdefault(turn.thread, []).append(turn)
        entries = [entry for turns in threads.values() for entry in await self.index(turns)]
        return [Candidate(entry, self.name, ranks) for entry, ranks in search_entries(entries, cue)]
