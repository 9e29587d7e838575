"""Copies of data folders."""

import json
import shutil
import subprocess
from pathlib import Path

from lumina.databases.folder import CARD, KEYED


def copy_home(home: Path, to: Path) -> Path:
    """Copy the folder `home` to `to`, which is not there yet. PostgreSQL's files keep their owner; what the engines
    made large before they need it takes no time and no room."""
    subprocess.run(["cp", "-a", str(home), str(to)], check=True)
    return to


def without_keys(home: Path) -> None:
    """Let a folder be one that never had keys: whatever master key opens it makes them."""
    shutil.rmtree(home / "keys")
    card = json.loads((home / CARD).read_text())
    (home / CARD).write_text(json.dumps({name: value for name, value in card.items() if name != KEYED}))
