"""How what goes on for ever is ended."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_SECONDS = 0.5


async def pause(seconds: float) -> None:
    """Sleep, in a task that goes on until it is cancelled. Raises CancelledError at once where it was, and what it did
    meanwhile made something else of that: PostgreSQL answers a cancelled query with an error of its own."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
    await asyncio.sleep(seconds)


async def cancelled(tasks: Iterable[asyncio.Task[Any]], patience: float = AGAIN_SECONDS) -> None:
    """Return when all of them have ended. What has not, `patience` seconds after it was told, is told again: where a
    cancellation meets the end of what a task waits for, it is lost in between (in `asyncio.wait_for` of Python 3.11, by
    which connection pools wait), and the task would go on."""
    told = list(tasks)
    going = set(told)
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=patience)
    await asyncio.gather(*told, return_exceptions=True)
