"""What a person typed into the chat, kept for the arrow keys: one file a person in the data folder. It holds the
person's words, so erasure takes it, too."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from lumina.databases.key_files import destroy, write_over


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
    """Destroy the file, and what a kill left beside it; returns how many."""
    path = history_file(home, person)
    return sum(map(destroy, path.parent.glob(f"{path.name}*")))


def typed_texts(home: Path, person: str) -> list[str]:
    """What the person sent, each text whole, in their order."""
    return [text for text, _ in _entries(history_file(home, person)) if text]


def drop_typed(home: Path, person: str, goes: Callable[[str], bool]) -> int:
    """Take texts out; the file is written anew, and its bytes before are overwritten. Returns how many went."""
    path = history_file(home, person)
    entries = _entries(path)
    kept = [lines for text, lines in entries if not (text and goes(text))]
    if len(kept) < len(entries):
        write_over(path, "".join(kept).encode())
    return len(entries) - len(kept)


def _entries(path: Path) -> list[tuple[str, str]]:
    """As prompt_toolkit writes them: a line with the moment, and those of the text behind a sign each."""
    found: list[tuple[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []:
        text, lines = found.pop() if found and (line.startswith("+") or not found[-1][0]) else ("", "")
        said = line[1:].rstrip("\n") if line.startswith("+") else ""
        found.append((f"{text}\n{said}" if text and said else text or said, lines + line))
    return found
