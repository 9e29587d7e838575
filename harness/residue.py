"""What is left of who was erased, sought by another way than LUMINA's own: in files, however it is spelt there or
packed; among the objects that a process can reach; in its memory.

The process that is searched is told no word: it hands out what it holds, and whoever asked looks.
"""

import gc
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final
from unicodedata import normalize

import duckdb
import zstandard

from harness.copies import copy_home
from lumina.erasure.search import LONGEST, MARK, PIECE, Needle, Needles

ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be")
HALVES: Final = {normalize("NFKC", chr(code)): chr(code) for code in range(0xFF66, 0xFF9E)} | {"゙": "ﾞ", "゚": "ﾟ"}
"""Of each kana, and of the two marks that are joined to one, the form of half width."""

PARQUET: Final = b"PAR1"
DEEPEST: Final = 3
"""Packed within packed."""

MOST: Final = 1 << 26
"""Bytes that are unpacked of one frame."""

NOTHING: Final = bytes(PIECE)
AT_ONCE: Final = 20_000
UNTRACKED: Final[tuple[type, ...]] = (tuple, dict)
"""The collector does not know them where they hold nothing that could lead back to them: texts, say."""

DISTANCE: Final = 6
MANY: Final = 8
KEPT_APART: Final = frozenset({"cache"})
"""Vocabularies, which are nobody's."""


def spellings(word: str) -> set[str]:
    """Composed, decomposed, in half width, in small letters."""
    apart = normalize("NFD", word)
    halved = "".join(HALVES.get(sign, sign) for sign in apart)
    return {normalize("NFC", word), apart, halved, word.lower()}


def spelt(words: Iterable[str]) -> list[Needle]:
    """Needles for words in whatever form and encoding; what is shorter than eight bytes is left out."""
    forms = {form.encode(code) for word in words for form in spellings(word) for code in ENCODINGS}
    return [Needle("word", form) for form in sorted(forms) if len(form) >= MARK]


def in_files(places: Iterable[Path], needles: Needles) -> dict[str, set[Needle]]:
    """Those that stand in any file of these folders: in its bytes, in what is packed there, in the rows of a DuckDB."""
    found: dict[str, set[Needle]] = {}
    for path in (path for place in places for path in place.rglob("*") if path.is_file()):
        held = {one for content in _contents(path) for one in needles.held(content)}
        if held:
            found[str(path)] = held
    return found


def _contents(path: Path) -> Iterator[bytes]:
    if not KEPT_APART.isdisjoint(path.parts):
        return
    if path.suffix == ".duckdb":
        yield from _rows(path)
    content = _filled(path)
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
    for magic, unpack in UNPACKING.items():
        start = content.find(magic)
        while start >= 0:
            inner = unpack(content[start : start + MOST])
            if inner:
                yield inner
                if deep < DEEPEST:
                    yield from unpacked(inner, deep + 1)
            start = content.find(magic, start + 1)


def _unzipped(frame: bytes) -> bytes:
    """As much of it as is whole."""
    unpacking, unpacked_ = zlib.decompressobj(31), bytearray()
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
    PARQUET: _rows_of_parquet,
}


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


def in_memory(pid: int, needles: Needles) -> set[Needle]:
    """Those that stand in what a process of ours has written to its memory, freed or not (Linux)."""
    found: set[Needle] = set()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for start, end in _written(pid):
            before = b""
            for at in range(start, end, PIECE):
                memory.seek(at)
                piece = memory.read(min(PIECE, end - at))
                if any(piece):
                    found |= needles.held(before + piece)
                before = piece[1 - needles.longest :]
    return found


def _written(pid: int) -> Iterator[tuple[int, int]]:
    """Where what nobody else shares begins and ends, of mappings that have any of it."""
    span = (0, 0)
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        first, _, rest = line.partition(" ")
        if not first.endswith(":"):
            start, _, end = first.partition("-")
            span = (int(start, 16), int(end, 16)) if rest.startswith("rw") else (0, 0)
        elif first == "Private_Dirty:" and span[1] and int(rest.split()[0]):
            yield span


def reachable() -> Iterator[str | bytes | bytearray]:
    """Every text, and all bytes, that some object of this process leads to; also those of frames that wait."""
    gc.unfreeze()
    gc.collect()
    known: set[int] = set()
    waiting: list[object] = gc.get_objects()
    while waiting:
        some, waiting = waiting[-AT_ONCE:], waiting[:-AT_ONCE]
        for one in gc.get_referents(*some):
            if id(one) in known:
                continue
            if isinstance(one, str | bytes | bytearray):
                known.add(id(one))
                yield one
            elif type(one) in UNTRACKED and not gc.is_tracked(one):
                known.add(id(one))
                waiting.append(one)


def led_to(digest: bytes) -> list[str]:
    """By what objects a text (its SHA-256) is held, one step further each, the nearest first."""
    held: list[object] = [one for one in reachable() if sha256(_bytes(one)).digest() == digest]
    told: list[str] = []
    seen = {id(held), id(told)}
    for _ in range(DISTANCE):
        around = gc.get_referrers(*held)
        held = [one for one in around if id(one) not in seen and not isinstance(one, FrameType)]
        seen |= {id(one) for one in held} | {id(held), id(around)}
        told.append(", ".join(sorted({_shown(one) for one in held})[:MANY]))
    return told


def _shown(one: Any) -> str:
    """Its type and its own name, of a module's names the module's; never a text of anybody's."""
    name = one.get("__name__", "") if type(one) in UNTRACKED[1:] else getattr(one, "__qualname__", "")
    return f"{type(one).__qualname__} {name}"


def _bytes(one: str | bytes | bytearray) -> bytes:
    return one.encode("utf-8", "surrogatepass") if isinstance(one, str) else bytes(one)


def hand_out(path: Path) -> int:
    """Write to a file all that is reachable(), for somebody else to look through; returns how many."""
    count = 0
    with path.open("wb") as file:
        for one in reachable():
            if len(one) >= 4:
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
