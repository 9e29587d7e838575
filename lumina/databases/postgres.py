"""PostgreSQL: pooled connections, transactions, and the locks under which people are written and erased."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, LiteralString, Self, cast
from weakref import WeakValueDictionary

import psycopg
from psycopg_pool import AsyncConnectionPool

from lumina.databases.circuit import Circuit
from lumina.databases.disk import Disk
from lumina.databases.person_keys import NO_FOLDERS, Keys
from lumina.databases.postgres_claims import Claims
from lumina.databases.postgres_connection import (
    LOCK,
    TRY_LOCK_SHARED,
    Connection,
    Guard,
    Line,
    Params,
    Row,
    answering,
    key_of,
    let_go,
    translated,
    wait_for,
)
from lumina.databases.postgres_pool import Pool, Pools, lent, opened_pools
from lumina.databases.standby_postgres import Standby, looked_up
from lumina.errors import PersonErased, RoomBusy

STATEMENT_SECONDS = 5.0
"""What a turn waits for one answer of a server on another machine; longer than LOCK lets wait."""

TRY_SECONDS = 0.05
DISTIL_SECONDS = 10.0
"""Another process that distils a room is waited for so long; then what waits there is left to it."""

EPOCH = "select epoch from person_epochs where pseudonym = %s"
ERASURES = "select coalesce(sum(epoch), 0)::bigint from person_epochs"
NEXT_EPOCH = """
insert into person_epochs (pseudonym, epoch) values (%s, 1)
on conflict (pseudonym) do update set epoch = person_epochs.epoch + 1
returning epoch
"""
UNLOCK = "select pg_advisory_unlock_all()"
IS_LOCKED = """
select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
               and database = (select oid from pg_database where datname = current_database())
               and classid::bigint << 32 | objid::bigint = %s)
"""


class Database:
    """Connections to one database, in two pools, so that who holds a connection for long never waits for one of its own
    kind: a writer may read. One more holds what is claimed while a model answers, or a job runs. Under
    `keys` lies what is kept of persons, and their pseudonyms stand for them in what outlives an erasure."""

    standby: Standby | None = None

    def __init__(self, dsn: str, pools: Pools, claims: Claims, circuit: Circuit, disk: Disk | None, keys: Keys) -> None:
        self.dsn = dsn
        self.keys = keys
        self.version = claims.version
        self._pseudonyms = keys.pseudonyms
        self._disk = disk
        self.circuit = circuit
        self._pool, self._guards = pools
        self._claims = claims
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        dsn: str,
        *,
        by: str = "",
        version: str = "",
        size: int = 8,
        seconds: float | None = None,
        circuit: Circuit | None = None,
        disk: Disk | None = None,
        keys: Keys = NO_FOLDERS,
    ) -> AsyncGenerator[Self]:
        """Connect, at most `size` connections of each kind; what needs no session goes by a PgBouncer in transaction
        mode where one leads there (`by`, its dsn). Where processes of several versions may meet, `version` says what
        this one is: the newest migration that it knows. A server on another machine may stop answering: what takes
        more than `seconds` (for who is patient(), longer) is given up, and its connection with it. One that lies on
        `disk` here takes nothing where there is no room. Raises StoreDown where nothing answers."""
        circuit = circuit or Circuit("PostgreSQL")
        async with AsyncExitStack() as stack:
            with answering():
                pools = await opened_pools(stack, dsn, by, version, most=size, seconds=seconds, circuit=circuit)
            claims = Claims(dsn, seconds, circuit, version)
            stack.push_async_callback(claims.close)
            yield cls(dsn, pools, claims, circuit, disk, keys)

    @property
    def checkpointer_pool(self) -> AsyncConnectionPool[psycopg.AsyncConnection[dict[str, Any]]]:
        """The pool as LangGraph's checkpointer is typed to take it; it names its own row factory on every cursor."""
        return cast("AsyncConnectionPool[psycopg.AsyncConnection[dict[str, Any]]]", self._pool)

    @asynccontextmanager
    async def cursor(self, *, pipeline: bool) -> AsyncGenerator[psycopg.AsyncCursor[dict[str, Any]]]:
        """As a connection's, out of the pool."""
        async with self.connection() as connection, connection.cursor(pipeline=pipeline) as cursor:
            yield cursor

    @asynccontextmanager
    async def connection(self, *, unhurried: bool = False) -> AsyncGenerator[Connection]:
        """One connection for several statements; unhurried, each may take as long as it likes."""
        async with self._line(self._pool) as line:
            usual = line.seconds
            line.seconds = None if unhurried else usual
            try:
                yield Connection(line)
            finally:
                line.seconds = usual

    @asynccontextmanager
    async def _line(self, pool: Pool) -> AsyncGenerator[Line]:
        """A connection out of the pool. Raises StoreDown at once while the server rests."""
        self.circuit.admit()
        with answering():
            line = await lent(pool, self.circuit)
            try:
                async with line:
                    yield line
            finally:
                await pool.putconn(line)

    async def ping(self) -> None:
        """Raises StoreDown."""
        await self.fetch("select 1")

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[Row]:
        async with self.connection() as connection:
            return await connection.fetch(sql, params)

    async def fetch_one(self, sql: LiteralString, params: Params = ()) -> Row | None:
        async with self.connection() as connection:
            return await connection.fetch_one(sql, params)

    async def look(self, sql: LiteralString, params: Params = ()) -> list[Row]:
        """As fetch(), from the standby where a recall reads()."""
        found = await looked_up(sql, params)
        return await self.fetch(sql, params) if found is None else found

    async def execute(self, sql: LiteralString, params: Params = ()) -> int:
        async with self.connection() as connection:
            return await connection.execute(sql, params)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def epoch(self, person: str) -> int:
        """A number that grows with every erasure of this person. Ask before you start, and give it to writing()."""
        return await self._epoch(self, person)

    async def erasures(self) -> int:
        """A number that grows with every erasure of anybody."""
        row = await self.fetch_one(ERASURES)
        return row[0] if row else 0

    @asynccontextmanager
    async def writing(self, person: str, epoch: int | None = None, *, durably: bool = True) -> AsyncGenerator[Guard]:
        """Hold the right to write this person, in this store and in any other, together with other writers.

        An erasure waits for it, and it for an erasure. What is written in PostgreSQL is written over the guard: on a
        connection of its own it could arrive there after the right has ended (a client that has given up does not take
        back what it sent), and after an erasure. Raises PersonErased if the person's epoch is not `epoch`,
        DiskFull where what is written durably would have no room. Does not nest for one person: an erasure that waits
        in between would stop both.
        """
        if durably:
            await self.admit()
        async with self._shared(person_key(person)) as line:
            now = await self._epoch(Connection(line), person)
            if epoch is not None and epoch != now:
                raise PersonErased(person=person)
            if not self.keys.are_of(person, now):
                await asyncio.to_thread(self.keys.look_again, person, now)
            yield Guard(line, person, now, self.keys)

    @asynccontextmanager
    async def erasing(self, person: str) -> AsyncGenerator[Guard]:
        """Hold the only right to write this person. From its first moment on, whatever began before is refused; so is,
        once it is left, what began meanwhile: it may have read what was not erased yet. Raises DiskFull."""
        await self.admit()
        async with self._locked(person_key(person)) as line:
            connection = Connection(line)
            row = await connection.fetch_one(NEXT_EPOCH, (self._pseudonym(person),))
            yield Guard(line, person, row[0] if row else 0, self.keys)
            await connection.fetch_one(NEXT_EPOCH, (self._pseudonym(person),))

    @asynccontextmanager
    async def owning_room(self, person: str, *rooms: str, wait: bool = True) -> AsyncGenerator[None]:
        """One turn of a room at a time, over all processes; first come, first served within one. Several rooms are
        waited for in the same order by all. Raises RoomBusy at once, instead of waiting."""
        async with AsyncExitStack() as stack:
            for key, room in sorted((key_of("room", person, room), room) for room in set(rooms)):
                ours = await stack.enter_async_context(self._alone(key, None if wait else 0.0))
                if not ours:
                    raise RoomBusy(room=room)
            yield

    @asynccontextmanager
    async def distilling(self, person: str, room: str) -> AsyncGenerator[bool]:
        """One at a time, over all processes, distils what waits in a room: whether it is ours. Within this process
        everybody has a turn; another process is waited for DISTIL_SECONDS."""
        key = key_of("distil", person, room)
        async with self._turn(key), self._claims.claimed(key, DISTIL_SECONDS) as ours:
            yield ours

    @asynccontextmanager
    async def alone(self, task: str) -> AsyncGenerator[None]:
        """One at a time, over all processes, does this task."""
        async with self._alone(key_of("task", task)):
            yield

    @asynccontextmanager
    async def unless_busy(self, task: str) -> AsyncGenerator[bool]:
        """As alone(), without waiting: whether nobody else does the task."""
        async with self._alone(key_of("task", task), 0.0) as ours:
            yield ours

    async def is_busy(self, task: str) -> bool:
        """Whether somebody does the task alone."""
        return await self.fetch(IS_LOCKED, (key_of("task", task),)) == [(True,)]

    @asynccontextmanager
    async def _alone(self, key: int, patience: float | None = None) -> AsyncGenerator[bool]:
        """Whether the key is ours; `patience` 0 does not wait for this process either. Who waits, or has it, does so
        in no statement, and by no connection of a pool."""
        turn = self._turn(key)
        if turn.locked() and patience == 0.0:
            yield False
            return
        async with turn, self._claims.claimed(key, patience) as ours:
            yield ours

    @asynccontextmanager
    async def _locked(self, key: int) -> AsyncGenerator[Line]:
        """A connection that holds the lock. Without a clean unlock it is closed, and the lock goes with it."""
        async with self._line(self._guards) as line:
            try:
                await wait_for(line, LOCK, key)
                yield line
            finally:
                await let_go(line, UNLOCK)

    async def _epoch(self, connection: "Connection | Database", person: str) -> int:
        row = await connection.fetch_one(EPOCH, (self._pseudonym(person),))
        return row[0] if row else 0

    def _pseudonym(self, person: str) -> bytes:
        """What outlives an erasure in place of the name."""
        with translated():
            return self._pseudonyms.of(person)

    async def admit(self) -> None:
        if self._disk:
            await asyncio.to_thread(self._disk.admit)

    @asynccontextmanager
    async def _shared(self, key: int) -> AsyncGenerator[Line]:
        """As _locked(), with others. Who waits for one person's erasure does so without a connection, which those who
        write others may need; where an erasure waits already, it comes first."""
        while True:
            async with self._line(self._guards) as line:
                try:
                    if await Connection(line).fetch(TRY_LOCK_SHARED, (key,)) == [(True,)]:
                        yield line
                        return
                finally:
                    await let_go(line, UNLOCK)
            await asyncio.sleep(TRY_SECONDS)

    def _turn(self, key: int) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())


def person_key(person: str) -> int:
    return key_of("person", person)
