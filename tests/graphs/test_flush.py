"""The graph window → memory: four nodes, ports only, one call of a distiller."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from blockbuster import blockbuster_ctx
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver

from graphs.familiarity import one_by_one
from graphs.flush import Familiarity, FlushContext, Overflow, Said, Segment, flush_graph, provided
from lumina.dialogue.threads import segments
from lumina.distil.distillate import Distillate, Distiller
from lumina.distil.offline import OfflineDistiller
from lumina.language.tokens import term_id
from lumina.models import EVERYBODY, Entry, Memory, Role, Terms, Turn, derived_id, memory_id
from lumina.recall.statistics import Statistics

THREAD = derived_id("thread of a test")
NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


def said(position: int, speaker: str, text: str, witnesses: frozenset[str] = frozenset({"lumina", "nox"})) -> Turn:
    return Turn(
        id=derived_id(position, text),
        person="haru",
        room="cli",
        thread=THREAD,
        speaker=speaker,
        role=Role.PERSON if speaker == "haru" else Role.CHARACTER,
        text=text,
        at=NOON + timedelta(minutes=position),
        witnesses=witnesses,
        position=position,
    )


TURNS = (
    said(0, "haru", "来月、金沢に引っ越すことになったよ。"),
    said(1, "ルミナ", "わあ、金沢！ 楽しみだね。"),
    said(2, "haru", "うん、でも友だちの美咲と離れるのは寂しい。", frozenset({"lumina"})),
)


@dataclass
class Neighbours:
    """What the flush talks to, kept in the test's hands."""

    distiller: Distiller
    turns: Sequence[Turn] = TURNS
    kept: list[Memory] = field(default_factory=list[Memory])
    epochs: list[int] = field(default_factory=list[int])
    asked: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])

    async def said(self, overflow: Overflow) -> Said:
        theirs = [turn for turn in self.turns if turn.person == overflow.person]
        found = [turn for turn in theirs if turn.id in overflow.turns or not overflow.turns]
        cut = [Segment(turns, {1: len(turns)}) for turns in segments(found, 12)]
        return Said(tuple(cut), 7 if overflow.epoch is None else overflow.epoch)

    async def standings(
        self, person: str, segments: Sequence[Segment], distillates: Sequence[Distillate]
    ) -> Sequence[Familiarity]:
        assert {person} == {turn.person for turn in self.turns}
        assert len(segments) == len(distillates)
        self.asked += [one.keywords for one in distillates]
        return [Familiarity((1.0,) * len(one.keywords), 2.0, frozenset(one.concepts[:1]), 5) for one in distillates]

    async def entries(self, memories: Sequence[Memory], segments: Sequence[Segment]) -> Sequence[Sequence[Entry]]:
        made = zip(memories, segments, strict=True)
        return [[entry_of(memory, turn) for turn in segment.turns] for memory, segment in made]

    async def store(
        self, memories: Sequence[Memory], said: Said, distillates: Sequence[Distillate]
    ) -> Collection[UUID]:
        assert [memory.turns for memory in memories] == [tuple(t.id for t in one.turns) for one in said.segments]
        known = {memory.id for memory in self.kept}
        self.epochs.append(said.epoch)
        self.kept += memories
        return {memory.id for memory in memories} - known


def entry_of(memory: Memory, turn: Turn) -> Entry:
    return Entry(
        id=turn.id,
        memory=memory.id,
        person=turn.person,
        thread=turn.thread,
        is_summary=False,
        speaker=turn.speaker,
        people=("haru", "ルミナ"),
        at=turn.at,
        witnesses=turn.witnesses,
        window=None,
        sentences=None,
        terms=Terms(np.zeros(0, np.uint32), np.zeros(0, np.float32)),
        words=np.zeros(0, np.uint32),
    )


@dataclass
class Once:
    """A distiller that counts."""

    gives: Distillate
    calls: int = 0
    together: int = 1

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        self.calls += bool(turns)
        return self.gives


@pytest.fixture
def neighbours() -> Neighbours:
    return Neighbours(OfflineDistiller())


async def flush(neighbours: Neighbours, turns: Sequence[Turn] = TURNS) -> dict[str, Any] | None:
    """Run the graph where every blocking call raises."""
    overflow = Overflow(person="haru", room="cli", turns=tuple(turn.id for turn in turns))
    with blockbuster_ctx():
        return await flush_graph().ainvoke(overflow, context=FlushContext(neighbours))


async def test_turns_become_one_memory_that_names_them(neighbours: Neighbours) -> None:
    flushed = await flush(neighbours)
    [memory] = neighbours.kept
    assert flushed == {"kept": (memory.id,), "new": 1}
    assert memory.id == memory_id(THREAD, tuple(turn.id for turn in TURNS))
    assert memory.turns == tuple(turn.id for turn in TURNS)
    assert (memory.person, memory.room, memory.thread, memory.born) == ("haru", "cli", THREAD, TURNS[-1].at)
    assert "金沢" in memory.text
    assert "金沢" in memory.keywords
    assert [entry.id for entry in memory.entries] == list(memory.turns)


async def test_turns_of_several_threads_become_a_memory_each_in_one_go(neighbours: Neighbours) -> None:
    elsewhere = derived_id("another thread")
    other = [replace(turn, id=derived_id("there", turn.id), thread=elsewhere) for turn in TURNS[:2]]
    neighbours.turns = [TURNS[0], other[0], *TURNS[1:], other[1]]
    flushed = await flush(neighbours, neighbours.turns)
    one, another = neighbours.kept
    assert flushed == {"kept": (one.id, another.id), "new": 2}
    assert (one.thread, another.thread) == (THREAD, elsewhere)
    assert one.turns == tuple(turn.id for turn in TURNS)
    assert another.turns == tuple(turn.id for turn in other)
    assert [entry.id for entry in another.entries] == list(another.turns)
    assert neighbours.epochs == [7]


async def test_salience_is_computed_from_the_persons_own_figures(neighbours: Neighbours) -> None:
    await flush(neighbours)
    [memory] = neighbours.kept
    assert neighbours.asked == [memory.keywords]
    known = 1 / len(memory.concepts)
    assert memory.salience == pytest.approx(0.4 * abs(memory.valence) + 0.3 * 0.5 + 0.2 * known + 0.1 * 0.5)


async def test_the_distiller_is_asked_once_and_gives_text_and_keywords_both(neighbours: Neighbours) -> None:
    once = Once(Distillate("引っ越しの話", ("引っ越し",), ("引っ越し",), -0.5, "ja", "model"))
    neighbours.distiller = once
    await flush(neighbours)
    [memory] = neighbours.kept
    assert once.calls == 1
    assert (memory.text, memory.keywords, memory.concepts) == ("引っ越しの話", ("引っ越し",), ("引っ越し",))
    assert (memory.valence, memory.language) == (-0.5, "ja")


async def test_only_those_who_heard_every_turn_witness_the_memory(neighbours: Neighbours) -> None:
    await flush(neighbours)
    assert neighbours.kept[0].witnesses == {"lumina"}


async def test_a_turn_shared_with_all_does_not_hide_the_others(neighbours: Neighbours) -> None:
    neighbours.turns = (replace(TURNS[0], witnesses=frozenset({EVERYBODY})), *TURNS[1:])
    await flush(neighbours)
    assert neighbours.kept[0].witnesses == {"lumina"}


async def test_what_is_shared_with_all_stays_shared(neighbours: Neighbours) -> None:
    neighbours.turns = [replace(turn, witnesses=frozenset({EVERYBODY, "haru"})) for turn in TURNS]
    await flush(neighbours)
    assert neighbours.kept[0].witnesses == {EVERYBODY}


def test_what_is_distilled_together_stands_as_if_it_were_distilled_one_by_one() -> None:
    about = Distillate("金沢の話", ("金沢",), ("金沢", "美咲"), 0.0, "ja", "offline")
    segment = Segment(TURNS, {term_id("金沢"): 2})
    first, second = one_by_one([segment, segment], [about, about], Statistics(5, {}), {"美咲": 3})
    assert (first.known, first.mentions) == ({"美咲"}, 3)
    assert (second.known, second.mentions) == ({"金沢", "美咲"}, 4)
    [alone] = one_by_one([segment], [about], Statistics(8, {term_id("金沢"): 2}), {"金沢": 1, "美咲": 4})
    assert alone == second
    assert second.idfs < first.idfs


async def test_turns_that_are_gone_make_no_memory(neighbours: Neighbours) -> None:
    neighbours.turns = ()
    assert not await flush(neighbours)
    assert neighbours.kept == []


async def test_a_turn_that_is_gone_is_no_source_of_the_memory(neighbours: Neighbours) -> None:
    neighbours.turns = TURNS[1:]
    await flush(neighbours, TURNS)
    assert neighbours.kept[0].turns == tuple(turn.id for turn in TURNS[1:])


async def test_flushing_again_makes_the_same_memory(neighbours: Neighbours) -> None:
    await flush(neighbours)
    await flush(neighbours)
    first, second = neighbours.kept
    assert (first.id, first.text, first.salience) == (second.id, second.text, second.salience)


async def test_ids_may_come_as_text_as_studio_sends_them(neighbours: Neighbours) -> None:
    typed = {"person": "haru", "room": "cli", "turns": [str(turn.id) for turn in TURNS]}
    await flush_graph().ainvoke(typed, context=FlushContext(neighbours))  # pyright: ignore[reportArgumentType]
    assert neighbours.kept[0].id == memory_id(THREAD, tuple(turn.id for turn in TURNS))


async def test_an_empty_input_flushes_what_waits_in_studio(neighbours: Neighbours) -> None:
    own = replace(neighbours, turns=[replace(turn, person="me") for turn in TURNS])
    assert await flush_graph().ainvoke({}, context=FlushContext(own))  # pyright: ignore[reportArgumentType]
    assert [one.person for one in own.kept] == ["me"]


async def test_what_is_refused_after_an_erasure_goes_by_the_epoch_of_whoever_asks_or_of_the_reading(
    neighbours: Neighbours,
) -> None:
    overflow = Overflow(person="haru", turns=tuple(turn.id for turn in TURNS))
    for asked in (overflow.model_copy(update={"epoch": 3}), overflow):
        await flush_graph().ainvoke(asked, context=FlushContext(neighbours))
    assert neighbours.epochs == [3, 7]


async def test_a_graph_without_ports_in_its_context_takes_those_that_are_provided(
    neighbours: Neighbours, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opening() -> Neighbours:
        return neighbours

    overflow = Overflow(person="haru", turns=tuple(turn.id for turn in TURNS))
    monkeypatch.setattr(provided, "_opening", None)  # lumina.studio provides them where another test has imported it
    with pytest.raises(RuntimeError, match="needs ports"):
        await flush_graph().ainvoke(overflow, context=FlushContext())
    monkeypatch.setattr(provided, "_opening", opening)
    await flush_graph().ainvoke(overflow, context=FlushContext())
    assert [memory.turns for memory in neighbours.kept] == [overflow.turns]


async def test_a_checkpoint_of_a_flush_holds_no_text(neighbours: Neighbours) -> None:
    saver = InMemorySaver()
    graph = flush_graph()
    graph = graph.copy({"checkpointer": saver})  # that of the process is everybody's
    overflow = Overflow(person="haru", room="cli", turns=tuple(turn.id for turn in TURNS))
    config: RunnableConfig = {"configurable": {"thread_id": "flush"}}
    await graph.ainvoke(overflow, config, context=FlushContext(neighbours))
    kept = repr((saver.storage, saver.blobs, saver.writes)).encode().decode("unicode_escape")
    assert "haru" in kept
    assert "金沢".encode() not in kept.encode("latin-1", "ignore")


def test_the_nodes_have_readable_names() -> None:
    assert set(flush_graph().nodes) == {"__start__", "summarise", "extract_keywords", "embed", "store"}


def test_studio_can_describe_what_goes_in_and_out() -> None:
    graph = flush_graph()
    assert set(graph.get_input_jsonschema()["properties"]) == {"person", "room", "turns"}
    assert set(graph.get_output_jsonschema()["properties"]) == {"kept", "new"}
    assert (graph.get_context_jsonschema() or {})["properties"] == {}
