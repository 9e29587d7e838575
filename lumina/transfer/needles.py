"""By what a person wants something to be sought that was erased: a file of theirs, or an export."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from lumina.errors import BadInput

TEXTS = frozenset({"text", "value", "line", "message", "name", "concept"})
"""What of an export is words; the rest is names of things, moments and numbers."""

IDS = frozenset({"id", "thread"})


def supplied_by(path: Path) -> tuple[list[str], list[UUID]]:
    """Texts and ids: of a file each line, of an export (a folder, or one of its files) what it says. Raises BadInput
    where nothing can be read."""
    try:
        files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        lines = [line for file in files for line in file.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError as error:
        raise BadInput(why=f"{path}: {(error.strerror or str(error)).lower()}") from error
    found = [one for line in lines if line.strip() for one in _said(line)]
    texts = [one for one in found if isinstance(one, str)]
    return list(dict.fromkeys(texts)), list(dict.fromkeys(one for one in found if isinstance(one, UUID)))


def _said(line: str) -> Iterator[str | UUID]:
    try:
        row: object = json.loads(line)
    except ValueError:
        row = line
    yield from _of_row(cast("dict[str, Any]", row)) if isinstance(row, dict) else _of_text(line.strip())


def _of_row(row: dict[str, Any]) -> Iterator[str | UUID]:
    for name, value in row.items():
        if isinstance(value, str) and name in TEXTS | IDS:
            yield from _of_text(value)


def _of_text(text: str) -> Iterator[str | UUID]:
    try:
        yield UUID(text)
    except ValueError:
        yield text
