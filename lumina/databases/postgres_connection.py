"""One connection to PostgreSQL: its verbs, its patience, and what goes wrong in our own words."""

from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from typing import Any, LiteralString, Self, TypeVar
from urllib.parse import urlencode

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import PGconn, Ping, TransactionStatus
from psycopg.rows import TupleRow, dict_row
from psycopg_pool import PoolTimeout

from lumina.databases.circuit import Circuit
from lumina.databases.person_keys import Keys
from lumina.errors import BadText, StoreDamaged, StoreDown, StoreFull, because
from lumina.models import derived_id

Row = tuple[Any, ...]
Params = Sequence[object] | Mapping[str, object]
T = TypeVar("T")

PATIENT_SECONDS = 60.0
COPIED = 1 << 20
"""Bytes of rows that are handed over at once."""

FULL = frozenset({"53000", "53100", "53200", "53400"})
"""The states of a server whose disk or memory is full."""

DAMAGED = frozenset({"XX001", "XX002", "58P01", "58030"})
"""The states of a server that cannot read a file of its own: a checksum, an index, a file that is gone or cut."""

SAYS_DAMAGED = ("invalid page in block", "incorrect checksum", "could not read file", "could not open file")
"""What it says, and no state, to who connects."""

# Whether the rows of a foreign key are looked up, until the transaction ends.
LOOK_UP = """
select set_config('session_replication_role', %s, true) from pg_roles where rolname = current_user and rolsuper
"""
# The limit is that of this statement alone.
LOCK = "select set_config('lock_timeout', '2s', true), pg_advisory_lock(%s)"
TRY_LOCK = "select pg_try_advisory_lock(%s)"
TRY_LOCK_SHARED = "select pg_try_advisory_lock_shared(%s)"

_patience: ContextVar[float | None] = ContextVar("patience", default=None)


@contextmanager
def patient(seconds: float = PATIENT_SECONDS) -> Generator[None]:
    """What is done inside may take longer than a turn may: who waits for it is a job, or has asked for much."""
    before = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(before)


def is_patient() -> bool:
    """Whether this is done inside of patient()."""
    return _patience.get() is not None


def takes_connections(dsn: str) -> bool:
    """Whether the server of this dsn is there, and neither starts, stops nor recovers."""
    return PGconn.ping(dsn.encode()) == Ping.OK


def as_query(dsn: str) -> str:
    """What a dsn says as the query of a URL, for who reads no URL of several hosts."""
    return urlencode(conninfo_to_dict(dsn))


class Line(psycopg.AsyncConnection[TupleRow]):
    """A connection that is given up, with whatever is under way on it, where the server takes longer than `seconds`
    (None: as long as it likes) for one answer. The server notices that nobody is there any more."""

    seconds: float | None = None
    circuit: Circuit | None = None
    why_lost = ""

    async def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:  # noqa: ASYNC109  as psycopg has it
        """Every byte of every statement passes here, those of transactions and of LangGraph's checkpoints, too."""
        limit = self.seconds and max(self.seconds, _patience.get() or 0.0)
        limit = limit if timeout is None else timeout
        try:
            answer = await super().wait(gen, interval, limit)
        except psycopg.OperationalError as error:
            if error.sqlstate and not self.broken:  # it answered, to refuse
                raise
            silent = limit is not None and self.pgconn.transaction_status == TransactionStatus.ACTIVE
            self._lost(f"no answer within {limit:.0f} s" if silent else first_line(error), slow=silent)
            raise psycopg.OperationalError(self.why_lost) from error
        if self.circuit:
            self.circuit.succeeded()
        return answer

    def _lost(self, why: str, *, slow: bool) -> None:
        self.pgconn.finish()
        self.why_lost = why
        if self.circuit:
            self.circuit.failed(why, slow=slow)


class Connection:
    """The verbs on one connection. Outside transaction() every statement is its own transaction. Raises StoreDown."""

    def __init__(self, raw: psycopg.AsyncConnection[TupleRow]) -> None:
        self._raw = raw

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[Row]:
        with translated():
            cursor = await self._raw.cursor(binary=True).execute(sql, params)
            return await cursor.fetchall()

    async def fetch_one(self, sql: LiteralString, params: Params = ()) -> Row | None:
        with translated():
            cursor = await self._raw.cursor(binary=True).execute(sql, params)
            return await cursor.fetchone()

    async def execute(self, sql: LiteralString, params: Params = ()) -> int:
        """Returns the number of rows that the statement touched."""
        with translated():
            cursor = await self._raw.execute(sql, params)
            return cursor.rowcount

    async def execute_script(self, sql: LiteralString) -> None:
        """Several statements without parameters; all of them or none."""
        with translated():
            await self._raw.execute(sql)

    @asynccontextmanager
    async def cursor(self, *, pipeline: bool) -> AsyncGenerator[psycopg.AsyncCursor[dict[str, Any]]]:
        """As LangGraph's checkpointer works with it: rows by the names of their columns; in a pipeline, what it asks
        goes out together."""
        with answering():
            async with AsyncExitStack() as stack:
                if pipeline:
                    await stack.enter_async_context(self._raw.pipeline())
                yield await stack.enter_async_context(self._raw.cursor(binary=True, row_factory=dict_row))

    async def copy_to(self, other: "Connection", query: LiteralString, into: LiteralString) -> int:
        """Let the rows of a query flow into a table (with its columns) of another database; returns how many."""
        with translated():
            rows, table = self._raw.cursor(), other._raw.cursor()
            async with (
                rows.copy(f"copy ({query}) to stdout (format binary)") as out,
                table.copy(f"copy {into} from stdin (format binary)") as taken,
            ):
                async for piece in out:
                    await taken.write(piece)
            return table.rowcount

    async def copy_out(self, query: LiteralString, params: Params = ()) -> bytes:
        """The rows of a query as PostgreSQL's binary COPY, which copy_in() takes, in any of its versions."""
        with translated():
            async with self._raw.cursor().copy(f"copy ({query}) to stdout (format binary)", params) as out:
                return b"".join([piece async for piece in out])

    async def pieces(self, query: LiteralString) -> AsyncGenerator[bytes]:
        """As copy_out(), row by row."""
        with translated():
            async with self._raw.cursor().copy(f"copy ({query}) to stdout (format binary)") as out:
                async for piece in out:
                    yield bytes(piece)

    async def copy_in(self, into: LiteralString, rows: bytes) -> int:
        """Put such rows into a table (with its columns); returns how many."""
        with translated():
            cursor = self._raw.cursor()
            async with cursor.copy(f"copy {into} from stdin (format binary)") as taken:
                for start in range(0, len(rows), COPIED):
                    await taken.write(rows[start : start + COPIED])
            return cursor.rowcount

    @asynccontextmanager
    async def unreferred(self, unless: LiteralString = "select false", params: Params = ()) -> AsyncGenerator[None]:
        """In a transaction: what is deleted inside is referred to by no row, `unless` this question says so; that is
        not looked up row by row. Where the role is no superuser, it is looked up all the same."""
        [(referred_to,)] = await self.fetch(unless, params)
        await self.execute(LOOK_UP, ("origin" if referred_to else "replica",))
        yield
        await self.execute(LOOK_UP, ("origin",))

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Self]:
        """All that is done inside is committed on leaving, or nothing if an exception leaves. Nests as savepoints."""
        with answering():
            async with self._raw.transaction():
                yield self


class Guard(Connection):
    """The right to write one person, under whose key, held until the block that gave it is left."""

    def __init__(self, raw: psycopg.AsyncConnection[TupleRow], person: str, epoch: int, keys: Keys) -> None:
        super().__init__(raw)
        self.keys = keys
        self.person = person
        self.epoch = epoch

    async def alone(self) -> None:
        """From now on, until the guard is left, no other writer who asks for this moves or changes the person's
        memories. Asking again is allowed."""
        await wait_for(self._raw, LOCK, key_of("memories", self.person))


def key_of(*parts: str) -> int:
    """64 bits of a digest, signed as PostgreSQL's bigint."""
    with translated():
        return int.from_bytes(derived_id(*parts).bytes[8:], signed=True)


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


async def wait_for(raw: psycopg.AsyncConnection[TupleRow], lock: LiteralString, key: int) -> None:
    """Who waits gives up now and then, and asks again at once: so a server that does not answer is told from one that
    lets wait."""
    while True:
        with answering(), suppress(psycopg.errors.LockNotAvailable):
            await raw.execute(lock, (key,))
            return


async def finished(raw: psycopg.AsyncConnection[TupleRow], statement: LiteralString) -> bool:
    """Whether a statement was done; one that gives up by a limit of its session, or is broken off, was not."""
    with answering(), suppress(psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled):
        await raw.execute(statement)
        return True
    return False


async def let_go(line: Line, unlock: LiteralString) -> None:
    """Without a clean unlock the connection is closed, and its locks go with it."""
    unlocked = False
    try:
        if not line.closed:
            await line.execute(unlock)
            unlocked = True
    finally:
        if not unlocked:
            await line.close()


@contextmanager
def answering() -> Generator[None]:
    """What psycopg says of the connection, in our own words. Those messages hold no values."""
    try:
        yield
    except psycopg.errors.LockNotAvailable:
        raise
    except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError, PoolTimeout) as error:
        raise _kind_of(error)(store="PostgreSQL", why=first_line(error)) from error


def _kind_of(error: Exception) -> type[StoreDown]:
    state = error.sqlstate if isinstance(error, psycopg.Error) else None
    if state in FULL:
        return StoreFull
    told = state is None and any(words in str(error) for words in SAYS_DAMAGED)
    return StoreDamaged if told or state in DAMAGED else StoreDown


@contextmanager
def translated() -> Generator[None]:
    """As answering(), and for text that PostgreSQL cannot keep."""
    try:
        with answering():
            yield
    except UnicodeEncodeError as error:
        raise BadText(why=because("it holds half of a surrogate pair")) from error
    except psycopg.DataError as error:
        if error.sqlstate is None and "NUL" in str(error):
            raise BadText(why=because("it holds a NUL character")) from error
        raise
