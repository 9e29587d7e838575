"""`python -m bench.erasing_whole`: a person with thousands of memories is erased; seconds of each step, and of the
night's clean-up.

The life is that of bench.scale: what the pipeline made of a few hundred memories, written again under other ids, and
descended. Somebody else, who has as many as the pattern, stays.
"""

import argparse
import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.folder import copy_of, prepared, settings
from bench.scale import engines_of, lived, settle
from bench.usage import Spent
from harness.copies import copy_home
from harness.made_up import END
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.erasure.erase import Erasure
from lumina.settings import Settings

PATTERN: Final = 200
WHO, OTHER = "person 0", "person 1"
REPORTED: Final = 0.02
"""Seconds on the wall from which a step is named."""

Steps = dict[str, Spent]


def timed(name: str, call: Callable[..., Awaitable[Any]], steps: Steps) -> Callable[..., Awaitable[Any]]:
    async def run(*given: Any) -> Any:
        before = Spent.now()
        try:
            return await call(*given)
        finally:
            steps[name] = Spent.now().since(before)

    return run


class _Traces:
    """Those of an erasure, timed."""

    def __init__(self, traces: Any, steps: Steps) -> None:
        self.needles = timed("take needles", traces.needles, steps)
        self.kept = timed("sought in what is kept", traces.kept, steps)


def with_times(erasure: Erasure, steps: Steps) -> Erasure:
    stores = [replace(one, forget=timed(f"forget {one.name}", one.forget, steps)) for one in erasure.stores]
    compactions = [timed(f"compact {n} {_name(one)}", one, steps) for n, one in enumerate(erasure.compactions)]
    return replace(erasure, stores=stores, compactions=compactions, traces=_Traces(erasure.traces, steps))


def _name(call: Any) -> str:
    return getattr(getattr(call, "func", call), "__qualname__", "")


async def moved_in(opened: Settings, memories: int) -> None:
    with copy_of(await prepared(PATTERN)) as home:
        async with Lumina.open(settings(home), ManualClock(END)) as lumina:
            life = await lived(lumina._parts.stores)  # pyright: ignore[reportPrivateUsage]
    async with Lumina.open(opened, ManualClock(END)) as lumina:
        for person, many in ((WHO, memories), (OTHER, len(life))):
            await settle(lumina._parts.stores, life, person, many)  # pyright: ignore[reportPrivateUsage]
        for job in ("descend", "heal"):
            await lumina.jobs.run(job)


async def ready(opened: Settings, memories: int, kept: Path | None) -> None:
    """As moved_in(), or as that lies in `kept` from the last time."""
    made = kept / f"{memories}" if kept else None
    if made and made.exists():
        copy_home(made, opened.home)
        return
    await moved_in(opened, memories)
    if made:
        made.parent.mkdir(parents=True, exist_ok=True)
        copy_home(opened.home, made)


@asynccontextmanager
async def _opened(home: Path, engines: Mapping[str, Any]) -> AsyncGenerator[Lumina]:
    async with Lumina.open(settings(home, **engines), ManualClock(END)) as lumina:
        yield lumina


async def erase(lumina: Lumina) -> dict[str, Any]:
    steps: Steps = {}
    erasure = with_times(lumina._parts.erasure, steps)  # pyright: ignore[reportPrivateUsage]
    token = (await erasure.preview(WHO)).token
    before = Spent.now()
    report = await erasure.erase(WHO, token, asked_by="bench", at=END)
    whole, night = Spent.now().since(before), Spent.now()
    await lumina.jobs.run("rewrite")
    steps = {"the whole erasure": whole, **steps, "the night's clean-up": Spent.now().since(night)}
    return {"erased": dict(report.erased), "residue": sum(report.residue.values()), "steps": steps}


async def measured(memories: int, engines: Mapping[str, Any], kept: Path | None) -> dict[str, Any]:
    with TemporaryDirectory(prefix="lumina-erasing-") as folder:
        home = Path(folder) / "home"
        await ready(settings(home, **engines), memories, None if engines else kept)
        async with _opened(home, engines) as lumina:
            return await erase(lumina)


def told(found: dict[str, Any]) -> Sequence[str]:
    lines = [f"erased {found['erased']}", f"residue {found['residue']}", f"{'step':48} {'wall':>7} {'CPU':>7}"]
    steps: Steps = found["steps"]
    return [
        *lines,
        *(f"{name:48} {one.wall:7.2f} {one.cpu:7.2f}" for name, one in steps.items() if one.wall > REPORTED),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.erasing_whole", description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--profile", choices=("embedded", "server"), default="embedded")
    parser.add_argument("--kept", type=Path, help="where the folder is kept, so that the next run need not make it")
    given = parser.parse_args()
    with engines_of(given.profile) as engines:
        found = asyncio.run(measured(given.memories, engines, given.kept))
    print("\n".join(told(found)))  # noqa: T201
    print(json.dumps({name: (one.wall, one.cpu) for name, one in found["steps"].items()}))  # noqa: T201


if __name__ == "__main__":
    main()
