"""What every test may ask for: a real database, fresh and migrated, on a server that the whole run shares."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lumina.memory.postgres import Database
from lumina.memory.postgres_embedded import embedded_postgres
from lumina.memory.schema import bring_up_to_date
from tests.life import living

_numbers = count(1)

signal.signal(signal.SIGINT, signal.default_int_handler)
"""Where the run was started in the background, Ctrl-C is ignored, and commands that it starts would inherit that."""


def _dsn(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=f"/{name}").geturl()


@asynccontextmanager
async def _template(folder: Path) -> AsyncGenerator[str]:
    async with embedded_postgres(folder) as server:
        async with Database.open(server) as database:
            await database.execute("create database migrated")
        async with Database.open(_dsn(server, "migrated")) as database:
            await bring_up_to_date(database, str(folder))
        yield server


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The dsn of the server; its database `migrated` is the template of all others."""
    with asyncio.Runner() as runner:
        serving = _template(tmp_path_factory.mktemp("postgres") / "data")
        server = runner.run(serving.__aenter__())
        yield server
        runner.run(serving.__aexit__(None, None, None))


@pytest.fixture
async def dsn(postgres_server: str) -> AsyncGenerator[str]:
    """An empty, migrated database of this test alone."""
    name = f"test_{next(_numbers)}"
    async with Database.open(postgres_server) as server:
        await server.execute(f"create database {name} template migrated")  # pyright: ignore[reportArgumentType]
        yield _dsn(postgres_server, name)
        await server.execute(f"drop database {name} with (force)")  # pyright: ignore[reportArgumentType]


@pytest.fixture
async def database(dsn: str) -> AsyncGenerator[Database]:
    async with Database.open(dsn) as database:
        yield database


@pytest.fixture(scope="session")
def untouched_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that was opened once and holds nothing: made once, since a new PostgreSQL takes seconds."""
    folder = tmp_path_factory.mktemp("untouched") / "home"

    async def open_once() -> None:
        async with living(folder):
            pass

    asyncio.run(open_once())
    return folder


@pytest.fixture
def home(untouched_home: Path, tmp_path: Path) -> Path:
    """A data folder of this test alone. PostgreSQL's files keep their owner."""
    subprocess.run(["cp", "-a", str(untouched_home), str(tmp_path / "home")], check=True)
    return tmp_path / "home"
