"""What the terminal is: its language, and what it may be sent."""

import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

import click

from lumina.texts import UNFIT, fit

if TYPE_CHECKING:  # it loads pydantic, and help must not
    from lumina.language.bilingual import Language


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The terminal of somebody in another process, who asked for the command that runs here."""

    out: TextIO
    err: TextIO
    lines: Callable[[], AsyncGenerator[bytes]]
    environment: Mapping[str, str]
    size: tuple[int, int]
    """Columns and lines."""


elsewhere: ContextVar[Elsewhere | None] = ContextVar("elsewhere", default=None)
"""Set while a command runs for somebody else."""

SPEAKING_ENVIRONMENT = (
    *("LUMINA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"),
    *("TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"),
)
"""What of the environment says how a terminal is spoken to."""


def fit_json(line: str) -> str:
    """JSON with what is unfit escaped: it says the same."""
    return UNFIT.sub(lambda found: _escaped(found[0]), line)


def _escaped(letter: str) -> str:
    code = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{code[at : at + 2].hex()}" for at in range(0, len(code), 2))


def echo(text: str, *, err: bool = False) -> None:
    """A line to stdout or stderr, flushed."""
    there = elsewhere.get()
    click.echo(fit(text), file=(there.err if err else there.out) if there else None, err=err)


def terminal_language(environment: Mapping[str, str] | None = None) -> "Language":
    """The language of messages and help: LUMINA_LANGUAGE where it says so, else the locale's; all but Japanese is
    English."""
    if environment is None:
        there = elsewhere.get()
        environment = there.environment if there else os.environ
    wanted = environment.get("LUMINA_LANGUAGE", "auto")
    if wanted not in ("ja", "en"):
        wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "ja" if wanted.startswith("ja") else "en"
