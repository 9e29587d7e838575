"""One turn: listen ─▶ recall ─▶ speak (once per chosen character) ─▶ remember.

One graph, compiled twice: without a checkpointer for LangGraph Studio, with the PostgreSQL one for everything else. Its
checkpointed state is small; what was recalled is not checkpointed, since a second copy would have to be erased too.
"""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, cast

from langchain_core.messages import AnyMessage, HumanMessage, RemoveMessage
from langgraph.channels import UntrackedValue
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from lumina.dialogue.context import Answer, Context, Listened, Piece, Scene, ports_of
from lumina.dialogue.routing import Choice, note_spoken
from lumina.dialogue.stopping import STOPPED
from lumina.dialogue.window import as_message, is_turn, turn_of
from lumina.errors import BadInput, because
from lumina.models import Role, Turn
from lumina.reports import Failure, Heard, Recalled, Recollection, Replied, Token


class Summary(TypedDict):
    """What was recalled: how good it is, for how many tokens, which memories or turns, and who did not answer."""

    grade: str
    tokens: int
    sections: list[str]
    hits: list[str]
    missing: list[str]


class Speaking(TypedDict):
    """Who answers, in this order, and why."""

    name: str
    reason: str


class Kept(MessagesState):
    """What a turn leaves behind: `messages` is the short-term window (at most 12), `spoken` when each character spoke
    last."""

    thread: str
    domain: str
    spoken: dict[str, int]


class Shown(Kept):
    """What whoever watches the run sees of the turn in hand, besides: what each speaker recalled, in figures and ids,
    and who speaks, and why. It is in the stream and in no checkpoint."""

    recalled: Annotated[dict[str, Summary], UntrackedValue]
    speaking: Annotated[list[Speaking], UntrackedValue]


class State(Shown):
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
    window = _up_to_what_was_said(state["messages"])
    listened = await _hear(state, runtime)
    chosen = tuple((choice.character, choice.why) for choice in listened.speakers)
    runtime.stream_writer(Heard(listened.turn, chosen))
    return {
        "messages": _with(listened, window),
        "thread": str(listened.turn.thread),
        "domain": listened.domain,
        "speaking": [Speaking(name=name, reason=why[listened.language]) for name, why in chosen],
        "now_listened": listened,
        "now_answers": (),
    }


async def _hear(state: State, runtime: Runtime[Context]) -> Listened:
    ports = await ports_of(runtime)
    return await ports.listen(runtime.context, _up_to_what_was_said(state["messages"]), state.get("spoken", {}))


async def _listened(state: State, runtime: Runtime[Context]) -> Listened:
    """What was heard in this run; in one that begins in its middle (a replay in Studio), it is heard once more."""
    return state.get("now_listened") or await _hear(state, runtime)


def _up_to_what_was_said(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """Without the answers behind it, where a message comes once more. Raises BadInput where nothing was said."""
    last = max((place for place, message in enumerate(messages) if isinstance(message, HumanMessage)), default=-1)
    if last < 0:
        raise BadInput(why=because("it has no message of a person"))
    return messages[: last + 1]


def _with(listened: Listened, window: Sequence[AnyMessage]) -> list[AnyMessage | RemoveMessage]:
    """The window with the turn in hand, once, with what it lacked, and without what never became a turn (a blank text,
    say)."""
    here = [message.id or "" for message in window if turn_of(message) == listened.turn.id]
    said = as_message(listened.turn, message=here[0] if here else window[-1].id or "")
    if listened.anew:
        return [RemoveMessage(id=REMOVE_ALL_MESSAGES), *_in_order(listened, said)]
    if listened.missed:
        others = [message for message in window[:-1] if turn_of(message) and message.id not in here]
        return [RemoveMessage(id=REMOVE_ALL_MESSAGES), *others, *_in_order(listened, said)]
    strays = [message.id or "" for message in window[:-1] if not turn_of(message)]
    return [*(RemoveMessage(id=one) for one in (*strays, *here[1:])), said]


def _in_order(listened: Listened, said: AnyMessage) -> list[AnyMessage]:
    """What was missed, with the turn in hand in its place."""
    turn = listened.turn
    behind = [one for one in listened.missed if one.thread == turn.thread and one.position > turn.position]
    before = [one for one in listened.missed if one not in behind]
    return [*map(as_message, before), said, *map(as_message, behind)]


async def recall(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Assemble what each chosen character may know of what was said. No model is called."""
    listened = await _listened(state, runtime)
    recalled: dict[str, Recollection] = {}
    for choice in listened.speakers:
        recalled[choice.character] = await _recall(state, runtime, listened, choice)
        runtime.stream_writer(Recalled(choice.character, recalled[choice.character]))
    shown = {name: _summary(recollection) for name, recollection in recalled.items()}
    return {"recalled": shown, "now_recalled": recalled, "now_listened": listened}


async def _recall(state: State, runtime: Runtime[Context], listened: Listened, choice: Choice) -> Recollection:
    ports = await ports_of(runtime)
    window = state["messages"]
    return await ports.recall(runtime.context, listened, choice.character, window)


def _summary(recollection: Recollection) -> Summary:
    pack, hits = recollection.pack, recollection.hits
    return Summary(
        grade=str(pack.grade),
        tokens=pack.tokens,
        sections=[*pack.sections],
        hits=[str(hit.memory or hit.turns[0].id) for hit in hits if hit.memory or hit.turns],
        missing=[*recollection.missing],
    )


async def speak(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """The next chosen character answers, having heard those before it."""
    listened, before = await _listened(state, runtime), state.get("now_answers", ())
    recalled = dict(state.get("now_recalled", {}))
    if len(before) == len(listened.speakers):  # begun in the middle of a turn that has its answers
        return {"now_listened": listened, "now_answers": before, "now_recalled": recalled}
    choice = listened.speakers[len(before)]
    if choice.character not in recalled:
        recalled[choice.character] = await _recall(state, runtime, listened, choice)
    scene = Scene(listened, choice, recalled[choice.character], tuple(state["messages"]), before)
    answer = await _answer(runtime, scene)
    return {
        "speaking": [Speaking(name=choice.character, reason=choice.why[listened.language])],
        "now_answers": (*before, answer),
        "now_listened": listened,
        "now_recalled": recalled,
    }


async def _answer(runtime: Runtime[Context], scene: Scene) -> Answer:
    """What the character says, as it streams: whole, or as far as it came until the model failed or was stopped."""
    ports, stopping, choice = await ports_of(runtime), runtime.context.stopping, scene.choice
    pieces: list[str] = []
    failed: Failure | None = STOPPED
    with stopping.ending():
        if not stopping.asked:
            failed = await _stream(runtime, ports.speak(runtime.context, scene), choice, pieces)
    return Answer(choice, "".join(pieces), failed)


async def _stream(
    runtime: Runtime[Context], said: AsyncIterator[Piece], choice: Choice, pieces: list[str]
) -> Failure | None:
    """Tells each piece as it comes, and adds it to the pieces; returns what went wrong."""
    failed: Failure | None = None
    async for piece in said:
        if piece.failed:
            failed = piece.failed
        else:
            pieces.append(piece.text)
            runtime.stream_writer(Token(choice.character, piece.text))
    return failed


def whether_all_have_spoken(state: State) -> str:
    return "speak" if len(state.get("now_answers", ())) < len(state["now_listened"].speakers) else "remember"


async def remember(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write the answers to the transcript, note what was used, keep the window small, let the flush begin."""
    ports, listened = await ports_of(runtime), await _listened(state, runtime)
    answers = state.get("now_answers", ())
    turns: Sequence[Turn] = listened.answered
    if not turns:
        turns = await ports.remember(runtime.context, listened, answers, state.get("now_recalled", {}))
        for turn, answer in zip(turns, answers, strict=True):
            runtime.stream_writer(Replied(turn, answer.choice.why, answer.failed))
    replies = [as_message(turn) for turn in turns if not turn.failed]
    leaving = _leaving([*state["messages"], *replies], ports.window)
    spoke = [turn.speaker for turn in (*listened.missed, *turns) if turn.role is Role.CHARACTER]
    return {"messages": [*replies, *leaving], "spoken": dict(note_spoken(state.get("spoken", {}), spoke))}


def _leaving(messages: Sequence[AnyMessage], window: tuple[int, int]) -> list[RemoveMessage]:
    fewest, most = window
    if len(messages) <= most:
        return []
    leaving = messages[: len(messages) - fewest]
    return [RemoveMessage(id=message.id or "") for message in leaving]


def conversation_graph(checkpointer: BaseCheckpointSaver[Any] | None = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Compiled once: LangGraph reads the code of every node for that, which takes 5 ms."""
    compiled = _compiled()
    return compiled.copy({"checkpointer": checkpointer}) if checkpointer else compiled


@cache
def _compiled() -> CompiledStateGraph[Any, Any, Any, Any]:
    graph = StateGraph(State, context_schema=Context, input_schema=MessagesState, output_schema=Shown)
    graph.add_node("listen", listen)
    graph.add_node("recall", recall)
    graph.add_node("speak", speak)
    graph.add_node("remember", remember)
    graph.add_edge(START, "listen")
    graph.add_edge("listen", "recall")
    graph.add_conditional_edges("recall", whether_all_have_spoken, ["speak", "remember"])
    graph.add_conditional_edges("speak", whether_all_have_spoken, ["speak", "remember"])
    graph.add_edge("remember", END)
    return graph.compile(name="conversation")
