"""Memories that the cue's concepts remind of: the associative memory as a source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from lumina.models import Activation, Candidate, Cue, Memory, MemoryState, Reminder, may_see

ASKED = 24
REMINDED = 12
"""Memories that a cue is reminded of at most."""

ENTRIES = 8
"""Entries of each that become candidates."""


class Associations(Protocol):
    async def activate(self, person: str, concepts: Sequence[str], at: datetime) -> list[Activation]: ...

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int) -> list[Reminder]: ...


class Record(Protocol):
    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]: ...

    async def memories(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Memory]: ...


@dataclass(frozen=True, slots=True)
class Associated:
    """Depth at most 3, strength multiplied along the path. The reminded memories bring their own entries."""

    associations: Associations
    record: Record
    name: str = "associations"

    async def search(self, cue: Cue) -> list[Candidate]:
        if not cue.concepts:
            return []
        activated = await self.associations.activate(cue.person, cue.concepts, cue.at)
        reminders = await self.associations.memories_of(cue.person, activated, limit=ASKED)
        states = await self.record.states(cue.person, [one.memory for one in reminders], cue.at)
        memories = await self.record.memories(cue.person, list(states.values()))
        seen = [one.memory for one in reminders if one.memory in memories and _open_to(cue, memories[one.memory])]
        ranks = {memory: rank for rank, memory in enumerate(seen[:REMINDED], 1)}
        return [
            Candidate(entry, self.name, {"association": ranks[memory.id]})
            for memory in (memories[one] for one in ranks)
            for entry in memory.entries[:ENTRIES]
            if may_see(cue.viewer, entry.witnesses)
        ]


def _open_to(cue: Cue, memory: Memory) -> bool:
    return any(may_see(cue.viewer, entry.witnesses) for entry in memory.entries)
