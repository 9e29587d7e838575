"""How much one caller may ask for: so many requests at once, and so many a second from then on."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from lumina.errors import TooOften, because

KNOWN: Final = 10_000
"""Callers that are counted; those that called longest ago are forgotten."""


@dataclass(slots=True)
class Bucket:
    """Holds `most`, and is filled by `rate` a second (a token bucket)."""

    most: float
    rate: float
    now: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(
        default_factory=OrderedDict[str, tuple[float, float]], init=False
    )

    def waits(self, name: str) -> int:
        """Seconds until there is one for this caller; 0: now."""
        left = self._of(name)
        return 0 if left >= 1 else math.ceil((1 - left) / self.rate)

    def take(self, name: str) -> None:
        self._left[name] = self._of(name) - 1, self.now()
        self._left.move_to_end(name)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)

    def _of(self, name: str) -> float:
        left, since = self._left.get(name, (self.most, self.now()))
        return min(self.most, left + (self.now() - since) * self.rate)


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests by caller; failed attempts to sign in by address."""

    requests: Bucket = field(default_factory=lambda: Bucket(300, 50))
    failures: Bucket = field(default_factory=lambda: Bucket(20, 0.2))

    def admit(self, name: str) -> None:
        """Raises TooOften."""
        _refuse(self.requests.waits(name))
        self.requests.take(name)

    def check_failures(self, address: str) -> None:
        """Raises TooOften where too many wrong tokens came from there."""
        _refuse(self.failures.waits(address))

    def note_failure(self, address: str) -> None:
        self.failures.take(address)


def _refuse(seconds: int) -> None:
    if seconds:
        raise TooOften(why=because("this caller has asked for more than it may"), seconds=seconds)
