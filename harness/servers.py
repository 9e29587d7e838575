"""Real engines for the tests that ask for them; where one is not here, those tests are skipped by name."""

import asyncio
import os
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import pytest

from lumina.databases.neo4j import Graph
from lumina.databases.postgres import Database
from lumina.databases.redis import open_redis
from lumina.databases.schema import bring_up_to_date
from lumina.memory.index_qdrant_server import open_qdrant
from tools.servers.certificate import make_certificate
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.programs import ROOT, Missing
from tools.servers.redis_server import RedisCluster, serve_redis, serve_redis_cluster
from tools.servers.s3_server import serve_s3
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

KEY = "a key: ~"
"""Qdrant's."""

MIGRATED = "migrated"
COPIED = f"template {MIGRATED} strategy file_copy"
"""How a new database begins: the files of the template, which is quicker than every page of it."""

HEALTH = b"GET / HTTP/1.0\r\n\r\n"
T = TypeVar("T")

_numbers = count(1)


class Engines(NamedTuple):
    """All that the profile "server" needs."""

    postgres: Server
    redis: Server | RedisCluster
    qdrant: Server
    neo4j: Server
    begins: str = ""
    """What a new database of PostgreSQL is; COPIED spares each the migrations."""

    async def emptied(self) -> dict[str, Any]:
        """Let them hold nothing; their settings."""
        name = f"emptied_{next(_numbers)}"
        async with Database.open(self.postgres.url) as database:
            await database.execute(f"create database {name} {self.begins}")  # pyright: ignore[reportArgumentType]
        await empty_redis(self.redis)
        await empty_qdrant(self.qdrant)
        await empty_neo4j(self.neo4j)
        return {
            "profile": "server",
            "postgres_url": on(self.postgres.url, name),
            "redis_url": self.redis.url,
            "qdrant_url": self.qdrant.url,
            "qdrant_api_key": KEY,
            "neo4j_url": self.neo4j.url,
        }


def on(server: str, name: str) -> str:
    """The dsn of this database of a PostgreSQL server."""
    return urlsplit(server)._replace(path=f"/{name}").geturl()


async def make_template(server: str) -> None:
    """A database that is migrated and empty; others are copied from it."""
    async with Database.open(server) as database:
        await database.execute(f"create database {MIGRATED}")
    async with Database.open(on(server, MIGRATED)) as database:
        await bring_up_to_date(database, server)


async def empty_redis(server: Server | RedisCluster) -> None:
    client: Any = open_redis(server.url)
    await client.flushall()
    await client.aclose()


async def empty_qdrant(server: Server) -> None:
    client = open_qdrant(server.url, KEY)
    for one in (await client.get_collections()).collections:
        await client.delete_collection(one.name)
    await client.close()


async def empty_neo4j(server: Server) -> None:
    async with Graph.open(server.url, seconds=240) as graph:
        await graph.run("match (n) detach delete n", {})


@contextmanager
def or_skip(serving: AbstractContextManager[T]) -> Generator[T]:
    """What is served; where the engine is not here, the test is skipped."""
    try:
        server = serving.__enter__()
    except Missing as missing:
        pytest.skip(str(missing))
    try:
        yield server
    finally:
        serving.__exit__(None, None, None)


@contextmanager
def serve_stand_in(*, tls: bool = False, version: str = "1.19.0-stand-in") -> Generator[Server]:
    """No Qdrant: see qdrant_rest.py. With `tls` the certificate is CERTIFICATE in its folder."""
    port = free_port()
    scheme, question, answer = ("https", b"", b"") if tls else ("http", HEALTH, b"HTTP/1.1 401")
    with folder_that_goes_away("qdrant") as folder:
        certificate = make_certificate(folder) if tls else ()
        with served(
            Server(
                name="Qdrant's stand-in",
                url=f"{scheme}://127.0.0.1:{port}",
                command=[sys.executable, "-m", "harness.qdrant_rest", folder, str(port), KEY, *certificate],
                environment={**os.environ, "PYTHONPATH": str(ROOT), "STAND_IN_VERSION": version},
                folder=folder,
                ready=lambda: answers(port, question, answer),
            )
        ) as server:
            yield server


@contextmanager
def serve_engines() -> Generator[Engines]:
    """For whoever measures: Java may compile as well as it can. Raises Missing."""
    with (
        serve_postgres() as postgres,
        serve_redis() as redis,
        serve_stand_in() as qdrant,
        serve_neo4j(java=()) as neo4j,
    ):
        yield Engines(postgres, redis, qdrant, neo4j)


@pytest.fixture(scope="session")
def qdrant_stand_in() -> Generator[Server]:
    with serve_stand_in() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Generator[Server]:
    with or_skip(serve_redis()) as server:
        yield server


@pytest.fixture(scope="session")
def redis_cluster() -> Generator[str]:
    """Its url."""
    with or_skip(serve_redis_cluster()) as server:
        yield server.url


@pytest.fixture(scope="session")
def s3_server() -> Generator[Server]:
    with or_skip(serve_s3()) as server:
        yield server


@pytest.fixture(scope="session")
def debian_postgres() -> Generator[Server]:
    with or_skip(serve_postgres()) as server:
        yield server


@pytest.fixture(scope="session")
def neo4j_server() -> Generator[Server]:
    with or_skip(serve_neo4j()) as server:
        yield server


@pytest.fixture(scope="session")
def real_server(debian_postgres: Server) -> str:
    """The dsn of Debian's PostgreSQL, with its template. (`profile` asks for it on an event loop.)"""
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, make_template(debian_postgres.url)).result()
    return debian_postgres.url


@pytest.fixture(scope="session")
def engines(
    debian_postgres: Server, real_server: str, redis_server: Server, qdrant_stand_in: Server, neo4j_server: Server
) -> Engines:
    return Engines(debian_postgres, redis_server, qdrant_stand_in, neo4j_server, COPIED)


@pytest.fixture(params=["embedded", pytest.param("server", marks=pytest.mark.servers)])
async def profile(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The settings of engines that hold nothing, beside a folder of one's own."""
    return {} if request.param == "embedded" else await request.getfixturevalue("engines").emptied()
