"""Neo4j: the driver, transactions that are tried again, and what goes wrong in our own words."""

# the driver's keyword options have no types
# pyright: reportUnknownMemberType=false

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, LiteralString, Self, TypeVar
from urllib.parse import unquote, urlsplit

from neo4j import READ_ACCESS, AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, Query, TrustCustomCAs
from neo4j.exceptions import DriverError, Neo4jError

from lumina.databases.certificates import causes, distrust
from lumina.databases.circuit import Circuit
from lumina.errors import BadText, StoreDown, StoreFull, StoreTlsDiffers, because

Row = list[Any]
T = TypeVar("T")

ANSWER_SECONDS = 5.0
WRITE_SECONDS = 60.0
FULL = ("OutOfMemory", "ReadOnly")
"""What is in the code of a server that can be read and not written."""

logging.getLogger("neo4j").setLevel(logging.CRITICAL)
"""It tells of every attempt; StoreDown says it once."""

SECURE = "+s"
HUNG_UP = ("closed with incomplete handshake response", "Failed to establish encrypted connection")

DRIVER: Mapping[str, Any] = {
    "connection_timeout": ANSWER_SECONDS,
    "connection_acquisition_timeout": ANSWER_SECONDS,
    "liveness_check_timeout": 30,
    "max_connection_pool_size": 16,
    "max_transaction_retry_time": 5.0,
    "notifications_min_severity": "OFF",
    "telemetry_disabled": True,
    "user_agent": "lumina",
}


@dataclass(frozen=True, slots=True)
class Transaction:
    """The verbs inside Graph.transaction()."""

    raw: AsyncManagedTransaction

    async def fetch(self, cypher: LiteralString, named: Mapping[str, object]) -> list[Row]:
        result = await self.raw.run(cypher, dict(named))
        return await result.values()

    async def execute(self, cypher: LiteralString, named: Mapping[str, object]) -> None:
        result = await self.raw.run(cypher, dict(named))
        await result.consume()


@dataclass(frozen=True, slots=True)
class Graph:
    """The database of one Neo4j. Raises StoreDown where it does not answer, BadText for what is no text."""

    driver: AsyncDriver
    seconds: float
    circuit: Circuit = field(default_factory=partial(Circuit, "Neo4j"))

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str,
        *,
        authority: Path | None = None,
        seconds: float = ANSWER_SECONDS,
        circuit: Circuit | None = None,
    ) -> AsyncGenerator[Self]:
        """`url` is bolt://USER:PASSWORD@HOST:PORT, or neo4j:// for a cluster; with +s at the scheme's end for TLS, +ssc
        where nobody signed the certificate. Where the certificate of an `authority` is given, +s trusts that one alone.
        What is read must come within `seconds`. Nothing is asked of the server yet."""
        with _translated():
            place = urlsplit(url)
            name, colon, password = place.netloc.rpartition("@")[0].partition(":")
            bare, tls = _tls(place._replace(netloc=place.netloc.rpartition("@")[2]).geturl(), authority)
            auth = (unquote(name), unquote(password)) if colon else None
            driver = AsyncGraphDatabase.driver(bare, auth=auth, **tls, **DRIVER)
        async with driver:
            yield cls(driver, seconds, circuit or Circuit("Neo4j"))

    async def fetch(self, cypher: LiteralString, named: Mapping[str, object]) -> list[Row]:
        """Read; once, without a transaction of many statements."""
        async with self._answering(self.seconds), self.driver.session(default_access_mode=READ_ACCESS) as session:
            result = await session.run(Query(cypher, timeout=self.seconds), dict(named))
            return await result.values()

    async def transaction(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Do the work in one transaction; it is done again where another one was in its way, so it must not do anything
        else."""

        async def unit(raw: AsyncManagedTransaction) -> T:
            return await work(Transaction(raw))

        async with self._answering(WRITE_SECONDS), self.driver.session() as session:
            return await session.execute_write(unit)

    async def run(self, cypher: LiteralString, named: Mapping[str, object]) -> None:
        """Run a statement that changes the schema: it is a transaction of its own, and may take its time."""
        async with self._answering(None), self.driver.session() as session:
            result = await session.run(cypher, dict(named))
            await result.consume()

    @asynccontextmanager
    async def _answering(self, seconds: float | None) -> AsyncGenerator[None]:
        async with self.circuit.calling():
            with _translated():
                async with asyncio.timeout(seconds):
                    yield

    async def ping(self) -> None:
        """Writing has its time: who is about to write asks first whether anybody is there."""
        await self.fetch("return 1", {})

    async def version(self) -> str:
        with _translated():
            async with asyncio.timeout(self.seconds):
                return (await self.driver.get_server_info()).agent.removeprefix("Neo4j/")


def _tls(url: str, authority: Path | None) -> tuple[str, Mapping[str, Any]]:
    """The driver takes an authority beside a scheme without +s."""
    scheme, _, place = url.partition("://")
    if authority is None or not scheme.endswith(SECURE):
        return url, {}
    trusted = TrustCustomCAs(str(authority))
    return f"{scheme.removesuffix(SECURE)}://{place}", {"encrypted": True, "trusted_certificates": trusted}


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(" .:")


def _down(error: Exception) -> StoreDown:
    return StoreDown(store="Neo4j", why=_first_line(error) or because("no answer in time"))


def _wrong_tls(error: Exception) -> StoreDown | None:
    """Who speaks TLS to a server that does not, or the other way round, is hung up on: the driver has words for it, and
    no type."""
    said = [str(cause) for cause in causes(error)]
    for words in HUNG_UP:
        if any(words in one for one in said):
            urls = {"secure": "bolt+s:// (neo4j+s://)", "bare": "bolt:// (neo4j://)"}
            return StoreTlsDiffers(store="Neo4j", why=words, setting="LUMINA_NEO4J_URL", **urls)
    return None


@contextmanager
def _translated() -> Generator[None]:
    """What the server says of its data may quote it: its code is enough."""
    try:
        yield
    except Neo4jError as error:
        kind = StoreFull if any(word in str(error.code) for word in FULL) else StoreDown
        raise kind(store="Neo4j", why=error.code) from error
    except (DriverError, OSError, TimeoutError) as error:
        distrusted = distrust(error, "Neo4j", "LUMINA_NEO4J_CA")
        raise distrusted or _wrong_tls(error) or _down(error) from error
    except UnicodeEncodeError as error:
        raise BadText(why=because("it holds half of a surrogate pair")) from error
