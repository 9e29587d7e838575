"""The small sections of a pack: where and when it is, what is pinned, what happened lately, what comes to mind."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from lumina.language.dates import moment
from lumina.models import Activation, Memory, MemoryState, TierName, may_see
from lumina.recall.associated import NAME as ASSOCIATIONS
from lumina.recall.recollect import Ask
from lumina.reports import Passage

VERSIONS = 5
"""Memories of what was said in the room since its history was summed up last, oldest first."""

COME_TO_MIND = 8


@dataclass(frozen=True, slots=True)
class SummedUp:
    """What summaries tell, by section, and until when they tell of the room that the talk is in (None: of nothing)."""

    sections: Mapping[str, Sequence[str]]
    until: datetime | None = None


class Record(Protocol):
    async def recent(self, ask: Ask, limit: int) -> Sequence[MemoryState]:
        """The room's youngest memories."""
        ...

    async def pinned(self, ask: Ask) -> Sequence[MemoryState]: ...

    async def memories(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Memory]: ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Lines by section. Where no room is named (somebody looks something up) there is no history and no capsule. The
    history is that of the `summaries`, and behind it what became memories since. What is missing already is not asked,
    and not waited for, once more."""

    record: Record
    associations: Callable[[Ask], Awaitable[Sequence[Activation]]]
    passages: Callable[[Ask], Awaitable[Sequence[Passage]]]
    summaries: Callable[[Ask], Awaitable[SummedUp]]

    async def lines(self, ask: Ask, missing: Sequence[str]) -> Mapping[str, Sequence[str]]:
        summed_up = await self.summaries(ask)
        facts, around = await asyncio.gather(
            self._pinned(ask, missing), self._around(ask, summed_up.until, missing) if ask.room else _nothing()
        )
        told = summed_up.sections
        history = [*told.get("history", ()), *around.get("history", ())]
        return {"facts": facts, **around, **told, "history": history}

    async def _pinned(self, ask: Ask, missing: Sequence[str]) -> list[str]:
        return await self._texts(ask, await self.record.pinned(ask), missing)

    async def _around(self, ask: Ask, since: datetime | None, missing: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Of the room that the talk is in; its history since a moment."""
        minding = _none() if ASSOCIATIONS in missing else self.associations(ask)
        recent, activated = await asyncio.gather(self.record.recent(ask, VERSIONS), minding)
        later = [state for state in recent if since is None or state.born > since]
        history = await self._texts(ask, sorted(later, key=lambda state: state.born), missing)
        return {"capsule": [_capsule(ask)], "history": history, "associations": _as_line(activated)}

    async def _texts(self, ask: Ask, states: Sequence[MemoryState], missing: Sequence[str]) -> list[str]:
        closed = {TierName.FORGOTTEN, *missing}
        seen = [s for s in states if may_see(ask.viewer, s.witnesses) and s.tier not in closed]
        memories = await self.record.memories(ask.person, seen)
        found = [memories[s.id] for s in seen if s.id in memories]
        return [f"[{memory.born:%Y-%m-%d}] {memory.text}" for memory in found]


async def _nothing() -> Mapping[str, Sequence[str]]:
    return {}


async def _none() -> Sequence[Activation]:
    return ()


def _capsule(ask: Ask) -> str:
    return f"{moment(ask.at, 'ja' if ask.language == 'ja' else 'en')}, {' '.join(ask.room.split())}"


def _as_line(activated: Sequence[Activation]) -> list[str]:
    reminded = [one.concept for one in activated if len(one.path) > 1][:COME_TO_MIND]
    return [", ".join(reminded)] if reminded else []
