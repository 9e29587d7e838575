"""The graph window → memory: summarise, extract_keywords, embed, store.

Its state names turns and holds no text that a checkpoint could keep; the turns are read from the transcript. One call
of a model at most, in `summarise`.
"""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Protocol
from uuid import UUID

from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel, GetPydanticSchema
from pydantic_core import core_schema
from typing_extensions import TypedDict

from lumina.distil.distillate import Distillate, Distiller
from lumina.distil.salience import novelty, relatedness, salience
from lumina.models import EVERYBODY, Entry, Memory, Turn, memory_id


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person's own turns and associations stand to some keywords and concepts: the `idfs` of the keywords within
    the turns and the `highest` there is, the concepts that are `known`, and the `mentions` of the best known."""

    idfs: tuple[float, ...]
    highest: float
    known: frozenset[str]
    mentions: int


class TurnsOf(Protocol):
    async def __call__(self, person: str, ids: Sequence[UUID]) -> Sequence[Turn]:
        """Those of the turns that the transcript has, oldest first."""
        ...


class StandingOf(Protocol):
    async def __call__(self, person: str, keywords: Sequence[str], concepts: Sequence[str]) -> Standing: ...


class Embed(Protocol):
    async def __call__(self, memory: Memory, turns: Sequence[Turn]) -> Sequence[Entry]:
        """The index entries of the memory: its summary and its turns, read with their neighbours."""
        ...


class Keep(Protocol):
    async def __call__(self, memory: Memory) -> None:
        """Durable when it returns; a memory that is there already stays. Raises PersonErased."""
        ...


NO_FIELD = GetPydanticSchema(lambda _type, _handler: core_schema.any_schema())
"""A port: LangGraph Studio describes a context by its JSON schema, where a Protocol has none."""


@dataclass(frozen=True, slots=True)
class FlushContext:
    """What the nodes need."""

    turns_of: Annotated[TurnsOf, NO_FIELD]
    distiller: Annotated[Distiller, NO_FIELD]
    standing_of: Annotated[StandingOf, NO_FIELD]
    embed: Annotated[Embed, NO_FIELD]
    store: Annotated[Keep, NO_FIELD]


class Overflow(BaseModel, frozen=True):
    """The turns of one thread that leave the window."""

    person: str
    room: str
    thread: UUID
    turns: tuple[UUID, ...]


class FlushState(TypedDict):
    """Of this, only ids would ever be checkpointed."""

    person: str
    room: str
    thread: UUID
    turns: tuple[UUID, ...]
    said: Annotated[Sequence[Turn], UntrackedValue]
    distillate: Annotated[Distillate, UntrackedValue]
    memory: Annotated[Memory, UntrackedValue]
    kept: UUID


class Flushed(TypedDict, total=False):
    """What comes out: the id of the memory, or nothing where none of the turns exists any more."""

    kept: UUID


async def summarise(state: Overflow, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    """Distil the turns: with a model its one call gives summary, keywords, concepts and emotion at once."""
    said = await runtime.context.turns_of(state.person, state.turns)
    if not said:
        return {"said": ()}
    return {"said": tuple(said), "distillate": await runtime.context.distiller.distil(said)}


def whether_anything_was_said(state: FlushState) -> str:
    return "extract_keywords" if state["said"] else END


async def extract_keywords(state: FlushState, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    """Make the memory of the distillate, as important as its keywords and concepts are to the person."""
    distillate = state["distillate"]
    standing = await runtime.context.standing_of(state["person"], distillate.keywords, distillate.concepts)
    return {"memory": remembered(state, standing)}


async def embed(state: FlushState, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    entries = await runtime.context.embed(state["memory"], state["said"])
    return {"memory": replace(state["memory"], entries=tuple(entries))}


async def store(state: FlushState, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    await runtime.context.store(state["memory"])
    return {"kept": state["memory"].id}


def remembered(state: FlushState, standing: Standing) -> Memory:
    """The memory of what was said, without its entries. Its id is that of the turns that there were."""
    said, distillate = state["said"], state["distillate"]
    turns = tuple(turn.id for turn in said)
    return Memory(
        id=memory_id(state["thread"], turns),
        person=state["person"],
        room=state["room"],
        thread=state["thread"],
        kind="episode",
        text=distillate.summary,
        keywords=distillate.keywords,
        concepts=distillate.concepts,
        valence=distillate.valence,
        salience=salience_of(distillate, standing),
        born=max(turn.at for turn in said),
        turns=turns,
        witnesses=heard_all(said),
        language=distillate.language,
    )


def salience_of(distillate: Distillate, standing: Standing) -> float:
    new = novelty(standing.idfs, standing.highest)
    related = relatedness(distillate.concepts, standing.known)
    return salience(distillate.valence, new, related, standing.mentions)


def heard_all(said: Sequence[Turn]) -> frozenset[str]:
    """Who heard every one of the turns: EVERYBODY where all are shared with all, else who was there throughout."""
    closed = [turn.witnesses for turn in said if EVERYBODY not in turn.witnesses]
    return closed[0].intersection(*closed) if closed else frozenset({EVERYBODY})


def flush_graph() -> CompiledStateGraph[FlushState, FlushContext, Overflow, Flushed]:
    """The graph, compiled without a checkpointer: a flush that did not reach its end is run again from its turns."""
    builder = StateGraph(FlushState, context_schema=FlushContext, input_schema=Overflow, output_schema=Flushed)
    builder.add_node("summarise", summarise)
    builder.add_node("extract_keywords", extract_keywords)
    builder.add_node("embed", embed)
    builder.add_node("store", store)
    builder.add_edge(START, "summarise")
    builder.add_conditional_edges("summarise", whether_anything_was_said, ["extract_keywords", END])
    builder.add_edge("extract_keywords", "embed")
    builder.add_edge("embed", "store")
    builder.add_edge("store", END)
    return builder.compile(name="flush")
