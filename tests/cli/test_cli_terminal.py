"""What reaches a terminal commands nothing there, whatever was said, imported, recalled or typed."""

import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.commands import ROOT
from lumina.cli import main
from lumina.cli.terminal import fit, fit_json
from lumina.cli.usage import commands

HOSTILE = "\x1b]52;c;ZXZpbA==\x07\x1b[2J\x9b2J\x9d52;c;eA\x9c\x7f\b\r\u202eevil\u2066\u2028[red]x[/red][/] :skull: "
MARKDOWN = f"[here](http://evil\x1b]0;x\x07) `{HOSTILE}`"
LINES = [
    {"speaker": "葵", "text": f"玉露{HOSTILE}を飲んだ。{MARKDOWN}", "at": "2026-05-08T19:30:00+09:00", "thread": "a"},
    {"speaker": "健", "text": f"Gyokuro {HOSTILE} is tea.", "at": "2026-05-08T19:31:00+09:00", "thread": "a"},
    {"speaker": "葵", "text": f"妹の結衣は{HOSTILE}ヨガが好き。", "at": "2026-05-08T19:32:00+09:00", "thread": "a"},
    {"speaker": "葵", "text": f"{HOSTILE}来週の火曜に面接がある。", "at": "2026-05-08T19:33:00+09:00", "thread": "a"},
]


def test_controls_are_shown_and_do_nothing() -> None:
    assert fit("a\x1b]52;c;x\x07b\x9b\x7f\tc\r\nd\u202e\ud83d\n") == "a␛]52;c;x␇b�␡\tc\nd��\n"
    assert fit("家族👨\u200d👩\u200d👧とカフェ☕️") == "家族👨\u200d👩\u200d👧とカフェ☕️"


def test_a_sequence_in_pieces_does_nothing_either() -> None:
    assert "".join(map(fit, HOSTILE)) == fit(HOSTILE)


def test_json_says_the_same_and_commands_nothing() -> None:
    value = {"text": HOSTILE + "\ud83d\U000e0041"}
    shown = fit_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(shown) == value
    assert not unfit(shown)


def unfit(shown: str) -> set[str]:
    """What has no business in a terminal, our own styling apart."""
    bidi = {"\u061c", "\u200e", "\u200f", *map(chr, range(0x2028, 0x202F)), *map(chr, range(0x2066, 0x206A))}
    return {one for one in shown if (unicodedata.category(one) in {"Cc", "Cs"} and one not in "\n\t") or one in bidi}


class Household:
    """A folder full of hostile data, and every command run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"LUMINA_HOME": str(folder / "home"), "LUMINA_LANGUAGE": "en", "LUMINA_USER": "葵"}
        self.transcript = self._written("talk\x1b[2J[/].jsonl", "\n".join(map(json.dumps, LINES)))
        self.broken = self._written("broken\x1b[2J.jsonl", '{"speaker": "\\u001b[2J", "\x1b[2J": 1}\n')
        self.document = self._written(
            "tea\x1b]0;x\x07.md", f"# 玉露 {HOSTILE.strip()}\n\n玉露は五十度で淹れる。{HOSTILE}\n"
        )
        self.questions = self._written("q/talk.jsonl", "\n".join(map(json.dumps, LINES[:1])))
        self("import", self.transcript, "--user", "葵")
        self("jobs", "run", "all")
        listed = self("memories", "list", "--json")
        self.memory = str(json.loads(listed)["memories"][0]["memory"])
        self.fact = str(json.loads(self("facts", "list", "--json"))["facts"][0]["id"])
        self.loop = str(json.loads(self("loops", "list", "--json"))["loops"][0]["id"])
        self.summary = str(json.loads(self("summaries", "list", "--json"))["summaries"][0]["id"])
        self("kb", "add", "tea", self.document)

    def __call__(self, *words: str, typed: str = "") -> str:
        """All that a command prints, on stdout and stderr."""
        result = CliRunner().invoke(main, words, input=typed, env=self.environment, prog_name="lumina")
        return result.stdout + result.stderr

    def _written(self, name: str, text: str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def thread(self) -> str:
        return str(json.loads(self("kb", "conversations", "--json"))["conversations"][0]["thread"])

    def token(self, person: str) -> str:
        return str(json.loads(self("erase", "--user", person, "--json"))["token"])


@pytest.fixture(scope="module")
def household(tmp_path_factory: pytest.TempPathFactory) -> Generator[Household]:
    yield Household(tmp_path_factory.mktemp("hostile"))


Run = Callable[[Household], str]
SAID = f"@all 玉露の話を覚えてる？{HOSTILE}"
RUNS: dict[str, list[Run]] = {
    "chat": [
        lambda h: h(
            "chat", typed=f"{SAID}\n/who\n/who {HOSTILE}\n/why\n/memory\n/room {HOSTILE[8:]}\n/room\n/\x1b[2J\n"
        ),
        lambda h: h("chat", typed=f"/me\n/facts\n/facts {HOSTILE[8:]}\n/loops\n"),
    ],
    "log list": [lambda h: h("log", "list"), lambda h: h("log", "list", "--user", HOSTILE)],
    "log write": [lambda h: h("log", "write"), lambda h: h("log", "write", "--month", HOSTILE)],
    "policy show": [lambda h: h("policy", "show"), lambda h: h("policy", "show", "--user", HOSTILE)],
    "policy set": [lambda h: h("policy", "set", HOSTILE), lambda h: h("policy", "set", "default", "--user", HOSTILE)],
    "say": [lambda h: h("say", SAID), lambda h: h("say", "--room", HOSTILE, "x"), lambda h: h("say", "-", typed=SAID)],
    "import": [
        lambda h: h("import", h.transcript, "--user", "楓", "--me", "葵"),
        lambda h: h("import", h.broken, "--user", "葵"),
        lambda h: h("import", f"{h.folder}/gone{HOSTILE}", "--user", "葵"),
        lambda h: h("import", h.transcript, "--user", HOSTILE),
    ],
    "recall": [
        lambda h: h("recall", f"玉露{HOSTILE}"),
        lambda h: h("recall", "--explain", "玉露"),
        lambda h: h("recall", "--why-not", HOSTILE, "玉露"),
        lambda h: h("recall", "--why-not", h.memory, "玉露"),
        lambda h: h("recall", "--as", HOSTILE, "玉露"),
        lambda h: h("recall", "--at", HOSTILE, "玉露"),
        lambda h: h("recall", "-", typed=f"玉露{HOSTILE}\n\n"),
    ],
    "memories list": [lambda h: h("memories", "list"), lambda h: h("memories", "list", "--user", HOSTILE)],
    "memories show": [lambda h: h("memories", "show", h.memory), lambda h: h("memories", "show", HOSTILE)],
    "memories edit": [lambda h: h("memories", "edit", h.memory, HOSTILE), lambda h: h("memories", "show", h.memory)],
    "memories pin": [lambda h: h("memories", "pin", HOSTILE), lambda h: h("memories", "pin", h.memory)],
    "memories unpin": [lambda h: h("memories", "unpin", HOSTILE), lambda h: h("memories", "unpin", h.memory)],
    "memories forget": [lambda h: h("memories", "forget", HOSTILE), lambda h: h("memories", "forget", h.memory)],
    "memories restore": [lambda h: h("memories", "restore", HOSTILE), lambda h: h("memories", "restore", h.memory)],
    "facts list": [
        lambda h: h("facts", "list", "--all"),
        lambda h: h("facts", "list", "--about", HOSTILE),
        lambda h: h("facts", "list", "--user", HOSTILE),
    ],
    "facts show": [lambda h: h("facts", "show", h.fact), lambda h: h("facts", "show", HOSTILE)],
    "facts confirm": [lambda h: h("facts", "confirm", h.fact), lambda h: h("facts", "confirm", HOSTILE)],
    "facts edit": [lambda h: h("facts", "edit", h.fact, HOSTILE), lambda h: h("facts", "edit", HOSTILE, "x")],
    "facts forget": [lambda h: h("facts", "forget", h.fact), lambda h: h("facts", "forget", HOSTILE)],
    "facts restore": [lambda h: h("facts", "restore", h.fact), lambda h: h("facts", "restore", HOSTILE)],
    "facts history": [lambda h: h("facts", "history", h.fact), lambda h: h("facts", "history", HOSTILE)],
    "people list": [lambda h: h("people", "list"), lambda h: h("people", "list", "--user", HOSTILE)],
    "people show": [lambda h: h("people", "show", "結衣"), lambda h: h("people", "show", HOSTILE)],
    "people merge": [lambda h: h("people", "merge", "結衣", HOSTILE)],
    "people split": [lambda h: h("people", "split", "結衣", HOSTILE)],
    "loops list": [lambda h: h("loops", "list", "--all"), lambda h: h("loops", "list", "--user", HOSTILE)],
    "loops later": [
        lambda h: h("loops", "later", h.loop, "2026-06-01"),
        lambda h: h("loops", "later", h.loop, HOSTILE),
    ],
    "loops drop": [lambda h: h("loops", "drop", h.loop), lambda h: h("loops", "drop", HOSTILE)],
    "loops close": [lambda h: h("loops", "close", h.loop), lambda h: h("loops", "close", HOSTILE)],
    "summaries list": [
        lambda h: h("summaries", "list", "--kind", "week"),
        lambda h: h("summaries", "list", "--user", HOSTILE),
    ],
    "summaries show": [lambda h: h("summaries", "show", h.summary), lambda h: h("summaries", "show", HOSTILE)],
    "kb add": [
        lambda h: h("kb", "add", "tea", h.document),
        lambda h: h("kb", "add", HOSTILE, h.document),
        lambda h: h("kb", "add", "tea", f"{h.folder}/{HOSTILE}.txt"),
    ],
    "kb list": [lambda h: h("kb", "list"), lambda h: h("kb", "list", HOSTILE)],
    "kb remove": [lambda h: h("kb", "remove", "tea", HOSTILE), lambda h: h("kb", "remove", HOSTILE, HOSTILE)],
    "kb search": [lambda h: h("kb", "search", "tea", "玉露"), lambda h: h("kb", "search", HOSTILE, "玉露")],
    "kb conversations": [lambda h: h("kb", "conversations"), lambda h: h("kb", "conversations", "--user", HOSTILE)],
    "kb conversation": [lambda h: h("kb", "conversation", HOSTILE), lambda h: h("kb", "conversation", h.thread())],
    "profile": [lambda h: h("profile"), lambda h: h("profile", "--user", HOSTILE)],
    "eval": [lambda h: h("eval", f"{h.folder}/{HOSTILE}"), lambda h: h("eval", f"{h.folder}/q")],
    "jobs list": [lambda h: h("jobs", "list")],
    "jobs retry": [lambda h: h("jobs", "retry", HOSTILE), lambda h: h("jobs", "retry", "all")],
    "jobs run": [lambda h: h("jobs", "run", HOSTILE), lambda h: h("jobs", "run", "all")],
    "worker": [lambda h: h("worker", HOSTILE)],
    "demo": [lambda h: h("demo", f"{h.folder}/demo"), lambda h: h("demo", h.transcript)],
    "serve": [lambda h: h("serve", "--port", HOSTILE), lambda h: h("serve", "--host", HOSTILE, "--behind-proxy")],
    "token add": [
        lambda h: h("token", "add", "phone"),
        lambda h: h("token", "add", HOSTILE, "--operator"),
        lambda h: h("token", "add", "phone", "--user", "[red]誰[/red] :skull:"),
    ],
    "token list": [lambda h: h("token", "list")],
    "token revoke": [lambda h: h("token", "revoke", HOSTILE)],
    "export": [
        lambda h: h("export", f"{h.folder}/out\x1b[2J", "--user", "葵"),
        lambda h: h("export", h.document, "--user", "葵"),
        lambda h: h("export", f"{h.folder}/none", "--user", HOSTILE),
    ],
    "erase": [
        lambda h: h("erase", "--user", f"誰か{HOSTILE}"),
        lambda h: h("erase", "--user", "楓", "--confirm", HOSTILE),
        lambda h: h("erase", "--user", "楓", "--confirm", h.token("楓")),
    ],
    "backup now": [lambda h: h("backup", "now"), lambda h: h("backup", "now", "--at", HOSTILE)],
    "backup list": [lambda h: h("backup", "list", HOSTILE)],
    "backup verify": [lambda h: h("backup", "verify", "--at", HOSTILE)],
    "backup prune": [lambda h: h("backup", "prune"), lambda h: h("backup", "prune", HOSTILE)],
    "keys rotate": [lambda h: h("keys", "rotate", HOSTILE)],
    "restore": [lambda h: h("restore"), lambda h: h("restore", "--at", HOSTILE)],
    "doctor": [lambda h: h("doctor"), lambda h: h("doctor", HOSTILE)],
    "move": [lambda h: h("move", "--to", HOSTILE), lambda h: h("move", "--to", "server", "--folder", HOSTILE)],
    "reembed": [lambda h: h("reembed")],
}
"""What each command is run with."""


def test_every_command_is_run_with_hostile_data() -> None:
    assert {path.removeprefix("lumina ") for path, _ in commands(main)} == set(RUNS)


@pytest.mark.parametrize("path", RUNS)
def test_no_command_prints_what_a_terminal_would_obey(household: Household, path: str) -> None:
    for run in RUNS[path]:
        assert not unfit(shown := run(household)), shown


@pytest.mark.parametrize("path", ["say", "recall", "memories show", "kb search"])
def test_their_json_commands_nothing_and_keeps_the_words(household: Household, path: str) -> None:
    words = {"say": [SAID], "recall": ["玉露"], "memories show": [household.memory], "kb search": ["tea", "玉露"]}[path]
    shown = household(*path.split(), *words, "--json")
    printed = shown.splitlines()[-1]
    assert not unfit(shown)
    assert ("evil" if path == "recall" else "\\u001b") in printed  # a pack has no controls
    assert json.loads(printed)


@pytest.mark.parametrize("wrong", [["\x1b[2J"], ["say", "--\x1b[2J"], ["recall"], ["jobs", "\x1b[2J"]])
def test_wrong_usage_is_quoted_without_commanding_the_terminal(household: Household, wrong: list[str]) -> None:
    shown = household(*wrong)
    assert "Error: " in shown
    assert not unfit(shown)


STYLING = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[[12]K|\x1b\[1A|\r")
"""Colours, the cursor hidden and shown, and a line that is drawn anew."""


def test_a_real_terminal_is_sent_our_own_styling_and_nothing_else(household: Household) -> None:
    code = "from lumina.cli import main; main()"
    near, far = pty.openpty()
    environment = {**os.environ, **household.environment, "TERM": "xterm-256color", "COLUMNS": "100"}
    command = [sys.executable, "-c", code, "say", f"@all Do you remember the tea? {HOSTILE}"]
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdin=far, stdout=far, stderr=far) as process:
        os.close(far)
        shown = _all(near)
        assert process.wait(60) == 0
    assert "\x1b[" in shown
    assert not unfit(STYLING.sub("", shown)), STYLING.sub("", shown)


def _all(terminal: int) -> str:
    pieces: list[bytes] = []
    try:
        while piece := os.read(terminal, 4096):
            pieces.append(piece)
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    return b"".join(pieces).decode("utf-8", "replace")


def test_nothing_else_writes_to_a_terminal() -> None:
    """A new place that prints goes through the one function, or the one console."""
    for path in (ROOT / "lumina").rglob("*.py"):
        if path.name not in {"terminal.py", "console.py"} and "fit(self.format(record)" not in path.read_text():
            assert not re.search(r"click\.s?echo\(|(?<![\w.])print\(|\bConsole\(|std(out|err)\.write", path.read_text())
