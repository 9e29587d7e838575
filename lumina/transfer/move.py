"""From one profile to the other: everything is copied, and then compared.

Whatever is there already and the same is passed over. So a move that was broken off goes on, and what changed meanwhile
is copied again. The source is left as it is, and nobody writes it meanwhile.
"""

import asyncio
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, LiteralString
from uuid import UUID

from lumina.clock import LAST, Clock
from lumina.databases.folder import Folder, owned
from lumina.databases.postgres_connection import Connection, patient
from lumina.databases.tables_postgres import Table, begin_move, end_move, frozen, moved_from, tables
from lumina.errors import BadInput, NotEmpty, because
from lumina.memory.codec import pack_memory
from lumina.memory.tier import Projection, Tier
from lumina.models import TierName
from lumina.reports import Moved, MoveReport
from lumina.settings import Settings
from lumina.stores.opening import Stores, open_stores
from lumina.transfer.export import exported
from lumina.transfer.package import TYPED

MANY = 10_000_000
BATCH = 200
FILLED: Final = ("embedders", "home", "migration_reach")
"""Tables in which an empty database has rows."""

OWNERS: Final = "select distinct person from {table}"
INDEXED: Final = """
select person, id from {table} where body is not null and (person, id) > (%s, %s) order by person, id limit 2000
"""

Progress = Callable[[str], None]
"""Told what is being copied, now and then."""


async def move(source: Settings, target: Settings, clock: Clock, progress: Progress) -> MoveReport:
    """Copy all that lies in the engines of `source` into those of `target`, in the other profile. Killed anywhere and
    run again, it goes on. Until all is there and the same, the target cannot be opened.

    Raises NotEmpty where the target holds anything but an unfinished copy of the same source, and as Lumina.open() for
    either.
    """
    if source.home.expanduser().absolute() == target.home.expanduser().absolute():
        raise BadInput(why=because("{folder} is where it lies already; name another folder", folder=source.home))
    async with AsyncExitStack() as stack:
        origin = await asyncio.to_thread(stack.enter_context, owned(source.home))
        left = await open_stores(stack, origin, source, clock)
        copy = await asyncio.to_thread(stack.enter_context, owned(target.home, origin.secret))
        if copy.secret != origin.secret:
            raise NotEmpty(place=copy.home, what="the data folder of another LUMINA")
        right = await open_stores(stack, copy, target, clock, moving=True)
        stack.enter_context(patient())
        parts = await _Move(left, right, await tables(left.database), progress).run()
        return MoveReport(right.engines.place, copy.home, tuple(parts))


@dataclass(frozen=True, slots=True)
class _Move:
    source: Stores
    target: Stores
    tables: Sequence[Table]
    progress: Progress

    async def run(self) -> list[Moved]:
        await self._begin()
        await self.source.engines.heal(self.source.associations)
        await self._carry_keys()
        async with frozen(self.source.database, [table.name for table in self.tables]) as origin:
            await self._drop_gone()
            parts = [
                *await self._carry_tables(origin),
                *await self._compared_tiers(),
                await self._carry_days(),
                *await self._carry_networks(),
                await self._carry_history(),
                *await self._compared_persons(),
                *await self._make_indexes(),
            ]
        if all(part.same for part in parts):
            await end_move(self.target.database)
        return parts

    async def _begin(self) -> None:
        own, begun = sha256(self.source.folder.secret).digest(), await moved_from(self.target.database)
        if begun is None:
            held = await self._held()
        else:
            held = [] if begun == own else ["an unfinished copy of another LUMINA"]
        if held:
            raise NotEmpty(place=self.target.engines.place, what=", ".join(held))
        await begin_move(self.target.database, own)

    async def _held(self) -> list[str]:
        """What lies in the target."""
        async with self.target.database.connection() as connection:
            filled = [one.name for one in self.tables if one.name not in FILLED and not await one.is_empty(connection)]
        counts = {
            "Redis": await self.target.redis.count(),
            "DuckDB": await self.target.duckdb.count(),
            "Qdrant": await self.target.index.count() + await self.target.knowledge_index.count(),
            "the associative memory": sum(await self.target.associations.totals()),
        }
        return [
            *(f"PostgreSQL's table {name}" for name in filled),
            *(f"{count} things in {store}" for store, count in counts.items() if count),
        ]

    async def _carry_keys(self) -> None:
        """What lies in PostgreSQL is copied as it is sealed."""
        for person in await self.source.transcript.people():
            await asyncio.to_thread(self.target.keys.replace, person, self.source.keys.of(person))

    async def _drop_gone(self) -> None:
        """Whoever was erased from the source since a move was broken off leaves the copy."""
        people = set(await self.source.transcript.people())
        for person in set(await self.target.transcript.people()) - people:
            async with self.target.database.writing(person) as guard:
                await self.target.duckdb.forget(person)
                await self.target.index.forget(person)
                await self.target.associations.forget(guard)
                self.target.keys.destroy(person)

    async def _carry_tables(self, origin: Connection) -> list[Moved]:
        async with self.target.database.connection(unhurried=True) as copy:
            digests = [await table.digest(origin) for table in self.tables]
            for table, theirs in zip(self.tables, digests, strict=True):
                if theirs != await table.digest(copy):
                    self.progress(f"PostgreSQL: {table.name}")
                    await self._unindex(table)
                    await table.carry(origin, copy)
            carried = [
                (table, theirs, await table.digest(copy)) for table, theirs in zip(self.tables, digests, strict=True)
            ]
        return [Moved(f"postgresql/{table.name}", a.count, b.count, a == b) for table, a, b in carried]

    async def _unindex(self, table: Table) -> None:
        """Entries that are about to be copied anew leave the index."""
        index = self._indexes.get(table.name)
        if index:
            for (person,) in await self.target.database.fetch(OWNERS.format(table=table.name)):
                await index.forget(person)

    @property
    def _indexes(self) -> Mapping[LiteralString, Projection]:
        """By the table of which each is made."""
        return {"entries": self.target.index, "chunk_entries": self.target.knowledge_index}

    async def _compared_tiers(self) -> list[Moved]:
        left, right = [await stores.catalogue.counts() for stores in (self.source, self.target)]
        counts = {tier: (left.get(tier, 0), right.get(tier, 0)) for tier in TierName if tier is not TierName.WINDOW}
        return [Moved(f"tier/{tier}", a, b, a == b) for tier, (a, b) in counts.items()]

    async def _carry_days(self) -> Moved:
        """What lies in DuckDB, person by person."""
        theirs, here = [await _lying(stores.duckdb) for stores in (self.source, self.target)]
        same = True
        for person in sorted({*theirs, *here}):
            ids = theirs.get(person, [])
            wanted = await _digest(self.source.duckdb, person, ids)
            if here.get(person) != ids or wanted != await _digest(self.target.duckdb, person, ids):
                await self._carry_memories(person, ids)
                same = same and wanted == await _digest(self.target.duckdb, person, ids)
        counts = await self.source.duckdb.count(), await self.target.duckdb.count()
        return Moved("duckdb/memories", *counts, same and counts[0] == counts[1])

    async def _carry_memories(self, person: str, ids: Sequence[UUID]) -> None:
        await self.target.duckdb.forget(person)
        for start in range(0, len(ids), BATCH):
            self.progress(f"DuckDB: {start} / {len(ids)}")
            await self.target.duckdb.write(await self.source.duckdb.read(person, ids[start : start + BATCH]))

    async def _carry_networks(self) -> list[Moved]:
        """Concepts and associations, person by person."""
        same = True
        for person in await self.source.transcript.people():
            theirs = await self.source.associations.network(person)
            if theirs != await self.target.associations.network(person):
                self.progress(f"associations: {len(theirs.associations)}")
                async with self.target.database.writing(person) as guard:
                    await self.target.associations.load(guard, theirs)
                same = same and theirs == await self.target.associations.network(person)
        left, right = await self.source.associations.totals(), await self.target.associations.totals()
        named = zip(("concepts", "associations"), left, right, strict=True)
        return [Moved(f"associations/{name}", a, b, same and a == b) for name, a, b in named]

    async def _carry_history(self) -> Moved:
        left, right = [await asyncio.to_thread(_histories, stores.folder) for stores in (self.source, self.target)]
        if self.target.folder_is_cache:
            return Moved("folder/history", len(left), 0, same=True)
        self.progress("history")
        if left != right:
            await asyncio.to_thread(_copy_history, self.source.folder, self.target.folder)
            right = await asyncio.to_thread(_histories, self.target.folder)
        return Moved("folder/history", len(left), len(right), left == right)

    async def _compared_persons(self) -> list[Moved]:
        """What an export would have of each person, store by store of the list of personal data."""
        people, same = await self.source.transcript.people(), Counter[str]()
        for person in people:
            theirs, here = [await exported(stores, person, LAST) for stores in (self.source, self.target)]
            if self.target.folder_is_cache:
                del theirs[TYPED]
            same.update({name: int(lines == here[name]) for name, lines in theirs.items()})
        return [Moved(f"persons/{name}", len(people), same[name], same[name] == len(people)) for name in same]

    async def _make_indexes(self) -> list[Moved]:
        """A projection is made from the record; the vectors lie there, and nothing is embedded."""
        counts: Counter[str] = Counter()
        for name, heal in (("memories", self.target.longterm.heal), ("knowledge", self.target.knowledge.heal)):
            while some := await heal():
                counts[name] += some
                self.progress(f"Qdrant: {name} {counts[name]}")
        return [await self._indexed(table, index) for table, index in self._indexes.items()]

    async def _indexed(self, table: LiteralString, index: Any) -> Moved:
        kept = missing = 0
        after = "", UUID(int=0)
        while page := await self.target.database.fetch(INDEXED.format(table=table), after):
            missing += len(await index.missing([id_ for _, id_ in page]))
            kept, after = kept + len(page), page[-1]
        found = await index.count()
        return Moved(f"qdrant/{index.name}", kept, found, found == kept and not missing)


async def _lying(tier: Tier) -> dict[str, list[UUID]]:
    found: defaultdict[str, list[UUID]] = defaultdict(list)
    for person, id_ in await tier.due(LAST, MANY):
        found[person].append(id_)
    return dict(found)


async def _digest(tier: Tier, person: str, ids: Sequence[UUID]) -> str:
    """Of all that these memories hold, in this order."""
    digest = sha256()
    for start in range(0, len(ids), BATCH):
        for memory in await tier.read(person, ids[start : start + BATCH]):
            digest.update(pack_memory(memory))
    return digest.hexdigest()


def _histories(folder: Folder) -> dict[str, bytes]:
    return {path.name: sha256(path.read_bytes()).digest() for path in folder.history.glob("*")}


def _copy_history(source: Folder, target: Folder) -> None:
    shutil.rmtree(target.history, ignore_errors=True)
    if source.history.exists():
        shutil.copytree(source.history, target.history)
