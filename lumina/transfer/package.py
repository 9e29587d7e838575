"""The folder of an export: files of JSON, an object a line, and a manifest that knows every line.

`manifest.jsonl` is written last: who it is about and in which format, then a line for each file with the digests of its
lines, and at the end the digest of all lines before. So an export that was broken off has none, and of one that was
changed the line is named.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn, cast

from lumina.errors import BadFile, BadInput, Reason, because
from lumina.transfer.formats.line import parsed

FORMAT: Final = 1
MANIFEST: Final = "manifest.jsonl"
TRANSCRIPT: Final = "transcript.jsonl"
ROOMS: Final = "rooms.jsonl"
THREADS: Final = "threads.jsonl"
MEMORIES: Final = "memories.jsonl"
ASSOCIATIONS: Final = "associations.jsonl"
CLAIMS: Final = "claims.jsonl"
SUMMARIES: Final = "summaries.jsonl"
TYPED: Final = "typed.jsonl"
IMAGES: Final = "images.jsonl"
NOTIFICATIONS: Final = "notifications.jsonl"
LATER: Final = frozenset({CLAIMS, SUMMARIES, IMAGES, NOTIFICATIONS})
"""Files that exports of older versions lack; claims and summaries are read out of the turns again."""
FILES: Final = LATER | {TRANSCRIPT, ROOMS, THREADS, MEMORIES, ASSOCIATIONS, TYPED}
LIFE: Final = "life.html"
SCHEMA: Final = "schema.json"
BESIDE: Final = (LIFE, SCHEMA)
"""Files that are to be read, and are not taken in again."""
LENGTH: Final = 16
"""Characters of a line's digest."""

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The lines of a file, with what to complain of where one cannot be understood."""

    path: Path
    lines: Sequence[Line]
    first: int = 1

    def complain(self, line: int, why: Reason) -> NoReturn:
        raise BadFile(path=self.path, line=line, why=why)


@dataclass(frozen=True, slots=True)
class Package:
    """What was exported: whose it is, its files by name, and the policy that the person chose ("": none)."""

    person: str
    files: Mapping[str, Numbered]
    policy: str = ""


class Writer:
    """Writes the files of an export, one after the other, and at the end the manifest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digests: dict[str, list[str]] = {}
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / MANIFEST).unlink(missing_ok=True)

    def write(self, name: str, rows: Iterable[Line]) -> int:
        """An object a line; returns how many."""
        lines = [_text(row) for row in rows]
        _write(self._folder / name, lines)
        self._digests[name] = list(map(_digest, lines))
        return len(lines)

    def lay(self, name: str, text: str) -> int:
        """A file beside those of the manifest: to be read, and not taken in again. Returns 1."""
        _write(self._folder / name, text.removesuffix("\n").split("\n"))
        return 1

    def finish(self, person: str, **told: object) -> int:
        head = {"format": FORMAT, "person": person, **told}
        files = [{"file": name, "digests": " ".join(digests)} for name, digests in self._digests.items()]
        lines = list(map(_text, [head, *files]))
        _write(self._folder / MANIFEST, [*lines, _text({"end": _end(lines)})])
        return len(lines) + 1


def read_package(folder: Path) -> Package:
    """The export in a folder, as it was written. Raises BadInput where there is none, BadFile with the line that was
    changed since."""
    if not (folder / MANIFEST).exists():
        raise BadInput(
            why=because(
                "the directory {path} holds no whole export of LUMINA's ({name} is missing); a transcript in it can be "
                "imported as a file",
                path=folder,
                name=MANIFEST,
            )
        )
    head, digests = _manifest(folder / MANIFEST)
    files = {name: Numbered(folder / name, list(_checked(folder / name, its))) for name, its in digests.items()}
    return Package(str(head.get("person", "")), files, str(head.get("policy", "")))


def _manifest(path: Path) -> tuple[Line, Mapping[str, Sequence[str]]]:
    lines = _lines(path)
    rows = [_object(path, number, line) for number, line in enumerate(lines, 1)]
    if not rows or rows[-1] != {"end": _end(lines[:-1])}:
        raise _changed(path, len(rows) or 1)
    if rows[0].get("format") != FORMAT:
        why = because("it is of the format {found}, and this LUMINA reads {wanted}", found=rows[0]["format"], wanted=1)
        raise BadFile(path=path, line=1, why=why)
    files = {row["file"]: row["digests"].split() for row in rows[1:-1]}
    if not FILES - LATER <= files.keys() <= FILES:
        raise _changed(path, len(rows))
    return rows[0], files


def _checked(path: Path, digests: Sequence[str]) -> Iterator[Line]:
    lines = _lines(path)
    for number, line in enumerate(lines, 1):
        if number > len(digests) or _digest(line) != digests[number - 1]:
            raise _changed(path, number)
        yield _object(path, number, line)
    if len(lines) < len(digests):
        raise _changed(path, len(lines) + 1)


def _changed(path: Path, line: int) -> BadFile:
    why = because("it is not as it was exported; export again, or import the transcript alone, as a file")
    return BadFile(path=path, line=line, why=why)


def _object(path: Path, number: int, line: str) -> Line:
    value = parsed(path, line, number)
    if not isinstance(value, dict):
        raise _changed(path, number)
    return cast(Line, value)


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise BadInput(why=f"{path}: {(error.strerror or str(error)).lower()}") from error
    return text.removesuffix("\n").split("\n") if text else []


def _write(path: Path, lines: Sequence[str]) -> None:
    path.touch(mode=0o600)
    path.chmod(0o600)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _text(row: Line) -> str:
    return json.dumps(row, ensure_ascii=False)


def _digest(line: str) -> str:
    return sha256(line.encode()).hexdigest()[:LENGTH]


def _end(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
