"""The commands, run in one data folder."""

import json
import os
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from harness.forking import Command
from lumina.cli import main

ROOT = Path(__file__).parent.parent


class Commands:
    """Runs commands in one folder."""

    def __init__(self, home: Path, language: str = "en") -> None:
        self.home = home
        self.environment = {"LUMINA_HOME": str(home), "LUMINA_LANGUAGE": language, "LUMINA_USER": "葵"}

    def __call__(self, *words: str, typed: str = "", status: int = 0) -> str:
        """What a command prints on stdout."""
        result = CliRunner().invoke(main, words, input=typed, env=self.environment, prog_name="lumina")
        assert result.exit_code == status, result.output
        return result.stdout

    def process(self, *words: str) -> Command:
        """A command on its own, to be typed to."""
        return Command.begin(*words, environment={**os.environ, **self.environment}, cwd=ROOT)

    def json(self, *words: str, status: int = 0) -> Any:
        """The one object that it prints with --json."""
        return json.loads(self(*words, "--json", status=status))
