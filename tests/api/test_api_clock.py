"""The domain clock: moved only where it is switched on, only forward, and no right lasts longer or shorter by it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import httpx

from harness.life import ME, MORNING
from harness.web import HERE, UNLIMITED, bearer, site
from lumina.api.application import create_app
from lumina.app import Lumina
from lumina.clock import DomainClock, ManualClock
from lumina.settings import Settings

WEEK = 7 * 86_400


@asynccontextmanager
async def movable(home: Path) -> AsyncGenerator[tuple[Lumina, httpx.AsyncClient]]:
    """The application where time can be moved, and a client with the operator's token, which lasts a day."""
    async with Lumina.open(Settings(home=home), DomainClock(ManualClock(MORNING))) as lumina:
        ends = MORNING + timedelta(days=1)
        secret, _ = await lumina.tokens.add("test", person=ME, operator=True, at=MORNING, ends=ends)
        transport = httpx.ASGITransport(create_app(lumina, limits=UNLIMITED))
        async with httpx.AsyncClient(transport=transport, base_url=HERE, headers=bearer(secret)) as client:
            yield lumina, client


async def test_time_is_moved_forward_and_what_is_said_is_said_then(home: Path) -> None:
    async with movable(home) as (lumina, client):
        await client.post("/api/chat", json={"user_text": "来週の火曜に面接がある。"})
        moved = await client.post("/api/clock", json={"seconds": 2 * WEEK})
        assert (moved.status_code, moved.json()["ahead"]) == (200, 2 * WEEK)
        await client.post("/api/chat", json={"user_text": "ただいま。"})
        await lumina.settle()
        said = [one for one in (await client.get("/api/turns")).json()["turns"] if one["role"] == "person"]
        first, second = sorted(datetime.fromisoformat(one["at"]) for one in said)
        assert second - first == timedelta(seconds=2 * WEEK)
        assert (await client.get("/api/clock")).json()["movable"]


async def test_it_never_goes_back_and_ends_with_the_calendar(home: Path) -> None:
    async with movable(home) as (_, client):
        for seconds, status in ((-1, 422), (0, 422), (1e12, 422), (3_155_760_000, 200)):
            assert (await client.post("/api/clock", json={"seconds": seconds})).status_code == status
        ends = [(await client.post("/api/clock", json={"seconds": 3_155_760_000})).status_code for _ in range(90)]
        assert ends[-1] == 400
        assert (await client.get("/api/clock")).json()["now"] < "9999"


async def test_rights_end_as_if_time_had_not_been_moved(home: Path) -> None:
    async with movable(home) as (lumina, client):
        await client.post("/api/clock", json={"seconds": 2 * WEEK})
        assert (await client.get("/api/rooms")).status_code == 200
        base = lumina.clock.base if isinstance(lumina.clock, DomainClock) else None
        assert isinstance(base, ManualClock)
        base.advance(timedelta(days=2))
        assert (await client.get("/api/rooms")).status_code == 401


async def test_where_it_is_not_switched_on_nobody_moves_time(home: Path) -> None:
    async with site(home) as here:
        operator = bearer(await here.token(ME, operator=True))
        refused = await here.client.post("/api/clock", json={"seconds": 60}, headers=operator)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
        assert (await here.client.get("/api/clock")).json() == {
            "now": MORNING.isoformat().replace("+00:00", "Z"),
            "ahead": 0,
            "movable": False,
        }
