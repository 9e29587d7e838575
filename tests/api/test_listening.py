"""Where the API listens."""

import asyncio
import socket

import pytest

from lumina.api.serving import Listening, _bound  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_what_is_answered_is_sent_at_once(host: str) -> None:
    """Else each answer behind the first waits for the acknowledgement of its head."""
    waits = asyncio.get_running_loop().create_future()

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waits.set_result(not writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(answer, sock=_bound(Listening(host, 0))) as server:
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        assert not await waits
        writer.close()
