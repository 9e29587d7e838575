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
from lumina.lending.frames import SOCKET, Frame, frame_of, packed, socket_path

log = logging.getLogger(__name__)

INTERRUPTED = 130
RIGHTS = 0o600


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
class Guest:
    """A command that somebody else asks for."""

    request: Mapping[str, Any]
    out: TextIO
    err: TextIO
    lines: Callable[[], AsyncGenerator[bytes]]
    """The lines of its stdin; asked for once."""


Run = Callable[[Guest], Awaitable[int]]


class Lender:
    """Runs what is asked for, each command in a task and a context of its own."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._visits: set[asyncio.Task[Any]] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until the command ends or the asker has gone."""
        visit = asyncio.create_task(self._visited(reader, writer))
        self._visits.add(visit)
        try:
            await asyncio.wait({visit})
        finally:
            self._visits.discard(visit)
            writer.close()
        if not visit.cancelled() and (error := visit.exception()):
            log.error("a command of another process failed", exc_info=error)

    async def close(self) -> None:
        await cancelled(self._visits)

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await frame_of(reader)
        if asked is None or asked.kind != "ask":
            return
        typed: asyncio.Queue[str] = asyncio.Queue()
        running = asyncio.create_task(_status(self._run(_guest(asked.value, writer, typed))))
        listening = asyncio.create_task(_listen(reader, typed))
        try:
            await asyncio.wait({running, listening}, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                await cancelled([running])
            await asyncio.sleep(0)  # behind what threads have written
            writer.write(packed(Frame("end", INTERRUPTED if running.cancelled() else running.result())))
            await listening
            await _gone(reader)
        finally:
            await cancelled([running, listening])


async def _status(running: Awaitable[int]) -> int:
    return await running


def _guest(request: Mapping[str, Any], writer: asyncio.StreamWriter, typed: asyncio.Queue[str]) -> Guest:
    def send(frame: Frame) -> None:
        if not writer.is_closing():
            writer.write(packed(frame))

    async def lines() -> AsyncGenerator[bytes]:
        send(Frame("stdin"))
        while line := await typed.get():
            yield line.encode("utf-8", "surrogateescape")
            with suppress(ConnectionError):
                await writer.drain()

    out, err = (Written(kind, send, request[kind]) for kind in ("out", "err"))
    return Guest(request, cast("TextIO", out), cast("TextIO", err), lines)


async def _listen(reader: asyncio.StreamReader, typed: asyncio.Queue[str]) -> None:
    """Until the asker stops the command, or has gone."""
    while (frame := await frame_of(reader)) and frame.kind == "line":
        typed.put_nowait(frame.value)


async def _gone(reader: asyncio.StreamReader) -> None:
    """Until the asker has closed: what it still writes into a closed socket would lose it the answer."""
    while await frame_of(reader):
        pass


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
