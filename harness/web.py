"""The web application over a folder of its own, as those meet it who call it."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect

from harness.life import ME, Life, living
from harness.waiting import LONGEST
from lumina.api.application import create_app
from lumina.api.limits import Bucket, Limits

HERE = "http://localhost"


@dataclass(frozen=True)
class Told:
    """A server-sent event."""

    name: str
    data: Any
    id: str


@dataclass(repr=False)
class Site:
    """An application, and a client that holds the token of the person (葵)."""

    life: Life
    app: FastAPI
    client: httpx.AsyncClient
    secrets: dict[str, str] = field(default_factory=dict[str, str])

    async def token(self, person: str | None, *, days: float = 1, operator: bool = False) -> str:
        now = self.life.clock()
        added = self.life.lumina.tokens.add(
            "test", person=person, operator=operator, at=now, ends=now + timedelta(days=days)
        )
        return (await added)[0]

    async def say(self, text: str, **more: Any) -> list[Told]:
        """One turn to its end; what comes after it is done, too."""
        async with self.client.stream("POST", "/api/chat", json={"user_text": text, **more}) as answer:
            assert answer.status_code == 200, await answer.aread()
            heard = [event async for event in events(answer)]
        await self.life.parts.flusher.settle()
        self.life.clock.advance(timedelta(minutes=1))
        return heard


async def events(answer: httpx.Response) -> AsyncIterator[Told]:
    """The events of a stream, as they come."""
    fields: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if name in {"event", "data", "id"}:
            fields[name] = value
        elif not line and fields:
            yield Told(fields.get("event", ""), json.loads(fields["data"]), fields.get("id", ""))
            fields = {}


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


UNLIMITED = Limits(Bucket(1e9, 1e9), Bucket(1e9, 1e9))


@asynccontextmanager
async def site(home: Path, *, limits: Limits = UNLIMITED, **more: Any) -> AsyncGenerator[Site]:
    """Without a network in between: a stream comes at its end."""
    async with living(home, **more) as life:
        app = create_app(life.lumina, limits=limits)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            opened = Site(life, app, client)
            client.headers.update(bearer(await opened.token(ME)))
            yield opened


class _Server(uvicorn.Server):
    """Leaves the signals to the test."""

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[str]:
        self.config.load()
        self.lifespan = self.config.lifespan_class(self.config)
        await self.startup()
        ticking = asyncio.create_task(self.main_loop())
        port = self.servers[0].sockets[0].getsockname()[1]
        try:
            yield f"http://localhost:{port}"
        finally:
            self.should_exit = True
            await ticking
            await self.shutdown()


@asynccontextmanager
async def serving(opened: Site) -> AsyncGenerator[str]:
    """The address of the same application at a port of this machine."""
    config = uvicorn.Config(
        opened.app, port=0, log_config=None, lifespan="off", ws="websockets-sansio", timeout_graceful_shutdown=1
    )
    async with _Server(config).running() as address:
        yield address


@asynccontextmanager
async def served(opened: Site) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of it there, where a stream comes as it goes on."""
    async with (
        serving(opened) as address,
        httpx.AsyncClient(base_url=address, headers=opened.client.headers, timeout=LONGEST) as client,
    ):
        yield client


@asynccontextmanager
async def listening(client: httpx.AsyncClient, secret: str, **query: str) -> AsyncGenerator[ClientConnection]:
    """A socket on which news are told."""
    address = str(client.base_url.copy_with(scheme="ws")).rstrip("/")
    asked = httpx.QueryParams(query)
    async with connect(f"{address}/api/events/stream?{asked}", additional_headers=bearer(secret)) as socket:
        yield socket


async def hear(socket: ClientConnection, *names: str) -> list[dict[str, Any]]:
    """News, up to one of each of these names."""
    heard: list[dict[str, Any]] = []
    while not set(names) <= {event["event"] for event in heard}:
        heard.append(json.loads(await asyncio.wait_for(socket.recv(), LONGEST)))
    return heard


async def hear_turns(socket: ClientConnection, count: int) -> list[dict[str, Any]]:
    """So many turns, as they are told."""
    heard: list[dict[str, Any]] = []
    while len(heard) < count:
        event = json.loads(await asyncio.wait_for(socket.recv(), LONGEST))
        heard += [event] if event["event"] == "turn" else []
    return heard
