"""`python -m bench.associations`: what comes to mind, in SQL and in Neo4j, on one graph: 10,000 concepts, 50,000
associations. A question names two concepts, walks three associations far, and asks which memories they remind of.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.usage import Spent
from lumina.databases.neo4j import Graph
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import embedded_postgres
from lumina.databases.schema import bring_up_to_date
from lumina.memory.associations_neo4j import Neo4jAssociations
from lumina.memory.associations_postgres import Associations
from lumina.memory.cooccurrence import Met
from lumina.memory.strength import pairs
from lumina.memory.tier import AssociativeMemory
from lumina.models import derived_id
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.serving import Server

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SIZES = ((1_000, 5_000), (10_000, 50_000))
QUESTIONS = 200
WARMING = 800
BATCH = 200
TARGET = 50
PATIENCE = 240


@dataclass(frozen=True, slots=True)
class Twin:
    """An engine, and the PostgreSQL whose locks are held while it is written."""

    name: str
    associations: AssociativeMemory
    database: Database


def told(concepts: int, associations: int) -> list[Met]:
    """Memories of five concepts, some concepts far more often than others, until there are so many associations."""
    chance = random.Random(5)
    met: list[Met] = []
    bonds: set[tuple[str, str]] = set()
    while len(bonds) < associations:
        words = [f"concept {int(concepts * chance.random() ** 1.6)}" for _ in range(5)]
        met.append((derived_id("bench", len(met)), words, NOW - timedelta(days=60 * chance.random())))
        bonds.update(pairs(words))
    return met


async def fill(twin: Twin, person: str, met: Sequence[Met]) -> float:
    """Seconds that it took to count them."""
    began = time.perf_counter()
    async with twin.database.writing(person) as guard:
        await guard.execute("insert into people (person) values (%s) on conflict do nothing", (person,))
        for start in range(0, len(met), BATCH):
            await twin.associations.strengthen(guard, met[start : start + BATCH])
    return time.perf_counter() - began


async def asked(twin: Twin, person: str, concepts: int, depth: int) -> tuple[list[float], float]:
    """Milliseconds of each question, and those of CPU on average; those that only warm up are left out."""
    await _ask(twin, person, concepts, depth, WARMING)
    before = Spent.now()
    took = await _ask(twin, person, concepts, depth, QUESTIONS)
    return took, Spent.now().since(before).cpu / QUESTIONS * 1000


async def _ask(twin: Twin, person: str, concepts: int, depth: int, times: int) -> list[float]:
    chance = random.Random(depth)
    took: list[float] = []
    for _ in range(times):
        cue = [f"concept {int(concepts * chance.random() ** 1.6)}" for _ in range(2)]
        began = time.perf_counter()
        activated = await twin.associations.activate(person, cue, NOW, depth=depth)
        await twin.associations.memories_of(person, activated)
        took.append((time.perf_counter() - began) * 1000)
    return took


@asynccontextmanager
async def opened(folder: Path, postgres: Server, neo4j: Server) -> AsyncGenerator[list[Twin]]:
    async with (
        embedded_postgres(folder) as dsn,
        Database.open(dsn) as embedded,
        Database.open(postgres.url) as real,
        Graph.open(neo4j.url, seconds=PATIENCE) as graph,
    ):
        for database in (embedded, real):
            await bring_up_to_date(database, str(folder))
        in_neo4j = Neo4jAssociations(graph, _nobody)
        await in_neo4j.set_up()
        yield [
            Twin("PostgreSQL 18", Associations(embedded), embedded),
            Twin("PostgreSQL 15", Associations(real), real),
            Twin("Neo4j", in_neo4j, real),
        ]


async def _nobody(*_: object) -> list[UUID]:
    return []


async def measure(folder: Path, postgres: Server, neo4j: Server) -> Table:
    shown = Table(title=f"Associative recall, {QUESTIONS} questions, ms (target: p95 ≤ {TARGET} at depth 3 of 10,000)")
    for name in ("engine", "concepts", "associations", "written in", "depth", "median", "p95", "CPU"):
        shown.add_column(name, justify="left" if name == "engine" else "right")
    async with opened(folder, postgres, neo4j) as twins:
        for twin in twins:
            for concepts, associations in SIZES:
                person = f"somebody with {concepts}"
                seconds = await fill(twin, person, told(concepts, associations))
                for depth in (1, 2, 3):
                    took, cpu = await asked(twin, person, concepts, depth)
                    median, p95 = np.percentile(took, (50, 95))
                    row = (f"{concepts:,}", f"{associations:,}", f"{seconds:.1f} s", str(depth))
                    shown.add_row(twin.name, *row, f"{median:.1f}", f"{p95:.1f}", f"{cpu:.1f}")
    return shown


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_postgres(settings={}) as postgres,
        serve_neo4j(java=()) as neo4j,
    ):
        Console().print(asyncio.run(measure(Path(folder) / "postgres", postgres, neo4j)))


if __name__ == "__main__":
    main()
