"""What runs side by side is held at its awaits, wherever dice say: soon it has come in many of the orders there are.

An event loop goes on with whatever is ready first; so what two do at the same moment meets in a few orders only,
however often it is tried.
"""

import asyncio
import random
from collections.abc import Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final

HELD: Final = 0.2
"""The share of awaits at which somebody is held."""

LONGEST: Final = 0.05
"""Seconds; half of those who are held let only the others that are ready go first."""


@contextmanager
def interleaved(dice: random.Random) -> Generator[None]:
    """Each task that is begun until this is left is held, now and then, where it would go on after an await."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()

    def held(loop: asyncio.AbstractEventLoop, doing: Any, **more: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_Held(doing, dice), loop=loop, **more)

    loop.set_task_factory(held)
    try:
        yield
    finally:
        loop.set_task_factory(before)


class _Held(Coroutine[Any, Any, Any]):
    """A coroutine that goes on when it is let."""

    def __init__(self, doing: Coroutine[Any, Any, Any], dice: random.Random) -> None:
        self._doing, self._dice = doing, dice
        self._pause: Iterator[Any] | None = None
        self._begun = False

    def send(self, value: Any) -> Any:
        if self._begun and self._pause is None and self._dice.random() < HELD:
            self._pause = iter(asyncio.sleep(self._dice.choice((0.0, self._dice.random() * LONGEST))).__await__())
        if self._pause is not None:
            for waited in self._pause:
                return waited
        self._begun, self._pause = True, None
        return self._doing.send(value)

    def throw(self, *raised: Any) -> Any:
        self._pause = None
        return self._doing.throw(*raised)

    def close(self) -> None:
        self._doing.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield from self._doing.__await__())
