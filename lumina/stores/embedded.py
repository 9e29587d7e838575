"""The engines of the embedded profile: all in this process, or started by it, in the data folder."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lumina.clock import Clock
from lumina.databases.disk import MEGABYTE, Disk, files_in, lacking, size_of
from lumina.databases.folder import Folder
from lumina.databases.freed_space import leave_log, wipe_freed_space
from lumina.databases.person_keys import Keys
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import embedded_postgres
from lumina.databases.pseudonyms import Pseudonyms
from lumina.databases.redis import open_redis
from lumina.databases.rewriting import Rewriting
from lumina.databases.schema import bring_up_to_date
from lumina.errors import FolderForeign, because
from lumina.memory.associations_postgres import Associations
from lumina.memory.associations_sealed import SealedAssociations
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.memory.midterm_redis import RedisTier
from lumina.memory.points import Kind
from lumina.reports import Remains
from lumina.stores.engines import About, Compaction, Watched

FRESH = 300 * MEGABYTE
"""What a new folder takes once its indexes hold something: 250 MB, measured; 45 until then."""

SIZE = "select pg_database_size(current_database())"


@dataclass(frozen=True, slots=True)
class EmbeddedEngines:
    folder: Folder
    disk: Disk
    shared: bool = False

    @property
    def place(self) -> str:
        return str(self.folder.home)

    async def admit(self) -> None:
        await asyncio.to_thread(self._admit)

    async def database(self, stack: AsyncExitStack, keys: Keys, upto: Collection[str] | None = None) -> Database:
        """PostgreSQL is made before all else: where it is not there and something else is, it has been lost."""
        if await asyncio.to_thread(_lost_its_postgres, self.folder):
            raise FolderForeign(folder=self.folder.home, why=because("its folder postgres is gone"))
        dsn = await stack.enter_async_context(embedded_postgres(self.folder.postgres))
        opening = Database.open(dsn, disk=self.disk, keys=keys)
        database = await stack.enter_async_context(opening)
        await bring_up_to_date(database, self.place, upto)
        return database

    async def redis(self, clock: Clock, pseudonyms: Pseudonyms, keys: Keys) -> RedisTier:
        return RedisTier(await asyncio.to_thread(open_redis, None), clock, pseudonyms=pseudonyms, keys=keys)

    def turn_events(self, pseudonyms: Pseudonyms, keys: Keys) -> None: ...

    async def index(
        self, stack: AsyncExitStack, kind: Kind, identity: str, dimensions: int, pseudonyms: Pseudonyms
    ) -> QdrantEdgeIndex:
        index = await QdrantEdgeIndex.open(self._index_of(identity), kind, dimensions, self.disk, pseudonyms)
        stack.push_async_callback(index.close)
        return index

    async def associations(
        self,
        stack: AsyncExitStack,  # noqa: ARG002
        database: Database,
        catalogue: Catalogue,  # noqa: ARG002
        pseudonyms: Pseudonyms,  # noqa: ARG002
    ) -> SealedAssociations[Associations]:
        return SealedAssociations(Associations(database), database.keys)

    async def drop_other_indexes(self, identity: str) -> None:
        await asyncio.to_thread(self._drop_others, self._index_of(identity))

    def compactions(self, database: Database, indexes: Sequence[Any]) -> Sequence[Compaction]:
        return (indexes[0].compact, partial(self.free, database))

    async def admit_erasure(self, database: Database) -> None:
        """The index is made anew, and the tables of PostgreSQL are."""
        await asyncio.to_thread(self.disk.admit, size_of(self.folder.index) + await _size(database))

    async def free(self, database: Database) -> None:
        await asyncio.to_thread(self.disk.admit, await _size(database))
        await wipe_freed_space(database)

    def _admit(self) -> None:
        if self.folder.postgres.exists():
            self.disk.admit_opening(lacking(files_in(self.folder.index)))
        else:
            self.disk.admit(FRESH)

    def lost(self, indexes: Sequence[Any]) -> bool:
        return any(index.was_lost for index in indexes)

    def upkeep(self, indexes: Sequence[Any]) -> Sequence[Callable[[], Awaitable[int]]]:
        return [index.tend for index in indexes]

    async def heal(self, associations: Any, person: str | None = None) -> int:  # noqa: ARG002
        """It is written in the same transaction as the memory."""
        return 0

    async def waiting(self, associations: Any) -> int:  # noqa: ARG002
        return 0

    async def notice_loss(self, associations: Any) -> None: ...

    async def put_off(self, database: Database) -> Sequence[Remains]:
        rewriting = Rewriting(database)
        await rewriting.ask()
        points = [Remains("qdrant", "points", ("index",))]
        return [Remains("postgresql", "names", tuple(await rewriting.waiting())), *points]

    async def rewrite(self, database: Database, indexes: Sequence[Any]) -> int:
        await self.admit_erasure(database)
        await indexes[0].compact()
        return await Rewriting(database, limited=False).by_night()

    def beside(self, indexes: Sequence[Any]) -> Mapping[str, Callable[[], AsyncIterator[bytes]]]:  # noqa: ARG002
        return {}

    async def rest(self, database: Database) -> Sequence[Remains]:
        return [Remains("postgresql", what) for what in await leave_log(database)]

    async def to_rewrite(self, database: Database) -> list[str]:
        return await Rewriting(database).waiting()

    @property
    def watched(self) -> Mapping[str, Watched]:
        return {}

    async def about_redis(self) -> About:
        return About(version("fakeredis"), because("fakeredis in this process"))

    async def about_qdrant(self) -> About:
        return About(version("qdrant-edge-py"), "Qdrant Edge")

    async def about_associations(self) -> About:
        return About("", because("in PostgreSQL"))

    def _index_of(self, identity: str) -> Path:
        return self.folder.index / sha256(identity.encode()).hexdigest()[:12]

    def _drop_others(self, own: Path) -> None:
        for other in self.folder.index.glob("*"):
            if other != own:
                shutil.rmtree(other, ignore_errors=True)


async def _size(database: Database) -> int:
    return (await database.fetch(SIZE))[0][0]


def _lost_its_postgres(folder: Folder) -> bool:
    return folder.duckdb.exists() and not folder.postgres.exists()
