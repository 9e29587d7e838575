"""What is left of who was erased, sought in files by another way than LUMINA's own: in their names and their bytes,
however it is spelt there (harness.spelling) or packed."""

import os
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import duckdb
import numpy as np
import zstandard
from numpy.typing import NDArray

from harness.copies import copy_home
from lumina.erasure.search import LONGEST, PIECE, Needle, Needles

PARQUET: Final = b"PAR1"
DEEPEST: Final = 3
"""Packed within packed."""

MOST: Final = 1 << 26
"""Bytes that are unpacked of one frame."""

EITHER: Final = 47
"""For zlib: its own frame, or that of gzip."""

NOTHING: Final = bytes(PIECE)


def digests(place: Path) -> frozenset[bytes]:
    """Of the contents of all files of a folder in which nobody has lived yet."""
    return frozenset(sha256(_filled(path)).digest() for path in place.rglob("*") if path.is_file())


def in_files(places: Iterable[Path], needles: Needles, known: Container[bytes] = ()) -> dict[str, set[Needle]]:
    """Those that stand in any file of these folders: in its bytes, in what is packed there, in the rows of a DuckDB;
    or in what files and folders are called. What has one of the `known` digests() is not gone through again."""
    found: dict[str, set[Needle]] = {}
    for place in places:
        there = [*place.rglob("*")]
        found[f"a name in {place}"] = needles.held(b"\n".join(os.fsencode(path.name) for path in there))
        for path in (path for path in there if path.is_file()):
            found[str(path)] = held_in(path, needles, known)
    return {where: held for where, held in found.items() if held}


def held_in(path: Path, needles: Needles, known: Container[bytes] = ()) -> set[Needle]:
    """Those that stand in a file."""
    return {one for content in _contents(path, known) for one in needles.held(content)}


def _contents(path: Path, known: Container[bytes]) -> Iterator[bytes]:
    if path.suffix == ".duckdb":
        yield from _rows(path)
    content = _filled(path)
    if sha256(content).digest() not in known:
        yield content
        yield from unpacked(content)


def _filled(path: Path) -> bytes:
    """Its bytes; of long runs of zeros, which engines allocate ahead, a few. It may go meanwhile."""
    try:
        with path.open("rb") as file:
            pieces = [*iter(lambda: file.read(PIECE), b"")]
    except FileNotFoundError:
        return b""
    return b"".join(bytes(LONGEST) if piece == NOTHING[: len(piece)] else piece for piece in pieces)


def unpacked(content: bytes, deep: int = 0) -> Iterator[bytes]:
    """All that is packed in it, wherever that begins, and what is packed in that."""
    for start, unpack in _packed(content):
        inner = unpack(content[start : start + MOST])
        if inner:
            yield inner
            if deep < DEEPEST:
                yield from unpacked(inner, deep + 1)


def _packed(content: bytes) -> Iterator[tuple[int, Callable[[bytes], bytes]]]:
    """Where something packed begins, and how it is unpacked."""
    pairs: NDArray[np.uint16] = np.ndarray((max(len(content) - 1, 0),), "<u2", content, strides=(1,))
    for start in np.flatnonzero(BEGINNINGS[pairs]).tolist():
        for magic, unpack in UNPACKING.items():
            if content.startswith(magic, start):
                yield start, unpack


def _unzipped(frame: bytes) -> bytes:
    """As much of it as is whole."""
    unpacking, unpacked_ = zlib.decompressobj(EITHER), bytearray()
    try:
        for at in range(0, len(frame), PIECE):
            unpacked_ += unpacking.decompress(frame[at : at + PIECE], MOST)
            if unpacking.eof:
                break
    except zlib.error:
        pass
    return bytes(unpacked_)


def _unzstd(frame: bytes) -> bytes:
    unpacking, unpacked_ = zstandard.ZstdDecompressor().decompressobj(), bytearray()
    try:
        for at in range(0, len(frame), PIECE):
            unpacked_ += unpacking.decompress(frame[at : at + PIECE])
            if unpacking.eof or len(unpacked_) > MOST:
                break
    except zstandard.ZstdError:
        pass
    return bytes(unpacked_)


def _rows_of_parquet(frame: bytes) -> bytes:
    """Of the file that begins here, up to whichever of its marks ends one."""
    end = frame.find(PARQUET, len(PARQUET))
    while end >= 0:
        with TemporaryDirectory() as folder, duckdb.connect() as reading:
            file = Path(folder) / "found.parquet"
            file.write_bytes(frame[: end + len(PARQUET)])
            try:
                return _told(reading.execute("select * from read_parquet(?)", [str(file)]).fetchall())
            except duckdb.Error:
                end = frame.find(PARQUET, end + 1)
    return b""


UNPACKING: Final[Mapping[bytes, Callable[[bytes], bytes]]] = {
    b"\x28\xb5\x2f\xfd": _unzstd,
    b"\x1f\x8b\x08": _unzipped,
    **dict.fromkeys((b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda"), _unzipped),
    PARQUET: _rows_of_parquet,
}

BEGINNINGS: Final = np.zeros(1 << 16, np.bool_)
"""Which two bytes may begin something packed."""

BEGINNINGS[[int.from_bytes(magic[:2], "little") for magic in UNPACKING]] = True


def _rows(path: Path) -> Iterator[bytes]:
    """Of every table of a DuckDB's file, with its log, out of a copy."""
    with TemporaryDirectory() as folder:
        for one in (path, path.with_name(f"{path.name}.wal")):
            if one.exists():
                copy_home(one, Path(folder) / one.name)
        with duckdb.connect(Path(folder) / path.name) as reading:
            for (table,) in reading.execute("select table_name from information_schema.tables").fetchall():
                yield _told(reading.execute(f'select * from "{table}"').fetchall())


def _told(rows: Sequence[tuple[Any, ...]]) -> bytes:
    values = (value for row in rows for value in row)
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in values)
