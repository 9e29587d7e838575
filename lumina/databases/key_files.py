"""Files of which nothing may stay, keys and what was typed: their owner's alone, whole or not there, and overwritten
before they go."""

import os
from pathlib import Path


def write_new(path: Path, content: bytes) -> None:
    """Durable when it returns. Of several who come first, one's stays."""
    fresh = _beside(path, content)
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    finally:
        fresh.unlink()
    _settle(path.parent)


def write_over(path: Path, content: bytes) -> None:
    """In the place of what is there; durable when it returns. The bytes that were there are overwritten."""
    fresh, old = _beside(path, content), os.open(path, os.O_WRONLY)
    try:
        fresh.replace(path)
        _settle(path.parent)
        blank(old)
    finally:
        os.close(old)


def destroy(path: Path) -> bool:
    """Whether it was there. Its bytes are overwritten first, as far as the file system writes in place."""
    there = overwrite(path)
    if there:
        path.unlink(missing_ok=True)
        _settle(path.parent)
    return there


def overwrite(path: Path) -> bool:
    """Whether it is there. Nothing but zeros stands in it, on the disk as well."""
    try:
        file = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        return False
    try:
        blank(file)
    finally:
        os.close(file)
    return True


def sweep(path: Path) -> int:
    """Destroy what who was killed left beside a file while writing it; returns how many. Nobody writes it now."""
    return sum(map(destroy, [*path.parent.glob(f"{path.name}.*.*")]))


def _beside(path: Path, content: bytes) -> Path:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return fresh


def blank(file: int) -> None:
    """Write zeros over an open file, on the disk as well."""
    os.pwrite(file, bytes(os.fstat(file).st_size), 0)
    os.fsync(file)


def _settle(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
