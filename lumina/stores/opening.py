"""The opened stores, whatever engines they lie in."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from lumina.clock import Clock
from lumina.databases.disk import MEGABYTE, Disk
from lumina.databases.epochs_postgres import replace_digests
from lumina.databases.folder import Folder
from lumina.databases.freed_space import leave_table
from lumina.databases.person_keys import PersonKeys, open_keys
from lumina.databases.places import FolderPlace, Place
from lumina.databases.postgres import Database
from lumina.databases.tables_postgres import moved_from
from lumina.databases.troubles_postgres import Troubles
from lumina.embedding.opening import CalibratedEmbedder, open_embedder
from lumina.errors import BadSetting, EmbedderChanged, FolderOther, UnfinishedCopy, because
from lumina.extras import packages_of
from lumina.lifecycle.bodies import Bodies
from lumina.memory.archive_postgres import Archive
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.claims_postgres import Claims
from lumina.memory.codec import pack_memory, packed_entries, unpack_memory
from lumina.memory.images_postgres import Images
from lumina.memory.longterm_postgres import LongtermTier
from lumina.memory.midterm_redis import RedisTier
from lumina.memory.points import Kind
from lumina.memory.summaries_postgres import Summaries
from lumina.memory.tier import AssociativeMemory, Midterm, Projection
from lumina.memory.transcript_postgres import Transcript
from lumina.memory.turn_events_redis import TurnEvents
from lumina.settings import Settings
from lumina.stores.backup_place import BackupPlace
from lumina.stores.character_edits_postgres import CharacterEdits
from lumina.stores.checkpoints_postgres import GuardedSaver
from lumina.stores.embedded import EmbeddedEngines
from lumina.stores.engines import Engines
from lumina.stores.knowing import Knowing
from lumina.stores.knowledge_postgres import Knowledge
from lumina.stores.midterm import open_midterm
from lumina.stores.notified_postgres import Notifications
from lumina.stores.parquet_logs import ParquetLogs
from lumina.stores.records_postgres import Records
from lumina.stores.repository import master_of
from lumina.stores.shared import KEYS, SOUGHT, shared_place
from lumina.stores.tokens_postgres import Tokens
from lumina.stores.unsealed import seal_unsealed

KINDS: Final[tuple[Kind, Kind]] = ("memories", "knowledge")
PLACE = "memories"
REEMBEDDING = "reembedding"
"""The place in the table of embedders where a reembedding notes how far it has come."""


def disk_of(settings: Settings) -> Disk:
    """That of the data folder."""
    return Disk(settings.home.expanduser().absolute(), settings.disk_floor * MEGABYTE)


def engines_of(settings: Settings, folder: Folder) -> Engines:
    """Those of the profile. Raises BadSetting where its packages are not installed."""
    if settings.profile == "embedded":
        return EmbeddedEngines(folder, disk_of(settings))
    try:
        from lumina.stores.server import ServerEngines  # noqa: PLC0415  an extra
    except ImportError as error:
        why = because(
            "the package {name} is not installed (pip install {install})",
            name=error.name,
            install=packages_of("server"),
        )
        raise BadSetting(setting="LUMINA_PROFILE", why=why, allowed="embedded, server") from error
    return ServerEngines(settings)


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything that keeps something, and the embedder whose vectors lie in it."""

    folder: Folder
    folder_is_cache: bool
    sought: Place
    keys: PersonKeys
    engines: Engines
    embedder: CalibratedEmbedder
    database: Database
    transcript: Transcript
    catalogue: Catalogue
    redis: RedisTier
    duckdb: Midterm
    index: Projection
    knowledge_index: Projection
    longterm: LongtermTier
    archive: Archive
    associations: AssociativeMemory
    knowledge: Knowledge
    records: Records
    troubles: Troubles
    claims: Claims
    knowing: Knowing
    checkpoints: GuardedSaver
    bodies: Bodies
    tokens: Tokens
    notifications: Notifications
    images: Images
    summaries: Summaries
    character_edits: CharacterEdits
    backups: BackupPlace
    logs: ParquetLogs
    turn_events: TurnEvents | None
    """Where other machines hear of turns that run on this one."""


async def open_stores(
    stack: AsyncExitStack,
    folder: Folder,
    settings: Settings,
    clock: Clock,
    *,
    reembedding: bool = False,
    moving: bool = False,
) -> Stores:
    """Open all; what was opened is closed with the stack. Raises EmbedderChanged where the vectors that lie here are of
    another embedder, unless it is to make them anew; UnfinishedCopy, unless it is to finish it; FolderOther."""
    engines = engines_of(settings, folder)
    await engines.admit()
    embedding = asyncio.create_task(asyncio.to_thread(open_embedder, settings.embedder, folder.cache))
    keys = await asyncio.to_thread(open_keys, folder, master_of(settings), shared_place(settings, KEYS))
    database = await engines.database(stack, keys)
    if not moving:
        await _refuse_copies(database, engines, folder)
        await replace_digests(database, folder.pseudonyms, leave_table)
    catalogue, embedder = Catalogue(database), await embedding
    await _refuse_others(catalogue, embedder, engines, reembedding=reembedding)
    duckdb, redis = await _tiers(stack, engines, folder, database, clock, settings)
    await seal_unsealed(database, redis, engines.free)
    index, knowledge_index = await _indexes(stack, engines, embedder, folder)
    if not reembedding:
        await engines.drop_other_indexes(embedder.identity)
    longterm, archive, claims = LongtermTier(database, index), Archive(database), Claims(database)
    return Stores(
        folder=folder,
        folder_is_cache=settings.folder_is_cache,
        sought=shared_place(settings, SOUGHT) or FolderPlace(folder.home / SOUGHT),
        keys=keys,
        engines=engines,
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
        associations=await engines.associations(stack, database, catalogue, folder.pseudonyms),
        knowledge=Knowledge(database, knowledge_index),
        records=Records(database),
        troubles=Troubles(database),
        claims=claims,
        knowing=Knowing(claims),
        checkpoints=GuardedSaver(database, database.writing),
        bodies=Bodies(redis, duckdb, longterm, archive, catalogue, pack_memory, unpack_memory, packed_entries),
        tokens=Tokens(database),
        notifications=Notifications(database),
        images=Images(database),
        summaries=Summaries(database),
        character_edits=CharacterEdits(database),
        backups=BackupPlace(settings, folder.pseudonyms),
        logs=ParquetLogs(database, Transcript(database), settings),
        turn_events=engines.turn_events(folder.pseudonyms, keys),
    )


async def _tiers(
    stack: AsyncExitStack, engines: Engines, folder: Folder, database: Database, clock: Clock, settings: Settings
) -> tuple[Midterm, RedisTier]:
    """Those above long-term."""
    duckdb = await open_midterm(
        folder.duckdb, database, engines_shared=engines.shared, folder_shared=not settings.folder_is_cache
    )
    stack.push_async_callback(duckdb.close)
    redis = await engines.redis(clock, folder.pseudonyms, database.keys)
    stack.push_async_callback(redis.close)
    return duckdb, redis


async def _indexes(
    stack: AsyncExitStack, engines: Engines, embedder: CalibratedEmbedder, folder: Folder
) -> tuple[Projection, Projection]:
    """That of memories and that of knowledge."""
    identity, dimensions = embedder.identity, embedder.dimensions
    memories, knowledge = [await engines.index(stack, kind, identity, dimensions, folder.pseudonyms) for kind in KINDS]
    return memories, knowledge


async def _refuse_copies(database: Database, engines: Engines, folder: Folder) -> None:
    if await moved_from(database):
        raise UnfinishedCopy(folder=engines.place)
    if engines.shared and not await Records(database).claim(sha256(folder.secret).digest()):
        raise FolderOther(folder=folder.home, place=engines.place)


async def _refuse_others(
    catalogue: Catalogue, embedder: CalibratedEmbedder, engines: Engines, *, reembedding: bool
) -> None:
    stored, begun = await catalogue.embedder(PLACE), await catalogue.embedder(REEMBEDDING)
    if stored is None:
        await catalogue.set_embedder(PLACE, embedder.identity, embedder.dimensions)
    elif not reembedding and (begun or stored[0] != embedder.identity):
        both = f"{stored[0]} and, since a reembedding was interrupted, from {begun[0]}" if begun else stored[0]
        raise EmbedderChanged(folder=engines.place, stored=both, wanted=embedder.identity)
