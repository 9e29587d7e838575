"""`python -m bench.histories --histories 100`: random histories of several people, each of whom is erased at a random
point, under load, and killed at any moment. What is left of them is sought in files, however it is spelt or packed
there, in backups, in the process that goes on, and after a restore of old and new backups. Status 1 if there is any.

What stands in freed memory of the process that goes on is told, and fails nothing: Python does not wipe it
(docs/security.md).
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from rich.console import Console

from harness.copies import without_keys
from harness.forking import forkserver
from harness.histories import World
from harness.life import living
from harness.mortal import Died

TOGETHER = 16
"""Who live, and are erased, in one folder."""


def untouched(folder: Path) -> Path:
    """A data folder that was opened once."""

    async def opened() -> None:
        async with living(folder, master_key=folder.parent / "master.key") as life:
            await life.stores.database.execute("delete from embedders")

    asyncio.run(opened())
    without_keys(folder)
    return folder


def lived(place: Path, seed: int, mortals: int, template: Path) -> World:
    with tempfile.TemporaryDirectory(prefix="world-", dir=place, ignore_cleanup_errors=True) as folder:
        world = World(Path(folder), seed, mortals, template)
        try:
            world.run()
        except Died as died:
            world.search.found(f"a process ended by itself: {died}")
        except Exception as error:  # the other histories go on
            traceback.print_exc()
            world.search.found(f"broken off: {error!r}")
    return world


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.histories", description=__doc__)
    parser.add_argument("--histories", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so many")
    given = parser.parse_args()
    forkserver("harness.nobody")
    console, began, done = Console(), time.monotonic(), 0
    kills, searches, dumped = Counter[str](), Counter[str](), Counter[str]()
    findings: list[str] = []
    with tempfile.TemporaryDirectory(prefix="lumina-histories-", ignore_cleanup_errors=True) as place:
        template = untouched(Path(place) / "untouched")
        for seed in range(given.seed, given.seed + given.histories):
            if done >= given.histories or time.monotonic() - began > given.minutes * 60:
                break
            world = lived(Path(place), seed, min(TOGETHER, given.histories - done), template)
            done += len(world.erased)
            kills, searches, dumped = kills + world.kills, searches + world.search.done, dumped + world.in_dump
            findings += world.search.findings
            for finding in world.search.findings:
                console.print(finding, style="red", markup=False, highlight=False)
            console.print(f"seed {seed}: {done} histories, {len(findings)} findings, {time.monotonic() - began:.0f} s")
    console.print(f"killed: {dict(kills)}", f"searched: {dict(searches)}", sep="\n")
    console.print(f"{dumped['held']} of {dumped['words']} words in freed memory of processes that went on")
    console.print(f"{done} histories, {len(findings)} findings, {time.monotonic() - began:.0f} s")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
