"""`python -m bench.scale`: recall with many memories of one person, and of many people, beside numpy's exact search.

What the pipeline once made of a thousand memories (bench/folder.py) is written again under other names and ids, through
the stores' own verbs, into a folder that goes away. All of it lies in long-term memory. Each question is asked alone,
and then eight at once; numpy searches the vectors of the person asked.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from uuid import UUID

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.folder import copy_of, prepared, settings
from bench.life import END, PERSON, ask, live
from bench.usage import percentile
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.memory.codec import pack_memory
from lumina.models import Entry, Memory, TierName, Turn, derived_id
from lumina.stores import Stores

PATTERN = 1_000
BATCH = 100
QUESTIONS = 100
WARM_UP = 10
AT_ONCE = 8
FURTHER = timedelta(hours=5)
"""The same life begins so much earlier with every time that it is lived again."""

Lived = tuple[Memory, Sequence[Turn]]


@dataclass(frozen=True, slots=True)
class Size:
    """So many people with so many memories each."""

    people: int
    memories: int


@dataclass(frozen=True, slots=True)
class Copy:
    """Who lives the life, for the how manieth time."""

    person: str
    number: int

    def id(self, id_: UUID) -> UUID:
        return derived_id("scale", self.person, self.number, id_)

    def name(self, name: str) -> str:
        return self.person if name == PERSON else name

    def turn(self, turn: Turn) -> Turn:
        return replace(
            turn,
            id=self.id(turn.id),
            person=self.person,
            thread=self.id(turn.thread),
            speaker=self.name(turn.speaker),
            at=turn.at - self.number * FURTHER,
            witnesses=frozenset(map(self.name, turn.witnesses)),
        )

    def memory(self, memory: Memory) -> Memory:
        return replace(
            memory,
            id=self.id(memory.id),
            person=self.person,
            thread=self.id(memory.thread),
            born=memory.born - self.number * FURTHER,
            turns=tuple(map(self.id, memory.turns)),
            witnesses=frozenset(map(self.name, memory.witnesses)),
            entries=tuple(self.entry(entry, memory) for entry in memory.entries),
        )

    def entry(self, entry: Entry, memory: Memory) -> Entry:
        return replace(
            entry,
            id=self.id(entry.id if not entry.is_summary else memory.id),
            memory=self.id(memory.id),
            person=self.person,
            thread=self.id(entry.thread),
            speaker=self.name(entry.speaker),
            people=tuple(map(self.name, entry.people)),
            at=entry.at - self.number * FURTHER,
            witnesses=frozenset(map(self.name, entry.witnesses)),
        )


async def lived(stores: Stores) -> list[Lived]:
    """Memories in full, with their turns."""
    states = await stores.catalogue.list(PERSON, END, limit=PATTERN)
    whole = [state for state in states if state.tier in {TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM}]
    memories = await stores.shelves.read(PERSON, whole)
    turns = await stores.transcript.read(PERSON, [turn for memory in memories.values() for turn in memory.turns])
    return [(memory, [turns[turn] for turn in memory.turns]) for memory in memories.values()]


async def settle(stores: Stores, life: Sequence[Lived], person: str, memories: int) -> None:
    """Write so many memories of a person."""
    copies = (
        (copy.memory(memory), [copy.turn(turn) for turn in turns])
        for number in range(-(-memories // len(life)))
        for copy in [Copy(person, number)]
        for memory, turns in life
    )
    wanted = islice(copies, memories)
    while batch := list(islice(wanted, BATCH)):
        await _write(stores, person, batch)


async def _write(stores: Stores, person: str, batch: Sequence[Lived]) -> None:
    memories = [memory for memory, _ in batch]
    async with stores.database.writing(person) as guard:
        await stores.transcript.append(guard, [turn for _, turns in batch for turn in turns])
        async with guard.transaction():
            newborn = [(memory, pack_memory(memory), _terms(memory)) for memory in memories]
            await stores.catalogue.commit(guard, newborn)
            await stores.associations.strengthen(guard, [(one.id, one.concepts, one.born) for one in memories])
        await stores.longterm.write(memories)
        ids = [memory.id for memory in memories]
        await stores.catalogue.move(guard, person, ids, TierName.LONGTERM, at=END, why="bench")


def _terms(memory: Memory) -> Mapping[int, int]:
    """In how many turns each word stands."""
    said = (entry for entry in memory.entries if not entry.is_summary)
    return Counter(term for entry in said for term in entry.words.tolist())


async def measure(size: Size, life: Sequence[Lived]) -> dict[str, float]:
    """Milliseconds: recall alone and eight at once, and numpy's exact search; seconds of writing."""
    people = [f"person {number}" for number in range(size.people)]
    with tempfile.TemporaryDirectory(prefix="lumina-scale-") as folder:
        async with Lumina.open(settings(Path(folder)), ManualClock(END)) as lumina:
            stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
            began = time.perf_counter()
            for person in people:
                await settle(stores, life, person, size.memories)
            await lumina.run_jobs("lifecycle")
            written = time.perf_counter() - began
            questions = ask(live(PATTERN), QUESTIONS + WARM_UP)
            asked = [(people[number % len(people)], text) for number, text in enumerate(questions)]
            await alone(lumina, asked[:WARM_UP])
            one, eight = await alone(lumina, asked[WARM_UP:]), await at_once(lumina, asked[WARM_UP:])
    exact = by_numpy(life, size.memories)
    shares = {"p50": 0.5, "p95": 0.95}
    timed = {"alone": one, "at once": eight, "numpy": exact}
    figures = {f"{how}, {name}": percentile(ms, share) for how, ms in timed.items() for name, share in shares.items()}
    return {**figures, "written in s": written}


async def alone(lumina: Lumina, asked: Sequence[tuple[str, str]]) -> list[float]:
    return [await _timed(lambda who=who, text=text: _recall(lumina, who, text)) for who, text in asked]


async def at_once(lumina: Lumina, asked: Sequence[tuple[str, str]]) -> list[float]:
    """Eight who ask one after the other, each without a pause."""
    waiting = iter(asked)
    found = await asyncio.gather(*(_ask_on(lumina, waiting) for _ in range(AT_ONCE)))
    return [ms for one in found for ms in one]


async def _ask_on(lumina: Lumina, waiting: Iterator[tuple[str, str]]) -> list[float]:
    return [await _timed(lambda who=who, text=text: _recall(lumina, who, text)) for who, text in waiting]


async def _recall(lumina: Lumina, person: str, text: str) -> object:
    return await lumina.recall(text, person=person, viewer=None, budget=1500, limit=10, unit="memory")


async def _timed(call: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await call()
    return 1e3 * (time.perf_counter() - began)


def by_numpy(life: Sequence[Lived], memories: int) -> list[float]:
    """The hundred nearest of as many vectors as a person has."""
    vectors = [entry.window for memory, _ in life for entry in memory.entries if entry.window is not None]
    matrix = np.tile(np.array(vectors, np.float32), (-(-memories // len(life)), 1))
    matrix = matrix[: len(vectors) * memories // len(life)]
    found: list[float] = []
    for vector in vectors[: QUESTIONS * 7 : 7]:
        began = time.perf_counter()
        scores = matrix @ vector
        best = np.argpartition(-scores, min(100, len(scores) - 1))[:100]
        best[np.argsort(-scores[best])]
        found.append(1e3 * (time.perf_counter() - began))
    return found


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", default=["1x1000", "1x10000"], help="PEOPLExMEMORIES")
    sizes = [Size(*map(int, text.split("x"))) for text in parser.parse_args().sizes]
    with copy_of(await prepared(PATTERN)) as home:
        async with Lumina.open(settings(home), ManualClock(END)) as lumina:
            life = await lived(lumina._parts.stores)  # pyright: ignore[reportPrivateUsage]
    shown = Table(title="recall, ms")
    for number, size in enumerate(sizes):
        figures = await measure(size, life)
        if not number:
            for name in ("people", "memories each", *figures):
                shown.add_column(name, justify="right")
        shown.add_row(f"{size.people:,}", f"{size.memories:,}", *(f"{value:,.1f}" for value in figures.values()))
    Console(width=160).print(shown)


if __name__ == "__main__":
    asyncio.run(main())
