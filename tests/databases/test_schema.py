"""The schema is brought up to date once, whatever interrupted the last attempt, and never taken back."""

import asyncio
import re
import shutil
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from yoyo.backends.base import DatabaseBackend  # pyright: ignore[reportMissingTypeStubs]

from harness.life import living
from lumina.databases import schema
from lumina.databases.postgres import Database
from lumina.databases.schema import MIGRATIONS, SchemaState, bring_up_to_date, newest_migration, schema_state
from lumina.errors import FolderTooNew


@pytest.fixture
async def empty(postgres_server: str) -> AsyncGenerator[Database]:
    """A database without any table."""
    async with Database.open(postgres_server) as server:
        await server.execute("drop database if exists empty with (force)")
        await server.execute("create database empty")
    async with Database.open(urlsplit(postgres_server)._replace(path="/empty").geturl()) as database:
        yield database


async def test_everything_is_made_once_even_if_several_begin(empty: Database):
    await asyncio.gather(*(bring_up_to_date(empty, "here") for _ in range(3)))
    await bring_up_to_date(empty, "here")
    applied = [row[0] for row in await empty.fetch("select migration_id from _yoyo_migration order by 1")]
    assert applied == sorted(path.stem for path in MIGRATIONS.glob("*.sql"))
    for table in ("turns", "memories", "procrastinate_jobs", "checkpoints"):
        assert await empty.fetch("select to_regclass(%s) is not null", (table,)) == [(True,)]


async def test_a_new_version_adds_what_is_new_even_if_it_was_killed_while_migrating(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (tmp_path / "migrations" / "0900.more.sql").write_text("create table more ()")
    monkeypatch.setattr(schema, "MIGRATIONS", tmp_path / "migrations")
    await database.execute("insert into yoyo_lock (locked, ctime, pid) values (1, now(), 12345)")
    await bring_up_to_date(database, "here")
    assert await database.fetch("select count(*) from more") == [(0,)]


async def test_who_is_killed_before_a_migration_is_marked_leaves_a_schema_that_comes_up(
    empty: Database, monkeypatch: pytest.MonkeyPatch
):
    mark = cast(Any, DatabaseBackend).mark_one

    def killed(backend: Any, migration: Any, log: bool = True) -> None:
        if migration.id.startswith("0036"):
            raise KeyboardInterrupt
        mark(backend, migration, log)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(DatabaseBackend, "mark_one", killed)
        schema._migrate(empty.dsn, {path.stem for path in MIGRATIONS.glob("*.sql")})  # pyright: ignore[reportPrivateUsage]
    await bring_up_to_date(empty, "here")
    assert newest_migration() in await schema.applied_migrations(empty)


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(database: Database):
    await database.execute("insert into _yoyo_migration (migration_hash, migration_id) values ('x', '0999.tomorrow')")
    with pytest.raises(FolderTooNew, match=r"0999\.tomorrow"):
        await bring_up_to_date(database, "here")


async def test_machines_come_to_a_new_version_one_by_one(
    dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old code starts again where the new schema does it no harm; what would do it harm waits until it is gone."""
    now = newest_migration()
    shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    more = f"create table more (); insert into migration_reach values ('0900.more', '{now}')"
    (tmp_path / "migrations" / "0900.more.sql").write_text(more)
    (tmp_path / "migrations" / "0901.fewer.sql").write_text("-- waits: 0055 counts in it\ndrop table midterm_versions")

    async def opened(version: str, known: Path) -> SchemaState:
        monkeypatch.setattr(schema, "MIGRATIONS", known)
        async with Database.open(dsn, version=version) as database:
            await bring_up_to_date(database, "here")
            return await schema_state(database)

    new = partial(opened, "0901.fewer", tmp_path / "migrations")
    async with Database.open(dsn, version=now) as old:  # a process at work meanwhile, which has had a connection
        await schema_state(old)
        begun = await new()
        assert (begun.schema, begun.waiting) == ("0900.more", ["0901.fewer"])
        assert begun.older == [f"lumina {now}"]
        assert (await opened(now, MIGRATIONS)).is_stood
    assert (await new()).waiting == []
    with pytest.raises(FolderTooNew, match=r"0901\.fewer"):
        await opened(now, MIGRATIONS)


async def test_every_new_migration_says_what_it_is_to_older_versions() -> None:
    """Stood by them, or waiting for them; or it says that all machines stop for it."""
    silent = [
        path.stem
        for path in sorted(MIGRATIONS.glob("*.sql"))
        if path.stem > "0056.migration-reach"
        and not re.search(rf"^-- (waits|stops)|insert into migration_reach.*'{path.stem}'", path.read_text())
    ]
    assert silent == []


async def test_what_one_person_has_is_not_guessed_from_others(database: Database):
    """Else a statement expects nothing of a new person, and reads all there is of her in place of one row."""
    rows = await database.fetch(
        """
        select c.relname, a.attstattarget from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = 'person' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        """
    )
    # one row a person, or a few in a small table: nothing to choose from
    assert {table for table, target in rows if target != 0} == {"people", "erasures_under_way", "tokens"}


async def test_the_doctor_of_a_machine_that_is_behind_says_so(home: Path) -> None:
    ahead = "insert into _yoyo_migration (migration_hash, migration_id) values ('x', '0999.tomorrow')"
    async with living(home) as life:
        assert (await life.lumina.doctor()).stores["postgresql"].state == "ok"
        await life.stores.database.execute(ahead)
        report = (await life.lumina.doctor()).stores["postgresql"]
        assert "0999.tomorrow, of a newer version" in report.detail
        await life.stores.database.execute(
            "delete from _yoyo_migration where migration_id > '0056' and migration_id < '0057'"
        )
        assert "start LUMINA once more" in (await life.lumina.doctor()).stores["postgresql"].detail
