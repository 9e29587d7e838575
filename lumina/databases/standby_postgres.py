"""A standby of PostgreSQL answers what a recall looks up, where it has all that the reader must see.

The primary says at the beginning how far its log is, which covers whatever was acknowledged to anybody, and in which
epoch the person is; the standby is asked only once it has come so far, on the same timeline, and knows of the same
epoch. At the end the primary is asked for the epoch again: who was erased meanwhile is read anew, from the primary.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString, Protocol, Self, TypeVar

import psycopg
from psycopg_pool import PoolTimeout

from lumina.databases.circuit import Circuit
from lumina.databases.person_keys import Keys
from lumina.databases.postgres_connection import Connection, Params, Row, answering
from lumina.databases.postgres_pool import Pool, past_pools, pool_of, taken
from lumina.errors import StoreDown, because

logger = logging.getLogger(__name__)
T = TypeVar("T")

ANSWER_SECONDS: Final = 1.0
"""What a recall waits for one answer of the standby: the primary has it, too."""

CONNECTION_SECONDS: Final = 0.25
"""And for a connection."""

PAUSES: Final = (0.001, 0.002, 0.004, 0.008)
"""Seconds between looks at whether the standby has come so far; who was behind last time is looked at once."""

# Whatever was acknowledged is in the log up to here. The timeline is the first third of the name of a file of the log.
SO_FAR: Final = """
select coalesce((select epoch from person_epochs where pseudonym = %s), 0), lsn::text, left(pg_walfile_name(lsn), 8),
       (select system_identifier from pg_control_system())
from (select case when pg_is_in_recovery() then null else pg_current_wal_flush_lsn() end as lsn) as now
"""
# Its log comes from a primary whose timeline is known as long as it is connected to one.
HAS_COME: Final = """
select coalesce(pg_is_in_recovery() and epoch = %(epoch)s and system_identifier = %(system)s
                and lpad(upper(to_hex(received_tli)), 8, '0') = %(timeline)s, false),
       coalesce(pg_wal_lsn_diff(%(lsn)s::text::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint
from (select coalesce(max(epoch), 0) as epoch from person_epochs where pseudonym = %(pseudonym)s) as erased,
     pg_control_system() left join pg_stat_wal_receiver on true
"""
FOLLOWS: Final = """
select case when pg_is_in_recovery() and received_tli is not null then pg_last_wal_replay_lsn()::text end
from (select) as one left join pg_stat_wal_receiver on true
"""
BEHIND: Final = "select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), %s::text::pg_lsn)::bigint"
EPOCH: Final = "select coalesce((select epoch from person_epochs where pseudonym = %s), 0)"


class Primary(Protocol):
    """What is asked of it; `standby` is who follows it, if recalls may read there."""

    keys: Keys
    standby: "Standby | None"

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[Row]: ...


@dataclass(slots=True)
class Looking:
    """What looks things up, one recall; from the moment on in which the standby fails it, on the primary: what was read
    there must not be followed by what is older."""

    standby: "Standby"
    is_on: bool = True

    async def fetch(self, sql: LiteralString, params: Params) -> list[Row] | None:
        """None where the primary is to be asked."""
        if not self.is_on:
            return None
        try:
            return await self.standby.fetch(sql, params)
        except (StoreDown, psycopg.Error) as error:  # that its rows went while they were read is among them
            logger.warning("the standby does not answer, the primary does: %s", error)
            self.is_on = False
            return None


_looking: ContextVar[Looking | None] = ContextVar("looking", default=None)


async def reads(primary: Primary, person: str, read: Callable[[], Awaitable[T]]) -> T:
    """What `read` gives; what it looks up may come from the standby. It is called again where the person was erased
    meanwhile."""
    return await primary.standby.reading(primary, person, read) if primary.standby else await read()


async def looked_up(sql: LiteralString, params: Params) -> list[Row] | None:
    """What the standby has for the recall that is under way; None where the primary is to be asked."""
    looking = _looking.get()
    return await looking.fetch(sql, params) if looking else None


@dataclass(slots=True)
class Standby:
    """Connections to one server that follows the primary: not to several by one name, of which each is at another
    place. How many recalls it served, and how many it did not; how many bytes of the log it was behind last."""

    pool: Pool
    circuit: Circuit
    served: int = field(default=0, init=False)
    passed: int = field(default=0, init=False)
    behind: int = field(default=0, init=False)

    @classmethod
    async def open(cls, stack: AsyncExitStack, dsn: str, version: str, *, most: int = 8, circuit: Circuit) -> Self:
        """Whether it answers or not."""
        pool = pool_of(
            dsn,
            1,
            most=most,
            wait=CONNECTION_SECONDS,
            seconds=ANSWER_SECONDS,
            circuit=circuit,
            connecting=past_pools(version),
        )
        return cls(await stack.enter_async_context(pool), circuit)

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[Row]:
        """Raises StoreDown."""
        async with self._connection() as connection:
            return await connection.fetch(sql, params)

    async def ping(self) -> None:
        """Raises StoreDown."""
        await self.fetch("select 1")

    async def lag(self, primary: Primary) -> int | None:
        """Bytes of the log that it has not applied yet; None where it follows nobody, or may not say whom. Raises
        StoreDown."""
        [(lsn,)] = await self.fetch(FOLLOWS)
        return None if lsn is None else max((await primary.fetch(BEHIND, (lsn,)))[0][0], 0)

    async def reading(self, primary: Primary, person: str, read: Callable[[], Awaitable[T]]) -> T:
        """See reads(). Only whose key this process knows to be of this epoch is looked up here."""
        keys = primary.keys
        if self.circuit.rests:
            self.passed += 1
            return await read()
        pseudonym = keys.pseudonyms.of(person)
        epoch, lsn, timeline, system = (await primary.fetch(SO_FAR, (pseudonym,)))[0]
        named = {"pseudonym": pseudonym, "epoch": epoch, "lsn": lsn, "timeline": timeline, "system": system}
        if lsn is None or not keys.are_of(person, epoch) or not await self._has_come(named):
            self.passed += 1
            return await read()
        looking = Looking(self)
        token = _looking.set(looking)
        try:
            found = await read()
        finally:
            looking.is_on = False
            _looking.reset(token)
        if (await primary.fetch(EPOCH, (pseudonym,)))[0][0] != epoch:
            self.passed += 1
            return await read()
        self.served += 1
        return found

    async def _has_come(self, named: dict[str, Any]) -> bool:
        """Waits for it no longer than PAUSES, and not at all where it was behind before."""
        try:
            for pause in (*PAUSES, 0.0) if self.behind <= 0 else (0.0,):
                fits, self.behind = (await self.fetch(HAS_COME, named))[0]
                if not fits or self.behind <= 0:
                    return bool(fits)
                await asyncio.sleep(pause)
        except (StoreDown, psycopg.Error) as error:
            logger.warning("the standby does not answer, the primary does: %s", error)
        return False

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection]:
        self.circuit.admit()
        with answering():
            try:
                line = await taken(self.pool, CONNECTION_SECONDS)
            except PoolTimeout:
                why = because("no answer within {seconds} s", seconds=f"{CONNECTION_SECONDS:.2f}")
                self.circuit.failed(why, slow=True)
                raise
            try:
                async with line:
                    yield Connection(line)
            finally:
                await self.pool.putconn(line)
