"""One DuckDB file among several processes: who has it open now, and whether what was read of a person still holds.

DuckDB lets one process at a time open a file. Whoever needs it takes it, and keeps it as long as nobody else waits:
opening and closing cost some milliseconds, work on the open file next to nothing. Two locks of the operating system,
which are free again when their holder dies: `turn` is held by who is the next, `file` by who has the file. So who wants
it again stands behind who waits.

What others changed is seen without asking anybody: the versions of persons are numbers in a small file that all have
mapped into their memory. (Several persons may share a number: then one's change makes the other be read again.)
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from filelock import FileLock, Timeout

from lumina.errors import StoreDown, because

LINGER = 0.1
"""Seconds that a shared file stays open after its use: what follows soon, as in a descent, need not open it again."""

SLOTS = 4096
POLL_SECONDS = 0.003
PATIENCE = 10.0
"""Seconds that somebody waits: longer than whoever has the file needs it for, unless he is stopped."""


T = TypeVar("T")


class Holding(Protocol):
    """What the tier asks of whoever lets it have the file."""

    linger: float | None
    """Seconds that the file stays open after its use; None: for ever."""

    def take(self) -> None:
        """Wait for the file. Raises StoreDown where another process does not let go of it."""
        ...

    def leave(self) -> None: ...

    @property
    def wanted(self) -> bool:
        """Whether another process waits for the file."""
        ...

    def version(self, person: str) -> bytes:
        """Another one than before if another process may have changed what lies here of the person since."""
        ...

    def changing(self, persons: Iterable[str]) -> None:
        """To be said while one has the file, before the change: who is killed then has changed nothing."""
        ...


class Hand:
    """The one thread that works on the file. It has the file as long as it works there, and a moment longer."""

    def __init__(self, holding: Holding, close: Callable[[], None]) -> None:
        self._holding = holding
        self._close = close
        self._has = False
        self._thread = ThreadPoolExecutor(1, "duckdb")
        self._lingering: asyncio.TimerHandle | None = None

    async def run(self, call: Callable[[], T]) -> T:
        """A call in the thread, while this process has the file; `close` is called there before it is let go."""
        self._stop_lingering()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, self._having_it, call)
        finally:
            self._stop_lingering()
            if self._holding.linger is not None:
                self._lingering = loop.call_later(self._holding.linger, self._thread.submit, self._let_go)

    async def close(self) -> None:
        self._stop_lingering()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        await asyncio.to_thread(self._thread.shutdown)

    def _stop_lingering(self) -> None:
        if self._lingering:
            self._lingering.cancel()

    def _having_it(self, call: Callable[[], T]) -> T:
        if not self._has:
            self._holding.take()
            self._has = True
        try:
            return call()
        finally:
            if self._holding.wanted:
                self._let_go()

    def _let_go(self) -> None:
        if self._has:
            self._close()
            self._has = False
            self._holding.leave()


class Alone:
    """The file is in the data folder of this one process."""

    linger: float | None = None
    wanted = False

    def take(self) -> None: ...

    def leave(self) -> None: ...

    def version(self, person: str) -> bytes:  # noqa: ARG002
        return b""

    def changing(self, persons: Iterable[str]) -> None: ...


class Sharing:
    """One process's part in the file at `path`, used by one thread at a time (`version` by any)."""

    linger: float | None = LINGER

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._turn, self._file = (
            FileLock(path.with_suffix(f".{name}"), thread_local=False, poll_interval=POLL_SECONDS)
            for name in ("turn", "file")
        )
        versions = path.with_suffix(".versions")
        with versions.open("ab") as file:
            file.truncate(SLOTS * 8)  # a new one is all zeros, an old one stays as it is
        self._versions = np.memmap(versions, np.int64, "r+", shape=(SLOTS,))

    def take(self) -> None:
        try:
            with self._turn.acquire(self._patience):
                self._file.acquire(self._patience)
        except Timeout as error:
            why = because("another process has had its file for {seconds} s", seconds=f"{self._patience:g}")
            raise StoreDown(store="DuckDB", why=why) from error

    def leave(self) -> None:
        self._file.release()

    @property
    def wanted(self) -> bool:
        try:
            with self._turn.acquire(0):
                return False
        except Timeout:
            return True

    def version(self, person: str) -> bytes:
        return self._versions[_slot(person)].tobytes()

    def changing(self, persons: Iterable[str]) -> None:
        for person in persons:
            self._versions[_slot(person)] += 1


def _slot(person: str) -> int:
    return int.from_bytes(blake2b(person.encode(), digest_size=8).digest()) % SLOTS
