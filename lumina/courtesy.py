"""Whoever waits for an answer goes first: what nobody waits for gives way."""

import asyncio
import time
from typing import Final

SOON: Final = 0.5
"""Seconds: whoever has waited longer waits for a model, and needs nothing of this process."""

GIVES_WAY: Final = 0.2
"""Seconds for which a step of the background gives way at most, so that it gets on where people never cease to talk."""

LOOKS_AGAIN: Final = 0.01

_waiting: dict[int, float] = {}


def waits(who: object) -> None:
    """Somebody waits for an answer from now on."""
    _waiting[id(who)] = time.monotonic()


def is_answered(who: object) -> None:
    """Also of whom it was said before."""
    _waiting.pop(id(who), None)


async def give_way() -> None:
    """Return once nobody has just asked for an answer, or at the latest after GIVES_WAY."""
    end = time.monotonic() + GIVES_WAY
    while _somebody_has_just_asked() and time.monotonic() < end:  # noqa: ASYNC110  a process has several loops
        await asyncio.sleep(LOOKS_AGAIN)


def _somebody_has_just_asked() -> bool:
    since = time.monotonic() - SOON
    return any(asked > since for asked in _waiting.values())
