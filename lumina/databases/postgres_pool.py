"""The pools of connections to PostgreSQL, and the first connection, which says what is wrong."""

import asyncio
import logging
import select
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import psycopg
from psycopg import sql
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from lumina.courtesy import give_way
from lumina.databases.circuit import Circuit
from lumina.databases.postgres_connection import Line, is_patient, key_of
from lumina.errors import StoreDown, StoreTooOld, because

Pool = AsyncConnectionPool[Line]
Pools = tuple[Pool, Pool]

OLDEST = 15
SESSION: Mapping[str, str] = {
    "timezone": "UTC",
    "jit": "off",
    # of a person no statistics are kept: with 200 ids at hand, reading all her rows is believed to cost less
    "plan_cache_mode": "force_generic_plan",
    # what a dead client held is free soon: its locks, its transaction
    "client_connection_check_interval": "1s",
    "tcp_keepalives_idle": "30s",
    "tcp_keepalives_interval": "10s",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "300s",
}
LASTING = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3, "tcp_user_timeout": 30_000}
PREPARE_AFTER = 1
STATEMENTS_KEPT = 300
ANSWER_SECONDS = 5.0
GUARD_SECONDS = 60.0
PROBE_SECONDS = 2.0
NAME = "lumina"
POOLED = f"{NAME} by PgBouncer"
SHARED: Mapping[str, Any] = {
    "autocommit": True,
    "prepare_threshold": None,
    "application_name": POOLED,
    "connect_timeout": int(ANSWER_SECONDS),
    **LASTING,
}
"""A connection by a PgBouncer in transaction mode: each statement may meet another session, which remembers nothing."""

CONNECTING: Mapping[str, Any] = {
    **SHARED,
    "application_name": NAME,
    "prepare_threshold": PREPARE_AFTER,
    "options": " ".join(f"-c {name}={value}" for name, value in SESSION.items()),
}


def called(version: str) -> str:
    """How PostgreSQL names connections of processes of this version, by the newest migration that it knows; those of a
    later version come behind in the alphabet, and those before all who are named by none."""
    return f"{NAME} {version}" if version else NAME


DEFAULTS = """
select unnest(setconfig) from pg_db_role_setting
where setrole = (select oid from pg_roles where rolname = current_user)
  and setdatabase = (select oid from pg_database where datname = current_database())
"""
DEFAULT = "alter role current_user in database {database} set {name} = {value}"
ONE_AT_A_TIME = "select pg_advisory_xact_lock(%s)"


logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
"""It tells of every attempt; StoreDown says it once."""


async def try_connecting(dsn: str) -> None:
    """A pool that cannot connect tries on without a word; a first connection of our own says at once what is wrong."""
    try:
        async with await Line.connect(dsn, connect_timeout=int(ANSWER_SECONDS)) as raw:
            version = raw.info.server_version // 10_000
    except psycopg.ProgrammingError as error:  # which quotes what it does not understand, the password maybe
        why = because("its URL cannot be read; in a name or a password, @ is written %40, : %3A, / %2F")
        raise StoreDown(store="PostgreSQL", why=why) from error
    if version < OLDEST:
        raise StoreTooOld(
            store="PostgreSQL",
            why=because("it is version {version}, and LUMINA needs {oldest} or newer", version=version, oldest=OLDEST),
        )


def past_pools(version: str) -> Mapping[str, Any]:
    """How a process of this version connects to PostgreSQL itself."""
    return {**CONNECTING, "application_name": called(version)}


async def set_defaults(dsn: str) -> None:
    """Whoever's session a PgBouncer lends begins with the settings of SESSION: they are kept, once, as the defaults of
    this role in this database, since they cannot come with the connection."""
    async with await Line.connect(dsn, **CONNECTING) as line, line.transaction():
        await line.execute(ONE_AT_A_TIME, (key_of("task", "set defaults"),))
        kept = {str(row[0]) for row in await (await line.execute(DEFAULTS)).fetchall()}
        for name, value in SESSION.items():
            if f"{_as_kept(name)}={value}" not in kept:
                told = sql.SQL(DEFAULT).format(
                    database=sql.Identifier(line.info.dbname), name=sql.Identifier(name), value=sql.Literal(value)
                )
                await line.execute(told)


def _as_kept(name: str) -> str:
    """PostgreSQL writes this one in its own way."""
    return "TimeZone" if name == "timezone" else name


def pool_of(
    dsn: str,
    least: int,
    *,
    most: int,
    wait: float,
    seconds: float | None,
    circuit: Circuit,
    connecting: Mapping[str, Any],
) -> Pool:
    """A pool that is not open yet. Who asks waits so long for a connection, and each gives up after `seconds`."""

    async def configure(line: Line) -> None:
        _configure(line, seconds, circuit)

    return AsyncConnectionPool(
        dsn,
        connection_class=Line,
        min_size=least,
        max_size=most,
        timeout=wait,
        # whoever asks next begins anew; else the pauses between two attempts grow to minutes
        reconnect_timeout=ANSWER_SECONDS,
        open=False,
        kwargs=dict(connecting),
        configure=configure,
        check=check,
    )


async def opened_pools(
    stack: AsyncExitStack, dsn: str, by: str, version: str, *, most: int, seconds: float | None, circuit: Circuit
) -> Pools:
    """One for what needs no session, which goes by a PgBouncer where one leads there, and one for guards."""
    await try_connecting(dsn)
    if by:
        await set_defaults(dsn)  # before it has a session
        await try_connecting(by)
    past = past_pools(version)
    opening = partial(pool_of, least=1, most=most, seconds=seconds, circuit=circuit)
    pool = await stack.enter_async_context(opening(by or dsn, wait=ANSWER_SECONDS, connecting=SHARED if by else past))
    return pool, await stack.enter_async_context(opening(dsn, wait=GUARD_SECONDS, connecting=past))


async def lent(pool: Pool, circuit: Circuit) -> Line:
    """Who is patient() gives way first. Who waits while others are answered waits on: many talk, and the server is
    well."""
    if is_patient():
        await give_way()
    until = time.monotonic() + GUARD_SECONDS
    while True:
        patience = pool.timeout if circuit.state == "closed" else PROBE_SECONDS
        try:
            return await taken(pool, patience)
        except PoolTimeout:
            circuit.waited(patience)
            if circuit.state != "closed" or time.monotonic() >= until:
                raise


async def taken(pool: Pool, patience: float) -> Line:
    """Who is broken off at the very moment of getting a connection gets it, and the pool forgets the rest."""
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    line = await pool.getconn(patience)
    if task and task.cancelling() > before:
        await pool.putconn(line)
        raise asyncio.CancelledError
    return line


async def connected(dsn: str, *, seconds: float | None, circuit: Circuit, version: str = "") -> Line:
    """A connection like those of a pool, and of none."""
    line = await Line.connect(dsn, **past_pools(version))
    _configure(line, seconds, circuit)
    return line


def _configure(line: Line, seconds: float | None, circuit: Circuit) -> None:
    line.prepared_max = STATEMENTS_KEPT
    line.seconds, line.circuit = seconds, circuit


async def check(line: Line) -> None:
    """A connection at rest has something to read only where the server closed it, or has some news: then it is tried.
    (Trying each would cost a question and an answer.)"""
    watched = select.poll()
    watched.register(line.fileno(), select.POLLIN)
    if watched.poll(0):
        await Pool.check_connection(line)
