"""LangGraph Studio finds both graphs, can show and edit what goes in, and talks on the same memory."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import pytest
from langgraph.graph.state import CompiledStateGraph

from lumina.app import Lumina
from lumina.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
CONFIG: dict[str, Any] = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))
NODES = {
    "conversation": ["listen", "recall", "speak", "remember"],
    "flush": ["summarise", "extract_keywords", "embed", "store"],
}
READY_SECONDS = 90
STREAMS = ["custom", "messages", "messages-tuple", "updates", "values", "debug", "events", "tasks", "checkpoints"]

needs_server = pytest.mark.skipif(
    find_spec("langgraph_api") is None or find_spec("starlette") is None,
    reason="LangGraph Studio's server is absent: .venv/bin/pip install -e '.[studio]'",
)
pytestmark = needs_server


def graph(name: str) -> CompiledStateGraph[Any, Any, Any, Any]:
    module, variable = CONFIG["graphs"][name]["path"].split(":")
    return getattr(import_module(module), variable)


@pytest.mark.parametrize("name", NODES)
def test_studio_finds_the_graph_and_its_nodes_have_readable_names(name: str) -> None:
    shown = graph(name)
    assert isinstance(shown, CompiledStateGraph)
    assert shown.name == name
    assert shown.checkpointer is None
    assert [node for node in shown.nodes if not node.startswith("__")] == NODES[name]


def test_studio_offers_chat_since_messages_go_in_and_out() -> None:
    shown = graph("conversation")
    assert set(shown.get_input_jsonschema()["properties"]) == {"messages"}
    kept = {"messages", "thread", "domain", "spoken"}
    assert set(shown.get_output_jsonschema()["properties"]) == {*kept, "recalled", "speaking"}


def test_a_flush_needs_no_more_than_person_and_room() -> None:
    schema = graph("flush").get_input_jsonschema()
    assert set(schema["properties"]) == {"person", "room", "turns"}
    assert not schema.get("required")


def test_studio_can_edit_person_room_budget_and_who_is_whispered_to_and_sees_no_ports() -> None:
    schema = graph("conversation").get_context_jsonschema()
    assert schema is not None
    assert {name: field["default"] for name, field in schema["properties"].items()} == {
        "person": "me",
        "room": "studio",
        "budget": 0,
        "to": [],
        "client": "",
    }
    assert not (graph("flush").get_context_jsonschema() or {})["properties"]


@dataclass(frozen=True)
class Server:
    """`langgraph dev`, as `make studio` starts it."""

    url: str
    process: psutil.Process

    def ask(self, path: str, body: object = None) -> Any:
        return json.loads(self.read(path, body))

    def read(self, path: str, body: object = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=READY_SECONDS) as answer:
            return answer.read().decode()

    def run(self, thread: str, how: str, **more: object) -> str:
        context = {"person": "haru", "room": "studio"}
        body = {"assistant_id": "conversation", "context": context, **more}
        return self.read(f"/threads/{thread}/runs/{how}", body)

    def say(self, thread: str, text: str, how: str, **more: object) -> str:
        return self.run(thread, how, input={"messages": [{"role": "user", "content": text}]}, **more)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(READY_SECONDS * 5):
        assert server.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(f"{url}/ok", timeout=1).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(url)


@contextmanager
def serving(folder: Path) -> Generator[Server]:
    """Its memory is in `folder`/home. Like `make studio`, away from the checkout: it keeps files where it runs."""
    port, log = free_port(), folder / "log"
    langgraph = [sys.executable, "-m", "langgraph_cli", "dev", "--config", str(ROOT / "langgraph.json")]
    command = [*langgraph, "--no-browser", "--no-reload", "--port", str(port)]
    env = os.environ | {"LUMINA_HOME": str(folder / "home"), "LANGGRAPH_CLI_NO_ANALYTICS": "1"}
    with log.open("w") as out, subprocess.Popen(command, cwd=folder, env=env, stdout=out, stderr=out) as server:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", server)
            yield Server(f"http://127.0.0.1:{port}", psutil.Process(server.pid))
        finally:
            server.terminate()
            server.wait(30)
            print(log.read_text())  # noqa: T201  pytest shows it where the test fails


def results(stream: str) -> dict[str, list[Any]]:
    """The data of each kind of event; what is narrower than "messages" counts as that."""
    found: dict[str, list[Any]] = {}
    for block in stream.replace("\r\n", "\n").split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in lines:
            found.setdefault(lines["event"].split("/")[0], []).append(json.loads(lines["data"]))
    return found


@pytest.mark.ci
@pytest.mark.studio
async def test_a_talk_in_studio_is_answered_streamed_distilled_and_kept(tmp_path: Path) -> None:
    with serving(tmp_path) as studio:
        assistants = {one["graph_id"]: one["assistant_id"] for one in studio.ask("/assistants/search", {})}
        for name, assistant in assistants.items():
            shown = studio.ask(f"/assistants/{assistant}/graph")
            assert [node["id"] for node in shown["nodes"]] == ["__start__", *NODES[name], "__end__"]
            assert studio.ask(f"/assistants/{assistant}/schemas")["input_schema"]
        thread = studio.ask("/threads", {})["thread_id"]
        state = json.loads(studio.say(thread, "@ルミナ 庭に柿の木を植えました", "wait"))
        assert [message["name"] for message in state["messages"]] == ["haru", "lumina"]
        streamed = results(studio.say(thread, "@all その木の話、覚えてる？", "stream", stream_mode=STREAMS))
        assert "error" not in streamed
        assert {"custom", "messages", "updates", "values", "debug", "tasks", "checkpoints"} <= set(streamed)
        heard = streamed["custom"][0]
        assert heard["turn"]["text"] == "@all その木の話、覚えてる？"
        assert [speaker for speaker, _ in heard["speakers"]] == ["lumina", "clarisse", "nox"]
        assert len(streamed["values"][-1]["messages"]) == 6
        flushed = studio.ask("/runs/wait", {"assistant_id": "flush", "input": {"person": "haru", "room": "studio"}})
        assert flushed["new"] == 1
        again = studio.ask("/runs/wait", {"assistant_id": "flush", "input": {"person": "haru", "room": "studio"}})
        assert "kept" not in again
        servers = studio.process.children(recursive=True)
    assert not any(server.is_running() for server in servers), "its PostgreSQL outlived it"
    async with Lumina.open(Settings(home=tmp_path / "home")) as lumina:
        [memory] = await lumina.memories.list("haru", tier=None, limit=10, offset=0)
        kept = await lumina.memories.show("haru", memory.state.id)
    assert [turn.speaker for turn in kept.turns] == ["haru", "lumina", "haru", "lumina", "clarisse", "nox"]
    assert kept.turns[0].text == "@ルミナ 庭に柿の木を植えました"
    assert [str(kept.row.state.id)] == flushed["kept"]


def steps(studio: Server, thread: str) -> dict[str, dict[str, Any]]:
    """The newest checkpoint before each node."""
    found: dict[str, dict[str, Any]] = {}
    for state in studio.ask(f"/threads/{thread}/history", {"limit": 100}):
        for node in state["next"]:
            found.setdefault(node, state)
    return found


def texts(state: Any) -> list[tuple[str, str]]:
    return [(message["name"], message["content"]) for message in state["messages"]]


@pytest.mark.ci
@pytest.mark.studio
def test_what_one_does_in_studio_works(tmp_path: Path) -> None:
    """Replay from every node, fork with an edited message, edit the state, send nothing, send a blank; see what was
    recalled and who speaks."""
    with serving(tmp_path) as studio:
        thread = studio.ask("/threads", {})["thread_id"]
        first = json.loads(studio.say(thread, "@ルミナ 庭に柿の木を植えました", "wait"))
        before = steps(studio, thread)
        for node in NODES["conversation"]:
            at = {"checkpoint_id": before[node]["checkpoint"]["checkpoint_id"], "input": None}
            replayed = json.loads(studio.run(thread, "wait", **at))
            assert "__error__" not in replayed, node
            assert texts(replayed) == texts(first), node
        edited = {"messages": [first["messages"][0] | {"content": "@ノクス 庭に梅の木を植えました"}]}
        forked = studio.ask(
            f"/threads/{thread}/state",
            {
                "values": edited,
                "checkpoint_id": before["recall"]["checkpoint"]["checkpoint_id"],
                "as_node": "__start__",
            },
        )
        other = json.loads(studio.run(thread, "wait", checkpoint_id=forked["checkpoint_id"], input=None))
        assert [name for name, _ in texts(other)] == ["haru", "nox"]
        assert texts(other)[0][1] == "@ノクス 庭に梅の木を植えました"
        nothing: tuple[dict[str, list[str]], ...] = ({}, {"messages": []})
        for given in nothing:
            empty = studio.ask("/threads", {})["thread_id"]
            answer = json.loads(studio.run(empty, "wait", input=given))
            assert answer["__error__"]["error"] == "BadInput"
        blank = json.loads(studio.say(thread, "  ", "wait"))
        assert blank["__error__"]["error"] == "BadText"
        streamed = results(
            studio.say(thread, "@all 何の木だった？", "stream", stream_mode=["updates", "messages-tuple"])
        )
        assert "error" not in streamed
        updates = {node: update for one in streamed["updates"] for node, update in one.items()}
        assert set(updates["recall"]["recalled"]) == {"lumina", "clarisse", "nox"}
        assert [one["name"] for one in updates["listen"]["speaking"]] == ["lumina", "clarisse", "nox"]
        assert all(update for one in streamed["updates"] for update in one.values())
        pieces = [piece for piece, _ in streamed["messages"] if piece["type"].lower().startswith("ai")]
        assert {piece["name"] for piece in pieces} == {"lumina", "clarisse", "nox"}
        state = studio.ask(f"/threads/{thread}/state")
        assert all(message["content"].strip() for message in state["values"]["messages"])
        assert "recalled" not in state["values"]
