"""Lives that are lived once a run, whatever process comes first: a test has a copy, and goes on from there."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from harness.copies import copy_home, made_once
from harness.life import Life, living
from lumina.clock import ManualClock

Beside = Callable[[Path], dict[str, Any]]
"""The settings of what lies beside the data folder, in this folder."""

HOME, NOW = "home", "moment"


def lived_once(place: Path, untouched: Path, beside: Beside, live: Callable[[Life], Awaitable[object]]) -> Path:
    """The folder `place`, in which `live` has been lived in a copy of the data folder `untouched`."""

    async def lived(folder: Path) -> None:
        async with living(copy_home(untouched, folder / HOME), **beside(folder)) as life:
            await live(life)
            (folder / NOW).write_text(life.clock().isoformat())

    def make(folder: Path) -> None:
        folder.mkdir()
        asyncio.run(lived(folder))

    return made_once(place, make)


@asynccontextmanager
async def going_on(once: Path, folder: Path, beside: Beside) -> AsyncGenerator[Life]:
    """That life, copied to `folder`, from the moment on in which it ended."""
    async with living(_copied(once, folder), ended(once), **beside(folder)) as life:
        yield life


def ended(once: Path) -> ManualClock:
    """A clock that stands where the life ended."""
    return ManualClock(datetime.fromisoformat((once / NOW).read_text()))


def _copied(once: Path, folder: Path) -> Path:
    for one in once.iterdir():
        copy_home(one, folder / one.name)
    return folder / HOME
