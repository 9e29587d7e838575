"""Transcript files: what `lumina import` reads and `lumina export` writes. Pure: bytes in, turns out, nothing kept.

A file is validated whole before anything comes back, so that an import takes all of it or nothing. The order of the
file is the order of the talk, whatever the times say.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from lumina.errors import BadFile, BadInput, because
from lumina.reports import ImportedTurn
from lumina.transfer.formats.jsonl import read_jsonl, transcript_line, write_transcript
from lumina.transfer.formats.line import moment
from lumina.transfer.formats.locomo import read_locomo

__all__ = ["Format", "guess", "listed", "moment", "read_one", "read_transcript", "transcript_line", "write_transcript"]

Format = Literal["jsonl", "locomo"]


def read_transcript(path: Path, form: Format | None = None, latest: datetime | None = None) -> list[ImportedTurn]:
    """The turns of a file, in its order; the format is guessed from the first line where none is given. Raises BadFile
    with the line that is wrong (as one is that was said after `latest`), BadInput where the file as a whole is."""
    return _read(path, form, latest)[1]


def read_one(
    path: Path, form: Format | None, latest: datetime, conversations: Sequence[str] = ()
) -> list[ImportedTurn]:
    """As read_transcript(), what one person may have lived through: of a file of LoCoMo's that holds several
    conversations those that are named, as their people are strangers to each other. Raises BadInput where none is."""
    read, turns = _read(path, form, latest)
    if read == "jsonl":
        if conversations:
            raise BadInput(why=because("--conversation chooses among those of LoCoMo, and {path} is jsonl", path=path))
        return turns
    there = Counter(turn.room for turn in turns)
    named = conversations or (tuple(there) if len(there) == 1 else ())
    if not named or not there.keys() >= set(named):
        why = because(
            "{path} holds conversations of different people: name one with --conversation, of {names} (turns)",
            path=path,
            names=listed(there),
        )
        raise BadInput(why=why)
    return [turn for turn in turns if turn.room in named]


def listed(counts: Mapping[str, int], most: int = 12) -> str:
    """Names and how often each is there, the most frequent first: "Rin (12), Sora (3)"."""
    first = sorted(counts.items(), key=lambda one: -one[1])
    shown = [f"{name} ({count})" for name, count in first[:most]]
    return ", ".join([*shown, "…"] if len(first) > most else shown)


def _read(path: Path, form: Format | None, latest: datetime | None) -> tuple[Format, list[ImportedTurn]]:
    lines = _lines(path)
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise BadInput(why=because("{path} is empty; a transcript has a turn a line", path=path))
    form = form or guess(first)
    turns = list((read_locomo if form == "locomo" else read_jsonl)(path, lines, latest))
    if not turns:
        raise BadInput(why=because("{path} holds no turn", path=path))
    return form, turns


def guess(first_line: str) -> Format:
    """The format of a file by its first line: an object that is a turn, or the beginning of something larger."""
    try:
        value: object = json.loads(first_line)
    except (ValueError, RecursionError):
        return "locomo" if first_line.strip() == "{" or first_line.lstrip().startswith("[") else "jsonl"
    return "locomo" if isinstance(value, list) or (isinstance(value, dict) and "conversation" in value) else "jsonl"


def _lines(path: Path) -> list[str]:
    try:
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise BadInput(why=f"{path}: {(error.strerror or str(error)).lower()}") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(path=path, line=line, why=because("this is not UTF-8; save the file as UTF-8")) from error
    return text.split("\n")
