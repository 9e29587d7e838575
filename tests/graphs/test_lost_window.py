"""A checkpoint that cannot be read, or that somebody else wrote, refuses nobody's message: the transcript takes its
place, and nothing that it names is called."""

import asyncio
import json
import logging
import pickle
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import ormsgpack
import pytest
from langgraph.checkpoint.serde.jsonplus import (
    EXT_CONSTRUCTOR_KW_ARGS,
    EXT_CONSTRUCTOR_POS_ARGS,
    EXT_CONSTRUCTOR_SINGLE_ARG,
    EXT_METHOD_SINGLE_ARG,
    EXT_PYDANTIC_V1,
    EXT_PYDANTIC_V2,
    JsonPlusSerializer,
)

from harness.commands import Commands
from harness.life import Life, living, replies, scripted
from lumina.databases.postgres import Database

TOLD = "庭に柿の木を植えた。"
ASKED = "その木はいつ実がなるかな。"
FILE = "called"


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with talking(home) as life:
        yield life


@asynccontextmanager
async def talking(home: Path) -> AsyncGenerator[Life]:
    """Something was said, and lies in a checkpoint."""
    async with living(home) as life:
        life.listen_to(scripted())
        await life.say(TOLD)
        yield life


async def spoil(database: Database, column: str, value: object, kind: str = "msgpack") -> None:
    """Change what lies in the checkpoint's messages (blob), in its row (checkpoint), or in what a run left."""
    if column == "checkpoint":
        await database.execute("update checkpoints set checkpoint = %s::jsonb", (value,))
    elif column == "blob":
        changed = "update checkpoint_blobs set blob = %s, type = %s where channel = 'messages'"
        assert await database.execute(changed, (value, kind)) == 1
    else:
        left = """
            insert into checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
            select thread_id, checkpoint_ns, checkpoint_id, %s, 0, 'messages', %s, %s from checkpoints
        """
        assert await database.execute(left, ("00000000-0000-0000-0000-000000000000", kind, value)) == 1


def call(code: int, *named: object) -> bytes:
    """A blob that LangGraph's own reader makes an object of, by calling what it names."""
    return ormsgpack.packb(ormsgpack.Ext(code, ormsgpack.packb(named)))


class Touching:
    """Makes the file where it is unpickled."""

    def __init__(self, file: str) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path(self.file),)


def constructor(*named: str, **fields: object) -> bytes:
    return json.dumps({"lc": 2, "type": "constructor", "id": named, "kwargs": fields}).encode()


HOSTILE: Mapping[str, tuple[str, Callable[[str], bytes]]] = {
    "an argument": ("msgpack", lambda file: call(EXT_CONSTRUCTOR_SINGLE_ARG, "os", "system", f"touch {file}")),
    "arguments": ("msgpack", lambda file: call(EXT_CONSTRUCTOR_POS_ARGS, "os", "mkdir", [file])),
    "named arguments": ("msgpack", lambda file: call(EXT_CONSTRUCTOR_KW_ARGS, "os", "mkdir", {"path": file})),
    "a method": (
        "msgpack",
        lambda file: call(EXT_METHOD_SINGLE_ARG, "pathlib", "Path", file, "touch"),
    ),
    "an old model": ("msgpack", lambda file: call(EXT_PYDANTIC_V1, "os", "mkdir", {"path": file})),
    "a model": ("msgpack", lambda file: call(EXT_PYDANTIC_V2, "os", "mkdir", {"path": file}, "model_validate_json")),
    "within a message": (
        "msgpack",
        lambda file: ormsgpack.packb(
            [
                ormsgpack.Ext(
                    EXT_PYDANTIC_V2,
                    ormsgpack.packb(
                        [
                            "langchain_core.messages.human",
                            "HumanMessage",
                            {"content": ormsgpack.Ext(0, ormsgpack.packb(["os", "mkdir", file])), "id": "1"},
                            "model_validate_json",
                        ]
                    ),
                )
            ]
        ),
    ),
    "json": ("json", lambda file: constructor("os", "mkdir", path=file)),
    "pickle": ("pickle", lambda file: pickle.dumps(Touching(file))),
    "a pattern that takes for ever": ("msgpack", lambda _: call(EXT_CONSTRUCTOR_POS_ARGS, "re", "compile", ["(a+)+$"])),
}


def with_messages(*messages: object) -> bytes:
    return JsonPlusSerializer().dumps_typed(list(messages))[1]


DAMAGED: Mapping[str, tuple[str, object]] = {
    "its messages are empty": ("blob", b""),
    "its messages are noise": ("blob", b"\xc1\xff\x00noise"),
    "its messages are a number": ("blob", b"\x05"),
    "its messages are texts": ("blob", with_messages("a", "b")),
    "its messages have no turns' names": (
        "blob",
        call(EXT_PYDANTIC_V2, "langchain_core.messages.human", "HumanMessage", {"content": "a"}, ""),
    ),
    "it is empty": ("checkpoint", "{}"),
    "it is a list": ("checkpoint", "[1]"),
    "it is null": ("checkpoint", "null"),
    "its versions are none": ("checkpoint", '{"v": 4, "id": "1", "channel_versions": 3, "channel_values": {}}'),
    "a run left noise": ("write", b"\xc1"),
}


def of(change: str) -> str:
    """The checkpoint's own row, changed."""
    return f"update checkpoints set checkpoint = {change}"


CHANGED: Mapping[str, str] = {
    "it is of a newer version": of("jsonb_set(checkpoint, '{v}', '9')"),
    "its versions are words": of("jsonb_set(checkpoint, '{channel_versions,messages}', '\"newest\"')"),
    "its versions are numbers": of("jsonb_set(checkpoint, '{channel_versions,thread}', '7')"),
    "what was seen is a text": of("jsonb_set(checkpoint, '{versions_seen}', '\"all\"')"),
    "its thread is a number": of("jsonb_set(checkpoint, '{channel_values,thread}', '7')"),
    "its values are a list": of("jsonb_set(checkpoint, '{channel_values}', '[7]')"),
    "its messages are gone": "delete from checkpoint_blobs where channel = 'messages'",
    "all its blobs are gone": "delete from checkpoint_blobs",
    "who spoke is a list": "update checkpoint_blobs set blob = '\\x93010203' where channel = 'spoken'",
    "half of its messages is gone": (
        "update checkpoint_blobs set blob = substr(blob, 1, length(blob) / 2) where channel = 'messages'"
    ),
    "its kind is unknown": "update checkpoint_blobs set type = 'yaml'",
    "it sorts behind all others": "update checkpoints set checkpoint_id = 'zzzz', checkpoint = '{}'",
}


async def goes_on(life: Life, caplog: pytest.LogCaptureFixture) -> None:
    """The next turn is answered by who knows what was said, one line tells of it, and the one after finds all well."""
    told: list[int] = []
    for text in (ASKED, "楽しみだな。"):
        caplog.clear()
        model = scripted()
        life.listen_to(model)
        with caplog.at_level(logging.WARNING):
            events = await life.say(text)
        assert [reply.failed for reply in replies(events)] == [None]
        assert TOLD in model.seen
        warned = [record.getMessage() for record in caplog.records if "checkpoint" in record.getMessage()]
        assert not any(TOLD in line for line in warned)
        told.append(len(warned))
    assert told == [1, 0]


@pytest.mark.parametrize("place", ["blob", "write"])
@pytest.mark.parametrize("name", HOSTILE)
async def test_what_a_hostile_checkpoint_names_is_not_called(
    life: Life, name: str, place: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kind, made = HOSTILE[name]
    await spoil(life.stores.database, place, made(str(tmp_path / FILE)), kind)
    await goes_on(life, caplog)
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("name", DAMAGED)
async def test_a_damaged_checkpoint_gives_way_to_the_transcript(
    life: Life, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await spoil(life.stores.database, *DAMAGED[name])
    await goes_on(life, caplog)


@pytest.mark.parametrize("name", CHANGED)
async def test_a_checkpoint_that_is_half_there_or_newer_gives_way_to_the_transcript(
    life: Life, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert await life.stores.database.execute(CHANGED[name]) > 0  # pyright: ignore[reportArgumentType]
    await goes_on(life, caplog)


async def test_who_has_the_floor_next_is_known_without_a_checkpoint(life: Life) -> None:
    spoke = [(await life.turns())[-1].speaker]
    for text in ("そうなんだ。", "なるほどね。", "ふうん。", "へえ。", "そっか。"):
        await life.stores.database.execute("delete from checkpoints")
        spoke += [reply.turn.speaker for reply in replies(await life.say(text))]
    assert spoke == ["lumina", "clarisse", "nox"] * 2


async def test_of_a_turn_that_went_past_another_no_window_is_kept(life: Life) -> None:
    """Where the room's claim was lost with its connection, each would lack what the other said."""
    held, reached = asyncio.Event(), asyncio.Event()
    life.listen_to(scripted(held=held, reached=reached))
    slow = asyncio.create_task(life.say("これは長い話。"))
    await reached.wait()
    moved = "update checkpoints set checkpoint_id = '1fffffff-0000-6000-8000-000000000000'"
    await life.stores.database.execute(moved)
    held.set()
    await slow
    assert await life.stores.database.fetch("select * from checkpoints") == []
    model = scripted()
    life.listen_to(model)
    await life.say(ASKED)
    assert TOLD in model.seen
    assert "これは長い話。" in model.seen


def test_the_command_say_answers_where_the_checkpoint_is_damaged(home: Path) -> None:
    async def told() -> None:
        async with talking(home) as life:
            await spoil(life.stores.database, "blob", HOSTILE["an argument"][1](str(home / FILE)))

    asyncio.run(told())
    said = Commands(home).json("say", "@ルミナ 何の木だったか、覚えてる？")
    assert [reply["speaker"] for reply in said["replies"]] == ["lumina"]
    assert said["replies"][0]["text"]
    assert not (home / FILE).exists()
