"""What the operator may look at later: when jobs ran, and who had whom erased."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.memory.postgres import Database

NOTE_RUN: Final = """
insert into job_runs (name, at, result) values (%s, %s, %s)
on conflict (name) do update set at = excluded.at, result = excluded.result
"""
RUNS: Final = "select name, at, result from job_runs order by name"
NOTE_ERASURE: Final = """
insert into erasures (receipt, digest, asked_by, asked, finished, counts) values (%s, %s, %s, %s, now(), %s)
"""


@dataclass(frozen=True, slots=True)
class Records:
    """Job runs (the last of each) and the append-only audit of erasures."""

    database: Database

    async def note_run(self, name: str, at: datetime, result: str) -> None:
        await self.database.execute(NOTE_RUN, (name, at, result))

    async def runs(self) -> dict[str, tuple[datetime, str]]:
        return {name: (at, result) for name, at, result in await self.database.fetch(RUNS)}

    async def note(
        self, receipt: UUID, digest: bytes, asked_by: str, at: datetime, counts: Mapping[str, object]
    ) -> None:
        """An erasure: who asked, when, what was counted; no name and no content."""
        await self.database.execute(NOTE_ERASURE, (receipt, digest, asked_by, at, json.dumps(counts)))
