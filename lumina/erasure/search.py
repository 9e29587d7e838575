"""The search for what should be gone, in the raw bytes of files: one pass, however many needles."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

MARK = 8
"""Bytes of a needle that are looked up; a shorter one cannot be sought."""

DISTINCTIVE = 24
"""Bytes from which a piece of a text is unlikely to be anybody's: eight Japanese characters."""

LONGEST = 72
PIECE = 1 << 20
SLOTS = 20
MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Needle:
    """Bytes that only the erased person's data held: an id, or words. `kind` says which, for the log."""

    kind: str
    value: bytes


def id_needles(ids: Iterable[UUID]) -> Iterator[Needle]:
    """Each id as its 16 bytes, in either byte order, and as text with and without its hyphens."""
    for one in ids:
        for form in (one.bytes, one.bytes[::-1], str(one).encode(), one.hex.encode()):
            yield Needle("id", form)


def ids_of(needle: Needle) -> Iterator[UUID]:
    """The id of one of the id_needles(); of its bytes it does not tell in which order they are."""
    if len(needle.value) == len(UUID(int=0).bytes):
        yield from (UUID(bytes=needle.value), UUID(bytes=needle.value[::-1]))
    else:
        yield UUID(needle.value.decode())


def fragment(text: str) -> bytes | None:
    """A piece from the middle of a text's longest line, in whole characters; None where the text is too short to be
    distinctive."""
    line = max(text.splitlines(), key=len, default="").strip().encode("utf-8", "ignore")
    middle = len(line) // 2
    piece = line[max(middle - LONGEST // 2, 0) : middle + LONGEST // 2]
    whole = piece.decode("utf-8", "ignore").strip().encode()
    return whole if len(whole) >= DISTINCTIVE else None


class Needles:
    """Needles made ready to be sought together: eight bytes from the middle of each are looked up in a table at every
    place of the haystack, and only where they stand the whole needle is compared."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        needles = list(needles)
        self.longest = MARK
        self.ids = frozenset(id_ for needle in needles if needle.kind == "id" for id_ in ids_of(needle))
        self._by_mark: dict[int, list[tuple[int, Needle]]] = defaultdict(list)
        for needle in needles:
            if len(needle.value) >= MARK:
                at = (len(needle.value) - MARK) // 2
                mark = int.from_bytes(needle.value[at : at + MARK], "little")
                self._by_mark[mark].append((at, needle))
                self.longest = max(self.longest, len(needle.value))
        self._marks = np.array(sorted(self._by_mark), np.uint64)
        self._slots = np.zeros(1 << SLOTS, np.bool_)
        self._slots[slot_of(self._marks)] = True

    def held(self, haystack: bytes) -> set[Needle]:
        """Those that stand in these bytes."""
        if len(haystack) < MARK or not len(self._marks):
            return set()
        marks: NDArray[np.uint64] = np.ndarray((len(haystack) - MARK + 1,), "<u8", haystack, strides=(1,))
        places = np.flatnonzero(self._slots[slot_of(marks)])
        places = places[self._marks[np.searchsorted(self._marks[:-1], marks[places])] == marks[places]]
        found: set[Needle] = set()
        for place, mark in zip(places.tolist(), marks[places].tolist(), strict=True):
            found.update(n for at, n in self._by_mark[mark] if n not in found and _stands(haystack, n, place - at))
        return found

    def in_file(self, path: Path) -> set[Needle]:
        """Those that stand in a file. It may change or go meanwhile."""
        return in_pieces(path, self.longest, self.held)


class Sought(Protocol):
    """What is looked for in files."""

    def in_file(self, path: Path) -> set[Needle]: ...


def in_pieces(path: Path, longest: int, held: Callable[[bytes], set[Needle]]) -> set[Needle]:
    """What is held in a file, read piece by piece; nothing is longer than `longest`."""
    found: set[Needle] = set()
    with suppress(FileNotFoundError), path.open("rb") as file:
        before = b""
        while piece := file.read(PIECE):
            filled = piece[:longest] if piece == bytes(len(piece)) else piece  # engines allocate ahead
            found |= held(before + filled)
            before = (before + piece)[1 - longest :]
    return found


def slot_of(marks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (marks * MIX) >> np.uint64(64 - SLOTS)


def _stands(haystack: bytes, needle: Needle, start: int) -> bool:
    return start >= 0 and haystack[start : start + len(needle.value)] == needle.value


async def search_files(places: Sequence[Path], needles: Sought) -> dict[Path, set[Needle]]:
    """The needles that stand in each file of these places (files, or folders with all that is in them)."""
    return await asyncio.to_thread(_search, places, needles)


def _search(places: Sequence[Path], needles: Sought) -> dict[Path, set[Needle]]:
    found = {path: needles.in_file(path) for path in _files(places)}
    return {path: held for path, held in found.items() if held}


def _files(places: Sequence[Path]) -> Iterator[Path]:
    for place in places:
        yield from sorted(path for path in [place, *place.rglob("*")] if path.is_file())
