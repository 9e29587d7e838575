"""README and docs/ say what is there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lumina.language.bilingual import Language
from tools.docs import DOCS, PARTS, READMES, ROOT, UNWRITTEN

LANGUAGES: tuple[Language, ...] = ("en", "ja")
JAPANESE = re.compile(r"[\u3001-\u30ff\u3400-\u9fff]")
PAGES = sorted([*READMES.values(), *DOCS.glob("*.md")])
TWINS = [
    ("README.md", "README.ja.md"),
    ("docs/guide.md", "docs/guide.ja.md"),
    ("docs/servers.md", "docs/servers.ja.md"),
    ("docs/scale.md", "docs/scale.ja.md"),
    ("infra/README.md", "infra/README.ja.md"),
]


def part(page: Path, name: str) -> str:
    return page.read_text(encoding="utf-8").split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0]


def test_generated_parts_are_what_make_docs_writes() -> None:
    command = [sys.executable, "-m", "tools.docs", "--check"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"LUMINA_LANGUAGE": "en"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", sorted({page for page, _, _ in PARTS}), ids=lambda page: page.name)
def test_every_file_setting_and_command_is_described(page: Path) -> None:
    assert UNWRITTEN not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "name"), [("guide.ja.md", "commands"), ("settings.ja.md", "settings")])
def test_the_japanese_pages_describe_in_japanese(page: str, name: str) -> None:
    rows = [line.rsplit("|", 2)[1] for line in part(DOCS / page, name).splitlines() if line.startswith("| `")]
    assert rows
    assert [row for row in rows if not JAPANESE.search(row)] == []


def test_the_front_door_is_short() -> None:
    for page in READMES.values():
        assert len(page.read_text(encoding="utf-8").splitlines()) <= 150


def test_every_make_target_is_named() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    said = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert targets
    assert [each for each in targets if each != "help" and f"`make {each}`" not in said] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize(("english", "japanese"), TWINS)
def test_both_languages_have_the_same_sections(english: str, japanese: str) -> None:
    def shape(page: str) -> list[str]:
        return re.findall(r"^(#+ |- \*\*|\| |```)", (ROOT / page).read_text(encoding="utf-8"), re.M)

    assert shape(japanese) == shape(english)


def test_every_command_of_pip_is_one_that_pip_takes() -> None:
    pages = [*READMES.values(), *(ROOT / "docs").glob("*.md"), *(ROOT / "infra").glob("*.md")]
    told = {line for page in pages for line in re.findall(r"^\S*pip install ([^#\n]+)", page.read_text("utf-8"), re.M)}
    assert told
    for arguments in told:
        dry = ("install", "--dry-run", "--no-index", "--no-deps", "--no-build-isolation", *shlex.split(arguments))
        done = subprocess.run(
            [sys.executable, "-m", "pip", *dry], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "does not provide the extra" not in done.stderr
