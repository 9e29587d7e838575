"""A disk that is full, or nearly: nothing acknowledged is lost, no signal ends anybody, and it is said."""

import json
from pathlib import Path

import pytest

from harness.commands import Commands
from harness.disks import DEEDS, When, may_mount, sweep
from lumina.databases.disk import MEGABYTE, files_in, lacking

pytestmark = pytest.mark.usefixtures("allocating")

TOO_HIGH = "1000000"
"""A floor that no disk here reaches: megabytes."""

LINES = [
    {"speaker": "葵", "text": f"{day}日に公園で犬と遊んだ", "at": f"2026-03-{day:02}T10:00:00+09:00"}
    for day in range(1, 29)
]


@pytest.fixture
def life(tmp_path: Path) -> Path:
    file = tmp_path / "life.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in LINES), encoding="utf-8")
    return file


def test_below_the_floor_nothing_is_written_and_everything_is_read(
    tmp_path: Path, life: Path, monkeypatch: pytest.MonkeyPatch
):
    run = Commands(tmp_path / "home")
    run("import", str(life), "--user", "葵")
    token = run.json("erase", "--user", "葵")["token"]
    before = run.json("doctor")["stores"]
    monkeypatch.setenv("LUMINA_DISK_FLOOR", TOO_HIGH)
    for words in (
        ["say", "こんにちは"],
        ["import", str(life), "--user", "葵"],
        ["erase", "--user", "葵", "--confirm", token],
    ):
        error = run.json(*words, status=1)["error"]
        assert error["kind"] == "DiskFull"
        assert "LUMINA_DISK_FLOOR" in error["message"]
        assert "\n" not in error["message"]
    assert run.json("recall", "犬")["hits"]
    assert run.json("doctor", status=1 if before["folder"]["state"] != "ok" else 0)["stores"].keys() == before.keys()
    monkeypatch.delenv("LUMINA_DISK_FLOOR")
    assert "28 turns" in run.json("doctor")["stores"]["postgresql"]["detail"]
    run("say", "こんにちは")


def test_no_folder_is_made_where_there_is_no_room_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LUMINA_DISK_FLOOR", TOO_HIGH)
    run = Commands(tmp_path / "home")
    assert run.json("say", "こんにちは", status=1)["error"]["kind"] == "DiskFull"
    assert not (tmp_path / "home" / "postgres").exists()
    monkeypatch.delenv("LUMINA_DISK_FLOOR")
    run("say", "こんにちは")


def test_no_mapped_file_of_the_index_has_a_hole(tmp_path: Path, life: Path):
    run = Commands(tmp_path / "home")
    run("import", str(life), "--user", "葵")
    run("jobs", "run", "all")
    assert lacking(files_in(tmp_path / "home" / "index")) == 0
    assert sum(path.stat().st_blocks * 512 for path in files_in(tmp_path / "home" / "index")) > 90 * MEGABYTE


@pytest.mark.ci
@pytest.mark.skipif(not may_mount(), reason="needs root that may mount a file system")
@pytest.mark.parametrize(
    ("when", "size"), [("new", 60), ("new", 120), ("before", 0), ("before", 60), ("meanwhile", 0), ("meanwhile", 100)]
)
def test_nothing_is_lost_on_a_full_disk_and_no_signal_ends_anybody(when: When, size: int):
    for trial, outcome in sweep("tmpfs", when, [size], DEEDS):
        assert not outcome.wrong, (trial, outcome)
