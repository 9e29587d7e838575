"""Memories are unmade: the record has them no more, and what they were made of waits to be distilled again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import BigInts, Uuids
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.tier import AssociativeMemory, Store
from lumina.memory.transcript_postgres import Transcript

SOURCES: Final = "select turn from memory_sources where person = %s and memory = any(%s)"
WAIT: Final = "update turns set distilled = false where person = %s and id = any(%s)"
UNCOUNT: Final = """
update term_statistics s set turns = s.turns - t.turns from unnest(%s, %s) as t (term, turns)
where s.person = %s and s.term = t.term
"""
UNUSED_TERMS: Final = "delete from term_statistics where person = %s and turns <= 0"
UNINDEX: Final = "update people set turns = greatest(turns - %s, 0) where person = %s"
LOGGED: Final = "delete from lifecycle_log where person = %s and memory = any(%s)"
MEMORIES: Final = "delete from memories where person = %s and id = any(%s)"
ARCHIVED: Final = "delete from archive where person = %s and id = any(%s)"
USED: Final = "delete from memory_uses where person = %s and turn = any(%s)"
CLAIMED: Final = "delete from claims where person = %s and turn = any(%s)"


@dataclass(frozen=True, slots=True)
class Unmaking:
    """Who asks is alone with the person's memories. `count_terms` says in how many of some texts each term stands."""

    transcript: Transcript
    associations: AssociativeMemory
    longterm: LongtermTier
    duckdb: Store
    redis: Store
    count_terms: Callable[[Sequence[str]], Mapping[int, int]]

    async def in_record(self, guard: Guard, memories: Sequence[UUID]) -> None:
        """In the guard's transaction. The tiers are cleared once that is committed."""
        person, ids = guard.person, Uuids(memories)
        await self._uncount(guard, [row[0] for row in await guard.fetch(SOURCES, (person, ids))])
        await self.associations.remove(guard, memories)
        await self.longterm.remove(guard, person, memories)
        for statement in (LOGGED, MEMORIES, ARCHIVED):
            await guard.execute(statement, (person, ids))

    async def in_tiers(self, person: str, memories: Sequence[UUID]) -> None:
        """What a kill leaves here goes as any leftovers do."""
        await self.duckdb.delete(person, memories)
        await self.redis.delete(person, memories)

    async def of_turns(self, guard: Guard, turns: Sequence[UUID]) -> None:
        """What single turns did to what is known and used is undone."""
        for statement in (USED, CLAIMED):
            await guard.execute(statement, (guard.person, Uuids(turns)))

    async def _uncount(self, guard: Guard, sources: Sequence[UUID]) -> None:
        """The words of the turns that a memory had; who stays of them waits."""
        read = await self.transcript.read(guard.person, sources)
        worded = [turn.text for turn in read.values() if not turn.let_go]
        terms = sorted(self.count_terms(worded).items())
        columns = BigInts([term for term, _ in terms]), BigInts([count for _, count in terms])
        await guard.execute(UNCOUNT, (*columns, guard.person))
        await guard.execute(UNUSED_TERMS, (guard.person,))
        await guard.execute(UNINDEX, (len(sources), guard.person))
        await guard.execute(WAIT, (guard.person, Uuids(sources)))
