"""What is left of who was erased in a process that goes on: among the objects that it can reach, in its memory, and in
files that it alone can still read.

The process that is searched is told no word: it hands out what it holds, and whoever asked looks.
"""

import gc
import io
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import compress
from pathlib import Path
from types import FrameType
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from lumina.erasure.search import PIECE, Needle, Needles

TEXTS: Final = (str, bytes, bytearray)
UNTRACKED: Final = (tuple, dict)
"""The collector does not know them where they hold nothing that could lead back to them: texts, say."""

DISTANCE: Final = 6
SHOWN: Final = 8
SHORTEST: Final = 4
DELETED: Final = " (deleted)"
BUFFERS: Final = (io.BytesIO, io.StringIO)


NOBODYS: Final = dict[int, Any]()
"""Texts that were there before the process knew anybody (harness.nobody): they stay, and stay as they are."""


def reachable() -> dict[int, Any]:
    """Every text, and all bytes, that some object of this process leads to, each once; also those of frames that wait,
    of its threads, of buffers, and of arrays. What garbage leads to is among them where none was collected before."""
    gc.unfreeze()
    found: dict[int, Any] = {}
    waiting: list[Any] = [*gc.get_objects(), *_of_threads()]
    while waiting:
        around = _of((*TEXTS, *UNTRACKED, *BUFFERS, np.ndarray), gc.get_referents(*waiting))
        further = [around[key] for key in around.keys() - found.keys()]
        found |= around
        waiting = [inner for one in further if not isinstance(one, TEXTS) for inner in _inner(one)]
    return {key: one for key, one in found.items() if isinstance(one, TEXTS)}


def _of_threads() -> Iterator[object]:
    """What each is doing, and what it is failing with. What a running function has in hand its frame does not tell the
    collector."""
    for running in sys._current_frames().values():  # pyright: ignore[reportPrivateUsage]
        frame: FrameType | None = running
        while frame is not None:
            yield from (frame, frame.f_locals)
            frame = frame.f_back
    yield from sys._current_exceptions().values()  # pyright: ignore[reportPrivateUsage]


def _of(kinds: tuple[type, ...], objects: Sequence[Any]) -> dict[int, Any]:
    """Those of these types, each once. There are millions: nothing here is a loop of Python's."""
    chosen = {kind for kind in set(map(type, objects)) if issubclass(kind, kinds)}
    found = list(compress(objects, map(chosen.__contains__, map(type, objects))))
    return dict(zip(map(id, found), found, strict=True))


def _inner(one: Any) -> Iterator[object]:
    """What leads on to what it holds, where the collector cannot tell."""
    if isinstance(one, BUFFERS):
        if not one.closed:
            yield (one.getvalue(),)
    elif isinstance(one, np.ndarray):
        array: NDArray[Any] = one  # pyright: ignore[reportUnknownVariableType]
        if array.dtype.kind in "OSU":
            yield array.tolist()
    elif not gc.is_tracked(one):
        yield one


def in_memory(pid: int, needles: Needles, *, shared: bool = False) -> set[Needle]:
    """Those that stand in what a process of ours has written to its memory, freed or not, and in what it shares with
    others (Linux)."""
    found: set[Needle] = set()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for start, end in _written(pid, shared):
            with suppress(OSError):  # it goes on: what was mapped a moment ago may be given back
                found |= _in_span(memory, start, end, needles)
    return found


def _in_span(memory: IO[bytes], start: int, end: int, needles: Needles) -> set[Needle]:
    found, before = set[Needle](), b""
    for at in range(start, end, PIECE):
        memory.seek(at)
        piece = memory.read(min(PIECE, end - at))
        if any(piece):
            found |= needles.held(before + piece)
        before = piece[1 - needles.longest :]
    return found


def _written(pid: int, shared: bool) -> Iterator[tuple[int, int]]:
    """Where mappings begin and end of which it has written anything that nobody else shares, or that others do."""
    span = (0, 0)
    dirty = {"Private_Dirty:", "Shared_Dirty:"} if shared else {"Private_Dirty:"}
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        first, _, rest = line.partition(" ")
        if not first.endswith(":"):
            start, _, end = first.partition("-")
            span = (int(start, 16), int(end, 16)) if rest.startswith("rw") else (0, 0)
        elif first in dirty and span[1] and int(rest.split()[0]):
            yield span
            span = (0, 0)


def opened(pid: int, home: Path) -> Iterator[Path]:
    """The files that a process can read by their handles alone, since they were deleted, and those that it writes
    outside of a folder (Linux)."""
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            leads_to = str(handle.readlink())
            info = Path(f"/proc/{pid}/fdinfo/{handle.name}").read_text()
            written = int(info.split("flags:")[1].split()[0], 8) & (os.O_WRONLY | os.O_RDWR)
            elsewhere = written and not Path(leads_to).is_relative_to(home)
            if handle.is_file() and (leads_to.endswith(DELETED) or elsewhere):
                yield handle


def led_to(digest: bytes) -> list[str]:
    """By what objects a text (its SHA-256) is held, one step further each, the nearest first."""
    held: list[object] = [one for one in reachable().values() if sha256(_bytes(one)).digest() == digest]
    told: list[str] = []
    seen = {id(held), id(told)}
    for _ in range(DISTANCE):
        around = gc.get_referrers(*held)
        held = [one for one in around if id(one) not in seen and not isinstance(one, FrameType)]
        seen |= {id(one) for one in held} | {id(held), id(around)}
        told.append(", ".join(sorted({_shown(one) for one in held})[:SHOWN]))
    return told


def _shown(one: Any) -> str:
    """Its type and its own name, of a module's names the module's; never a text of anybody's."""
    name = one.get("__name__", "") if type(one) in UNTRACKED[1:] else getattr(one, "__qualname__", "")
    return f"{type(one).__qualname__} {name}"


def _bytes(one: str | bytes | bytearray) -> bytes:
    return one.encode("utf-8", "surrogatepass") if isinstance(one, str) else bytes(one)


def hand_out(path: Path) -> int:
    """Write to a file all that is reachable() and not NOBODYS, for somebody else to look through; returns how many."""
    count = 0
    with path.open("wb") as file:
        for key, one in reachable().items():
            if key not in NOBODYS and len(one) >= SHORTEST:
                file.write(_bytes(one) + b"\0\n")
                count += 1
    return count


def held_among(path: Path, needles: Collection[Needle]) -> list[bytes]:
    """What was handed out that has any of them."""
    sought, found = Needles(needles), list[bytes]()
    content = path.read_bytes()
    if sought.held(content):
        found = [one for one in content.split(b"\0\n") if sought.held(one)]
    return found
