"""What crosses the socket: frames, each a kind and a value, as JSON after its length."""

import asyncio
import json
import os
import struct
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

SOCKET: Final = "commands.sock"
LONGEST_PATH: Final = 100
"""Bytes of a socket's path that every system takes."""

LENGTH = struct.Struct("!I")


class Frame(NamedTuple):
    """To the owner: `ask`, `line` (of stdin; empty: its end), `stop`. From the owner: `out`, `err`, `stdin` (it is
    wanted), `end` (the exit status)."""

    kind: str
    value: Any = None


def packed(frame: Frame) -> bytes:
    body = json.dumps(frame).encode("ascii")
    return LENGTH.pack(len(body)) + body


async def frame_of(reader: asyncio.StreamReader) -> Frame | None:
    """The next one; None where the other side has gone."""
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        [length] = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        return Frame(*json.loads(await reader.readexactly(length)))
    return None


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
