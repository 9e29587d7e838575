"""Memories that the cue's concepts remind of: the associative memory as a source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from lumina.memory.entry_codec import entry_id, unpack_entries
from lumina.memory.tier import AssociativeMemory
from lumina.models import Arm, Cue, Found, MemoryState, may_see

NAME = "associations"
ARM = "association"
ACTIVATED = 8
"""Concepts that go on at every step: those that come to mind first."""

DEPTH = 2
ASKED = 12
REMINDED = 6
"""Memories that a cue is reminded of at most."""

ENTRIES = 8
"""Entries of each that become candidates."""


class Record(Protocol):
    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]: ...

    async def entries(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Sequence[bytes]]: ...


@dataclass(frozen=True, slots=True)
class Associated:
    """Depth 2, strength multiplied along the path. The reminded memories bring their own entries."""

    associations: AssociativeMemory
    record: Record
    name: str = NAME

    async def search(self, cue: Cue) -> Found:
        reminding = await self._reminding(cue) if cue.concepts else []
        scores = {id_: 1 / rank for rank, entries in enumerate(reminding, 1) for id_ in map(entry_id, entries)}
        packed = {entry_id(entry): entry for entries in reminding for entry in entries}

        async def read(ids: Sequence[bytes]) -> Mapping[bytes, bytes]:
            return {id_: packed[id_] for id_ in ids}

        best = sorted(scores, key=lambda id_: (-scores[id_], id_))
        return Found(self.name, {ARM: Arm(best, [scores[id_] for id_ in best])} if best else {}, read)

    async def _reminding(self, cue: Cue) -> list[Sequence[bytes]]:
        """Memory by memory, those that the cue reminds of most first, the first entries that the viewer may see."""
        activated = await self.associations.activate(cue.person, cue.concepts, cue.at, depth=DEPTH, limit=ACTIVATED)
        reminders = await self.associations.memories_of(cue.person, activated, limit=ASKED)
        states = await self.record.states(cue.person, [one.memory for one in reminders], cue.at)
        ordered = [states[one.memory] for one in reminders if one.memory in states]
        found: list[Sequence[bytes]] = []
        for some in (ordered[:REMINDED], ordered[REMINDED:]):  # as a rule the first ones are enough
            if some and len(found) < REMINDED:
                entries = await self.record.entries(cue.person, some)
                found += _open_to(cue.viewer, [entries[state.id] for state in some if state.id in entries])
        return found[:REMINDED]


def _open_to(viewer: str | None, memories: Sequence[Sequence[bytes]]) -> list[Sequence[bytes]]:
    """Of each memory the first entries that the viewer may see; memories of which these are none are left out."""
    entries = unpack_entries({entry_id(one): one for packed in memories for one in packed})
    told = zip(entries.ids, entries.by_scene(lambda scene: may_see(viewer, scene.witnesses)), strict=True)
    seen = {id_ for id_, is_open in told if is_open}
    kept = ([one for one in packed if entry_id(one) in seen][:ENTRIES] for packed in memories)
    return [packed for packed in kept if packed]
