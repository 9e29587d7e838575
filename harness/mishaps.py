"""Engines that are lost while people talk, and brought back."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from harness.servers import Engines, serve_stand_in
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.pgbouncer_server import PgBouncer, serve_pgbouncer
from tools.servers.postgres_pair import Pair, serve_pair
from tools.servers.redis_server import RedisCluster, serve_redis, serve_redis_cluster
from tools.servers.serving import Server

AMISS_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that happens to an engine, and what an operator does about it some time later."""

    what: str
    begin: Callable[[], None]
    end: Callable[[], None]


@dataclass
class Fate:
    """One of the mishaps after the other happens, and is made good before the next."""

    mishaps: Sequence[Mishap] = ()
    seen: Counter[str] = field(default_factory=Counter[str])
    amiss: Mishap | None = None
    since: float = 0.0

    @property
    def is_long(self) -> bool:
        """Whether it is to be made good now: while nothing can be written, hardly a deed is done."""
        return self.amiss is not None and time.monotonic() - self.since > AMISS_SECONDS

    def go_on(self) -> None:
        """What went amiss is made good; else something does."""
        if self.amiss or not self.mishaps:
            self.make_good()
            return
        self.amiss, self.since = self.mishaps[self.seen.total() % len(self.mishaps)], time.monotonic()
        self.seen[self.amiss.what] += 1
        self.amiss.begin()

    def make_good(self) -> None:
        if self.amiss:
            self.amiss.end()
            self.amiss = None


@dataclass(frozen=True, slots=True)
class Laid:
    """All that machines share, laid out as docs/servers.md says: PostgreSQL has a PgBouncer before it, and a standby
    from which recall reads, until it is the primary."""

    engines: Engines
    pair: Pair
    pgbouncer: PgBouncer

    async def emptied(self) -> Mapping[str, Any]:
        """Let them hold nothing; the settings by which they are reached."""
        given = await self.engines._replace(postgres=self.pair.primary, begins="").emptied()
        database = urlsplit(str(given["postgres_url"])).path
        return {
            **given,
            "postgres_url": urlsplit(self.pair.url)._replace(path=database).geturl(),
            "postgres_pool_url": urlsplit(self.pgbouncer.url)._replace(path=database).geturl(),
            "postgres_standby_url": urlsplit(self.pair.standby.url)._replace(path=database).geturl(),
        }

    @property
    def mishaps(self) -> Sequence[Mishap]:
        """Redis forgets everything with its death, but for what a replica has; the others keep what they have."""
        redis = self.engines.redis
        lost = {"PgBouncer": self.pgbouncer, "Qdrant": self.engines.qdrant, "Neo4j": self.engines.neo4j}
        return (
            Mishap("the primary dies, the standby goes on", self.pair.fail_over, self.pair.rejoin),
            Mishap("the standby dies", self.pair.lose_standby, self.pair.rejoin),
            _one_gone("Redis", redis.nodes if isinstance(redis, RedisCluster) else [redis]),
            *(_gone(name, server) for name, server in lost.items()),
        )


def _gone(name: str, server: Server) -> Mishap:
    return Mishap(f"{name} is lost", server.kill, server.start)


def _one_gone(name: str, servers: Sequence[Server]) -> Mishap:
    """Another one each time."""
    dead, next_ones = list[Server](), cycle(servers)

    def kill() -> None:
        dead.append(next(next_ones))
        dead[-1].kill()

    return Mishap(f"{name} is lost", kill, lambda: dead.pop().start())


def kept_by(folder: Path) -> Mapping[str, Any]:
    """What else machines need that have nothing but engines in common."""
    return {"shared_url": (folder / "shared").as_uri(), "master_key": folder / "master.key"}


@contextmanager
def laid_out(pair: Pair, redis: Server | RedisCluster, qdrant: Server, neo4j: Server) -> Generator[Laid]:
    """With a PgBouncer that leads to whoever is the primary. Raises Missing."""
    with serve_pgbouncer(pair.primary) as pgbouncer:
        pair.told.append(pgbouncer.lead_to)
        yield Laid(Engines(pair.primary, redis, qdrant, neo4j), pair, pgbouncer)


@contextmanager
def serve_laid_out(*, cluster: bool = False) -> Generator[Laid]:
    """With a Redis, or a cluster of six. Raises Missing."""
    with (
        serve_pair(slot="standby") as pair,
        serve_redis_cluster(replicas=True) if cluster else serve_redis() as redis,
        serve_stand_in() as qdrant,
        serve_neo4j(java=()) as neo4j,
        laid_out(pair, redis, qdrant, neo4j) as laid,
    ):
        yield laid
