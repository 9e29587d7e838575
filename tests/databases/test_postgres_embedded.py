"""The embedded server: it starts wherever a person keeps data, stops when it should, and survives its owner's death."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from blockbuster import blockbuster_ctx

from harness.waiting import is_over
from lumina.databases.freed_space import wipe_freed_space
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import _start, embedded_postgres  # pyright: ignore[reportPrivateUsage]
from lumina.databases.schema import bring_up_to_date
from lumina.errors import FolderError, FolderForeign

OWNER = """
import asyncio, os, signal, sys
from pathlib import Path
from lumina.databases.freed_space import wipe_freed_space
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import _start, embedded_postgres  # pyright: ignore[reportPrivateUsage]

async def main():
    async with embedded_postgres(Path(sys.argv[1])) as dsn, Database.open(dsn) as database:
        await database.execute("create table if not exists said (word text)")
        await database.execute("insert into said values ('さようなら')")
        if sys.argv[2] == "both":
            os.kill(int(Path(sys.argv[1], "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def postmaster(folder: Path) -> psutil.Process:
    return psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))


def killed_owner(folder: Path, which: str) -> None:
    done = subprocess.run([sys.executable, "-c", OWNER, folder, which], check=False, env={**os.environ})
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("name", ["二つ の 部屋", "a,b'\"$(c)%2F@", "長" * 60 + "/" + "い" * 60, "か\u3099くふ🎼"])
async def test_any_folder_name_will_do(tmp_path: Path, name: str):
    folder = tmp_path / name / "postgres"
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        assert await database.fetch("select 1") == [(1,)]
        assert postmaster(folder).cwd() == str(folder)


async def test_closing_stops_the_server_and_the_folder_opens_again(tmp_path: Path):
    folder = tmp_path / "postgres"
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        process = postmaster(folder)
        await database.execute("create table said (word text)")
        await database.execute("insert into said values ('ただいま')")
    assert not process.is_running()
    assert not (folder / "postmaster.pid").exists()
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        assert await database.fetch("select word from said") == [("ただいま",)]


async def test_the_server_of_a_killed_owner_is_taken_over_and_stopped(tmp_path: Path):
    folder = tmp_path / "postgres"
    killed_owner(folder, "owner")
    left = postmaster(folder)
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        assert postmaster(folder).pid == left.pid
        assert await database.fetch("select word from said") == [("さようなら",)]
    assert not (folder / "postmaster.pid").exists()
    assert is_over(left.pid)


async def test_owner_and_server_killed_at_once_leave_a_folder_that_opens(tmp_path: Path):
    folder = tmp_path / "postgres"
    killed_owner(folder, "both")
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        assert await database.fetch("select word from said") == [("さようなら",)]


async def test_a_server_that_comes_up_already_is_waited_for(tmp_path: Path):
    """Its starter was killed, and the next one is there before it can be seen."""
    folder = tmp_path / "postgres"
    killed_owner(folder, "both")
    for moment in range(12):
        left = await asyncio.to_thread(_start, folder)
        await asyncio.sleep(moment * 0.001)
        async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
            assert await database.fetch("select word from said") == [("さようなら",)]
        assert left is not None
        left.wait()


async def test_a_server_that_mends_itself_is_waited_for(tmp_path: Path):
    """One of its processes died, and its file goes on to say that it is ready."""
    folder = tmp_path / "postgres"
    killed_owner(folder, "owner")
    left = postmaster(folder)
    [killed, *_] = await asyncio.to_thread(left.children)
    killed.kill()
    await asyncio.to_thread(killed.wait)  # until then the server does not know, and takes connections
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        assert postmaster(folder).pid == left.pid
        assert await database.fetch("select word from said") == [("さようなら",)]


async def test_a_pid_that_another_process_has_by_now_is_not_a_server(tmp_path: Path):
    folder = tmp_path / "postgres"
    async with embedded_postgres(folder):
        lines = (folder / "postmaster.pid").read_text().splitlines()
    (folder / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:], ""]))
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        assert await database.fetch("select 1") == [(1,)]


async def test_two_folders_have_two_servers_that_do_not_meet(tmp_path: Path):
    async with (
        embedded_postgres(tmp_path / "a") as first,
        embedded_postgres(tmp_path / "b") as second,
        Database.open(first) as mine,
        Database.open(second) as yours,
    ):
        await mine.execute("create table only_here ()")
        assert await yours.fetch("select to_regclass('only_here')::text") == [(None,)]


async def test_it_is_durable_and_keeps_no_old_log(tmp_path: Path):
    async with embedded_postgres(tmp_path / "postgres") as dsn, Database.open(dsn) as database:
        wanted = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "wal_recycle": "off"}
        found = dict(await database.fetch("select name, setting from pg_settings where name = any(%s)", [list(wanted)]))
        assert found == wanted
        assert await database.fetch(
            "select count(*) from pg_settings where name = 'listen_addresses' and setting <> ''"
        )


async def test_a_cluster_that_was_half_made_is_made_anew(tmp_path: Path):
    (tmp_path / "postgres.new").mkdir()
    (tmp_path / "postgres.new" / "PG_VERSION").write_text("18")
    async with embedded_postgres(tmp_path / "postgres") as dsn, Database.open(dsn) as database:
        assert await database.fetch("select 1") == [(1,)]
    assert not (tmp_path / "postgres.new").exists()


async def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(tmp_path: Path):
    folder = tmp_path / "postgres"
    folder.mkdir()
    (folder / "letters.txt").write_text("拝啓")
    with pytest.raises(FolderForeign, match="no PG_VERSION"):
        async with embedded_postgres(folder):
            pass
    assert [path.name for path in folder.iterdir()] == ["letters.txt"]


async def test_a_cluster_of_another_version_is_refused(tmp_path: Path):
    folder = tmp_path / "postgres"
    folder.mkdir()
    (folder / "PG_VERSION").write_text("12\n")
    with pytest.raises(FolderForeign, match="PostgreSQL 12"):
        async with embedded_postgres(folder):
            pass


async def test_a_damaged_cluster_says_why_it_does_not_start(tmp_path: Path):
    folder = tmp_path / "postgres"
    async with embedded_postgres(folder):
        pass
    (folder / "global" / "pg_control").unlink()
    with pytest.raises(FolderError, match="pg_control"):
        async with embedded_postgres(folder):
            pass


async def test_the_log_holds_nothing_that_was_said(tmp_path: Path):
    folder = tmp_path / "postgres"
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        await database.execute("create table said (word text primary key)")
        for statement in ("insert into said values (%s)", "insert into said values (%s)", "select %s::uuid"):
            try:
                await database.execute(statement, ("ないしょばなし",))  # the second and the third fail
            except Exception as error:
                assert "ないしょばなし" in str(error)
    assert "ないしょばなし" not in (folder / "log").read_text()


async def test_nothing_of_it_blocks_the_event_loop(tmp_path: Path):
    folder = tmp_path / ("長い" * 30)
    with blockbuster_ctx():
        async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
            for _ in range(2):
                await bring_up_to_date(database, "here")
            async with database.writing("花子") as guard:
                await guard.execute("select 1")
            await wipe_freed_space(database)
