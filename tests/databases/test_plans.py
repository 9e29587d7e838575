"""A few rows of somebody who has very many are found by their keys, however little PostgreSQL knows of her."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import LiteralString, cast
from uuid import UUID

import pytest
from psycopg.sql import Literal

from lumina.databases.postgres import Database
from lumina.memory import catalogue_sql, indexed, transcript_sql

MANY = 10_000
FEW = [UUID(int=number) for number in range(1, 13)]
SOME = [UUID(int=40 * number) for number in range(1, 231)]
"""As many as a question has candidates."""

NOW = datetime(2026, 11, 23, tzinfo=UTC)
BLOCKS = 12
"""For each row that is asked for, by its key in two tables, and in what is written besides."""

# Everything has the same ids, for short.
LIFE: LiteralString = """
insert into people (person) values ('haru');
create temporary table ids as select lpad(to_hex(n), 32, '0')::uuid as id, n from generate_series(1, {many}) n;
insert into threads (person, id, room, opened, last_turn, ended, turns)
select 'haru', id, '居間', now(), now(), true, 1 from ids;
insert into turns (person, id, ref, room, thread, position, speaker, role, text, at, witnesses, distilled)
select 'haru', id, '', '居間', id, 0, 'haru', 'person', 'LS1', now(), '{{}}', true from ids;
insert into memories (person, id, room, thread, kind, born, salience, witnesses, turns, tier)
select 'haru', id, '居間', id, 'episode', now(), 1, '{{}}', array[id], 'longterm' from ids;
insert into entries (person, id, memory, position, body, indexed)
select 'haru', id, id, 0, 'LS1'::bytea || decode(repeat('00', 2000), 'hex'), true from ids;
drop table ids;
analyze
"""
TURN: Mapping[str, object] = {
    "nr": 1,
    "id": str(UUID(int=MANY + 1)),
    "ref": "",
    "room": "居間",
    "thread": str(FEW[0]),
    "speaker": "haru",
    "role": "person",
    "text": "TFMx",
    "at": NOW.isoformat(),
    "witnesses": [],
    "failed": False,
    "zone": 0,
}
STATEMENTS: Mapping[str, tuple[int, str, tuple[object, ...]]] = {
    "entries": (len(SOME), indexed.READ.format(table="entries"), ("haru", SOME)),
    "particulars": (len(SOME), catalogue_sql.PARTICULARS, (SOME, SOME, "haru", NOW)),
    "states": (len(FEW), catalogue_sql.STATES, (NOW, "haru", FEW)),
    "uses": (len(FEW), catalogue_sql.USE, (FEW[0], NOW, "haru", FEW)),
    "due in Redis": (len(FEW), catalogue_sql.DUE_OF, ("haru", "redis", NOW, MANY)),
    "turns": (len(FEW), transcript_sql.READ, ("haru", FEW)),
    "a new turn": (len(FEW), transcript_sql.APPEND, ("haru", FEW[:1], ["居間"], [NOW], "", json.dumps([TURN]), 1)),
}
"""How many rows are asked for, and how."""


@pytest.mark.parametrize("name", STATEMENTS)
async def test_few_rows_are_read_for_few(database: Database, name: str) -> None:
    await database.execute(cast("LiteralString", LIFE.format(many=MANY)))
    rows, statement, values = STATEMENTS[name]
    async with database.transaction() as connection:
        await connection.execute(cast("LiteralString", f"prepare asked as {_numbered(statement)}"))
        given = ", ".join(Literal(value).as_string() for value in values)
        explain = cast("LiteralString", f"explain (analyze, buffers, format json) execute asked ({given})")
        await connection.execute("savepoint once")
        await connection.fetch(explain)  # what is in a function is planned when it is called first
        await connection.execute("rollback to once")
        [(plans,)] = await connection.fetch(explain)
    plan = plans[0]["Plan"]
    assert 0 < plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < BLOCKS * rows


def _numbered(statement: str) -> str:
    """With $1, $2 … in place of the names, in the order in which each comes first."""
    names: list[str] = []

    def number(match: re.Match[str]) -> str:
        name = match["name"] or str(len(names))
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return re.sub(r"%(?:\((?P<name>\w+)\))?[sb]", number, statement)
