"""The engines of the server profile: an operator's PostgreSQL, Redis, Qdrant and Neo4j. Needs the extra `server`."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

from lumina.clock import LAST, Clock
from lumina.databases.circuit import Circuit
from lumina.databases.freed_space import leave_log
from lumina.databases.neo4j import Graph
from lumina.databases.person_keys import Keys
from lumina.databases.postgres import STATEMENT_SECONDS, Database
from lumina.databases.postgres_connection import patient
from lumina.databases.pseudonyms import Pseudonyms
from lumina.databases.redis import about_server, open_redis, ping_redis, write_files_anew
from lumina.databases.rewriting import Rewriting
from lumina.databases.schema import bring_up_to_date, newest_migration
from lumina.databases.standby_postgres import Standby
from lumina.errors import StoreDown, StoreTooOld, because
from lumina.memory.associations_neo4j import Neo4jAssociations
from lumina.memory.associations_outbox import FollowedAssociations
from lumina.memory.associations_sealed import SealedAssociations
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.index_qdrant_server import QdrantServerIndex, drop_collections, open_qdrant, qdrant_version
from lumina.memory.midterm_redis import RedisTier
from lumina.memory.points import Kind
from lumina.memory.turn_events_redis import TurnEvents
from lumina.models import TierName, may_see
from lumina.reports import Remains
from lumina.settings import Settings
from lumina.stores.engines import About, Compaction, Watched

logger = logging.getLogger(__name__)

Followed = SealedAssociations[FollowedAssociations]

STANDBY = "PostgreSQL's standby"
PREPARING = "prepare the engines"
"""Two processes that make constraints, or a collection, at once get into each other's way."""


@dataclass(slots=True)
class ServerEngines:
    """PostgreSQL must answer; the others may be down, and are taken up when they answer. What was opened is remembered
    for those who look after it."""

    settings: Settings
    place: str = "the servers"
    shared: bool = True
    _circuits: Mapping[str, Circuit] = field(init=False)
    _database: Any = field(default=None, init=False)
    _redis: Any = field(default=None, init=False)
    _qdrant: Any = field(default=None, init=False)
    _graph: Any = field(default=None, init=False)
    _associations: Any = field(default=None, init=False)
    _is_set_up: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        names = ("PostgreSQL", STANDBY, "Redis", "Qdrant", "Neo4j")
        self._circuits = {name: Circuit(name) for name in names}

    async def admit(self) -> None: ...

    async def database(self, stack: AsyncExitStack, keys: Keys, upto: Collection[str] | None = None) -> Database:
        url, circuit = self.settings.postgres_url.get_secret_value(), self._circuits["PostgreSQL"]
        by = self.settings.postgres_pool_url.get_secret_value()
        version = await asyncio.to_thread(newest_migration)
        opening = Database.open(url, by=by, version=version, seconds=STATEMENT_SECONDS, circuit=circuit, keys=keys)
        self._database = await stack.enter_async_context(opening)
        if standby := self.settings.postgres_standby_url.get_secret_value():
            circuit = self._circuits[STANDBY]
            self._database.standby = await Standby.open(stack, standby, version, circuit=circuit)
        with patient():
            await bring_up_to_date(self._database, self.place, upto)
        return self._database

    async def redis(self, clock: Clock, pseudonyms: Pseudonyms, keys: Keys) -> RedisTier:
        self._redis = open_redis(self.settings.redis_url.get_secret_value())
        return RedisTier(self._redis, clock, self._circuits["Redis"], pseudonyms, keys)

    def turn_events(self, pseudonyms: Pseudonyms, keys: Keys) -> TurnEvents | None:
        if not self.settings.folder_is_cache:
            return None
        return TurnEvents(self._redis, self._circuits["Redis"], pseudonyms, keys)

    async def index(
        self, stack: AsyncExitStack, kind: Kind, identity: str, dimensions: int, pseudonyms: Pseudonyms
    ) -> QdrantServerIndex:
        if self._qdrant is None:
            url, key = self.settings.qdrant_url.get_secret_value(), self.settings.qdrant_api_key.get_secret_value()
            self._qdrant = open_qdrant(url, key or None, authority=self.settings.qdrant_ca)
            stack.push_async_callback(self._qdrant.close)
        circuit, shards = self._circuits["Qdrant"], self.settings.qdrant_shards
        index = QdrantServerIndex(self._qdrant, kind, identity, dimensions, circuit, pseudonyms, shards)
        async with self._database.alone(PREPARING):
            await _or_later(index.prepare())
        return index

    async def associations(
        self, stack: AsyncExitStack, database: Database, catalogue: Catalogue, pseudonyms: Pseudonyms
    ) -> SealedAssociations[FollowedAssociations]:
        url, authority = self.settings.neo4j_url.get_secret_value(), self.settings.neo4j_ca
        opening = Graph.open(url, authority=authority, circuit=self._circuits["Neo4j"])
        self._graph = await stack.enter_async_context(opening)
        self._associations = Neo4jAssociations(self._graph, partial(_heard, catalogue), pseudonyms)
        async with database.alone(PREPARING):
            await _or_later(self._set_up())
        followed = FollowedAssociations(database, self._associations, self._set_up)
        return SealedAssociations(followed, database.keys)

    async def _set_up(self) -> None:
        if not self._is_set_up:
            await self._associations.set_up()
            self._is_set_up = True

    async def drop_other_indexes(self, identity: str) -> None:
        await _or_later(drop_collections(self._qdrant, identity, self._circuits["Qdrant"], self.settings.qdrant_shards))

    def compactions(self, database: Database, indexes: Sequence[Any]) -> Sequence[Compaction]:  # noqa: ARG002
        """First the one that may be down: PostgreSQL's takes long."""
        return (self._compact_redis, partial(self.free, database), _name_the_others)

    async def admit_erasure(self, database: Database) -> None: ...

    def lost(self, indexes: Sequence[Any]) -> bool:  # noqa: ARG002
        return False

    def upkeep(self, indexes: Sequence[Any]) -> Sequence[Callable[[], Awaitable[int]]]:  # noqa: ARG002
        """The servers look after themselves."""
        return ()

    async def heal(self, associations: Followed, person: str | None = None) -> int:
        await self._graph.ping()
        await self._set_up()
        return await associations.inner.heal(person)

    async def waiting(self, associations: Followed) -> int:
        return await associations.inner.waiting()

    async def notice_loss(self, associations: Followed) -> None:
        await self._set_up()
        await associations.inner.notice_loss()

    async def put_off(self, database: Database) -> Sequence[Remains]:
        rewriting = Rewriting(database)
        await rewriting.ask()
        redis = Remains("redis", "keys", ("redis",))
        tables = Remains("postgresql", "names", tuple(await rewriting.waiting()))
        return [tables, redis, *await _name_the_others()]

    async def rewrite(self, database: Database, indexes: Sequence[Any]) -> int:  # noqa: ARG002
        return await Rewriting(database).by_night()

    def beside(self, indexes: Sequence[Any]) -> Mapping[str, Callable[[], AsyncIterator[bytes]]]:
        return {"qdrant": indexes[0].everything, "neo4j": self._associations.everything}

    async def rest(self, database: Database) -> Sequence[Remains]:
        log = [Remains("postgresql", what) for what in await leave_log(database)]
        return [*await self._compact_redis(), *log, *await _name_the_others()]

    async def to_rewrite(self, database: Database) -> list[str]:
        return await Rewriting(database).waiting()

    @property
    def watched(self) -> Mapping[str, Watched]:
        """Neo4j is back when it can answer as fast as it is asked in a turn."""
        circuits = self._circuits
        redis = partial(ping_redis, self._redis, circuits["Redis"])
        qdrant = partial(qdrant_version, self._qdrant, circuits["Qdrant"])
        standby = self._database.standby
        return {
            **({"standby": Watched(circuits[STANDBY], standby.ping, standby.ping)} if standby else {}),
            "postgresql": Watched(circuits["PostgreSQL"], self._database.ping, self._database.ping),
            "redis": Watched(circuits["Redis"], redis, redis),
            "qdrant": Watched(circuits["Qdrant"], qdrant, qdrant),
            "associations": Watched(circuits["Neo4j"], self._graph.ping, self._associations.rehearse),
        }

    async def free(self, database: Database) -> list[Remains]:
        rewriting = Rewriting(database)
        await rewriting.ask()
        await rewriting.at_once()
        remains = [Remains("postgresql", what) for what in await leave_log(database)]
        waiting = await rewriting.waiting()
        return [Remains("postgresql", "tables", tuple(waiting)), *remains] if waiting else remains

    async def _compact_redis(self) -> list[Remains]:
        return [] if await write_files_anew(self._redis) else [Remains("redis", "files")]

    async def about_redis(self) -> About:
        version, used, most = await about_server(self._redis)
        held, whole = f"{used / 1e6:.0f}", f"{most / 1e6:.0f}"
        if not most:
            return About(version, because("Redis server, {held} MB", held=held))
        return About(version, because("Redis server, {held} MB of {most}", held=held, most=whole), used / most)

    async def about_qdrant(self) -> About:
        return About(await qdrant_version(self._qdrant, self._circuits["Qdrant"]), because("Qdrant server"))

    async def about_associations(self) -> About:
        return About(await self._graph.version(), because("in Neo4j"))


async def _name_the_others() -> list[Remains]:
    """Qdrant vacuums by itself, Neo4j uses again what is free. Neither can be told to; neither holds a sentence."""
    return [Remains("qdrant", "ids"), Remains("neo4j", "records")]


async def _or_later(call: Awaitable[object]) -> None:
    """An engine that is down now is prepared when it is called and answers. Raises StoreTooOld."""
    try:
        await call
    except StoreTooOld:
        raise
    except StoreDown as error:
        logger.warning("%s LUMINA goes on without it, and takes it up when it answers.", error)


async def _heard(catalogue: Catalogue, person: str, viewer: str | None, memories: Sequence[UUID]) -> list[UUID]:
    """Those that the viewer heard and that were not put away."""
    states = await catalogue.states(person, memories, LAST)
    return [
        state.id
        for state in states.values()
        if state.tier is not TierName.FORGOTTEN and may_see(viewer, state.witnesses)
    ]
