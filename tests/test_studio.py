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
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph.state import CompiledStateGraph

ROOT = Path(__file__).resolve().parents[1]
GRAPHS: dict[str, str] = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"]
NODES = {
    "conversation": ["listen", "recall", "speak", "remember"],
    "flush": ["summarise", "extract_keywords", "embed", "store"],
}
READY_SECONDS = 60


def graph(name: str) -> CompiledStateGraph[Any, Any, Any, Any]:
    path, variable = GRAPHS[name].split(":")
    return getattr(import_module(path.removeprefix("./").removesuffix(".py").replace("/", ".")), variable)


@pytest.mark.parametrize("name", NODES)
def test_studio_finds_the_graph_and_its_nodes_have_readable_names(name: str) -> None:
    shown = graph(name)
    assert isinstance(shown, CompiledStateGraph)
    assert [node for node in shown.nodes if not node.startswith("__")] == NODES[name]


@pytest.mark.parametrize("name", NODES)
def test_studio_can_describe_what_goes_in_and_out(name: str) -> None:
    shown = graph(name)
    schemas = [shown.get_input_jsonschema(), shown.get_output_jsonschema(), shown.get_context_jsonschema() or {}]
    assert all(json.dumps(schema) for schema in schemas)


def test_studio_can_edit_the_context_of_a_conversation() -> None:
    schema = graph("conversation").get_context_jsonschema()
    assert schema is not None
    assert {"person"} <= set(schema["properties"])


def asked(url: str, body: object) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=READY_SECONDS) as answer:
        return json.load(answer)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(READY_SECONDS * 5):
        assert server.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(f"{url}/ok", timeout=1).close()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(url)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    command = [Path(sys.executable).with_name("langgraph"), "dev", "--no-browser", "--no-reload", "--port", str(port)]
    env = os.environ | {"LUMINA_HOME": str(tmp_path / "home"), "LANGGRAPH_CLI_NO_ANALYTICS": "1"}
    log = tmp_path / "log"
    with log.open("w") as out, subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out) as server:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            print(log.read_text())  # noqa: T201  pytest shows it where the test fails


@pytest.mark.ci
@pytest.mark.timeout(180)
def test_a_turn_in_studio_is_answered_by_a_character_and_kept(studio: str) -> None:
    thread = asked(f"{studio}/threads", {})["thread_id"]
    turn = {"role": "user", "content": "@ルミナ 庭に柿の木を植えました"}
    state = asked(
        f"{studio}/threads/{thread}/runs/wait", {"assistant_id": "conversation", "input": {"messages": [turn]}}
    )
    assert state["messages"][-1]["name"] == "lumina"
    for name in NODES:
        assistant = asked(f"{studio}/assistants/search", {"graph_id": name})[0]["assistant_id"]
        with urllib.request.urlopen(f"{studio}/assistants/{assistant}/schemas", timeout=READY_SECONDS) as answer:
            assert json.load(answer)["input_schema"]
