"""`python -m bench.lifecycle [--sessions N]`: what growing old costs, in seconds of processor time.

Told are: turns read a second, sessions that are over distilled a second, a turn beside all jobs (on the wall), the
importance of a thousand memories, what of a million rows in SQL has faded, and the compression of a memory.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Final, LiteralString
from uuid import UUID, uuid4

from rich.console import Console
from rich.table import Table

from bench.folder import settings
from bench.usage import Spent, percentile
from harness.made_up import END, PERSON, live
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.lifecycle.aging import FADED_BELOW
from lumina.lifecycle.importance import KEPT_PER_WEEK, importance
from lumina.models import EVERYBODY, MemoryState, Role, TierName, Turn, derived_id

THOUSAND, MILLION = 1_000, 1_000_000
OLD: Final = timedelta(days=400)
FILL: Final[Sequence[LiteralString]] = (
    "insert into people (person) values (%(person)s)",
    """insert into memories (person, id, room, thread, kind, born, salience, witnesses, turns, tier, detail)
    select %(person)s, lpad(to_hex(n), 32, '0')::uuid, 'cli', gen_random_uuid(), 'episode',
           %(now)s::timestamptz - n * interval '10 years' / %(count)s, random(), '{}', '{}', 'longterm',
           case when n %% 100 = 0 then 'full' else 'gist' end
    from generate_series(1, %(count)s) n""",
    "analyze memories",
)
HOURS: Final = 40
"""Turns that are said with nothing beside them, and as many beside all jobs."""

ROOM: Final = "bench"

CROWD: Final = "a crowd"
"""Whose million memories are rows in the catalogue, and nothing else."""

Job = Callable[[], Awaitable[Any]]
Row = tuple[str, str, str]


async def spent_on(job: Job) -> Spent:
    began = Spent.now()
    await job()
    return Spent.now().since(began)


def sessions(count: int) -> list[list[Turn]]:
    """Talks of one person, each in a room of its own."""
    told = sorted(live(count).turns, key=lambda turn: (turn.thread, turn.at))
    return [
        [
            Turn(
                id=derived_id("turn", turn.ref),
                person=PERSON,
                room=f"room {thread}",
                thread=derived_id("thread", str(thread)),
                speaker=turn.speaker,
                role=Role.PERSON if turn.speaker == PERSON else Role.CHARACTER,
                text=turn.text,
                at=turn.at,
                witnesses=frozenset({EVERYBODY}),
                ref=turn.ref,
            )
            for turn in turns
        ]
        for thread, turns in groupby(told, lambda turn: turn.thread)
    ]


async def archived(lumina: Lumina, count: int) -> list[Row]:
    """Talks that lie there, as if somebody had gone away, until the hourly job finds them over. What they tell has been
    read by then, as it is behind each turn of a talk."""
    parts = lumina._parts  # pyright: ignore[reportPrivateUsage]
    stores, told = parts.stores, sessions(count)
    async with stores.database.writing(PERSON) as guard:
        for turns in told:
            await stores.transcript.append(guard, turns)
    [(_, seq)] = await stores.claims.behind()
    read = await spent_on(lambda: parts.chores.learner.catch_up(PERSON, seq))
    spent = await spent_on(lambda: lumina.jobs.run("reconcile"))
    waiting = await stores.transcript.waiting(PERSON)
    made = await stores.catalogue.counts(PERSON)
    if waiting or not made:
        raise SystemExit(f"{len(waiting)} turns were left over")
    said = sum(map(len, told))
    return [
        (
            f"turns of {said:,} read a second, from cold",
            f"{said / read.cpu:,.0f}",
            f"({said / read.wall:,.0f} on the wall)",
        ),
        (
            f"sessions of {count} distilled a second",
            f"{count / spent.cpu:,.0f}",
            f"≥ 50 ({count / spent.wall:,.0f} on the wall)",
        ),
    ]


async def beside_jobs(lumina: Lumina, clock: ManualClock) -> Row:
    """Each hour a turn with nothing beside it, and one at the very moment at which all jobs begin."""
    alone, beside = list[float](), list[float]()
    texts = iter([turn.text for turn in live(HOURS * 2, seed=3).turns if turn.speaker == PERSON])
    for _ in range(HOURS):
        alone.append(await _turn(lumina, next(texts)))
        jobs = asyncio.create_task(lumina.jobs.run("all"))
        beside.append(await _turn(lumina, next(texts)))
        await jobs
        clock.advance(timedelta(hours=1))
    worse = [percentile(beside, share) / percentile(alone, share) for share in (0.5, 0.95)]
    return "a turn beside all jobs, median and p95, times one alone", f"{worse[0]:.2f}, {worse[1]:.2f}", "≤ 1.15 (wall)"


async def _turn(lumina: Lumina, text: str) -> float:
    began = time.perf_counter()
    async for _ in lumina.talk.say(text, person=PERSON, room=ROOM):
        pass
    return time.perf_counter() - began


async def weighed(now: datetime) -> Row:
    states = [_state(now - timedelta(hours=nr), nr) for nr in range(THOUSAND)]

    async def weigh() -> None:
        for state in states:
            importance(state.salience, state.born, state.uses, now)

    spent = await spent_on(weigh)
    return "importance of 1,000 memories, ms", f"{spent.cpu * 1000:.1f}", "≤ 50"


def _state(born: datetime, nr: int) -> MemoryState:
    uses = tuple(born + timedelta(days=use) for use in range(nr % 10))
    shared: Any = frozenset[str]()
    turns: tuple[UUID, ...] = ()
    return MemoryState(
        uuid4(), PERSON, "cli", uuid4(), "episode", TierName.LONGTERM, born, 0.5, False, uses, "full", shared, turns
    )


async def filtered(lumina: Lumina, now: datetime) -> Row:
    """Ten years of memories of one person, most of which faded and were compressed long ago."""
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    for statement in FILL:
        async with stores.database.connection(unhurried=True) as connection:
            given: dict[str, object] = {"person": CROWD, "now": now, "count": MILLION}
            await connection.execute(statement, given if "%" in statement else ())
    found: list[MemoryState] = []

    async def faded() -> None:
        found.extend(await stores.catalogue.faded(CROWD, now, kept=KEPT_PER_WEEK, below=FADED_BELOW))

    spent = await spent_on(faded)
    return f"of 1,000,000 in SQL {len(found):,} faded, s", f"{spent.cpu:.2f}", f"≤ 5 ({spent.wall:.1f} on the wall)"


async def compressed(lumina: Lumina, clock: ManualClock) -> Row:
    clock.set(END + OLD)
    await lumina.jobs.run("descend")
    counts: Counter[str] = Counter()
    aging = lumina._parts.chores.aging  # pyright: ignore[reportPrivateUsage]

    async def compress() -> None:
        counts.update(await aging.compress(PERSON, clock()))

    spent = await spent_on(compress)
    if not counts["compressed"]:
        raise SystemExit("nothing was compressed")
    each = spent.cpu * 1000 / counts["compressed"]
    return f"compression of each of {counts['compressed']:,} memories, ms", f"{each:.1f}", "≤ 20"


async def measure(count: int) -> list[Row]:
    clock = ManualClock(END + timedelta(days=1))
    with tempfile.TemporaryDirectory(prefix="lumina-bench-") as home:
        async with Lumina.open(settings(Path(home)), clock) as lumina:
            rows = [*await archived(lumina, count), await beside_jobs(lumina, clock), await weighed(clock())]
            return [*rows, await compressed(lumina, clock), await filtered(lumina, clock())]


def table(rows: Sequence[Row]) -> Table:
    shown = Table("what", "processor", "wanted")
    for row in rows:
        shown.add_row(*row)
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.lifecycle", description=__doc__)
    parser.add_argument("--sessions", type=int, default=500)
    given = parser.parse_args()
    Console().print(table(asyncio.run(measure(given.sessions))))


if __name__ == "__main__":
    main()
