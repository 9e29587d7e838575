"""`make bench`: the figures of issue 3 and of serving (bench.serving) beside their targets, as tables, and as JSON in
build/bench.json.

Lives of 10,000 and of 1,000 memories are imported once and kept in ~/.cache/lumina-bench; `--fresh` makes them anew.
On a machine that others use, too, the CPU column says what the wall would on an idle one.
"""

import argparse
import asyncio
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import scale, serving
from bench.ending import Figures as Ended
from bench.ending import ended
from bench.folder import copy_of, import_figures, prepared
from bench.prompting import until_prompt
from bench.sitting import Figures, Task
from harness.made_up import END, PERSON, ask, live

MANY, FEW = 10_000, 1_000
QUESTIONS, SAYINGS = 200, 100
RESULTS = Path(__file__).parents[1] / "build" / "bench.json"


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: `wall` and `cpu` in `unit`, and the target of issue 3 (`at_least` for what should be high)."""

    what: str
    unit: str
    wall: float
    cpu: float | None = None
    target: float | None = None
    at_least: bool = False

    @property
    def reached(self) -> bool | None:
        if self.target is None:
            return None
        return self.wall >= self.target if self.at_least else self.wall <= self.target


def rows(many: Figures, few: Figures, read: Figures, prompt: Figures) -> list[Row]:
    rate = "turns/s"
    return [
        Row("import, median", rate, read["turns_per_second"], read["turns_per_cpu_second"], 150, at_least=True),
        Row("recall, median", "ms", many["recall_p50"], many["recall_cpu_p50"] + many["recall_postgres_cpu"]),
        Row("recall, p95", "ms", many["recall_p95"], many["recall_cpu_p95"] + many["recall_postgres_cpu"], 30),
        Row(f"recall, median, of {FEW:,}", "ms", few["recall_p50"], few["recall_cpu_p50"] + few["recall_postgres_cpu"]),
        Row(f"recall, {MANY:,} to {FEW:,}", "times", *_ratios(many, few), target=2),
        Row("a turn without its model, median", "ms", many["turn_p50"], many["turn_cpu_p50"]),
        Row("a turn without its model, p95", "ms", many["turn_p95"], many["turn_cpu_p95"], 40),
        Row("what follows a turn, p95", "ms", many["flush_p95"]),
        Row("opening the stores", "s", many["open"], many["open_cpu"]),
        Row("start to ready", "s", many["start"], many["start_cpu"], 3),
        Row("start to prompt", "s", prompt["wall"], prompt["cpu"], 3),
        Row("resident: Python", "MB", many["resident_python"]),
        Row("resident: PostgreSQL", "MB", many["resident_postgres"]),
        Row("resident", "MB", many["resident_python"] + many["resident_postgres"], target=600),
    ]


def last_rows(memories: int, figures: Ended) -> list[Row]:
    """What erasing, backing up and restoring so many memories takes."""
    targets = {"erase": 2.0} if memories <= MANY else {}
    return [Row(f"{what}, {memories:,}", "s", wall, cpu, targets.get(what)) for what, (wall, cpu) in figures.items()]


def _ratios(many: Figures, few: Figures) -> tuple[float, float]:
    cpu = [figures["recall_cpu_p50"] + figures["recall_postgres_cpu"] for figures in (many, few)]
    return many["recall_p50"] / few["recall_p50"], cpu[0] / cpu[1]


async def sitting(memories: int, home: Path) -> Figures:
    life = live(memories)
    mine = [turn.text for turn in live(SAYINGS, seed=3).turns if turn.speaker == PERSON]
    sayings = [f"@ルミナ {text}" for text in mine[:SAYINGS]]
    task = Task(questions=ask(life, QUESTIONS), sayings=sayings, end=END.isoformat())
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.sitting", str(home), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    answer, _ = await process.communicate(json.dumps(task).encode())
    if process.returncode:
        raise SystemExit(process.returncode)
    return json.loads(answer)


async def measure(*, fresh: bool, ending: Sequence[int]) -> list[Row]:
    few_home, many_home = await prepared(FEW, fresh=fresh), await prepared(MANY, fresh=fresh)
    with copy_of(few_home) as home:
        few = await sitting(FEW, home)
    with copy_of(many_home) as home:
        prompt = await asyncio.to_thread(until_prompt, home)
        many = await sitting(MANY, home)
    last = [row for memories in ending for row in last_rows(memories, await ended(memories))]
    return [*rows(many, few, import_figures(MANY), prompt), *last]


def machine() -> Mapping[str, Any]:
    return {"machine": platform.platform(), "cores": os.cpu_count(), "load": os.getloadavg()[0]}


def table(measured: list[Row]) -> Table:
    shown = Table(title=f"{MANY:,} memories of one person, default embedder, no model")
    for name in ("", "wall", "CPU", "target", ""):
        shown.add_column(name, justify="left" if not name else "right")
    for row in measured:
        sign = {True: "≥" if row.at_least else "≤"}.get(row.target is not None, "")
        target = f"{sign} {row.target:g}" if row.target is not None else ""
        cpu = "" if row.cpu is None else f"{row.cpu:,.2f}"
        reached = {None: "", True: "reached", False: "missed"}[row.reached]
        shown.add_row(f"{row.what} ({row.unit})", f"{row.wall:,.2f}", cpu, target, reached)
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="import anew")
    people = "and so many people in both profiles, such as 100x1000 (which takes an hour)"
    parser.add_argument("--people", metavar="PEOPLExMEMORIES", help=people)
    sizes = "erase, back up and restore so many memories, too, such as 100000 (the life is made once)"
    parser.add_argument("--ending", type=int, action="append", default=[MANY], metavar="MEMORIES", help=sizes)
    given = parser.parse_args()
    before = machine()
    measured = asyncio.run(measure(fresh=given.fresh, ending=given.ending))
    Console().print(table(measured), f"load at the start {before['load']:.1f} on {before['cores']} cores", sep="\n")
    together = scale.side_by_side([given.people], scale.PROFILES) if given.people else {}
    if together:
        Console().print(scale.table(together))
    served = serving.run()
    figures = [asdict(row) | {"reached": row.reached} for row in measured]
    results = {**before, "figures": figures, "people": together, "served": served}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
