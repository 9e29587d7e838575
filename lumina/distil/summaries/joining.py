"""What several ask for at once, and takes long to make, is made once for all of them."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any

from lumina.cancelling import cancelled

Making = Callable[[], Coroutine[Any, Any, int]]


@dataclass(frozen=True, slots=True)
class Joining:
    """By what it is, what is being made: that goes on whoever leaves, until it is done or this is closed."""

    _making: dict[Hashable, asyncio.Task[int]] = field(default_factory=dict[Hashable, asyncio.Task[int]], init=False)

    async def make(self, what: Hashable, making: Making) -> int:
        """What comes of it; where it is being made, of that. Raises what it raises."""
        return await asyncio.shield(self._begun(what, making))

    async def soon(self, what: Hashable, making: Making, seconds: float | None) -> bool:
        """Whether it is made within so long (None: however long). Raises what it raises until then."""
        done, _ = await asyncio.wait([self._begun(what, making)], timeout=seconds)
        for task in done:
            task.result()
        return bool(done)

    def _begun(self, what: Hashable, making: Making) -> asyncio.Task[int]:
        if what not in self._making:
            self._making[what] = asyncio.create_task(making())
            self._making[what].add_done_callback(lambda task: self._end(what, task))
        return self._making[what]

    def _end(self, what: Hashable, task: asyncio.Task[int]) -> None:
        del self._making[what]
        if not task.cancelled():
            task.exception()  # whoever waits is told of it; perhaps nobody does

    async def close(self) -> None:
        await cancelled([*self._making.values()])
