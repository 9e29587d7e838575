"""What the owner does with single memories: look, correct, pin, put away, bring back."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from lumina.clock import Clock, later
from lumina.errors import UnknownMemory
from lumina.lifecycle.aging import Aging, Values
from lumina.lifecycle.bodies import Bodies
from lumina.lifecycle.importance import importance
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.edited_postgres import keep_edited
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Entry, Hit, Memory, MemoryState, TierName, Turn, Which
from lumina.reports import MemoryDetail, MemoryRow
from lumina.texts import checked_text

ABOVE = frozenset({TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM})
"""Where a memory has its body beside what finds it."""

BY_OWNER = "restored by the owner"

BEFORE_ALL = (datetime.max.replace(tzinfo=UTC), UUID(int=0))
"""Where the youngest memory has its place behind."""


@dataclass(frozen=True, slots=True)
class Memories:
    """Every change is made under the person's guard and logged without text. `entries_of` indexes a memory anew."""

    bodies: Bodies
    catalogue: Catalogue
    transcript: Transcript
    aging: Aging
    entries_of: Callable[[Memory, Sequence[Turn]], Awaitable[Sequence[Entry]]]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    clock: Clock
    retention: timedelta

    async def behind(
        self, person: str, last: tuple[datetime, UUID] | None, which: Which, *, limit: int
    ) -> list[MemoryRow]:
        """The youngest first; those behind the one that was born then and has that id (None: from the first on)."""
        now = self.clock()
        states = await self.catalogue.behind(person, now, which, last or BEFORE_ALL, limit)
        bodies = await self.bodies.readable(person, states)
        return [_row(state, bodies, now) for state in states]

    async def list(self, person: str, *, tier: TierName | None, limit: int, offset: int) -> list[MemoryRow]:
        """The youngest first."""
        now = self.clock()
        states = await self.catalogue.list(person, now, tier, limit, offset)
        bodies = await self.bodies.readable(person, states)
        return [_row(state, bodies, now) for state in states]

    async def among(self, person: str, hits: Sequence[Hit], which: Which) -> Sequence[Hit]:
        """Those hits that are of the memories meant."""
        if which == Which():
            return hits
        states = await self.catalogue.states(person, [hit.memory for hit in hits if hit.memory], self.clock())
        meant = {memory for memory, state in states.items() if _is(state, which)}
        return [hit for hit in hits if hit.memory in meant]

    async def states(self, person: str, memories: Sequence[UUID]) -> Mapping[UUID, MemoryState]:
        """How these stand now; those that are not there are left out."""
        return await self.catalogue.states(person, memories, self.clock())

    async def show(self, person: str, memory: UUID) -> MemoryDetail:
        state = await self._state(person, memory)
        bodies = await self.bodies.readable(person, [state])
        body = bodies.get(memory)
        turns = await self.transcript.read(person, state.turns)
        return MemoryDetail(
            row=_row(state, bodies, self.clock()),
            keywords=body.keywords if body else (),
            concepts=body.concepts if body else (),
            valence=body.valence if body else 0.0,
            turns=tuple(turns[turn] for turn in state.turns if turn in turns),
            log=tuple(await self.catalogue.history(person, memory)),
        )

    async def edit(self, person: str, memory: UUID, text: str) -> MemoryRow:
        """Give a memory another summary; it is found by the new words, and lies in long-term if it lay deeper."""
        text = checked_text(text)
        async with self._alone(person) as guard:
            state = await self._restored(guard, person, memory)
            body = (await self.bodies.read(person, [state]))[memory]
            changed = await self._indexed(replace(body, text=text, detail="full"))
            await self.bodies.rewrite(guard, changed, state.tier)
            await keep_edited(guard, person, {memory: text})
            await self.catalogue.set_detail(guard, person, [memory], "full")
            sizes = {"characters": len(body.text)}, {"characters": len(text)}
            await self._log(guard, state, "edited", sizes, "corrected by the owner")
        return await self._now(person, memory)

    async def reindex(self, person: str, turn: UUID, epoch: int) -> None:
        """Have the memory that a turn became found by what the turn shows by now. One that lies deep, or was shortened
        meanwhile, stays as it is. Raises PersonErased where the person was erased after `epoch`."""
        async with self._alone(person, epoch) as guard:
            if memory := await self.catalogue.memory_of(person, turn):
                state = await self._state(person, memory)
                if state.tier in ABOVE and state.detail == "full":
                    body = (await self.bodies.read(person, [state]))[memory]
                    await self.bodies.rewrite(guard, await self._indexed(body), state.tier)

    async def pin(self, person: str, memory: UUID) -> MemoryRow:
        """A pinned memory does not fade: it stays where it is from now on, and comes back if it lay in the archive."""
        return await self._set_pinned(person, memory, pinned=True)

    async def unpin(self, person: str, memory: UUID) -> MemoryRow:
        return await self._set_pinned(person, memory, pinned=False)

    async def _set_pinned(self, person: str, memory: UUID, *, pinned: bool) -> MemoryRow:
        async with self._alone(person) as guard:
            state = await self._state(person, memory)
            if pinned:
                await self.aging.lift(guard, person, [memory], self.clock(), why="pinned by the owner")
            await (self.catalogue.pin if pinned else self.catalogue.unpin)(guard, person, [memory])
            change = {"pinned": state.pinned}, {"pinned": pinned}
            await self._log(guard, state, "pinned" if pinned else "unpinned", change, "by the owner")
        return await self._now(person, memory)

    async def forget(self, person: str, memory: UUID) -> MemoryRow:
        """Put a memory away: nothing finds it from now on; its body stays in the archive until retention ends."""
        async with self._alone(person) as guard:
            state = await self._state(person, memory)
            if state.tier is not TierName.FORGOTTEN:
                bodies = await self.bodies.readable(person, [state])
                await self._put_away(guard, state, list(bodies.values()))
        return await self._now(person, memory)

    async def _put_away(self, guard: Any, state: MemoryState, bodies: Sequence[Memory]) -> None:
        now = self.clock()
        if state.tier is not TierName.ARCHIVE:
            until = later(now, self.retention)
            await self.bodies.archive.put(guard, bodies, at=now, keep_until=until, why="forgotten")
        why = "put away by the owner"
        await self.catalogue.move(guard, state.person, [state.id], TierName.FORGOTTEN, at=now, why=why)
        await self.bodies.take_down(state.person, [state.id], state.tier)

    async def restore(self, person: str, memory: UUID) -> MemoryRow:
        """Bring a memory back whole: out of the archive, from its gist, or after it was put away. Raises UnknownMemory
        where its body is gone."""
        async with self._alone(person) as guard:
            state = await self._restored(guard, person, memory)
            if state.detail != "full":
                raise _ended(state)
        return await self._now(person, memory)

    async def _restored(self, guard: Any, person: str, memory: UUID) -> MemoryState:
        """The memory's state once it lies above the archive, whole if its original is kept. Raises UnknownMemory where
        it has no body at all."""
        state = await self._state(person, memory)
        if state.tier is TierName.FORGOTTEN:
            await self._take_out(guard, state)
        else:
            await self.aging.lift(guard, person, [memory], self.clock(), why=BY_OWNER)
        state = await self._state(person, memory)
        if state.tier in {TierName.FADED, TierName.FORGOTTEN, TierName.ARCHIVE}:
            raise _ended(state)
        return state

    async def _take_out(self, guard: Any, state: MemoryState) -> None:
        for body in await self.bodies.archive.read(state.person, [state.id]):
            await self.bodies.rewrite(guard, await self._indexed(body), TierName.LONGTERM)
            now = self.clock()
            await self.catalogue.move(guard, state.person, [state.id], TierName.LONGTERM, at=now, why=BY_OWNER)
            await self.catalogue.set_detail(guard, state.person, [state.id], body.detail)
            await self.bodies.archive.delete(state.person, [state.id])

    @asynccontextmanager
    async def _alone(self, person: str, epoch: int | None = None) -> AsyncGenerator[Any]:
        """The person's guard, while nobody else moves or changes memories of the person."""
        async with self.guarding(person, epoch) as guard:
            await guard.alone()
            yield guard

    async def _indexed(self, memory: Memory) -> Memory:
        turns = await self.transcript.read(memory.person, memory.turns)
        sources = [turns[turn] for turn in memory.turns if turn in turns]
        return replace(memory, entries=tuple(await self.entries_of(memory, sources)))

    async def _state(self, person: str, memory: UUID) -> MemoryState:
        states = await self.catalogue.states(person, [memory], self.clock())
        if memory not in states:
            raise UnknownMemory(person=person, memory=memory)
        return states[memory]

    async def _now(self, person: str, memory: UUID) -> MemoryRow:
        state = await self._state(person, memory)
        return _row(state, await self.bodies.readable(person, [state]), self.clock())

    async def _log(self, guard: Any, state: MemoryState, change: str, values: Values, why: str) -> None:
        changed = {state.id: values}
        await self.catalogue.log(guard, state.person, changed, at=self.clock(), change=change, why=why)


def _ended(state: MemoryState) -> UnknownMemory:
    return UnknownMemory(person=state.person, memory=f"{state.id} (its retention has ended)")


def _is(state: MemoryState, which: Which) -> bool:
    return which.tier in (None, state.tier) and which.room in (None, state.room) and (state.pinned or not which.pinned)


def _row(state: MemoryState, bodies: Mapping[UUID, Memory], now: datetime) -> MemoryRow:
    weight = importance(state.salience, state.born, state.uses, now, state.pinned)
    return MemoryRow(state, bodies[state.id].text if state.id in bodies else "", weight)
