"""A turn belongs to no listener: it ends by itself, tells all of them everything, and can be stopped."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk

from graphs.turns import RunningTurn
from harness.life import ME, Life, Scripted, living, replies, scripted
from lumina.dialogue.stopping import STOPPED
from lumina.errors import BadText, RoomBusy
from lumina.models import Role
from lumina.reports import Done, Event, Heard, Token


class Held(Scripted):
    """Says "うん、", then waits until it is let go."""

    async def _astream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> AsyncIterator[ChatGenerationChunk]:
        yield ChatGenerationChunk(message=AIMessageChunk(content="うん、"))
        assert self.held is not None
        await self.held.wait()
        yield ChatGenerationChunk(message=AIMessageChunk(content=self.answer(messages)))


def held(answer: str = "柿だね。") -> Held:
    return Held(answer=scripted(answer).answer, asked=[], held=asyncio.Event())


def let_go(model: Held) -> None:
    assert model.held is not None
    model.held.set()


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as life:
        yield life


async def begun(life: Life, text: str = "@ルミナ 庭で柿を見た。", room: str = "cli") -> RunningTurn:
    """A turn whose answer has begun."""
    turn = await life.talk.begin(text, person=ME, room=room)
    async for event in turn.events():
        if isinstance(event, Token):
            break
    return turn


async def all_of(turn: RunningTurn) -> list[Event]:
    return [event async for event in turn.events()]


async def test_a_turn_comes_to_its_end_though_nobody_listens_any_more(life: Life) -> None:
    life.listen_to(model := held())
    turn = await begun(life)
    let_go(model)
    assert isinstance((await all_of(turn))[-1], Done)
    assert [one.text for one in await life.turns() if one.role is Role.CHARACTER] == ["うん、柿だね。"]


async def test_each_listener_hears_all_and_who_comes_back_hears_what_he_has_not_heard(life: Life) -> None:
    life.listen_to(model := held())
    turn = await begun(life)
    assert life.talk.turns.under_way(ME, "cli") is turn
    early = asyncio.create_task(all_of(turn))
    let_go(model)
    whole = [number_and_event async for number_and_event in turn.follow()]
    assert [number for number, _ in whole] == [*range(1, len(whole) + 1)]
    assert await early == [event for _, event in whole]
    assert [one async for one in turn.follow(after=3)] == whole[3:]
    assert isinstance(whole[0][1], Heard)
    assert life.talk.turns.under_way(ME, "cli") is None


async def test_what_came_of_a_stopped_answer_is_kept_and_it_can_be_asked_for_again(life: Life) -> None:
    life.listen_to(held())
    turn = await begun(life, "@ルミナ @クラリス 庭で柿を見た。")
    turn.stop()
    turn.stop()
    first, second = replies(await all_of(turn))
    assert (first.turn.text, first.failed, second.turn.text, second.failed) == ("うん、", STOPPED, "", STOPPED)
    life.listen_to(scripted("柿だね。"))
    again = replies(await life.retry())
    assert [(one.turn.speaker, one.turn.text) for one in again] == [
        (first.turn.speaker, "柿だね。"),
        (second.turn.speaker, "柿だね。"),
    ]


async def test_a_turn_that_is_stopped_before_anybody_speaks_is_heard(life: Life) -> None:
    life.listen_to(model := scripted("柿だね。"))
    turn = await life.talk.begin("@ルミナ 庭で柿を見た。", person=ME, room="cli")
    turn.stop()
    [reply] = replies(await all_of(turn))
    assert (reply.turn.text, reply.failed, model.asked) == ("", STOPPED, [])
    assert [one.text for one in await life.turns() if one.role is Role.PERSON] == ["@ルミナ 庭で柿を見た。"]


async def test_what_keeps_a_turn_from_beginning_is_told_at_once(life: Life) -> None:
    life.listen_to(model := held())
    turn = await begun(life)
    with pytest.raises(RoomBusy):
        await life.talk.begin("もう一つ", person=ME, room="cli", wait=False)
    with pytest.raises(BadText):
        await life.talk.begin(" ", person=ME, room="cli")
    waiting = asyncio.create_task(life.talk.begin("あとで", person=ME, room="cli"))
    await asyncio.sleep(0)
    waiting.cancel()
    let_go(model)
    await all_of(turn)
    assert waiting.cancelled()
    assert [one.text for one in await life.turns() if one.role is Role.PERSON] == ["@ルミナ 庭で柿を見た。"]


async def test_closing_stops_what_is_said_and_keeps_what_came_of_it(home: Path) -> None:
    async with living(home) as life:
        life.listen_to(held())
        turn = await begun(life)
    [reply] = replies(await all_of(turn))
    assert (reply.turn.text, reply.failed) == ("うん、", STOPPED)
    async with living(home) as life:
        assert [one.text for one in await life.turns() if one.failed] == ["うん、"]
