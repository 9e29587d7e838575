"""On servers a person is erased while others talk: no table is written anew under them; what is left is done later."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import LiteralString

import pytest

from harness.lives import START, bring, talk, words
from harness.servers import Engines
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.databases.postgres import Database
from lumina.settings import Settings

pytestmark = pytest.mark.servers

ANNA, BEN = "ヅラカ葵子", "ヌメロ健太郎"
SAID, OTHER = words("ゲ", 20), words("ザ", 10)

# 66 MB: a VACUUM FULL has the table for itself for more than a second.
FILL: LiteralString = """
insert into entries (person, id, memory, position, body, indexed)
select person, gen_random_uuid(), gen_random_uuid(), 0, 'LS1'::bytea || decode(repeat(md5(n::text), 60), 'hex'), true
from people, generate_series(1, 50000) n where person = %s
"""
USE: LiteralString = "select count(*) from entries where person = %s and memory = %s"
CHANGE: LiteralString = "update entries set indexed = true where person = %s and memory = %s"


@dataclass
class Talk:
    """What a talk asks of PostgreSQL, again and again."""

    began: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def go_on(self, dsn: str) -> None:
        async with Database.open(dsn, seconds=5) as database:
            while not self.over.is_set():
                for statement in (USE, CHANGE):
                    await database.execute(statement, (BEN, "00000000-0000-0000-0000-000000000001"))
                self.began.set()
                await asyncio.sleep(0.005)


@asynccontextmanager
async def talking(dsn: str) -> AsyncGenerator[None]:
    one = Talk()
    task = asyncio.create_task(one.go_on(dsn))
    await one.began.wait()
    try:
        yield
    finally:
        one.over.set()
        await task


async def written_as(dsn: str) -> int:
    """The file that a table is kept in: another one after each time that it is written anew."""
    async with Database.open(dsn) as database:
        [(file,)] = await database.fetch("select pg_relation_filenode('entries')")
    return file


async def test_others_talk_on_while_a_person_is_erased_and_by_night(engines: Engines, tmp_path: Path) -> None:
    settings = await engines.emptied()
    dsn = settings["postgres_url"]
    async with Lumina.open(Settings(home=tmp_path / "home", **settings), ManualClock(START)) as lumina:
        for person, said in ((BEN, OTHER), (ANNA, SAID)):
            await bring(lumina, person, talk(person, said, days=5))
        async with Database.open(dsn) as database:
            await database.execute(FILL, (BEN,))
        before = await written_as(dsn)
        token = (await lumina.erasure.preview(ANNA)).token
        async with talking(dsn):
            report = await lumina.erasure.erase(ANNA, token, "test")
            await lumina.jobs.run("rewrite")
        assert "entries" in (await lumina.doctor()).stores["erasures"].detail
        assert await written_as(dsn) == before
        assert sum(report.residue.values()) == 0
        await lumina.jobs.run("rewrite")
        assert "entries" not in (await lumina.doctor()).stores["erasures"].detail
        assert await written_as(dsn) != before
