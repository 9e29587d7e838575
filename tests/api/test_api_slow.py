"""Who is slow, goes away in the middle, or is killed: it costs nobody else anything, and nothing is lost."""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import connect

from harness.folders import Folder, copied
from harness.life import ME
from harness.openai_server import running_openai_server, says, streams_for
from harness.waiting import LONGEST, until
from harness.web import Site, Told, bearer, events, hear, hear_turns, listening, served, site
from lumina.api import events as news
from lumina.models import Role, Turn

TURNS = 60
LONG = "とても長い話。" * 5_000
"""Sixty of it are more than any buffer on the way holds."""


async def write(here: Site) -> None:
    """Turns, as if they had been said."""
    thread, at = uuid4(), here.life.clock()
    turns = [
        Turn(
            id=uuid4(),
            person=ME,
            room="web",
            thread=thread,
            speaker=ME,
            role=Role.PERSON,
            text=f"{number} {LONG}",
            at=at + timedelta(seconds=number),
            witnesses=frozenset({ME}),
        )
        for number in range(TURNS)
    ]
    async with here.life.stores.database.writing(ME) as guard, guard.transaction():
        await here.life.stores.transcript.append(guard, turns)


async def test_a_client_that_does_not_read_is_dropped_and_comes_back_to_all_of_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(home) as here, served(here) as client:
        await here.say("ただいま")
        secret, house = await here.token(ME), here.app.state.house
        narrow = socket.create_connection(("localhost", client.base_url.port or 0))
        narrow.setblocking(False)
        address = str(client.base_url.copy_with(scheme="ws")).rstrip("/")
        asked: dict[str, Any] = {
            "additional_headers": bearer(secret),
            "sock": narrow,
            "max_queue": 1,
            "compression": None,
        }
        async with connect(f"{address}/api/events/stream", **asked) as slow:
            last = (await hear(slow, "hello"))[0]["id"]
            slow.transport.pause_reading()
            monkeypatch.setattr(news, "PATIENCE_SECONDS", 1.0)
            async with listening(client, secret) as quick:
                await hear(quick, "hello")
                await write(here)
                assert len(await hear_turns(quick, TURNS)) == TURNS

                async def one_is_left() -> bool:
                    return house.pulses[ME].listeners == 1

                await until(one_is_left)
            slow.transport.abort()
        monkeypatch.setattr(news, "PATIENCE_SECONDS", LONGEST)
        async with listening(client, secret, last_event_id=last) as again:
            heard = await hear_turns(again, TURNS)
        assert [one["data"]["text"].split()[0] for one in heard] == list(map(str, range(TURNS)))


def told(answer: httpx.Response) -> list[str]:
    return [one["text"] for one in answer.json()["turns"]]


async def until_spoken(client: httpx.AsyncClient, text: str) -> list[Told]:
    """Say it, and leave in the midst of the answer."""
    heard: list[Told] = []
    async with client.stream("POST", "/api/chat", json={"user_text": text}) as answer:
        async for event in events(answer):
            heard.append(event)
            if event.name == "token":
                break
    return heard


async def test_what_was_heard_is_there_once_after_a_kill_in_the_midst_of_a_turn(
    untouched_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder: Folder = copied(untouched_home, tmp_path / "home")
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    with running_openai_server() as model:
        monkeypatch.setenv("LUMINA_MODEL", "openai:scripted")
        monkeypatch.setenv("LUMINA_MODEL_BASE_URL", model.base_url)
        model.will(streams_for(LONGEST, 1_000))
        with folder.owned() as owner:
            secret = folder.json("token", "add", "test", "--user", ME)["secret"]
            async with httpx.AsyncClient(base_url=owner.url, headers=bearer(secret), timeout=LONGEST) as client:
                assert (await until_spoken(client, "玉露を飲んだ"))[-1].data["text"]
                owner.process.kill()
                owner.process.wait()
        model.will(says("おかえり。"))
        with folder.owned() as owner:
            async with httpx.AsyncClient(base_url=owner.url, headers=bearer(secret), timeout=LONGEST) as client:
                assert told(await client.get("/api/turns")) == ["玉露を飲んだ"]
                async with client.stream("POST", "/api/chat/again", json={}) as answer:
                    heard = [event async for event in events(answer)]
                assert [event.data["text"] for event in heard if event.name == "reply"] == ["おかえり。"]
                assert sorted(told(await client.get("/api/turns"))) == sorted(["玉露を飲んだ", "おかえり。"])


async def test_many_who_go_away_in_mid_stream_leave_nothing_behind(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    with running_openai_server() as model:
        model.will(streams_for(1.0, 20))
        async with (
            site(home, model="openai:scripted", model_base_url=model.base_url) as here,
            served(here) as client,
        ):
            for number in range(8):
                async with client.stream(
                    "POST", "/api/chat", json={"user_text": f"話{number}", "room": f"r{number}"}
                ) as answer:
                    await anext(events(answer))
            house = here.app.state.house

            async def all_have_ended() -> bool:
                return not house.streams.count()

            await until(all_have_ended)
            turns = await here.life.turns()
    assert len([turn for turn in turns if turn.role is Role.CHARACTER and turn.text.endswith("word 19 ")]) == 8
