"""The wheel, installed into an empty environment elsewhere, is the same LUMINA."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGED = ("lumina", "graphs", "characters")

pytestmark = pytest.mark.ci


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """Its stdout; what it says on stderr is shown where it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True)
class Elsewhere:
    """An environment that knows this checkout only by the wheel that it was given."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    def lumina(self, *arguments: str) -> str:
        env = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.folder),
            "LUMINA_HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
        }
        return run(self.python.with_name("lumina"), *arguments, cwd=self.folder, env=env)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    run(sys.executable, *build, cwd=ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    there = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    uv = Path(sys.executable).with_name("uv")
    run(sys.executable, "-m", "venv", "--without-pip", there.folder / "venv", cwd=there.folder)
    install = (uv, "pip", "install", "--quiet", "--python", there.python)
    run(*install, "--require-hashes", "--requirement", ROOT / "requirements" / "base.txt", cwd=there.folder)
    run(*install, "--no-deps", wheel, cwd=there.folder)
    return there


def test_the_wheel_holds_every_file_of_the_packages_and_no_others(wheel: Path) -> None:
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGED, cwd=ROOT).split()
    with zipfile.ZipFile(wheel) as archive:
        packed = [name for name in archive.namelist() if ".dist-info/" not in name]
    assert sorted(packed) == sorted(tracked)


def test_the_locked_requirements_are_all_that_it_needs(elsewhere: Elsewhere) -> None:
    uv = Path(sys.executable).with_name("uv")
    run(uv, "pip", "check", "--python", elsewhere.python, cwd=elsewhere.folder)


def test_it_names_every_command(elsewhere: Elsewhere) -> None:
    shown = elsewhere.lumina("--help")
    assert [
        name for name in ("chat", "say", "import", "recall", "memories", "erase", "doctor") if name not in shown
    ] == []


def test_it_answers_in_character_and_is_well(elsewhere: Elsewhere) -> None:
    said = json.loads(elsewhere.lumina("say", "--json", "@ルミナ きのう庭に柿の木を植えました"))
    assert [reply["speaker"] for reply in said["replies"]] == ["lumina"]
    assert said["replies"][0]["text"]
    assert json.loads(elsewhere.lumina("doctor", "--json"))["ok"] is True


def test_its_graphs_are_importable(elsewhere: Elsewhere) -> None:
    program = (
        "from graphs.conversation import conversation_graph; from graphs.flush import flush_graph;"
        "print(*conversation_graph().nodes, *flush_graph().nodes)"
    )
    nodes = run(elsewhere.python, "-I", "-c", program, cwd=elsewhere.folder).split()
    assert {"listen", "recall", "speak", "remember", "summarise", "extract_keywords", "embed", "store"} <= set(nodes)
