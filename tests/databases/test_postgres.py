"""Connections, transactions and locks: an erasure wins every race, and no lock outlives its holder."""

import asyncio
import random
import signal
import subprocess
import sys
from contextlib import AsyncExitStack
from hashlib import sha256

import pytest

from harness.builders import ODD_NAMES
from harness.waiting import LONGEST, is_over, until
from lumina.databases import postgres, postgres_connection, postgres_pool
from lumina.databases.circuit import Circuit
from lumina.databases.postgres import Database
from lumina.databases.postgres_values import BigInts
from lumina.errors import BadText, PersonErased, RoomBusy, StoreDown

HOLDER = """
import asyncio, sys
from lumina.databases.postgres import Database

async def main():
    async with Database.open(sys.argv[1]) as database, database.writing("花子"), database.owning_room("花子", "台所"):
        print("held", flush=True)
        await asyncio.sleep(3600)

asyncio.run(main())
"""


LOCKS = "select count(*) from pg_locks where locktype = 'advisory'"
WAITING = "select count(*) from pg_locks where locktype = 'advisory' and not granted"


async def no_lock_is_left(database: Database) -> None:
    """A connection that was closed in the middle of a statement is gone once the server looks."""

    async def none() -> bool:
        return await database.fetch(LOCKS) == [(0,)]

    await until(none)


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


async def test_an_erasure_waits_for_those_who_write_and_keeps_out_who_comes_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres, "LOCK", postgres_connection.LOCK.replace("2s", "600s"))  # it does not ask anew
    order: list[str] = []

    async def erase() -> None:
        async with database.erasing("花子"):
            order.append("erased")

    async def write_late() -> None:
        async with database.writing("花子"):
            order.append("late")

    async def erasure_waits() -> bool:
        return await database.fetch(WAITING) == [(1,)]

    async with database.writing("花子"), database.writing("太郎"):
        erasure = asyncio.create_task(erase())
        await until(erasure_waits)
        late = asyncio.create_task(write_late())
        await asyncio.sleep(0.05)
        order.append("written")
    await asyncio.gather(erasure, late)
    assert order == ["written", "erased", "late"]


async def test_a_lock_is_waited_for_longer_than_the_server_lets_wait(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "LOCK", postgres_connection.LOCK.replace("2s", "50ms"))
    async with Database.open(dsn) as holder, Database.open(dsn) as waiter:
        async with holder.writing("花子"):
            waiting = asyncio.create_task(waiter.erasing("花子").__aenter__())
            await asyncio.sleep(0.5)
            assert not waiting.done()
        await waiting
        assert await waiter.fetch("show lock_timeout") == [("0",)]


async def test_who_waits_for_one_person_s_erasure_keeps_nobody_from_writing_another(dsn: str) -> None:
    async with Database.open(dsn, size=2) as database, database.erasing("花子"):
        waiting = [asyncio.create_task(database.writing("花子").__aenter__()) for _ in range(6)]
        await asyncio.sleep(0.2)
        async with asyncio.timeout(LONGEST), database.writing("太郎"):
            pass
        assert not any(one.done() for one in waiting)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_who_is_broken_off_while_waiting_for_a_connection_is_broken_off(dsn: str) -> None:
    async with Database.open(dsn, size=2) as database, database.erasing("花子"):
        chance = random.Random(3)
        for _ in range(60):
            waiting = [asyncio.create_task(database.writing("花子").__aenter__()) for _ in range(4)]
            await asyncio.sleep(chance.random() / 50)
            for one in waiting:
                one.cancel()
            done, late = await asyncio.wait(waiting, timeout=LONGEST)
            assert (len(done), late) == (4, set())


async def test_who_waits_while_others_are_answered_waits_on(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the circuit's clock, the last answer was a moment ago."""
    monkeypatch.setattr(postgres_pool, "ANSWER_SECONDS", 0.2)
    async with Database.open(dsn, size=1, circuit=Circuit("PostgreSQL", now=lambda: 0.0)) as database:
        asked = [database.fetch("select 1 from pg_sleep(0.1)") for _ in range(20)]
        assert await asyncio.gather(*asked) == [[(1,)]] * 20


async def test_many_may_write_one_person_at_once(database: Database):
    both = asyncio.Barrier(4)

    async def write() -> None:
        async with database.writing("花子") as guard:
            await both.wait()
            await guard.fetch("select 1")

    await asyncio.wait_for(asyncio.gather(*(write() for _ in range(4))), LONGEST)


async def test_more_writers_than_connections_can_all_read_meanwhile(dsn: str):
    async with Database.open(dsn, size=2) as database:

        async def turn(number: int) -> None:
            async with database.owning_room("花子", str(number)), database.writing("花子"):
                await database.fetch("select 1")

        await asyncio.wait_for(asyncio.gather(*(turn(number) for number in range(20))), LONGEST)


async def test_turns_of_one_room_come_one_after_the_other_and_rooms_do_not_wait(database: Database):
    inside: list[str] = []
    both = asyncio.Barrier(2)

    async def turn(room: str) -> None:
        async with database.owning_room("花子", room):
            assert room not in inside
            inside.append(room)
            await both.wait()  # only a turn of the other room can come to this
            inside.remove(room)

    async with asyncio.timeout(LONGEST):
        await asyncio.gather(*(turn(room) for room in ["a", "b", "a", "b", "a", "b"]))


CONNECTIONS = "select count(*) from pg_stat_activity where application_name = 'lumina' and datname = current_database()"
CLAIMS = "select count(*) from pg_locks where locktype = 'advisory' and granted"
HOLDERS = "select pid, count(*) from pg_locks where locktype = 'advisory' and granted group by pid"
ENDED = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted"


async def test_who_talks_or_distils_in_many_rooms_takes_one_connection_and_none_from_who_writes(dsn: str) -> None:
    async with Database.open(dsn, size=2) as database, AsyncExitStack() as stack:
        for number in range(200):
            await stack.enter_async_context(database.owning_room("花子", str(number)))
            assert await stack.enter_async_context(database.distilling("花子", str(number)))
        async with (
            asyncio.timeout(LONGEST),
            database.owning_room("花子", "x"),
            database.alone("x"),
            database.writing("花子"),
        ):
            assert await database.fetch(CLAIMS) == [(200 + 200 + 2 + 1,)]
            (held,) = (await database.fetch(CONNECTIONS))[0]
        assert held <= 2 * 2 + 1
        await stack.aclose()
        assert await database.fetch(CLAIMS) == [(0,)]


async def test_a_second_turn_of_a_room_is_refused_at_once_or_waits_whichever_process_has_the_first(dsn: str) -> None:
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with database.owning_room("花子", "台所"):
            for here in (database, other):
                with pytest.raises(RoomBusy, match="台所"):
                    async with here.owning_room("花子", "台所", wait=False):
                        pass
                async with here.owning_room("花子", "庭", wait=False):
                    pass
            waiting = [asyncio.create_task(here.owning_room("花子", "台所").__aenter__()) for here in (database, other)]
            await asyncio.sleep(0.2)
            assert not any(one.done() for one in waiting)
        async with asyncio.timeout(LONGEST):
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert len(done) == 1
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_room_whose_claim_went_with_its_connection_is_claimed_anew(dsn: str) -> None:
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with AsyncExitStack() as stack:
            for number in range(20):
                await stack.enter_async_context(database.owning_room("花子", str(number)))
            [(lost, _)] = await other.fetch(HOLDERS)
            await other.fetch(ENDED)
            async with asyncio.timeout(LONGEST):
                held: list[tuple[bool, int]] = []
                while held != [(True, 20)]:
                    await asyncio.sleep(0.05)
                    held = [(pid != lost, count) for pid, count in await other.fetch(HOLDERS)]
            with pytest.raises(RoomBusy):
                async with other.owning_room("花子", "7", wait=False):
                    pass
        assert await other.fetch(CLAIMS) == [(0,)]


async def test_who_comes_after_the_connection_was_lost_at_rest_notices_nothing(dsn: str) -> None:
    others = "select pid from pg_stat_activity where datname = current_database() and pid <> %s"
    ended = f"select pg_terminate_backend(pid) from ({others}) as others"
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with database.owning_room("花子", "台所"):
            pass
        async with other.connection() as ending:
            [(own,)] = await ending.fetch("select pg_backend_pid()")
            pids = [pid for (pid,) in await ending.fetch(others, (own,))]
            await ending.fetch(ended, (own,))

        async def are_gone() -> bool:
            return all(map(is_over, pids))

        await until(are_gone)
        async with database.owning_room("花子", "台所"):
            assert await database.fetch(CLAIMS) == [(1,)]


async def test_rooms_that_are_entered_left_and_broken_off_at_random_leave_no_claim(dsn: str) -> None:
    inside: set[str] = set()
    chance = random.Random(7)

    async def turn(database: Database, room: str) -> None:
        async with database.owning_room("花子", room):
            assert room not in inside
            inside.add(room)
            try:
                await asyncio.sleep(chance.random() / 50)
            finally:
                inside.discard(room)

    async with Database.open(dsn) as database, Database.open(dsn) as other:
        for _ in range(10):
            tasks = [asyncio.create_task(turn(here, str(at % 5))) for at in range(20) for here in (database, other)]
            await asyncio.sleep(chance.random() / 10)
            for task in chance.sample(tasks, 20):
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            assert {type(one) for one in ended} <= {type(None), asyncio.CancelledError}
        assert await database.fetch(CLAIMS) == [(0,)]


async def test_no_transaction_is_open_while_a_room_is_distilled(database: Database) -> None:
    async with database.distilling("花子", "台所"):
        open_ = "select count(*) from pg_stat_activity where state = 'idle in transaction'"
        assert await database.fetch(open_) == [(0,)]
        async with database.erasing("花子"):
            pass


async def test_who_loses_the_connection_while_distilling_ends_and_the_next_one_begins(dsn: str) -> None:
    async with Database.open(dsn) as database, Database.open(dsn) as other:
        async with database.distilling("花子", "台所") as ours:
            assert ours
            await database.fetch(ENDED)
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
        await no_lock_is_left(database)


async def test_a_writer_that_gives_up_waiting_leaves_no_lock(database: Database):
    async with database.erasing("花子"):
        writer = asyncio.create_task(database.writing("花子").__aenter__())
        await asyncio.sleep(0.1)
        writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer
    await no_lock_is_left(database)
    async with asyncio.timeout(LONGEST), database.erasing("花子"):
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
    async with asyncio.timeout(LONGEST), database.erasing("花子"):
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
        async with asyncio.timeout(LONGEST):
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
