"""The READMEs say what is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.readme import READMES, ROOT, UNWRITTEN, Language, described

LANGUAGES: tuple[Language, ...] = ("en", "ja")
JAPANESE = re.compile(r"[\u3001-\u30ff\u3400-\u9fff]")


def readme(language: Language) -> str:
    return READMES[language].read_text(encoding="utf-8")


def part(language: Language, name: str) -> str:
    return readme(language).split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0]


def test_trees_and_tables_are_what_make_docs_writes() -> None:
    command = [sys.executable, "-m", "tools.readme", "--check"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"LUMINA_LANGUAGE": "en"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_setting_and_command_is_described(language: Language) -> None:
    assert UNWRITTEN not in readme(language)


@pytest.mark.parametrize("name", ["tree", "settings", "commands"])
def test_the_japanese_readme_describes_in_japanese(name: str) -> None:
    if name == "tree":
        rows = list(described(part("ja", "tree")).values())
    else:
        rows = [line.rsplit("|", 2)[1] for line in part("ja", name).splitlines() if line.startswith("| `")]
    assert rows
    assert [row for row in rows if not JAPANESE.search(row)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_make_target_is_named(language: Language) -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert targets
    assert [each for each in targets if each != "help" and f"`make {each}`" not in readme(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_files(language: Language) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", readme(language))
    assert links
    assert [link for link in links if not Path(ROOT, link).exists()] == []


def test_both_readmes_have_the_same_sections_and_decisions() -> None:
    def shape(language: Language) -> list[str]:
        return re.findall(r"^(#+ |- \*\*|\| |```)", readme(language), re.M)

    assert shape("ja") == shape("en")
