"""A seal: what the files of a folder were when an engine closed it, so that damage is seen before the engine is trusted
with them again.

Engines map their files, or believe how long they are: of one that was cut in half Qdrant Edge loads half the points,
and PostgreSQL reads half a table. The seal is broken as the folder is opened: after a kill there is none.
"""

import json
import mmap
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from zlib import crc32

from lumina.errors import Reason, because

NAME = "sealed.json"
BLOCK = 1 << 20
KNOWS_HOLES = hasattr(os, "SEEK_DATA")

Depth = Callable[[str], bool | None]
"""How a file of the folder (its path there) is sealed: with its content (True), by its size (False), not at all."""

Seal = Mapping[str, tuple[int, int | None]]
"""Of each file its size, and the checksum of its content."""


class Broken(Exception):
    """A file is not as it was sealed: `why`."""

    def __init__(self, why: Reason) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True, slots=True)
class Unsealed:
    """A seal that was broken, and when each of its files had been written (nanoseconds) by then."""

    seal: Seal
    written: Mapping[str, int]

    def still_holds(self, name: str, stat: os.stat_result) -> bool:
        """Whether nobody wrote this file since."""
        return name in self.seal and (self.seal[name][0], self.written[name]) == (stat.st_size, stat.st_mtime_ns)


NOTHING = Unsealed({}, {})


def with_content(_: str) -> bool:
    """The depth where every file counts, to the last bit."""
    return True


def measured(folder: Path, depth: Depth = with_content, before: Unsealed = NOTHING) -> Seal:
    """What lies there now; what nobody wrote since the seal before is not read again, where it can be told."""
    found: dict[str, tuple[int, int | None]] = {}
    told = bool(before.seal) and _tells_of_mapped_writes(folder)
    for name, stat in _files_in(folder):
        if (deep := depth(name)) is not None:
            known = told and before.still_holds(name, stat)
            found[name] = before.seal[name] if known else (_measured(folder, name) if deep else (stat.st_size, None))
    return found


def seal(folder: Path, found: Seal, token: str = "") -> None:
    """From now on nobody writes there until unseal(). The token is of what changes with every use of the folder."""
    body = json.dumps({"token": token, "files": found})
    with suppress(OSError):  # then it has none
        (folder / NAME).write_text(f"{crc32(body.encode())}\n{body}")


def unseal(folder: Path, token: str = "") -> Unsealed | None:
    """Break the seal and return what it said; None where there is none of this token, or it is itself damaged. Raises
    Broken where a file is not as it was sealed, and leaves the seal in its place."""
    sealed = _read(folder / NAME, token)
    found = dict(_files_in(folder)) if sealed else {}
    for name, (size, content) in (sealed or {}).items():
        if name not in found:
            raise Broken(because("its file {name} is gone", name=name))
        _check(folder, name, found[name].st_size, (size, content))
    (folder / NAME).unlink(missing_ok=True)
    return None if sealed is None else Unsealed(sealed, {name: found[name].st_mtime_ns for name in sealed})


def _tells_of_mapped_writes(folder: Path) -> bool:
    """Whether a file that is written where it was read, mapped, counts as written: not where files lie in memory."""
    with NamedTemporaryFile(dir=folder) as file:
        file.write(bytes(mmap.PAGESIZE))
        file.flush()
        with mmap.mmap(file.fileno(), mmap.PAGESIZE) as mapped:
            before = mapped[0]
            os.utime(file.fileno(), ns=(0, 0))
            mapped[0] = before + 1
        return os.fstat(file.fileno()).st_mtime_ns > 0


def _files_in(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """By their paths there, without the seal: plain strings, for there are a thousand at each opening and closing."""
    root, places = str(folder), [""]
    while places:
        within = places.pop()
        with os.scandir(f"{root}/{within}") as entries:
            for entry in entries:
                if entry.is_dir():
                    if not entry.is_symlink():
                        places.append(f"{within}{entry.name}/")
                elif entry.name != NAME:
                    yield within + entry.name, entry.stat()


def _read(path: Path, token: str) -> Seal | None:
    try:
        checksum, body = path.read_text(encoding="utf-8").split("\n", 1)
        if int(checksum) != crc32(body.encode()):
            return None
    except (OSError, ValueError):
        return None
    sealed: dict[str, Any] = json.loads(body)
    files = {name: (size, content) for name, (size, content) in sealed["files"].items()}
    return files if sealed["token"] == token else None


def _check(folder: Path, name: str, found: int, sealed: tuple[int, int | None]) -> None:
    size, content = sealed
    if found != size:
        why = because("its file {name} has {found} bytes, and had {size}", name=name, found=found, size=size)
        raise Broken(why)
    if content is not None and _measured(folder, name) != sealed:
        raise Broken(because("what its file {name} holds was changed", name=name))


def _measured(folder: Path, name: str) -> tuple[int, int]:
    """Its size, and the checksum of its content."""
    with (folder / name).open("rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        return size, _checksum(file.fileno(), size)


def _checksum(file: int, size: int) -> int:
    """Of all blocks but those of zeros, which need not be on the disk: Edge's files are zeros mostly."""
    checksum = 0
    for at in _written(file, size):
        block = os.pread(file, BLOCK, at)
        if block.count(0) < len(block):
            checksum = crc32(block, crc32(at.to_bytes(8, "big"), checksum))
    return checksum


def _written(file: int, size: int) -> Iterator[int]:
    """Where the blocks begin that are not holes as a whole."""
    at = 0
    while at < size:
        if KNOWS_HOLES:
            try:
                at = max(at, os.lseek(file, at, os.SEEK_DATA) // BLOCK * BLOCK)
            except OSError:  # nothing but a hole is left
                return
        yield at
        at += BLOCK
