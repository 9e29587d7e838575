"""What the command line does before it opens anything: help, usage, errors."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from lumina.cli import COMMANDS, main
from lumina.cli.lazy import LazyGroup, japanese_help
from lumina.cli.usage import commands, usage
from lumina.cli.words import Words
from lumina.language.bilingual import Language

HEAVY = {"langgraph", "langchain", "numpy", "psycopg", "duckdb", "qdrant_edge", "pydantic", "rich", "prompt_toolkit"}
ROOT = Path(__file__).parent.parent.parent
ALL = list(commands(main))


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here may touch the data of whoever runs it."""
    monkeypatch.setenv("LUMINA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LUMINA_LANGUAGE", "en")


def lumina(*words: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of a command."""
    result = CliRunner().invoke(main, words, prog_name="lumina")
    return result.exit_code, result.stdout, result.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom lumina.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: print(*{name.split('.')[0] for name in sys.modules})"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(shown.stdout.splitlines()[-1].split())
    assert "click" in loaded
    assert loaded & HEAVY == set()


def test_help_takes_few_steps() -> None:
    """4,000 calls, counted; whoever reads a table or compiles a grammar for it makes tens of thousands."""
    calls: Counter[str] = Counter()
    sys.setprofile(lambda _, event, __: calls.update([event]))
    try:
        status = lumina("--help")[0]
    finally:
        sys.setprofile(None)
    assert status == 0
    assert calls["call"] + calls["c_call"] < 15_000


def test_help_lists_every_command_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    english = lumina("--help")[1]
    monkeypatch.setenv("LUMINA_LANGUAGE", "ja")
    japanese = lumina("--help")[1]
    for name, lazy in COMMANDS.items():
        assert f"{name} " in english
        assert lazy.help in " ".join(english.split())
        assert japanese_help()[name][:8] in japanese


@pytest.mark.parametrize(("path", "command"), [pytest.param(*each, id=each[0]) for each in ALL])
def test_every_command_and_option_explains_itself_in_both_languages(path: str, command: click.Command) -> None:
    name, japanese = path.removeprefix("lumina "), japanese_help()
    assert command.help
    assert name in japanese
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert {option.opts[0], f"{name} {option.opts[0]}"} & set(japanese), option.name


def test_japanese_help_speaks_of_nothing_that_is_not_there() -> None:
    paths = {path.removeprefix("lumina ") for path, _ in ALL} | set(COMMANDS) | {"lumina", ""}
    options = {option for _, command in ALL for each in command.params for option in each.opts}
    for key in japanese_help():
        path, _, option = key.partition("--")
        assert path.strip() in paths, key
        assert not option or f"--{option}" in options, key


@pytest.mark.parametrize("guide", ["guide.md", "guide.ja.md"])
def test_every_command_and_option_is_in_the_guide(guide: str) -> None:
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8").replace("\\|", "|")
    assert [line for path, command in ALL if (line := usage(path, command)) not in text] == []


def test_the_usage_of_a_command_is_one_line() -> None:
    usages = {path: usage(path, command) for path, command in ALL}
    assert usages["lumina say"] == "lumina say [--user U] [--room R] [--at ISO] [--json] TEXT"
    assert usages["lumina import"].startswith("lumina import --user U [--me SPEAKER] [--format jsonl|locomo]")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_sentence_is_there_in_both_languages(language: Language) -> None:
    assert Words(language)("yes") == {"ja": "はい", "en": "yes"}[language]


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["say"],
        ["import", "talk.jsonl"],
        ["erase"],
        ["export", "--user", "u"],
        ["recall", "--unit", "word", "x"],
        ["recall", "--limit", "0", "x"],
        ["memories", "list", "--tier", "attic"],
        ["import", "talk.csv", "--user", "u", "--format", "csv"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_status_2_and_says_nothing_on_stdout(words: list[str]) -> None:
    status, out, err = lumina(*words)
    assert (status, out) == (2, "")
    assert "Usage:" in err


@pytest.mark.parametrize("at", ["tomorrow", "2026-05-08", "2026-05-08T19:30:00", "0001-01-01T00:00:00+09:00", ""])
def test_a_moment_without_its_zone_is_refused_in_one_line(at: str) -> None:
    status, out, err = lumina("say", "--at", at, "--json", "おはよう")
    error = json.loads(out)["error"]
    assert status == 1
    assert error["kind"] == "BadTime"
    assert err == f"lumina: {error['message']}\n"


def test_the_moment_may_stand_before_any_command() -> None:
    status, _, err = lumina("--at", "soon", "doctor")
    assert (status, "soon" in err) == (1, True)


def test_errors_are_in_the_language_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMINA_LANGUAGE", "ja")
    assert "時刻として読めません" in lumina("say", "--at", "あした", "おはよう")[2]


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMINA_WINDOW_MAX", "many")
    status, _, err = lumina("jobs", "list")
    assert status == 1
    assert "LUMINA_WINDOW_MAX" in err
    assert "Traceback" not in err


def test_a_broken_file_is_named_before_anything_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"speaker": "葵", "text": "はい", "at": "2026-05-08T19:30:00"}', encoding="utf-8")
    status, out, err = lumina("import", str(path), "--user", "葵", "--json")
    assert status == 1
    assert json.loads(out)["error"]["kind"] == "BadFile"
    assert "line 1" in err
    assert not (tmp_path / "home").exists()


def test_groups_that_are_lazy_know_no_other_commands() -> None:
    assert isinstance(main, LazyGroup)
    assert main.get_command(click.Context(main), "nonsense") is None
