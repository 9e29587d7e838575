"""Commands on disks that are full, nearly, or become so under their hands."""

import asyncio
import json
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import psutil

from harness.commands import ROOT
from harness.forking import Command
from harness.waiting import LONGEST
from lumina.app import Lumina
from lumina.databases.disk import MEGABYTE

ROOMY = 900
PERSON = "葵"
BETWEEN = 0.2

Kind = Literal["tmpfs", "ext4"]
When = Literal["new", "before", "meanwhile"]
KINDS: tuple[Kind, ...] = ("tmpfs", "ext4")
WHEN: tuple[When, ...] = ("new", "before", "meanwhile")
DEEDS = ("say", "import", "jobs", "erase")


def may_mount() -> bool:
    """Whether this process may mount a file system."""
    try:
        with mounted("tmpfs", 1):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@contextmanager
def mounted(kind: Kind, megabytes: int) -> Generator[Path]:
    """A file system of this size, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="lumina-disk-") as folder:
        place = Path(folder, "mounted")
        place.mkdir()
        if kind == "tmpfs":
            what = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs"]
        else:
            image = Path(folder, "image")
            with image.open("wb") as file:
                file.truncate(megabytes << 20)
            _run("mkfs.ext4", "-q", "-m", "0", str(image))
            what = ["-o", "loop", str(image)]
        _run("mount", *what, str(place))
        try:
            yield place
        finally:
            for process in _left(place):
                process.kill()
            _unmount(place)


def fill(place: Path, leave: int) -> None:
    """Let so many megabytes be free there, by a file that grows or shrinks."""
    with (place / "filler").open("ab") as file:
        usage = os.statvfs(place)
        size = file.tell() + usage.f_bavail * usage.f_frsize - leave * MEGABYTE
        if size < file.tell():
            file.truncate(max(size, 0))
        while file.tell() < size:
            try:
                os.posix_fallocate(file.fileno(), 0, size)
                break
            except OSError:  # somebody was faster
                size -= MEGABYTE // 4


def lumina(home: Path, *words: str, filled_to: int | None = None) -> Command:
    """A command; with `filled_to`, the disk is filled so far once the stores are open."""
    settings = {"LUMINA_HOME": str(home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": PERSON}
    first = None if filled_to is None else partial(_fill_once_open, home.parent, filled_to)
    return Command.begin(*words, environment=os.environ | settings, cwd=ROOT, first=first)


def _fill_once_open(place: Path, leave: int) -> None:
    """In the process of the command."""
    Lumina.open = _then(Lumina.open, partial(fill, place, leave))


def _then(opening: Callable[..., Any], do: Callable[[], None]) -> Any:
    @asynccontextmanager
    async def opened(*given: Any, **named: Any) -> AsyncGenerator[Lumina]:
        async with opening(*given, **named) as lumina:
            await asyncio.to_thread(do)
            yield lumina

    return opened


@dataclass(frozen=True, slots=True)
class Trial:
    kind: Kind
    when: When
    megabytes: int
    deed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command went, and what is wrong with that."""

    status: int
    seconds: float
    said: str
    wrong: tuple[str, ...]


def lines() -> str:
    """A life to import, in the importer's format."""
    spoken = (
        {"speaker": PERSON, "text": f"{day}日に公園で犬と遊んだ", "at": f"2026-{month:02}-{day:02}T10:00:00+09:00"}
        for month in range(1, 4)
        for day in range(1, 29)
    )
    return "\n".join(map(json.dumps, spoken))


def tried(trial: Trial, place: Path) -> Outcome:
    """On a file system with a life, or on a new one."""
    home = place / "home"
    known = 0 if trial.when == "new" else turns(home)
    words = _words(trial.deed, home)
    if trial.when == "before":
        fill(place, trial.megabytes)
    began = time.monotonic()
    process = lumina(home, *words, filled_to=trial.megabytes if trial.when == "meanwhile" else None)
    try:
        out, err = process.communicate()
    except subprocess.TimeoutExpired:
        out, err = "", ""
    seconds = time.monotonic() - began
    status = process.wait()
    said = (err.strip().splitlines() or [""])[-1]
    wrong = [*_wrong_with(status, out + err, seconds), *_left_running(place)]
    if trial.when != "new":
        (place / "filler").unlink(missing_ok=True)
        wrong += _wrong_afterwards(home, trial, known, done=status == 0)
    return Outcome(status, seconds, said, tuple(wrong))


def _wrong_with(status: int, printed: str, seconds: float) -> Iterator[str]:
    if status < 0:
        yield f"signal {-status}"
    if "Traceback" in printed:
        yield "traceback"
    if status > 0 and "No room on" not in printed:
        yield "the disk is not named"
    if "backup" in printed:
        yield "a backup is asked for"
    if seconds > LONGEST / 2:
        yield "silence"


def _left_running(place: Path) -> Iterator[str]:
    _, left = psutil.wait_procs(_left(place), timeout=LONGEST)
    yield from (f"left running: {process.name()}" for process in left)


def _wrong_afterwards(home: Path, trial: Trial, known: int, *, done: bool) -> Iterator[str]:
    expected = {"say": known + 2 * done, "jobs": known, "import": known, "erase": 0 if done else known}[trial.deed]
    found = turns(home)
    if found < expected:
        yield f"lost: {found} turns of {expected}"
    if trial.deed == "erase" and found < known and not done:
        yield from () if _finished(home) else ("an erasure that does not go on",)


def _finished(home: Path) -> bool:
    healing = lumina(home, "jobs", "run", "heal")
    healing.communicate()
    return healing.wait() == 0 and not turns(home)


def _words(deed: str, home: Path) -> Sequence[str]:
    life = home.parent / "life.jsonl"
    match deed:
        case "say":
            return "say", "京都へ引っ越しました"
        case "import":
            again = lines().replace("犬", f"犬{time.time_ns()}")
            life.write_text(again, encoding="utf-8")
            return "import", str(life), "--user", PERSON
        case "jobs":
            return "jobs", "run", "all"
        case _:
            token = json.loads(_said(home, "erase", "--user", PERSON, "--json"))["token"] if home.exists() else "none"
            return "erase", "--user", PERSON, "--confirm", token


def turns(home: Path) -> int:
    """How many the folder has, once there is room. Raises RuntimeError where it does not open."""
    report = json.loads(_said(home, "doctor", "--json"))
    held = report["stores"].get("postgresql", {}).get("detail", "")
    if "turn" not in held:
        raise RuntimeError(f"the folder does not open: {report}")
    return int(held.split(" turn")[0].split()[-1].replace(",", ""))


def _said(home: Path, *words: str) -> str:
    return lumina(home, *words).communicate()[0]


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _unmount(place: Path) -> None:
    for _ in range(20):
        with suppress(subprocess.CalledProcessError):
            return _run("umount", str(place))
        time.sleep(BETWEEN)
    return _run("umount", "-l", str(place))


def _left(place: Path) -> list[psutil.Process]:
    found: list[psutil.Process] = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.cwd().startswith(str(place)):
                found.append(process)
    return found


def sweep(kind: Kind, when: When, sizes: Sequence[int], deeds: Sequence[str]) -> Iterator[tuple[Trial, Outcome]]:
    trials = [Trial(kind, when, size, deed) for size in sizes for deed in deeds]
    if when == "new":
        for trial in trials:
            with mounted(kind, trial.megabytes) as place:
                yield trial, tried(trial, place)
        return
    with mounted(kind, ROOMY) as place:
        for trial in trials:
            if not (place / "home").exists() or not turns(place / "home"):
                _said(place / "home", *_words("import", place / "home"))
            yield trial, tried(trial, place)
