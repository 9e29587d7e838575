"""`python -m bench.growth`: what a month of one person costs each engine, measured, into bench/growth.json.

PEOPLE live DAYS of talk on PostgreSQL with a synchronous standby behind PgBouncer, Redis, Qdrant (Edge behind its REST
API), Neo4j and an S3 server: each says SAYINGS things a day and is answered by the offline voice; once a day all jobs
run. Then so many come to live there that say little, and the jobs run while nothing is due. What one more person, one
saying and one round of the jobs take is what bench/population.py reckons with; docs/scale.md shows it.
"""

import argparse
import asyncio
import json
import os
import platform
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString

import psutil
import psycopg

from bench.folder import settings
from bench.population import MEASURED
from bench.scale import Copy, Lived, pattern, settle
from bench.usage import percentile, seconds_of
from harness.made_up import PERSON, live
from harness.mishaps import Laid, serve_laid_out
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.databases.redis import about_server, open_redis
from lumina.reports import Done
from tools.servers.s3_server import BUCKET, serve_s3
from tools.servers.serving import Server

PEOPLE, DAYS, SAYINGS = 8, 30, 5
SETTLING = 10
"""Days whose processor time is not counted: Java compiles meanwhile, and nobody's memories descend yet."""

TOGETHER = 4
"""So many talk at once."""

QUIET = (0, 300)
"""Between so many people who say nothing, and so many, a round of the jobs is compared."""

BEGIN = datetime(2026, 3, 1, 19, tzinfo=UTC)
BETWEEN = timedelta(minutes=2)
JOBS = ("reconcile", "descend", "embed_pending", "heal", "lifecycle", "summaries", "let_go")
ROUNDS = 3
REMEMBERED = 1_000
POINTS = (4, 16)
"""So many times the entries of a thousand memories, and so many more: what each of them takes in Qdrant's files."""

Figures = dict[str, float]
KEPT: Mapping[str, LiteralString] = {
    "memories": "select count(*) from memories",
    "turns": "select count(*) from turns",
    "points": "select (select count(*) from entries) + (select count(*) from chunk_entries)",
}
By = dict[str, Mapping[str, float]]
"""Figures by engine."""


@dataclass(frozen=True, slots=True)
class Watched:
    """All engines, and what each of them has used."""

    laid: Laid
    shared: Server

    def servers(self) -> Mapping[str, Server]:
        engines, pair = self.laid.engines, self.laid.pair
        assert isinstance(engines.redis, Server)
        named = {"PostgreSQL": pair.primary, "its standby": pair.standby, "PgBouncer": self.laid.pgbouncer}
        return named | {"Redis": engines.redis, "Qdrant": engines.qdrant, "Neo4j": engines.neo4j, "S3": self.shared}

    def seconds(self) -> Figures:
        """Of the processor so far; LUMINA is this process."""
        own = psutil.Process().cpu_times()
        return {"LUMINA": own.user + own.system} | {name: _used(server) for name, server in self.servers().items()}

    async def bytes(self, database: str) -> Figures:
        """What lies there. Of Qdrant without its log, which has a size of its own; of S3 the keys."""
        client = open_redis(self.servers()["Redis"].url)
        used = (await about_server(client))[1]
        await client.aclose()
        servers = self.servers()
        return {
            "PostgreSQL": _asked(database, "select pg_database_size(current_database())"),
            "its log": _asked(database, "select pg_current_wal_lsn() - '0/0'::pg_lsn"),
            "Redis": used,
            "Qdrant": _size(servers["Qdrant"].folder, without="wal"),
            "Neo4j": _size(servers["Neo4j"].folder / "data" / "databases" / "neo4j"),
            "S3": _size(servers["S3"].folder),
        }


def _used(server: Server) -> float:
    """With the processes that it made."""
    assert server.process
    first = psutil.Process(server.process.pid)
    return sum(map(seconds_of, [first, *first.children(recursive=True)]))


def _size(folder: Path, without: str = "") -> float:
    """What its files take of the disk."""
    files = [path for path in folder.rglob("*") if path.is_file() and without not in path.relative_to(folder).parts]
    return float(sum(512 * path.stat().st_blocks for path in files))


def _asked(database: str, question: LiteralString) -> float:
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(question).fetchone()
        assert row
        return float(row[0])


def _less(now: Figures, before: Figures, share: float) -> Figures:
    return {name: (now[name] - before[name]) / share for name in now}


@contextmanager
def watched() -> Generator[tuple[Watched, Mapping[str, Any]]]:
    """Engines that hold nothing, and the settings of a machine on them. Raises Missing."""
    with serve_laid_out() as laid, serve_s3() as shared:
        os.environ |= {name: value for name, value in shared.environment.items() if name.startswith("AWS_")}
        lying = {"shared_url": f"s3://{BUCKET}/lumina", "shared_endpoint": shared.url, "source_timeout": 60}
        yield Watched(laid, shared), {**asyncio.run(laid.emptied()), **lying}


async def a_month(lumina: Lumina, clock: ManualClock, engines: Watched, database: str) -> By:
    """Seconds of the processor a saying and a day's jobs, bytes a person, and how many points, of each engine."""
    waiting, took, missing = iter(_sayings()), list[float](), Counter[str]()
    people = [f"person {number}" for number in range(PEOPLE)]
    talk, jobs, young = Figures(), Figures(), 0.0
    before = await engines.bytes(database)
    for day in range(DAYS):
        began = engines.seconds()
        for _ in range(SAYINGS):
            took += await _each_says(lumina, people, [next(waiting) for _ in people], missing)
            clock.advance(BETWEEN)
        talked = engines.seconds()
        clock.advance(timedelta(hours=1))
        await lumina.jobs.run("reconcile")
        young = (await engines.bytes(database))["Redis"] - before["Redis"]
        clock.advance(timedelta(hours=22, minutes=50))
        await lumina.jobs.run("all")
        if day >= SETTLING:
            _add(talk, _less(talked, began, PEOPLE * (DAYS - SETTLING) * SAYINGS))
            _add(jobs, _less(engines.seconds(), talked, PEOPLE * (DAYS - SETTLING)))
    grown = _less(await engines.bytes(database), before, PEOPLE) | {"Redis": young / PEOPLE}
    return {
        "seconds a saying": talk,
        "seconds of a day's jobs": jobs,
        "bytes": grown,
        "kept": {what: _asked(database, question) / PEOPLE for what, question in KEPT.items()},
        "ms": {"median": percentile(took, 0.5), "p95": percentile(took, 0.95)},
        "sources that did not answer": dict(missing),
    }


def _sayings() -> list[str]:
    """More than are needed, each said once."""
    return [turn.text for turn in live(PEOPLE * DAYS * SAYINGS, seed=5).turns if turn.speaker == PERSON]


def _add(to: Figures, more: Figures) -> None:
    for name, value in more.items():
        to[name] = to.get(name, 0.0) + value


async def _each_says(lumina: Lumina, people: Sequence[str], texts: Sequence[str], missing: Counter[str]) -> list[float]:
    """Milliseconds of each; what a turn leaves to be distilled is distilled. What did not answer in time is counted."""

    async def say(person: str, text: str) -> float:
        began = time.perf_counter()
        async for event in lumina.talk.say(text, person=person, room=f"room of {person}"):
            missing.update(event.missing if isinstance(event, Done) else ())
        return 1e3 * (time.perf_counter() - began)

    took: list[float] = []
    said = list(zip(people, texts, strict=True))
    for first in range(0, len(said), TOGETHER):
        took += await asyncio.gather(*(say(*one) for one in said[first : first + TOGETHER]))
    await lumina.settle()
    return took


async def quiet(lumina: Lumina, engines: Watched, life: Sequence[Lived]) -> Figures:
    """Seconds of the processor, of all engines, that a round of each job takes for each person who said nothing."""
    rounds: list[Figures] = []
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    for first, last in zip((0, *QUIET), QUIET, strict=False):
        for number in range(first, last):
            await settle(stores, life, f"quiet {number}", 1)
        for _ in range(2):  # what is young has come to lie where it stays
            await lumina.jobs.run("all")
        rounds.append({job: await _round(lumina, engines, job) for job in JOBS})
    few, many = rounds
    return {job: (many[job] - few[job]) / (QUIET[1] - QUIET[0]) for job in JOBS}


async def _round(lumina: Lumina, engines: Watched, job: str) -> float:
    before = sum(engines.seconds().values())
    for _ in range(ROUNDS):
        await lumina.jobs.run(job)
    return (sum(engines.seconds().values()) - before) / ROUNDS


async def a_point(lumina: Lumina, engines: Watched, life: Sequence[Lived]) -> float:
    """Bytes of one more point in Qdrant's files."""
    index, folder = lumina._parts.stores.index, engines.servers()["Qdrant"].folder  # pyright: ignore[reportPrivateUsage]
    counts, sizes = [0], [0.0]
    for first, last in zip((0, *POINTS), POINTS, strict=False):
        for number in range(first, last):
            copy = Copy("whose points are counted", number)
            entries = [entry for memory, _ in life for entry in copy.memory(memory).entries]
            await index.write(entries)
            counts[-1] += len(entries)
        counts.append(0)
        sizes.append(_size(folder, without="wal"))
    return (sizes[-1] - sizes[-2]) / counts[-2]


async def a_remembered(lumina: Lumina, engines: Watched, life: Sequence[Lived]) -> float:
    """Bytes of one more memory in Neo4j's files, where a person has a thousand. Whatever it holds lies there when it
    has been stopped."""
    stores, server, sizes = lumina._parts.stores, engines.servers()["Neo4j"], list[float]()  # pyright: ignore[reportPrivateUsage]
    assert server.process
    for number in range(2):
        await settle(stores, life, f"whose concepts are counted {number}", REMEMBERED)
        while await stores.engines.waiting(stores.associations):
            await lumina.jobs.run("heal")
        server.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(server.process.wait)
        sizes.append(_size(server.folder / "data" / "databases" / "neo4j"))
        await asyncio.to_thread(server.start)
    return (sizes[1] - sizes[0]) / REMEMBERED


async def measure(engines: Watched, given: Mapping[str, Any], home: Path, life: Sequence[Lived]) -> Mapping[str, Any]:
    clock = ManualClock(BEGIN)
    database = str(given["postgres_url"])
    async with Lumina.open(settings(home, **given), clock) as lumina:
        month = await a_month(lumina, clock, engines, database)
        rest: dict[str, Any] = {"seconds of a quiet round": await quiet(lumina, engines, life)}
        rest |= {"bytes a point": await a_point(lumina, engines, life)}
        return {**month, **rest, "bytes a memory in Neo4j": await a_remembered(lumina, engines, life)}


async def of_rounds(engines: Watched, given: Mapping[str, Any], home: Path, life: Sequence[Lived]) -> Mapping[str, Any]:
    async with Lumina.open(settings(home, **given), ManualClock(BEGIN)) as lumina:
        return {"seconds of a quiet round": await quiet(lumina, engines, life)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=MEASURED, help="where the figures go")
    parser.add_argument("--rounds", action="store_true", help="of the jobs' rounds alone; the other figures stay")
    given = parser.parse_args()
    life = asyncio.run(pattern())
    with tempfile.TemporaryDirectory(prefix="lumina-growth-") as folder, watched() as (engines, more):
        measured = (of_rounds if given.rounds else measure)(engines, more, Path(folder), life)
        found = asyncio.run(measured)
    if given.rounds:
        before = json.loads(given.to.read_text(encoding="utf-8"))
        given.to.write_text(json.dumps({**before, **found}, indent=1) + "\n", encoding="utf-8")
        return
    where = {"on": datetime.now(UTC).date().isoformat(), "machine": platform.platform(), "cores": os.cpu_count()}
    lived = {"people": PEOPLE, "days": DAYS, "sayings": SAYINGS}
    given.to.write_text(json.dumps({**where, **lived, **found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
