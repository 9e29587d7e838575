"""Characters that an operator edits: the next turn has them, a trial leaves nothing, and their files stay."""

from collections.abc import AsyncGenerator, Generator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import ME, Life, living, replies
from harness.openai_server import OpenAIServer, running_openai_server, says
from lumina.app import Lumina
from lumina.errors import BadInput, UnknownCharacter
from lumina.models import Role

KEEPS = {"voice": {"ja": {"keeps": ["帳面に書きました。"]}, "en": {}}}


@pytest.fixture
def server() -> Generator[OpenAIServer]:
    with running_openai_server() as server:
        yield server


@pytest.fixture
async def life(home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Life]:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    async with living(home) as life:
        yield life


async def answer(lumina: Lumina, text: str) -> str:
    events = [event async for event in lumina.talk.say(text, person=ME, room="cli")]
    return "".join(reply.turn.text for reply in replies(events))


async def tried(lumina: Lumina, changes: Mapping[str, object]) -> list[str]:
    found = await lumina.characters.preview("lumina", changes, person=ME, room="cli", count=1)
    return [one.text for one in found]


async def test_what_is_edited_holds_from_the_next_turn_on_and_after_the_next_opening(home: Path) -> None:
    async with living(home) as life:
        await life.lumina.characters.edit("ルミナ", KEEPS)
        assert "帳面に書きました。" in await answer(life.lumina, "@ルミナ 覚えておいて、鍵は植木鉢の下。")
    async with living(home) as life:
        assert "帳面に書きました。" in await answer(life.lumina, "@ルミナ 覚えておいて、傘は玄関にある。")
        await life.lumina.characters.edit("lumina", {"voice": None})
        assert "帳面に書きました。" not in await answer(life.lumina, "@ルミナ 覚えておいて、靴は箱の中。")
        assert await life.lumina.characters.edits("lumina") == {}


async def test_a_trial_answers_the_last_words_with_the_persona_and_keeps_nothing(
    life: Life, server: OpenAIServer
) -> None:
    lumina = life.lumina
    await answer(lumina, "@ルミナ 庭の柿が赤くなった。")
    life.clock.advance(timedelta(minutes=1))
    await answer(lumina, "@ノクス 明日は雨らしい。")
    await life.parts.flusher.settle()
    before = await life.stores.transcript.last(ME, "cli", 20)
    server.will(says("前の。"), says("後の。"))
    await lumina.change(model="openai:m", model_base_url=server.base_url)
    persona = {"persona": {"ja": "あなたは灯台守。", "en": "You keep a lighthouse."}}
    found = await lumina.characters.preview("lumina", persona, person=ME, room="cli", count=2)
    assert [one.text for one in found] == ["前の。", "後の。"]
    assert [one.said.text for one in found] == ["@ルミナ 庭の柿が赤くなった。", "@ノクス 明日は雨らしい。"]
    assert [[turn.speaker for turn in one.answered] for one in found] == [["lumina"], ["nox"]]
    for asked in server.requests:
        assert "あなたは灯台守。" in asked["body"]["messages"][0]["content"]
    assert "明日は雨" not in str(server.requests[0])  # it was not said yet
    assert await life.stores.transcript.last(ME, "cli", 20) == before
    assert await lumina.characters.edits("lumina") == {}


async def test_what_a_character_did_not_hear_it_is_not_tried_on(life: Life) -> None:
    await answer(life.lumina, "@ルミナ みんなに言うね。")
    whispered = await life.lumina.talk.begin("ノクスだけに。合言葉は灯台。", person=ME, room="cli", to=("nox",))
    assert [event async for event in whispered.events()]
    found = await life.lumina.characters.preview("lumina", {}, person=ME, room="cli", count=3)
    assert [one.said.text for one in found] == ["@ルミナ みんなに言うね。"]
    assert all(one.said.role is Role.PERSON for one in found)


async def test_what_cannot_be_is_named_and_nothing_changes(life: Life) -> None:
    characters = life.lumina.characters
    for wrong, named in (
        ({"persona": {"ja": "", "en": ""}}, "persona"),
        ({"temperature": "hot"}, "temperature"),
        ({"voice": {"ja": {"shouts": ["わっ"]}}}, "shouts|kind"),
        ({"voice": {"ja": {"greets": ["{name}!"]}}}, "name"),
        ({"id": "other"}, "id"),
    ):
        with pytest.raises(BadInput, match=named):
            await characters.edit("lumina", wrong)
        with pytest.raises(BadInput, match=named):
            await tried(life.lumina, wrong)
    with pytest.raises(UnknownCharacter):
        await characters.edit("nobody", KEEPS)
    assert await characters.edits("lumina") == {}


async def test_edits_that_nobody_can_read_any_more_do_not_stop_anybody(home: Path) -> None:
    async with living(home) as life:
        for character, edits in (("lumina", {"shape": "of another version"}), ("gone", {"temperature": 1})):
            await life.stores.character_edits.put(character, edits)
    async with living(home) as life:
        assert await answer(life.lumina, "@ルミナ おはよう。")
        await life.lumina.characters.edit("nox", {"temperature": 0.4})
        assert life.lumina.cast.find("nox").temperature == 0.4
