"""Turns as Parquet, written by DuckDB, so that DuckDB (and whatever else reads Parquet) reads them with one query."""

import os
import tempfile
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

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
) to '{path}' (format parquet, compression zstd, use_tmp_file false)
"""


def as_parquet(turns: Sequence[Turn]) -> bytes:
    """A row a turn, in their order. `said_at` is the moment, `zone` how many seconds the clocks there were before
    UTC's; `text` is null where the words were let go. It lies in no file, which a kill would leave: DuckDB writes into
    a pipe."""
    with _pipe() as (path, reading, writing), duckdb.connect() as connection, ThreadPoolExecutor(1) as aside:
        connection.register("turns", _columns(turns))
        content = aside.submit(reading.read)
        with writing:
            connection.execute(COPY.format(path=str(path).replace("'", "''")))
        return content.result()


@contextmanager
def _pipe() -> Generator[tuple[Path, IO[bytes], IO[bytes]]]:
    """Where it lies, and both of its ends: what is read ends once ours and everybody's writing one is closed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "turns.parquet"
        os.mkfifo(path, 0o600)
        near = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        os.set_blocking(near, True)
        with os.fdopen(near, "rb") as reading, path.open("wb") as writing:
            yield path, reading, writing


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
