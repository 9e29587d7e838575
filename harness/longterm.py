"""Long-term memory as the tests of a tier write it: each person's under a guard of their own."""

from collections.abc import Sequence

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.tier import Projection
from lumina.models import Entry, Memory


class GuardedLongterm(LongtermTier):
    """In LUMINA itself whoever writes has the guard already."""

    def __init__(self, database: Database, index: Projection) -> None:
        super().__init__(database, index)
        self._guarding = database.writing

    async def write(self, memories: Sequence[Memory], guard: Connection | None = None) -> None:
        if guard:
            return await super().write(memories, guard)
        for person in dict.fromkeys(memory.person for memory in memories):
            async with self._guarding(person) as own:
                await super().write([memory for memory in memories if memory.person == person], own)
        return None

    async def write_entries(self, entries: Sequence[Entry], guard: Connection | None = None) -> None:
        if guard:
            return await super().write_entries(entries, guard)
        for person in dict.fromkeys(entry.person for entry in entries):
            async with self._guarding(person) as own:
                await super().write_entries([entry for entry in entries if entry.person == person], own)
        return None
