"""The graph window → memory: summarise, extract_keywords, embed, store. What is flushed together is stored together.

No checkpoint could keep a text of its state; the turns are read from the transcript. One call of a model at most
for each memory, in `summarise`.
"""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Protocol
from uuid import UUID

from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypedDict

from lumina.dialogue.providing import NO_FIELD, Provided
from lumina.distil.distillate import Distillate, Distiller
from lumina.distil.salience import novelty, relatedness, salience
from lumina.models import EVERYBODY, Entry, Memory, Turn, memory_id


@dataclass(frozen=True, slots=True)
class Familiarity:
    """How a person's own turns and associations stand to some keywords and concepts: the `idfs` of the keywords within
    the turns and the `highest` there is, the concepts that are `known`, and the `mentions` of the best known."""

    idfs: tuple[float, ...]
    highest: float
    known: frozenset[str]
    mentions: int


class Overflow(BaseModel, frozen=True):
    """The turns that leave windows, of one thread or of several; where none are named, those of the room that wait
    longest. What is to be stored is refused if the person was erased after `epoch` (None: after the turns were
    read)."""

    person: str = "me"
    room: str = "studio"
    turns: tuple[UUID, ...] = ()
    epoch: SkipJsonSchema[int | None] = None


@dataclass(frozen=True, slots=True)
class Segment:
    """Turns of one thread, oldest first, that become one memory. `terms`: in how many of them each term stands."""

    turns: tuple[Turn, ...]
    terms: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Said:
    """What is to be remembered, and the epoch of its person before it was read."""

    segments: tuple[Segment, ...]
    epoch: int


class FlushPorts(Protocol):
    """What the nodes ask for."""

    @property
    def distiller(self) -> Distiller: ...

    async def said(self, overflow: Overflow) -> Said:
        """Those of the turns that the transcript has."""
        ...

    async def standings(
        self, person: str, segments: Sequence[Segment], distillates: Sequence[Distillate]
    ) -> Sequence[Familiarity]:
        """How each stands when those before it are stored already."""
        ...

    async def entries(self, memories: Sequence[Memory], segments: Sequence[Segment]) -> Sequence[Sequence[Entry]]:
        """The index entries of each memory: its summary and its turns, read with their neighbours."""
        ...

    async def store(
        self, memories: Sequence[Memory], said: Said, distillates: Sequence[Distillate]
    ) -> Collection[UUID]:
        """Durable when it returns, with what the distillates claim. The new ones; of one that has a turn of another
        memory, nothing was written. Raises PersonErased."""
        ...


@dataclass(frozen=True)
class FlushContext:
    """The ports come from whoever runs the graph."""

    ports: SkipJsonSchema[Annotated[FlushPorts, NO_FIELD] | None] = None


provided = Provided[FlushPorts]()


async def ports_of(runtime: Runtime[FlushContext]) -> FlushPorts:
    return await provided.unless(runtime.context.ports)


class FlushState(TypedDict):
    """Only of whom it is is ever checkpointed."""

    person: str
    room: str
    turns: Annotated[tuple[UUID, ...], UntrackedValue]
    epoch: Annotated[int | None, UntrackedValue]
    said: Annotated[Said, UntrackedValue]
    distillates: Annotated[tuple[Distillate, ...], UntrackedValue]
    memories: Annotated[tuple[Memory, ...], UntrackedValue]
    kept: Annotated[tuple[UUID, ...], UntrackedValue]
    new: Annotated[int, UntrackedValue]


class Flushed(TypedDict, total=False):
    """What comes out: the ids of the memories, and how many are new; nothing where none of the turns exists any
    more."""

    kept: tuple[UUID, ...]
    new: int


async def summarise(state: Overflow, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    """Distil the turns: with a model one call for each memory gives summary, keywords, concepts and emotion at once."""
    ports = await ports_of(runtime)
    said = await ports.said(state)
    distillates = tuple([await ports.distiller.distil(one.turns) for one in said.segments])
    return {"person": state.person, "said": said, "distillates": distillates}


def whether_anything_was_said(state: FlushState) -> str:
    return "extract_keywords" if state["said"].segments else END


async def extract_keywords(state: FlushState, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    """Make memories of the distillates, each as important as its keywords and concepts are to the person."""
    ports, segments, distillates = await ports_of(runtime), state["said"].segments, state["distillates"]
    standings = await ports.standings(state["person"], segments, distillates)
    made = zip(segments, distillates, standings, strict=True)
    return {"memories": tuple(remembered(state, one.turns, distillate, standing) for one, distillate, standing in made)}


async def embed(state: FlushState, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    ports, memories = await ports_of(runtime), state["memories"]
    entries = await ports.entries(memories, state["said"].segments)
    return {"memories": tuple(replace(one, entries=tuple(its)) for one, its in zip(memories, entries, strict=True))}


async def store(state: FlushState, runtime: Runtime[FlushContext]) -> dict[str, Any]:
    ports, memories = await ports_of(runtime), state["memories"]
    new = await ports.store(memories, state["said"], state["distillates"])
    return {"kept": tuple(memory.id for memory in memories), "new": len(new)}


def remembered(state: FlushState, said: Sequence[Turn], distillate: Distillate, standing: Familiarity) -> Memory:
    """The memory of what was said, without its entries. Its id is that of the turns that there were."""
    turns = tuple(turn.id for turn in said)
    return Memory(
        id=memory_id(said[0].thread, turns),
        person=state["person"],
        room=said[0].room,
        thread=said[0].thread,
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


def salience_of(distillate: Distillate, standing: Familiarity) -> float:
    new = novelty(standing.idfs, standing.highest)
    related = relatedness(distillate.concepts, standing.known)
    return salience(distillate.valence, new, related, standing.mentions)


def heard_all(said: Sequence[Turn]) -> frozenset[str]:
    """Who heard every one of the turns: EVERYBODY where all are shared with all, else who was there throughout."""
    closed = [turn.witnesses for turn in said if EVERYBODY not in turn.witnesses]
    return closed[0].intersection(*closed) if closed else frozenset({EVERYBODY})


@cache
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
