"""Real engines for the tests that ask for them; where one is not here, those tests are skipped by name."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager

import pytest

from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.programs import Missing
from tools.servers.redis_server import serve_redis
from tools.servers.serving import Server


def _served(serve: Callable[[], AbstractContextManager[Server]]) -> Generator[Server]:
    try:
        serving = serve()
        server = serving.__enter__()
    except Missing as missing:
        pytest.skip(str(missing))
    yield server
    serving.__exit__(None, None, None)


@pytest.fixture(scope="session")
def redis_server() -> Generator[Server]:
    yield from _served(serve_redis)


@pytest.fixture(scope="session")
def debian_postgres() -> Generator[Server]:
    yield from _served(serve_postgres)


@pytest.fixture(scope="session")
def neo4j_server() -> Generator[Server]:
    yield from _served(serve_neo4j)
