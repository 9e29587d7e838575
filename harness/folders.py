"""A data folder and processes on it, such as `lumina serve`."""

import json
import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.commands import ROOT
from harness.waiting import LONGEST

CODE = "from lumina.cli import main; main(prog_name='lumina')"
NONE: Mapping[str, str] = {}
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Owner:
    """`lumina serve`, and its address."""

    process: subprocess.Popen[str]
    url: str


class Folder:
    """A data folder, and processes on it."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        own = {"LUMINA_HOME": str(self.home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": "葵"}
        return {**os.environ, **own, "PYTHONPATH": str(ROOT), **more}

    def begin(
        self, *words: str, cwd: Path = ROOT, umask: int = -1, setting: Mapping[str, str] = NONE
    ) -> subprocess.Popen[str]:
        pipe, environment = subprocess.PIPE, self.environment(setting)
        command = [sys.executable, "-c", CODE, *words]
        return subprocess.Popen(
            command, env=environment, text=True, cwd=cwd, stdin=pipe, stdout=pipe, stderr=pipe, umask=umask
        )

    def run(self, *words: str, typed: str = "", cwd: Path = ROOT, setting: Mapping[str, str] = NONE) -> Done:
        process = self.begin(*words, cwd=cwd, setting=setting)
        out, err = process.communicate(typed, timeout=LONGEST)
        return Done(words, process.returncode, out, err)

    def json(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert (done.returncode, done.stderr) == (0, ""), done
        return json.loads(done.stdout)

    @contextmanager
    def owned(self, *more: str, umask: int = -1) -> Generator["Owner"]:
        """While `lumina serve` has the folder."""
        process = self.begin("serve", "--port", "0", *more, umask=umask)
        try:
            assert process.stderr
            told = next((line for line in iter(process.stderr.readline, "") if "http" in line), "")
            assert told, "it did not begin"
            yield Owner(process, told[told.index("http") :].split("/sign-in")[0])
        finally:
            process.terminate()
            process.communicate(timeout=LONGEST)


def copied(untouched_home: Path, place: Path) -> Folder:
    subprocess.run(["cp", "-a", str(untouched_home), str(place)], check=True)
    return Folder(place)
