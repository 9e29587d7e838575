"""The search for what should be gone, in the raw bytes of files."""

import asyncio
import logging
import mmap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Needle:
    """Bytes that only the erased person's data held: an id, or words of a turn. `kind` says which, for the log."""

    kind: str
    value: bytes


def id_needles(ids: Iterable[UUID]) -> Iterator[Needle]:
    """Each id as its 16 bytes, in either byte order, and as text."""
    for one in ids:
        yield Needle("id", one.bytes)
        yield Needle("id", one.bytes[::-1])
        yield Needle("id", str(one).encode())


def fragment(text: str, *, shortest: int = 12, longest: int = 48) -> bytes | None:
    """A piece from the middle of a text, in whole characters; None where the text is too short to be distinctive."""
    line = max(text.splitlines(), key=len, default="").strip()
    middle = len(line) // 2
    piece = line[max(middle - 12, 0) : middle + 12].strip().encode("utf-8", "ignore")[:longest]
    whole = piece.decode("utf-8", "ignore").encode()
    return whole if len(whole) >= shortest else None


async def search_files(folders: Sequence[Path], needles: Sequence[Needle]) -> int:
    """How many (file, needle) pairs there are where the file holds the needle."""
    return await asyncio.to_thread(_search, folders, needles)


def _search(folders: Sequence[Path], needles: Sequence[Needle]) -> int:
    found = 0
    for path in _files(folders):
        for needle in _held(path, needles):
            logger.warning("%s still holds an erased %s", path, needle.kind)
            found += 1
    return found


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.is_file())


def _held(path: Path, needles: Sequence[Needle]) -> list[Needle]:
    try:
        with path.open("rb") as file:
            if path.stat().st_size == 0:
                return []
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return [needle for needle in needles if content.find(needle.value) >= 0]
    except FileNotFoundError:  # a server removed it meanwhile
        return []
