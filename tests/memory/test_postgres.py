"""Connections, transactions and locks: an erasure wins every race, and no lock outlives its holder."""

import asyncio
import signal
import subprocess
import sys
from contextlib import AsyncExitStack
from hashlib import sha256

import pytest

from lumina.errors import BadText, PersonErased, StoreDown
from lumina.memory.postgres import Database
from lumina.memory.postgres_values import BigInts
from tests.memory.builders import ODD_NAMES

HOLDER = """
import asyncio, sys
from lumina.memory.postgres import Database

async def main():
    async with Database.open(sys.argv[1]) as database, database.writing("花子"), database.owning_room("花子", "台所"):
        print("held", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_transaction_is_all_or_nothing(database: Database):
    await database.execute("create table said (word text)")
    with pytest.raises(LookupError):
        async with database.transaction() as connection:
            await connection.execute("insert into said values ('a')")
            raise LookupError
    assert await database.fetch("select * from said") == []
    async with database.transaction() as connection:
        assert await connection.execute("insert into said values ('a'), ('b')") == 2
    assert await database.fetch_one("select count(*) from said") == (2,)


async def test_a_server_that_is_not_there_is_named_with_its_cause():
    with pytest.raises(StoreDown, match="PostgreSQL") as caught:
        async with Database.open("postgresql://postgres@/postgres?host=/nowhere"):
            pass
    assert caught.value.__cause__ is not None


async def test_a_connection_that_breaks_is_told_and_the_next_one_works(database: Database):
    with pytest.raises(StoreDown):
        await database.execute("select pg_terminate_backend(pg_backend_pid())")
    assert await database.fetch("select 1") == [(1,)]


@pytest.mark.parametrize("text", ["a\0b", "half \ud83d"])
async def test_text_that_no_database_keeps_is_bad_text(database: Database, text: str):
    with pytest.raises(BadText):
        await database.fetch("select %s::text", (text,))
    with pytest.raises(BadText):
        await database.fetch("select %s::text[]", ([text],))


async def test_many_numbers_go_out_as_they_are(database: Database):
    numbers = [0, 1, -1, 2**32 - 1, 2**63 - 1, -(2**63)]
    assert await database.fetch("select %s", (BigInts(numbers),)) == [(numbers,)]
    assert await database.fetch("select coalesce(cardinality(%s), 0)", (BigInts([]),)) == [(0,)]


async def test_an_erasure_counts_up_the_epoch_of_that_person_alone(database: Database):
    for name in ODD_NAMES:
        assert await database.epoch(name) == 0
    for name in ODD_NAMES:
        async with database.erasing(name) as guard:
            assert (guard.person, guard.epoch) == (name, 1)
    assert [await database.epoch(name) for name in ODD_NAMES] == [2] * len(ODD_NAMES)  # as it begins, and as it ends
    assert await database.epoch("**") == 0


async def test_what_outlives_an_erasure_does_not_name_the_person(database: Database):
    async with database.erasing("花子"):
        pass
    (kept,) = await database.fetch("select person_epochs::text from person_epochs")
    assert sha256("花子".encode()).hexdigest() not in kept[0]
    assert "花子".encode().hex() not in kept[0]
    assert "花子" not in kept[0]


async def test_what_began_before_an_erasure_is_refused(database: Database):
    before = await database.epoch("花子")
    async with database.erasing("花子"):
        pass
    with pytest.raises(PersonErased, match="花子"):
        async with database.writing("花子", before):
            pass
    async with database.writing("花子", await database.epoch("花子")) as guard:
        assert guard.epoch > before


async def test_a_writer_that_waits_for_an_erasure_is_refused_when_it_is_over(database: Database):
    written: list[str] = []

    async def write() -> None:
        async with database.writing("花子", 0):
            written.append("too late")

    async with database.erasing("花子"):
        writers = [asyncio.create_task(write()) for _ in range(3)]
        await asyncio.sleep(0.1)
        assert not any(writer.done() for writer in writers)
    results = await asyncio.gather(*writers, return_exceptions=True)
    assert [type(result) for result in results] == [PersonErased] * 3
    assert written == []


async def test_an_erasure_waits_for_those_who_write_and_keeps_out_who_comes_later(database: Database):
    order: list[str] = []

    async def erase() -> None:
        async with database.erasing("花子"):
            order.append("erased")

    async def write_late() -> None:
        async with database.writing("花子"):
            order.append("late")

    async with database.writing("花子"), database.writing("太郎"):
        erasure = asyncio.create_task(erase())
        await asyncio.sleep(0.05)
        late = asyncio.create_task(write_late())
        await asyncio.sleep(0.05)
        order.append("written")
    await asyncio.gather(erasure, late)
    assert order == ["written", "erased", "late"]


async def test_many_may_write_one_person_at_once(database: Database):
    both = asyncio.Barrier(4)

    async def write() -> None:
        async with database.writing("花子") as guard:
            await both.wait()
            await guard.fetch("select 1")

    await asyncio.wait_for(asyncio.gather(*(write() for _ in range(4))), 10)


async def test_more_writers_than_connections_can_all_read_meanwhile(dsn: str):
    async with Database.open(dsn, size=2) as database:

        async def turn(number: int) -> None:
            async with database.owning_room("花子", str(number)), database.writing("花子"):
                await database.fetch("select 1")

        await asyncio.wait_for(asyncio.gather(*(turn(number) for number in range(20))), 20)


async def test_turns_of_one_room_come_one_after_the_other_and_rooms_do_not_wait(database: Database):
    inside: list[str] = []
    most = 0

    async def turn(room: str) -> None:
        nonlocal most
        async with database.owning_room("花子", room):
            assert room not in inside
            inside.append(room)
            most = max(most, len(inside))
            await asyncio.sleep(0.02)
            inside.remove(room)

    await asyncio.gather(*(turn(room) for room in ["a", "b", "a", "b", "a"]))
    assert most == 2


async def test_who_distils_many_rooms_takes_one_connection_and_none_from_who_talks(dsn: str) -> None:
    connections = (
        "select count(*) from pg_stat_activity where application_name = 'lumina' and datname = current_database()"
    )
    async with Database.open(dsn, size=2) as database, AsyncExitStack() as stack:
        for number in range(20):
            assert await stack.enter_async_context(database.distilling("花子", str(number)))
        async with asyncio.timeout(60), database.owning_room("花子", "0"), database.writing("花子"):
            (held,) = (await database.fetch(connections))[0]
        assert held <= 3 * 2 + 1


async def test_no_transaction_is_open_while_a_room_is_distilled(database: Database) -> None:
    async with database.distilling("花子", "台所"):
        open_ = "select count(*) from pg_stat_activity where state = 'idle in transaction'"
        assert await database.fetch(open_) == [(0,)]
        async with database.erasing("花子"):
            pass


async def test_who_loses_the_connection_while_distilling_ends_and_the_next_one_begins(dsn: str) -> None:
    ended = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted"
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with database.distilling("花子", "台所") as ours:
            assert ours
            await database.fetch(ended)
            async with other.distilling("花子", "台所") as theirs:
                assert theirs
        async with database.distilling("花子", "台所") as again:
            assert again


async def test_who_stops_distilling_while_postgres_rests_lets_go_all_the_same(dsn: str) -> None:
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with database.distilling("花子", "台所"):
            database.circuit.failed("no answer", slow=True)
        async with other.distilling("花子", "台所") as theirs:
            assert theirs


async def test_who_is_broken_off_while_waiting_for_a_room_leaves_no_lock(dsn: str) -> None:
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with database.distilling("花子", "台所"):
            waiting = asyncio.create_task(other.distilling("花子", "台所").__aenter__())
            await asyncio.sleep(0.1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        assert await database.fetch("select count(*) from pg_locks where locktype = 'advisory'") == [(0,)]


async def test_a_writer_that_gives_up_waiting_leaves_no_lock(database: Database):
    async with database.erasing("花子"):
        writer = asyncio.create_task(database.writing("花子").__aenter__())
        await asyncio.sleep(0.1)
        writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer
    assert await database.fetch("select count(*) from pg_locks where locktype = 'advisory'") == [(0,)]
    async with asyncio.timeout(10), database.erasing("花子"):
        pass


async def test_a_cancelled_block_leaves_no_lock(database: Database):
    held = asyncio.Event()

    async def hold() -> None:
        async with database.writing("花子") as guard, guard.transaction():
            held.set()
            await guard.fetch("select pg_sleep(60)")

    holder = asyncio.create_task(hold())
    await held.wait()
    await asyncio.sleep(0.15)
    holder.cancel()
    with pytest.raises(asyncio.CancelledError):
        await holder
    async with asyncio.timeout(10), database.erasing("花子"):
        pass


async def test_locks_go_with_the_process_that_held_them(database: Database):
    holder = await asyncio.to_thread(
        subprocess.Popen, [sys.executable, "-c", HOLDER, database.dsn], stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        assert await asyncio.to_thread(holder.stdout.readline) == b"held\n"
        erasure = asyncio.create_task(database.erasing("花子").__aenter__())
        await asyncio.sleep(0.1)
        assert not erasure.done()
        holder.send_signal(signal.SIGKILL)
        async with asyncio.timeout(10):
            await erasure
            async with database.owning_room("花子", "台所"):
                pass


async def test_who_begins_in_the_middle_of_an_erasure_is_refused_after_it(database: Database) -> None:
    """What it read meanwhile may be erased by the time it writes."""
    async with database.erasing("haru"):
        begun = await database.epoch("haru")
    with pytest.raises(PersonErased):
        async with database.writing("haru", begun):
            pass
    async with database.writing("haru", await database.epoch("haru")):
        pass
