"""A turn's words are let go, where its person's policy is to keep what was distilled of them.

Whatever quotes them goes first: the window, what was typed, the entries by which they are found. The words go with the
note that they are gone, in one transaction; until then all of it can be done again. When and by whom it was said stays,
and so do the memory, its summary and what is known by it.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from langchain_core.runnables import RunnableConfig

from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.dialogue.window import turn_of
from lumina.distil.summaries.material import Pace
from lumina.erasure.caches import forget_in_process
from lumina.erasure.outgrown import Outgrown
from lumina.errors import PersonErased
from lumina.memory.catalogue_postgres import kept_alone
from lumina.memory.policies_postgres import ChosenPolicies
from lumina.models import Memory, Policy, TierName, Turn
from lumina.settings import Settings
from lumina.stores.history import drop_typed
from lumina.stores.opening import Stores

BATCH: Final = 20
"""Memories whose words go together: who wants to write of that person waits for them."""

ABOVE: Final = (TierName.REDIS, TierName.DUCKDB)
BODILESS: Final = (TierName.FADED, TierName.FORGOTTEN)
"""Where what was distilled had its time, or the owner has put it away."""

LET_GO: Final = "update turns set text = null where person = %s and id = any(%s) and text is not null"


@dataclass(frozen=True, slots=True)
class LettingGo:
    """Idempotent, and may be killed anywhere. `default` is the policy of whoever chose none."""

    stores: Stores
    outgrown: Outgrown
    owning_room: Callable[..., AbstractAsyncContextManager[None]]
    default: Policy

    async def run(self, now: datetime) -> Counter[str]:
        """Of everybody whose policy it is; returns of how many turns."""
        counts: Counter[str] = Counter()
        async with self.stores.troubles.among("let words go") as edges:
            for person in await ChosenPolicies(self.stores.database).keeping_less(self.default):
                with edges.of(person):
                    counts["let go"] += await self._of(person, now)
        if +counts:
            forget_in_process(self.stores)
            await self.stores.engines.put_off(self.stores.database)  # the pages in which the words lay
        return +counts

    async def _of(self, person: str, now: datetime) -> int:
        gone = 0
        try:
            epoch = await self.stores.database.epoch(person)
            due = await self.outgrown.of(person, now)
            for memories in _batches([*due.memories]):
                turns = [turn for memory in memories for turn in due.memories[memory]]
                gone += await self._let_go(person, epoch, memories, turns, now)
            gone += await self._let_go(person, epoch, (), due.loose, now) if due.loose else 0
        except PersonErased:
            return gone
        while gone and await self.stores.longterm.heal():
            pass
        return gone

    async def _let_go(
        self, person: str, epoch: int, memories: Sequence[UUID], turns: Sequence[UUID], now: datetime
    ) -> int:
        said = (await self.stores.transcript.read(person, turns)).values()
        rooms = sorted({turn.room for turn in said})
        async with self.owning_room(person, *rooms), self.stores.database.writing(person, epoch) as guard:
            await guard.alone()
            if (await ChosenPolicies(self.stores.database).of(person) or self.default) is not Policy.SUMMARY_ONLY:
                return 0
            bodies, going = await self._standing(person, memories, now)
            went = [*going, *(turn for turn in turns if not memories)]
            await self._drop_quotes(person, [turn for turn in said if turn.id in set(went)])
            return await self._drop_words(guard, bodies, [*going.values()] if memories else [], went)

    async def _standing(
        self, person: str, memories: Sequence[UUID], now: datetime
    ) -> tuple[Mapping[TierName, list[Memory]], dict[UUID, UUID]]:
        """The memories that are there still, by the summary alone, by tier; and their turns, each with its memory."""
        states = await self.stores.catalogue.states(person, memories, now)
        bodies = await self.stores.bodies.read(person, [*states.values()])
        held: dict[TierName, list[Memory]] = {}
        for id_, body in bodies.items():
            summary = tuple(entry for entry in body.entries if entry.is_summary)
            held.setdefault(states[id_].tier, []).append(replace(body, entries=summary))
        stand = [one for one in states.values() if one.id in bodies or one.tier in BODILESS]
        return held, {turn: one.id for one in stand for turn in one.turns}

    async def _drop_quotes(self, person: str, said: Sequence[Turn]) -> None:
        ids, texts = {turn.id for turn in said}, {turn.text.strip() for turn in said} - {""}
        home = self.stores.folder.home
        await self.stores.logs.forget(person)
        await asyncio.to_thread(drop_typed, home, person, lambda line: bool(texts & set(_as_typed(line))))
        for room in await self.stores.transcript.rooms(person):
            if room.name in {turn.room for turn in said} and await self._shows(person, room.id, ids):
                await self.stores.checkpoints.adelete_thread(str(room.id))

    async def _shows(self, person: str, room: UUID, turns: set[UUID]) -> bool:
        """Whether the window of a room has one of these turns: of an import, say, which went past it."""
        config: RunnableConfig = {"configurable": {"thread_id": str(room), "checkpoint_ns": "", "person": person}}
        found = await self.stores.checkpoints.aget_tuple(config)
        messages: Iterable[Any] = found.checkpoint["channel_values"].get("messages", ()) if found else ()
        return any(turn_of(message) in turns for message in messages)

    async def _drop_words(
        self, guard: Guard, bodies: Mapping[TierName, list[Memory]], memories: Sequence[UUID], turns: Sequence[UUID]
    ) -> int:
        """First where memories lie, then in the record."""
        person, stores = guard.person, self.stores
        for tier, store in ((TierName.REDIS, stores.redis), (TierName.DUCKDB, stores.duckdb)):
            await store.write(bodies.get(tier, []))
        kept = {one.id: stores.bodies.pack(one) for tier in ABOVE for one in bodies.get(tier, [])}
        async with guard.transaction():
            await kept_alone(guard, list(dict.fromkeys(memories)), kept)
            await stores.longterm.remove_entries(guard, person, turns)
            return await guard.execute(LET_GO, (person, Uuids(turns)))


def letting_go_of(stores: Stores, settings: Settings) -> LettingGo:
    pace = Pace(timedelta(seconds=settings.conversation_idle_seconds), settings.message_threshold)
    idle = timedelta(minutes=settings.idle_minutes)
    outgrown = Outgrown(stores.database, stores.transcript, stores.summaries, pace, settings.window_max, idle)
    return LettingGo(stores, outgrown, stores.database.owning_room, Policy(settings.policy))


def _as_typed(line: str) -> Iterator[str]:
    """What was said by a line: all of it, or what stands behind `@somebody`."""
    yield line.strip()
    yield line.partition(" ")[2].strip()


def _batches(ids: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    return (ids[at : at + BATCH] for at in range(0, len(ids), BATCH))
