"""Something else is said in place of what was said: the talk goes on from there, and what was left is no memory."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from harness.life import ME, Life, living, scripted
from harness.soundness import Promised, accounts
from lumina.errors import BadInput, UnknownTurn
from lumina.models import Role, Turn
from lumina.transfer.person import turn_line

TOLD = "ぼくは盛岡に住んでいる。"
INSTEAD = "ぼくは函館に住んでいる。"


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as opened:
        yield opened


async def say(life: Life, text: str, instead: Turn | None = None) -> Turn:
    """The person's turn, with its answers kept."""
    turn = await life.lumina.talk.begin(text, person=ME, room="cli", instead=instead and instead.id)
    async for _ in turn.events():
        pass
    await life.parts.flusher.settle()
    return [one for one in await holding(life) if one.role is Role.PERSON][-1]


async def holding(life: Life) -> list[Turn]:
    return await life.stores.transcript.last(ME, "cli", 200)


async def everything(life: Life) -> list[Turn]:
    return [turn async for turn in life.stores.transcript.export(ME)]


async def values(life: Life) -> set[str]:
    return {fact.value for fact in (await life.lumina.known.known(ME)).facts if fact.is_open}


async def found(life: Life, question: str) -> str:
    recollection = await life.lumina.recall.look_up(
        question, person=ME, viewer=None, budget=1500, limit=10, unit="turn"
    )
    return recollection.pack.text + "".join(hit.text for hit in recollection.hits)


async def test_the_talk_goes_on_from_there_and_what_was_left_stays_readable(life: Life) -> None:
    first = await say(life, "おはよう。")
    told = await say(life, TOLD)
    await say(life, "駅の近くだよ。")
    new = await say(life, INSTEAD, told)
    turns = await holding(life)
    assert [turn.text for turn in turns if turn.role is Role.PERSON] == ["おはよう。", INSTEAD]
    assert new.thread == first.thread
    left = [turn for turn in await everything(life) if turn.left_for]
    assert {turn.left_for for turn in left} == {new.id}
    assert [turn.text for turn in left if turn.role is Role.PERSON] == [TOLD, "駅の近くだよ。"]
    assert turn_line(left[0])["left_for"] == str(new.id)
    assert await accounts(life.lumina, ME, Promised(texts=frozenset({TOLD, INSTEAD}))) == []


async def test_what_was_learnt_and_said_there_is_known_and_found_no_more(life: Life) -> None:
    told = await say(life, TOLD)
    assert any("盛岡" in value for value in await values(life))
    await say(life, INSTEAD, told)
    assert not any("盛岡" in value for value in await values(life))
    assert any("函館" in value for value in await values(life))
    assert "盛岡" not in await found(life, "どこに住んでいる？")


async def test_a_memory_of_what_was_left_is_unmade_and_what_it_had_besides_waits(life: Life) -> None:
    kept = await say(life, "犬のムギと散歩した。")
    told = await say(life, TOLD)
    await life.lumina._parts.flusher.flush(ME, "cli", everything=True)  # pyright: ignore[reportPrivateUsage]
    memory = await life.lumina.views.memory_of(ME, told.id)
    assert memory
    assert memory == await life.lumina.views.memory_of(ME, kept.id)
    await say(life, INSTEAD, told)
    assert await life.lumina.views.memory_of(ME, told.id) is None
    waiting = {turn.id for turn in await life.stores.transcript.waiting(ME)}
    assert kept.id in waiting
    assert told.id not in waiting
    assert "盛岡" not in await found(life, "盛岡")
    await life.lumina._parts.flusher.flush(ME, "cli", everything=True)  # pyright: ignore[reportPrivateUsage]
    assert await life.lumina.views.memory_of(ME, kept.id)
    assert await accounts(life.lumina, ME, Promised()) == []


async def test_the_model_is_not_shown_what_was_left(life: Life) -> None:
    model = scripted("うん。")
    life.listen_to(model)
    talk = life.talk
    for text, instead in ((TOLD, None), (INSTEAD, TOLD)):
        place = next((one for one in await holding(life) if one.text == instead), None)
        turn = await talk.begin(text, person=ME, room="cli", instead=place and place.id)
        async for _ in turn.events():
            pass
    turn = await talk.begin("どう思う？", person=ME, room="cli")
    async for _ in turn.events():
        pass
    last = "\n".join(message.text for message in model.asked[-1])
    assert "盛岡" not in last
    assert "函館" in last


async def test_only_own_words_of_the_room_that_hold_can_be_left(life: Life) -> None:
    told = await say(life, TOLD)
    answer = (await holding(life))[-1]
    new = await say(life, INSTEAD, told)
    for turn in (answer, told):
        with pytest.raises((BadInput, UnknownTurn)):
            await say(life, "え？", turn)
    running = await life.lumina.talk.begin("え？", person=ME, room="elsewhere", instead=new.id)
    with pytest.raises(BadInput):
        async for _ in running.events():
            pass
    assert [one.text for one in await everything(life) if one.role is Role.PERSON] == [TOLD, INSTEAD]


async def test_a_flush_that_is_under_way_keeps_nothing_of_it(life: Life) -> None:
    """The model that distils takes its time; meanwhile the person goes on elsewhere."""
    told = await say(life, TOLD)
    flusher = life.parts.flusher
    waiting = await life.stores.transcript.waiting(ME)
    new = await say(life, INSTEAD, told)
    await flusher._distil([waiting], await life.stores.database.epoch(ME))  # pyright: ignore[reportPrivateUsage]
    assert await life.lumina.views.memory_of(ME, told.id) is None
    assert new.id in {turn.id for turn in await life.stores.transcript.waiting(ME)}
