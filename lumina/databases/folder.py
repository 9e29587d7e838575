"""The data folder: whose it is, and who has it open."""

import fcntl
import json
import os
import secrets
import stat
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import IO

from filelock import FileLock, Timeout

from lumina.databases.pseudonyms import Pseudonyms
from lumina.errors import FolderError, FolderForeign, FolderInUse, FolderTooNew, Reason, because

FORMAT = 1
CARD = "lumina.json"
FRESH = f"{CARD}.new"
LOCK = "lock"
OWNER = "owner.json"
SECRET_BYTES = 16
KEYED = "keys"
"""Stands in the card of a folder whose persons have keys."""

MAKING_SECONDS = 30
SHARING_SECONDS = 2
POLL_SECONDS = 0.02
POSTGRES = "postgres"
OTHERS = 0o077
"""The rights of whoever is not the owner."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The places in a data folder that this process has open. `secret` belongs to the folder for life."""

    home: Path
    secret: bytes
    mended: int = 0
    """How many of its files and folders others could read, until it was opened."""

    @property
    def pseudonyms(self) -> Pseudonyms:
        return Pseudonyms(self.secret)

    @property
    def postgres(self) -> Path:
        return self.home / POSTGRES

    @property
    def duckdb(self) -> Path:
        return self.home / "midterm.duckdb"

    @property
    def index(self) -> Path:
        return self.home / "index"

    @property
    def keys(self) -> Path:
        """Of the persons; in no backup of the folder."""
        return self.home / "keys"

    @property
    def cache(self) -> Path:
        """Made from what is installed; holds nothing of anybody."""
        return self.home / "cache"

    @property
    def history(self) -> Path:
        return self.home / "history"


def has_keys(home: Path) -> bool:
    """Whether what lies in the folder is under keys, as far as it knows."""
    return bool(json.loads((home / CARD).read_text()).get(KEYED))


def note_keys(home: Path) -> None:
    """From now on what lies in the folder is under keys: without them it is not opened."""
    card = json.loads((home / CARD).read_text()) | {KEYED: True}
    fresh = home / f"{FRESH}.{os.getpid()}"
    fresh.write_text(json.dumps(card))
    fresh.replace(home / CARD)


def is_a_data_folder(home: Path) -> bool:
    return (home.expanduser() / CARD).exists()


@contextmanager
def owned(home: Path, secret: bytes | None = None) -> Generator[Folder]:
    """Own the folder, made if absent (with this secret), until left. Raises FolderInUse, naming the owner, where
    another process has it, FolderForeign where it is something else, FolderTooNew where a newer LUMINA made it."""
    home = home.expanduser().absolute()
    with _private(home) as mended:
        lock = _lock(home)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise FolderInUse(folder=home, owner=_owner(home)) from None
        try:
            secret = _card(home, secret)
            (home / OWNER).write_text(json.dumps({"pid": os.getpid(), "command": _command()}))
            yield Folder(home, secret, mended)
        finally:
            lock.release()


@contextmanager
def shared(home: Path, secret: bytes | None = None) -> Generator[Folder]:
    """Have the folder open, made if absent (with this secret), until left, together with others that share it. Raises
    as owned()."""
    home = home.expanduser().absolute()
    with _private(home) as mended:
        secret = _card(home) if (home / CARD).exists() else _first_card(home, secret)
        with (home / LOCK).open("ab") as lock:
            if not _shares(lock):
                raise FolderInUse(folder=home, owner=_owner(home))
            (home / OWNER).unlink(missing_ok=True)  # there is more than one
            yield Folder(home, secret, mended)


@contextmanager
def _private(home: Path) -> Generator[int]:
    """The folder is made if absent, and all that this process writes until it is left is its owner's alone; so is from
    now on what was there before: yields how many files and folders that concerned."""
    with _PRIVATELY.writing():
        _make(home)
        yield _mend(home) if home.stat().st_mode & OTHERS else 0


class _Privately:
    """What a process writes is its owner's alone while any folder is open, in whatever order they are left: it has one
    umask for all of them."""

    def __init__(self) -> None:
        self._lock, self._open, self._before = Lock(), 0, 0

    @contextmanager
    def writing(self) -> Generator[None]:
        with self._lock:
            before = os.umask(OTHERS)
            self._before = self._before if self._open else before
            self._open += 1
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1
                if not self._open:
                    os.umask(self._before)


_PRIVATELY = _Privately()


def _mend(home: Path) -> int:
    """PostgreSQL's folder is another account's where root runs it, and closed by PostgreSQL itself."""
    is_old = (home / CARD).exists()
    mended = 0
    for above, folders, files in os.walk(home):
        folders[:] = [name for name in folders if (above, name) != (str(home), POSTGRES)]
        for path in (Path(above), *(Path(above, name) for name in files)):
            mode = path.lstat().st_mode
            if mode & OTHERS and not path.is_symlink():
                with suppress(PermissionError):  # another's, in our folder
                    path.chmod(stat.S_IMODE(mode) & ~OTHERS)
                    mended += 1
    return mended if is_old else 0


def _command() -> str:
    """What was called, without what it was told."""
    name, words = Path(sys.argv[0]).name, sys.argv[1:2]
    return " ".join([name, *(word for word in words if word.isalpha())])


def _shares(lock: IO[bytes]) -> bool:
    """Whether nobody has the folder alone; who makes its card has it so for a moment."""
    given_up = time.monotonic() + SHARING_SECONDS
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return True
        if time.monotonic() > given_up:
            return False
        time.sleep(POLL_SECONDS)


def _first_card(home: Path, secret: bytes | None) -> bytes:
    """Of several who come first, one makes the card."""
    try:
        with _lock(home).acquire(MAKING_SECONDS):
            return _card(home, secret)
    except Timeout:
        raise FolderInUse(folder=home, owner=_owner(home)) from None


def _lock(home: Path) -> FileLock:
    return FileLock(home / LOCK, thread_local=False)


def _make(home: Path) -> None:
    """A folder that is there must be LUMINA's own, or empty."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        # In this order: who makes the folder at the same time puts the card in before anything else.
        foreign = any(one.name not in {LOCK, FRESH, CARD} for one in home.iterdir()) and not (home / CARD).exists()
    except OSError as error:
        raise FolderError(folder=home, why=(error.strerror or str(error)).lower()) from error
    if foreign:
        raise FolderForeign(folder=home, why=because("it is not empty and has no {name}", name=CARD))


def _card(home: Path, fresh_secret: bytes | None = None) -> bytes:
    path = home / CARD
    if not path.exists():
        fresh = home / FRESH
        secret = fresh_secret or secrets.token_bytes(SECRET_BYTES)
        fresh.write_text(json.dumps({"format": FORMAT, "secret": secret.hex()}))
        fresh.replace(path)
    try:
        card = json.loads(path.read_text())
        made_by, secret = int(card["format"]), bytes.fromhex(card["secret"])
    except (ValueError, KeyError, TypeError) as error:
        raise FolderForeign(folder=home, why=because("{name} cannot be read", name=CARD)) from error
    if made_by > FORMAT:
        raise FolderTooNew(folder=home, unknown=f"format {made_by}")
    return secret


def _owner(home: Path) -> Reason:
    """Who has it, and since when: it writes who it is as it opens the folder."""
    try:
        owner = json.loads((home / OWNER).read_text())
        opened = datetime.fromtimestamp((home / OWNER).stat().st_mtime).astimezone()
        return because(
            "{command} (process {pid}), since {since}",
            command=owner["command"],
            pid=owner["pid"],
            since=f"{opened:%Y-%m-%d %H:%M}",
        )
    except (OSError, ValueError, KeyError, TypeError):
        return because("another process")
