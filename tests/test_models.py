"""A talk with models over HTTP, on loopback: whom keys and words reach, and what becomes of a broken answer."""

import json
from collections.abc import Generator, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from harness.anthropic_server import claude_is_cut_off_after, claude_says
from harness.life import Life, is_done, living, replies
from harness.openai_server import (
    OpenAIServer,
    fails,
    is_a_page,
    is_cut_off_after,
    running_openai_server,
    runs_out_after,
    says,
    sends_to,
)
from lumina.dialogue.characters import FOLDER
from lumina.errors import BadInput, BadSetting
from lumina.settings import Settings, load_settings
from lumina.voices.chat import open_chat_model

WORDS = "@ノクス 柿の木の下に鍵を埋めたよ"
OPENAI_KEY, ANTHROPIC_KEY = "sk-of-openai", "sk-of-anthropic"


@pytest.fixture
def local() -> Generator[OpenAIServer]:
    """The server that LUMINA_MODEL_BASE_URL names."""
    with running_openai_server() as server:
        yield server


@pytest.fixture
def other() -> Generator[OpenAIServer]:
    """Another provider's own host."""
    with running_openai_server() as server:
        server.will(claude_says("ノクスだ。"))
        yield server


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)


def talking(home: Path, local: OpenAIServer, **more: Any) -> AbstractAsyncContextManager[Life]:
    return living(home, model="openai:scripted", model_base_url=local.base_url, **more)


def cast_with_claude(folder: Path) -> Path:
    """A folder in which Nox speaks by another provider than the others."""
    folder.mkdir()
    own = (FOLDER / "nox.toml").read_text(encoding="utf-8").replace("order = 3", 'order = 3\nmodel = "anthropic:own"')
    (folder / "nox.toml").write_text(own, encoding="utf-8")
    return folder


def keys_at(server: OpenAIServer) -> set[str]:
    return {request["key"].removeprefix("Bearer ") for request in server.requests}


def seen(server: OpenAIServer) -> str:
    return json.dumps(server.requests, ensure_ascii=False)


async def test_a_base_url_is_for_the_provider_of_the_model_and_no_character_of_another_speaks_there(
    tmp_path: Path, local: OpenAIServer, other: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", other.host)
    async with talking(tmp_path / "home", local, characters=cast_with_claude(tmp_path / "cast")) as life:
        assert [reply.turn.text for reply in replies(await life.say(WORDS))] == ["ノクスだ。"]
        assert local.requests == [], "neither the key nor the words"
        assert keys_at(other) == {ANTHROPIC_KEY}
        local.will(says("ルミナよ"))
        assert [reply.turn.text for reply in replies(await life.say("@ルミナ やあ"))] == ["ルミナよ"]
    assert OPENAI_KEY in seen(local)
    assert ANTHROPIC_KEY not in seen(local)
    assert OPENAI_KEY not in seen(other)


async def test_a_model_that_distils_by_another_provider_is_not_asked_at_the_base_url(
    tmp_path: Path, local: OpenAIServer, other: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", other.host)
    async with talking(tmp_path, local, distil_model="anthropic:own") as life:
        await life.say(WORDS)
        await life.distil_all()
    assert keys_at(local) == {OPENAI_KEY}
    assert keys_at(other) == {ANTHROPIC_KEY}


async def test_other_providers_have_a_base_url_of_their_own(
    tmp_path: Path, local: OpenAIServer, other: OpenAIServer
) -> None:
    named = f"google=http://127.0.0.1:9, anthropic={other.host}"
    cast = cast_with_claude(tmp_path / "cast")
    async with talking(tmp_path / "home", local, characters=cast, provider_base_urls=named) as life:
        await life.say(WORDS)
    assert local.requests == []
    assert keys_at(other) == {ANTHROPIC_KEY}


async def test_a_key_does_not_follow_a_server_that_sends_elsewhere(
    tmp_path: Path, local: OpenAIServer, other: OpenAIServer
) -> None:
    for model, base_url in (("openai:scripted", local.base_url), ("anthropic:scripted", local.host)):
        local.will(sends_to(other.host))
        async with living(tmp_path / model.partition(":")[0], model=model, model_base_url=base_url) as life:
            await life.say(WORDS)
    assert OPENAI_KEY in seen(local)
    assert ANTHROPIC_KEY in seen(local)
    assert [key for key in (OPENAI_KEY, ANTHROPIC_KEY) if key in seen(other)] == []


async def test_a_server_of_ones_own_needs_no_key_and_an_empty_one_is_none(
    tmp_path: Path, local: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "")
    local.will(says("やあ"), claude_says("やあ"))
    for model, base_url in (("openai:scripted", local.base_url), ("anthropic:scripted", local.host)):
        async with living(tmp_path / model.partition(":")[0], model=model, model_base_url=base_url) as life:
            assert [reply.turn.text for reply in replies(await life.say(WORDS))] == ["やあ"]


@pytest.mark.parametrize(
    ("environment", "why"),
    [
        ({"model_base_url": "http://127.0.0.1:9", "distil_model": "openai:x"}, "LUMINA_MODEL_BASE_URL is wrong"),
        ({"model": "openai:x", "provider_base_urls": "ollama"}, "ollama has no URL"),
        ({"model": "openai:x", "provider_base_urls": "ollama=localhost:1"}, "ollama has no URL"),
        ({"model": "openai:x", "provider_base_urls": "google=http://a,google_genai=http://b"}, "named twice"),
    ],
)
async def test_a_base_url_that_belongs_to_nobody_is_refused(
    tmp_path: Path, environment: Mapping[str, Any], why: str
) -> None:
    with pytest.raises(BadSetting, match=why):
        async with living(tmp_path, **environment):
            pass


def test_settings_that_are_empty_are_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"LUMINA_{name.upper()}", raising=False)
    unset = load_settings()
    for name in Settings.model_fields:
        monkeypatch.setenv(f"LUMINA_{name.upper()}", "")
    assert load_settings() == unset
    assert open_chat_model(unset).name == open_chat_model(load_settings()).name


@pytest.mark.parametrize(
    ("model", "cut", "whole", "why"),
    [
        ("openai:x", is_cut_off_after("埋めたのは"), says("覚えている。"), "cut off"),
        ("openai:x", runs_out_after("埋めたのは"), says("覚えている。"), "longer than"),
        ("anthropic:x", claude_is_cut_off_after("埋めたのは"), claude_says("覚えている。"), "cut off"),
        ("anthropic:x", claude_says("埋めたのは", "max_tokens"), claude_says("覚えている。"), "longer than"),
        ("openai:x", fails(400, "no"), says("覚えている。"), "400"),
    ],
    ids=["cut off", "too long", "cut off by Anthropic", "too long for Anthropic", "no answer"],
)
async def test_an_answer_that_breaks_off_is_kept_so_far_marked_and_asked_for_again_with_the_words_once(
    tmp_path: Path, local: OpenAIServer, model: str, cut: Any, whole: Any, why: str
) -> None:
    base_url = local.host if model.startswith("anthropic") else local.base_url
    local.will(cut, whole)
    async with living(tmp_path, model=model, model_base_url=base_url) as life:
        [reply] = replies(await life.say(WORDS))
        assert reply.failed
        assert why in str(reply.failed.why)
        assert reply.turn.failed
        assert reply.turn.text == ("" if why == "400" else "埋めたのは")
        kept = [(turn.speaker, turn.text, turn.failed) for turn in await life.turns()]
        assert kept[1:] == [("nox", reply.turn.text, True)]
        again = await life.retry()
        assert is_done(again)
        assert [(one.turn.speaker, one.turn.text, one.failed) for one in replies(again)] == [
            ("nox", "覚えている。", None)
        ]
        said = json.dumps(local.requests[-1]["body"]["messages"], ensure_ascii=False)
        assert said.count("柿の木の下に鍵を埋めたよ") == 1
        assert "埋めたのは" not in said
        with pytest.raises(BadInput):
            await life.retry()
        local.will(whole)
        await life.say("@ノクス どこだっけ")
        last = json.dumps(local.requests[-1]["body"]["messages"], ensure_ascii=False)
        assert last.count("柿の木の下に鍵を埋めたよ") == 1


async def test_only_those_whose_answer_broke_off_are_asked_again_and_hear_the_others_once(
    tmp_path: Path, local: OpenAIServer
) -> None:
    async with talking(tmp_path, local) as life:
        local.will(says("ルミナの答え"), is_cut_off_after("クラリスの"), says("ノクスの答え"), says("全部の答え"))
        first = replies(await life.say("@all 柿の木の下に鍵を埋めたよ"))
        assert [(one.turn.speaker, bool(one.failed)) for one in first] == [
            ("lumina", False),
            ("clarisse", True),
            ("nox", False),
        ]
        again = replies(await life.retry())
        assert [(one.turn.speaker, one.turn.text) for one in again] == [("clarisse", "全部の答え")]
    said = json.dumps(local.requests[-1]["body"]["messages"], ensure_ascii=False)
    assert [said.count(text) for text in ("柿の木の下に", "ルミナの答え", "ノクスの答え", "クラリスの")] == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Nox: ノクス: 覚えた。\n葵: ありがとう、ノクス。\nNox: ああ。", "覚えた。"),
        ("覚\0えた。\x1b[31m", "覚えた。[31m"),
    ],
)
async def test_a_model_speaks_for_its_character_alone_and_writes_no_names_into_the_history(
    home: Path, local: OpenAIServer, text: str, kept: str
) -> None:
    local.will(says(text))
    async with talking(home, local) as life:
        [reply] = replies(await life.say(WORDS))
        assert (reply.turn.text, reply.failed) == (kept, None)
        assert [one.text for one in await life.turns()] == [WORDS, kept]


async def test_an_answer_of_which_nothing_is_the_characters_own_said_nothing(home: Path, local: OpenAIServer) -> None:
    local.will(says("Nox: \0"))
    async with talking(home, local) as life:
        [reply] = replies(await life.say(WORDS))
        assert reply.failed
        assert "said nothing" in str(reply.failed.why)


async def test_what_is_no_server_of_models_is_named_by_its_address(home: Path, local: OpenAIServer) -> None:
    local.will(is_a_page)
    async with talking(home, local) as life:
        [reply] = replies(await life.say(WORDS))
        assert reply.failed
        assert f"what answers at {local.base_url} does not speak the API of OpenAI" in str(reply.failed.why)
