"""What a PostgreSQL of its own process adds: TLS, passwords, several processes, and outages."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import suppress
from itertools import count
from urllib.parse import urlsplit

import pytest

from harness.servers import or_skip
from lumina.databases import postgres_connection, postgres_pool
from lumina.databases.circuit import Circuit
from lumina.databases.postgres import Database
from lumina.databases.schema import MIGRATIONS, bring_up_to_date
from lumina.errors import StoreDown, StoreFull
from lumina.settings import SCHEMES
from tools.servers.postgres_server import serve_postgres
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

STARTING = """
import asyncio, sys
from lumina.databases.postgres import Database
from lumina.databases.schema import bring_up_to_date

async def main():
    async with Database.open(sys.argv[1]) as database:
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await bring_up_to_date(database, "here")

asyncio.run(main())
"""
HIDDEN = "s3cr@t/w%rd: "
SILENT_SECONDS = 3
"""How long a server may be silent; what answers does so sooner, on a busy machine, too."""

_numbers = count(1)


@pytest.fixture
def mortal() -> Generator[Server]:
    """A server of this test alone."""
    with or_skip(serve_postgres()) as server:
        yield server


@pytest.fixture
async def empty(debian_postgres: Server) -> AsyncGenerator[str]:
    """The dsn of a database without any table."""
    name = f"empty_{next(_numbers)}"
    async with Database.open(debian_postgres.url) as server:
        await server.execute(f"create database {name}")  # pyright: ignore[reportArgumentType]
    yield urlsplit(debian_postgres.url)._replace(path=f"/{name}").geturl()


async def test_several_processes_that_start_at_once_make_the_schema_once(empty: str) -> None:
    pipe = asyncio.subprocess.PIPE
    starting = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", STARTING, empty, stdin=pipe, stdout=pipe)
        for _ in range(4)
    ]
    for process in starting:
        assert process.stdout
        assert await process.stdout.readline() == b"open\n"
    await asyncio.gather(*(process.communicate(b"go\n") for process in starting))
    assert [process.returncode for process in starting] == [0] * 4
    async with Database.open(empty) as database:
        applied = await database.fetch("select migration_id from _yoyo_migration order by 1")
        assert [row[0] for row in applied] == sorted(path.stem for path in MIGRATIONS.glob("*.sql"))


@pytest.mark.parametrize("scheme", SCHEMES["postgres_url"])
async def test_whatever_its_url_may_begin_with_the_schema_is_made(empty: str, scheme: str) -> None:
    async with Database.open(urlsplit(empty)._replace(scheme=scheme).geturl()) as database:
        await bring_up_to_date(database, "here")
        assert await database.fetch("select count(*) from turns") == [(0,)]


async def test_over_tls_everything_works_migrations_too() -> None:
    with or_skip(serve_postgres(tls=True)) as server:
        async with Database.open(server.url) as database:
            await bring_up_to_date(database, "here")
            assert await database.fetch("select ssl from pg_stat_ssl where pid = pg_backend_pid()") == [(True,)]
        unknown = server.url.partition("&sslrootcert")[0]
        with pytest.raises(StoreDown, match=r"certificate|root\.crt"):
            async with Database.open(unknown):
                pass


async def test_a_wrong_password_is_named_and_not_shown(debian_postgres: Server) -> None:
    wrong = debian_postgres.url.replace(f":{urlsplit(debian_postgres.url).password}@", ":another-word@")
    with pytest.raises(StoreDown, match="password authentication failed") as refused:
        async with Database.open(wrong):
            pass
    assert "another-word" not in str(refused.value)


async def test_of_a_url_that_cannot_be_read_nothing_is_shown() -> None:
    with pytest.raises(StoreDown, match="%40") as refused:
        async with Database.open(f"postgresql://lumina:{HIDDEN}@127.0.0.1/lumina"):
            pass
    assert not [part for part in ("s3cr", "w%rd") if part in str(refused.value)]


async def test_a_version_that_is_too_old_is_refused(debian_postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_pool, "OLDEST", 99)
    with pytest.raises(StoreDown, match="needs 99 or newer"):
        async with Database.open(debian_postgres.url):
            pass


async def test_killed_and_started_again_it_works_at_once(mortal: Server) -> None:
    async with Database.open(mortal.url) as database:
        await database.execute("create table said (word text)")
        await database.execute("insert into said values ('kept')")
        await asyncio.gather(*(database.fetch("select pg_sleep(0.05)") for _ in range(4)))
        mortal.kill()
        with pytest.raises(StoreDown):
            await database.fetch("select * from said")
        mortal.start()
        await answering(database)
        assert await database.fetch("select * from said") == [("kept",)]
        async with database.owning_room("花子", "台所"):
            assert await database.fetch("select 1") == [(1,)]


async def test_who_holds_a_lock_and_who_waits_for_it_notice_that_the_server_is_gone(mortal: Server) -> None:
    async with Database.open(mortal.url) as holder, Database.open(mortal.url) as waiter:
        holding = holder.owning_room("花子", "台所")
        await holding.__aenter__()
        waiting = asyncio.create_task(waiter.owning_room("花子", "台所").__aenter__())
        await asyncio.sleep(0.2)
        assert not waiting.done()
        mortal.kill()
        with pytest.raises(StoreDown):
            await waiting
        await holding.__aexit__(None, None, None)


async def test_a_server_that_does_not_answer_is_given_up(mortal: Server) -> None:
    async with Database.open(mortal.url, seconds=SILENT_SECONDS) as database:
        await database.fetch("select 1")
        with mortal.paused():
            with pytest.raises(StoreDown, match="no answer within"):
                await database.fetch("select 1")
            assert database.circuit.state == "open"
        await answering(database)


async def test_while_a_server_does_not_answer_nobody_waits_for_it_but_a_probe(mortal: Server) -> None:
    circuit = Circuit("PostgreSQL", rest=600)
    async with Database.open(mortal.url, seconds=SILENT_SECONDS, circuit=circuit) as database:
        await database.fetch("select 1")
        with mortal.paused():
            with pytest.raises(StoreDown):
                await database.fetch("select 1")
            for asked in (
                database.fetch("select 1"),
                database.epoch("花子"),
                database.owning_room("花子", "a").__aenter__(),
            ):
                with pytest.raises(StoreDown, match=f"no answer within {SILENT_SECONDS} s"):
                    await asked


async def test_who_commits_or_lets_go_of_a_lock_does_not_wait_for_a_silent_server_either(mortal: Server) -> None:
    async with Database.open(mortal.url, seconds=SILENT_SECONDS) as database:
        await database.execute("create table said (word text)")
        room, transaction = database.owning_room("花子", "台所"), database.transaction()
        await room.__aenter__()
        connection = await transaction.__aenter__()
        await connection.execute("insert into said values ('not kept')")
        with mortal.paused():
            with pytest.raises(StoreDown):
                await transaction.__aexit__(None, None, None)
            await room.__aexit__(None, None, None)
        await answering(database)
        async with database.owning_room("花子", "台所"):
            assert await database.fetch("select * from said") in ([], [("not kept",)])


async def test_who_is_patient_waits_longer(debian_postgres: Server) -> None:
    async with Database.open(debian_postgres.url, seconds=SILENT_SECONDS) as database:
        with postgres_connection.patient():
            assert await database.fetch("select 1 from pg_sleep(4)") == [(1,)]
        with pytest.raises(StoreDown, match="no answer within"):
            await database.fetch("select 1 from pg_sleep(60)")


async def test_a_server_that_is_full_is_named(debian_postgres: Server) -> None:
    async with Database.open(debian_postgres.url) as database, database.connection() as connection:
        await connection.execute("set temp_file_limit = 0")
        await connection.execute("set work_mem = '64kB'")
        with pytest.raises(StoreFull, match="temporary file size"):
            await connection.fetch("select n from generate_series(1, 200000) as n order by md5(n::text)")
        assert await connection.fetch("select 1") == [(1,)]
        assert database.circuit.state == "closed"


async def test_a_statement_that_takes_too_long_is_broken_off_at_the_server_too(debian_postgres: Server) -> None:
    async with Database.open(debian_postgres.url, seconds=SILENT_SECONDS) as database:
        with pytest.raises(StoreDown, match="no answer within"):
            await database.fetch("select pg_sleep(60)")
        await answering(database)
        running = "select count(*) from pg_stat_activity where query like %s and state = 'active'"
        while await database.fetch(running, ("select pg_sleep(60)%",)) != [(0,)]:  # noqa: ASYNC110  of another process
            await asyncio.sleep(0.1)


async def answering(database: Database) -> None:
    """Ask until the circuit is closed again."""
    while True:
        with suppress(StoreDown):
            assert await database.fetch("select 1") == [(1,)]
            return
        await asyncio.sleep(0.1)
