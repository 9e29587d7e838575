"""`python -m bench.apart`: what API processes serve together: one, then two, each with a folder of its own.

TALKERS say one thing after the other, as soon as they are answered by the offline voice, each to one of the processes;
all engines are as docs/servers.md lays them out. Where all of it shares few cores, the turns a second say little: what
tells is the processor time a turn, of LUMINA and of the engines. Where it stays, nothing that the processes share is in
their way, and turns grow with machines.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

from bench.growth import Watched, watched
from bench.serving import Server, say, serving
from bench.usage import percentile
from harness.made_up import PERSON, live

TALKERS = 12
AT_LEAST = 1.6
"""Times as many turns by two processes as by one (issue 21), where there are cores for both."""

Figures = dict[str, float]


async def talk(clients: Sequence[httpx.AsyncClient], seconds: float, run: int) -> list[float]:
    """Milliseconds until each first word. Raises RuntimeError where something goes wrong."""
    sayings = [f"@ルミナ {turn.text}" for turn in live(100, seed=3).turns if turn.speaker == PERSON]
    until, took = time.perf_counter() + seconds, list[float]()

    async def talks(number: int) -> None:
        count = 0
        while time.perf_counter() < until:
            text = sayings[(7 * number + count) % len(sayings)]
            first, wrong = await say(clients[number % len(clients)], f"run {run} {number}", text)
            if wrong:
                raise RuntimeError(wrong)
            took.append(first)
            count += 1

    async with asyncio.TaskGroup() as group:
        for number in range(TALKERS):
            group.create_task(talks(number))
    return took


async def of(servers: Sequence[Server], engines: Watched, seconds: float, run: int) -> Figures:
    """What these processes serve, after a while in which they warm up."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(server.client()) for server in servers]
        await talk(clients, seconds / 3, run)
        before = _used(servers, engines)
        began = time.perf_counter()
        took = await talk(clients, seconds, run)
        lasted = time.perf_counter() - began
        ours, theirs = (
            1e3 * (now - then) / len(took) for now, then in zip(_used(servers, engines), before, strict=True)
        )
    return {
        "turns/s": len(took) / lasted,
        "first word, median (ms)": percentile(took, 0.5),
        "first word, p95 (ms)": percentile(took, 0.95),
        "LUMINA's processor a turn (ms)": ours,
        "the engines' processor a turn (ms)": theirs,
    }


def _used(servers: Sequence[Server], engines: Watched) -> tuple[float, float]:
    """Seconds of the processor: of these processes, and of the engines."""
    engines_ = sum(seconds for name, seconds in engines.seconds().items() if name != "LUMINA")
    return sum(server.seconds() for server in servers), engines_


async def measure(engines: Watched, given: Mapping[str, Any], home: Path, seconds: float) -> Mapping[str, Figures]:
    """By how many processes."""
    environment = {f"LUMINA_{name.upper()}": str(value) for name, value in given.items()}
    environment |= {"LUMINA_MASTER_KEY": str(home / "master.key")}
    async with AsyncExitStack() as stack:
        names = ("one", "other")
        servers = [await stack.enter_async_context(serving(home / name, **environment)) for name in names]
        found = {"one": await of(servers[:1], engines, seconds, 1)}
        return found | {"two": await of(servers, engines, seconds, 2)}


def table(found: Mapping[str, Figures]) -> Table:
    shown = Table(title=f"{TALKERS} who talk without a pause, on {os.cpu_count()} cores")
    for name in ("", *found, "two to one"):
        shown.add_column(name, justify="left" if not name else "right")
    for what, value in found["one"].items():
        shown.add_row(
            what, *(f"{figures[what]:,.1f}" for figures in found.values()), f"{found['two'][what] / value:.2f}"
        )
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="how long they talk to one, and to two")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lumina-apart-") as folder, watched() as (engines, settings):
        found = asyncio.run(measure(engines, settings, Path(folder), given.seconds))
    Console(width=120).print(table(found), f"load {os.getloadavg()[0]:.1f}", sep="\n")
    return 0 if found["two"]["turns/s"] >= AT_LEAST * found["one"]["turns/s"] else 1


if __name__ == "__main__":
    sys.exit(main())
