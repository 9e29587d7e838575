"""What the jobs read that find nothing to do: milliseconds of a minute of them, beside 1,000,000 entries; on the wall,
and of the processor (of this process and, where it is its own, of PostgreSQL's).

`python -m bench.idle` fills a PostgreSQL of its own (or the one that is named) with what a thousand people said in a
year, and lets each job's statements run.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, LiteralString
from uuid import UUID

from bench.usage import Spent
from lumina.databases.postgres import Database
from lumina.databases.schema import bring_up_to_date
from lumina.databases.troubles_postgres import Troubles
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.indexed import IndexedEntries
from lumina.memory.ladder import Ladder
from lumina.models import TierName
from lumina.stores.knowledge_postgres import Knowledge
from tools.servers.postgres_server import serve_postgres

ENTRIES, PEOPLE = 1_000_000, 1_000
ROUNDS = 50
NOW: Final = datetime.now(UTC)

FILL: Sequence[LiteralString] = (
    "insert into people (person) select 'person ' || n from generate_series(1, %(people)s) n",
    """insert into memories (person, id, room, thread, kind, born, salience, witnesses, turns, tier)
    select 'person ' || 1 + n %% %(people)s, lpad(to_hex(n), 32, '0')::uuid, 'cli', gen_random_uuid(), 'episode',
           now() - n * interval '1 year' / (%(entries)s / 7), random(), '{}', '{}',
           case when n < %(entries)s / 7 / 400 then 'redis' when n < %(entries)s / 7 / 52 then 'duckdb'
                when n < %(entries)s / 7 / 12 and n %% 10 < 3 then 'duckdb' else 'longterm' end
    from generate_series(1, %(entries)s / 7) n""",
    """insert into longterm (person, id, born, body)
    select person, id, born, 'LS1'::bytea || decode(repeat(md5(id::text), 30), 'hex')
    from memories where tier = 'longterm'""",
    """insert into entries (person, id, memory, position, body, indexed)
    select 'person ' || 1 + (n / 7) %% %(people)s, lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex(n / 7), 32, '0')::uuid,
           n %% 7, 'LS1'::bytea || decode(repeat(md5(n::text), 30), 'hex'), true
    from generate_series(1, %(entries)s) n""",
    "vacuum analyze",
)


class Whole:
    """An index that has lost nothing."""

    async def estimate(self) -> int:
        return ENTRIES

    async def count(self, person: str | None = None) -> int:  # noqa: ARG002
        return ENTRIES


def _all_stay(*_: object) -> Mapping[UUID, TierName]:
    return {}


async def fill(database: Database) -> None:
    for statement in FILL:
        async with database.connection(unhurried=True) as connection:
            given: dict[str, object] = {"people": PEOPLE, "entries": ENTRIES}
            await connection.execute(statement, given if "%" in statement else ())


def jobs(database: Database) -> Mapping[str, tuple[float, Callable[[], Awaitable[Any]]]]:
    """How often a minute, and what."""
    index: Any = Whole()
    catalogue, knowledge = Catalogue(database), Knowledge(database, index)
    entries = IndexedEntries(database, index, "entries")
    nothing: Any = None
    among = Troubles(database).among
    ladder = Ladder(nothing, nothing, nothing, nothing, catalogue, database.writing, _all_stay, among)
    return {
        "embed_pending: chunks that wait": (1, knowledge.waiting),
        "embed_pending: knowledge that waits": (1, lambda: knowledge.heal(1_000)),
        "heal: who lies in Redis": (1, catalogue.in_redis),
        "heal: entries that wait": (1, lambda: entries.heal(1_000)),
        "descend: what is due": (1 / 15, lambda: ladder.descend(NOW)),
        "descend, of one person": (0, lambda: ladder.descend(NOW, "person 7")),
        "reconcile: copies that a kill left": (1 / 60, catalogue.strays),
    }


async def measure(dsn: str) -> None:
    async with Database.open(dsn) as database:
        await bring_up_to_date(database, "bench")
        if not await database.fetch("select from entries limit 1"):
            await fill(database)
        wall = cpu = 0.0
        for what, (often, job) in jobs(database).items():
            await job()
            before = Spent.now()  # of all rounds: the system counts in steps of 10 ms, and asking it takes as long
            fastest = min([await timed(job) for _ in range(ROUNDS)])  # others use the machine, too
            busy = Spent.now().since(before).cpu / ROUNDS * 1000
            wall, cpu = wall + often * fastest, cpu + often * busy
            print(f"{what:40} {fastest:9.1f} ms, CPU {busy:7.1f} ms, {often:.2f} times a minute")  # noqa: T201
        print(f"{'a minute':40} {wall:9.1f} ms, CPU {cpu:7.1f} ms")  # noqa: T201


async def timed(job: Callable[[], Awaitable[Any]]) -> float:
    began = time.perf_counter()
    await job()
    return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dsn", nargs="?", help="a PostgreSQL that is there already, and may be filled")
    dsn = parser.parse_args().dsn
    if dsn:
        asyncio.run(measure(dsn))
        return
    with serve_postgres() as server:
        asyncio.run(measure(server.url))


if __name__ == "__main__":
    main()
