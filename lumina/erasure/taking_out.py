"""Turns leave the record, and all that was made of them leaves with them, tier by tier.

The record goes first, in one transaction; what else such a memory was made of waits, and is distilled again. Summaries
go all, and are made again of what is left. The rest follows, and may be done again wherever it was broken off.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from lumina.clock import LAST
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.distil.indexing import turn_terms
from lumina.erasure.part import Gone
from lumina.lifecycle.admission import count_terms
from lumina.lifecycle.unmaking import Unmaking
from lumina.models import Role, Turn
from lumina.stores.history import drop_typed
from lumina.stores.opening import Stores

MADE_OF: Final = "select distinct memory from memory_sources where person = %s and turn = any(%s)"
UNHEAR: Final = """
update speakers s set turns = s.turns - t.turns
from unnest(%s::text[], %s::text[], %s::bigint[]) as t (who, part, turns)
where s.person = %s and s.speaker = t.who and s.role = t.part
"""
UNHEARD: Final = "delete from speakers where person = %s and turns <= 0"
SAID: Final = "delete from turns where person = %s and id = any(%s)"
THREADS: Final = """
delete from threads h where person = %s and id = any(%s)
and not exists (select from turns t where t.person = h.person and t.thread = h.id)
"""
TIMES: Final = """
update threads h set opened = t.first, last_turn = t.last, domain = ''
from (select thread, min(at) as first, max(at) as last from turns where person = %(person)s group by thread) t
where h.person = %(person)s and h.id = any(%(threads)s) and t.thread = h.id
"""
ROOMS: Final = """
delete from rooms r where person = %s and room = any(%s)
and not exists (select from threads h where h.person = r.person and h.room = r.room)
"""
# A branch that was left for a turn which is gone is one still.
BRANCHES: Final = """
update turns set left_for = md5(left_for::text)::uuid where person = %s and left_for = any(%s)
"""
ACTS: Final = "delete from claims where person = %s and turn is null and id = any(%s)"
TOLD: Final = "delete from notifications where person = %s and id = any(%s)"
LEARNT_LATER: Final = """
update procrastinate_jobs set args = jsonb_set(args, '{turns}', coalesce((
    select jsonb_agg(turn) from jsonb_array_elements(args -> 'turns') turn
    where not turn #>> '{}' = any(%(turns)s)), '[]'))
where args ->> 'person' = %(person)s and args ? 'turns'
"""
FAILED_TO_LEARN: Final = """
update failed_tasks set args = jsonb_set(args, '{turns}', coalesce((
    select jsonb_agg(turn) from jsonb_array_elements(args -> 'turns') turn
    where not turn #>> '{}' = any(%(turns)s)), '[]'))
where person = %(person)s and args ? 'turns'
"""
# What everybody heard, all but the one have heard from now on.
_OTHERS: Final = (
    "case when '*' = any(witnesses) then %(others)s::text[] else array_remove(witnesses, %(character)s) end"
)
UNWITNESSED: Final = f"update turns set witnesses = {_OTHERS} where person = %(person)s and id = any(%(turns)s)"
UNWITNESSED_CLAIMS: Final = (
    f"update claims set witnesses = {_OTHERS} where person = %(person)s and turn = any(%(turns)s)"
)


def unmaking_of(stores: Stores) -> Unmaking:
    return Unmaking(
        stores.transcript,
        stores.associations,
        stores.longterm,
        stores.duckdb,
        stores.redis,
        lambda texts: count_terms([turn_terms(text).tolist() for text in texts]),
    )


@dataclass(frozen=True, slots=True)
class TakingOut:
    """Who asks is alone with the person's memories."""

    stores: Stores
    unmaking: Unmaking

    async def everywhere(self, guard: Guard, gone: Gone) -> None:
        """As it is done again with what was brought back from a backup."""
        await guard.alone()
        rooms = await self.rooms(guard, gone)
        async with guard.transaction():
            memories = await self.in_record(guard, gone)
        await self.elsewhere(guard, gone, memories, rooms)

    async def rooms(self, guard: Guard, gone: Gone) -> list[UUID]:
        """Those whose checkpoints may quote it: all."""
        return [room.id for room in await self.stores.transcript.rooms(guard.person)] if gone.turns else []

    async def in_record(self, guard: Guard, gone: Gone) -> list[UUID]:
        """In the guard's transaction; returns the memories that are unmade."""
        memories = await self._unmake(guard, gone.turns)
        if gone.character:
            named = {"person": guard.person, "character": gone.character, "others": list(gone.others)}
            for statement in (UNWITNESSED, UNWITNESSED_CLAIMS):
                await guard.execute(statement, {**named, "turns": Uuids(gone.turns)})
            return memories
        said = list((await self.stores.transcript.read(guard.person, gone.turns)).values())
        await self._unsay(guard, said, gone.turns)
        await guard.execute(ACTS, (guard.person, Uuids(gone.claims)))
        await guard.execute(TOLD, (guard.person, Uuids(gone.notifications)))
        return memories

    async def turns(self, guard: Guard, said: Sequence[Turn]) -> list[UUID]:
        """As in_record(), of these turns."""
        turns = [turn.id for turn in said]
        memories = await self._unmake(guard, turns)
        await self._unsay(guard, said, turns)
        return memories

    async def _unmake(self, guard: Guard, turns: Sequence[UUID]) -> list[UUID]:
        memories: list[UUID] = [row[0] for row in await guard.fetch(MADE_OF, (guard.person, Uuids(turns)))]
        await self.unmaking.in_record(guard, memories)
        await self.stores.summaries.begin_anew(guard, turns)
        return memories

    async def _unsay(self, guard: Guard, said: Sequence[Turn], turns: Sequence[UUID]) -> None:
        person, ids = guard.person, {"person": guard.person, "turns": list(map(str, turns))}
        await self.unmaking.of_turns(guard, turns)
        for statement in (LEARNT_LATER, FAILED_TO_LEARN):
            await guard.execute(statement, ids)
        await guard.execute(BRANCHES, (person, Uuids(turns)))
        await guard.execute(SAID, (person, Uuids(turns)))
        heard: Counter[tuple[str, Role]] = Counter((turn.speaker, turn.role) for turn in said)
        columns: list[list[Any]] = [[who for who, _ in heard], [role for _, role in heard], list(heard.values())]
        await guard.execute(UNHEAR, (*columns, person))
        await guard.execute(UNHEARD, (person,))
        threads = Uuids(list({turn.thread for turn in said}))
        await guard.execute(THREADS, (person, threads))
        await guard.execute(TIMES, {"person": person, "threads": threads})
        await guard.execute(ROOMS, (person, sorted({turn.room for turn in said})))

    async def elsewhere(self, guard: Guard, gone: Gone, memories: Sequence[UUID], rooms: Sequence[UUID]) -> None:
        """Once the record has let go; the index follows without the guard (settle()). Raises StoreDown; done again, it
        goes on."""
        person, pseudonyms = guard.person, self.stores.folder.pseudonyms
        anew = await self.stores.catalogue.states(person, memories, LAST) if memories else {}
        await self.unmaking.in_tiers(person, [memory for memory in memories if memory not in anew])
        if gone.turns and not gone.character:
            await self.stores.logs.forget(person)
        for room in rooms:
            await self.stores.checkpoints.adelete_thread(str(room))
        await asyncio.to_thread(
            drop_typed, self.stores.folder.home, person, lambda text: pseudonyms.of(text) in gone.typed
        )

    async def settle(self) -> None:
        """The index lets go. Nobody has a guard meanwhile: it asks for one itself."""
        while await self.stores.longterm.heal():
            pass

    async def left(self, person: str, gone: Gone, memories: Collection[UUID]) -> dict[str, int]:
        """How much of it each store has still, as it says itself."""
        stores, anew = self.stores, await self.stores.catalogue.states(person, list(memories), LAST)
        ids = [memory for memory in memories if memory not in anew]
        turns = [] if gone.character else list(gone.turns)
        points = {*turns, *ids}
        return {
            "transcript": len(await stores.transcript.known(person, turns)),
            "claims": sum(one.turn in points or one.id in gone.claims for one in await stores.claims.of(person)),
            "redis": len(await stores.redis.read(person, ids)),
            "duckdb": len(await stores.duckdb.bodies(person, ids)),
            "longterm": len(await stores.longterm.bodies(person, ids)),
            "archive": len(await stores.archive.bodies(person, ids)),
            "qdrant": len(points) - len(await stores.index.missing(sorted(points))) if points else 0,
            "images": len(await stores.images.of(person, turns)),
        }
