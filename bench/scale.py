"""`python -m bench.scale`: many memories of one person, and of many people, embedded and on servers.

What the pipeline once made of a thousand memories (bench/folder.py) is written again under other names and ids, through
the stores' own verbs, into a folder (and servers) that go away, and descends. Each question is asked alone, then by
eight at once without a pause, then by eight who pause as people do; eight talk likewise. Beside it numpy searches the
vectors of the person asked.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.folder import copy_of, prepared, settings
from bench.sitting import timed_turn
from bench.usage import percentile
from harness.made_up import END, PERSON, ask, live
from harness.servers import serve_engines
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.memory.codec import pack_memory
from lumina.models import Entry, Memory, TierName, Turn, derived_id
from lumina.settings import Settings
from lumina.stores.opening import Stores

PATTERN = 1_000
BATCH = 100
WRITERS = 3
TOGETHER = 20
"""So many people's memories descend in one go."""

QUESTIONS = 100
SAYINGS = 5
WARM_UP = 10
AT_ONCE = 8
PAUSE = 3.0
"""Seconds that who talks takes on average to read and to type: few are as fast."""

PROFILES = ("embedded", "server")
TARGETS = {
    "descended/s": "≥ 1,000",
    "8 at once, p95": "≤ 60",
    "8 who pause, p95": "≤ 60",
    "turn of 8, p95": "≤ 80",
    "turn of 8 who pause, p95": "≤ 80",
}
"""Of a hundred people with a thousand memories each, on servers (issue 4)."""

FURTHER = timedelta(hours=5)
"""The same life begins so much earlier with every time that it is lived again."""

Lived = tuple[Memory, Sequence[Turn]]
Figures = Mapping[str, float]


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
    memories = await stores.bodies.read(PERSON, whole)
    turns = await stores.transcript.read(PERSON, [turn for memory in memories.values() for turn in memory.turns])
    return [(memory, [turns[turn] for turn in memory.turns]) for memory in memories.values()]


async def settle(stores: Stores, life: Sequence[Lived], person: str, memories: int) -> None:
    """Write so many memories of a person; they lie where a memory begins."""
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
        await stores.transcript.end_threads(guard, [memory.thread for memory in memories])
        async with guard.transaction():
            newborn = [(memory, pack_memory(memory), _terms(memory)) for memory in memories]
            await stores.catalogue.commit(guard, newborn)
            await stores.associations.strengthen(guard, [(one.id, one.concepts, one.born) for one in memories])
        await stores.redis.write(memories)


def _terms(memory: Memory) -> Mapping[int, int]:
    """In how many turns each word stands."""
    said = (entry for entry in memory.entries if not entry.is_summary)
    return Counter(term for entry in said for term in entry.words.tolist())


@contextmanager
def engines_of(profile: str) -> Generator[Mapping[str, Any]]:
    """Settings of engines that hold nothing."""
    if profile == "embedded":
        yield {}
        return
    with serve_engines() as engines:
        yield asyncio.run(engines.emptied())


def measure(size: Size, life: Sequence[Lived], profile: str) -> Figures:
    """Milliseconds: recall alone and of eight, a turn without its model where eight talk, numpy's exact search;
    memories a second that are written, and that descend."""
    with tempfile.TemporaryDirectory(prefix="lumina-scale-") as folder, engines_of(profile) as engines:
        measured = asyncio.run(_measure(size, life, settings(Path(folder), **engines)))
    return {**measured, **_shares("numpy", by_numpy(life, size.memories))}


async def _measure(size: Size, life: Sequence[Lived], opened: Settings) -> Figures:
    people = [f"person {number}" for number in range(size.people)]
    questions = ask(live(PATTERN), QUESTIONS + WARM_UP)
    asked = [(people[number % len(people)], text) for number, text in enumerate(questions)]
    async with Lumina.open(opened, ManualClock(END)) as lumina:
        groups = [people[first : first + TOGETHER] for first in range(0, size.people, TOGETHER)]
        spent = [await _move_in(lumina, life, group, size.memories) for group in groups]
        await lumina.jobs.run("heal")
        await lumina.jobs.run("lifecycle")
        recall = partial(_recall, lumina)
        await _each(recall, asked[:WARM_UP], at_once=1)
        alone = await _each(recall, asked[WARM_UP:], at_once=1)
        together = await _each(recall, asked[WARM_UP:], at_once=AT_ONCE)
        pausing = await _each(recall, asked[WARM_UP:], at_once=AT_ONCE, pause=PAUSE)
        say, sayings = partial(_say, lumina), _sayings(people)
        said = await _each(say, sayings[: SAYINGS * AT_ONCE], at_once=AT_ONCE)
        talked = await _each(say, sayings[SAYINGS * AT_ONCE :], at_once=AT_ONCE, pause=PAUSE)
    memories = size.people * size.memories
    return {
        "written/s": memories / sum(writing for writing, _ in spent),
        "descended/s": memories / sum(descending for _, descending in spent),
        **_shares("alone", alone),
        **_shares("8 at once", together),
        **_shares("8 who pause", pausing),
        **_shares("turn of 8", said),
        **_shares("turn of 8 who pause", talked),
    }


async def _move_in(lumina: Lumina, life: Sequence[Lived], people: Sequence[str], memories: int) -> tuple[float, float]:
    """Let these people have lived, and their memories descend: seconds of each. (What is young lies in RAM: not that of
    all at once.)"""
    stores, waiting = lumina._parts.stores, iter(people)  # pyright: ignore[reportPrivateUsage]

    async def go_on() -> None:
        for person in waiting:
            await settle(stores, life, person, memories)

    began = time.perf_counter()
    await asyncio.gather(*(go_on() for _ in range(WRITERS)))
    written = time.perf_counter()
    await lumina.jobs.run("descend")
    return written - began, time.perf_counter() - written


def _shares(name: str, ms: Sequence[float]) -> Figures:
    return {f"{name}, p{share:.0%}".rstrip("%"): percentile(ms, share) for share in (0.5, 0.95)}


def _sayings(people: Sequence[str]) -> list[tuple[str, str]]:
    """Who says what; nobody waits for a room."""
    mine = [turn.text for turn in live(PATTERN, seed=3).turns if turn.speaker == PERSON][: 2 * AT_ONCE * SAYINGS]
    return [(people[number % len(people)], f"@ルミナ {text}") for number, text in enumerate(mine)]


async def _each(
    timed: Callable[[str, str], Awaitable[float]],
    asked: Sequence[tuple[str, str]],
    *,
    at_once: int,
    pause: float = 0.0,
) -> list[float]:
    """Milliseconds of each; so many ask one after the other, each after a pause of so many seconds on average."""
    waiting, took, chance = iter(asked), list[float](), Random(1)

    async def go_on(waiting: Iterator[tuple[str, str]]) -> None:
        for person, text in waiting:
            await asyncio.sleep(chance.uniform(0, 2 * pause))
            took.append(await timed(person, text))

    await asyncio.gather(*(go_on(waiting) for _ in range(at_once)))
    return took


async def _recall(lumina: Lumina, person: str, text: str) -> float:
    began = time.perf_counter()
    await lumina.recall.look_up(text, person=person, viewer=None, budget=1500, limit=10, unit="memory")
    return 1e3 * (time.perf_counter() - began)


async def _say(lumina: Lumina, person: str, text: str) -> float:
    return (await timed_turn(lumina, text, person, f"room of {text}"))[0]


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


async def pattern() -> list[Lived]:
    """What is written again and again."""
    with copy_of(await prepared(PATTERN)) as home:
        async with Lumina.open(settings(home), ManualClock(END)) as lumina:
            return await lived(lumina._parts.stores)  # pyright: ignore[reportPrivateUsage]


def side_by_side(sizes: Sequence[str], profiles: Sequence[str]) -> dict[str, Figures]:
    """By size (PEOPLExMEMORIES) and profile."""
    life = asyncio.run(pattern())
    return {
        f"{size} {profile}": measure(Size(*map(int, size.split("x"))), life, profile)
        for size in sizes
        for profile in profiles
    }


def table(measured: Mapping[str, Figures]) -> Table:
    """A figure a line, a size and profile a column."""
    shown = Table(title="ms, unless it says otherwise")
    shown.add_column("")
    for name in (*measured, "target"):
        shown.add_column(name, justify="right")
    for what in next(iter(measured.values())):
        shown.add_row(what, *(f"{figures[what]:,.1f}" for figures in measured.values()), TARGETS.get(what, ""))
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", default=["1x1000", "1x10000"], help="PEOPLExMEMORIES")
    parser.add_argument("--profile", action="append", choices=PROFILES, help="both may be named")
    given = parser.parse_args()
    Console(width=160).print(table(side_by_side(given.sizes, given.profile or PROFILES[:1])))


if __name__ == "__main__":
    main()
