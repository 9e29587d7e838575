"""What is scored: the best of what the sources bring, as far as it passes the gate."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np

from lumina.entries import Entries, Flag
from lumina.memory.codec import unpack_entries
from lumina.models import Cue, Found, Particulars, TierName, may_see
from lumina.recall.asking import Panel
from lumina.recall.selection import best_of_each_arm


class Record(Protocol):
    """What is looked up of candidates in transcript and catalogue."""

    async def particulars(
        self, person: str, ids: Sequence[bytes], memories: Sequence[bytes], at: datetime
    ) -> Sequence[Particulars]:
        """Of index entries of these ids and memories, in their order."""
        ...

    async def statistics(self, person: str, terms: Sequence[int]) -> tuple[int, dict[int, int]]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Entries as columns, and what the record has of each. `brought` has the source of each id, `found` is what all
    sources brought, `frequency` in how many turns each word of the entries stands."""

    entries: Entries
    particulars: Sequence[Particulars]
    brought: Mapping[bytes, Found]
    found: Sequence[Found]
    frequency: Mapping[int, int]


async def find_candidates(panel: Panel, record: Record, cue: Cue) -> tuple[Candidates, list[str]]:
    """The candidates, and which sources are missing."""
    found, missing = await panel.ask(cue)
    brought = best_of_each_arm(found, cue.limit)
    packed, gone = await panel.read(brought)
    entries = unpack_entries(packed)
    particulars, (_, frequency) = await asyncio.gather(
        record.particulars(cue.person, entries.ids, entries.memories, cue.at),
        record.statistics(cue.person, np.unique(entries.words).tolist()),
    )
    passing = _passing(cue, entries, particulars, brought)
    if len(passing) < len(entries):
        entries = unpack_entries({entries.ids[row]: packed[entries.ids[row]] for row in passing})
        particulars = [particulars[row] for row in passing]
    return Candidates(entries, particulars, brought, found, frequency), sorted({*missing, *gone})


def _passing(
    cue: Cue, entries: Entries, particulars: Sequence[Particulars], brought: Mapping[bytes, Found]
) -> list[int]:
    """The gate: whoever brings it, nothing passes that the viewer did not witness, or that was put away."""
    heard = entries.by_scene(lambda scene: scene.person == cue.person and may_see(cue.viewer, scene.witnesses))
    summary = entries.are(Flag.SUMMARY).tolist()
    hidden = {id_.bytes for id_ in cue.hidden}
    return [
        row
        for row, (id_, one) in enumerate(zip(entries.ids, particulars, strict=True))
        if heard[row]
        and id_ not in hidden
        and (summary[row] or one.text is not None)
        and _stands(one, brought[id_].source)
    ]


def _stands(particulars: Particulars, source: str) -> bool:
    """Whether it is to be found: a turn that no memory has yet in the window alone."""
    if particulars.standing is None:
        return source == TierName.WINDOW
    return particulars.standing.tier is not TierName.FORGOTTEN
