"""PostgreSQL: pooled connections, transactions, and the locks under which people are written and erased."""

import asyncio
import select
import struct
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, LiteralString, Self, cast
from uuid import UUID
from weakref import WeakValueDictionary

import numpy as np
import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from lumina.errors import BadText, PersonErased, StoreDown
from lumina.models import derived_id

Row = tuple[Any, ...]
Params = Sequence[object] | Mapping[str, object]
Pool = AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]

OLDEST = 15
SESSION = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "timezone": "UTC",
        "jit": "off",
        # what a dead client held is free soon: its locks, its transaction
        "client_connection_check_interval": "1s",
        "tcp_keepalives_idle": "30s",
        "tcp_keepalives_interval": "10s",
        "tcp_keepalives_count": "3",
        "idle_in_transaction_session_timeout": "300s",
    }.items()
)
LASTING = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3, "tcp_user_timeout": 30_000}
PREPARE_AFTER = 1
STATEMENTS_KEPT = 300
ANSWER_SECONDS = 5.0
STATEMENT_SECONDS = 30.0
GUARD_SECONDS = 60.0
TRY_SECONDS = 0.05

EPOCH = "select epoch from epochs where digest = %s"
ERASURES = "select coalesce(sum(epoch), 0)::bigint from epochs"
NEXT_EPOCH = """
insert into epochs (digest, epoch) values (%s, 1)
on conflict (digest) do update set epoch = epochs.epoch + 1
returning epoch
"""
# Who waits gives up now and then, and asks again at once: so a server that does not answer is told from one that lets
# wait. The limit is that of this statement alone.
LOCK = "select set_config('lock_timeout', '5s', true), pg_advisory_lock(%s)"
LOCK_SHARED = "select set_config('lock_timeout', '5s', true), pg_advisory_lock_shared(%s)"
TRY_LOCK = "select pg_try_advisory_lock(%s)"
WAIT_FOR_LOCK = "select pg_advisory_lock(%s)"
UNLOCK = "select pg_advisory_unlock_all()"


@dataclass(frozen=True, slots=True)
class BigInts:
    """A parameter of type bigint[]: 1,000 numbers go out in 0.05 ms, where a list takes 1 ms."""

    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Uuids:
    """A parameter of type uuid[], of UUIDs or their bytes: 200 go out in 0.05 ms, where a list takes 1 ms."""

    values: Sequence[UUID] | Sequence[bytes]


class _BigIntsDumper(Dumper):
    """The binary form of an array: dimensions, no nulls, element type, length, lower bound, then (size, value) each."""

    format = Format.BINARY
    oid = 1016

    def dump(self, obj: BigInts) -> bytes:
        items = np.empty(len(obj.values), dtype=[("size", ">i4"), ("value", ">i8")])
        items["size"] = 8
        items["value"] = obj.values
        return struct.pack(">iiiii", 1, 0, 20, len(items), 1) + items.tobytes()


class _UuidsDumper(Dumper):
    """As that of bigint[]."""

    format = Format.BINARY
    oid = 2951

    def dump(self, obj: Uuids) -> bytes:
        size = struct.pack(">i", 16)
        head = struct.pack(">iiiii", 1, 0, 2950, len(obj.values), 1)
        return head + b"".join([size + (id_ if isinstance(id_, bytes) else id_.bytes) for id_ in obj.values])


psycopg.adapters.register_dumper(BigInts, _BigIntsDumper)
psycopg.adapters.register_dumper(Uuids, _UuidsDumper)


class Connection:
    """The verbs on one connection. Outside transaction() every statement is its own transaction; one that takes more
    than `seconds` (None: as long as it likes) raises StoreDown."""

    def __init__(self, raw: psycopg.AsyncConnection[TupleRow], seconds: float | None) -> None:
        self._raw = raw
        self._seconds = seconds

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[Row]:
        async with _statement(self._seconds):
            cursor = await self._raw.cursor(binary=True).execute(sql, params)
            return await cursor.fetchall()

    async def fetch_one(self, sql: LiteralString, params: Params = ()) -> Row | None:
        async with _statement(self._seconds):
            cursor = await self._raw.cursor(binary=True).execute(sql, params)
            return await cursor.fetchone()

    async def execute(self, sql: LiteralString, params: Params = ()) -> int:
        """Returns the number of rows that the statement touched."""
        async with _statement(self._seconds):
            cursor = await self._raw.execute(sql, params)
            return cursor.rowcount

    async def execute_script(self, sql: LiteralString) -> None:
        """Several statements without parameters; all of them or none."""
        async with _statement(self._seconds):
            await self._raw.execute(sql)

    async def copy_to(self, other: "Connection", query: LiteralString, into: LiteralString) -> int:
        """Let the rows of a query flow into a table (with its columns) of another database; returns how many. They
        take as long as they like."""
        async with _statement(None):
            rows, table = self._raw.cursor(), other._raw.cursor()
            async with (
                rows.copy(f"copy ({query}) to stdout (format binary)") as out,
                table.copy(f"copy {into} from stdin (format binary)") as taken,
            ):
                async for piece in out:
                    await taken.write(piece)
            return table.rowcount

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Self]:
        """All that is done inside is committed on leaving, or nothing if an exception leaves. Nests as savepoints."""
        with _answering():
            async with self._raw.transaction():
                yield self


class Guard(Connection):
    """The right to write one person, held until the block that gave it is left."""

    def __init__(self, raw: psycopg.AsyncConnection[TupleRow], seconds: float | None, person: str, epoch: int) -> None:
        super().__init__(raw, seconds)
        self.person = person
        self.epoch = epoch

    async def alone(self) -> None:
        """From now on, until the guard is left, no other writer who asks for this moves or changes the person's
        memories. Asking again is allowed."""
        with _answering():
            await self._raw.execute(WAIT_FOR_LOCK, (_key("memories", self.person),))


class Database:
    """Connections to one database, in three pools, so that who holds a connection for long never waits for one of its
    own kind: a room's owner may write, and a writer may read."""

    def __init__(self, dsn: str, pool: Pool, guards: Pool, rooms: Pool, seconds: float | None) -> None:
        self.dsn = dsn
        self._seconds = seconds
        self._pool = pool
        self._guards = guards
        self._rooms = rooms
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str, *, size: int = 8, seconds: float | None = None) -> AsyncGenerator[Self]:
        """Connect, at most `size` connections of each kind. A server on another machine may stop answering: what takes
        more than `seconds` is given up. Raises StoreDown where nothing answers."""
        async with AsyncExitStack() as stack:
            with _answering():
                await _try(dsn)
                pool = await stack.enter_async_context(_pool(dsn, 1, size, ANSWER_SECONDS))
                guards = await stack.enter_async_context(_pool(dsn, 1, size, GUARD_SECONDS))
                rooms = await stack.enter_async_context(_pool(dsn, 0, size, GUARD_SECONDS))
            yield cls(dsn, pool, guards, rooms, seconds)

    @property
    def checkpointer_pool(self) -> AsyncConnectionPool[psycopg.AsyncConnection[dict[str, Any]]]:
        """The pool as LangGraph's checkpointer is typed to take it; it names its own row factory on every cursor."""
        return cast("AsyncConnectionPool[psycopg.AsyncConnection[dict[str, Any]]]", self._pool)

    @asynccontextmanager
    async def connection(self, *, unhurried: bool = False) -> AsyncGenerator[Connection]:
        """One connection for several statements; unhurried, each may take as long as it likes."""
        with _answering():
            async with self._pool.connection() as raw:
                yield Connection(raw, None if unhurried else self._seconds)

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[Row]:
        async with self.connection() as connection:
            return await connection.fetch(sql, params)

    async def fetch_one(self, sql: LiteralString, params: Params = ()) -> Row | None:
        async with self.connection() as connection:
            return await connection.fetch_one(sql, params)

    async def execute(self, sql: LiteralString, params: Params = ()) -> int:
        async with self.connection() as connection:
            return await connection.execute(sql, params)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def epoch(self, person: str) -> int:
        """How often this person was erased. Ask before you start, and give it to writing()."""
        return await _epoch(self, person)

    async def erasures(self) -> int:
        """How often anybody was erased."""
        row = await self.fetch_one(ERASURES)
        return row[0] if row else 0

    @asynccontextmanager
    async def writing(self, person: str, epoch: int | None = None) -> AsyncGenerator[Guard]:
        """Hold the right to write this person, in this store and in any other, together with other writers.

        An erasure waits for it, and it for an erasure. Raises PersonErased if the person's epoch is not `epoch`. Does
        not nest for one person: an erasure that waits in between would stop both.
        """
        async with self._locked(self._guards, LOCK_SHARED, person_key(person)) as raw:
            now = await _epoch(Connection(raw, self._seconds), person)
            if epoch is not None and epoch != now:
                raise PersonErased(person=person)
            yield Guard(raw, self._seconds, person, now)

    @asynccontextmanager
    async def erasing(self, person: str) -> AsyncGenerator[Guard]:
        """Hold the only right to write this person. From its first moment on, whatever began before is refused."""
        async with self._locked(self._guards, LOCK, person_key(person)) as raw:
            row = await Connection(raw, self._seconds).fetch_one(NEXT_EPOCH, (digest(person),))
            yield Guard(raw, self._seconds, person, row[0] if row else 0)

    @asynccontextmanager
    async def owning_room(self, person: str, *rooms: str) -> AsyncGenerator[None]:
        """One turn of a room at a time, over all processes; first come, first served within one. Several rooms are
        waited for in the same order by all."""
        async with self._locked_here(sorted(_key("room", person, room) for room in set(rooms))):
            yield

    @asynccontextmanager
    async def alone(self, task: str) -> AsyncGenerator[None]:
        """One at a time, over all processes, does this task. Who waits does not do so in a statement, which an index
        that is built beside everything else would wait for in turn."""
        key = _key("task", task)
        with _answering():
            async with self._turn(key), self._rooms.connection() as raw:
                while (await Connection(raw, self._seconds).fetch(TRY_LOCK, (key,))) != [(True,)]:  # noqa: ASYNC110
                    await asyncio.sleep(TRY_SECONDS)  # another process has it
                try:
                    yield
                finally:
                    await _unlock(raw)

    @asynccontextmanager
    async def unless_busy(self, task: str) -> AsyncGenerator[bool]:
        """As alone(), without waiting: whether nobody else does the task."""
        key = _key("task", task)
        with _answering():
            async with self._rooms.connection() as raw:
                try:
                    yield await Connection(raw, self._seconds).fetch(TRY_LOCK, (key,)) == [(True,)]
                finally:
                    await _unlock(raw)

    @asynccontextmanager
    async def _locked_here(self, keys: Sequence[int]) -> AsyncGenerator[None]:
        """Who waits within this process does not hold a connection meanwhile."""
        async with AsyncExitStack() as stack:
            for key in keys:
                await stack.enter_async_context(self._turn(key))
            await stack.enter_async_context(self._locked(self._rooms, LOCK, *keys))
            yield

    @asynccontextmanager
    async def _locked(
        self, pool: Pool, lock: LiteralString, *keys: int
    ) -> AsyncGenerator[psycopg.AsyncConnection[TupleRow]]:
        """A connection that holds the locks. Without a clean unlock it is closed, and the locks go with it."""
        with _answering():
            async with pool.connection() as raw:
                try:
                    for key in keys:
                        await _wait_for(raw, lock, key, self._seconds)
                    yield raw
                finally:
                    await _unlock(raw)

    def _turn(self, key: int) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())


def digest(person: str) -> bytes:
    """What outlives an erasure in place of the name."""
    with _translated():
        return sha256(person.encode()).digest()


def person_key(person: str) -> int:
    return _key("person", person)


def _key(*parts: str) -> int:
    """64 bits of a digest, signed as PostgreSQL's bigint."""
    with _translated():
        return int.from_bytes(derived_id(*parts).bytes[8:], signed=True)


async def _epoch(connection: Connection | Database, person: str) -> int:
    row = await connection.fetch_one(EPOCH, (digest(person),))
    return row[0] if row else 0


async def _try(dsn: str) -> None:
    """A pool that cannot connect tries on without a word; a first connection of our own says at once what is wrong."""
    try:
        async with await psycopg.AsyncConnection[TupleRow].connect(dsn, connect_timeout=int(ANSWER_SECONDS)) as raw:
            version = raw.info.server_version // 10_000
    except psycopg.ProgrammingError as error:  # which quotes what it does not understand, the password maybe
        why = "its URL cannot be read; in a name or a password, @ is written %40, : %3A, / %2F"
        raise StoreDown(store="PostgreSQL", why=why) from error
    if version < OLDEST:
        raise StoreDown(store="PostgreSQL", why=f"it is version {version}, and LUMINA needs {OLDEST} or newer")


def _pool(dsn: str, least: int, most: int, timeout: float) -> Pool:
    return AsyncConnectionPool(
        dsn,
        min_size=least,
        max_size=most,
        timeout=timeout,
        open=False,
        kwargs={
            "autocommit": True,
            "prepare_threshold": PREPARE_AFTER,
            "options": SESSION,
            "application_name": "lumina",
            **LASTING,
        },
        configure=_configure,
        check=_check,
    )


async def _configure(raw: psycopg.AsyncConnection[TupleRow]) -> None:
    raw.prepared_max = STATEMENTS_KEPT


async def _check(raw: psycopg.AsyncConnection[TupleRow]) -> None:
    """A connection at rest has something to read only where the server closed it, or has some news: then it is tried.
    (Trying each would cost a question and an answer.)"""
    watched = select.poll()
    watched.register(raw.fileno(), select.POLLIN)
    if watched.poll(0):
        await Pool.check_connection(raw)


async def _wait_for(
    raw: psycopg.AsyncConnection[TupleRow], lock: LiteralString, key: int, seconds: float | None
) -> None:
    while True:
        with suppress(psycopg.errors.LockNotAvailable):
            async with _statement(seconds):
                await raw.execute(lock, (key,))
                return


async def _unlock(raw: psycopg.AsyncConnection[TupleRow]) -> None:
    unlocked = False
    try:
        if not raw.broken:
            await raw.execute(UNLOCK)
            unlocked = True
    finally:
        if not unlocked:
            await raw.close()


@asynccontextmanager
async def _statement(seconds: float | None) -> AsyncGenerator[None]:
    """What goes wrong with a statement, in our own words."""
    try:
        with _translated():
            async with asyncio.timeout(seconds):
                yield
    except TimeoutError as error:
        raise StoreDown(store="PostgreSQL", why=f"no answer within {seconds} s") from error


@contextmanager
def _answering() -> Generator[None]:
    """What psycopg says of the connection, in our own words. Those messages hold no values."""
    try:
        yield
    except psycopg.errors.LockNotAvailable:
        raise
    except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError, PoolTimeout) as error:
        raise StoreDown(store="PostgreSQL", why=str(error).partition("\n")[0]) from error


@contextmanager
def _translated() -> Generator[None]:
    """As _answering(), and for text that PostgreSQL cannot keep."""
    try:
        with _answering():
            yield
    except UnicodeEncodeError as error:
        raise BadText(why="it holds half of a surrogate pair") from error
    except psycopg.DataError as error:
        if error.sqlstate is None and "NUL" in str(error):
            raise BadText(why="it holds a NUL character") from error
        raise
