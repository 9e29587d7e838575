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
from lumina.databases.postgres_values import Uuids
from lumina.lifecycle.unmaking import Unmaking
from lumina.models import Role, Turn
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
ROOMS: Final = """
delete from rooms r where person = %s and room = any(%s)
and not exists (select from threads h where h.person = r.person and h.room = r.room)
"""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Takes turns out of everything; `compact` makes the bytes go."""

    stores: Stores
    unmaking: Unmaking
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
            await self.unmaking.in_tiers(person, memories)
        while await self.stores.longterm.heal():
            pass
        await self.compact()

    async def _forget(self, guard: Guard, said: Sequence[Turn], rooms: Sequence[str]) -> list[UUID]:
        """In the record; returns the memories that are gone."""
        person, turns = guard.person, [turn.id for turn in said]
        memories: list[UUID] = [row[0] for row in await guard.fetch(MADE_OF, (person, Uuids(turns)))]
        await self.unmaking.in_record(guard, memories)
        await self.stores.summaries.begin_anew(guard)
        await self.unmaking.of_turns(guard, turns)
        await guard.execute(SAID, (person, Uuids(turns)))
        await self._close(guard, said, rooms)
        return memories

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
