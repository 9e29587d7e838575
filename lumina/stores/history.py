"""What a person typed into the chat, kept for the arrow keys: one file a person in the data folder. It holds the
person's words, so erasure takes it, too."""

from collections.abc import Callable
from hashlib import sha256
from os import SEEK_END
from pathlib import Path
from typing import IO


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
        _wipe(file, path.stat().st_size)
    path.unlink()
    return 1


def typed_texts(home: Path, person: str) -> list[str]:
    """What the person sent, each text whole, in their order."""
    return [text for text, _ in _entries(history_file(home, person)) if text]


def drop_typed(home: Path, person: str, goes: Callable[[str], bool]) -> int:
    """Take texts out; the file is written anew, and its bytes before are wiped. Returns how many went."""
    path = history_file(home, person)
    entries = _entries(path)
    kept = [lines for text, lines in entries if not (text and goes(text))]
    if len(kept) < len(entries):
        fresh = path.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text("".join(kept), encoding="utf-8")
        with path.open("r+b") as before:
            fresh.replace(path)
            _wipe(before, before.seek(0, SEEK_END))
    return len(entries) - len(kept)


def _entries(path: Path) -> list[tuple[str, str]]:
    """As prompt_toolkit writes them: a line with the moment, and those of the text behind a sign each."""
    found: list[tuple[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []:
        text, lines = found.pop() if found and (line.startswith("+") or not found[-1][0]) else ("", "")
        said = line[1:].rstrip("\n") if line.startswith("+") else ""
        found.append((f"{text}\n{said}" if text and said else text or said, lines + line))
    return found


def _wipe(file: IO[bytes], size: int) -> None:
    file.seek(0)
    file.write(b"\0" * size)
