"""What the stores have of a person, as values to take along: memories as they stand, and what was said."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lumina.clock import LAST
from lumina.lifecycle.bodies import bodiless
from lumina.memory.archive_postgres import Archived
from lumina.memory.histories_postgres import Histories, LogEntry, Use
from lumina.memory.policies_postgres import ChosenPolicies
from lumina.memory.transcript_postgres import Thread
from lumina.models import Memory, MemoryState, Policy, TierName, Turn
from lumina.reports import Room
from lumina.stores.history import history_file
from lumina.stores.opening import Stores

PAGE = 500


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it stands: `memory` is its body without entries (no words where its retention has ended), `archived`
    what lies in the archive."""

    memory: Memory
    tier: TierName
    detail: str
    pinned: bool
    uses: tuple[Use, ...]
    log: tuple[LogEntry, ...]
    archived: Archived | None

    @property
    def is_edited(self) -> bool:
        """Whether its owner gave it the text that it has."""
        return any(change == "edited" for _, change, *_ in self.log)


@dataclass(frozen=True, slots=True)
class Said:
    """The record: turns in the order in which they were written, and the threads and rooms that they are of; and what
    of it its person chose to keep."""

    threads: Sequence[Thread]
    turns: Sequence[Turn]
    rooms: Sequence[Room]
    policy: Policy | None


async def memories_of(stores: Stores, person: str) -> list[Kept]:
    """All memories, the youngest first."""
    found: list[Kept] = []
    while page := await stores.catalogue.list(person, LAST, None, PAGE, len(found)):
        found += await _kept(stores, person, page)
    return found


async def said_by(stores: Stores, person: str) -> Said:
    """What refers is read before what it refers to: the talk goes on meanwhile."""
    threads = await stores.transcript.threads(person)
    turns = [turn async for turn in stores.transcript.export(person)]
    begun = {turn.thread for turn in turns}
    rooms = await stores.transcript.rooms(person)
    policy = await ChosenPolicies(stores.database).of(person)
    return Said([thread for thread in threads if thread.id in begun], turns, rooms, policy)


async def typed_by(stores: Stores, person: str) -> list[str]:
    """The lines that were typed into the chat."""
    path = history_file(stores.folder.home, person)
    if not path.exists():
        return []
    return (await asyncio.to_thread(path.read_text, encoding="utf-8")).splitlines()


async def _kept(stores: Stores, person: str, states: Sequence[MemoryState]) -> list[Kept]:
    ids = [state.id for state in states]
    bodies = await stores.bodies.bodies(person, states)
    archived = await stores.archive.archived(person, ids)
    histories = Histories(stores.database)
    uses, logs = await histories.uses(person, ids), await histories.logs(person, ids)
    return [
        Kept(
            memory=replace(bodies.get(state.id) or bodiless(state), entries=()),
            tier=state.tier,
            detail=state.detail,
            pinned=state.pinned,
            uses=tuple(uses.get(state.id, ())),
            log=tuple(logs.get(state.id, ())),
            archived=archived.get(state.id),
        )
        for state in states
    ]
