"""The circuit breaker of an engine: who does not answer is left alone for a while, instead of being waited for.

Closed, calls go through. One that ran into the engine's time limit, two that somebody broke off because they took too
long, or three that failed at once open it: from then on calls fail without asking. After a rest one call goes through
as a probe, and one only; what becomes of it decides.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final, Literal

from lumina.errors import StoreDown, StoreFull, because

REFUSALS: Final = 3
"""Calls in a row that fail at once until the circuit opens: a connection may have been lost while nobody looked."""

SLOW_SECONDS: Final = 1.0
"""A call that failed, or was broken off, after so long was waited for."""

BROKEN_OFF: Final = 2
"""As many refusals is a call that somebody else's impatience broke off: the engine might have answered."""

REST_SECONDS: Final = 2.0

State = Literal["closed", "open", "half-open"]
Now = Callable[[], float]


class Circuit:
    """Of one engine in one process; all who call the engine share it. `now` counts seconds."""

    def __init__(self, store: str, *, rest: float = REST_SECONDS, now: Now = time.monotonic) -> None:
        self.store = store
        self.answered_at = now()
        self._rest = rest
        self._now = now
        self._failures = 0
        self._probe_at = 0.0
        self._probing = False
        self._last = StoreDown(store=store, why="")

    @property
    def state(self) -> State:
        if self._failures < REFUSALS:
            return "closed"
        return "half-open" if self._probing else "open"

    @property
    def rests(self) -> bool:
        """Whether admit() would raise."""
        return self.state != "closed" and self._now() < self._probe_at

    def admit(self) -> None:
        """Raises StoreDown at once where the engine rests. Of those who come after its rest the first is the probe;
        while nothing is known of it, the others wait as long again."""
        if self.state == "closed":
            return
        if self.rests:
            raise type(self._last)(**self._last.details)
        self._probe_at, self._probing = self._now() + self._rest, True

    def succeeded(self) -> None:
        """The engine answered, if only to refuse."""
        self.answered_at = self._now()
        self._failures, self._probing = 0, False

    def waited(self, seconds: float) -> None:
        """Somebody waited so long for an answer: it failed, unless others had one meanwhile."""
        if self._now() - self.answered_at >= seconds:
            self.failed(because("no answer within {seconds} s", seconds=f"{seconds:.0f}"), slow=True)

    def failed(self, why: object, *, slow: bool = False, refusals: int = 1) -> None:
        """The engine did not answer, for this reason or with this StoreDown, which others get meanwhile; `slow`: as
        long as it has time to."""
        probed = self.state != "closed"
        self._failures = REFUSALS if slow or probed else min(self._failures + refusals, REFUSALS)
        self._probe_at, self._probing = self._now() + self._rest, False
        self._last = why if isinstance(why, StoreDown) else StoreDown(store=self.store, why=why)

    @asynccontextmanager
    async def calling(self) -> AsyncGenerator[None]:
        """One call of the engine, which raises StoreDown where it fails, StoreFull where it is refused. Raises
        StoreDown, and does not call, where the engine rests."""
        self.admit()
        began = self._now()
        try:
            yield
        except StoreFull:
            self.succeeded()
            raise
        except StoreDown as error:
            self.failed(error, slow=self._now() - began >= SLOW_SECONDS)
            raise
        except asyncio.CancelledError:  # by a time limit, or by somebody who does not care any more
            waited = self._now() - began
            if waited >= SLOW_SECONDS:
                self.failed(because("no answer within {seconds} s", seconds=f"{waited:.0f}"), refusals=BROKEN_OFF)
            raise
        else:
            self.succeeded()
