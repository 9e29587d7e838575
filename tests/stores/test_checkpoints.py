"""LangGraph's checkpoints: of each thread the latest, whole, and no more."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph

from lumina.databases.postgres import Database
from lumina.errors import PersonErased
from lumina.stores.checkpoints_postgres import GuardedSaver

TABLES = ("checkpoints", "checkpoint_writes", "checkpoint_blobs")


class State(MessagesState):
    once: str
    turns: int


def count(state: State) -> dict[str, Any]:
    turns = state.get("turns", 0) + 1
    return {"turns": turns, "once": "said in the first turn"} if turns == 1 else {"turns": turns}


@pytest.fixture
async def graph(database: Database) -> CompiledStateGraph[Any, Any, Any, Any]:
    builder = StateGraph(State)
    builder.add_node("count", count)
    builder.add_edge(START, "count")
    builder.add_edge("count", END)
    return builder.compile(checkpointer=GuardedSaver(database, database.writing))


def config(thread: str, epoch: int = 0, person: str = "haru") -> RunnableConfig:
    return {"configurable": {"thread_id": thread, "person": person, "epoch": epoch}}


async def rows(database: Database, thread: str) -> dict[str, int]:
    found = {table: await database.fetch(f"select from {table} where thread_id = %s", (thread,)) for table in TABLES}  # pyright: ignore[reportArgumentType]
    return {table: len(rows) for table, rows in found.items()}


async def test_after_many_turns_a_thread_has_its_latest_checkpoint_alone_and_goes_on_from_it(
    database: Database, graph: CompiledStateGraph[Any, Any, Any, Any]
) -> None:
    async def say(turn: int) -> Any:
        return await graph.ainvoke({"messages": [HumanMessage(f"turn {turn}")]}, config("one"), durability="exit")

    await say(1)
    kept = await rows(database, "one")
    states = [await say(turn) for turn in range(2, 6)]
    assert [(state["turns"], len(state["messages"])) for state in states] == [(turn, turn) for turn in range(2, 6)]
    assert states[-1]["once"] == "said in the first turn"
    assert kept["checkpoints"] == 1
    assert await rows(database, "one") == kept
    assert (await graph.aget_state(config("one"))).parent_config is None


async def test_what_an_earlier_turn_held_is_in_no_row(
    database: Database, graph: CompiledStateGraph[Any, Any, Any, Any]
) -> None:
    await graph.ainvoke({"messages": [HumanMessage("柿の木", id="a")]}, config("one"), durability="exit")
    await graph.ainvoke({"messages": [HumanMessage("梅の木", id="a")]}, config("one"), durability="exit")
    key = database.keys.of("haru")
    rows = await database.fetch("select blob from checkpoint_blobs where type = 'sealed'")
    blobs = b"".join(key.open(blob, "checkpoint of one") for (blob,) in rows)
    assert "梅の木".encode() in blobs
    assert "柿の木".encode() not in blobs


async def test_what_a_checkpoint_holds_is_sealed_for_its_person_and_thread(
    database: Database, graph: CompiledStateGraph[Any, Any, Any, Any]
) -> None:
    for thread in ("one", "two"):
        await graph.ainvoke({"messages": [HumanMessage(f"柿の木 {thread}")]}, config(thread), durability="exit")
    stored = [bytes(blob or b"") for (blob,) in await database.fetch("select blob from checkpoint_blobs")]
    assert not any("柿の木".encode() in blob for blob in stored)
    await database.execute(
        "update checkpoint_blobs b set blob = o.blob from checkpoint_blobs o where "
        "b.thread_id = 'one' and o.thread_id = 'two' and b.channel = o.channel"
    )
    assert (await graph.aget_state(config("one"))).values == {}
    assert (await graph.aget_state(config("two", person="aki"))).values == {}


async def test_other_threads_keep_theirs(database: Database, graph: CompiledStateGraph[Any, Any, Any, Any]) -> None:
    await graph.ainvoke({"messages": [HumanMessage("here")]}, config("here"), durability="exit")
    before = await rows(database, "here")
    await graph.ainvoke({"messages": [HumanMessage("there")]}, config("there"), durability="exit")
    assert await rows(database, "here") == before


async def test_of_somebody_who_was_erased_meanwhile_nothing_is_kept(
    database: Database, graph: CompiledStateGraph[Any, Any, Any, Any]
) -> None:
    async with database.erasing("haru"):
        pass
    with pytest.raises(PersonErased):
        await graph.ainvoke({"messages": [HumanMessage("too late")]}, config("one"), durability="exit")
    assert sum((await rows(database, "one")).values()) == 0
