"""What people chose to keep of their talk, and how much of it was let go, in PostgreSQL."""

from dataclasses import dataclass

from lumina.databases.postgres import Database
from lumina.memory import transcript_sql as sql
from lumina.models import Policy


@dataclass(frozen=True, slots=True)
class ChosenPolicies:
    """Reads only: Transcript.set_policy() writes."""

    database: Database

    async def of(self, person: str) -> Policy | None:
        """What the person chose; None where nothing was."""
        row = await self.database.fetch_one(sql.POLICY, (person,))
        return Policy(row[0]) if row and row[0] else None

    async def keeping_less(self, default: Policy) -> list[str]:
        """All whose words are let go, by name."""
        return [row[0] for row in await self.database.fetch(sql.KEEPS_LESS, (default,))]

    async def count_words(self, person: str) -> tuple[int, int]:
        """How many turns there are, and of how many the words were let go."""
        row = (await self.database.fetch(sql.COUNT_WORDS, (person,)))[0]
        return row[0], row[1]

    async def count_let_go(self) -> tuple[int, int]:
        """How many turns there are of anybody whose words were let go, and of how many people."""
        row = (await self.database.fetch(sql.WORDLESS))[0]
        return row[0], row[1]
