"""`python -m bench.partitioned`: recall's reads of PostgreSQL among few and among many memories, in plain tables and in
tables partitioned by a hash of the person.

Rows come from generate_series, a turn, an index entry and a memory of each number; one after the other is another
person's, as in a talk of all. What is asked is what a recall asks of these three tables, with the statements that it
has, of persons drawn anew each time, by statements that are prepared and by such as are not (behind a PgBouncer).
"""

import argparse
import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import md5
from typing import LiteralString, cast
from uuid import UUID

import psutil

from bench.usage import percentile, seconds_of
from lumina.databases.circuit import Circuit
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.postgres_pool import connected
from lumina.databases.postgres_programs import binaries, reachable
from lumina.databases.postgres_values import Uuids
from lumina.databases.schema import bring_up_to_date
from lumina.memory import catalogue_sql, indexed_sql, transcript_sql
from tools.servers.postgres_server import FORGETFUL, serve_postgres
from tools.servers.serving import Server

SETTINGS = {
    **FORGETFUL,
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "8GB",
    "shared_buffers": "2GB",
    "maintenance_work_mem": "1GB",
    "autovacuum": "off",
    "jit": "off",
}
TABLES = ("turns", "entries", "memories")
EACH = 100
"""Memories of a person."""

CANDIDATES, FOUND = 80, 12
"""Entries that are read and scored, and memories of them that are looked up once more."""

DRAWN = 1_000
HOW: Sequence[tuple[str, bool, LiteralString]] = (
    ("first", True, "force_generic_plan"),
    ("again", True, "force_generic_plan"),
    ("not prepared", False, "force_generic_plan"),
    ("not prepared, planned for each", False, "auto"),
)
"""The same persons each time; how a statement is planned."""

END = datetime(2026, 9, 1, tzinfo=UTC)

# In a schema of their own, which is looked in first: the statements name the tables as always.
BEGIN: LiteralString = "create schema parted; alter database postgres set search_path = parted, public"
MAKE: LiteralString = """
create table parted.{table} (like public.{table} including identity including defaults) partition by hash (person)
"""
PART: LiteralString = """
create table parted.{table}_{part} partition of parted.{table} for values with (modulus {parts}, remainder {part})
"""
OF_ALL = "from generate_series(1, {rows}) n, lateral (select 'person ' || n %% {people} as person) p"
FILL: dict[str, str] = {
    "turns": """
        insert into turns (person, id, ref, room, thread, position, speaker, role, text, at, witnesses, distilled)
        select p.person, md5('t' || n)::uuid, '', 'cli', md5('h' || n / {people} / 10 || p.person)::uuid,
               n / {people} %% 10, p.person, 'person', ('LS1' || repeat('x', 140))::bytea,
               timestamptz '2026-08-31' - ({rows} - n) / {people} * interval '6 hours', '{{lumina}}', true
    """,
    "entries": """
        insert into entries (person, id, memory, position, indexed, body)
        select p.person, md5('t' || n)::uuid, md5('m' || n)::uuid, 0, true, ('LS1' || repeat('x', 700))::bytea
    """,
    "memories": """
        insert into memories (person, id, room, thread, kind, born, salience, witnesses, turns, tier)
        select p.person, md5('m' || n)::uuid, 'cli', md5('h' || n / {people} / 10 || p.person)::uuid, 'episode',
               timestamptz '2026-08-31' - ({rows} - n) / {people} * interval '6 hours', 0.4, '{{lumina}}',
               array[md5('t' || n)::uuid], 'longterm'
    """,
}
INDEXES = """
select pg_get_indexdef(indexrelid), conname, relname
from pg_index join pg_class on pg_class.oid = indexrelid
left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
where indrelid = %s::text::regclass
"""
SIZE = """
select sum(pg_table_size(inhrelid)), sum(pg_indexes_size(inhrelid)) from pg_inherits
where inhparent = %s::text::regclass
"""
SIZE_PLAIN = "select pg_table_size(%s::text::regclass), pg_indexes_size(%s::text::regclass)"
CHANGE = "update turns set distilled = false where seq %% 50 = 0"


@dataclass(frozen=True, slots=True)
class Asked:
    """Persons of a database, and the ids of what each has."""

    people: int

    def ids(self, kind: str, person: int, count: int) -> Uuids:
        numbers = random.sample(range(EACH), count)
        return Uuids([UUID(md5(f"{kind}{person + one * self.people}".encode()).hexdigest()) for one in numbers])

    async def recall(self, connection: Connection, person: int) -> None:
        """What one recall asks of turns, entries and memories."""
        who, turns = f"person {person % self.people}", self.ids("t", person, CANDIDATES)
        memories, found = self.ids("m", person, CANDIDATES), self.ids("m", person, FOUND)
        at = {"person": who, "at": END}
        await connection.fetch(transcript_sql.WAITING, (who,))
        assert len(await connection.fetch(indexed_sql.READ.format(table="entries"), (who, turns))) == CANDIDATES
        await connection.fetch(catalogue_sql.PARTICULARS, {**at, "ids": turns, "memories": memories})
        await connection.fetch(catalogue_sql.STATES, {**at, "ids": found})
        await connection.fetch(catalogue_sql.PINNED, at)
        await connection.fetch(catalogue_sql.IN_ROOM, {**at, "room": "cli", "limit": 5})
        await connection.fetch(transcript_sql.READ, (who, turns))
        assert await connection.fetch(transcript_sql.LATELY, {**at, "count": 152})


@asynccontextmanager
async def _connected(server: Server, *, prepared: bool) -> AsyncGenerator[Connection]:
    async with await connected(server.url, seconds=None, circuit=Circuit("PostgreSQL")) as line:
        if not prepared:
            line.prepare_threshold = None
        yield Connection(line)


async def _filled(server: Server, rows: int, parts: int) -> dict[str, float]:
    """The tables, their indexes made at last; how long it took."""
    async with Database.open(server.url) as database:
        await bring_up_to_date(database, server.url)
        await database.execute("alter table memories drop constraint memories_person_fkey cascade")
        await database.execute("alter table turns drop constraint turns_person_thread_fkey cascade")
        if parts:
            for one in BEGIN.split(";"):
                await database.execute(one)
    took: dict[str, float] = {}
    async with _connected(server, prepared=False) as connection:
        for table in TABLES:
            began = time.perf_counter()
            await _fill(connection, table, rows, parts)
            took[f"filling {table} (s)"] = time.perf_counter() - began
    return took


async def _fill(connection: Connection, table: str, rows: int, parts: int) -> None:
    """Where nothing refers to anything: that would take longer than all the rest."""
    indexes = await connection.fetch(INDEXES, (f"public.{table}",))
    if parts:
        await connection.execute(cast("LiteralString", MAKE.format(table=table)))
        for part in range(parts):
            await connection.execute(cast("LiteralString", PART.format(table=table, part=part, parts=parts)))
    for _, constraint, index in indexes if not parts else ():
        gone = f"alter table {table} drop constraint {constraint} cascade" if constraint else f"drop index {index}"
        await connection.execute(cast("LiteralString", gone))
    values = {"rows": rows, "people": rows // EACH}
    await connection.execute(cast("LiteralString", (FILL[table] + OF_ALL).format(**values)))
    for definition, _, _ in indexes:
        again = definition.replace(" ON public.", " ON parted.") if parts else definition
        await connection.execute(cast("LiteralString", again))
    await connection.execute(cast("LiteralString", f"vacuum (analyze) {table}"))


async def _asked(
    server: Server, asked: Asked, persons: Sequence[int], how: str, mode: LiteralString, *, prepared: bool
) -> dict[str, float]:
    took: list[float] = []
    async with _connected(server, prepared=prepared) as connection:
        await connection.execute(f"set plan_cache_mode = {mode}")
        await asked.recall(connection, persons[0])
        before = _processor(server)
        for person in persons:
            began = time.perf_counter()
            await asked.recall(connection, person)
            took.append((time.perf_counter() - began) * 1000)
        spent = (_processor(server) - before) * 1000 / len(persons)
    return {
        f"{how}, median (ms)": percentile(took, 0.5),
        f"{how}, p95 (ms)": percentile(took, 0.95),
        f"{how}, PostgreSQL's processor (ms)": spent,
    }


def _processor(server: Server) -> float:
    assert server.process
    first = psutil.Process(server.process.pid)
    return sum(map(seconds_of, [first, *first.children()]))


async def _looked_after(server: Server, parts: int) -> dict[str, float]:
    """Sizes; a fiftieth of the turns changed and vacuumed; a table, or a part of one, written anew."""
    figures: dict[str, float] = {}
    async with _connected(server, prepared=False) as connection:
        for table in TABLES:
            [(rows, indexes)] = await connection.fetch(*((SIZE, (table,)) if parts else (SIZE_PLAIN, (table, table))))
            figures |= {f"{table} (GB)": float(rows) / 1e9, f"{table}'s indexes (GB)": float(indexes) / 1e9}
        whole: Sequence[LiteralString] = ("vacuum turns", "vacuum (full) turns_0" if parts else "vacuum (full) turns")
        for statement in (cast("LiteralString", CHANGE), *whole):
            began = time.perf_counter()
            await connection.execute(statement)
            figures[f"{statement} (s)"] = time.perf_counter() - began
    return figures


async def measured(rows: int, parts: int) -> dict[str, float]:
    """Of so many rows a table, in so many partitions (0: plain)."""
    with serve_postgres(settings=SETTINGS, programs=reachable(binaries())) as server:
        figures = await _filled(server, rows, parts)
        print(json.dumps(figures), flush=True)  # noqa: T201
        asked, persons = (
            Asked(rows // EACH),
            random.Random(1).sample(range(1, rows // EACH + 1), min(DRAWN, rows // EACH)),
        )
        for how, prepared, mode in HOW:
            figures |= await _asked(server, asked, persons, how, mode, prepared=prepared)
            print(json.dumps(figures), flush=True)  # noqa: T201
        return figures | await _looked_after(server, parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("--parts", type=int, default=0)
    given = parser.parse_args()
    figures = asyncio.run(measured(given.rows, given.parts))
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
