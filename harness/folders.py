"""A data folder and processes on it, such as `lumina serve`."""

import json
import os
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.commands import ROOT
from harness.copies import copy_home
from harness.forking import Command
from harness.waiting import LONGEST

NONE: Mapping[str, str] = {}
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Owner:
    """`lumina serve`, and its address."""

    process: Command
    url: str


class Folder:
    """A data folder, and processes on it."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        own = {"LUMINA_HOME": str(self.home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": "葵"}
        return {**os.environ, **own, **more}

    def begin(self, *words: str, cwd: Path = ROOT, umask: int = -1, setting: Mapping[str, str] = NONE) -> Command:
        return Command.begin(*words, environment=self.environment(setting), cwd=cwd, umask=umask)

    def run(self, *words: str, typed: str = "", cwd: Path = ROOT, setting: Mapping[str, str] = NONE) -> Done:
        process = self.begin(*words, cwd=cwd, setting=setting)
        out, err = process.communicate(typed, timeout=LONGEST)
        return Done(words, process.returncode or 0, out, err)

    def json(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert (done.returncode, done.stderr) == (0, ""), done
        return json.loads(done.stdout)

    @contextmanager
    def owned(self, *more: str, umask: int = -1) -> Generator["Owner"]:
        """While `lumina serve` has the folder."""
        process = self.begin("serve", "--port", "0", *more, umask=umask)
        try:
            told = next((line for line in iter(process.stderr.readline, "") if "http" in line), "")
            assert told, "it did not begin"
            yield Owner(process, told[told.index("http") :].split("/sign-in")[0])
        finally:
            process.terminate()
            process.communicate(timeout=LONGEST)


def copied(untouched_home: Path, place: Path) -> Folder:
    return Folder(copy_home(untouched_home, place))
