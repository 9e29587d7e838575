"""What became of memories, carried from one LUMINA to another: their uses, their lifecycle log, and how they stand."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.memory import catalogue_sql as sql
from lumina.models import TierName

LogEntry = tuple[datetime, str, Mapping[str, object], Mapping[str, object], str]
"""Of the lifecycle log: when, what, before, after, why."""


class Use(NamedTuple):
    """A memory was used by an answer."""

    memory: UUID
    turn: UUID
    at: datetime


@dataclass(frozen=True, slots=True)
class Histories:
    """Of the memories that the catalogue knows; what is written needs a guard."""

    database: Database

    async def uses(self, person: str, ids: Sequence[UUID]) -> dict[UUID, list[Use]]:
        """Of these memories, in the order in which they were used."""
        found: dict[UUID, list[Use]] = {}
        for row in await self.database.fetch(sql.USES, (person, Uuids(ids))):
            found.setdefault(row[0], []).append(Use(*row))
        return found

    async def logs(self, person: str, ids: Sequence[UUID]) -> dict[UUID, list[LogEntry]]:
        """The lifecycle logs of these memories, each in its order."""
        found: dict[UUID, list[LogEntry]] = {}
        for memory, *entry in await self.database.fetch(sql.LOGS, (person, Uuids(ids))):
            found.setdefault(memory, []).append((entry[0], entry[1], entry[2], entry[3], entry[4]))
        return found

    async def settle(self, guard: Guard, standing: Mapping[UUID, tuple[TierName, str, bool]]) -> None:
        """Let memories that were committed just now stand as they stood elsewhere: tier, detail, and whether pinned."""
        tiers, details, pinned = ([one[part] for one in standing.values()] for part in range(3))
        await guard.execute(sql.SETTLE, (Uuids(list(standing)), tiers, details, pinned, guard.person))

    async def add_uses(self, guard: Guard, uses: Sequence[Use]) -> None:
        columns = Uuids([use.memory for use in uses]), Uuids([use.turn for use in uses]), [use.at for use in uses]
        await guard.execute(sql.ADD_USES, (guard.person, *columns))

    async def add_logs(self, guard: Guard, entries: Sequence[tuple[UUID, LogEntry]]) -> None:
        """What became of memories elsewhere, each memory's in its order."""
        columns = (
            Uuids([memory for memory, _ in entries]),
            [at for _, (at, *_) in entries],
            [change for _, (_, change, *_) in entries],
            [json.dumps(before) for _, (_, _, before, _, _) in entries],
            [json.dumps(after) for _, (_, _, _, after, _) in entries],
            [why for _, (*_, why) in entries],
        )
        await guard.execute(sql.ADD_LOGS, (guard.person, *columns))
