"""Data folders with a made-up life in them, kept between runs in ~/.cache/lumina-bench."""

import json
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import platformdirs

from bench.usage import Spent, percentile
from harness.copies import copy_home
from harness.made_up import END, PERSON, VERSION, live
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.reports import ImportedTurn
from lumina.settings import Settings

CACHE = Path(platformdirs.user_cache_dir("lumina-bench", appauthor=False))
HERE = Path(__file__).parent
MADE_OF = sorted(HERE.glob("life.*.toml"))


def settings(home: Path, **engines: Any) -> Settings:
    """The defaults, whatever the environment says; `engines` are settings, too."""
    return Settings(home=home, model="", embedder="chive", user=PERSON, **engines)


def place(memories: int, *, brief: bool = False, under: str = "") -> Path:
    """Where the folder of so many memories lies; another life has another place, and one that is kept `under` another
    cipher."""
    version = sha256(b"".join([bytes([VERSION]), *(path.read_bytes() for path in MADE_OF)])).hexdigest()[:10]
    return CACHE / f"{version}-{memories}{'-brief' if brief else ''}{f'-{under}' if under else ''}"


async def prepared(memories: int, *, fresh: bool = False, brief: bool = False, under: str = "") -> Path:
    """The data folder; made by importing the life through the pipeline, unless it is there. Beside it lies import.json
    with the figures of the import. A `brief` life has the first words of each talk alone: as many memories, in a
    quarter of the time, for who measures what does not depend on how long a talk was."""
    folder = place(memories, brief=brief, under=under)
    if fresh or not (folder / "import.json").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        figures = await _import(folder / "home", live(memories).turns, brief=brief)
        (folder / "import.json").write_text(json.dumps(figures, indent=1))
    return folder / "home"


def import_figures(memories: int) -> dict[str, float]:
    return json.loads((place(memories) / "import.json").read_text())


async def _import(home: Path, told: Sequence[ImportedTurn], *, brief: bool) -> dict[str, float]:
    turns = [turn for turn in told if turn.ref.endswith(".0")] if brief else told
    marks = [(0, Spent.now())]
    async with Lumina.open(settings(home), ManualClock(END)) as lumina:
        marks[0] = (0, Spent.now())
        await lumina.transfer.bring(
            turns, person=PERSON, me=PERSON, progress=lambda done: marks.append((done, Spent.now()))
        )
        imported = Spent.now()
        await lumina.jobs.run("all")
        tended = Spent.now().since(imported)
    batches = [(after - before, now.since(then)) for (before, then), (after, now) in pairwise(marks)]
    whole = imported.since(marks[0][1])
    return {
        "turns": len(turns),
        "turns_per_second": percentile([turns / spent.wall for turns, spent in batches], 0.5),
        "turns_per_cpu_second": percentile([turns / spent.cpu for turns, spent in batches], 0.5),
        "slowest_tenth_per_cpu_second": percentile([turns / spent.cpu for turns, spent in batches], 0.1),
        **{f"import_{name}_s": value for name, value in asdict(whole).items()},
        **{f"jobs_{name}_s": value for name, value in asdict(tended).items()},
    }


@contextmanager
def copy_of(home: Path) -> Generator[Path]:
    """A copy to write in, with its owners as they are (PostgreSQL's files may be another account's)."""
    with TemporaryDirectory(prefix="lumina-bench-", dir=CACHE) as folder:
        yield copy_home(home, Path(folder) / home.name)
