"""What every test may ask for: a real database, fresh and migrated, on a server that the whole run shares."""

import asyncio
import gc
import os
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import cast
from unittest.mock import patch

import psycopg
import pytest
import pytest_asyncio
from hypothesis import settings

from harness.copies import copy_home, made_once, without_keys
from harness.dealing import dealt
from harness.life import ME, MORNING, Life, living
from harness.servers import (
    COPIED,
    debian_postgres,
    engines,
    make_template,
    neo4j_server,
    on,
    profile,
    qdrant_stand_in,
    real_server,
    redis_cluster,
    redis_server,
    s3_server,
)
from harness.vforked import Vforked
from harness.workers import pytest_xdist_setupnodes
from lumina.databases import disk, postgres_embedded
from lumina.databases.folder import is_a_data_folder
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import SETTINGS, embedded_postgres
from lumina.embedding import chive
from lumina.embedding.word_vectors import WordVectors, open_word_vectors
from tools.servers.postgres_server import FORGETFUL

__all__ = [
    "debian_postgres",
    "engines",
    "neo4j_server",
    "profile",
    "pytest_xdist_setupnodes",
    "qdrant_stand_in",
    "real_server",
    "redis_cluster",
    "redis_server",
    "s3_server",
]

MAKE_CLUSTER = postgres_embedded._make_cluster  # pyright: ignore[reportPrivateUsage]

_numbers = count(1)

os.environ.setdefault("LUMINA_MASTER_KEY", f"{tempfile.gettempdir()}/lumina-tests-{os.getuid()}/master.key")
"""One for all that a run opens, by whatever process; the developer's own is left alone."""

os.environ["LUMINA_SOURCE_TIMEOUT"] = "60"
"""A machine that is busy with other tests is no reason to go without a source."""

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""Where the run was started in the background, Ctrl-C is ignored, and commands that it starts would inherit that."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays to the end: nothing looks through it for what could go."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of those that are left to run."""

    def file_if(test: pytest.Item, mark: str) -> str:
        return str(test.path) if test.get_closest_marker(mark) else ""

    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = dealt(items, workers, lambda test: file_if(test, "ci"), lambda test: file_if(test, "servers"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Each reason for a skip once; the failures come after it, last."""
    skipped: list[pytest.TestReport] = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple))
    for reason, times in sorted(reasons.items()):
        terminalreporter.write_line(f"{times} × {reason}")


@asynccontextmanager
async def _embedded(folder: Path) -> AsyncGenerator[str]:
    """Nobody kills it, so it need not wait for the disk: with each database that goes it would write out everything."""
    async with AsyncExitStack() as stack:
        with patch.dict(SETTINGS, FORGETFUL):
            server = await stack.enter_async_context(embedded_postgres(folder))
        await make_template(server)
        yield server


@pytest.fixture(scope="session")
def embedded_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with asyncio.Runner() as runner:
        serving = _embedded(tmp_path_factory.mktemp("postgres") / "data")
        yield runner.run(serving.__aenter__())
        runner.run(serving.__aexit__(None, None, None))


@pytest.fixture(scope="session", params=["embedded_server", pytest.param("real_server", marks=pytest.mark.servers)])
def postgres_server(request: pytest.FixtureRequest) -> str:
    """The dsn of a server, the one from the wheel and Debian's; it has the template of all others."""
    return request.getfixturevalue(request.param)


@pytest.fixture
async def dsn(postgres_server: str) -> AsyncGenerator[str]:
    """An empty, migrated database of this test alone."""
    name = f"test_{next(_numbers)}"
    async with await psycopg.AsyncConnection.connect(postgres_server, autocommit=True) as server:
        await server.execute(f"create database {name} {COPIED}".encode())
        yield on(postgres_server, name)
        await server.execute(f"drop database {name} with (force)".encode())


@pytest.fixture
async def database(dsn: str) -> AsyncGenerator[Database]:
    async with Database.open(dsn) as database:
        yield database


@pytest.fixture(scope="session")
def whole_run(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all workers share: for what is made once, of which each test has a copy (made_once)."""
    mine = tmp_path_factory.getbasetemp()
    return (mine if worker_id == "master" else mine.parent) / "once"


@pytest.fixture(scope="session")
def untouched_home(whole_run: Path) -> Path:
    """A data folder that was opened once and holds nothing, not even whose vectors lie in it: a new PostgreSQL takes
    seconds. Without PostgreSQL's templates: half of what is copied for a test."""

    async def open_once(folder: Path) -> None:
        async with living(folder) as life:
            await life.stores.database.execute("delete from embedders")
            await life.stores.database.execute("update pg_database set datistemplate = false")
            await life.stores.database.execute("drop database template0")
            await life.stores.database.execute("drop database template1")

    def make(folder: Path) -> None:
        asyncio.run(open_once(folder))
        without_keys(folder)

    return made_once(whole_run / "untouched", make)


@pytest.fixture(scope="session", autouse=True)
def _quick_births(request: pytest.FixtureRequest) -> Generator[None]:
    """PostgreSQL and the embedder's vectors in a new data folder are copies of those of `untouched_home`, which is made
    before any test has anything in its own way. Tests of how they are made have no data folder around them, or a
    process of their own."""
    tests = cast(list[pytest.Function], request.session.items)
    if not any("tmp_path" in test.fixturenames for test in tests):
        yield
        return
    template: Path = request.getfixturevalue("untouched_home")

    def copied(folder: Path, programs: Path, account: str | None) -> None:
        if folder.exists() or not is_a_data_folder(folder.parent):
            MAKE_CLUSTER(folder, programs, account)
        else:
            copy_home(template / folder.name, folder)

    def given(cache: Path) -> WordVectors:
        if not cache.exists() and is_a_data_folder(cache.parent):
            made = copy_home(template / cache.name, cache.with_name(f"{cache.name}.{next(_numbers)}"))
            try:
                made.replace(cache)
            except OSError:  # who came first made it
                shutil.rmtree(made)
        return open_word_vectors(cache)

    with (
        patch.object(postgres_embedded, "_make_cluster", copied),
        patch.object(chive, "open_word_vectors", given),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def _stays_frozen() -> Generator[None]:
    """What was imported and collected: each LUMINA that closes would thaw all of it."""
    gc.freeze()
    with patch.object(gc, "freeze"), patch.object(gc, "unfreeze"):
        yield
    gc.unfreeze()  # what is left at the end, libraries tell of


@pytest.fixture(scope="session", autouse=True)
def _no_forks() -> Generator[None]:
    """To start an engine. Every process of its own does as users' machines do."""
    with patch.object(subprocess, "Popen", Vforked):
        yield


@pytest.fixture(scope="session", autouse=True)
def _holes() -> Generator[None]:
    """The index may have holes in its files: on a disk in memory each of its 130 MB would be written as it is made, and
    freed again. Whoever asks for `allocating`, and every process of its own, does as users' machines do."""
    with patch.object(disk, "MAY_ALLOCATE", new=False):
        yield


@pytest.fixture
def allocating() -> Generator[None]:
    with patch.object(disk, "MAY_ALLOCATE", hasattr(os, "posix_fallocate")):
        yield


@pytest.fixture
def home(untouched_home: Path, tmp_path: Path) -> Path:
    """A data folder of this test alone."""
    return copy_home(untouched_home, tmp_path / "home")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_life(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Life]:
    """One application for a file of tests. Opening one costs as much as five turns."""
    async with living(copy_home(untouched_home, tmp_path_factory.mktemp("shared") / "home")) as opened:
        yield opened


@pytest.fixture
def life(shared_life: Life) -> Life:
    """Somebody who has not said a word, on a morning, in an application that others of the file have talked in. For
    tests of what is said; it needs their event loop, that of the module."""
    shared_life.clock.set(MORNING)
    return replace(shared_life, person=f"{ME}{next(_numbers)}")
