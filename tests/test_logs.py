"""What goes wrong is one line in the person's language; the rest is in the log, which holds nothing of anybody."""

import json
import logging
import os
import re
import sys
import warnings
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest

from harness.folders import Done
from harness.forking import Command
from harness.openai_server import OpenAIServer, fails, is_cut_off_after, running_openai_server
from lumina.cli import logs
from lumina.cli.logs import LogFile, described, log_into
from lumina.errors import StoreDown

ROOT = Path(__file__).parent.parent
PERSON, WORDS = "三日月葵", "柿の木の下に鍵を埋めた"
QUOTED = f"your prompt said: {WORDS} (user {PERSON})"
MODULES = sorted([*ROOT.glob("lumina/**/*.py"), *ROOT.glob("graphs/**/*.py")])


@pytest.fixture
def server() -> Generator[OpenAIServer]:
    with running_openai_server() as running:
        yield running


def run(home: Path, *words: str, code: str = "", **settings: str) -> Done:
    """A command in a process of its own, in Japanese; `code` runs before it."""
    given = {"LUMINA_HOME": str(home), "LUMINA_LANGUAGE": "ja", "LUMINA_USER": PERSON, "LUMINA_LOG_LEVEL": "debug"}
    environment = {**os.environ, "OPENAI_API_KEY": "", **given, **settings}
    process = Command.begin(*words, environment=environment, cwd=ROOT, first=partial(exec, code, {}))
    out, err = process.communicate()
    return Done(words, process.returncode or 0, out, err)


def logged(home: Path) -> str:
    return (home / "lumina.log").read_text(encoding="utf-8")


def test_a_model_that_fails_is_one_line_in_the_persons_language_and_the_log_has_no_words_of_anybody(
    home: Path, server: OpenAIServer
) -> None:
    server.will(fails(400, QUOTED))
    spoken = {"LUMINA_MODEL": "openai:scripted", "LUMINA_MODEL_BASE_URL": server.base_url}
    done = run(home, "say", f"@ノクス {WORDS}", **spoken)
    assert done.returncode == 1
    assert done.stderr == ""
    [told] = [line for line in done.stdout.splitlines() if line.strip()]
    assert told.startswith("ノクス: モデル scripted の返事は最後まで届きませんでした")
    assert "OpenAIInvalidRequestError (status_code 400)" in logged(home)
    assert "lumina/voices/streaming.py:" in logged(home)
    assert [word for word in (WORDS, PERSON, "柿の木", "your prompt said") if word in logged(home)] == []
    assert (home / "lumina.log").stat().st_mode & 0o777 == 0o600


def test_an_answer_is_told_before_what_comes_after_it_and_stays_told_where_that_fails(home: Path) -> None:
    code = """
import asyncio, sys
from lumina.app import Lumina
async def settle(self):
    import os
    assert b'"replies"' in os.read(seen, 1 << 20), "the answer is out already"
    raise ValueError("柿の木の下に鍵を埋めた")
import os
seen, out = os.pipe()
told = os.dup(1)
os.dup2(out, 1)
Lumina.settle = settle
"""
    done = run(home, "say", "--json", f"@ノクス {WORDS}", code=code)
    assert done.returncode == 0
    assert done.stdout == "", "no second object"
    [line] = done.stderr.splitlines()
    assert "返事は残っています" in line
    assert "ValueError" in line
    assert "ValueError" in logged(home)
    assert WORDS not in logged(home) + line


def test_an_answer_is_told_where_its_checkpoint_cannot_be_written(home: Path) -> None:
    code = """
from lumina.stores import checkpoints_postgres as checkpoints
from lumina.errors import StoreDown
async def full(*_, **__): raise StoreDown(store="PostgreSQL", why="its disk is full")
for kind in vars(checkpoints).values():
    if isinstance(kind, type) and kind.__module__ == checkpoints.__name__ and hasattr(kind, "aput"): kind.aput = full
"""
    done = run(home, "say", "--json", f"@ノクス {WORDS}", code=code)
    said = json.loads(done.stdout)
    assert [reply["speaker"] for reply in said["replies"]] == ["nox"]
    assert done.returncode == 0
    assert "返事は残っています" in done.stderr


def test_an_answer_that_breaks_off_says_so_in_json(home: Path, server: OpenAIServer) -> None:
    server.will(is_cut_off_after("埋めたのは"))
    spoken = {"LUMINA_MODEL": "openai:scripted", "LUMINA_MODEL_BASE_URL": server.base_url}
    done = run(home, "say", "--json", f"@ノクス {WORDS}", **spoken)
    [reply] = json.loads(done.stdout)["replies"]
    assert (done.returncode, reply["text"]) == (1, "埋めたのは")
    assert "答えが途中で切れました" in reply["failed"]


def test_what_nobody_expected_is_one_line_too_and_warnings_do_not_reach_the_talk(home: Path) -> None:
    code = f"""
import warnings, logging
from lumina.app import Lumina
async def doctor(self, language):
    warnings.warn("{QUOTED}")
    logging.getLogger("pypdf").warning("{QUOTED}")
    logging.getLogger("httpx").info("asked %s: %s", 1, "{QUOTED}")
    raise KeyError("{QUOTED}")
Lumina.doctor = doctor
"""
    done = run(home, "doctor", code=code)
    [line] = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (1, "")
    assert "予期しないことが起きました（KeyError）" in line
    for entry in ("KeyError", "UserWarning at <string>:5", "WARNING pypdf: (<string>:6)", "httpx: asked %s: %s ("):
        assert entry in logged(home), entry
    assert WORDS not in logged(home) + line


def test_the_log_is_where_the_operator_wants_it_and_the_doctor_says_where(home: Path, tmp_path: Path) -> None:
    assert str(home / "lumina.log") in run(home, "doctor", "--json").stdout
    other = tmp_path / "other.log"
    assert str(other) in run(home, "doctor", "--json", "--log-file", str(other)).stdout
    assert str(other) in run(home, "doctor", "--json", LUMINA_LOG_FILE=str(other)).stdout
    refused = run(home, "doctor", "--log-file", str(tmp_path / "nowhere" / "log"))
    assert refused.returncode == 1
    assert "--log-file の値" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_folder_that_is_not_luminas_gets_no_log(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").touch()
    assert run(tmp_path, "doctor").returncode == 1
    assert [file.name for file in tmp_path.iterdir()] == ["photo.jpg"]


@pytest.fixture
def file(tmp_path: Path) -> Generator[Path]:
    """A log of this process, for as long as a test runs."""
    before = (warnings.showwarning, sys.unraisablehook, logs.threading.excepthook, logging.getLogger().level)
    log_into(tmp_path / "log", "info", (tmp_path / "ready").exists)
    yield tmp_path / "log"
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, LogFile)]:
        root.removeHandler(handler)
        handler.close()
    warnings.showwarning, sys.unraisablehook, logs.threading.excepthook, level = before
    root.setLevel(level)


def test_the_log_waits_for_the_data_folder_is_rotated_and_followed(file: Path) -> None:
    log = logging.getLogger("lumina.somewhere")
    log.info("early")
    assert not file.exists()
    file.with_name("ready").touch()
    log.info("late")
    assert [line.rpartition(": ")[2] for line in file.read_text().splitlines()] == ["early", "late"]
    file.rename(file.with_name("put away by another process"))
    log.info("anew")
    assert "anew" in file.read_text()
    for _ in range(40):
        log.info("%s", "x" * 100_000)
    sizes = {one.name: one.stat() for one in file.parent.glob("log*")}
    assert set(sizes) == {"log", "log.1", "log.2", "log.3"}
    assert max(size.st_size for size in sizes.values()) <= logs.MOST_BYTES
    assert {size.st_mode & 0o777 for size in sizes.values()} == {0o600}


def test_an_error_is_described_without_what_it_says() -> None:
    down = StoreDown(store="Redis", why=f"{WORDS}")
    down.__cause__ = ConnectionRefusedError(111, WORDS)
    assert described(down) == "StoreDown (Redis)"
    assert described(down.__cause__) == "ConnectionRefusedError (errno 111)"


@pytest.mark.parametrize("module", [pytest.param(one, id=str(one.relative_to(ROOT))) for one in MODULES])
def test_no_line_of_the_log_names_a_person_or_quotes_a_text(module: Path) -> None:
    calls = re.findall(r"\blog(?:ger)?\.(?:debug|info|warning|error|exception)\((.*)\)\s*$", module.read_text(), re.M)
    assert [call for call in calls if re.match(r"f[\"']|str\(", call)] == []
    assert [
        call
        for call in calls
        if re.search(r"\b(person|text|speaker|said|words|query)\b(?!\()", call.partition('", ')[2])
    ] == []
