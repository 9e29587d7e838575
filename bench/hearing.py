"""`python -m bench.hearing`: what it costs to tell other machines of a turn: PostgreSQL's NOTIFY, and Redis streams.

A turn is a committed row, and BATCHES of what is told of it. For each way: how many turns a second go through with 16
writers, and how long a listener in the same process waits at RATE turns a second. NOTIFY keeps nothing for who comes
back, and takes 8,000 bytes; a stream keeps it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median
from typing import Any

import psycopg
from psutil import Process
from rich.console import Console
from rich.table import Table

from lumina.databases.redis import open_redis
from tools.servers.postgres_server import serve_postgres
from tools.servers.redis_server import serve_redis
from tools.servers.serving import Server

WRITERS, SECONDS, RATE = 16, 5.0, 1000
BATCHES = 3
"""Of events, in which a turn is told: when it began, as it streams, at its end."""

PIECE = b"x" * 900
Tell = Callable[[int, int], Awaitable[None]]
"""Tells the batch of a writer's turn that has this number."""


class Heard:
    """When what was told, and when it was heard."""

    def __init__(self) -> None:
        self.told: dict[str, float] = {}
        self.waits: list[float] = []

    def hear(self, name: str) -> None:
        self.waits.append(time.perf_counter() - self.told.pop(name))


async def turns(connections: list[psycopg.AsyncConnection[Any]], tell: Tell, rate: float | None) -> float:
    """Turns a second; `rate` bounds them."""
    begun, ends, done = time.perf_counter(), time.perf_counter() + SECONDS, 0

    async def write(number: int) -> None:
        nonlocal done
        while time.perf_counter() < ends:
            if rate and done > rate * (time.perf_counter() - begun):
                await asyncio.sleep(0.002)
                continue
            done += 1
            await connections[number].execute("insert into said (text) values (%s)", ("x" * 200,))
            for _ in range(BATCHES):
                await tell(number, done)

    await asyncio.gather(*map(write, range(len(connections))))
    return done / (time.perf_counter() - begun)


async def nothing(_writer: int, _turn: int) -> None:
    """Nobody is told."""


async def by_notify(
    dsn: str, connections: list[psycopg.AsyncConnection[Any]], rate: float | None
) -> tuple[float, Heard]:
    heard, payload = Heard(), PIECE.decode()
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as listening:
        await listening.execute("listen turns")

        async def listen() -> None:
            async for note in listening.notifies():
                heard.hear(note.payload.partition(" ")[0])

        async def tell(writer: int, turn: int) -> None:
            name = f"{turn}-{writer}-{len(heard.told)}-{time.perf_counter_ns()}"
            heard.told[name] = time.perf_counter()
            await connections[writer].execute("select pg_notify('turns', %s)", (f"{name} {payload}",))

        task = asyncio.create_task(listen())
        reached = await turns(connections, tell, rate)
        await asyncio.sleep(0.5)
        task.cancel()
    return reached, heard


async def by_streams(
    url: str, connections: list[psycopg.AsyncConnection[Any]], rate: float | None
) -> tuple[float, Heard]:
    heard, client = Heard(), open_redis(url)

    async def listen() -> None:
        last = b"$"
        while True:
            read: list[tuple[bytes, list[tuple[bytes, dict[bytes, bytes]]]]]
            read = await client.xread({"turns": last}, block=1000) or []
            for _, entries in read:
                for last, entry in entries:  # noqa: B007
                    heard.hear(entry[b"name"].decode())

    async def tell(writer: int, turn: int) -> None:
        name = f"{turn}-{writer}-{len(heard.told)}-{time.perf_counter_ns()}"
        heard.told[name] = time.perf_counter()
        pipe = client.pipeline(transaction=False)
        pipe.xadd("turns", {"name": name, "piece": PIECE}, maxlen=10_000, approximate=True)
        pipe.expire("turns", 600)
        await pipe.execute()

    task = asyncio.create_task(listen())
    await asyncio.sleep(0.1)
    reached = await turns(connections, tell, rate)
    await asyncio.sleep(0.5)
    task.cancel()
    await client.aclose()
    return reached, heard


def used(engines: Sequence[Server]) -> float:
    """Seconds of processor that these have taken, those of their processes that ended among them."""
    total = 0.0
    for main in [Process(one.process.pid) for one in engines if one.process]:
        for process in (main, *main.children(recursive=True)):
            times = process.cpu_times()
            total += times.user + times.system
    return total


async def measured(engines: Sequence[Server]) -> Table:
    dsn, redis = (one.url for one in engines)
    shown = Table(
        "way",
        "turns/s at most",
        f"at {RATE}/s: turns/s",
        "heard after p50 ms",
        "p99 ms",
        "processor ms a turn: here",
        "of the engines",
    )
    connections = [await psycopg.AsyncConnection.connect(dsn, autocommit=True) for _ in range(WRITERS)]
    await connections[0].execute("create table said (id bigserial primary key, text text)")
    shown.add_row("the turn alone", f"{await turns(connections, nothing, None):.0f}")
    for name, way, place in (("NOTIFY", by_notify, dsn), ("streams", by_streams, redis)):
        most, _ = await way(place, connections, None)
        here, there = time.process_time(), used(engines)
        reached, heard = await way(place, connections, RATE)
        here, there = time.process_time() - here, used(engines) - there
        waits = sorted(heard.waits)
        waited = (f"{1000 * seconds:.1f}" for seconds in (median(waits), waits[int(0.99 * len(waits))]))
        spent = (f"{1000 * seconds / (reached * SECONDS):.2f}" for seconds in (here, there))
        shown.add_row(name, f"{most:.0f}", f"{reached:.0f}", *waited, *spent)
    for connection in connections:
        await connection.close()
    return shown


def main() -> None:
    with serve_postgres(settings={}) as postgres, serve_redis() as redis:
        Console(width=140).print(asyncio.run(measured([postgres, redis])))


if __name__ == "__main__":
    main()
