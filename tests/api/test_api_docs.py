"""docs/api.md: its examples do what they say."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.life import ME
from harness.web import served, site

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.S)
    assert found
    return found[1]


@pytest.mark.asyncio(loop_scope="function")
async def test_the_examples_run(home: Path) -> None:
    async with site(home) as here, served(here) as client:
        environment = {
            **os.environ,
            "LUMINA_URL": str(client.base_url).rstrip("/"),
            "LUMINA_TOKEN": await here.token(ME),
            "PYTHONUTF8": "1",
        }

        def run(*command: str) -> str:
            return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

        told = await asyncio.to_thread(run, "bash", "-c", example("sh"))
        assert "event: reply" in told
        assert "event: done" in told
        said = await asyncio.to_thread(run, sys.executable, "-c", example("python"))
        assert "玉露" in said
