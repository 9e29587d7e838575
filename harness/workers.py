"""pytest's workers (pytest -n 4), forked from one process that has imported the tests, and all that they import: twelve
seconds of a core for each that starts anew. From each in turn, before it has begun, forks what forks its commands
(harness.forking)."""

import atexit
import gc
import os
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from select import select
from socket import AF_UNIX, recv_fds, socket
from types import ModuleType
from typing import Any

import pytest
from _pytest.pathlib import import_path

from harness.forking import REHEARSED, begin_anew, fork_forkserver

IN_ITS_STEAD = Path(__file__).with_name("worker_stand_in.py")
FDS = 3
"""What is handed over: stdin, stdout, stderr."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[Any]) -> None:
    """Let those that would be a new Python be forked, of a process that is forked of this one now and ends with it."""
    listener = socket(AF_UNIX)
    listener.bind("")  # the kernel gives it a name that no file has
    listener.listen()
    stays, ends_with = os.pipe()
    if not os.fork():
        try:
            os.close(ends_with)
            _serve(config, listener, stays)
        finally:
            os._exit(0)
    os.close(stays)
    name = bytes(listener.getsockname()).hex()
    listener.close()
    for spec in specs:
        if spec.popen and not spec.python:
            spec.python = f"{sys.executable} -I -S '{IN_ITS_STEAD}' {name}"


# What follows runs in the process of which workers are forked.


def _serve(config: pytest.Config, listener: socket, stays: int) -> None:
    _import_all(config)
    while stays not in select([listener, stays], [], [])[0]:
        caller = listener.accept()[0]
        fds = recv_fds(caller, 1, FDS)[1]
        if not os.fork():
            try:
                listener.close()
                os.close(stays)
                _work(caller, fds)
            finally:
                os._exit(1)
        for fd in fds:
            os.close(fd)
        caller.close()
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _import_all(config: pytest.Config) -> None:
    """Under the names, and rewritten, as pytest has them. A file that cannot be imported is left to the workers, which
    say why."""
    as_it_is = bool(config.getini("consider_namespace_packages"))
    gc.disable()
    for path in _files(config.args):
        before = set(sys.modules)
        try:
            import_path(path, mode="importlib", root=config.rootpath, consider_namespace_packages=as_it_is)
        except BaseException:  # a skip is one
            for name in set(sys.modules) - before:
                del sys.modules[name]
    import_module(REHEARSED)
    gc.freeze()
    gc.enable()


def _files(words: Iterable[str]) -> Iterable[Path]:
    for word in words:
        path = Path(word.partition("::")[0]).absolute()
        yield from sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def _work(caller: socket, fds: Sequence[int]) -> None:
    """Be the worker, as if Python had just been started with what execnet starts it with; `caller` hears of its end."""
    ending: tuple[Any, Any] = atexit, threading
    ending[0]._clear()
    fork_forkserver(caller)
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    begin_anew()
    sys.modules["__main__"] = ModuleType("__main__")
    sys.argv = ["-c"]
    try:
        exec(eval(sys.stdin.readline()), vars(sys.modules["__main__"]))
    finally:
        ending[1]._shutdown()
        ending[0]._run_exitfuncs()
        os._exit(0)
