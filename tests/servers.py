"""Real engines for the tests that ask for them; where one is not here, those tests are skipped by name."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

import pytest

from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.programs import Missing
from tools.servers.redis_server import serve_redis, serve_redis_cluster
from tools.servers.serving import Server

T = TypeVar("T")


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


@pytest.fixture(scope="session")
def redis_server() -> Generator[Server]:
    with or_skip(serve_redis()) as server:
        yield server


@pytest.fixture(scope="session")
def redis_cluster() -> Generator[str]:
    """Its url."""
    with or_skip(serve_redis_cluster()) as server:
        yield server


@pytest.fixture(scope="session")
def debian_postgres() -> Generator[Server]:
    with or_skip(serve_postgres()) as server:
        yield server


@pytest.fixture(scope="session")
def neo4j_server() -> Generator[Server]:
    with or_skip(serve_neo4j()) as server:
        yield server
