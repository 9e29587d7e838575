"""How long each part of something took."""

import time


class Stopwatch:
    """Laps in milliseconds, by name."""

    def __init__(self) -> None:
        self.laps_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps_ms[name] = round((now - self._last) * 1000, 3)
        self._last = now
