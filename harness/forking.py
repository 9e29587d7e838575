"""Processes that are forked from one that has everything imported and read already (harness.rehearsed): they are at
work in a third of a second, and the two seconds of processor time that importing takes are spent once."""

import gc
import io
import multiprocessing
import multiprocessing.forkserver
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from socket import AF_UNIX, socket
from typing import IO, Any, Self

from harness.waiting import LONGEST
from lumina.cli import main

REHEARSED = "harness.rehearsed"


def forkserver(imports: str = REHEARSED) -> ForkServerContext:
    """Where processes are forked, of one that has these imports: those of whoever is the first of this process."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload([imports])
    ensure_running()
    return forking


def fork_forkserver(*not_its: socket) -> None:
    """For a process that has all imported already and has not begun yet: what forks is a fork of it as it is now."""
    alive, ends_with = os.pipe()
    with socket(AF_UNIX) as listener:
        listener.bind("")
        listener.listen()
        pid = os.fork()
        if not pid:
            try:
                os.close(ends_with)
                for one in not_its:
                    one.close()
                _serve_forks(listener, alive)
            finally:
                os._exit(1)
        server: Any = vars(multiprocessing.forkserver)["_forkserver"]
        server._forkserver_address = listener.getsockname()
    os.close(alive)
    server._forkserver_alive_fd, server._forkserver_pid = ends_with, pid


@dataclass(slots=True)
class Command:
    """A command of LUMINA's in a process of its own, with its own environment, folder and pipes, as subprocess.Popen
    has one."""

    words: Sequence[str]
    process: BaseProcess
    stdin: IO[str]
    stdout: IO[str]
    stderr: IO[str]

    @classmethod
    def begin(
        cls,
        *words: str,
        environment: Mapping[str, str],
        cwd: Path,
        umask: int = -1,
        first: Callable[[], object] | None = None,
    ) -> Self:
        """`first` is done in the process before the command."""
        pipes = [os.pipe() for _ in range(3)]
        (far_in, near_in), (near_out, far_out), (near_err, far_err) = pipes
        handed = [DupFd(one) for one in (far_in, far_out, far_err)]
        given = (words, dict(environment), cwd, umask, handed, first)
        process = forkserver().Process(target=_run, args=given, daemon=True)
        process.start()
        for far in (far_in, far_out, far_err):
            os.close(far)
        stdin, stdout, stderr = open(near_in, "w"), open(near_out), open(near_err)  # noqa: PTH123, SIM115  pipes
        return cls(words, process, stdin, stdout, stderr)

    @property
    def pid(self) -> int:
        assert self.process.pid
        return self.process.pid

    @property
    def returncode(self) -> int | None:
        """None while it runs, negative where a signal ended it."""
        return self.process.exitcode

    def communicate(self, typed: str = "", *, timeout: float = LONGEST) -> tuple[str, str]:
        """What it says on stdout and stderr until it ends."""
        with ThreadPoolExecutor(2) as aside:
            out, err = aside.submit(self.stdout.read), aside.submit(self.stderr.read)
            with suppress(BrokenPipeError):  # it had no use for that
                self.stdin.write(typed)
                self.stdin.close()
            self.wait(timeout)
            told = out.result(), err.result()
        self.stdout.close()
        self.stderr.close()
        return told

    def wait(self, timeout: float = LONGEST) -> int:
        self.process.join(timeout)
        if self.returncode is None:
            self.kill()
            raise subprocess.TimeoutExpired([*self.words], timeout)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self.stdout, self.stderr, self.stdin):
            with suppress(BrokenPipeError):
                pipe.close()
        self.process.join()


# From here on, everything runs in the process.


def _serve_forks(listener: socket, alive: int) -> None:
    """It has no part in what its parent is connected with, nor in what pytest and hypothesis look at."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    gc.callbacks.clear()
    begin_anew()
    multiprocessing.forkserver.main(listener.detach(), alive, [])


def begin_anew() -> None:
    """With streams, hooks and warnings as a Python that begins has them, not as pytest's."""
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode, closefd=False) for number, mode in enumerate("rww"))  # noqa: SIM115
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    threading.excepthook = threading.__excepthook__
    warnings.resetwarnings()
    for kind in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", kind)


def _run(
    words: Sequence[str],
    environment: Mapping[str, str],
    cwd: Path,
    umask: int,
    pipes: Sequence[Any],
    first: Callable[[], object] | None,
) -> None:
    for number, pipe in enumerate(pipes):
        far = pipe.detach()
        os.dup2(far, number)
        os.close(far)
    sys.stdin, sys.stdout = io.TextIOWrapper(io.FileIO(0), "utf-8"), io.TextIOWrapper(io.FileIO(1, "w"), "utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), "utf-8", "backslashreplace", line_buffering=True)
    os.chdir(cwd)
    if umask >= 0:
        os.umask(umask)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["lumina", *words]
    if first:
        first()
    main(prog_name="lumina")
