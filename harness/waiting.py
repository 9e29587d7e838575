"""Tests wait for what has happened, however long a busy machine takes; not for some milliseconds in which it should."""

import asyncio
from collections.abc import Awaitable, Callable

from psutil import STATUS_ZOMBIE, NoSuchProcess, Process

LONGEST = 240.0
"""Seconds."""


async def until(holds: Callable[[], Awaitable[object]]) -> None:
    """Raises TimeoutError where it does not come to hold."""
    async with asyncio.timeout(LONGEST):
        while not await holds():  # noqa: ASYNC110  another process may be behind it
            await asyncio.sleep(0.01)


def is_over(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has looked at how yet."""
    try:
        return Process(pid).status() == STATUS_ZOMBIE
    except NoSuchProcess:
        return True
