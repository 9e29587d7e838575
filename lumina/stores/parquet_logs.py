"""The full log of a person by month, as Parquet, where LUMINA_PARQUET_URL says. It is written on request, is for others
to read, and so is under no key of ours: whoever can read the place can read it. An erasure takes it away again."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from lumina.databases.objects import Objects
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.errors import BadSetting, StoreDown, because
from lumina.memory.parquet import as_parquet
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Turn
from lumina.reports import LogMonth
from lumina.settings import Settings

NOTE: Final = """
insert into parquet_logs (person, url, endpoint, name, month, turns, at) values (%s, %s, %s, %s, %s, %s, %s)
on conflict (person, url, name) do update
set endpoint = excluded.endpoint, turns = excluded.turns, at = excluded.at
"""
WRITTEN: Final = "select month, turns, at, url, name from parquet_logs where person = %s order by month, url, name"
PLACES: Final = "select url, endpoint, array_agg(name) from parquet_logs where person = %s group by url, endpoint"
COUNT: Final = "select count(*) from parquet_logs where person = %s"
FORGET: Final = "delete from parquet_logs where person = %s"


@dataclass(frozen=True, slots=True)
class ParquetLogs:
    """Where each was written is noted before it is: what is there is known."""

    database: Database
    transcript: Transcript
    settings: Settings

    async def write(self, guard: Guard, folder: str, at: datetime, month: str = "") -> Sequence[LogMonth]:
        """Each month anew, or one (2026-05), in `folder` of the place. A turn is of the month of its own clock. Raises
        BadSetting where no place is set, StoreDown, DiskFull."""
        url, endpoint = self.settings.parquet_url.rstrip("/"), self.settings.backup_endpoint
        if not url:
            why = because("it says where the log goes, and is not set")
            raise BadSetting(setting="LUMINA_PARQUET_URL", why=why, allowed="file:///FOLDER, s3://BUCKET/PREFIX")
        place = await asyncio.to_thread(Objects.at, url, endpoint, "LUMINA_PARQUET_URL")
        months = await self._months(guard.person)
        for name, turns in months.items():
            if month in ("", name):
                object_ = f"{folder}/{name}.parquet"
                await guard.execute(NOTE, (guard.person, url, endpoint, object_, name, len(turns), at))
                await place.put(object_, await asyncio.to_thread(as_parquet, turns))
        return [one for one in await self.written(guard.person) if month in ("", one.month)]

    async def _months(self, person: str) -> Mapping[str, list[Turn]]:
        months: dict[str, list[Turn]] = {}
        async for turn in self.transcript.export(person):
            months.setdefault(f"{turn.at:%Y-%m}", []).append(turn)
        return dict(sorted(months.items()))

    async def written(self, person: str) -> list[LogMonth]:
        """What was written of a person and not taken away, and where."""
        rows = await self.database.fetch(WRITTEN, (person,))
        return [LogMonth(month, turns, at, f"{url}/{name}") for month, turns, at, url, name in rows]

    async def count(self, person: str) -> int:
        row = await self.database.fetch_one(COUNT, (person,))
        return row[0] if row else 0

    async def forget(self, person: str) -> int:
        """Take away all that was written of a person, wherever. Raises StoreDown where a place does not answer."""
        for url, endpoint, names in await self.database.fetch(PLACES, (person,)):
            try:
                place = await asyncio.to_thread(Objects.at, url, endpoint, "LUMINA_PARQUET_URL")
            except BadSetting as error:
                raise StoreDown(store=because("the place of the log, {url},", url=url), why=error) from error
            await place.destroy(names)
        return await self.database.execute(FORGET, (person,))
