"""Keep the generated parts of README and docs/ true: `make docs` writes them, tests/test_docs.py compares.

A part stands between `<!-- name -->` and `<!-- /name -->`. What a file, a setting or a command is for comes from
the code; of data files, and of settings in Japanese, what the page says is kept. What nobody has described yet says so
(UNWRITTEN). The dialogue is spoken anew.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from bench.population import PEOPLE, a_person, populations, saturated
from lumina.api.application import bare_app
from lumina.cli import main as lumina
from lumina.cli.lazy import japanese_help
from lumina.cli.usage import commands as all_commands
from lumina.cli.usage import usage
from lumina.language.bilingual import Language
from lumina.settings import Settings
from tools.dialogue import dialogue

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
READMES: Mapping[Language, Path] = {"en": ROOT / "README.md", "ja": ROOT / "README.ja.md"}
FOLDERS = ("characters", "graphs", "lumina")
UNWRITTEN = "(not described yet)"
INDENT = "  "
LONG = 88


def shown(folder: Path) -> Iterator[Path]:
    """The files and folders of the tree, folders first and then by name. A folder of data alone is one line."""
    inside = [path for path in folder.iterdir() if path.name not in ("__pycache__", "__init__.py")]
    for path in sorted(inside, key=lambda path: (path.is_file(), path.name)):
        yield path
        if path.is_dir() and any(path.glob("*.py")):
            yield from shown(path)


def purpose(path: Path) -> str:
    """The first sentence of a module's docstring, without what follows its colon where it is long; else empty."""
    source = path / "__init__.py" if path.is_dir() else path
    if source.suffix != ".py" or not source.exists():
        return ""
    text = " ".join((ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or "").split())
    sentence = re.split(r"[.;](?:\s|$)", text, maxsplit=1)[0]
    return sentence if len(sentence) <= LONG else sentence.split(": ")[0]


def described(block: str) -> dict[str, str]:
    """path → what the page says of it, read from a tree."""
    above: list[str] = []
    found: dict[str, str] = {}
    for line in block.splitlines():
        if match := re.match(r"((?:  )*)([^\s`]+)(?: +(.*))?$", line):
            del above[len(match[1]) // len(INDENT) :]
            above.append(match[2].rstrip("/"))
            found["/".join(above)] = match[3] or ""
    return found


def tree(block: str) -> str:
    said = described(block)
    paths = [each for name in FOLDERS for each in (ROOT / name, *shown(ROOT / name))]
    rows: list[tuple[str, str]] = []
    for path in paths:
        place = path.relative_to(ROOT)
        name = INDENT * (len(place.parts) - 1) + path.name + "/" * path.is_dir()
        rows.append((name, purpose(path) or said.get(place.as_posix()) or UNWRITTEN))
    width = max(len(name) for name, _ in rows)
    return "\n".join(["```", *(f"{name:<{width}}  {text}" for name, text in rows), "```"])


def default_of(field: FieldInfo) -> str:
    if field.default is PydanticUndefined or field.default in (None, "", SecretStr("")):
        return ""
    return f"`{field.default}`"


def settings(block: str, language: Language) -> str:
    said = dict(re.findall(r"^\| `(LUMINA_\w+)` \| .*? \| (.*) \|$", block, re.M))
    head = {"en": "| variable | default | what |", "ja": "| 変数 | 既定値 | 意味 |"}[language]
    rows: list[str] = []
    for name, field in Settings.model_fields.items():
        variable = f"LUMINA_{name.upper()}"
        text = (field.description or UNWRITTEN) if language == "en" else said.get(variable, UNWRITTEN)
        rows.append(f"| `{variable}` | {default_of(field)} | {text} |")
    return "\n".join([head, "|---|---|---|", *rows])


def commands(_block: str, language: Language) -> str:
    japanese = japanese_help()
    head = {"en": "| command | does |", "ja": "| コマンド | 働き |"}[language]
    rows: list[str] = []
    for path, command in all_commands(lumina):
        help_text = japanese[path.removeprefix("lumina ")] if language == "ja" else command.help or ""
        sentence = re.split(r"\.(?:\s|$)|。", " ".join(help_text.split()), maxsplit=1)[0]
        cells = (f"`{usage(path, command)}`", sentence)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([head, "|---|---|", *rows])


def spoken(_block: str, language: Language) -> str:
    return f"```\n{dialogue(language)}\n```"


Part = tuple[Path, str, Callable[[str], str]]
"""A page, the part of it that is generated, and how it is made from what stands there."""


def routes(_: str) -> str:
    """A line a route, from the OpenAPI."""
    rows = ["| route | does |", "|---|---|"]
    for path, methods in bare_app().openapi()["paths"].items():
        for method, one in methods.items():
            asked = [each["name"] for each in one.get("parameters", []) if each["in"] == "query"]
            query = f"?{'&'.join(asked)}" if asked else ""
            does = " ".join(one["description"].split()).replace("|", "\\|")
            rows.append(f"| `{method.upper()} {path}{query}` | {does} |")
    return "\n".join(rows)


PARTS: Sequence[Part] = (
    (READMES["en"], "dialogue", partial(spoken, language="en")),
    (READMES["ja"], "dialogue", partial(spoken, language="ja")),
    (DOCS / "guide.md", "commands", partial(commands, language="en")),
    (DOCS / "guide.ja.md", "commands", partial(commands, language="ja")),
    (DOCS / "settings.md", "settings", partial(settings, language="en")),
    (DOCS / "settings.ja.md", "settings", partial(settings, language="ja")),
    (DOCS / "architecture.md", "tree", tree),
    (DOCS / "api.md", "routes", routes),
    *(
        (DOCS / f"{page}{ending}.md", name, partial(make, language=language))
        for page, name, make in (
            ("scale", "a person", a_person),
            ("scale", "populations", populations),
            ("scale", "saturated", saturated),
            ("servers", "sizes", partial(populations, sizes=PEOPLE[:1])),
        )
        for language, ending in (("en", ""), ("ja", ".ja"))
    ),
)


def rendered(page: Path, name: str, make: Callable[[str], str]) -> str:
    """The page with this part made anew."""
    text = page.read_text(encoding="utf-8")
    old = re.search(rf"(?<=<!-- {name} -->\n).*?(?=\n?<!-- /{name} -->)", text, re.S)
    if old is None:
        raise LookupError(f"{page.name} has no part {name!r}")
    return text[: old.start()] + make(old[0]) + "\n" + text[old.end() :].lstrip("\n")


def main(*, check: bool) -> int:
    """Write the pages, or only say which of them are not as they should be (status 1)."""
    stale: list[str] = []
    for page, name, make in PARTS:
        fresh = rendered(page, name, make)
        if fresh == page.read_text(encoding="utf-8"):
            continue
        stale.append(page.name)
        sys.stdout.write(f"{page.name} is not what `make docs` writes\n" if check else f"{page.name} written\n")
        if not check:
            page.write_text(fresh, encoding="utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv))
