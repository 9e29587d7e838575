"""One folder, many windows: a command is run by the process that has the folder open, as if it ran in this one."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from lumina.cli import main
from lumina.cli.lazy import complain
from lumina.cli.stdin import stdin_lines
from lumina.cli.terminal import SPEAKING_ENVIRONMENT, Elsewhere, elsewhere
from lumina.errors import LuminaError
from lumina.lending.asking import Asking
from lumina.lending.lender import Guest, lending
from lumina.settings import CHANGEABLE, Settings

if TYPE_CHECKING:
    from lumina.app import Lumina

CARRIED: Final = ("user", "room", *CHANGEABLE)
"""Settings that a command brings along; the others are those of the open folder."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a command has that runs here for another process."""

    owner: "Lumina"
    settings: Settings
    folder: Path
    """Where the other process is: its relative paths begin there."""

    def absolute(self, value: object) -> object:
        """An option's value, its paths as they are meant where they were written."""
        if isinstance(value, Path):
            return self.folder / value.expanduser() if str(value).startswith("~") else self.folder / value
        return tuple(map(self.absolute, value)) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


visiting: ContextVar[Visit | None] = ContextVar("visiting", default=None)


async def run_by_owner(settings: Settings, arguments: Sequence[str]) -> int | None:
    """The exit status of the command, run by whoever has the folder open and listens; None where nobody does. Raises
    OwnerGone."""
    if settings.profile != "embedded":
        return None
    request = {
        "arguments": list(arguments),
        "folder": str(Path.cwd()),
        "settings": {name: _plain(getattr(settings, name)) for name in CARRIED},
        "environment": {name: os.environ[name] for name in SPEAKING_ENVIRONMENT if name in os.environ},
        "size": list(shutil.get_terminal_size()),
        "out": _nature(sys.stdout),
        "err": _nature(sys.stderr),
    }
    return await Asking(sys.stdout, sys.stderr, stdin_lines).ask(settings.home.expanduser().absolute(), request)


def lending_of(lumina: "Lumina", refused: Callable[[LuminaError], None]) -> AbstractAsyncContextManager[None]:
    """While it lasts, the commands of other processes on the folder are run with this application."""
    home = lumina.settings.home.expanduser().absolute()
    return lending(home, partial(_run_for, lumina), refused)


async def _run_for(lumina: "Lumina", guest: Guest) -> int:
    asked = guest.request
    columns, lines = asked["size"]
    elsewhere.set(Elsewhere(guest.out, guest.err, guest.lines, asked["environment"], (columns, lines)))
    carried = Settings(**asked["settings"]).model_dump(include=set(CARRIED))
    visiting.set(Visit(lumina, lumina.settings.model_copy(update=carried), Path(asked["folder"])))
    try:
        outcome = await asyncio.to_thread(_called, asked["arguments"])
    except click.ClickException as error:
        complain(error)
        return error.exit_code
    return outcome if isinstance(outcome, int) else await outcome


def _called(arguments: Sequence[str]) -> int | Coroutine[Any, Any, int]:
    """What the command is to do; it is not begun. In a thread: click keeps its context by thread, and a command is
    imported when it is called first."""
    return click.Group.main(main, list(arguments), "lumina", standalone_mode=False)


def _nature(file: TextIO) -> Mapping[str, object]:
    return {"isatty": file.isatty(), "encoding": file.encoding}


def _plain(value: object) -> object:
    return str(value.expanduser().absolute()) if isinstance(value, Path) else value
