"""Processes that are forked from one that has everything imported and read already (harness.rehearsed): they are at
work in a third of a second, and the two seconds of processor time that importing takes are spent once."""

import io
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
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
