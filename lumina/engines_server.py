"""The engines of the server profile: an operator's PostgreSQL, Redis, Qdrant and Neo4j. Needs the extra `server`."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from lumina.engines import About, Task
from lumina.errors import StoreDown
from lumina.memory.associations_followed import FollowedAssociations
from lumina.memory.associations_neo4j import Neo4jAssociations
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.freed_space import free_space
from lumina.memory.index_qdrant_server import QdrantServerIndex, drop_collections, open_qdrant, qdrant_version
from lumina.memory.midterm_redis import about_server, open_redis, write_files_anew
from lumina.memory.neo4j import Graph
from lumina.memory.points import Kind
from lumina.memory.postgres import STATEMENT_SECONDS, Database
from lumina.memory.schema import bring_up_to_date
from lumina.models import TierName, may_see
from lumina.reports import Remains
from lumina.settings import Settings

logger = logging.getLogger(__name__)

PREPARING = "prepare the engines"
"""Two processes that make constraints, or a collection, at once get into each other's way."""

END = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(slots=True)
class ServerEngines:
    """What was opened is remembered for the doctor."""

    settings: Settings
    place: str = "the servers"
    shared: bool = True
    _database: Any = field(default=None, init=False)
    _redis: Any = field(default=None, init=False)
    _qdrant: Any = field(default=None, init=False)
    _graph: Any = field(default=None, init=False)

    async def database(self, stack: AsyncExitStack) -> Database:
        url = self.settings.postgres_url.get_secret_value()
        database = await stack.enter_async_context(Database.open(url, seconds=STATEMENT_SECONDS))
        await bring_up_to_date(database, self.place)
        self._database = database
        return database

    async def redis(self) -> Any:
        self._redis = open_redis(self.settings.redis_url.get_secret_value())
        return self._redis

    async def index(self, stack: AsyncExitStack, kind: Kind, identity: str, dimensions: int) -> QdrantServerIndex:
        if self._qdrant is None:
            key = self.settings.qdrant_api_key.get_secret_value()
            self._qdrant = open_qdrant(self.settings.qdrant_url.get_secret_value(), key or None)
            stack.push_async_callback(self._qdrant.close)
        async with self._database.alone(PREPARING):
            return await QdrantServerIndex.open(self._qdrant, kind, identity, dimensions)

    async def associations(
        self, stack: AsyncExitStack, database: Database, catalogue: Catalogue
    ) -> FollowedAssociations:
        self._graph = await stack.enter_async_context(Graph.open(self.settings.neo4j_url.get_secret_value()))
        inner = Neo4jAssociations(self._graph, partial(_heard, catalogue))
        async with database.alone(PREPARING):
            await inner.set_up()
        return FollowedAssociations(database, inner)

    async def drop_other_indexes(self, identity: str) -> None:
        await drop_collections(self._qdrant, identity)

    def compactions(self, database: Database, indexes: Sequence[Any]) -> Sequence[Task]:  # noqa: ARG002
        return (partial(_compact_postgres, database), self._compact_redis, _name_the_others)

    def upkeep(self, indexes: Sequence[Any]) -> Sequence[Callable[[], Awaitable[int]]]:  # noqa: ARG002
        """The servers look after themselves."""
        return ()

    async def heal(self, associations: FollowedAssociations) -> int:
        try:
            return await associations.heal()
        except StoreDown as error:
            logger.warning("some memories are not associated yet: %s", error)
            return 0

    async def _compact_redis(self) -> list[Remains]:
        return [] if await write_files_anew(self._redis) else [Remains("redis", "files")]

    async def about_redis(self) -> About:
        return About(*await about_server(self._redis))

    async def about_qdrant(self) -> About:
        return About(await qdrant_version(self._qdrant), "Qdrant server")

    async def about_associations(self) -> About:
        return About(await self._graph.version(), "in Neo4j")


async def _compact_postgres(database: Database) -> list[Remains]:
    return [Remains("postgresql", what) for what in await free_space(database)]


async def _name_the_others() -> list[Remains]:
    """Qdrant vacuums by itself, Neo4j uses again what is free. Neither can be told to; neither holds a sentence."""
    return [Remains("qdrant", "ids"), Remains("neo4j", "records")]


async def _heard(catalogue: Catalogue, person: str, viewer: str | None, memories: Sequence[UUID]) -> list[UUID]:
    """Those that the viewer heard and that were not put away."""
    states = await catalogue.states(person, memories, END)
    return [
        state.id
        for state in states.values()
        if state.tier is not TierName.FORGOTTEN and may_see(viewer, state.witnesses)
    ]
