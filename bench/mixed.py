"""`python -m bench.mixed --minutes 5`: two workers and two processes that talk share real servers, and are killed.

All talk in the same rooms, import, and let memories descend; one person is erased again and again meanwhile. Now and
then one of the four is killed with SIGKILL and started again. At the end everything is counted. Status 1 if anything
that was acknowledged is lost, is there twice, in the wrong place or in the middle of another turn, or if anything of
what was erased is left or comes back.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from harness.mixed import Play, idle, played
from harness.servers import serve_engines


def table(play: Play) -> Table:
    rows = Table("what", "how often")
    for what, count in sorted((play.counts + play.fate.seen).items()):
        rows.add_row(what, f"{count:,}")
    for name, stores in play.stored.items():
        rows.add_row(f"{name} at the end", ", ".join(f"{store} {count}" for store, count in stores.items() if count))
    return rows


def verdict(play: Play) -> str:
    wrong = Counter(finding.wrong for finding in play.findings)
    told = sum(person.told for person in play.people.values())
    killed = sum(count for what, count in play.counts.items() if what.startswith("killed"))
    kinds = ("lost", "doubled", "misplaced", "interleaved", "returned")
    return f"{told:,} turns acknowledged, {killed} kills: " + ", ".join(f"{wrong[kind]} {kind}" for kind in kinds)


def shown(play: Play) -> int:
    """What a run came to; its status."""
    console = Console()
    console.print(table(play), verdict(play), sep="\n")
    for finding in play.findings:
        console.print(f"{finding.wrong}: {finding.what}", style="red", markup=False, highlight=False)
    for what in idle(play):
        console.print(f"this run says nothing: too few {what}", style="red")
    return 1 if play.findings or idle(play) else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.mixed", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = parser.parse_args()
    Console().print(f"seed {given.seed}")
    with tempfile.TemporaryDirectory(prefix="lumina-mixed-") as folder, serve_engines() as engines:
        settings = {**asyncio.run(engines.emptied()), "source_timeout": 60}
        play = played(given.minutes * 60, given.seed, Path(folder) / "home", settings)
    return shown(play)


if __name__ == "__main__":
    sys.exit(main())
