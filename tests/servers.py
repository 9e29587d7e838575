"""Real engines for the tests that ask for them; where one is not here, those tests are skipped by name."""

import os
import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

import pytest

from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.programs import ROOT, Missing
from tools.servers.redis_server import serve_redis, serve_redis_cluster
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

KEY = "a key: ~"
"""Qdrant's."""

HEALTH = b"GET / HTTP/1.0\r\n\r\n"
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


@contextmanager
def serve_stand_in() -> Generator[Server]:
    """No Qdrant: see qdrant_rest.py."""
    port = free_port()
    with (
        folder_that_goes_away("qdrant") as folder,
        served(
            Server(
                name="Qdrant's stand-in",
                url=f"http://127.0.0.1:{port}",
                command=[sys.executable, "-m", "tests.memory.qdrant_rest", folder, str(port), KEY],
                environment={**os.environ, "PYTHONPATH": str(ROOT)},
                folder=folder,
                ready=lambda: answers(port, HEALTH, b"HTTP/1.1 401"),
            )
        ) as server,
    ):
        yield server


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
        yield server


@pytest.fixture(scope="session")
def debian_postgres() -> Generator[Server]:
    with or_skip(serve_postgres()) as server:
        yield server


@pytest.fixture(scope="session")
def neo4j_server() -> Generator[Server]:
    with or_skip(serve_neo4j()) as server:
        yield server
