"""The lines of stdin, where nobody types."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from io import UnsupportedOperation
from threading import Thread
from typing import BinaryIO

from lumina.cli.terminal import elsewhere


def stdin_lines() -> AsyncGenerator[bytes]:
    """Each line as soon as it comes, with its line end."""
    there = elsewhere.get()
    return there.lines() if there else _own_lines()


async def _own_lines() -> AsyncGenerator[bytes]:
    """The thread that waits for a line holds up no exit."""
    loop, stdin = asyncio.get_running_loop(), _stdin()
    lines: asyncio.Queue[bytes] = asyncio.Queue()

    def read() -> None:
        line = b"more"
        while line and not loop.is_closed():
            line = stdin.readline()
            _hand_over(loop, lines, line)

    Thread(target=read, daemon=True, name="stdin").start()
    while line := await lines.get():
        yield line


async def stdin_text() -> str:
    """All of it, as one text; what is no UTF-8 is refused as a text."""
    whole = b"".join([line async for line in stdin_lines()])
    return whole.decode("utf-8", "surrogateescape").strip()


def _stdin() -> BinaryIO:
    """Another reader of stdin: the interpreter's own is locked while a thread waits in it, and an exit would fail."""
    try:
        return os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    except UnsupportedOperation:  # not a file, as in a test
        return sys.stdin.buffer


def _hand_over(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[bytes], line: bytes) -> None:
    try:
        loop.call_soon_threadsafe(lines.put_nowait, line)
    except RuntimeError:  # the loop is closed: nobody wants it any more
        return
