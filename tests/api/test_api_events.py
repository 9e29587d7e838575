"""What is new, as it comes: heard by who may hear it, gone on with where one was."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from harness.life import ME
from harness.waiting import LONGEST
from harness.web import Site, bearer, served, site


@asynccontextmanager
async def listening(client: httpx.AsyncClient, secret: str, **query: str) -> AsyncGenerator[ClientConnection]:
    address = str(client.base_url.copy_with(scheme="ws")).rstrip("/")
    asked = httpx.QueryParams(query)
    async with connect(f"{address}/api/events/stream?{asked}", additional_headers=bearer(secret)) as socket:
        yield socket


async def hear(socket: ClientConnection, *names: str) -> list[dict[str, Any]]:
    """Events up to one of each of these names."""
    heard: list[dict[str, Any]] = []
    while not set(names) <= {event["event"] for event in heard}:
        heard.append(json.loads(await asyncio.wait_for(socket.recv(), LONGEST)))
    return heard


async def test_news_are_told_as_they_come_and_gone_on_with(home: Path) -> None:
    async with site(home) as here, served(here) as client:
        secret = await here.token(ME)
        async with listening(client, secret) as socket:
            [hello] = await hear(socket, "hello")
            assert hello["data"] == {"person": ME, "rooms": []}
            await here.say("玉露を飲んだ")
            turns = [one["data"]["text"] for one in await hear(socket, "turn")]
        here.life.clock.advance(timedelta(minutes=30))
        await here.life.run("reconcile")
        async with listening(client, secret, last_event_id=hello["id"]) as socket:
            heard = await hear(socket, "memory", "job")
        assert turns[0] == "玉露を飲んだ"
        assert [one["event"] for one in heard][:3] == ["hello", "turn", "turn"]
        assert len({one["id"] for one in heard[1:]}) == len(heard) - 1
        async with listening(client, await here.token("楓")) as socket:
            await hear(socket, "hello")
            await here.say("楓には聞こえない")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(socket.recv(), 2)


async def refused(here: Site, client: httpx.AsyncClient, secret: str, **query: str) -> int | None:
    try:
        async with listening(client, secret, **query) as socket:
            await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    return None


async def test_who_may_not_listen_is_closed_with_1008(home: Path) -> None:
    async with site(home) as here, served(here) as client:
        assert await refused(here, client, "lumina_wrong") == 1008
        assert await refused(here, client, await here.token(ME, days=-1)) == 1008
        assert await refused(here, client, await here.token(ME), person="楓") == 1008
        assert await refused(here, client, await here.token(ME), last_event_id="x") == 1008
