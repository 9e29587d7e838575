"""Turns as Parquet, written by DuckDB, so that DuckDB (and whatever else reads Parquet) reads them with one query."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb
import numpy as np

from lumina.memory.entries import instant
from lumina.models import Turn

COPY: Final = """
copy (
    select id::uuid as id, ref, room, thread::uuid as thread, position, speaker, role, text,
           make_timestamptz(micros) as said_at, zone, string_split(witnesses, chr(31)) as witnesses, failed,
           left_for::uuid as left_for
    from turns
) to '{path}' (format parquet, compression zstd)
"""


def as_parquet(turns: Sequence[Turn], beside: Path) -> bytes:
    """A row a turn, in their order. `said_at` is the moment, `zone` how many seconds the clocks there were before
    UTC's; `text` is null where the words were let go. The file that DuckDB needs lies in a folder of its own `beside`
    for a moment, and is wiped."""
    with tempfile.TemporaryDirectory(dir=beside) as folder, duckdb.connect() as connection:
        path = Path(folder) / "turns.parquet"
        connection.register("turns", _columns(turns))
        connection.execute(COPY.format(path=str(path).replace("'", "''")))
        content = path.read_bytes()
        with path.open("r+b") as file:
            file.write(b"\0" * len(content))
        return content


def _columns(turns: Sequence[Turn]) -> Mapping[str, Any]:
    return {
        "id": _texts([str(one.id) for one in turns]),
        "ref": _texts([one.ref for one in turns]),
        "room": _texts([one.room for one in turns]),
        "thread": _texts([str(one.thread) for one in turns]),
        "position": np.array([one.position for one in turns], np.int64),
        "speaker": _texts([one.speaker for one in turns]),
        "role": _texts([str(one.role) for one in turns]),
        "text": _texts([None if one.let_go else one.text for one in turns]),
        "micros": np.array([instant(one.at)[0] for one in turns], np.int64),
        "zone": np.array([int(instant(one.at)[1]) for one in turns], np.int64),
        "witnesses": _texts(["\x1f".join(sorted(one.witnesses)) for one in turns]),
        "failed": np.array([one.failed for one in turns], np.bool_),
        "left_for": _texts([one.left_for and str(one.left_for) for one in turns]),
    }


def _texts(values: Sequence[str | None]) -> Any:
    column = np.empty(len(values), object)
    column[:] = values
    return column
