"""The opened stores of the embedded profile."""

import asyncio
import shutil
from contextlib import AsyncExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from lumina.clock import Clock
from lumina.errors import EmbedderChanged, FolderForeign
from lumina.folder import Folder
from lumina.language.embedding import CalibratedEmbedder, open_embedder
from lumina.lifecycle.shelves import Shelves
from lumina.memory.archive_postgres import Archive
from lumina.memory.associations_postgres import Associations
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.checkpoints_postgres import GuardedSaver
from lumina.memory.codec import pack_memory, packed_entries, unpack_memory
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.memory.knowledge_postgres import Knowledge
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.memory.midterm_redis import RedisTier, open_redis
from lumina.memory.postgres import Database
from lumina.memory.postgres_embedded import embedded_postgres
from lumina.memory.records_postgres import Records
from lumina.memory.schema import bring_up_to_date
from lumina.memory.transcript_postgres import Transcript

PLACE = "memories"
REEMBEDDING = "reembedding"
"""The place in the table of embedders where a reembedding notes how far it has come."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything that keeps something, and the embedder whose vectors lie in it."""

    folder: Folder
    embedder: CalibratedEmbedder
    database: Database
    transcript: Transcript
    catalogue: Catalogue
    redis: RedisTier
    duckdb: DuckDBTier
    index: QdrantEdgeIndex
    knowledge_index: QdrantEdgeIndex
    longterm: LongtermTier
    archive: Archive
    associations: Associations
    knowledge: Knowledge
    records: Records
    checkpoints: GuardedSaver
    shelves: Shelves


async def open_stores(stack: AsyncExitStack, folder: Folder, spec: str, clock: Clock, *, reembedding: bool) -> Stores:
    """Open all; what was opened is closed with the stack. Raises EmbedderChanged where the vectors that lie here are of
    another embedder, unless it is to make them anew."""
    embedding = asyncio.create_task(asyncio.to_thread(open_embedder, spec, folder.cache))
    database = await _open_database(stack, folder)
    embedder = await embedding
    catalogue = Catalogue(database)
    await _accept(catalogue, embedder, folder, reembedding=reembedding)
    duckdb = await DuckDBTier.open(folder.duckdb)
    stack.push_async_callback(duckdb.close)
    redis = RedisTier(await asyncio.to_thread(open_redis, None), clock)
    stack.push_async_callback(redis.close)
    index, knowledge_index = [await _open_index(stack, folder, kind, embedder) for kind in ("memories", "knowledge")]
    longterm, archive = LongtermTier(database, index), Archive(database)
    return Stores(
        folder=folder,
        embedder=embedder,
        database=database,
        transcript=Transcript(database),
        catalogue=catalogue,
        redis=redis,
        duckdb=duckdb,
        index=index,
        knowledge_index=knowledge_index,
        longterm=longterm,
        archive=archive,
        associations=Associations(database),
        knowledge=Knowledge(database, knowledge_index),
        records=Records(database),
        checkpoints=GuardedSaver(database, database.writing),
        shelves=Shelves(redis, duckdb, longterm, archive, catalogue, pack_memory, unpack_memory, packed_entries),
    )


async def _open_database(stack: AsyncExitStack, folder: Folder) -> Database:
    """PostgreSQL is made before all else: where it is not there and something else is, it has been lost."""
    if await asyncio.to_thread(_lost_its_postgres, folder):
        raise FolderForeign(folder=folder.home, why="its folder postgres is gone")
    dsn = await stack.enter_async_context(embedded_postgres(folder.postgres))
    database = await stack.enter_async_context(Database.open(dsn))
    await bring_up_to_date(database, str(folder.home))
    return database


def _lost_its_postgres(folder: Folder) -> bool:
    return folder.duckdb.exists() and not folder.postgres.exists()


async def _accept(catalogue: Catalogue, embedder: CalibratedEmbedder, folder: Folder, *, reembedding: bool) -> None:
    stored, begun = await catalogue.embedder(PLACE), await catalogue.embedder(REEMBEDDING)
    if stored is None:
        await catalogue.set_embedder(PLACE, embedder.identity, embedder.dimensions)
    elif not reembedding and (begun or stored[0] != embedder.identity):
        both = f"{stored[0]} and, since a reembedding was interrupted, from {begun[0]}" if begun else stored[0]
        raise EmbedderChanged(folder=folder.home, stored=both, wanted=embedder.identity)
    elif not reembedding:
        await asyncio.to_thread(drop_other_indexes, folder, embedder.identity)


def drop_other_indexes(folder: Folder, identity: str) -> None:
    """Remove the indexes of embedders that are not used any more: nobody would erase anything from them."""
    own = _index_of(folder, identity)
    for other in folder.index.glob("*"):
        if other != own:
            shutil.rmtree(other, ignore_errors=True)


def _index_of(folder: Folder, identity: str) -> Path:
    return folder.index / sha256(identity.encode()).hexdigest()[:12]


async def _open_index(
    stack: AsyncExitStack, folder: Folder, kind: Any, embedder: CalibratedEmbedder
) -> QdrantEdgeIndex:
    """Each embedder has a folder of its own: vectors of two never meet."""
    index = await QdrantEdgeIndex.open(_index_of(folder, embedder.identity), kind, embedder.dimensions)
    stack.push_async_callback(index.close)
    return index
