"""`python -m bench.midterm`: mid-term memory in DuckDB's shared file and in PostgreSQL, side by side in one process.

The file and the server's folder lie on one disk; the server waits for it at each commit, as DuckDB does.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from uuid import UUID

from rich.console import Console
from rich.table import Table

from harness.builders import cue, memory, unit
from harness.servers import MIGRATED, make_template, on
from lumina.databases.postgres import Database
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.memory.midterm_postgres import PostgresMidterm
from lumina.memory.tier import Midterm
from lumina.models import Memory
from tools.servers.postgres_server import serve_postgres

PEOPLE, BATCHES, BATCH = 20, 40, 50
ROUNDS = 10


@dataclass(slots=True)
class Laps:
    """Of one thing that was done again and again: seconds on the clock, and of this process's processor."""

    wall: list[float] = field(default_factory=list[float])
    processor: float = 0.0

    async def time(self, call: Awaitable[object]) -> None:
        wall, processor = time.perf_counter(), time.process_time()
        await call
        self.wall.append(time.perf_counter() - wall)
        self.processor += time.process_time() - processor


Measured = dict[str, Laps]


async def measured(tier: Midterm) -> Measured:
    """Each verb, as often as a day of some people needs it."""
    batches = [
        [memory(f"p{batch % PEOPLE}", number=batch * BATCH + at) for at in range(BATCH)] for batch in range(BATCHES)
    ]
    doing: dict[str, Sequence[Callable[[], Awaitable[object]]]] = {
        "write one": [lambda some=some: tier.write(some[:1]) for some in batches],
        f"write {BATCH}": [lambda some=some: tier.write(some) for some in batches],
        "search, first": [lambda at=at: _search(tier, at) for at in range(PEOPLE)],
        "search, again": [lambda at=at: _search(tier, at) for at in range(PEOPLE)] * ROUNDS,
        "bodies of 10": [lambda some=some: tier.bodies(*_ten(some)) for some in batches],
        "read 10": [lambda some=some: tier.read(*_ten(some)) for some in batches],
    }
    laps = {what: Laps() for what in doing}
    for what, calls in doing.items():
        for call in calls:
            await laps[what].time(call())
    return laps


def _ten(memories: Sequence[Memory]) -> tuple[str, list[UUID]]:
    return memories[0].person, [one.id for one in memories[:10]]


async def _search(tier: Midterm, number: int) -> object:
    return await tier.search(cue(f"p{number}", asked={"本": 1.0}, vector=unit("q")))


async def beside(dsn: str, folder: Path) -> dict[str, Measured]:
    """The two, one after the other, twice; the second time counts."""
    await make_template(dsn)
    found: dict[str, Measured] = {}
    async with Database.open(on(dsn, MIGRATED)) as database:
        for turn in range(2):
            file = await DuckDBTier.open(folder / f"{turn}.duckdb", shared=True)
            found["DuckDB"] = await measured(file)
            await file.close()
            tables = await PostgresMidterm.open(database)
            found["PostgreSQL"] = await measured(tables)
            for number in range(PEOPLE):
                await tables.forget(f"p{number}")
    return found


def table(found: dict[str, Measured]) -> Table:
    shown = Table(
        "what", *(f"{engine}: {column}" for engine in found for column in ("p50 ms", "p95 ms", "processor ms"))
    )
    for what in next(iter(found.values())):
        row: list[str] = []
        for laps in (each[what] for each in found.values()):
            ordered = sorted(laps.wall)
            figures = median(ordered), ordered[int(0.95 * len(ordered))], laps.processor / len(ordered)
            row += [f"{1000 * seconds:.2f}" for seconds in figures]
        shown.add_row(what, *row)
    return shown


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="lumina-midterm-") as folder, serve_postgres(settings={}) as server:
        Console(width=140).print(table(asyncio.run(beside(server.url, Path(folder)))))


if __name__ == "__main__":
    main()
