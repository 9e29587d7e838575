"""Frames over a network: as the texts of a web socket, whichever library speaks it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final, cast
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from lumina.cancelling import cancelled
from lumina.errors import BadInput, NotReached, because
from lumina.lending.frames import Frame

PATH: Final = "/api/commands"
PIECE: Final = 200_000
"""Characters of what is printed, in one frame."""

MOST_WAITING: Final = 50_000_000
"""Characters that wait for who does not take them; with more, the other side counts as gone."""

LARGEST: Final = 1 << 24
"""Bytes of one text of a web socket."""

LOOPBACK: Final = {"localhost", "127.0.0.1", "::1"}


class TextChannel:
    """A Channel over `put` and `get` (None: the other side has gone) of texts. `put` gives up by an error."""

    def __init__(
        self,
        put: Callable[[str], Awaitable[None]],
        get: Callable[[], Awaitable[str | None]],
        leave: Callable[[], Awaitable[None]],
    ) -> None:
        self._put, self._get, self._leave = put, get, leave
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._weight = 0
        self._gone = False
        self._pump = asyncio.create_task(self._pumped())

    async def receive(self) -> Frame | None:
        text = await self._get()
        with suppress(ValueError, TypeError):
            kind, value = json.loads(text or "")
            return Frame(str(kind), value)
        return None

    def send(self, frame: Frame) -> None:
        for text in map(json.dumps, _split(frame)):
            self._weight += len(text)
            self._waiting.put_nowait(text)

    async def drain(self) -> None:
        await self._waiting.join()

    async def close(self) -> None:
        await self._waiting.join()
        await cancelled([self._pump])
        await self._leave()

    async def _pumped(self) -> None:
        while True:
            text = await self._waiting.get()
            if not self._gone:
                await self._sent(text)
            self._weight -= len(text)
            self._waiting.task_done()

    async def _sent(self, text: str) -> None:
        """Whoever does not take it is left: what it asked for ends with that."""
        with suppress(Exception):
            if self._weight <= MOST_WAITING:
                await self._put(text)
                return
        self._gone = True
        await self._leave()


def _split(frame: Frame) -> Iterator[Frame]:
    """What is printed may be long."""
    if frame.kind not in {"out", "err"}:
        yield frame
        return
    for at in range(0, len(frame.value), PIECE):
        yield Frame(frame.kind, frame.value[at : at + PIECE])


@asynccontextmanager
async def reached(url: str, headers: Mapping[str, str]) -> AsyncGenerator[TextChannel]:
    """A channel to the LUMINA that serves at this address. By TLS, whose certificate must be trusted; without, only
    within this machine. Raises BadInput, NotReached."""
    address, is_near = _address(url)
    try:
        connection = await connect(
            address,
            additional_headers=headers,
            max_size=LARGEST,
            proxy=None if is_near else True,
            user_agent_header="lumina",
        )
    except (OSError, InvalidHandshake, InvalidURI, TimeoutError) as error:
        raise NotReached(url=url, why=str(error) or type(error).__name__) from error
    try:
        yield _channel(connection)
    finally:
        await connection.close()


def _address(url: str) -> tuple[str, bool]:
    """Of the web socket, and whether it is this machine's. Raises BadInput."""
    parts = urlsplit(url)
    is_near = parts.hostname in LOOPBACK
    if parts.scheme == "http" and not is_near:
        why = because("{url} is no https:// address: the token would cross the network in the clear", url=url)
        raise BadInput(why=why)
    scheme = {"http": "ws", "https": "wss"}[parts.scheme]
    return parts._replace(scheme=scheme, path=parts.path.rstrip("/") + PATH, query="", fragment="").geturl(), is_near


def _channel(connection: ClientConnection) -> TextChannel:
    async def get() -> str | None:
        with suppress(ConnectionClosed):
            return cast("str", await connection.recv())
        return None

    async def leave() -> None:
        await connection.close()

    return TextChannel(connection.send, get, leave)
