"""Bad input, through the command line: one clear line, status 1, and nothing half-written."""

import json
import os
import shutil
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.copies import copy_home
from harness.forking import Command
from harness.openai_server import (
    OpenAIServer,
    Respond,
    breaks_off,
    fails,
    is_filtered,
    is_silent,
    is_silent_after,
    refuses,
    running_openai_server,
    says,
)
from harness.waiting import LONGEST
from lumina.cli import main
from lumina.memory import index_qdrant

ROOT = Path(__file__).parent.parent
TOLD = "きのう羽村の堰でメジロを見た。"
AT = "2026-05-08T19:30:00+09:00"
ODD_NAMES = ['o\'Neill "%*" \\', "🦊🏽‍🦰が", "名" * 300, "-x/../../etc"]


@dataclass(frozen=True)
class Answer:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Shell:
    """Runs commands in one folder, in English."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.home = home
        self.settings = {"LUMINA_HOME": str(home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": "葵", **settings}

    def __call__(self, *words: str, **settings: str) -> Answer:
        result = CliRunner().invoke(main, words, env={**self.settings, **settings}, prog_name="lumina")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    def fails(self, *words: str, **settings: str) -> str:
        """The one line that it says."""
        answer = self(*words, **settings)
        assert answer.status == 1, answer
        assert answer.out == ""
        assert answer.err.startswith("lumina: ")
        assert answer.err.count("\n") == 1
        assert len(answer.err) < 700
        return answer.err

    def turns(self, person: str = "葵") -> int:
        """Turns that are kept."""
        out = self.home.parent / "counted"
        return int(self("export", "--user", person, str(out), "--json").json["written"]["transcript.jsonl"])


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which something was said. Tests take a copy of it."""
    home = tmp_path_factory.mktemp("grown") / "home"
    assert Shell(home)("say", "--at", AT, TOLD).status == 0
    return home


@pytest.fixture
def shell(grown: Path, tmp_path: Path) -> Shell:
    return Shell(copy_home(grown, tmp_path / "home"))


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """One folder for what must not change it."""
    shell = Shell(tmp_path_factory.mktemp("calm") / "home")
    assert shell("say", "--at", AT, TOLD).status == 0
    return shell


@pytest.mark.parametrize(
    ("setting", "value", "allowed"),
    [
        ("LUMINA_PROFILE", "cloud", "embedded"),
        ("LUMINA_LANGUAGE", "fr", "auto, ja, en"),
        ("LUMINA_LOG_LEVEL", "loud", "debug, info, warning, error"),
        ("LUMINA_BUDGET", "-3", "at least 100 and at most 100,000"),
        ("LUMINA_BUDGET", "many", "at least 100 and at most 100,000"),
        ("LUMINA_CAPACITY", "1e3", "at least 10"),
        ("LUMINA_RETENTION_DAYS", "0", "at least 1"),
        ("LUMINA_RETENTION_DAYS", "999999999", "at most 36,500"),
        ("LUMINA_WINDOW_MIN", "13", "LUMINA_WINDOW_MAX"),
        ("LUMINA_IDLE_MINUTES", "nan", "more than 0"),
        ("LUMINA_IDLE_MINUTES", "inf", "at most 525,600"),
        ("LUMINA_MODEL_TIMEOUT", "0", "more than 0"),
        ("LUMINA_MODEL_BASE_URL", "localhost:80", "http://"),
        ("LUMINA_USER", "   ", "character that is seen"),
        ("LUMINA_USER", "a\nb", "control character"),
        ("LUMINA_ROOM", "名" * 301, "300"),
        ("LUMINA_MODEL", "nonsense", "provider:model"),
        ("LUMINA_EMBEDDER", "word2vec", "sentence-transformers:NAME-or-path"),
        ("LUMINA_CHARACTERS", "/nowhere", "NAME.toml"),
    ],
)
def test_a_bad_setting_is_named_with_what_is_allowed(calm: Shell, setting: str, value: str, allowed: str) -> None:
    line = calm.fails("jobs", "list", **{setting: value})
    assert setting in line
    assert allowed in line


@pytest.mark.parametrize("option", ["--user", "--room"])
@pytest.mark.parametrize("name", ["", " ", "a\0b", "\ud800", "\x1b[31m", "名" * 301])
def test_a_name_that_cannot_be_kept_is_refused(calm: Shell, option: str, name: str) -> None:
    assert f"{option} is wrong" in calm.fails("say", option, name, "おはよう")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("a\0b", "NUL at character 2"),
        ("お\ud83d", "surrogate pair at character 2"),
        ("長" * 1_000_000, "1,000,000 characters"),
    ],
)
def test_a_text_that_cannot_be_kept_is_refused(calm: Shell, text: str, why: str) -> None:
    before = calm.turns()
    assert why in calm.fails("say", text)
    assert why in calm.fails("recall", text)
    assert calm.turns() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["recall", "--as", "gandalf", "メジロ"], "lumina, clarisse, nox"),
        (["memories", "show", "zzz"], "memories list"),
        (["memories", "forget", "12345678-1234-1234-1234-123456789012"], "memories list"),
        (["memories", "restore", ""], "memories list"),
        (["kb", "search", "atlantis", "x"], "kb add"),
        (["kb", "list", "atlantis"], "kb add"),
        (["kb", "remove", "atlantis", "x"], "kb add"),
        (["jobs", "run", "dance"], "reconcile"),
        (["import", "--user", "葵", "/nonexistent"], "/nonexistent"),
        (["import", "--user", "葵", "/tmp"], "directory"),
        (["export", "--user", "葵", "/proc/nowhere"], "/proc/nowhere"),
        (["kb", "add", "x", "/nonexistent.txt"], "/nonexistent.txt"),
        (["kb", "add", "x", "/etc/passwd"], ".txt, .md, .pdf, .jsonl"),
        (["erase", "--user", "葵", "--confirm", "000000000000"], "lumina erase --user 葵"),
        (["say", "--at", "yesterday", "x"], "ISO 8601"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",  # pyright: ignore
)
def test_what_is_not_there_is_named(calm: Shell, words: Sequence[str], why: str) -> None:
    assert why in calm.fails(*words)


@pytest.mark.parametrize("namespace", ["", " ", "a\0b", "\ud800", "名" * 301])
def test_a_namespace_that_cannot_be_kept_is_refused(calm: Shell, tmp_path: Path, namespace: str) -> None:
    path = tmp_path / "tea.md"
    path.write_text("玉露は五十度の湯で淹れる。", encoding="utf-8")
    assert "namespace" in calm.fails("kb", "add", namespace, str(path))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "not JSON"),
        ("[1]", "line 3"),
        ('{"speaker": "葵", "text": "はい"}', '"at" is missing'),
        ('{"speaker": "葵", "text": "はい", "at": "2026-05-08T19:30:00"}', "zone"),
        ('{"speaker": "葵", "text": "a\\u0000b", "at": "2026-05-08T19:30:00Z"}', "NUL"),
        ('{"speaker": "葵", "text": "\\ud800", "at": "2026-05-08T19:30:00Z"}', "surrogate"),
        ('{"speaker": "葵", "text": 7, "at": "2026-05-08T19:30:00Z"}', "a number"),
        ("\udcff", "UTF-8"),
    ],
)
def test_a_broken_line_is_named_and_no_line_is_imported(calm: Shell, tmp_path: Path, line: str, why: str) -> None:
    good = json.dumps({"speaker": "葵", "text": "多摩川を走った。", "at": AT}, ensure_ascii=False)
    path = tmp_path / "talk.jsonl"
    path.write_bytes("\n".join([good, "", line, good]).encode("utf-8", "surrogateescape"))
    before = calm.turns()
    said = calm.fails("import", str(path), "--user", "葵")
    assert "line 3" in said
    assert why in said
    assert calm.turns() == before


def test_a_folder_of_somebody_else_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "taxes.xlsx").write_text("1")
    line = Shell(tmp_path).fails("say", "おはよう")
    assert "lumina.json" in line
    assert "LUMINA_HOME" in line
    assert [path.name for path in tmp_path.iterdir()] == ["taxes.xlsx"]


def test_a_file_that_lies_about_in_the_folder_does_no_harm(shell: Shell) -> None:
    (shell.home / "notes.txt").write_text("私のメモ")
    assert shell("doctor").status == 0
    assert (shell.home / "notes.txt").read_text() == "私のメモ"


@pytest.mark.parametrize("card", ["", '{"format": 1', '{"format": 1}', "[]", "\udcff", '{"format": 1, "secret": "?"}'])
def test_a_damaged_card_is_named(shell: Shell, card: str) -> None:
    (shell.home / "lumina.json").write_bytes(card.encode("utf-8", "surrogateescape"))
    assert "lumina.json" in shell.fails("say", "おはよう")


def test_a_newer_folder_is_refused_and_left_as_it_is(shell: Shell) -> None:
    path = shell.home / "lumina.json"
    newer = json.dumps({**json.loads(path.read_text()), "format": 99})
    path.write_text(newer)
    assert "newer LUMINA" in shell.fails("say", "おはよう")
    assert path.read_text() == newer


@pytest.mark.parametrize("damage", ["no version", "other version", "no control file", "no log", "no data", "all gone"])
def test_a_damaged_postgresql_folder_is_named(shell: Shell, damage: str) -> None:
    folder = shell.home / "postgres"
    match damage:
        case "no version":
            (folder / "PG_VERSION").unlink()
        case "other version":
            (folder / "PG_VERSION").write_text("17\n")
        case "no control file":
            (folder / "global" / "pg_control").write_bytes(b"\0" * 100)
        case "no log":
            shutil.rmtree(folder / "pg_wal")
        case "no data":
            shutil.rmtree(folder / "base")
        case _:
            shutil.rmtree(folder)
    assert "postgres" in shell.fails("say", "おはよう")


def test_a_damaged_table_is_named(shell: Shell) -> None:
    tables = sorted((shell.home / "postgres" / "base" / "5").glob("[0-9]*"), key=lambda path: path.stat().st_size)
    for path in tables:
        if int(path.name.partition("_")[0].partition(".")[0]) > 16383 and path.stat().st_size:  # not the catalogues
            path.write_bytes(b"\xff" * path.stat().st_size)
    assert "PostgreSQL" in shell.fails("say", "おはよう")


IN_THE_END = ("--at", "2026-10-30T09:00:00+09:00")
IN_DUCKDB = ("memories", "list", "--user", "葵", "--tier", "duckdb", *IN_THE_END, "--json")


def _watching(month: int, folder: Path) -> str:
    """A transcript of four weeks."""
    lines = [
        {
            "speaker": "葵",
            "text": f"{nr}日めは羽村の堰でカワセミを見た。",
            "at": f"2026-{month:02}-{nr:02}T09:00:00+09:00",
        }
        for nr in range(1, 29)
    ]
    talk = folder / "talk.jsonl"
    talk.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return str(talk)


@pytest.fixture(scope="module")
def watched(grown: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A folder with memories in DuckDB, and which those are. Tests take a copy of it."""
    folder = tmp_path_factory.mktemp("watched")
    shell = Shell(copy_home(grown, folder / "home"))
    assert shell("import", _watching(10, folder), "--user", "葵").status == 0
    return shell.home, shell(*IN_DUCKDB).json


@pytest.mark.parametrize("damage", ["gone", "empty", "garbage", "half", "a bit"])
def test_what_a_lost_duckdb_file_held_is_distilled_again(
    watched: tuple[Path, Any], tmp_path: Path, damage: str
) -> None:
    home, before = watched
    assert before["memories"]
    shell = Shell(copy_home(home, tmp_path / "home"))
    _damage_duckdb(shell.home / "midterm.duckdb", damage)
    shell("recall", "カワセミ", "--user", "葵", *IN_THE_END)
    assert shell("jobs", "run", "heal", *IN_THE_END).status == 0
    assert shell(*IN_DUCKDB).json == before
    assert shell("doctor").status == 0


def _damage_duckdb(path: Path, damage: str) -> None:
    content = bytearray(path.read_bytes())
    path.with_name(path.name + ".wal").unlink(missing_ok=True)
    match damage:
        case "gone":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case "garbage":
            path.write_bytes(b"garbage" * 1000)
        case "half":
            path.write_bytes(content[: len(content) // 2])
        case _:
            for at in range(12_288 + 100, len(content), 262_144):  # one in every block
                content[at] ^= 1
            path.write_bytes(content)


@pytest.mark.parametrize("damage", ["junk", "gone"])
def test_a_damaged_index_heals(shell: Shell, tmp_path: Path, damage: str) -> None:
    assert shell("import", _watching(3, tmp_path), "--user", "葵").status == 0
    assert shell("jobs", "run", "all", "--at", AT).status == 0
    question = ("recall", "--json", "--unit", "turn", "--at", AT, "カワセミを見たのはどこ？")
    before = shell(*question).json["hits"]
    assert "longterm" in {hit["source"] for hit in before}
    for path in [path for path in (shell.home / "index").rglob("*") if path.is_file()]:
        if damage == "junk":
            path.write_bytes(b"junk")
        else:
            path.unlink()
    after = shell(*question).json["hits"]
    assert [hit["turns"] for hit in after] == [hit["turns"] for hit in before]
    assert shell("doctor").status == 0


def test_the_night_goes_on_where_an_index_cannot_be_optimized(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "birds.txt").write_text("メジロは梅の蜜を吸う。", encoding="utf-8")
    assert shell("kb", "add", "birds", str(tmp_path / "birds.txt")).status == 0
    monkeypatch.setattr(index_qdrant, "MANY", 0)
    monkeypatch.setattr(index_qdrant, "_OPTIMIZE", "raise SystemExit('no space left')")
    assert shell("jobs", "run", "lifecycle", "--at", AT).status == 0
    assert "no space left" in caplog.text


@pytest.mark.parametrize("damage", [b"junk", b""])
def test_a_damaged_cache_is_made_anew(shell: Shell, damage: bytes) -> None:
    for path in [path for path in (shell.home / "cache").rglob("*") if path.is_file()]:
        path.write_bytes(damage)
    assert shell("recall", "メジロ", "--at", AT).status == 0


@pytest.fixture
def owner(shell: Shell) -> Generator[Command]:
    """Another process that talks in the folder."""
    environment = {**os.environ, **shell.settings}
    with Command.begin("recall", "-", "--at", AT, environment=environment, cwd=ROOT) as process:
        process.stdin.write("メジロ\n")
        process.stdin.flush()
        process.stdout.readline()
        yield process
        process.stdin.close()
        assert process.wait(timeout=LONGEST) == 0


def test_a_second_process_is_told_who_has_the_folder(shell: Shell, owner: Command) -> None:
    for words in (["say", "おはよう"], ["doctor"], ["erase", "--user", "葵"]):
        answer = shell(*words)
        assert answer.status == 1
        assert str(owner.pid) in answer.err + answer.out
    owner.stdin.write("メジロを見たのはどこ？\n")
    owner.stdin.flush()
    assert TOLD in owner.stdout.readline()  # unharmed


@pytest.fixture(scope="module")
def server() -> Generator[OpenAIServer]:
    pytest.importorskip("langchain_openai")
    with running_openai_server() as server:
        yield server


STUCK = is_silent_after("Well, ")
SILENT = (is_silent, STUCK)
SUMMARY_BROKEN = says('{"summary": "…')


@pytest.mark.parametrize(
    "respond",
    [
        fails(401),
        fails(429),
        fails(500),
        refuses("I must not."),
        is_filtered,
        breaks_off,
        is_silent,
        STUCK,
        says(""),
    ],
    ids=["unauthorised", "too many", "broken server", "refusal", "filtered", "broken JSON", "silent", "stuck", "empty"],
)
def test_a_model_that_fails_costs_the_answer_and_not_the_words(
    calm: Shell, server: OpenAIServer, respond: Respond
) -> None:
    model = {
        "LUMINA_MODEL": "openai:scripted",
        "LUMINA_MODEL_BASE_URL": server.base_url,
        "LUMINA_MODEL_TIMEOUT": "1" if respond in SILENT else str(LONGEST),
        "OPENAI_API_KEY": "none",
    }
    server.will(respond)
    before = calm.turns()
    answer = calm("say", "--json", "--room", "失敗", "@ルミナ メジロの話をして", **model)
    assert answer.status == 1
    assert "Traceback" not in answer.err
    [reply] = answer.json["replies"]
    assert "scripted" in reply["failed"]
    assert calm.turns() - before in {1, 2}  # the words, and the answer marked as failed
    server.will(says("どこで見たの？"))
    model["LUMINA_MODEL_TIMEOUT"] = str(LONGEST)
    again = calm("say", "--json", "--room", "失敗", "@ルミナ もう一度", **model)
    assert (again.status, again.json["replies"][0]["text"]) == (0, "どこで見たの？")


def test_a_distiller_that_answers_nonsense_is_replaced_by_the_offline_way(calm: Shell, server: OpenAIServer) -> None:
    server.will(SUMMARY_BROKEN)
    settings = {
        "LUMINA_DISTIL_MODEL": "openai:scripted",
        "LUMINA_PROVIDER_BASE_URLS": f"openai={server.base_url}",
        "LUMINA_MODEL_TIMEOUT": "2",
        "OPENAI_API_KEY": "none",
    }
    for nr in range(7):
        answer = calm("say", "--room", "蒸留", "--at", AT, f"庭のツツジが{nr}輪咲いた。", **settings)
        assert answer.status == 0
    rows = calm("memories", "list", "--json").json["memories"]
    assert [row["text"] for row in rows if row["room"] == "蒸留" and "ツツジ" in row["text"]]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_go_through_all_of_it(calm: Shell, tmp_path: Path, name: str) -> None:
    before = calm.turns()
    who = (f"--user={name}",)
    assert calm("say", *who, f"--room={name}", "--at", AT, "庭でメジロを見た。").status == 0
    found = calm("recall", *who, "--at", AT, "--json", "メジロ").json
    assert "メジロ" in found["hits"][0]["text"]
    out = tmp_path / "out"
    assert calm("export", *who, str(out)).status == 0
    copy = f"写し{name[:290]}"
    assert calm("import", str(out / "transcript.jsonl"), f"--user={copy}", f"--me={name}").status == 0
    for person in (name, copy):
        token = calm("erase", f"--user={person}", "--json").json["token"]
        erased = calm("erase", f"--user={person}", "--json", "--confirm", token)
        assert (erased.status, sum(erased.json["residue"].values())) == (0, 0)
    assert calm.turns() == before
