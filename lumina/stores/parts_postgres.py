"""Erasures of a part that not every store has let go of yet, in PostgreSQL: ids and digests, no words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids

NOTE: Final = """
insert into erased_parts (receipt, person, asked_by, at, scope, turns, claims, notifications, memories, rooms, typed,
                          character, others)
values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
WAITING: Final = """
select receipt, person, asked_by, at, scope, turns, claims, notifications, memories, rooms, typed, character, others
from erased_parts order by at, receipt
"""
DONE: Final = "delete from erased_parts where receipt = %s"


@dataclass(frozen=True, slots=True)
class ErasedPart:
    """What has left the record; `memories` are those that were unmade, `rooms` those whose checkpoints quote it."""

    receipt: UUID
    person: str
    asked_by: str
    at: datetime
    scope: str
    turns: Sequence[UUID]
    claims: Sequence[UUID]
    notifications: Sequence[UUID]
    memories: Sequence[UUID]
    rooms: Sequence[UUID]
    typed: Sequence[bytes]
    character: str
    others: Sequence[str]


@dataclass(frozen=True, slots=True)
class ErasedParts:
    """All there are."""

    database: Database

    async def note(self, guard: Guard, part: ErasedPart) -> None:
        """In the transaction in which the record lets go."""
        ids: list[Any] = [Uuids(one) for one in (part.turns, part.claims, part.notifications)]
        ids += [Uuids(part.memories), Uuids(part.rooms)]
        named = part.receipt, part.person, part.asked_by, part.at, part.scope
        await guard.execute(NOTE, (*named, *ids, list(part.typed), part.character, list(part.others)))

    async def waiting(self) -> list[ErasedPart]:
        """The first one first."""
        return [ErasedPart(*row) for row in await self.database.fetch(WAITING)]

    async def done(self, receipt: UUID) -> None:
        await self.database.execute(DONE, (receipt,))
