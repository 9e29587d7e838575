"""`make beside ARGS=COMMIT`: the core figures of an older commit and of this tree, measured in turns on one machine.

The older one gets a git worktree and an environment of its own in ~/.cache/lumina-bench/trees, kept for the next time;
a folder that holds such a tree will do in place of the commit. Each side measures with its own bench. What others do on
the machine changes the wall, and in turns it changes both: the processor's figures are those to go by.
"""

import argparse
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bench.folder import CACHE

HERE = Path(__file__).parents[1]
RESULTS = HERE / "build" / "beside.json"
WORST = 1.05
"""How many times as much is still no worse."""

MEASURE = """
import asyncio, json, sys
from bench.__main__ import sitting
from bench.folder import copy_of, import_figures, prepared

async def main(memories):
    with copy_of(await prepared(memories, fresh=True)) as home:
        print(json.dumps({**import_figures(memories), **await sitting(memories, home)}))

asyncio.run(main(int(sys.argv[1])))
"""

Figures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Core:
    """A core figure: what it is called, and of which measured ones it is the sum. Less is better."""

    what: str
    unit: str
    of: Sequence[str]

    def read(self, rounds: Sequence[Figures]) -> float:
        """The median of all rounds."""
        return median(sum(figures[name] for name in self.of) for figures in rounds)


CORE = (
    Core("recall, median, CPU", "ms", ("recall_cpu_p50", "recall_postgres_cpu")),
    Core("recall, median", "ms", ("recall_p50",)),
    Core("a turn without its model, median, CPU", "ms", ("turn_cpu_p50",)),
    Core("a turn without its model, median", "ms", ("turn_p50",)),
    Core("import, CPU", "s", ("import_python_s", "import_servers_s")),
    Core("import", "s", ("import_wall_s",)),
    Core("start to ready, CPU", "s", ("start_cpu",)),
    Core("start to ready", "s", ("start",)),
    Core("resident", "MB", ("resident_python", "resident_postgres")),
)


def tree_of(wanted: str) -> Path:
    """A tree of that commit with an environment, or the folder that is named."""
    if Path(wanted).is_dir():
        return Path(wanted).resolve()
    asked = ("git", "rev-parse", "--short", f"{wanted}^{{commit}}")
    commit = subprocess.run(asked, cwd=HERE, check=True, capture_output=True, text=True).stdout.strip()
    tree = CACHE / "trees" / commit
    if not tree.exists():
        subprocess.run(("git", "worktree", "add", "--detach", str(tree), commit), cwd=HERE, check=True)
    subprocess.run(("make", ".venv/.dev"), cwd=tree, check=True)
    return tree


def measured(tree: Path, memories: int) -> Figures:
    """In a cache of its own: a folder of one version is not opened by the other."""
    with TemporaryDirectory(prefix="lumina-beside-") as cache:
        done = subprocess.run(
            (tree / ".venv" / "bin" / "python", "-c", MEASURE, str(memories)),
            cwd=tree,
            env={**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": str(tree)},
            check=True,
            stdout=subprocess.PIPE,
        )
    return json.loads(done.stdout)


def in_turns(trees: Sequence[Path], memories: int, rounds: int) -> list[list[Figures]]:
    """By tree, each round's."""
    found: list[list[Figures]] = [[] for _ in trees]
    for _ in range(rounds):
        for figures, tree in zip(found, trees, strict=True):
            figures.append(measured(tree, memories))
    return found


def table(before: Sequence[Figures], now: Sequence[Figures]) -> Table:
    shown = Table(title=f"{len(now)} rounds in turns; at most {WORST} times as much is no worse")
    for name in ("", "before", "now", "times", ""):
        shown.add_column(name, justify="right" if name else "left")
    for core in CORE:
        old, new = core.read(before), core.read(now)
        verdict = "worse" if new > WORST * old else ""
        shown.add_row(f"{core.what} ({core.unit})", f"{old:,.2f}", f"{new:,.2f}", f"{new / old:.2f}", verdict)
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.beside", description=__doc__)
    parser.add_argument("commit", help="the older one, or the folder of its tree")
    parser.add_argument("--memories", type=int, default=1_000, help="at least 400: 200 questions are asked of them")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    trees = [tree_of(given.commit), HERE]
    before, now = in_turns(trees, given.memories, given.rounds)
    Console().print(table(before, now))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"before": before, "now": now}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
