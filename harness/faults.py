"""What can befall an engine: it dies, stands still, answers slowly, is full, is told late. A fault is a block, and ends
with it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from harness.qdrant_rest import FULL
from lumina.databases.redis import open_redis
from tools.servers.serving import Server, free_port

SLOW_SECONDS = 3.0
"""What every piece of an answer takes on a slow way; longer than recall waits."""


@dataclass
class Way:
    """A port on loopback that leads to a server, and can be slow. What is sent with `caught` in it is kept on the way,
    with all that follows it, until it is let through: whether or not its sender has hung up meanwhile."""

    server: Server
    port: int = field(default_factory=free_port)
    seconds: float = 0.0
    caught: bytes = b""
    kept: int = 0
    """How many pieces were caught."""

    through: asyncio.Event = field(default_factory=asyncio.Event)
    _leading: set["asyncio.Task[Any]"] = field(default_factory=set["asyncio.Task[Any]"])

    @property
    def url(self) -> str:
        return self.leads_to(self.server.url)

    def leads_to(self, url: str) -> str:
        """A URL of the server, over this way."""
        place = urlsplit(url)
        return place._replace(netloc=place.netloc.replace(f":{place.port}", f":{self.port}")).geturl()

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["Way"]:
        listener = await asyncio.start_server(self._lead, "127.0.0.1", self.port)
        try:
            yield self
        finally:
            listener.close()
            for task in self._leading:
                task.cancel()
            await asyncio.gather(*self._leading, return_exceptions=True)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._leading.add(task)
        try:
            async with _closing(writer):
                theirs, to_them = await asyncio.open_connection("127.0.0.1", urlsplit(self.server.url).port)
                async with _closing(to_them):
                    await _either(self._pipe(reader, to_them), self._pipe(theirs, writer, slowly=True))
        except (OSError, asyncio.CancelledError):  # the listener would tell of it
            return
        finally:
            self._leading.discard(task)

    async def _pipe(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, slowly: bool = False) -> None:
        with suppress(OSError):
            while piece := await source.read(65_536):
                if self.caught and self.caught in piece and not slowly:
                    self.kept += 1
                    await self.through.wait()
                await asyncio.sleep(self.seconds if slowly else 0)
                sink.write(piece)
                await sink.drain()


@asynccontextmanager
async def _closing(writer: asyncio.StreamWriter) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _either(*pipes: Coroutine[Any, Any, None]) -> None:
    """Until one of them ends."""
    tasks = [asyncio.create_task(pipe) for pipe in pipes]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def killed(way: Way) -> AsyncGenerator[None]:
    """SIGKILL; it refuses connections until it is started again."""
    await asyncio.to_thread(way.server.kill)
    try:
        yield
    finally:
        await asyncio.to_thread(way.server.start)


@asynccontextmanager
async def paused(way: Way) -> AsyncGenerator[None]:
    with way.server.paused():
        yield


@asynccontextmanager
async def slowed(way: Way) -> AsyncGenerator[None]:
    way.seconds = SLOW_SECONDS
    try:
        yield
    finally:
        way.seconds = 0.0


@asynccontextmanager
async def late(way: Way, words: bytes) -> AsyncGenerator[Callable[[], None]]:
    """Whatever holds these words arrives when the function is called that this gives, and at the end."""
    way.caught, way.kept = words, 0

    def let_through() -> None:
        way.caught = b""
        way.through.set()

    try:
        yield let_through
    finally:
        let_through()
        way.through = asyncio.Event()


@asynccontextmanager
async def full(way: Way) -> AsyncGenerator[None]:
    """It takes nothing more."""
    async with FULL_BY_NAME[way.server.name](way.server):
        yield


@asynccontextmanager
async def _full_redis(server: Server) -> AsyncGenerator[None]:
    client: Any = open_redis(server.url)
    await client.config_set("maxmemory-policy", "noeviction")
    await client.config_set("maxmemory", "1")
    try:
        yield
    finally:
        await client.config_set("maxmemory", "0")
        await client.aclose()


@asynccontextmanager
async def _full_qdrant(server: Server) -> AsyncGenerator[None]:
    (server.folder / FULL).touch()
    try:
        yield
    finally:
        (server.folder / FULL).unlink()


@asynccontextmanager
async def _full_neo4j(server: Server) -> AsyncGenerator[None]:
    """It can be read, and not written."""
    settings = server.folder / "conf" / "neo4j.conf"
    usual = await asyncio.to_thread(settings.read_text)
    await _restart(server, settings, usual + "server.databases.read_only=neo4j\n")
    try:
        yield
    finally:
        await _restart(server, settings, usual)


async def _restart(server: Server, settings: Path, text: str) -> None:
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(settings.write_text, text)
    await asyncio.to_thread(server.start)


@asynccontextmanager
async def _full_postgres(server: Server) -> AsyncGenerator[None]:
    """What a full disk makes of every row that is added."""
    said = """
    create or replace function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$
    """
    names = "select datname from pg_database where datname like 'emptied%'"
    async with await psycopg.AsyncConnection.connect(server.url, autocommit=True) as connection:
        databases = [row[0] for row in await (await connection.execute(names)).fetchall()]
    ways = [urlsplit(server.url)._replace(path=f"/{name}").geturl() for name in databases]
    for url in ways:
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(said)  # pyright: ignore[reportArgumentType]
            await connection.execute("create trigger no_room before insert on turns execute function no_room()")
    try:
        yield
    finally:
        for url in ways:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute("drop trigger no_room on turns")


FULL_BY_NAME: Mapping[str, Callable[[Server], AbstractAsyncContextManager[None]]] = {
    "PostgreSQL": _full_postgres,
    "Redis": _full_redis,
    "Qdrant's stand-in": _full_qdrant,
    "Neo4j": _full_neo4j,
}
