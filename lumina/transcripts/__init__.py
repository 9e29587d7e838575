"""Transcript files: what `lumina import` reads and `lumina export` writes. Pure: bytes in, turns out, nothing kept.

A file is validated whole before anything comes back, so that an import takes all of it or nothing. The order of the
file is the order of the talk, whatever the times say.
"""

import json
from pathlib import Path
from typing import Literal

from lumina.errors import BadFile, BadInput, because
from lumina.reports import ImportedTurn
from lumina.transcripts.jsonl import read_jsonl, transcript_line, write_transcript
from lumina.transcripts.line import moment
from lumina.transcripts.locomo import read_locomo

__all__ = ["Format", "guess", "moment", "read_transcript", "transcript_line", "write_transcript"]

Format = Literal["jsonl", "locomo"]


def read_transcript(path: Path, form: Format | None = None) -> list[ImportedTurn]:
    """The turns of a file, in its order; the format is guessed from the first line where none is given. Raises BadFile
    with the line that is wrong, BadInput where the file as a whole is."""
    lines = _lines(path)
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise BadInput(why=because("{path} is empty; a transcript has a turn a line", path=path))
    read = read_locomo if (form or guess(first)) == "locomo" else read_jsonl
    turns = list(read(path, lines))
    if not turns:
        raise BadInput(why=because("{path} holds no turn", path=path))
    return turns


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
