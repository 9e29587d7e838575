"""DuckDB's engine, which stays for the next file: to start one and ask it for the first time takes 20 ms of processor
time, a file that is attached to one that runs takes 1. Each serves one file at a time."""

import os
from pathlib import Path
from typing import Final

import duckdb

SETTINGS: Final[dict[str, str | bool | int | float | list[str]]] = {
    "memory_limit": "256MB",
    "threads": "2",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
OPEN: Final = "set temp_directory = {beside}; attach {path} as kept; use kept"
LET_GO: Final = "use memory; detach kept"

_resting: list[tuple[int, duckdb.DuckDBPyConnection]] = []
"""At most one, with the process that started it: in a fork of it the threads of an engine are not there."""


def opened(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection to the file, which is made where there is none. Raises duckdb.Error."""
    engine = _rested() or duckdb.connect(config=SETTINGS)
    try:
        engine.execute(OPEN.format(path=quoted(path), beside=quoted(_beside(path))))
    except duckdb.Error:
        engine.close()
        raise
    return engine


def let_go(engine: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Close the file, which is whole then; its engine rests, unless it has left something beside the file."""
    try:
        engine.execute(LET_GO)
    except duckdb.Error:  # it refuses everything since an error that it did not expect
        engine.close()
        return
    if _resting or _beside(path).exists():
        engine.close()
    else:
        _resting.append((os.getpid(), engine))


def quoted(path: Path) -> str:
    """As DuckDB reads it in a statement."""
    return "'" + str(path).replace("'", "''") + "'"


def _rested() -> duckdb.DuckDBPyConnection | None:
    if not _resting or _resting[-1][0] != os.getpid():
        return None
    try:
        return _resting.pop()[1]
    except IndexError:  # another thread was first
        return None


def _beside(path: Path) -> Path:
    """Where what has no room in memory lies meanwhile."""
    return path.with_name(f"{path.name}.tmp")
