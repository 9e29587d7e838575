"""`python -m bench.serving`: the API as many meet it at once, in one process, `lumina serve`.

Fifty people in fifty rooms each say something every ten seconds; once with the offline voice, once with a model on
loopback that streams for twenty seconds (there, ten seconds after the answer has ended); and a thousand event streams
are held open. The generator reaches loopback alone, has bounds in number and time, and stops by itself. Beside it numpy
searches ten thousand vectors, as the yardstick of the machine's moment.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import numpy as np
import psutil
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect

from bench.usage import MEGABYTE, percentile, seconds_of
from harness.made_up import PERSON, live
from harness.openai_server import running_openai_server, streams_for

PEOPLE: Final = 50
EVERY: Final = 10.0
STREAMS: Final = 1_000
MOST_SECONDS: Final = 300.0
STREAMING_SECONDS: Final = 20.0
PIECES: Final = 40
SAID_ALONE, OPENING = 43, 3
"""Sayings of one person alone, and how many of them are not counted: they open what a person needs."""

WARM_UP: Final = 1
"""Sayings of each person that are not counted: the first opens what a person needs."""

TARGETS: Final[Mapping[str, float]] = {
    "first token, p95 (ms)": 150,
    "errors": 0,
    "first token with a model, p95 (ms)": 150,
    "errors with a model": 0,
    "1,000 event streams (MB)": 200,
}

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Server:
    """`lumina serve` in a process of its own."""

    process: psutil.Process
    url: str
    secret: str

    def megabytes(self) -> float:
        """Resident: Python alone; PostgreSQL's part is the same whoever listens."""
        return self.process.memory_info().rss / MEGABYTE

    def seconds(self) -> float:
        """Of the processor, its PostgreSQL's too."""
        return sum(map(seconds_of, [self.process, *self.process.children(recursive=True)]))

    def client(self) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=PEOPLE)
        headers = {"Authorization": f"Bearer {self.secret}"}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=60, limits=limits)


@dataclass(slots=True)
class Heard:
    """What those who talk have met: milliseconds until the first word, and what went wrong."""

    first: list[float] = field(default_factory=list[float])
    errors: list[str] = field(default_factory=list[str])


async def _announced(lines: asyncio.StreamReader) -> str:
    """Where it is, out of what it says first. Raises RuntimeError."""
    said = ""
    while line := (await lines.readline()).decode():
        said += line
        if "http" in line:
            return line[line.index("http") :].split("/sign-in")[0]
    raise RuntimeError(said)


@asynccontextmanager
async def serving(home: Path, **setting: str) -> AsyncGenerator[Server]:
    environment = {**os.environ, "LUMINA_HOME": str(home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": "p0", **setting}
    command = [sys.executable, "-c", "from lumina.cli import main; main()"]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, "serve", "--port", "0", env=environment, stderr=pipe, stdout=pipe
    )
    assert process.stderr
    try:
        url = await _announced(process.stderr)
        adding = await asyncio.create_subprocess_exec(
            *command, "token", "add", "bench", "--operator", "--json", env=environment, stdout=pipe
        )
        secret = json.loads((await adding.communicate())[0])["secret"]
        yield Server(psutil.Process(process.pid), url, secret)
    finally:
        process.terminate()
        await process.communicate()


async def say(
    client: httpx.AsyncClient, person: str, text: str, heard: Callable[[], None] = lambda: None
) -> tuple[float, str]:
    """Milliseconds until the first piece of an answer (then `heard` is called), and what went wrong."""
    began, first, wrong = time.perf_counter(), 0.0, ""
    asked = {"user_text": text, "room": f"room of {person}"}
    try:
        async with client.stream("POST", "/api/chat", json=asked, params={"person": person}) as answer:
            if answer.status_code != 200:
                return 0.0, f"{answer.status_code} {(await answer.aread())[:200]!r}"
            async for line in answer.aiter_lines():
                if line == "event: token" and not first:
                    first = 1e3 * (time.perf_counter() - began)
                    heard()
                wrong = wrong or (line if line == "event: error" or '"failed": "' in line else "")
    except httpx.HTTPError as error:
        wrong = repr(error)
    return first, wrong or ("" if first else "no answer")


async def talks(client: httpx.AsyncClient, number: int, sayings: list[str], until: float, heard: Heard) -> None:
    """One person: says something at each of her times, or once she has been answered and has read it."""
    await asyncio.sleep(EVERY * number / PEOPLE)
    count = 0
    while (began := time.perf_counter()) < until:
        first, wrong = await say(client, f"p{number}", sayings[(7 * number + count) % len(sayings)])
        count += 1
        if wrong:
            heard.errors.append(wrong)
        elif count > WARM_UP:
            heard.first.append(first)
        took = time.perf_counter() - began
        await asyncio.sleep(EVERY - took if took < EVERY else EVERY)


async def crowd(server: Server, seconds: float) -> Figures:
    """All talk for so long."""
    sayings = [f"@ルミナ {turn.text}" for turn in live(100, seed=3).turns if turn.speaker == PERSON]
    heard, used = Heard(), server.seconds()
    until = time.perf_counter() + min(seconds, MOST_SECONDS)
    async with server.client() as client, asyncio.TaskGroup() as group:
        for number in range(PEOPLE):
            group.create_task(talks(client, number, sayings, until, heard))
    for error in heard.errors[:3]:
        print(error, file=sys.stderr)  # noqa: T201
    spent = server.seconds() - used
    first = heard.first or [float("nan")]
    return {
        "p50": percentile(first, 0.5),
        "p95": percentile(first, 0.95),
        "max": max(first),
        "turns": len(first) + WARM_UP * PEOPLE,
        "errors": len(heard.errors),
        "cpu": 1e3 * spent / (len(first) + WARM_UP * PEOPLE),
        "busy": 100 * spent / seconds,
    }


async def alone(server: Server) -> Figures:
    """One person, with nobody beside: what a first word costs the processor, whoever else uses the machine."""
    sayings = [f"@ルミナ {turn.text}" for turn in live(100, seed=3).turns if turn.speaker == PERSON][:SAID_ALONE]
    spent, walls = list[float](), list[float]()
    async with server.client() as client:
        for text in sayings:
            used = server.seconds()
            first, _ = await say(client, "p0", text, lambda since=used: spent.append(server.seconds() - since))
            walls.append(first)
    spent, walls = spent[OPENING:], walls[OPENING:]
    return {"cpu": 1e3 * sum(spent) / len(spent), "p50": percentile(walls, 0.5), "best": min(walls)}


async def streams(server: Server, count: int) -> Figures:
    """So many event streams, of fifty people, opened and held; each has heard its hello."""
    address = server.url.replace("http", "ws", 1)
    headers = {"Authorization": f"Bearer {server.secret}"}
    before = server.megabytes()
    async with AsyncExitStack() as stack:
        for number in range(count):
            url = f"{address}/api/events/stream?person=p{number % PEOPLE}"
            opening = connect(url, additional_headers=headers, proxy=None, compression=None)
            socket = await stack.enter_async_context(opening)
            await asyncio.wait_for(socket.recv(), 60)
            if number % 20 == 0:
                await asyncio.sleep(0.4)  # the operator may ask 50 times a second
        await asyncio.sleep(2)
        used, began = server.seconds(), time.perf_counter()
        await asyncio.sleep(5)
        idle = 100 * (server.seconds() - used) / (time.perf_counter() - began)
        return {"megabytes": server.megabytes() - before, "before": before, "idle": idle}


def by_numpy() -> float:
    """Milliseconds (median) of an exact search of 10,000 vectors."""
    chance = np.random.default_rng(1)
    matrix = chance.standard_normal((10_000, 300), dtype=np.float32)
    took: list[float] = []
    for vector in matrix[:50]:
        began = time.perf_counter()
        np.argsort(-np.vecdot(matrix, vector))[:100]
        took.append(1e3 * (time.perf_counter() - began))
    return percentile(took, 0.5)


async def measure(seconds: float) -> Figures:
    """All figures, by what they are of."""
    found: Figures = {"numpy's search of 10,000 (ms)": by_numpy(), "load at the start": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory(prefix="lumina-bench-", ignore_cleanup_errors=True) as folder:
        async with serving(Path(folder) / "offline") as server:
            opened = await streams(server, STREAMS)
            first = await alone(server)
            found |= {
                "first token with nobody beside, processor (ms)": first["cpu"],
                "first token with nobody beside, median (ms)": first["p50"],
                "first token with nobody beside, quickest (ms)": first["best"],
            }
            found |= _named(await crowd(server, seconds), "")
        with running_openai_server() as model:
            model.will(streams_for(STREAMING_SECONDS, PIECES))
            speaking = {"LUMINA_MODEL": "openai:scripted", "LUMINA_MODEL_BASE_URL": model.base_url}
            async with serving(Path(folder) / "model", OPENAI_API_KEY="x", **speaking) as server:
                found |= _named(await crowd(server, 2 * seconds), " with a model")
    return found | {
        "1,000 event streams (MB)": opened["megabytes"],
        "empty process (MB)": opened["before"],
        "processor with 1,000 streams (%)": opened["idle"],
    }


def _named(figures: Figures, what: str) -> Figures:
    return {
        f"first token{what}, median (ms)": figures["p50"],
        f"first token{what}, p95 (ms)": figures["p95"],
        f"first token{what}, longest (ms)": figures["max"],
        f"turns{what}": figures["turns"],
        f"errors{what}": figures["errors"],
        f"processor a turn{what} (ms)": figures["cpu"],
        f"processor{what} (% of one)": figures["busy"],
    }


def table(figures: Mapping[str, float]) -> Table:
    shown = Table(title=f"lumina serve: {PEOPLE} people in {PEOPLE} rooms, each every {EVERY:g} s")
    for name in ("", "found", "target", ""):
        shown.add_column(name, justify="left" if not name else "right")
    for what, value in figures.items():
        target = TARGETS.get(what)
        said = "" if target is None else "reached" if value <= target else "missed"
        shown.add_row(what, f"{value:,.1f}", "" if target is None else f"≤ {target:g}", said)
    return shown


def run(seconds: float = 60.0) -> dict[str, Any]:
    """Measure, show, and hand over what was found."""
    found = asyncio.run(measure(seconds))
    Console(width=120).print(table(found))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they talk (300 at most)")
    run(parser.parse_args().seconds)


if __name__ == "__main__":
    main()
