"""The owner of a folder listens for commands of other processes."""

import asyncio
import io
import logging
import socket
import stat
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, cast

from lumina.cancelling import cancelled
from lumina.errors import LuminaError, SocketForeign
from lumina.lending.frames import SOCKET, Channel, Frame, SocketChannel, socket_path
from lumina.lending.luggage import Unpacked

log = logging.getLogger(__name__)

INTERRUPTED = 130
RIGHTS = 0o600
MOST_LINES = 1_000
"""Of stdin, that wait to be read."""

LEAVING_SECONDS = 10
"""Who asks over a network has so long to close behind the end."""


class Written(io.TextIOBase):
    """A text file of the asker's, into which any thread may write."""

    def __init__(self, kind: str, send: Callable[[Frame], None], of: Mapping[str, Any]) -> None:
        self._kind, self._send, self._of = kind, send, of
        self._loop = asyncio.get_running_loop()

    @property
    def encoding(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  as io.TextIOWrapper has it
        return self._of["encoding"]

    def isatty(self) -> bool:
        return self._of["isatty"]

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        if text:
            self._loop.call_soon_threadsafe(self._send, Frame(self._kind, text))
        return len(text)


@dataclass(frozen=True, slots=True)
class Afar:
    """Who asks over a network, as the `caller` of that name, for whoever the request names; with the files that travel.
    Who is no operator asks of one person alone."""

    caller: str
    operator: bool
    unpacked: Unpacked


@dataclass(frozen=True, slots=True)
class Guest:
    """A command that somebody else asks for."""

    request: Mapping[str, Any]
    out: TextIO
    err: TextIO
    lines: Callable[[], AsyncGenerator[bytes]]
    """The lines of its stdin; asked for once."""
    afar: Afar | None = None


Run = Callable[[Guest], Awaitable[int]]


class Lender:
    """Runs what is asked for, each command in a task and a context of its own."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._visits: set[asyncio.Task[Any]] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until the command ends or the asker has gone."""
        channel = SocketChannel(reader, writer)
        visit = asyncio.create_task(_visited(channel, self._run))
        self._visits.add(visit)
        try:
            await asyncio.wait({visit})
        finally:
            self._visits.discard(visit)
            await channel.close()
        if not visit.cancelled() and (error := visit.exception()):
            log.error("a command of another process failed", exc_info=error)

    async def close(self) -> None:
        await cancelled(self._visits)


async def _visited(channel: Channel, run: Run) -> None:
    asked = await channel.receive()
    if asked and asked.kind == "ask":
        await attend(channel, asked.value, run)


async def attend(channel: Channel, request: Mapping[str, Any], run: Run, afar: Afar | None = None) -> None:
    """Run what is asked for, until it ends, is stopped, or the asker has gone."""
    typed: asyncio.Queue[str] = asyncio.Queue(MOST_LINES)
    running = asyncio.create_task(_status(run(_guest(request, channel, typed, afar))))
    listening = asyncio.create_task(_listen(channel, typed))
    try:
        await asyncio.wait({running, listening}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            await cancelled([running])
        await asyncio.sleep(0)  # behind what threads have written
        if afar and not running.cancelled():
            async for piece in afar.unpacked.made():
                channel.send(piece)
                await channel.drain()
        channel.send(Frame("end", INTERRUPTED if running.cancelled() else running.result()))
        leaving = asyncio.create_task(_left(channel, typed, listening))
        await asyncio.wait({leaving}, timeout=LEAVING_SECONDS if afar else None)
        await cancelled([leaving])
    finally:
        await cancelled([running, listening])


async def _status(running: Awaitable[int]) -> int:
    return await running


def _guest(request: Mapping[str, Any], channel: Channel, typed: asyncio.Queue[str], afar: Afar | None) -> Guest:
    async def lines() -> AsyncGenerator[bytes]:
        channel.send(Frame("stdin"))
        while line := await typed.get():
            yield line.encode("utf-8", "surrogateescape")
            await channel.drain()

    def send(frame: Frame) -> None:
        channel.send(Frame(frame.kind, afar.unpacked.as_written(frame.value)) if afar else frame)

    out, err = (Written(kind, send, request[kind]) for kind in ("out", "err"))
    return Guest(request, cast("TextIO", out), cast("TextIO", err), lines, afar)


async def _listen(channel: Channel, typed: asyncio.Queue[str]) -> None:
    """Until the asker stops the command, or has gone."""
    while (frame := await channel.receive()) and frame.kind == "line":
        await typed.put(str(frame.value))


async def _left(channel: Channel, typed: asyncio.Queue[str], listening: asyncio.Task[None]) -> None:
    """Until the asker has closed: what it still writes into a closed socket would lose it the answer."""
    emptying = asyncio.create_task(_emptied(typed))
    try:
        await listening
        while await channel.receive():
            pass
    finally:
        await cancelled([emptying])


async def _emptied(typed: asyncio.Queue[str]) -> None:
    while True:
        await typed.get()


@asynccontextmanager
async def lending(home: Path, run: Run, refused: Callable[[LuminaError], None]) -> AsyncGenerator[None]:
    """Listen in the folder (an absolute path) until left. For whoever owns it: a socket that was left behind is
    replaced. Where something else has its place, `refused` is told SocketForeign, and nobody can ask."""
    try:
        listening = await asyncio.to_thread(_bound, home)
    except SocketForeign as error:
        refused(error)
        yield
        return
    lender = Lender(run)
    server = await asyncio.start_unix_server(lender.take, sock=listening)
    try:
        yield
    finally:
        await asyncio.to_thread((home / SOCKET).unlink, missing_ok=True)
        server.close()
        await lender.close()


def _bound(home: Path) -> socket.socket:
    path = home / SOCKET
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise SocketForeign(file=path)
        path.unlink()
    bound = socket.socket(socket.AF_UNIX)
    try:
        with socket_path(home) as place:
            bound.bind(place)
        path.chmod(RIGHTS)
    except OSError:
        bound.close()
        raise
    return bound
