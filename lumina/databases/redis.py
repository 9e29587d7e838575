"""Redis: a server, a cluster, or one that lives in this process. Its client is imported here alone."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import ConnectionError, OutOfMemoryError, RedisClusterException, RedisError, ResponseError

from lumina.databases.certificates import distrust
from lumina.databases.circuit import Circuit
from lumina.errors import StoreDown, StoreFull, because

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
HEALTH_SECONDS = 30
"""A connection that rested for so long is tried before it is used."""

RETRIES = 2
"""A connection that broke meanwhile is made again without a word; who does not answer in time is not asked again."""

EMPTYING = ("flushall", "flushdb")
WRITE_POLLS, WRITE_POLL_SECONDS = 600, 0.1
CLUSTER = "+cluster"
AUTHORITY = "?ssl_ca_certs=FILE in LUMINA_REDIS_URL"


def open_redis(url: str | None, *, seconds: float = ANSWER_SECONDS) -> Any:
    """A client of the server at `url` (redis://, rediss:// with TLS), or of the cluster of which it names a node
    (redis+cluster://, rediss+cluster://), or several with commas between, of which one must answer; without a url, of a
    Redis that lives in this process and nowhere else: that one reads files, so keep it off the event loop. Raises
    ValueError where it is no such url."""
    if url is not None:
        parts = urlsplit(url)
        login, at, hosts = parts.netloc.rpartition("@")
        first, *others = hosts.split(",")
        scheme = parts.scheme.removesuffix(CLUSTER)
        of_one_node = parts._replace(scheme=scheme, netloc=f"{login}{at}{first}").geturl()
        retry = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), RETRIES, (ConnectionError,))
        client = Redis if scheme == parts.scheme else RedisCluster
        limits = {"socket_timeout": seconds, "socket_connect_timeout": seconds, "health_check_interval": HEALTH_SECONDS}
        known = {"startup_nodes": list(map(_node, others))} if others else {}
        return client.from_url(of_one_node, retry=retry, **limits, **known)  # pyright: ignore
    client: Any = FakeAsyncRedis(server=FakeServer())
    client.connection_pool.make_connection()  # the first one looks its version up
    return client


def _node(place: str) -> ClusterNode:
    """How a cluster is looked for there, too, as by the first."""
    host, _, port = place.rpartition(":")
    return ClusterNode(host.strip("[]"), int(port))


async def ping_redis(client: Any, circuit: Circuit) -> None:
    """Raises StoreDown."""
    async with circuit.calling(), translated():
        await client.ping()


async def state_of(client: Any, circuit: Circuit) -> object:
    """The same as long as no server of it can have lost anything: which ones have the keys, since which start, how many
    keys they gave up for want of memory, and how often they were emptied. What cannot be told is never the same. Raises
    StoreDown."""
    if is_own(client):
        return object()
    async with circuit.calling(), translated():
        nodes = (await client.initialize()).get_primaries() if isinstance(client, RedisCluster) else [None]
        try:
            told = [await _on(client, node, "INFO", "everything") for node in nodes]
        except ResponseError:  # an operator may forbid it
            return object()
    return sorted(
        (info["run_id"], info["evicted_keys"], *(info.get(f"cmdstat_{one}", {}).get("calls", 0) for one in EMPTYING))
        for info in told
    )


async def about_server(client: Any) -> tuple[str, int, int]:
    """Its version, and the bytes that it uses, of how many (0: of all there are). Raises StoreDown."""
    async with translated():
        info = await client.info()
        return info["redis_version"], info["used_memory"], info["maxmemory"]


async def write_files_anew(client: Any) -> bool:
    """Let every server write anew what it keeps in files (its log, its snapshot), without what was deleted; returns
    whether each of them did. A server that keeps none is left alone. Raises StoreDown."""
    async with translated():
        nodes = client.get_nodes() if isinstance(client, RedisCluster) else [None]
        return all([await _write_anew(partial(_on, client, node)) for node in nodes])


async def _write_anew(command: Callable[..., Awaitable[Any]]) -> bool:
    kept = await command("INFO", "persistence")
    commands = [("BGREWRITEAOF",)] if kept["aof_enabled"] else []
    try:
        if dict(await command("CONFIG GET", "save"))["save"] or kept["rdb_saves"]:
            commands.append(("BGSAVE",))
        return all([await _is_written(command, words) for words in commands])
    except ResponseError as error:  # an operator may forbid each of these commands
        logger.warning("Redis does not write its files anew: %s", error)
        return False


async def _is_written(command: Callable[..., Awaitable[Any]], words: Sequence[str]) -> bool:
    """A writing that is under way already began before: it is waited for, and another one begun."""
    for began in (False, True):
        if began:
            await command(*words)
        for _ in range(WRITE_POLLS):
            kept = await command("INFO", "persistence")
            if not (kept["aof_rewrite_in_progress"] or kept["rdb_bgsave_in_progress"]):
                break
            await asyncio.sleep(WRITE_POLL_SECONDS)
        else:
            return False
    return kept["aof_last_bgrewrite_status"] == kept["rdb_last_bgsave_status"] == "ok"


async def _on(client: Any, node: Any, *words: str) -> Any:
    where = {} if node is None else {"target_nodes": node}
    return await client.execute_command(*words, **where)


async def everything(client: Any) -> AsyncIterator[bytes]:
    """All keys with what lies under them, as bytes, whoever wrote them. Raises StoreDown."""
    async with translated():
        async for key in client.scan_iter():
            yield b"\n".join([key, *await _under(client, key)])


async def _under(client: Any, key: bytes) -> list[bytes]:
    """What comes or goes meanwhile is nothing."""
    kind = (await client.type(key)).decode()
    if kind == "string":
        return [await client.get(key) or b""]
    if kind == "hash":
        return [part for pair in (await client.hgetall(key)).items() for part in pair]
    if kind == "zset":
        return await client.zrange(key, 0, -1)
    return [*await client.smembers(key)] if kind == "set" else []


def is_own(client: Any) -> bool:
    """Whether it is one of this process, which nobody else changes."""
    return isinstance(client, FakeAsyncRedis)


@asynccontextmanager
async def translated() -> AsyncGenerator[None]:
    """What goes wrong with Redis, in our own words: raises StoreDown, StoreFull."""
    try:
        yield
    except OutOfMemoryError as error:
        raise StoreFull(store="Redis", why=because("its memory is used up (maxmemory)")) from error
    except (RedisError, RedisClusterException) as error:
        distrusted = distrust(error, "Redis", AUTHORITY)
        raise distrusted or StoreDown(store="Redis", why=str(error).rstrip(".")) from error
