"""The rows of PostgreSQL's tables, one person's by themselves and what is nobody's, out of one database and into
another."""

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, LiteralString

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.tables_postgres import SEQUENCES, SET, STANDS_AT, Table, tables
from lumina.errors import Damaged, because

NOBODYS: Final = frozenset(
    {
        *("character_edits", "chunk_entries", "chunk_terms", "chunks", "documents", "namespaces"),
        *("embedders", "erasures", "home", "job_runs", "migration_reach", "person_epochs"),
    }
)
"""Tables whose rows are no person's. (`person` is a namespace of the knowledge base in chunk_entries.)"""

NOT_KEPT: Final = frozenset(
    {"checkpoints", "checkpoint_blobs", "checkpoint_writes", "erasures_under_way", "epochs", "migration_reach"}
)
"""What a restored database can do without: a talk goes on from the transcript; where an erasure is under way, a name
stands for as long as it needs it; the epochs of an older version, which leave an opened database; and what each
migration reaches, which it says itself."""

OWNERS: Final[dict[str, LiteralString]] = {"procrastinate_jobs": "args ->> 'person'"}
"""Where a table has no column `person`, what stands for it."""

PERSONAL: Final = """
select quote_ident(c.relname), not bool_and(a.attnotnull)
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attname = 'person' group by 1
"""
KEYS: Final = """
select quote_ident(c.relname), array_agg(quote_ident(a.attname) order by array_position(i.indkey::int2[], a.attnum))
from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid
where i.indisprimary and a.attnum = any(i.indkey) and c.relnamespace = current_schema()::regnamespace group by 1
"""
PEOPLE: Final = """
select person from people union select person from tokens where person is not null order by 1
"""
IS_THERE: Final = """
select exists (select from people where person = %(person)s) or exists (select from tokens where person = %(person)s)
"""
# One look into the index for each person who is there, however many rows each has.
STRANGERS: Final = """
with recursive met (person) as (
    select min(person) from {table}
    union all select (select min(person) from {table} t where t.person > met.person) from met where person is not null
)
select person from met where person is not null and not exists (select from people p where p.person = met.person)
"""
SNAPSHOT: Final = "set transaction isolation level repeatable read, read only"
UNHURRIED: Final = "set local idle_in_transaction_session_timeout = 0"
DELETE: Final = "delete from {name} where {owned}"


@dataclass(frozen=True, slots=True)
class Rows:
    """A table as rows go out of it and into it. Of a person's they are those where `owner` is the name; `shared` says
    whether others than persons have rows there, too."""

    table: Table
    key: Sequence[LiteralString]
    owner: LiteralString | None
    shared: bool

    @property
    def name(self) -> LiteralString:
        return self.table.name

    async def out(self, connection: Connection, person: str | None) -> bytes:
        """The person's rows, or (None) those that are nobody's, in the order of the table's key."""
        query = f"{self.table.select} and {self._owned(person)} order by {', '.join(self.key)}"
        return await connection.copy_out(query, {"person": person})

    async def put(self, connection: Connection, columns: Sequence[str], rows: bytes) -> int:
        """Put rows with these columns beside those that are there; returns how many. Raises Damaged where the table has
        no such columns."""
        known: list[LiteralString] = [one for one in self.table.columns if one in columns]
        if known != list(columns):
            raise Damaged(what=self.name, why=because("it is something else"))
        return await connection.copy_in(f"{self.name} ({', '.join(known)})", rows)

    async def clear(self, connection: Connection, person: str | None) -> None:
        await connection.execute(DELETE.format(name=self.name, owned=self._owned(person)), {"person": person})

    def _owned(self, person: str | None) -> LiteralString:
        if self.owner is None:
            return "true"
        owner: LiteralString = self.owner
        return owner + (" is null" if person is None else " = %(person)s")


async def rows_of(database: Database) -> list[Rows]:
    """All tables that are kept; one that others refer to comes before them."""
    personal: dict[str, bool] = dict(await database.fetch(PERSONAL))
    keys: dict[str, list[LiteralString]] = dict(await database.fetch(KEYS))
    found: list[Rows] = []
    for table in await tables(database):
        owner = _owner(table, personal)
        if table.name not in NOT_KEPT and (owner or table.name in NOBODYS):
            shared = owner is None or personal.get(table.name, False)
            found.append(Rows(table, keys.get(table.name, list(table.columns)), owner, shared))
    return found


def _owner(table: Table, personal: Mapping[str, bool]) -> LiteralString | None:
    if table.name in NOBODYS:
        return None
    return OWNERS.get(table.name, "person") if table.name in personal or table.name in OWNERS else None


@asynccontextmanager
async def snapshot(database: Database) -> AsyncGenerator[Connection]:
    """One moment of the database, while others go on writing."""
    async with database.connection(unhurried=True) as connection, connection.transaction():
        await connection.execute(SNAPSHOT)
        await connection.execute(UNHURRIED)
        yield connection


async def people_in(connection: Connection) -> list[str]:
    """All of whom there is anything, by name."""
    return [row[0] for row in await connection.fetch(PEOPLE)]


async def is_there(connection: Connection, person: str) -> bool:
    """Whether there is anything of this person."""
    return await connection.fetch(IS_THERE, {"person": person}) == [(True,)]


async def strangers(database: Database, tables: Collection[str]) -> dict[str, list[str]]:
    """Of those of these tables that name persons: who has rows there and is not among the people, by table."""
    found: dict[str, list[str]] = {}
    for name, _ in await database.fetch(PERSONAL):
        table: LiteralString = name
        rows = await database.fetch(STRANGERS.format(table=table)) if name in tables else []
        found |= {name: [person for (person,) in rows]} if rows else {}
    return found


async def sequences(connection: Connection, rows: Sequence[Rows]) -> dict[str, tuple[int, bool]]:
    """Where the sequences of these tables stand, by name."""
    found: dict[str, tuple[int, bool]] = {}
    for one in rows:
        names: list[LiteralString] = [row[0] for row in await connection.fetch(SEQUENCES, (one.name,))]
        for name in names:
            value, called = (await connection.fetch(STANDS_AT.format(sequence=name)))[0]
            found[name] = value, called
    return found


async def set_sequences(connection: Connection, stand_at: Mapping[str, tuple[int, bool]]) -> None:
    for name, (value, called) in stand_at.items():
        await connection.fetch(SET, (name, value, called))
