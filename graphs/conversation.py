"""One turn: listen ─▶ recall ─▶ speak (once per chosen character) ─▶ remember.

One graph, compiled twice: without a checkpointer for LangGraph Studio, with the PostgreSQL one for everything else. Its
checkpointed state is small; what was recalled is not checkpointed, since a second copy would have to be erased too.
"""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

from langchain_core.messages import AnyMessage, HumanMessage, RemoveMessage
from langgraph.channels import UntrackedValue
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from graphs.context import Answer, Context, Listened, Scene, ports_of
from graphs.routing import note_spoken
from graphs.window import as_message, is_turn, turn_of
from lumina.models import Role
from lumina.reports import Failure, Heard, Recalled, Recollection, Replied, Token


class Kept(MessagesState):
    """What a turn leaves behind: `messages` is the short-term window (at most 12), `spoken` when each character spoke
    last."""

    thread: str
    domain: str
    spoken: dict[str, int]


class State(Kept):
    """What begins with `now_` belongs to the turn in hand and is never checkpointed."""

    now_listened: Annotated[Listened, UntrackedValue]
    now_recalled: Annotated[dict[str, Recollection], UntrackedValue]
    now_answers: Annotated[tuple[Answer, ...], UntrackedValue]


def is_kept(values: Mapping[str, Any]) -> bool:
    """Whether this is what a turn leaves behind, so that the next can go on from it."""
    messages, spoken = values.get("messages"), values.get("spoken", {})
    return (
        isinstance(messages, list)
        and all(map(is_turn, cast("list[object]", messages)))
        and isinstance(spoken, dict)
        and all(isinstance(at, int) for at in cast("dict[object, object]", spoken).values())
        and all(isinstance(values.get(name, ""), str) for name in ("thread", "domain"))
    )


async def listen(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write the person's turn to the transcript, find its thread, decide who answers."""
    ports, context = await ports_of(runtime), runtime.context
    window = _up_to_what_was_said(state["messages"])
    listened = await ports.listen(context, window, state.get("spoken", {}))
    chosen = tuple((choice.character, choice.sentence) for choice in listened.speakers)
    runtime.stream_writer(Heard(listened.turn, chosen))
    return {
        "messages": _with(listened, window),
        "thread": str(listened.turn.thread),
        "domain": listened.domain,
        "now_listened": listened,
        "now_answers": (),
    }


def _up_to_what_was_said(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """Without the answers behind it, where a message comes once more."""
    last = max((place for place, message in enumerate(messages) if isinstance(message, HumanMessage)), default=-1)
    return messages[: last + 1] or messages


def _with(listened: Listened, window: Sequence[AnyMessage]) -> list[AnyMessage | RemoveMessage]:
    """The window with the turn in hand, once, and with what it lacked."""
    here = [message.id or "" for message in window if turn_of(message) == listened.turn.id]
    said = as_message(listened.turn, message=here[0] if here else window[-1].id or "")
    if listened.missed:
        others = [message for message in window[:-1] if message.id not in here]
        return [RemoveMessage(id=REMOVE_ALL_MESSAGES), *others, *_in_order(listened, said)]
    return [*(RemoveMessage(id=again) for again in here[1:]), said]


def _in_order(listened: Listened, said: AnyMessage) -> list[AnyMessage]:
    """What was missed, with the turn in hand in its place."""
    turn = listened.turn
    behind = [one for one in listened.missed if one.thread == turn.thread and one.position > turn.position]
    before = [one for one in listened.missed if one not in behind]
    return [*map(as_message, before), said, *map(as_message, behind)]


async def recall(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Assemble what each chosen character may know of what was said. No model is called."""
    ports, listened = await ports_of(runtime), state["now_listened"]
    recalled: dict[str, Recollection] = {}
    for choice in listened.speakers:
        recalled[choice.character] = await ports.recall(runtime.context, listened, choice.character, state["messages"])
        runtime.stream_writer(Recalled(choice.character, recalled[choice.character]))
    return {"now_recalled": recalled}


async def speak(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """The next chosen character answers, having heard those before it."""
    ports, listened, before = await ports_of(runtime), state["now_listened"], state["now_answers"]
    choice = listened.speakers[len(before)]
    scene = Scene(listened, choice, state["now_recalled"][choice.character], tuple(state["messages"]), before)
    pieces: list[str] = []
    failed: Failure | None = None
    async for piece in ports.speak(runtime.context, scene):
        if piece.failed:
            failed = piece.failed
        else:
            pieces.append(piece.text)
            runtime.stream_writer(Token(choice.character, piece.text))
    return {"now_answers": (*before, Answer(choice, "".join(pieces), failed))}


def whether_all_have_spoken(state: State) -> str:
    return "speak" if len(state["now_answers"]) < len(state["now_listened"].speakers) else "remember"


async def remember(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write the answers to the transcript, note what was used, keep the window small, let the flush begin."""
    ports, listened, answers = await ports_of(runtime), state["now_listened"], state["now_answers"]
    turns = await ports.remember(runtime.context, listened, answers, state["now_recalled"])
    for turn, answer in zip(turns, answers, strict=True):
        runtime.stream_writer(Replied(turn, answer.choice.sentence, answer.failed))
    replies = [as_message(turn) for turn in turns if not turn.failed]
    leaving = _leaving([*state["messages"], *replies], ports.window)
    spoke = [turn.speaker for turn in (*listened.missed, *turns) if turn.role is Role.CHARACTER]
    spoken = note_spoken(state.get("spoken", {}), spoke)
    return {"messages": [*replies, *leaving], "spoken": dict(spoken)}


def _leaving(messages: Sequence[AnyMessage], window: tuple[int, int]) -> list[RemoveMessage]:
    fewest, most = window
    if len(messages) <= most:
        return []
    leaving = messages[: len(messages) - fewest]
    return [RemoveMessage(id=message.id or "") for message in leaving]


def conversation_graph(checkpointer: BaseCheckpointSaver[Any] | None = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    graph = StateGraph(State, context_schema=Context, input_schema=MessagesState, output_schema=Kept)
    graph.add_node("listen", listen)
    graph.add_node("recall", recall)
    graph.add_node("speak", speak)
    graph.add_node("remember", remember)
    graph.add_edge(START, "listen")
    graph.add_edge("listen", "recall")
    graph.add_conditional_edges("recall", whether_all_have_spoken, ["speak", "remember"])
    graph.add_conditional_edges("speak", whether_all_have_spoken, ["speak", "remember"])
    graph.add_edge("remember", END)
    return graph.compile(checkpointer=checkpointer, name="conversation")
