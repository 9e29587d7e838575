"""Settings that are changed while LUMINA is open: the next turn has them, and what is under way goes on."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from harness.life import ME, Life, living, replies
from harness.openai_server import OpenAIServer, running_openai_server, says
from lumina.app import Lumina
from lumina.dialogue.characters import FOLDER
from lumina.errors import BadSetting
from lumina.reports import Recalled


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


async def test_the_next_turn_has_the_model_and_the_budget_that_were_set(life: Life, server: OpenAIServer) -> None:
    lumina = life.lumina
    assert await answer(lumina, "@ルミナ こんにちは。") != "柿だね。"
    server.will(says("柿だね。"))
    await lumina.change(model="openai:m", model_base_url=server.base_url, budget="777")
    assert await answer(lumina, "@ルミナ 庭で柿を見た。") == "柿だね。"
    events = [event async for event in lumina.talk.say("@ルミナ また見た。", person=ME, room="cli")]
    [recalled] = [event for event in events if isinstance(event, Recalled)]
    assert recalled.recollection.pack.budget == 777
    await lumina.change(model="")
    assert await answer(lumina, "@ルミナ 庭で柿を見た。") != "柿だね。"


async def test_what_cannot_be_set_is_named_and_nothing_changes(life: Life) -> None:
    lumina, before = life.lumina, life.lumina.settings
    for wrong in ({"home": "/tmp"}, {"budget": "three"}, {"budget": "500", "window_min": "90"}, {"nonsense": "1"}):
        with pytest.raises(BadSetting, match=f"LUMINA_{[*wrong][-1].upper()}"):
            await lumina.change(**wrong)
    assert lumina.settings is before


async def test_a_character_that_was_written_meanwhile_speaks_as_it_is_written(life: Life, tmp_path: Path) -> None:
    """Also where another turn is under way."""
    folder = tmp_path / "characters"
    folder.mkdir()
    written = (FOLDER / "lumina.toml").read_text(encoding="utf-8")
    (folder / "lumina.toml").write_text(written.replace('ja = "ルミナ"', 'ja = "ひかり"', 1), encoding="utf-8")
    lumina = life.lumina
    turn = await lumina.talk.begin("@ルミナ こんにちは。", person=ME, room="cli")
    await lumina.change(characters=str(folder))
    assert [reply.turn.speaker for reply in replies([event async for event in turn.events()])] == ["lumina"]
    assert lumina.cast.find("ひかり").id == "lumina"
    events = [event async for event in lumina.talk.say("@ひかり こんにちは。", person=ME, room="cli")]
    assert [reply.turn.speaker for reply in replies(events)] == ["lumina"]
