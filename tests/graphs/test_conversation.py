"""One turn of the conversation graph, on real stores, where every call that blocks the event loop raises."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from blockbuster import blockbuster_ctx
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import Field

from graphs import flushing
from graphs.conversation import conversation_graph
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.dialogue.characters import Character
from lumina.dialogue.context import Context, provided
from lumina.dialogue.turn import Talking
from lumina.distil.indexing import index_turns
from lumina.models import Entry, Role, Turn
from lumina.reports import Done, Event, Heard, Recalled, Replied, Token
from lumina.settings import Settings

MORNING = datetime(2026, 5, 3, 8, tzinfo=UTC)
TALK = (
    "@ルミナ 来月、盛岡に引っ越すことにしたよ。",
    "@ルミナ 荷造りは姉の千景が手伝ってくれる。",
    "@ルミナ 犬のムギも連れていくんだ。",
    "@ルミナ 新しい家は川の近くにある。",
    "@ルミナ 引っ越しの見積もりは三社に頼んだ。",
    "@ルミナ いちばん安い会社に決めた。",
    "@ルミナ 段ボールは四十箱になりそう。",
    "@ルミナ 千景には盛岡で冷麺をおごる約束をした。",
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder for all; every test is a person of its own."""
    return tmp_path_factory.mktemp("conversation") / "home"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(MORNING)


@pytest.fixture
async def lumina(home: Path, clock: ManualClock) -> AsyncGenerator[Lumina]:
    async with Lumina.open(Settings(home=home, model="", embedder="chive"), clock) as lumina:
        yield lumina


async def heard(events: AsyncIterator[Event]) -> list[Event]:
    return [event async for event in events]


async def invoke(ports: Talking | None, person: str, *texts: str) -> dict[str, Any]:
    """The last state of a conversation in one room, whose window Studio's checkpointer keeps."""
    graph = conversation_graph(InMemorySaver())
    config: RunnableConfig = {"configurable": {"thread_id": "one"}}
    state: dict[str, Any] = {}
    for text in texts:
        said = {"messages": [HumanMessage(text)]}
        state = cast("dict[str, Any]", await graph.ainvoke(said, config, context=Context(person, "room", ports=ports)))
    return state


class BreaksOff(FakeListChatModel):
    """A model that breaks off in the middle of its answer."""

    responses: list[str] = Field(default_factory=lambda: ["…"])

    async def _astream(
        self, messages: list[BaseMessage], *args: Any, **more: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        async for chunk in super()._astream(messages, *args, **more):
            yield chunk
            raise ConnectionError("the line is dead")


def breaking_off(_: Character) -> BaseChatModel:
    return BreaksOff()


async def test_a_talk_opens_runs_is_distilled_and_closes_without_blocking_the_event_loop(
    home: Path, clock: ManualClock
) -> None:
    with blockbuster_ctx():
        async with Lumina.open(Settings(home=home, model="", embedder="chive"), clock, background=True) as lumina:
            for text in TALK:
                clock.advance(timedelta(seconds=30))
                events = await heard(lumina.talk.say(text, person="blocking", room="room"))
                assert [type(event) for event in events if not isinstance(event, Token)] == [
                    Heard,
                    Recalled,
                    Replied,
                    Done,
                ]
            await lumina.settle()
            [memory] = await lumina.memories.list("blocking", tier=None, limit=10, offset=0)
    assert len(memory.state.turns) == 12, "the thread that ended"


async def test_the_window_has_at_most_twelve_messages_and_the_newest_stay(lumina: Lumina) -> None:
    state = await invoke(lumina.ports, "window", *TALK)
    assert 6 <= len(state["messages"]) <= 12
    assert state["messages"][-2].text == TALK[-1]
    assert set(state) == {"messages", "thread", "domain", "spoken", "recalled", "speaking"}


async def test_what_waits_is_indexed_anew_only_where_something_was_said(
    lumina: Lumina, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed: list[int] = []

    async def counted(turns: Sequence[Turn], *more: Any) -> tuple[Entry, ...]:
        indexed.append(len(turns))
        return await index_turns(turns, *more)

    monkeypatch.setattr(flushing, "index_turns", counted)
    answers: list[list[str]] = []
    for text in TALK[1:3]:
        await heard(lumina.talk.say(text, person="waiting", room="room"))
        for _ in range(3):
            found = await lumina.recall.look_up(
                "千景とムギ", person="waiting", viewer=None, budget=500, limit=10, unit="turn"
            )
            answers.append([hit.text for hit in found.hits])
    assert indexed == [2, 4]
    assert answers[0] == answers[2]
    assert TALK[2] not in answers[2]
    assert answers[3] == answers[5]
    assert TALK[2] in answers[5]


async def test_each_character_hears_those_before_it_and_all_are_kept(lumina: Lumina) -> None:
    state = await invoke(lumina.ports, "three", "@all 今日は誕生日なんだ")
    assert [message.name for message in state["messages"]] == ["three", "lumina", "clarisse", "nox"]
    room = await lumina.ports.transcript.last("three", "room", 10)
    assert [(turn.speaker, turn.text) for turn in room] == [(one.name, one.text) for one in state["messages"]]


async def test_the_persons_words_survive_a_model_that_fails(lumina: Lumina) -> None:
    broken = replace(lumina.ports, model_of=breaking_off)
    state = await invoke(broken, "failing", "@ノクス 聞こえる？")
    assert [message.text for message in state["messages"]] == ["@ノクス 聞こえる？"]
    said, answer = await lumina.ports.transcript.last("failing", "room", 10)
    assert (said.text, said.role, said.failed) == ("@ノクス 聞こえる？", Role.PERSON, False)
    assert answer.failed


async def test_the_same_message_again_is_the_same_turn(lumina: Lumina) -> None:
    graph = conversation_graph()
    said = {"messages": [HumanMessage("@ルミナ 一度だけ言うね", id="once")]}
    for _ in range(2):
        await graph.ainvoke(said, context=Context("twice", "room", ports=lumina.ports))
    room = await lumina.ports.transcript.last("twice", "room", 10)
    assert [turn.speaker for turn in room] == ["twice", "lumina"]


async def test_a_thread_begins_with_what_its_first_words_are_about(lumina: Lumina) -> None:
    state = await invoke(lumina.ports, "about", "昨日、映画館で新作の映画を観たよ")
    begun = await lumina.ports.transcript.open_thread("about", "room")
    assert begun
    assert begun.domain == state["domain"] != ""


async def test_the_flush_is_no_part_of_the_turns_run(lumina: Lumina) -> None:
    saver = InMemorySaver()
    graph = conversation_graph(saver)
    config: RunnableConfig = {"configurable": {"thread_id": "one"}}
    streamed: list[str] = []
    for text in TALK:
        said = {"messages": [HumanMessage(text)]}
        context = Context("apart", "room", ports=lumina.ports)
        parts: AsyncIterator[Any] = graph.astream(said, config, context=context, stream_mode="updates", subgraphs=True)
        async for _, update in parts:
            streamed += update
    await lumina.settle()
    assert await lumina.memories.list("apart", tier=None, limit=1, offset=0)
    assert set(streamed) == {"listen", "recall", "speak", "remember"}
    assert {namespace for spaces in saver.storage.values() for namespace in spaces} == {""}


async def test_a_checkpoint_holds_the_window_and_nothing_that_was_recalled(lumina: Lumina) -> None:
    saver = InMemorySaver()
    graph = conversation_graph(saver)
    config: RunnableConfig = {"configurable": {"thread_id": "one"}}
    for text in TALK[:2]:
        said = {"messages": [HumanMessage(text)]}
        await graph.ainvoke(said, config, context=Context("lean", "room", ports=lumina.ports), durability="exit")
    kept = {name for (_, _, name, _), (kind, _) in saver.blobs.items() if kind != "empty"}
    assert {name for name in kept if not name.startswith("branch:")} == {"messages", "thread", "domain", "spoken"}


async def test_without_ports_in_the_context_those_that_are_provided_are_taken(
    lumina: Lumina, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opening() -> Talking:
        return lumina.ports

    monkeypatch.setattr(provided, "_opening", None)
    with pytest.raises(RuntimeError, match="needs ports"):
        await invoke(None, "provided", "@ルミナ もしもし")
    monkeypatch.setattr(provided, "_opening", opening)
    state = await invoke(None, "provided", "@ルミナ もしもし")
    assert [message.name for message in state["messages"]][-1] == "lumina"


def test_the_nodes_have_readable_names() -> None:
    assert set(conversation_graph().nodes) == {"__start__", "listen", "recall", "speak", "remember"}
