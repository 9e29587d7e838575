"""`python -m bench.disks`: LUMINA on disks that are full, nearly, or become so under its hands. Needs root: it mounts.

Each trial is a command on a small file system: on a new one of so many megabytes; on one with a life, of which so many
are left; or on one that is filled up to so many once the stores are open, behind the command's back. No command may end
by a signal, with a traceback, or leave anything running; nothing acknowledged may be lost; with room, the folder opens.
Status 1 if any of that happens.
"""

import argparse
import sys
from collections import Counter

from rich.console import Console

from harness.disks import DEEDS, KINDS, WHEN, sweep


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.disks", description=__doc__)
    parser.add_argument("--sizes", default="0,20,40,60,80,100,120,140,160,180,200", help="megabytes, comma-separated")
    parser.add_argument("--kind", choices=KINDS, default="tmpfs", help="the file system")
    parser.add_argument("--deeds", default=",".join(DEEDS), help="commands, comma-separated")
    parser.add_argument("--when", choices=WHEN, action="append", help="when the disk is full (default: all)")
    given = parser.parse_args()
    sizes, console, verdicts = [int(size) for size in given.sizes.split(",")], Console(width=160), Counter[str]()
    for when in given.when or WHEN:
        small = [size for size in sizes if size >= 20] if when == "new" else sizes
        for trial, outcome in sweep(given.kind, when, small, given.deeds.split(",")):
            verdicts["wrong" if outcome.wrong else "done" if outcome.status == 0 else "refused"] += 1
            wrong = "; ".join(outcome.wrong)
            what = f"{when:9} {trial.megabytes:4} MB  {trial.deed:6} {outcome.status:3} {outcome.seconds:5.1f} s"
            console.print(what, wrong or outcome.said[:90], style="red" if wrong else "", markup=False, highlight=False)
    console.print(f"{given.kind}: {dict(verdicts)}")
    return 1 if verdicts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
