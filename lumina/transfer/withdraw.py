"""What an import brought is taken out again, so that it can come in otherwise: its turns, and every memory of them.

Summaries go all, and are made again of what is left. The record goes first, in one transaction; the tiers follow, and
what a kill leaves there goes as any leftovers do. What else such a memory was made of waits, and is distilled again.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import BigInts, Uuids
from lumina.distil.indexing import turn_terms
from lumina.lifecycle.admission import count_terms
from lumina.models import Role, Turn
from lumina.stores.opening import Stores

MADE_OF: Final = "select distinct memory from memory_sources where person = %s and turn = any(%s)"
SOURCES: Final = "select turn from memory_sources where person = %s and memory = any(%s)"
WAIT: Final = "update turns set distilled = false where person = %s and id = any(%s)"
UNCOUNT: Final = """
update term_statistics s set turns = s.turns - t.turns from unnest(%s, %s) as t (term, turns)
where s.person = %s and s.term = t.term
"""
UNUSED_TERMS: Final = "delete from term_statistics where person = %s and turns <= 0"
UNINDEX: Final = "update people set turns = greatest(turns - %s, 0) where person = %s"
UNHEAR: Final = """
update speakers s set turns = s.turns - t.turns
from unnest(%s::text[], %s::text[], %s::bigint[]) as t (who, part, turns)
where s.person = %s and s.speaker = t.who and s.role = t.part
"""
UNHEARD: Final = "delete from speakers where person = %s and turns <= 0"
LOGGED: Final = "delete from lifecycle_log where person = %s and memory = any(%s)"
USED: Final = "delete from memory_uses where person = %s and turn = any(%s)"
MEMORIES: Final = "delete from memories where person = %s and id = any(%s)"
ARCHIVED: Final = "delete from archive where person = %s and id = any(%s)"
CLAIMED: Final = "delete from claims where person = %s and turn = any(%s)"
SAID: Final = "delete from turns where person = %s and id = any(%s)"
THREADS: Final = """
delete from threads h where person = %s and id = any(%s)
and not exists (select from turns t where t.person = h.person and t.thread = h.id)
"""
ROOMS: Final = """
delete from rooms r where person = %s and room = any(%s)
and not exists (select from threads h where h.person = r.person and h.room = r.room)
"""
SINCE: Final = "update people set since = (select min(opened) from threads where person = %s) where person = %s"


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Takes turns out of everything; `compact` makes the bytes go."""

    stores: Stores
    owning_room: Callable[..., AbstractAsyncContextManager[None]]
    compact: Callable[[], Awaitable[object]]

    async def run(self, person: str, turns: Sequence[UUID]) -> None:
        """Nothing of these turns, nor of what became of them, is left when it returns."""
        said = list((await self.stores.transcript.read(person, turns)).values())
        if not said:
            return
        rooms = sorted({turn.room for turn in said})
        async with self.owning_room(person, *rooms), self.stores.database.writing(person) as guard:
            await guard.alone()
            async with guard.transaction():
                memories = await self._forget(guard, said, rooms)
            await self.stores.duckdb.delete(person, memories)
            await self.stores.redis.delete(person, memories)
        while await self.stores.longterm.heal():
            pass
        await self.compact()

    async def _forget(self, guard: Guard, said: Sequence[Turn], rooms: Sequence[str]) -> list[UUID]:
        """In the record; returns the memories that are gone."""
        person, turns = guard.person, Uuids([turn.id for turn in said])
        memories: list[UUID] = [row[0] for row in await guard.fetch(MADE_OF, (person, turns))]
        await self._uncount(guard, [row[0] for row in await guard.fetch(SOURCES, (person, Uuids(memories)))])
        await self.stores.associations.remove(guard, memories)
        await self.stores.longterm.remove(guard, person, memories)
        for statement in (LOGGED, MEMORIES, ARCHIVED):
            await guard.execute(statement, (person, Uuids(memories)))
        await self.stores.summaries.begin_anew(guard)
        for statement in (USED, CLAIMED, SAID):
            await guard.execute(statement, (person, turns))
        await self._close(guard, said, rooms)
        return memories

    async def _uncount(self, guard: Guard, sources: Sequence[UUID]) -> None:
        """The words of the turns that a memory had; who stays of them waits."""
        texts = [turn.text for turn in (await self.stores.transcript.read(guard.person, sources)).values()]
        terms = sorted(count_terms([turn_terms(text).tolist() for text in texts]).items())
        columns = BigInts([term for term, _ in terms]), BigInts([count for _, count in terms])
        await guard.execute(UNCOUNT, (*columns, guard.person))
        await guard.execute(UNUSED_TERMS, (guard.person,))
        await guard.execute(UNINDEX, (len(sources), guard.person))
        await guard.execute(WAIT, (guard.person, Uuids(sources)))

    async def _close(self, guard: Guard, said: Sequence[Turn], rooms: Sequence[str]) -> None:
        """What has no turn any more, and what the rooms' checkpoints quote."""
        heard: Counter[tuple[str, Role]] = Counter((turn.speaker, turn.role) for turn in said)
        columns: list[list[Any]] = [[who for who, _ in heard], [role for _, role in heard], list(heard.values())]
        await guard.execute(UNHEAR, (*columns, guard.person))
        await guard.execute(UNHEARD, (guard.person,))
        for room in await self.stores.transcript.rooms(guard.person):
            if room.name in rooms:
                await self.stores.checkpoints.adelete_thread(str(room.id))
        await guard.execute(THREADS, (guard.person, Uuids([turn.thread for turn in said])))
        await guard.execute(ROOMS, (guard.person, list(rooms)))
        await guard.execute(SINCE, (guard.person, guard.person))
