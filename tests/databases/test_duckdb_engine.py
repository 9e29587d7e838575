"""DuckDB's engine serves one file after another."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from lumina.databases import duckdb_engine
from lumina.databases.duckdb_engine import let_go, opened

TABLES = "select table_name from duckdb_tables()"
OTHER_PROCESS = "import duckdb, sys; print(duckdb.connect(sys.argv[1]).execute('select * from one').fetchall())"


def test_nothing_of_one_file_is_in_the_next_and_both_are_whole(tmp_path: Path) -> None:
    one, other = tmp_path / "o'ne.duckdb", tmp_path / "other.duckdb"
    engine = opened(one)
    engine.execute("create table one as select 7 as number")
    let_go(engine, one)
    again = opened(other)
    assert again is engine
    assert again.execute(TABLES).fetchall() == []
    told = subprocess.run([sys.executable, "-c", OTHER_PROCESS, one], capture_output=True, text=True, check=True)
    assert told.stdout == "[(7,)]\n"
    let_go(again, other)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["o'ne.duckdb", "other.duckdb"]


def test_what_is_under_way_as_the_file_is_let_go_is_not_kept_and_its_engine_serves_no_other(tmp_path: Path) -> None:
    engine = opened(tmp_path / "one.duckdb")
    engine.execute("create table one (number integer)")
    engine.begin()
    engine.execute("insert into one values (7)")
    let_go(engine, tmp_path / "one.duckdb")
    again = opened(tmp_path / "one.duckdb")
    assert again is not engine
    assert again.execute("select * from one").fetchall() == []
    let_go(again, tmp_path / "one.duckdb")


def test_a_file_that_cannot_be_opened_leaves_none_attached(tmp_path: Path) -> None:
    (tmp_path / "text.duckdb").write_bytes(b"no database" * 1000)
    with pytest.raises(duckdb.Error):
        opened(tmp_path / "text.duckdb")
    engine = opened(tmp_path / "one.duckdb")
    assert engine.execute("select current_database()").fetchall() == [("kept",)]
    let_go(engine, tmp_path / "one.duckdb")


def test_an_engine_that_left_something_beside_the_file_serves_no_other(tmp_path: Path) -> None:
    engine = opened(tmp_path / "one.duckdb")
    (tmp_path / "one.duckdb.tmp").mkdir()
    let_go(engine, tmp_path / "one.duckdb")
    again = opened(tmp_path / "one.duckdb")
    assert again is not engine
    let_go(again, tmp_path / "one.duckdb")


def test_a_fork_does_not_take_its_parents_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = opened(tmp_path / "one.duckdb")
    let_go(engine, tmp_path / "one.duckdb")
    with monkeypatch.context() as child:
        child.setattr(duckdb_engine.os, "getpid", lambda: 1)
        own = opened(tmp_path / "one.duckdb")
        assert own is not engine
        own.close()
