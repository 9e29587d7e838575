"""What the terminal is: its language, and what it may be sent."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from lumina.texts import UNFIT, fit

if TYPE_CHECKING:  # it loads pydantic, and help must not
    from lumina.language.bilingual import Language


def fit_json(line: str) -> str:
    """JSON with what is unfit escaped: it says the same."""
    return UNFIT.sub(lambda found: _escaped(found[0]), line)


def _escaped(letter: str) -> str:
    code = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{code[at : at + 2].hex()}" for at in range(0, len(code), 2))


def echo(text: str, *, err: bool = False) -> None:
    """A line to stdout or stderr, flushed."""
    click.echo(fit(text), err=err)


def terminal_language(environment: Mapping[str, str] = os.environ) -> "Language":
    """The language of messages and help: LUMINA_LANGUAGE where it says so, else the locale's; all but Japanese is
    English."""
    wanted = environment.get("LUMINA_LANGUAGE", "auto")
    if wanted not in ("ja", "en"):
        wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "ja" if wanted.startswith("ja") else "en"
