"""A turn that runs on one machine is heard on another, from the event where somebody left."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from harness.life import ME, scripted
from harness.nights import erased
from harness.servers import Engines
from harness.waiting import until
from harness.web import Site, Told, bearer, events, hear, hear_turns, listening, served, site
from lumina.cancelling import cancelled
from lumina.memory import turn_events_redis

pytestmark = pytest.mark.servers

LONG = "一つ目は港の話。二つ目は橋の話。三つ目は塔の話。"


@pytest.fixture
async def settings(engines: Engines, tmp_path: Path) -> dict[str, Any]:
    shared = {"shared_url": (tmp_path / "shared").as_uri(), "master_key": tmp_path / "master.key"}
    return {**await engines.emptied(), **shared}


@pytest.fixture
async def two(tmp_path: Path, settings: dict[str, Any]) -> AsyncGenerator[tuple[Site, Site]]:
    async with site(tmp_path / "one", **settings) as one, site(tmp_path / "other", **settings) as other:
        yield one, other


def holding(here: Site) -> tuple[asyncio.Event, asyncio.Event]:
    """The application speaks with a model that is waited for: what lets it answer, and what says that it was asked."""
    held, reached = asyncio.Event(), asyncio.Event()
    here.life.listen_to(scripted(LONG, held=held, reached=reached))
    object.__setattr__(here.life.lumina._parts, "talk", here.life.talk)  # pyright: ignore[reportPrivateUsage]
    return held, reached


@asynccontextmanager
async def under_way(
    here: Site, client: httpx.AsyncClient
) -> AsyncGenerator[tuple[str, AsyncIterator[Told], asyncio.Event]]:
    """A turn whose model has not answered yet: its name, what is told of it, and what lets the model answer."""
    held, reached = holding(here)
    async with client.stream("POST", "/api/chat", json={"user_text": "長い話を"}) as answer:
        stream = events(answer)
        first = await anext(stream)
        await reached.wait()
        yield first.data["turn"], stream, held


async def followed(client: httpx.AsyncClient, turn: str, last: str = "") -> list[Told]:
    headers = {"Last-Event-ID": last} if last else {}
    async with client.stream("GET", f"/api/chat/{turn}/events", headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        return [event async for event in events(answer)]


async def kept_in_redis(here: Site) -> list[bytes]:
    """The keys of turns."""
    client = here.life.stores.redis._client  # pyright: ignore[reportPrivateUsage]
    return [key async for key in client.scan_iter("lumina:{*}:turn:*")]


async def test_a_turn_on_one_machine_is_heard_on_another_and_from_where_somebody_left(two: tuple[Site, Site]) -> None:
    one, other = two
    async with served(one) as here, served(other) as there, under_way(one, here) as (turn, stream, held):
        async with there.stream("GET", f"/api/chat/{turn}/events") as answer:
            elsewhere = events(answer)
            early = [await anext(elsewhere), await anext(elsewhere)]
            assert [event.name for event in early] == ["turn", "recalled"]
            [room] = [each for each in (await there.get("/api/rooms")).json()["rooms"] if each["turn"]]
            assert room["turn"] == turn
            held.set()
            late = [event async for event in elsewhere]
        at_home = [event async for event in stream]
        left_at = early[0].id
        again = await followed(there, turn, left_at)
    assert [(event.name, event.data, event.id) for event in [*early, *late]][-len(at_home) :] == [
        (event.name, event.data, event.id) for event in at_home
    ]
    assert again == [*early, *late][1:]
    assert [int(event.id.rpartition(".")[2]) for event in [*early, *late]] == list(range(1, len(early + late) + 1))
    assert late[-1].name == "done"
    assert "".join(event.data["text"] for event in late if event.name == "token") == LONG


async def test_a_turn_is_stopped_from_another_machine(two: tuple[Site, Site]) -> None:
    one, other = two
    async with served(one) as here, under_way(one, here) as (turn, stream, _):
        await until(partial(told_to_others, other, turn))
        assert (await other.client.post(f"/api/chat/{turn}/stop")).status_code == 204
        told = [event async for event in stream]
    assert told[-2].name == "reply"
    assert told[-2].data["failed"]


async def told_to_others(other: Site, turn: str) -> bool:
    return bool(await other.app.state.house.relay.told.run_of(ME, UUID(turn)))


async def test_a_key_that_was_used_on_one_machine_says_nothing_twice_on_another(two: tuple[Site, Site]) -> None:
    one, other = two
    first = await one.client.post("/api/chat", json={"user_text": "ただいま"}, headers={"Idempotency-Key": "k"})
    second = await other.client.post("/api/chat", json={"user_text": "ただいま"}, headers={"Idempotency-Key": "k"})
    assert first.status_code == second.status_code == 200
    assert second.text.partition("\n\n")[0] == first.text.partition("\n\n")[0]
    assert len([turn for turn in await other.life.turns() if turn.text == "ただいま"]) == 1
    assert len(await other.life.turns()) == 2


async def test_who_follows_a_machine_that_dies_is_told_so(
    two: tuple[Site, Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_events_redis, "ALIVE", timedelta(seconds=3))
    one, other = two
    async with served(one) as here, served(other) as there, under_way(one, here) as (turn, _, held):
        await until(partial(told_to_others, other, turn))
        await cancelled(one.app.state.house.relay._tasks)
        told = await followed(there, turn)
        held.set()
    assert told[-1].name == "error"
    assert told[-1].data["code"] == "not_found"
    assert not [event for event in told if event.name == "done"]


async def test_nothing_of_a_turn_is_left_in_redis_of_who_was_erased_in_its_midst(two: tuple[Site, Site]) -> None:
    one, other = two
    async with served(one) as here, under_way(one, here) as (turn, stream, held):
        await until(partial(told_to_others, other, turn))
        assert await kept_in_redis(one)
        _, residue = await erased(other.life.lumina, ME)
        assert sum(residue.values()) == 0
        assert await kept_in_redis(one) == []
        held.set()
        told = [event async for event in stream]
    assert told[-1].name == "error"
    await until(partial(relayed, one))
    assert await kept_in_redis(one) == []


async def relayed(here: Site) -> bool:
    return not here.app.state.house.relay._tasks


async def test_nobody_hears_another_person_s_turn_on_any_machine(two: tuple[Site, Site]) -> None:
    one, other = two
    turn = (await one.say("ひみつ"))[0].data["turn"]
    assert await followed(other.client, turn)
    other.client.headers.update(bearer(await other.token("楓")))
    assert (await other.client.get(f"/api/chat/{turn}/events")).status_code == 404
    assert (await other.client.post(f"/api/chat/{turn}/stop")).status_code == 404


async def test_what_is_new_is_told_on_another_machine_from_the_event_where_somebody_left(
    two: tuple[Site, Site],
) -> None:
    one, other = two
    async with served(one) as here, served(other) as there:
        async with listening(here, await one.token(ME)) as socket:
            last = (await hear(socket, "hello"))[-1]["id"]
        await one.say("ただいま")
        async with listening(there, await other.token(ME), last_event_id=last) as socket:
            assert (await hear_turns(socket, 2))[0]["data"]["text"] == "ただいま"
