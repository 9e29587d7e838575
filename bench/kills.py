"""`make kills`: a LUMINA that talks, flushes, descends and imports is killed again and again, and nothing may be lost.

A child process has a data folder of its own and says what is durable. It is killed with SIGKILL at a random moment, now
and then together with its PostgreSQL as when the power goes, and started again on the same folder, where everything is
counted. Status 1 if anything that was acknowledged is lost, or anything is there twice or in the wrong place.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from harness.kills import PHASES, Run, killed


def table(run: Run) -> Table:
    shown = Table(title=f"{sum(run.kills.values())} kills")
    for name in ("killed during", "alone", "with PostgreSQL"):
        shown.add_column(name, justify="left" if name == "killed during" else "right")
    for phase in PHASES:
        shown.add_row(phase, str(run.kills[phase, False]), str(run.kills[phase, True]))
    return shown


def verdict(run: Run) -> str:
    wrong = Counter(finding.wrong for finding in run.findings)
    acknowledged = len(run.life.ids) + len(run.life.texts)
    return (
        f"{acknowledged:,} turns acknowledged, {run.life.files} transcripts: "
        f"{wrong['lost']} lost, {wrong['doubled']} doubled, {wrong['misplaced']} misplaced"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--keep", type=Path, help="leave the data folder here")
    given = parser.parse_args()
    console, began = Console(), time.monotonic()
    console.print(f"seed {given.seed}")
    with tempfile.TemporaryDirectory(prefix="lumina-kills-", ignore_cleanup_errors=True) as folder:
        kills = track(range(given.kills), "kills", console=Console(stderr=True))
        run = killed(kills, given.seed, given.keep or Path(folder))
    console.print(table(run), verdict(run), f"{time.monotonic() - began:.0f} s", sep="\n")
    for finding in run.findings:
        console.print(f"{finding.wrong}: {finding.what}", style="red", markup=False, highlight=False)
    return 1 if run.findings else 0


if __name__ == "__main__":
    sys.exit(main())
