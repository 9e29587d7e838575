"""What is scored: the best of what the sources bring, as far as it passes the gate."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np

from lumina.memory.entries import Entries, Flag, instant
from lumina.memory.entry_codec import unpack_entries
from lumina.models import Cue, Found, Particulars, TierName, may_see
from lumina.recall.asking import Panel
from lumina.recall.explanations import Reason
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
    sources brought, `frequency` in how many turns each word of the entries stands, `kept_back` why the gate let an id
    not pass."""

    entries: Entries
    particulars: Sequence[Particulars]
    brought: Mapping[bytes, Found]
    found: Sequence[Found]
    frequency: Mapping[int, int]
    kept_back: Mapping[bytes, Reason]


async def find_candidates(
    panel: Panel, record: Record, cue: Cue, took: dict[str, float]
) -> tuple[Candidates, list[str]]:
    """The candidates, and which sources are missing. How many milliseconds each `took` is noted by its name."""
    found, missing = await panel.ask(cue, took)
    candidates, gone = await read_candidates(panel, record, cue, found, best_of_each_arm(found, cue.limit))
    return candidates, sorted({*missing, *gone})


async def read_candidates(
    panel: Panel, record: Record, cue: Cue, found: Sequence[Found], brought: Mapping[bytes, Found]
) -> tuple[Candidates, list[str]]:
    """Those that were brought, as far as they pass the gate, and which sources are missing now."""
    packed, gone = await panel.read(brought)
    entries = unpack_entries(packed)
    particulars, (_, frequency) = await asyncio.gather(
        record.particulars(cue.person, entries.ids, entries.memories, cue.at),
        record.statistics(cue.person, np.unique(entries.words).tolist()),
    )
    kept_back = _kept_back(cue, entries, particulars, brought)
    if kept_back:
        particulars = [one for id_, one in zip(entries.ids, particulars, strict=True) if id_ not in kept_back]
        entries = unpack_entries({id_: packed[id_] for id_ in entries.ids if id_ not in kept_back})
    return Candidates(entries, particulars, brought, found, frequency, kept_back), gone


def _kept_back(
    cue: Cue, entries: Entries, particulars: Sequence[Particulars], brought: Mapping[bytes, Found]
) -> dict[bytes, Reason]:
    """The gate: whoever brings it, nothing passes that the viewer did not witness, that was put away, or that is said
    later than the moment of asking."""
    shut, summary = _shut(cue, entries), entries.are(Flag.SUMMARY).tolist()
    return {
        id_: reason
        for row, (id_, one) in enumerate(zip(entries.ids, particulars, strict=True))
        if (reason := shut[row] or _gone(one, brought[id_].source, summary[row]))
    }


def _shut(cue: Cue, entries: Entries) -> list[Reason | None]:
    """What keeps each entry from this asker, whatever became of it."""
    heard = entries.by_scene(lambda scene: scene.person == cue.person and may_see(cue.viewer, scene.witnesses))
    later = (entries.at > instant(cue.at)[0]).tolist()
    hidden = {id_.bytes for id_ in cue.hidden}
    return [
        Reason.NOT_WITNESSED
        if not heard[row]
        else Reason.NOT_YET_SAID
        if later[row]
        else Reason.HIDDEN
        if id_ in hidden
        else None
        for row, id_ in enumerate(entries.ids)
    ]


def _gone(particulars: Particulars, source: str, is_summary: bool) -> Reason | None:
    """What became of an entry that keeps it back, if anything: a turn that no memory has yet is found in the window
    alone."""
    standing = particulars.standing
    if standing is not None and standing.tier is TierName.FORGOTTEN:
        return Reason.PUT_AWAY
    is_kept = source == TierName.WINDOW if standing is None else True
    return None if is_kept and (is_summary or particulars.text is not None) else Reason.GONE
