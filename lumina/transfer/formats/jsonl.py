"""LUMINA's own transcript format: a turn a line, `{"speaker","text","at","ref"?,"room"?,"thread"?,"witnesses"?}`."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from lumina.errors import because
from lumina.reports import ImportedTurn
from lumina.transfer.formats.line import an_object, checked_moment, complaint, imported_turn, parsed

EXAMPLE = '{"speaker": "…", "text": "…", "at": "2026-11-22T09:00:00+09:00"}'
WANTED = because("a turn is an object such as {example}", example=EXAMPLE)


def read_jsonl(path: Path, lines: list[str], latest: datetime | None) -> Iterator[ImportedTurn]:
    """Blank lines are passed over. Raises BadFile."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            complain = complaint(path, number)
            turn = imported_turn(an_object(parsed(path, line, number), WANTED, complain), complain)
            yield checked_moment(turn, latest, complain)


def transcript_line(turn: ImportedTurn) -> str:
    """A turn as a line of JSON, without its line end; reading it gives the same turn."""
    line: dict[str, object] = {"speaker": turn.speaker, "text": turn.text, "at": turn.at.isoformat()}
    optional = {"ref": turn.ref, "room": turn.room, "thread": turn.thread}
    line |= {name: value for name, value in optional.items() if value}
    if turn.witnesses is not None:
        line["witnesses"] = sorted(turn.witnesses)
    return json.dumps(line, ensure_ascii=False)


def write_transcript(path: Path, turns: Iterable[ImportedTurn]) -> int:
    """Write a turn a line, in their order; returns how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for turn in turns:
            file.write(transcript_line(turn) + "\n")
            count += 1
    return count
