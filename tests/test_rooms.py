"""Many rooms at once, whose models answer slowly: nobody is refused, and nothing else is kept waiting by them."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk

from harness.life import Life, Scripted, is_done, living, replies, scripted
from harness.nights import FILES, by_night
from lumina.errors import PersonErased, RoomBusy
from lumina.jobs.table import JOBS
from lumina.reports import Event

ROOMS = 200
PEOPLE = 20
PATIENCE = 240.0
"""Seconds; a machine that is busy with other tests takes longer."""

IN_USE = "select count(*) from pg_stat_activity where application_name = 'lumina' and left(state, 7) = 'idle in'"


class Dripping(Scripted):
    """Answers in pieces; between the first and the others it is held up. `begun` counts whom it answers."""

    begun: Counter[str]

    async def _astream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> AsyncIterator[ChatGenerationChunk]:
        self.begun["all"] += 1
        yield ChatGenerationChunk(message=AIMessageChunk(content="うん、"))
        if self.held:
            await self.held.wait()
        yield ChatGenerationChunk(message=AIMessageChunk(content=self.answer(messages)))


def dripping() -> Dripping:
    quick = scripted("そうだね。")
    return Dripping(answer=quick.answer, asked=[], begun=Counter(), held=asyncio.Event())


@pytest.fixture
async def life(profile: dict[str, Any], tmp_path: Path) -> AsyncGenerator[Life]:
    async with living(tmp_path / "home", **profile, model_timeout=3600) as life:
        yield life


async def talk(life: Life, number: int, text: str = "@ルミナ 庭で柿を見た。", *, wait: bool = True) -> list[Event]:
    said = life.talk.say(text, person=f"人{number % PEOPLE}", room=f"部屋{number}", wait=wait)
    return [event async for event in said]


async def streaming(model: Dripping, turns: "list[asyncio.Task[list[Event]]]") -> None:
    """Until every one of them is being answered."""
    while model.begun["all"] < len(turns):
        for ended in (turn for turn in turns if turn.done()):
            ended.result()
        await asyncio.sleep(0.05)


async def test_200_rooms_stream_at_once_and_jobs_and_others_go_on_beside_them(life: Life) -> None:
    model = dripping()
    life.listen_to(model)
    turns = [asyncio.create_task(talk(life, number)) for number in range(ROOMS)]
    async with asyncio.timeout(PATIENCE):
        await streaming(model, turns)
        assert await life.stores.database.fetch(IN_USE) == [(0,)]
        for job in JOBS:
            await life.run(job.name)
        for number in (0, ROOMS - 1):
            with pytest.raises(RoomBusy):
                await talk(life, number, wait=False)
        second = asyncio.create_task(talk(life, 0, "@ルミナ 柿は甘かった。"))
        life.listen_to(scripted())
        assert is_done(await talk(life, ROOMS, "@ルミナ ここにはだれもいない。"))
        assert model.held is not None
        model.held.set()
        answered = await asyncio.gather(*turns, second)
    assert [[reply.turn.text for reply in replies(events)] for events in answered[:-1]] == [
        ["うん、そうだね。"]
    ] * ROOMS
    assert len(await life.turns("人0")) == 2 * (ROOMS // PEOPLE + 1 + 1)
    said = [turn.text for turn in await life.turns("人0") if turn.room == "部屋0"]
    assert said == ["@ルミナ 庭で柿を見た。", "うん、そうだね。", "@ルミナ 柿は甘かった。", "うん、そうだね。"]


async def test_who_is_erased_while_many_rooms_stream_is_gone_and_the_others_are_answered(life: Life) -> None:
    model = dripping()
    life.listen_to(model)
    turns = [asyncio.create_task(talk(life, number)) for number in range(3 * PEOPLE)]
    async with asyncio.timeout(PATIENCE):
        await streaming(model, turns)
        token = (await life.lumina.erasure.preview("人0")).token
        erased = await life.lumina.erasure.erase("人0", token, "test")
        assert model.held is not None
        model.held.set()
        ended = await asyncio.gather(*turns, return_exceptions=True)
    assert sum(erased.residue.values()) == 0
    assert FILES not in await by_night(life.lumina)
    assert [isinstance(one, PersonErased) for one in ended] == [number % PEOPLE == 0 for number in range(3 * PEOPLE)]
    assert [one for one in ended if isinstance(one, BaseException) and not isinstance(one, PersonErased)] == []
    assert sum((await life.lumina.erasure.preview("人0")).would_erase.values()) == 0
