"""PostgreSQL's tables, carried from one database to another: the same rows, whichever versions the servers are.

All tables of the schema are carried, those that nobody thought of, too, but for what each database has of its own and
for the associative and the mid-term memory, which may lie in another engine.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from graphlib import TopologicalSorter
from typing import Final, LiteralString

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.errors import StoreDown, because

OF_ITS_OWN: Final = (
    r"^(_?yoyo.*|checkpoint_migrations|ducklake.*|procrastinate_(events|workers|periodic_defers)|moving|rewrites|midterm(_versions)?"
    r"|concepts|concept_memories|associations(_met)?)$"
)
TABLES: Final = """
select quote_ident(c.relname), array_agg(quote_ident(a.attname) order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname !~ %s
  and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1 order by 1
"""
REFERENCES: Final = """
select quote_ident(f.relname), quote_ident(t.relname)
from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and f.oid <> t.oid
"""
SEQUENCES: Final = """
select pg_get_serial_sequence(quote_ident(c.relname), a.attname)
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.oid = %s::regclass and a.attnum > 0 and not a.attisdropped
  and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
"""
# One moment of the whole database, in which nobody else writes; it may take hours.
FREEZE: Final = "set transaction isolation level repeatable read"
UNHURRIED: Final = "set local idle_in_transaction_session_timeout = 0"
LOCK: Final = "lock table {tables} in share mode"
# Of every row a digest of its binary form; their sum does not depend on the order.
DIGEST: Final = """
select count(*), coalesce(sum(('x' || encode(substring(sha256(record_send(row)) for 7), 'hex'))::bit(56)::bigint), 0)
from ({select}) row
"""
TRUNCATE: Final = "truncate {name} cascade"
IS_EMPTY: Final = "select not exists (select from {name})"
STANDS_AT: Final = "select last_value, is_called from {sequence}"
SET: Final = "select setval(%s, %s, %s)"

MOVED_FROM: Final = "select source from moving"
BEGIN: Final = "insert into moving (source) values (%s) on conflict do nothing"
END: Final = "delete from moving"


@dataclass(frozen=True, slots=True)
class Digest:
    """How many things there are, and a checksum over all of them."""

    count: int
    checksum: Decimal


@dataclass(frozen=True, slots=True)
class Carried:
    """Which rows of a table are carried, and what some columns become on the way."""

    where: LiteralString = "true"
    become: Mapping[str, LiteralString] = field(default_factory=dict[str, LiteralString])


ENTRIES: Final = Carried("body is not null", {"indexed": "false"})
"""The index is made anew from them; it need not be told of what was deleted."""

QUEUE: Final = Carried(
    """status = 'todo' or (status = 'doing' and not exists (
        select from procrastinate_jobs w where w.status = 'todo' and w.queueing_lock = procrastinate_jobs.queueing_lock
    ))""",
    {"status": "'todo'::text", "worker_id": "null::bigint", "abort_requested": "false"},
)
"""What waits, and what was broken off."""

DIFFERENTLY: Final = {"entries": ENTRIES, "chunk_entries": ENTRIES, "procrastinate_jobs": QUEUE}


@dataclass(frozen=True, slots=True)
class Table:
    """A table, its columns, and what of it is carried."""

    name: LiteralString
    columns: Sequence[LiteralString]

    @property
    def select(self) -> LiteralString:
        carried = DIFFERENTLY.get(self.name, Carried())
        columns: list[LiteralString] = [
            f"{carried.become[one]} as {one}" if one in carried.become else one for one in self.columns
        ]
        return f"select {', '.join(columns)} from {self.name} where ({carried.where})"

    async def digest(self, connection: Connection) -> Digest:
        return Digest(*(await connection.fetch(DIGEST.format(select=self.select)))[0])

    async def is_empty(self, connection: Connection) -> bool:
        return (await connection.fetch(IS_EMPTY.format(name=self.name)))[0][0]

    async def carry(self, source: Connection, target: Connection) -> None:
        """Put the rows of the source in the place of what the target has, which leaves all that refers to it without
        rows, too. Sequences go on where they are."""
        async with target.transaction():
            await target.execute(TRUNCATE.format(name=self.name))
            await source.copy_to(target, self.select, f"{self.name} ({', '.join(self.columns)})")
            sequences: list[LiteralString] = [row[0] for row in await target.fetch(SEQUENCES, (self.name,))]
            for sequence in sequences:
                stands_at = (await source.fetch(STANDS_AT.format(sequence=sequence)))[0]
                await target.fetch(SET, (sequence, *stands_at))


async def tables(database: Database) -> list[Table]:
    """All that are carried; one that others refer to comes before them."""
    found = {row[0]: Table(row[0], row[1]) for row in await database.fetch(TABLES, (OF_ITS_OWN,))}
    order = TopologicalSorter[str](dict.fromkeys(found, ()))
    for table, other in await database.fetch(REFERENCES):
        if table in found and other in found:
            order.add(table, other)
    return [found[name] for name in order.static_order()]


@asynccontextmanager
async def frozen(database: Database, names: Sequence[LiteralString]) -> AsyncGenerator[Connection]:
    """One moment of these tables, read by this connection; until it is left, nobody writes them."""
    async with database.connection(unhurried=True) as connection, connection.transaction():
        await connection.execute(FREEZE)
        await connection.execute(UNHURRIED)
        await connection.execute(LOCK.format(tables=", ".join(names)))
        yield connection


async def moved_from(database: Database) -> bytes | None:
    """The source of which this database is an unfinished copy."""
    row = await database.fetch_one(MOVED_FROM)
    return row[0] if row else None


async def begin_move(database: Database, source: bytes) -> None:
    await database.execute(BEGIN, (source,))


async def end_move(database: Database) -> None:
    if not await database.execute(END):
        raise StoreDown(store="PostgreSQL", why=because("somebody else has finished this move"))
