"""`lumina chat` in a terminal of its own: how long until one can type."""

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import psutil

from bench.usage import seconds_of
from harness.made_up import PERSON

PROMPT = "❯".encode()
CHAT = "from lumina.cli import main; main(['chat'])"
QUIT = b"\x04"


def until_prompt(home: Path) -> dict[str, float]:
    """Seconds on the wall, and of CPU of the process and its servers, of the second start: the first one compiles."""
    _start(home)
    return _start(home)


def _start(home: Path) -> dict[str, float]:
    ours, theirs = pty.openpty()
    env = {**os.environ, "LUMINA_HOME": str(home), "LUMINA_USER": PERSON, "LUMINA_MODEL": "", "TERM": "xterm-256color"}
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", CHAT], env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as chat:
        os.close(theirs)
        _await(ours)
        wall = time.perf_counter() - began
        process = psutil.Process(chat.pid)
        cpu = sum(map(seconds_of, (process, *process.children(recursive=True))))
        os.write(ours, QUIT)
        _drain(ours)
    os.close(ours)
    return {"wall": wall, "cpu": cpu}


def _await(terminal: int) -> None:
    seen = b""
    while PROMPT not in seen:
        seen += os.read(terminal, 4096)


def _drain(terminal: int) -> None:
    """Read until the other side hangs up: who writes into a full terminal waits."""
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        return
