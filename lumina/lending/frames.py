"""What crosses between two processes: frames, each a kind and a value, as JSON."""

import asyncio
import json
import os
import struct
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

SOCKET: Final = "commands.sock"
LONGEST_PATH: Final = 100
"""Bytes of a socket's path that every system takes."""

LENGTH = struct.Struct("!I")


class Frame(NamedTuple):
    """To the owner: `ask`, `file` (behind `ask`, where it comes over a network), `line` (of stdin; empty: its end),
    `stop`. From the owner: `out`, `err`, `stdin` (it is wanted), `file` (that the command has made), `refused` (why),
    `end` (the exit status)."""

    kind: str
    value: Any = None


class Channel(Protocol):
    """One command's connection."""

    async def receive(self) -> Frame | None:
        """The next one; None where the other side has gone."""
        ...

    def send(self, frame: Frame) -> None:
        """In their order; lost where the other side has gone."""
        ...

    async def drain(self) -> None:
        """Wait until what was sent is under way."""
        ...

    async def close(self) -> None: ...


class SocketChannel:
    """By a socket: each frame after its length."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def receive(self) -> Frame | None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            [length] = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))
            return Frame(*json.loads(await self._reader.readexactly(length)))
        return None

    def send(self, frame: Frame) -> None:
        if not self._writer.is_closing():
            body = json.dumps(frame).encode("ascii")
            self._writer.write(LENGTH.pack(len(body)) + body)

    async def drain(self) -> None:
        with suppress(ConnectionError):
            await self._writer.drain()

    async def close(self) -> None:
        self._writer.close()


@contextmanager
def socket_path(home: Path) -> Generator[str]:
    """Where the socket is, however long the folder's own path. Raises OSError where there is no folder."""
    path = str(home / SOCKET)
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{SOCKET}"
    finally:
        os.close(folder)
