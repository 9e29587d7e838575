"""One process on one data folder, as a user has it: opens, looks things up, talks, and reports what that took.

`python -m bench.sitting HOME` reads {"questions", "sayings", "end"} from stdin and prints one JSON object.
"""

# langchain ships types that strict mode cannot fully see
# pyright: reportUnknownMemberType=false

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from contextvars import ContextVar
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypedDict

import psutil
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.tracers.context import register_configure_hook

from bench.usage import Spent, memory, percentile
from harness.made_up import PERSON
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.reports import Done
from lumina.settings import Settings

WARM_UP = 5
ROOM = "bench"

Figures = dict[str, float]


class Task(TypedDict):
    """What is asked and said, and the moment at which it happens."""

    questions: list[str]
    sayings: list[str]
    end: str


class VoiceTime(AsyncCallbackHandler):
    """How long the model itself was at work."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._began = 0.0

    async def on_chat_model_start(self, *_: Any, **__: Any) -> None:
        self._began = time.perf_counter()

    async def on_llm_end(self, *_: Any, **__: Any) -> None:
        self.seconds += time.perf_counter() - self._began


_listening: ContextVar[VoiceTime | None] = ContextVar("voice", default=None)
register_configure_hook(_listening, inheritable=True)


async def look_up(lumina: Lumina, questions: Sequence[str]) -> Figures:
    """Milliseconds a question: on the wall, and of this process's CPU; PostgreSQL's CPU on average."""
    walls: list[float] = []
    cpus: list[float] = []
    before = Spent.now()
    for question in questions:
        began = time.perf_counter(), time.process_time()
        await lumina.recall.look_up(question, person=PERSON, viewer=None, budget=1500, limit=10, unit="memory")
        walls.append((time.perf_counter() - began[0]) * 1000)
        cpus.append((time.process_time() - began[1]) * 1000)
    servers = Spent.now().since(before).servers * 1000 / len(questions)
    return {**_percentiles("recall", walls, cpus), "recall_postgres_cpu": servers}


async def talk(lumina: Lumina, clock: ManualClock, sayings: Sequence[str]) -> Figures:
    """Milliseconds a turn without the model's own, and of its CPU; and of what happens after it (the flush)."""
    walls: list[float] = []
    cpus: list[float] = []
    afterwards: list[float] = []
    for saying in sayings:
        clock.advance(timedelta(seconds=30))
        began = time.process_time()
        wall, voice = await timed_turn(lumina, saying, PERSON, ROOM)
        walls.append(wall)
        cpus.append((time.process_time() - began) * 1000 - voice)  # the offline voice waits for nothing
        settling = time.perf_counter()
        await lumina.settle()
        afterwards.append((time.perf_counter() - settling) * 1000)
    return {**_percentiles("turn", walls, cpus), "flush_p95": percentile(afterwards, 0.95)}


async def timed_turn(lumina: Lumina, saying: str, person: str, room: str) -> tuple[float, float]:
    """Milliseconds of a turn without its model, and of the model."""
    _listening.set(voice := VoiceTime())
    async for event in lumina.talk.say(saying, person=person, room=room):
        if isinstance(event, Done):
            return event.timings_ms["total"] - voice.seconds * 1000, voice.seconds * 1000
    raise RuntimeError("the turn had no end")


def _percentiles(name: str, walls: Sequence[float], cpus: Sequence[float]) -> Figures:
    return {
        f"{name}_{kind}p{share:.0f}": percentile(values, share / 100)
        for kind, values in (("", walls), ("cpu_", cpus))
        for share in (50, 95)
    }


async def sit(home: Path, task: Task) -> Figures:
    clock = ManualClock(datetime.fromisoformat(task["end"]))
    before = Spent.now()
    async with Lumina.open(Settings(home=home, model="", embedder="chive", user=PERSON), clock) as lumina:
        opened = Spent.now().since(before)
        ready = time.time() - psutil.Process().create_time()
        figures: Figures = {"open": opened.wall, "open_cpu": opened.cpu, "start": ready, "start_cpu": Spent.now().cpu}
        figures |= {f"resident_{name}_at_start": size for name, size in memory().items()}
        await look_up(lumina, task["questions"][:WARM_UP])
        figures |= await look_up(lumina, task["questions"])
        figures |= await talk(lumina, clock, task["sayings"])
        figures |= {f"resident_{name}": size for name, size in memory().items()}
    return figures


if __name__ == "__main__":
    print(json.dumps(asyncio.run(sit(Path(sys.argv[1]), json.load(sys.stdin)))))  # noqa: T201
