"""What this process and the servers that it started use: CPU seconds and memory."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import psutil

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds on the wall, and of CPU: of this process, and of its servers."""

    wall: float
    python: float
    servers: float

    @classmethod
    def now(cls) -> Self:
        return cls(time.perf_counter(), time.process_time(), sum(map(seconds_of, _servers())))

    def since(self, earlier: "Spent") -> "Spent":
        return Spent(self.wall - earlier.wall, self.python - earlier.python, self.servers - earlier.servers)

    @property
    def cpu(self) -> float:
        return self.python + self.servers


def memory() -> dict[str, float]:
    """Megabytes: what this process has resident, and what PostgreSQL's processes have in all (shared pages once)."""
    servers = sum(process.memory_full_info().pss for process in _servers())
    return {"python": psutil.Process().memory_info().rss / MEGABYTE, "postgres": servers / MEGABYTE}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    ranked = sorted(values)
    return ranked[max(0, -int(-share * len(ranked) // 1) - 1)]


def _servers() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def seconds_of(process: psutil.Process) -> float:
    """Also of its children that have ended."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return times.user + times.system + times.children_user + times.children_system
