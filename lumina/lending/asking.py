"""Another process is asked to run a command, which looks as if it ran in this one."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from lumina.cancelling import cancelled
from lumina.errors import LuminaError, NotDoneThere, OwnerGone
from lumina.lending.frames import Channel, Frame, SocketChannel, socket_path
from lumina.lending.luggage import Luggage


class Asking:
    """One command that somebody else is asked to run. What it prints goes to `out` and `err`, where it reads, it gets
    the `lines` of stdin, and files travel as `luggage`."""

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        lines: Callable[[], AsyncGenerator[bytes]],
        luggage: Luggage | None = None,
    ) -> None:
        self._files = {"out": out, "err": err}
        self._lines, self._luggage = lines, luggage or Luggage()
        self._typing: asyncio.Task[None] | None = None

    async def ask_owner(self, home: Path, request: Mapping[str, Any]) -> int | None:
        """The exit status; None where nobody listens in the folder. Cancelled, it stops the command and shows what that
        still says. Raises OwnerGone."""
        try:
            with socket_path(home) as path:
                reader, writer = await asyncio.open_unix_connection(path)
        except OSError:
            return None
        return await self.ask(SocketChannel(reader, writer), request, OwnerGone(folder=home))

    async def ask(self, channel: Channel, request: Mapping[str, Any], gone: LuminaError) -> int:
        """As ask_owner(), by a channel that is open. Raises `gone` where the other side ended before the command, and
        NotDoneThere."""
        try:
            channel.send(Frame("ask", request))
            async for piece in self._luggage.pieces():
                channel.send(piece)
                await channel.drain()
            return await self._until_its_end(channel, gone)
        finally:
            await cancelled([self._typing] if self._typing else [])
            await channel.close()

    async def _until_its_end(self, channel: Channel, gone: LuminaError) -> int:
        try:
            return await self._followed(channel, gone)
        except asyncio.CancelledError:
            channel.send(Frame("stop"))
            await self._followed(channel, gone)
            raise

    async def _followed(self, channel: Channel, gone: LuminaError) -> int:
        while frame := await channel.receive():
            match frame:
                case Frame("end", status):
                    return int(status)
                case Frame("refused", why):
                    raise NotDoneThere(why=why)
                case Frame("stdin"):
                    self._typing = asyncio.create_task(self._type(channel))
                case Frame("file", piece):
                    await self._luggage.bring_home(piece)
                case Frame(kind, text):
                    self._files[kind].write(text)
                    self._files[kind].flush()
        raise gone

    async def _type(self, channel: Channel) -> None:
        async for line in self._lines():
            channel.send(Frame("line", line.decode("utf-8", "surrogateescape")))
            await channel.drain()
        channel.send(Frame("line", ""))
