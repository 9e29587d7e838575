"""What is new, as it comes: heard by who may hear it, gone on with where one was."""

import asyncio
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from harness.life import ME
from harness.web import Site, hear, listening, served, site


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
