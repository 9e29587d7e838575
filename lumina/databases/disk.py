"""The disk that the data folder lies on: how much of it is free, and what may still be written there.

The engines take a full disk badly: Edge writes into mapped files, where the system answers with a signal that ends the
process, and PostgreSQL stops. So LUMINA leaves room to them and refuses before they would.
"""

import errno
import os
import shutil
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lumina.errors import DiskFull, FolderError, LuminaError, Reason, StoreDown, because

MEGABYTE = 1_000_000
OPENING = 48 * MEGABYTE
"""What opening a folder takes, for reading and for PostgreSQL's log: 8 to 20 MB, measured, after a kill the most."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
SAID_SO = "No space left on device"
MAY_ALLOCATE = hasattr(os, "posix_fallocate")


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk of the folder `place`, which may not be made yet. `floor` bytes stay free there whatever is written."""

    place: Path
    floor: int = 0

    @property
    def free(self) -> int:
        """What is free there for anybody but root."""
        return shutil.disk_usage(self._made).free

    @property
    def name(self) -> Reason:
        mounted = next(path for path in (self._made, *self._made.parents) if path.is_mount())
        return because("the disk {place}", place=mounted)

    @property
    def _made(self) -> Path:
        place = self.place.expanduser().absolute()
        return next(path for path in (place, *place.parents) if path.exists())

    def admit(self, more: int = 0) -> None:
        """There is room for `more` bytes above the floor. Raises DiskFull."""
        free = self.free
        if free < self.floor + more:
            why = because(
                "{free} MB are free, and LUMINA writes from {needed} MB on (LUMINA_DISK_FLOOR is {floor})",
                free=free // MEGABYTE,
                needed=_rounded_up(self.floor + more),
                floor=self.floor // MEGABYTE,
            )
            raise DiskFull(store=self.name, why=why)

    def admit_opening(self, more: int = 0) -> None:
        """There is room to open the folder, and for `more` bytes. Raises DiskFull."""
        free = self.free
        if free < OPENING + more:
            why = because(
                "{free} MB are free, and to open {folder} takes {needed} MB",
                free=free // MEGABYTE,
                folder=self.place,
                needed=_rounded_up(OPENING + more),
            )
            raise DiskFull(store=self.name, why=why)

    @contextmanager
    def blamed(self) -> Generator[None]:
        """What fails inside because the disk is full raises DiskFull."""
        try:
            yield
        except (OSError, StoreDown, FolderError) as error:
            if isinstance(error, DiskFull) or not (_says_so(error) or self._is_blamable(error)):
                raise
            why = because("it filled up meanwhile; {free} MB are free", free=self.free // MEGABYTE)
            raise DiskFull(store=self.name, why=why) from error

    def _is_blamable(self, error: Exception) -> bool:
        return isinstance(error, LuminaError) and self.free < OPENING / 2


def allocate(files: Iterable[Path], disk: Disk) -> None:
    """Let every byte of these files have its place on the disk, so that writing them through a mapping cannot fail.
    Raises DiskFull before any is changed. (Where the system cannot, as macOS, the floor alone protects.)"""
    holed = [(path, size) for path in files if (size := _lacking(path))]
    if not holed or not MAY_ALLOCATE:
        return
    disk.admit_opening(sum(size for _, size in holed))
    for path, _ in holed:
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, os.fstat(file.fileno()).st_size)


def lacking(files: Iterable[Path]) -> int:
    """The bytes that allocate() would take."""
    return sum(map(_lacking, files))


def files_in(folder: Path) -> Iterator[Path]:
    """All of a folder that may not be there."""
    return (Path(above, name) for above, _, names in os.walk(folder) for name in names)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in files_in(folder))


def _lacking(path: Path) -> int:
    status = path.stat()
    return max(status.st_size - status.st_blocks * 512, 0)


def _says_so(error: Exception) -> bool:
    return (isinstance(error, OSError) and error.errno in FULL) or SAID_SO in str(error)


def _rounded_up(size: int) -> int:
    """In megabytes."""
    return -(-size // MEGABYTE)
