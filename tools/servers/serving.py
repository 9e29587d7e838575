"""A server's process: started, awaited, killed, paused, started again, and gone with whoever started it."""

import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

LISTENING = range(10_000, 32_000)
START_SECONDS = 120.0
STOP_SECONDS = 30.0
POLL_SECONDS = 0.02

_starter = ThreadPoolExecutor(1, "server-starter")
"""A process is told to die with the thread that started it: this one lives as long as the program."""


@dataclass
class Server:
    """One engine that runs. `url` is the way to it, password included; `ready` asks whether it answers."""

    name: str
    url: str
    command: Sequence[str | Path]
    environment: Mapping[str, str]
    folder: Path
    ready: Callable[[], bool]
    account: str | None = None
    farewell: signal.Signals = signal.SIGTERM
    process: "subprocess.Popen[Any] | None" = field(default=None, init=False)

    def start(self) -> None:
        """Returns when it answers. Raises RuntimeError, with its last words, where it ends instead."""
        self.process = _starter.submit(self._launch).result()
        end = time.monotonic() + START_SECONDS
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError(f"{self.name} does not start: {self._last_words()}")
            time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        """As an operator stops it."""
        self._signal(signal.SIGCONT)
        if self.process and self.process.poll() is None:
            self.process.send_signal(self.farewell)
        try:
            self._wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        self._wait(STOP_SECONDS)

    @contextmanager
    def paused(self) -> Generator[None]:
        """It takes connections, and does not answer."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _launch(self) -> "subprocess.Popen[Any]":
        dies_too = ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []
        with self._log.open("wb") as log:
            return subprocess.Popen(
                [*dies_too, *map(str, self.command)],
                cwd=self.folder,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **rights(self.account),
            )

    def _signal(self, number: signal.Signals) -> None:
        """To the process and to those that it made."""
        if self.process and self.process.poll() is None:
            first = psutil.Process(self.process.pid)
            for process in [first, *first.children(recursive=True)]:
                with suppress(psutil.NoSuchProcess):
                    process.send_signal(number)

    def _wait(self, seconds: float) -> None:
        if self.process:
            self.process.wait(seconds)

    @property
    def _log(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.log"

    def _last_words(self) -> str:
        return " / ".join(self._log.read_text(errors="replace").splitlines()[-5:])


def rights(account: str | None) -> dict[str, Any]:
    """How to run a program as another account, in none of the caller's groups."""
    return {"user": account, "group": pwd.getpwnam(account).pw_gid, "extra_groups": ()} if account else {}


@contextmanager
def folder_that_goes_away(name: str) -> Generator[Path]:
    """Right below the place for temporary files, where another account gets through."""
    with tempfile.TemporaryDirectory(prefix=f"lumina-{name}-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        home = Path(folder, name)
        home.mkdir()
        yield home


@contextmanager
def served(server: Server) -> Generator[Server]:
    """Start it, and stop it on leaving."""
    server.start()
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port that nobody listens on, and that no connection going out is given meanwhile (those begin at 32,768): who
    stops listening may listen again."""
    while True:
        port = random.SystemRandom().choice(LISTENING)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def answers(port: int, question: bytes, beginning: bytes) -> bool:
    """Whether whoever listens on this port answers a question as it should."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(question)
            return not beginning or connection.recv(len(beginning)) == beginning
    except OSError:
        return False
