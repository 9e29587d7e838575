"""What a person typed into the chat, kept for the arrow keys: one file a person in the data folder. It holds the
person's words, so erasure takes it, too."""

from hashlib import sha256
from pathlib import Path


def history_file(home: Path, person: str) -> Path:
    """The file of a person; its name does not tell whose it is."""
    return home / "history" / sha256(person.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def open_history(home: Path, person: str) -> Path:
    """The file, there and readable by its owner alone."""
    path = history_file(home, person)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    return path


def erase_history(home: Path, person: str) -> int:
    """Wipe the file and remove it; returns how many (0 or 1)."""
    path = history_file(home, person)
    if not path.exists():
        return 0
    with path.open("r+b") as file:
        file.write(b"\0" * path.stat().st_size)
    path.unlink()
    return 1
