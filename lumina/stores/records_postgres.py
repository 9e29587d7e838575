"""What the operator may look at later: when jobs ran, and who had whom erased."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.databases.postgres import Database

NOTE_RUN: Final = """
insert into job_runs (name, at, result) values (%s, %s, %s)
on conflict (name) do update set at = excluded.at, result = excluded.result
"""
RUNS: Final = "select name, at, result from job_runs order by name"
BEGIN_ERASURE: Final = """
insert into erasures (receipt, digest, asked_by, asked, counts) values (%s, %s, %s, %s, '{}')
"""
BEGIN_ONCE: Final = f"{BEGIN_ERASURE} on conflict (receipt) do nothing"
UNDER_WAY: Final = """
insert into erasures_under_way (person, asked_by) values (%s, %s) on conflict do nothing
"""
ALL_UNDER_WAY: Final = "select person, asked_by from erasures_under_way order by person"
FORGOTTEN: Final = "delete from erasures_under_way where person = %s"
# One at a time: each receipt names the one before.
LOCK_RECEIPTS: Final = "lock table erasures in share row exclusive mode"
LAST_RECEIPT: Final = "select nr, body from erasures where nr is not null order by nr desc limit 1"
FINISH_ERASURE: Final = """
update erasures set finished = now(), counts = %s, nr = %s, body = %s, signature = %s where receipt = %s
"""
RECEIPT: Final = "select body, signature from erasures where receipt = %s and body is not null"
RECEIPTS: Final = "select receipt, body, signature from erasures where nr is not null order by nr"
BEGUN: Final = "select digest, asked_by, asked from erasures where receipt = %s"
FINISH_EARLIER: Final = """
update erasures e set finished = now() from erasures f
where f.receipt = %s and e.digest = f.digest and e.finished is null
"""
CLAIM: Final = "insert into home (digest) values (%s) on conflict do nothing"
HOME: Final = "select digest from home"
UNFINISHED: Final = """
select count(*) from (select receipt from erasures where finished is null union select receipt from erased_parts) e
"""
UNCOMPACTED: Final = """
select receipt from erasures e where finished is null and not exists (select from erasures_under_way)
and not exists (select from erased_parts p where p.receipt = e.receipt) order by asked
"""

COMPLETE: Final = """
update erasures set counts = counts - 'to rewrite'
    || jsonb_build_object('rewritten', %s::timestamptz, 'remains', %s::jsonb, 'files', %s::integer)
where counts ? 'to rewrite' and receipt = any(%s)
"""
INCOMPLETE: Final = "select receipt from erasures where counts ? 'to rewrite' order by asked"
FINISHED: Final = "select receipt from erasures where finished is not null and receipt = any(%s)"
INCOMPLETE_SINCE: Final = "select min(finished) from erasures where counts ? 'to rewrite'"


@dataclass(frozen=True, slots=True)
class Begun:
    """An erasure that is about to be finished: of whom (a digest), asked by whom and when, its place in the chain of
    receipts, and the one before as it was signed ('': it is the first)."""

    receipt: UUID
    digest: bytes
    asked_by: str
    asked: datetime
    nr: int
    before: str


Sign = Callable[[Begun, Mapping[str, object]], tuple[str, bytes]]
"""The receipt in one line, and its signature."""


@dataclass(frozen=True, slots=True)
class Records:
    """Job runs (the last of each) and the append-only audit of erasures."""

    database: Database

    async def claim(self, folder: bytes) -> bool:
        """Whether the database belongs to the data folder with this digest. One that belonged to none does so from now
        on."""
        await self.database.execute(CLAIM, (folder,))
        return await self.database.fetch(HOME) == [(folder,)]

    async def note_run(self, name: str, at: datetime, result: str) -> None:
        await self.database.execute(NOTE_RUN, (name, at, result))

    async def runs(self) -> dict[str, tuple[datetime, str]]:
        return {name: (at, result) for name, at, result in await self.database.fetch(RUNS)}

    async def begin(self, receipt: UUID, digest: bytes, asked_by: str, at: datetime) -> None:
        """An erasure: who asked, and when; no name and no content."""
        await self.database.execute(BEGIN_ERASURE, (receipt, digest, asked_by, at))

    async def begin_once(self, receipt: UUID, digest: bytes, asked_by: str, at: datetime) -> None:
        """As begin(), where that was not done before."""
        await self.database.execute(BEGIN_ONCE, (receipt, digest, asked_by, at))

    async def note_under_way(self, person: str, asked_by: str) -> None:
        """The one place where the name of who is being erased stands on purpose, until forgotten()."""
        await self.database.execute(UNDER_WAY, (person, asked_by))

    async def under_way(self) -> list[tuple[str, str]]:
        """(person, asked_by) of the erasures that an outage interrupted."""
        return [(person, asked_by) for person, asked_by in await self.database.fetch(ALL_UNDER_WAY)]

    async def forgotten(self, person: str) -> None:
        """Every store has let go of this person."""
        await self.database.execute(FORGOTTEN, (person,))

    async def finish(self, receipt: UUID, counts: Mapping[str, object], sign: Sign) -> tuple[str, bytes]:
        """What was counted; returns the receipt as it is signed. The earlier erasures of the same person that were
        interrupted are finished, too."""
        async with self.database.transaction() as connection:
            await connection.execute(LOCK_RECEIPTS)
            last = await connection.fetch_one(LAST_RECEIPT)
            digest, asked_by, asked = (await connection.fetch(BEGUN, (receipt,)))[0]
            nr, before = (last[0] + 1, last[1]) if last else (1, "")
            body, signature = sign(Begun(receipt, digest, asked_by, asked, nr, before), counts)
            await connection.execute(FINISH_ERASURE, (json.dumps(counts), nr, body, signature, receipt))
            await connection.execute(FINISH_EARLIER, (receipt,))
        return body, signature

    async def receipt(self, receipt: UUID) -> tuple[str, bytes] | None:
        """As it was signed, with its signature; None where there is none such."""
        row = await self.database.fetch_one(RECEIPT, (receipt,))
        return (row[0], row[1]) if row else None

    async def receipts(self) -> list[tuple[UUID, str, bytes]]:
        """All of the chain, the first one first."""
        return [(receipt, body, signature) for receipt, body, signature in await self.database.fetch(RECEIPTS)]

    async def uncompacted(self) -> list[UUID]:
        """Erasures that were interrupted when every store had let go of everybody."""
        return [receipt for (receipt,) in await self.database.fetch(UNCOMPACTED)]

    async def incomplete(self) -> list[UUID]:
        """The receipts that name something which waits for the night."""
        return [receipt for (receipt,) in await self.database.fetch(INCOMPLETE)]

    async def finished(self, receipts: Sequence[UUID]) -> list[UUID]:
        """Those of them whose stores have let go of everything."""
        return [receipt for (receipt,) in await self.database.fetch(FINISHED, (list(receipts),))]

    async def complete(self, receipts: Sequence[UUID], at: datetime, remains: Sequence[str], found: int) -> int:
        """All files are written anew: those of the receipts that name some as waiting for that are completed, with what
        stays in spite of it, and how many needles were found in files. Returns how many."""
        return await self.database.execute(COMPLETE, (at, json.dumps(remains), found, list(receipts)))

    async def incomplete_since(self) -> datetime | None:
        """When the first of the erasures was finished that wait for the night."""
        row = await self.database.fetch_one(INCOMPLETE_SINCE)
        return row[0] if row else None

    async def unfinished(self) -> int:
        """Erasures that were interrupted."""
        row = await self.database.fetch_one(UNFINISHED)
        return row[0] if row else 0
