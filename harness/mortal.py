"""LUMINA in a process of its own: it does what it is told, says what is durable, and can be killed at any moment.

The processes are forked from one that has everything imported and read already (harness.forking).
"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol, Self

import psutil

from harness.forking import forkserver
from harness.waiting import LONGEST
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.settings import Settings

PATIENCE = LONGEST
"""Seconds until a process that says nothing counts as stuck."""

Tell = Callable[[object], None]
"""Takes what is durable from now on."""


class Deed(Protocol):
    """Something to do. What it returns is heard as its Finished."""

    @property
    def do(self) -> Callable[[Lumina, Tell], Awaitable[object]]: ...


@dataclass(frozen=True, slots=True)
class Ready:
    """The folder is open."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The deed is done."""

    result: Any = None


class Died(Exception):
    """The process ended without having been told to; a negative `status` is the signal that killed it."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"status {status}")
        self.status = status


@dataclass(slots=True)
class Mortal:
    """The process as its parent has it."""

    home: Path
    process: BaseProcess
    pipe: "Connection[Any, Any]"

    @classmethod
    def born(cls, home: Path, now: datetime, *, background: bool = False, **settings: Any) -> Self:
        """Start to open the folder; Ready is heard once that is done. Without environment: the default settings, but
        for a smaller window, and those that are given. What an S3 server knows LUMINA by comes along: the server that
        forks was started by whoever came first."""
        forking = forkserver()
        ours, theirs = forking.Pipe()
        known_by = {name: value for name, value in os.environ.items() if name.startswith("AWS_")}
        process = forking.Process(target=_live, args=(known_by, home, now, background, settings, theirs), daemon=True)
        process.start()
        theirs.close()
        return cls(home, process, ours)

    def begin(self, deed: Deed, at: datetime) -> None:
        """Let it do this at that moment of its clock."""
        self.pipe.send((deed, at))

    def heard(self, until: float = 0.0) -> object | None:
        """What it says next; None where it says nothing until then (0: it must say something). Raises EOFError where
        it is dead and everything was heard."""
        seconds = until - time.monotonic() if until else PATIENCE
        if self.pipe.poll(max(seconds, 0.0)):
            return self.pipe.recv()
        if not until:
            raise TimeoutError(f"nothing was heard for {PATIENCE:.0f} s")
        return None

    def done(self, deed: Deed, at: datetime, tell: Tell) -> Any:
        """Let it do this to the end; `tell` is given what is durable. Raises Died where it does not come so far."""
        self.begin(deed, at)
        return self._heard_out(Finished, tell).result

    def ready(self) -> None:
        """Wait until the folder is open. Raises Died."""
        self._heard_out(Ready, _unexpected)

    def _heard_out(self, kind: type[Any], tell: Tell) -> Any:
        try:
            while not isinstance(message := self.heard(), kind):
                tell(message)
        except EOFError:
            self.process.join()
            raise Died(self.process.exitcode) from None
        return message

    def kill(self, *, and_postgres: bool = False) -> list[object]:
        """End it at once, its PostgreSQL too if asked for; returns what it had still said. Raises Died where it had
        ended before."""
        self.process.kill()
        if and_postgres:
            kill_postgres(self.home)
        self.process.join()
        said: list[object] = []
        try:
            while True:
                said.append(self.pipe.recv())
        except (EOFError, ConnectionResetError):
            self.pipe.close()
        if self.process.exitcode != -signal.SIGKILL:
            raise Died(self.process.exitcode)
        return said

    def close(self) -> None:
        """Let it close the folder and end."""
        self.pipe.send(None)
        self.process.join(PATIENCE)
        self.pipe.close()
        if self.process.exitcode:
            raise Died(self.process.exitcode)


def kill_postgres(home: Path) -> None:
    """As when the power goes: every process of the folder's PostgreSQL at once."""
    for process in postgres_of(home):
        with suppress(psutil.NoSuchProcess):
            process.kill()


def postgres_of(home: Path) -> list[psutil.Process]:
    """The processes of the folder's PostgreSQL, that which began the others first; none where it does not run."""
    try:
        master = psutil.Process(int((home / "postgres" / "postmaster.pid").read_text().split("\n")[0]))
        if master.name() != "postgres" or Path(master.cwd()) != (home / "postgres").resolve():
            return []
        return [master, *master.children(recursive=True)]
    except (OSError, ValueError, psutil.NoSuchProcess):
        return []


def _unexpected(message: object) -> None:
    raise AssertionError(f"nothing was asked for, and this was heard: {message}")


# From here on, everything runs in the process.


def _live(known_by: Mapping[str, str], home: Path, *given: Any) -> None:
    os.environ.update(known_by)
    asyncio.run(_serve(home, *given))


async def _serve(
    home: Path, now: datetime, background: bool, more: Mapping[str, Any], pipe: "Connection[Any, Any]"
) -> None:
    clock = ManualClock(now)
    settings = Settings(home=home, model="", embedder="chive", window_min=2, window_max=6, **more)
    async with Lumina.open(settings, clock, background=background) as lumina:
        pipe.send(Ready())
        while order := await asyncio.to_thread(pipe.recv):
            deed, at = order
            clock.set(at)
            pipe.send(Finished(await deed.do(lumina, pipe.send)))
