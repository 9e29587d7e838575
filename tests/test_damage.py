"""Files of a data folder that were deleted, emptied, cut, or changed by a bit: healed, or refused in a line."""

import json
from pathlib import Path

import pytest

from harness import damage
from harness.commands import Commands
from harness.copies import copy_home
from harness.damage import Case
from lumina.databases.postgres_files import CONFIGURATION
from lumina.databases.seals import NAME, Broken, measured, seal, unseal

AT = "2026-11-22T09:00:00+09:00"
QUESTION = ("recall", "--unit", "turn", "--at", AT, "カワセミを見たのはどこ？")
LINES = [
    {"speaker": "葵", "text": f"{day}日めは羽村の堰でカワセミを見た。", "at": f"2026-03-{day:02}T09:00:00+09:00"}
    for day in range(1, 29)
]

SAMPLE = [
    ("owner.json", "half"),
    ("index/*/memories/shard-*/segments/*/mutable_id_tracker.mappings", "half"),
    ("index/*/memories/shard-*/segments/*/vector_storage-window/vectors/chunk_0.mmap", "half"),
    ("index/*/memories/current.json", "bit"),
    ("postgres/pg_hba.conf", "half"),
    ("postgres/pg_xact/0000", "bit"),
    ("postgres/global/pg_control", "half"),
    ("postgres/base/5/1259", "half"),
]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with memories that are in the index. Tests take a copy of it."""
    folder = tmp_path_factory.mktemp("grown")
    life = folder / "life.jsonl"
    life.write_text("\n".join(map(json.dumps, LINES)), encoding="utf-8")
    run = Commands(folder / "home")
    run("import", str(life), "--user", "葵")
    run("jobs", "run", "all", "--at", AT)
    return folder / "home"


@pytest.fixture
def home(grown: Path, tmp_path: Path) -> Path:
    return copy_home(grown, tmp_path / "home")


def hits(run: Commands) -> list[list[str]]:
    return [hit["turns"] for hit in run.json(*QUESTION)["hits"]]


@pytest.mark.parametrize(
    ("file", "how"),
    [
        ("mutable_id_tracker.mappings", "half"),  # Edge loads half of the points
        ("mutable_id_tracker.versions", "gone"),  # … none
        ("status.dat", "empty"),  # … panics
        ("edge_config.json", "bit"),
        ("current.json", "bit"),
    ],
)
def test_a_damaged_index_is_whole_before_anybody_searches(grown: Path, home: Path, file: str, how: str):
    expected = hits(Commands(grown))
    for path in (home / "index").rglob(file):
        damage.damage(path, how)
    run = Commands(home)
    assert hits(run) == expected
    assert run.json("doctor")["ok"]


def test_an_index_that_was_not_closed_is_looked_through_before_it_is_loaded(grown: Path, home: Path):
    expected = hits(Commands(grown))
    for path in (home / "index").rglob("*"):
        if path.name == NAME:
            path.unlink()
        elif path.name == "status.dat":
            path.write_bytes(b"")
    assert hits(Commands(home)) == expected


@pytest.mark.parametrize("how", ["gone", "empty", "half"])
def test_a_table_that_lost_pages_is_refused_and_not_taken_for_a_short_one(home: Path, how: str):
    file = max((home / "postgres" / "base" / "5").glob("[0-9]*"), key=lambda path: path.stat().st_size)
    damage.damage(file, how)
    error = Commands(home).json("recall", "カワセミ", status=1)["error"]
    assert error["kind"] == "FolderForeign"
    assert f"base/5/{file.name}" in error["message"]


@pytest.mark.parametrize("how", ["gone", "empty", "half", "bit"])
def test_what_postgresql_notes_of_transactions_is_never_read_damaged(home: Path, how: str):
    damage.damage(home / "postgres" / "pg_xact" / "0000", how)
    assert "pg_xact/0000" in Commands(home).json("recall", "カワセミ", status=1)["error"]["message"]


def test_a_page_with_a_changed_bit_is_called_damaged(home: Path):
    for file in (home / "postgres" / "base" / "5").glob("[0-9]*"):
        if file.stat().st_size and file.name.isdigit() and int(file.name) > 16383:  # ours
            damage.damage(file, "bit")
    said = Commands(home).json("recall", "カワセミ", status=1)["error"]
    assert said["kind"] == "StoreDamaged", said
    assert "does not answer" not in said["message"]


@pytest.mark.parametrize("how", ["gone", "empty", "half", "bit"])
def test_the_configuration_of_postgresql_is_written_anew(home: Path, how: str):
    for name in CONFIGURATION:
        if (file := home / "postgres" / name).stat().st_size:
            damage.damage(file, how)
    assert hits(Commands(home))


def test_a_cluster_that_another_program_served_meanwhile_is_not_refused(home: Path):
    """An older LUMINA, say, which knows of no seal."""
    sealed = (home / "postgres" / NAME).read_bytes()
    Commands(home)("say", "こんにちは")
    (home / "postgres" / NAME).write_bytes(sealed)
    assert hits(Commands(home))


def test_a_damaged_seal_refuses_nobody(home: Path):
    for path in home.rglob(NAME):
        damage.damage(path, "bit")
    assert hits(Commands(home))


def test_a_seal_is_of_the_content_whether_its_zeros_lie_on_the_disk_or_not(tmp_path: Path):
    folder = tmp_path / "folder"
    folder.mkdir()
    holed = folder / "holed"
    with holed.open("wb") as file:
        file.truncate(5 << 20)
        file.seek(3 << 20)
        file.write(b"x")
    seal(folder, measured(folder))
    holed.write_bytes(holed.read_bytes())
    assert unseal(folder)
    assert unseal(folder) is None
    seal(folder, measured(folder))
    with holed.open("r+b") as file:
        file.seek(1 << 20)
        file.write(b"y")
    with pytest.raises(Broken, match="holed"):
        unseal(folder)


@pytest.mark.ci
def test_a_damaged_file_of_any_kind_is_healed_or_refused(tmp_path: Path):
    home = tmp_path / "home"
    damage.live(home)
    expected = damage.asked(home)
    for pattern, how in SAMPLE:
        [file] = [path.relative_to(home) for path in home.glob(pattern)]
        outcome = damage.tried(home, expected, Case(file, how))
        assert outcome.verdict != "wrong", (file, how, outcome)
