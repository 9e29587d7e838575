"""Another process is asked to run a command, which looks as if it ran in this one."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from lumina.cancelling import cancelled
from lumina.errors import OwnerGone
from lumina.lending.frames import Frame, frame_of, packed, socket_path


class Asking:
    """One command that the owner of the folder was asked to run. What it prints goes to `out` and `err`, and where it
    reads, it gets the `lines` of stdin."""

    def __init__(self, out: TextIO, err: TextIO, lines: Callable[[], AsyncGenerator[bytes]]) -> None:
        self._files = {"out": out, "err": err}
        self._lines = lines
        self._typing: asyncio.Task[None] | None = None

    async def ask(self, home: Path, request: Mapping[str, Any]) -> int | None:
        """The exit status; None where nobody listens. Cancelled, it stops the command and shows what that still says.
        Raises OwnerGone."""
        try:
            with socket_path(home) as path:
                reader, writer = await asyncio.open_unix_connection(path)
        except OSError:
            return None
        try:
            writer.write(packed(Frame("ask", request)))
            return await self._until_its_end(home, reader, writer)
        finally:
            await cancelled([self._typing] if self._typing else [])
            writer.close()

    async def _until_its_end(self, home: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        try:
            return await self._followed(home, reader, writer)
        except asyncio.CancelledError:
            writer.write(packed(Frame("stop")))
            await self._followed(home, reader, writer)
            raise

    async def _followed(self, home: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        while frame := await frame_of(reader):
            match frame:
                case Frame("end", status):
                    return int(status)
                case Frame("stdin"):
                    self._typing = asyncio.create_task(self._type(writer))
                case Frame(kind, text):
                    self._files[kind].write(text)
                    self._files[kind].flush()
        raise OwnerGone(folder=home)

    async def _type(self, writer: asyncio.StreamWriter) -> None:
        async for line in self._lines():
            writer.write(packed(Frame("line", line.decode("utf-8", "surrogateescape"))))
            await writer.drain()
        writer.write(packed(Frame("line", "")))
