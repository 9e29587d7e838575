"""The small sections of a pack: where and when it is, what is pinned, what happened lately, what comes to mind."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from lumina.language.bilingual import Language
from lumina.language.dates import day_of, moment
from lumina.models import Activation, Memory, MemoryState, TierName, may_see
from lumina.recall.ask import Ask
from lumina.recall.associated import NAME as ASSOCIATIONS
from lumina.reports import Passage

VERSIONS = 5
"""Memories of what was said in the room since its history was summed up last, oldest first."""

COME_TO_MIND = 8

FELT = 0.3
"""From so much emotion on, one way or the other, a memory says what mood somebody was in."""

MOOD_LASTS = timedelta(days=3)

MOODS: Mapping[str, tuple[str, str]] = {
    "ja": ("{day}は気持ちが沈んでいた", "{day}は気持ちが明るかった"),
    "en": ("in low spirits {day}", "in good spirits {day}"),
}
"""As the person was when last something was felt: low, high."""


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
        return _as_lines(await self._seen(ask, await self.record.pinned(ask), missing))

    async def _around(self, ask: Ask, since: datetime | None, missing: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Of the room that the talk is in; its history since a moment, without what the asker has before it."""
        minding = _none() if ASSOCIATIONS in missing else self.associations(ask)
        recent, activated = await asyncio.gather(self.record.recent(ask, VERSIONS), minding)
        known = await self._seen(ask, sorted(recent, key=lambda state: state.born), missing)
        in_sight = {state.id for state in recent if state.turns and ask.shown.issuperset(state.turns)}
        later = [one for one in known if (since is None or one.born > since) and one.id not in in_sight]
        capsule = [line for line in (_capsule(ask), _mood(ask, known)) if line]
        return {"capsule": capsule, "history": _as_lines(later), "associations": _as_line(activated)}

    async def _seen(self, ask: Ask, states: Sequence[MemoryState], missing: Sequence[str]) -> list[Memory]:
        closed = {TierName.FORGOTTEN, *missing}
        seen = [s for s in states if may_see(ask.viewer, s.witnesses) and s.tier not in closed]
        memories = await self.record.memories(ask.person, seen)
        return [memories[s.id] for s in seen if s.id in memories]


async def _nothing() -> Mapping[str, Sequence[str]]:
    return {}


async def _none() -> Sequence[Activation]:
    return ()


def _capsule(ask: Ask) -> str:
    return f"{moment(ask.at, 'ja' if ask.language == 'ja' else 'en')}, {' '.join(ask.room.split())}"


def _mood(ask: Ask, known: Sequence[Memory]) -> str:
    """As the youngest memory with a feeling has it; nothing where it is of some days ago."""
    felt = [one for one in known if abs(one.valence) >= FELT and ask.at - one.born <= MOOD_LASTS]
    if not felt:
        return ""
    language: Language = "ja" if ask.language == "ja" else "en"
    low, high = MOODS[language]
    return (low if felt[-1].valence < 0 else high).format(day=day_of(felt[-1].born, ask.at, language))


def _as_lines(memories: Sequence[Memory]) -> list[str]:
    """A line each, of those that say the same the latest."""
    last = {memory.text: memory.id for memory in memories}
    return [f"[{one.born:%Y-%m-%d}] {one.text}" for one in memories if last[one.text] == one.id]


def _as_line(activated: Sequence[Activation]) -> list[str]:
    reminded = [one.concept for one in activated if len(one.path) > 1][:COME_TO_MIND]
    return [", ".join(reminded)] if reminded else []
