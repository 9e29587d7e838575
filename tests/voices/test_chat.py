import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from harness.openai_server import (
    OpenAIServer,
    Respond,
    breaks_off,
    fails,
    is_filtered,
    is_silent,
    is_silent_after,
    refuses,
    says,
)
from harness.waiting import LONGEST
from lumina.dialogue.characters import FOLDER, load_cast
from lumina.errors import BadSetting, ModelFailed
from lumina.settings import Settings
from lumina.voices.chat import model_name, open_chat_model
from lumina.voices.material import KEY
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.streaming import stream_reply

PROMPT = [
    SystemMessage("You are Nox.", additional_kwargs={KEY: {"said": "kept to ourselves"}}),
    HumanMessage("Mika: hi"),
]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "LUMINA_MODEL", "LUMINA_MODEL_TEMPERATURE"):
        monkeypatch.delenv(name, raising=False)


def settings(server: OpenAIServer, **more: Any) -> Settings:
    return Settings(model="openai:scripted", model_base_url=server.base_url, **more)


async def answer(chosen: Settings, prompt: Sequence[BaseMessage] = PROMPT, patience: float = LONGEST) -> list[str]:
    model = open_chat_model(chosen)
    return [piece async for piece in stream_reply(model, prompt, patience=patience)]


async def test_a_real_client_streams_from_a_server_that_needs_no_key(openai_server: OpenAIServer):
    openai_server.will(says("ノクスだ。記録にある。Nothing else."))
    pieces = await answer(settings(openai_server))
    assert "".join(pieces) == "ノクスだ。記録にある。Nothing else."
    assert len(pieces) > 2
    (request,) = openai_server.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["body"]["model"] == "scripted"
    assert request["body"]["stream"] is True


async def test_a_provider_gets_words_and_nothing_else(openai_server: OpenAIServer):
    await answer(settings(openai_server))
    (request,) = openai_server.requests
    assert [set(message) for message in request["body"]["messages"]] == [{"role", "content"}] * 2
    assert "kept to ourselves" not in str(request)


async def test_a_temperature_is_sent_only_where_one_was_asked_for(openai_server: OpenAIServer, tmp_path: Path):
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    cool = (FOLDER / "nox.toml").read_text(encoding="utf-8").replace("order = 3", "order = 3\ntemperature = 0.1")
    (tmp_path / "nox.toml").write_text(cool, encoding="utf-8")
    cast = load_cast(folder=tmp_path)
    for chosen, character in (
        (settings(openai_server), cast.find("lumina")),
        (settings(openai_server, model_temperature=0.3), cast.find("lumina")),
        (settings(openai_server, model_temperature=0.3), cast.find("nox")),
    ):
        await open_chat_model(chosen, character).ainvoke(PROMPT)
    assert [request["body"].get("temperature") for request in openai_server.requests] == [None, 0.3, 0.1]


async def test_a_character_may_have_a_model_of_its_own(openai_server: OpenAIServer, tmp_path: Path):
    own = (FOLDER / "nox.toml").read_text(encoding="utf-8").replace("order = 3", 'order = 3\nmodel = "openai:own"')
    (tmp_path / "nox.toml").write_text(own, encoding="utf-8")
    cast = load_cast(tmp_path)
    await open_chat_model(settings(openai_server), cast.find("nox")).ainvoke(PROMPT)
    await open_chat_model(settings(openai_server), cast.find("lumina")).ainvoke(PROMPT)
    assert [request["body"]["model"] for request in openai_server.requests] == ["own", "scripted"]


async def test_the_key_in_the_environment_is_used(openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-mika")
    await answer(settings(openai_server))
    assert openai_server.requests[0]["key"] == "Bearer sk-of-mika"


@pytest.mark.parametrize(
    ("respond", "why"),
    [
        (fails(500, "out of order"), "out of order"),
        (fails(401, "bad key"), "bad key"),
        (fails(404, "no such model"), "no such model"),
        (fails(429, "slow down"), "slow down"),
        (refuses("I would rather not."), "said nothing (some models refuse that way)"),
        (is_filtered, "refused (content_filter)"),
        (breaks_off, "JSON"),
        (says(""), "said nothing"),
        (says("  \n"), "said nothing"),
    ],
    ids=["500", "401", "404", "429", "refusal", "filtered", "broken JSON", "empty", "blank"],
)
async def test_a_model_that_fails_says_why(openai_server: OpenAIServer, respond: Respond, why: str):
    openai_server.will(respond)
    with pytest.raises(ModelFailed) as caught:
        await answer(settings(openai_server))
    assert "scripted" in str(caught.value)
    assert why in str(caught.value)


async def test_a_server_that_recovers_is_asked_again(openai_server: OpenAIServer):
    openai_server.will(fails(500), says("back"))
    assert "".join(await answer(settings(openai_server))) == "back"


@pytest.mark.parametrize("respond", [is_silent, is_silent_after("Well")], ids=["from the start", "midway"])
async def test_a_silent_model_fails_after_the_time_that_was_set(openai_server: OpenAIServer, respond: Respond):
    openai_server.will(respond)
    async with asyncio.timeout(LONGEST):
        with pytest.raises(ModelFailed, match=r"silent for 0\.3 seconds"):
            await answer(settings(openai_server), patience=0.3)


async def test_a_server_that_is_not_there_is_said_to_be(openai_server: OpenAIServer):
    nowhere = Settings(model="openai:scripted", model_base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelFailed, match="Connection"):
        await answer(nowhere)


async def test_an_answer_can_be_stopped_midway(openai_server: OpenAIServer):
    openai_server.will(is_silent_after("Well"))
    model = open_chat_model(settings(openai_server))

    async def first_piece() -> str:
        async for piece in stream_reply(model, PROMPT, patience=LONGEST):
            return piece
        return ""

    async def whole() -> list[str]:
        return [piece async for piece in stream_reply(model, PROMPT, patience=LONGEST)]

    assert await first_piece() == "Well"
    task = asyncio.create_task(whole())
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_with_no_model_the_offline_voice_answers():
    model = open_chat_model(Settings(model=""))
    assert isinstance(model, OfflineVoice)
    assert model_name(model) == "offline"


def test_an_offline_character_speaks_with_its_own_phrases():
    nox = load_cast().find("nox")
    model = open_chat_model(Settings(model=""), nox)
    assert isinstance(model, OfflineVoice)
    assert model.voices["ja"]["unknown"] == nox.voice.ja["unknown"]


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("gpt", "names no provider"),
        ("openai:", "names no provider"),
        (":x", "names no provider"),
        ("openai:x", "OPENAI_API_KEY"),
        ("ollama:llama3.2:1b", "pip install 'langchain-ollama>=[0-9.]+'"),
        ("google:gemini", "pip install 'langchain-google-genai>=[0-9.]+'"),
        ("mistralai:x", "pip install langchain-mistralai"),
        ("no-such:x", "no_such cannot be opened"),
    ],
)
def test_a_model_that_cannot_be_had_names_the_setting_and_the_way_out(model: str, why: str):
    with pytest.raises(BadSetting, match=f"LUMINA_MODEL.*{why}"):
        open_chat_model(Settings(model=model))


def test_a_bad_model_of_a_character_names_its_file(tmp_path: Path):
    own = (FOLDER / "nox.toml").read_text(encoding="utf-8").replace("order = 3", 'order = 3\nmodel = "nonsense"')
    (tmp_path / "nox.toml").write_text(own, encoding="utf-8")
    with pytest.raises(BadSetting, match=r"nox\.toml: model"):
        open_chat_model(Settings(model=""), load_cast(tmp_path).find("nox"))


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_the_model_that_is_opened_is_the_one_that_was_named(monkeypatch: pytest.MonkeyPatch, provider: str):
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", "k")
    pytest.importorskip(f"langchain_{provider}")
    model = open_chat_model(Settings(model=f"{provider}:some-model:with-colon", model_timeout=7))
    assert model_name(model) == "some-model:with-colon"
    assert 7 in (getattr(model, "request_timeout", None), getattr(model, "default_request_timeout", None))
