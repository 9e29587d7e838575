"""The flush: what overflows the window, and what a thread left behind, becomes memories. It never delays an answer."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from contextvars import Context
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, Protocol
from uuid import UUID

from langgraph.graph.state import CompiledStateGraph

from graphs.familiarity import keyword_terms, one_by_one
from graphs.flush import Familiarity, FlushContext, Overflow, Said, Segment
from lumina.cancelling import cancelled
from lumina.dialogue.threads import overflow, segments
from lumina.distil.distillate import Distillate, Distiller
from lumina.distil.indexing import index_summary, index_turns, turn_terms
from lumina.embedding.embedder import Embedder
from lumina.errors import LuminaError, PersonErased
from lumina.lifecycle.admission import Admission, count_terms
from lumina.memory.described import ImagesOf, described
from lumina.memory.entry_codec import as_kept
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Entry, Memory, MemoryState, Turn
from lumina.recall.statistics import Statistics

logger = logging.getLogger(__name__)

CLOSING_SECONDS = 5.0
CONTEXT = 5
"""Turns before and after that an entry is read with (RECALL.md: k = 1..5)."""

REMEMBERED = 256
"""Threads whose waiting turns are not indexed anew at every turn."""


class Learning(Protocol):
    """What a model reads out of turns is kept."""

    async def keep(self, guard: Any, turns: Sequence[Turn], distillate: Distillate) -> None: ...


class Known(Protocol):
    """How a person's words and concepts stand so far."""

    async def statistics(self, person: str, terms: Sequence[int]) -> tuple[int, dict[int, int]]: ...

    async def mentions(self, person: str, concepts: Sequence[str]) -> Mapping[str, int]: ...


@dataclass(slots=True)
class Flusher:
    """Distils what is to be distilled, room by room. What a crash interrupts is still waiting and comes next time. It
    is what the flush graph asks (FlushPorts). What is `running` may be shared with who takes its place."""

    graph: CompiledStateGraph[Any, Any, Any, Any]
    transcript: Transcript
    images: ImagesOf
    known: Known
    distiller: Distiller
    embedder: Embedder
    admission: Admission
    epoch_of: Callable[[str], Awaitable[int]]
    distilling: Callable[[str, str], AbstractAsyncContextManager[bool]]
    window: tuple[int, int]
    learning: Learning | None = None
    running: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])

    def schedule(self, person: str, room: str, epoch: int, first: Callable[[], Awaitable[object]]) -> None:
        """Start in the background, with what is to be done before; a room that is being flushed is looked at once more
        afterwards."""
        alone = Context()  # else it would count as a part of the turn's run: its model would stream into the answer
        task = asyncio.create_task(self._in_background(person, room, epoch, first), context=alone)
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def settle(self) -> None:
        """Wait until nothing is being flushed."""
        while self.running:
            await asyncio.wait(self.running)

    async def close(self) -> None:
        """Wait a moment for what is being flushed; what is not done by then still waits, and is distilled next time."""
        if self.running:
            _, late = await asyncio.wait(self.running, timeout=CLOSING_SECONDS)
            await cancelled(late)

    async def _in_background(self, person: str, room: str, epoch: int, first: Callable[[], Awaitable[object]]) -> None:
        try:
            await first()
            await self.flush(person, room, epoch=epoch)
        except PersonErased:
            logger.info("a person was erased while their words were distilled; nothing was kept")
        except LuminaError as error:
            logger.warning("what overflowed waits to be distilled, or what was used to be lifted: %s", error)

    async def flush(self, person: str, room: str, *, epoch: int | None = None, everything: bool = False) -> int:
        """Distil what overflows a room (`everything`: also what is still in the window); returns the new memories.
        One at a time, over all processes, does so for a room: no model is asked twice for the same turns. What another
        process goes on distilling is left to it; should that die, it waits for the next time. Raises PersonErased where
        the person was erased after `epoch` (None: after this call)."""
        since = await self.epoch_of(person) if epoch is None else epoch
        return await self._flush(person, [room], since, everything=everything)

    async def flush_all(self, person: str) -> int:
        """As flush(), of all rooms in which something waits; what is short is distilled together."""
        epoch, most = await self.epoch_of(person), self.distiller.together
        rooms = await self.transcript.rooms_waiting(person)
        several = [rooms[start : start + most] for start in range(0, len(rooms), most)]
        return sum([await self._flush(person, some, epoch, everything=False) for some in several])

    async def _flush(self, person: str, rooms: Sequence[str], since: int, *, everything: bool) -> int:
        async with AsyncExitStack() as stack:
            ours = [room for room in rooms if await stack.enter_async_context(self.distilling(person, room))]
            if len(ours) < len(rooms):
                logger.info("another process distils what waits in a room")
            segments = [one for room in ours for one in await self._segments(person, room, everything=everything)]
            return sum([await self._distil(together, since) for together in self._together(segments)])

    async def to_come(self, person: str) -> int:
        """How many memories will be made of the turns that wait, should nothing more be said in their threads."""
        return len(segments(await self.transcript.waiting(person), self.window[1]))

    def _together(self, segments: Sequence[tuple[Turn, ...]]) -> Iterator[Sequence[tuple[Turn, ...]]]:
        """Those that are flushed in one go: a kill costs no more than their distillation."""
        most = self.distiller.together
        return (segments[start : start + most] for start in range(0, len(segments), most))

    async def _segments(self, person: str, room: str, *, everything: bool) -> list[tuple[Turn, ...]]:
        fewest, most = self.window
        waiting = await self.transcript.waiting_in(person, room)
        talk = None if everything else await self.transcript.open_thread(person, room)
        return overflow(waiting, talk and talk.id, window_min=fewest, window_max=most)

    async def _distil(self, segments: Sequence[Sequence[Turn]], epoch: int) -> int:
        """A memory of each, where its turns have none already; returns how many."""
        first = segments[0][0]
        turns = tuple(turn.id for segment in segments for turn in segment)
        leaving = Overflow(person=first.person, room=first.room, turns=turns, epoch=epoch)
        flushed = await self.graph.ainvoke(leaving, context=FlushContext(self))
        return flushed["new"] if flushed else 0

    async def said(self, overflow: Overflow) -> Said:
        person = overflow.person
        epoch = await self.epoch_of(person) if overflow.epoch is None else overflow.epoch
        ids = overflow.turns or await self._waiting_longest(person, overflow.room)
        found = await self.transcript.read(person, ids)
        there = [found[turn] for turn in ids if turn in found]
        return Said(tuple(map(_segment, segments(there, self.window[1]))), epoch)

    async def _waiting_longest(self, person: str, room: str) -> tuple[UUID, ...]:
        segments = await self._segments(person, room, everything=True)
        return tuple(turn.id for turn in segments[0]) if segments else ()

    async def store(
        self, memories: Sequence[Memory], said: Said, distillates: Sequence[Distillate]
    ) -> Collection[UUID]:
        terms = [segment.terms for segment in said.segments]
        told = {one.id: (its, by) for one, its, by in zip(memories, said.segments, distillates, strict=True)}
        besides = partial(self._learn, told)
        return await self.admission.keep(list(zip(memories, terms, strict=True)), epoch=said.epoch, besides=besides)

    async def _learn(self, told: Mapping[UUID, tuple[Segment, Distillate]], guard: Any, new: Collection[UUID]) -> None:
        """What a model claims of the turns of new memories; without a model the rules have read them."""
        if self.learning:
            for segment, distillate in (told[id_] for id_ in told if id_ in new):
                await self.learning.keep(guard, segment.turns, distillate)

    async def distil_again(self, state: MemoryState, edited: str | None) -> Memory | None:
        """A memory whose body was lost, from its turns, with the text that its owner gave it; None where the words of
        none of them are there."""
        found = await self.transcript.read(state.person, state.turns)
        said = [found[turn] for turn in state.turns if turn in found and not found[turn].let_go]
        if not said:
            return None
        distillate = await self.distiller.distil(said)
        memory = Memory(
            id=state.id,
            person=state.person,
            room=state.room,
            thread=state.thread,
            kind=state.kind,
            text=distillate.summary if edited is None else edited,
            keywords=distillate.keywords,
            concepts=distillate.concepts,
            valence=distillate.valence,
            salience=state.salience,
            born=state.born,
            turns=state.turns,
            witnesses=state.witnesses,
            language=distillate.language,
        )
        return replace(memory, entries=tuple(await self.embed(memory, said)))

    async def window_entries(self, threads: Sequence[Sequence[Turn]], hidden: Collection[UUID] = ()) -> list[Entry]:
        """Entries of waiting turns, thread by thread, before any memory has them; they go by their thread. No turn is
        read with a `hidden` neighbour, as with the question that looks for it."""
        entries: list[Entry] = []
        for turns, neighbours in zip(threads, await self._around(threads), strict=True):
            around = [turn for turn in neighbours if turn.id not in hidden]
            known = _window_entries(self.embedder.identity, tuple(around), tuple(turn.id for turn in turns))
            known[:] = known or await self._window_entries(turns, around)
            entries += known
        return entries

    async def _window_entries(self, turns: Sequence[Turn], around: Sequence[Turn]) -> list[Entry]:
        people = sorted({turn.speaker for turn in around})
        indexed = await index_turns(around, {turn.id: turn.thread for turn in turns}, people, self.embedder)
        return [as_kept(entry) for entry in indexed]

    async def embed(self, memory: Memory, turns: Sequence[Turn]) -> list[Entry]:
        """The index entries of a memory: its summary, and its turns, each read with its neighbours."""
        [around] = await self._around([turns])
        return await self.entries_among(memory, around)

    async def entries(self, memories: Sequence[Memory], segments: Sequence[Segment]) -> list[list[Entry]]:
        around = await self._around([segment.turns for segment in segments])
        return [await self.entries_among(memory, its) for memory, its in zip(memories, around, strict=True)]

    async def entries_among(self, memory: Memory, around: Sequence[Turn]) -> list[Entry]:
        """As embed(), of a memory whose turns stand among these, their neighbours, in the order of their thread."""
        people = sorted({turn.speaker for turn in around})
        entries = await index_turns(around, dict.fromkeys(memory.turns, memory.id), people, self.embedder)
        await asyncio.sleep(0)  # many in a row must not hold up the talk
        return [await index_summary(memory, people, self.embedder), *entries]

    async def _around(self, spoken: Sequence[Sequence[Turn]]) -> list[list[Turn]]:
        """The turns of one thread each, with their neighbours in it, and what their images show; answers that failed
        were not said."""
        spans = [
            (turns[0].thread, turns[0].position - CONTEXT, turns[-1].position + CONTEXT) for turns in spoken if turns
        ]
        read = iter(
            await self.transcript.spans(next(turns[0].person for turns in spoken if turns), spans) if spans else ()
        )
        near = [[turn for turn in next(read) if not turn.failed] if turns else [] for turns in spoken]
        told = iter(await described(self.images, chain.from_iterable(near)))
        return [[*islice(told, len(some))] for some in near]

    async def standings(
        self, person: str, segments: Sequence[Segment], distillates: Sequence[Distillate]
    ) -> list[Familiarity]:
        terms = sorted({term for one in distillates for term in keyword_terms(one.keywords).tolist()})
        concepts = sorted({concept for one in distillates for concept in one.concepts})
        statistics = Statistics(*await self.known.statistics(person, terms))
        return one_by_one(segments, distillates, statistics, await self.known.mentions(person, concepts))


@lru_cache(maxsize=REMEMBERED)
def _window_entries(_embedder: str, _around: tuple[Turn, ...], _waiting: tuple[UUID, ...]) -> list[Entry]:
    """What is remembered of them, for who asks first to fill in."""
    return []


def _segment(turns: tuple[Turn, ...]) -> Segment:
    return Segment(turns, count_terms([turn_terms(turn.text).tolist() for turn in turns]))
