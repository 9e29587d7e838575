"""Memories that the cue's concepts remind of: the associative memory as a source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Protocol
from uuid import UUID

from lumina.models import Activation, Cue, Entry, Found, MemoryState, Places, Reminder, may_see

ARM = "association"
ACTIVATED = 8
"""Concepts that go on at every step: those that come to mind first."""

DEPTH = 2
ASKED = 12
REMINDED = 6
"""Memories that a cue is reminded of at most."""

ENTRIES = 8
"""Entries of each that become candidates."""


class Associations(Protocol):
    async def activate(
        self, person: str, concepts: Sequence[str], at: datetime, *, depth: int, limit: int
    ) -> list[Activation]: ...

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int) -> list[Reminder]: ...


class Record(Protocol):
    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]: ...

    async def entries(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Sequence[Entry]]: ...


@dataclass(frozen=True, slots=True)
class Associated:
    """Depth 2, strength multiplied along the path. The reminded memories bring their own entries."""

    associations: Associations
    record: Record
    name: str = "associations"

    async def search(self, cue: Cue) -> list[Found]:
        if not cue.concepts:
            return []
        activated = await self.associations.activate(cue.person, cue.concepts, cue.at, depth=DEPTH, limit=ACTIVATED)
        reminders = await self.associations.memories_of(cue.person, activated, limit=ASKED)
        states = await self.record.states(cue.person, [one.memory for one in reminders], cue.at)
        found = await self._open_to(cue, [states[one.memory] for one in reminders if one.memory in states])
        return [
            Found(entry.id, self.name, Places({ARM: rank}, {ARM: 1 / rank}), partial(_itself, entry))
            for rank, entries in enumerate(found[:REMINDED], 1)
            for entry in entries[:ENTRIES]
        ]

    async def _open_to(self, cue: Cue, states: Sequence[MemoryState]) -> list[list[Entry]]:
        """Memory by memory the entries that the viewer may see; as a rule the first ones are enough."""
        found: list[list[Entry]] = []
        for some in (states[:REMINDED], states[REMINDED:]):
            if some and len(found) < REMINDED:
                entries = await self.record.entries(cue.person, some)
                seen = ([e for e in entries.get(state.id, ()) if may_see(cue.viewer, e.witnesses)] for state in some)
                found += filter(None, seen)
        return found


def _itself(entry: Entry) -> Entry:
    return entry
