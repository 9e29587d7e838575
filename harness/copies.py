"""Copies of data folders."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from lumina.databases.folder import CARD, KEYED


def copy_home(home: Path, to: Path) -> Path:
    """Copy the folder `home` to `to`, which is not there yet. PostgreSQL's files keep their owner; what the engines
    made large before they need it takes no time and no room."""
    subprocess.run(["cp", "-a", str(home), str(to)], check=True)
    return to


def made_once(place: Path, make: Callable[[Path], object]) -> Path:
    """What lies at `place`, made by whichever process of a run comes first, to be copied by all. What could not be made
    is tried again by the next."""
    made = place.with_name(f"{place.name}.made")
    place.parent.mkdir(exist_ok=True)
    with FileLock(place.with_name(f"{place.name}.lock")):
        if not made.exists():
            shutil.rmtree(place, ignore_errors=True)
            make(place)
            made.touch()
    return place


def without_keys(home: Path) -> None:
    """Let a folder be one that never had keys: whatever master key opens it makes them."""
    shutil.rmtree(home / "keys")
    card = json.loads((home / CARD).read_text())
    (home / CARD).write_text(json.dumps({name: value for name, value in card.items() if name != KEYED}))
