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
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

import click

from lumina.cli import main
from lumina.cli.lazy import complain
from lumina.cli.stdin import stdin_lines
from lumina.cli.terminal import SPEAKING_ENVIRONMENT, Elsewhere, elsewhere, terminal_language
from lumina.errors import BadInput, LuminaError, NotReached, because
from lumina.lending.asking import Asking
from lumina.lending.lender import Afar, Guest, lending
from lumina.lending.luggage import Luggage
from lumina.settings import CHANGEABLE, Settings

if TYPE_CHECKING:
    from lumina.app import Lumina

CARRIED: Final = ("user", "room", *CHANGEABLE)
"""Settings that a command brings along; the others are those of the open folder."""

OTHERS: Final = 0o077
"""Rights of others on a file."""


class _Place(click.Path):
    """Where something lies, maybe on another machine: whether it can be read is found out by who reads it."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)


READ: Final = _Place()
WRITTEN: Final = _Place()
"""What a command reads, and what it makes."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a command has that runs here for another process."""

    owner: "Lumina"
    settings: Settings
    folder: Path
    """Where the other process is: its relative paths begin there."""
    afar: Afar | None = None
    """Whose process it is, where it is on another machine."""

    def absolute(self, value: object) -> object:
        """An option's value, its paths as they are meant where they were written."""
        if isinstance(value, Path):
            return self._place(value)
        return tuple(map(self.absolute, value)) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]

    def _place(self, path: Path) -> Path:
        if self.afar:
            return self.afar.unpacked.place(path)
        return self.folder / path.expanduser() if str(path).startswith("~") else self.folder / path


visiting: ContextVar[Visit | None] = ContextVar("visiting", default=None)


async def run_by_owner(settings: Settings, arguments: Sequence[str]) -> int | None:
    """The exit status of the command, run by whoever has the folder open and listens; None where nobody does. Raises
    OwnerGone."""
    if settings.profile != "embedded":
        return None
    request = {
        **_terminal(arguments),
        "folder": str(Path.cwd()),
        "settings": {name: _plain(getattr(settings, name)) for name in CARRIED},
    }
    asking = Asking(sys.stdout, sys.stderr, stdin_lines)
    return await asking.ask_owner(settings.home.expanduser().absolute(), request)


def _terminal(arguments: Sequence[str]) -> dict[str, Any]:
    """What is to be done, and how this terminal is spoken to."""
    return {
        "arguments": list(arguments),
        "environment": {name: os.environ[name] for name in SPEAKING_ENVIRONMENT if name in os.environ},
        "size": list(shutil.get_terminal_size()),
        "out": _nature(sys.stdout),
        "err": _nature(sys.stderr),
    }


async def run_afar(
    settings: Settings, arguments: Sequence[str], params: Sequence[click.Parameter], options: Mapping[str, Any]
) -> int:
    """The exit status of the command, run by the LUMINA at the address of the settings. Raises BadInput, NotReached,
    NotDoneThere."""
    luggage = Luggage(_paths(READ, params, options), _paths(WRITTEN, params, options), travels=True)
    asked = settings.model_fields_set.intersection(str(param.name) for param in params)
    named = {name: getattr(settings, name) for name in ("user", "room") if name in asked}
    request = {**_terminal(arguments), **named, "names": luggage.names()}
    headers = {"Authorization": f"Bearer {token_of(settings)}", "Accept-Language": terminal_language()}
    network = import_module("lumina.lending.network")
    async with network.reached(settings.url, headers) as channel:
        gone = NotReached(url=settings.url, why=because("it ended before it had done the command"))
        return await Asking(sys.stdout, sys.stderr, stdin_lines, luggage).ask(channel, request, gone)


def _paths(kind: _Place, params: Sequence[click.Parameter], options: Mapping[str, Any]) -> tuple[Path, ...]:
    given = [options.get(str(param.name)) for param in params if param.type is kind]
    flat = [path for one in given for path in (cast("tuple[object, ...]", one) if isinstance(one, tuple) else (one,))]
    return tuple(path for path in flat if isinstance(path, Path))


def token_of(settings: Settings) -> str:
    """Raises BadInput where there is none, or its file can be read by others."""
    if token := settings.token.get_secret_value().strip():
        return token
    if settings.token_file is None:
        raise BadInput(why=because("{url} wants a token: LUMINA_TOKEN, or --token-file FILE", url=settings.url))
    path = settings.token_file.expanduser()
    try:
        if path.stat().st_mode & OTHERS:
            raise BadInput(why=because("others can read {path}; `chmod 600 {path}` keeps the token to you", path=path))
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise BadInput(why=f"{path}: {(getattr(error, 'strerror', None) or str(error)).lower()}") from error


def lending_of(lumina: "Lumina", refused: Callable[[LuminaError], None]) -> AbstractAsyncContextManager[None]:
    """While it lasts, the commands of other processes on the folder are run with this application."""
    home = lumina.settings.home.expanduser().absolute()
    return lending(home, partial(run_for, lumina), refused)


async def run_for(lumina: "Lumina", guest: Guest) -> int:
    """Run the command that somebody else asks for, with this application."""
    asked = guest.request
    columns, lines = asked["size"]
    elsewhere.set(Elsewhere(guest.out, guest.err, guest.lines, asked["environment"], (columns, lines)))
    visiting.set(Visit(lumina, _settings(lumina, guest), Path(asked.get("folder", "/")), guest.afar))
    try:
        outcome = await asyncio.to_thread(_called, asked["arguments"])
    except click.ClickException as error:
        complain(error)
        return error.exit_code
    return outcome if isinstance(outcome, int) else await outcome


def _settings(lumina: "Lumina", guest: Guest) -> Settings:
    """Who shares the folder brings along what can be changed; who asks over a network says for whom, and where."""
    carried = guest.request["settings"]
    if not guest.afar:
        carried = Settings(**carried).model_dump(include=set(CARRIED))
    return lumina.settings.model_copy(update=carried)


def _called(arguments: Sequence[str]) -> int | Coroutine[Any, Any, int]:
    """What the command is to do; it is not begun. In a thread: click keeps its context by thread, and a command is
    imported when it is called first."""
    return click.Group.main(main, list(arguments), "lumina", standalone_mode=False)


def _nature(file: TextIO) -> Mapping[str, object]:
    return {"isatty": file.isatty(), "encoding": file.encoding}


def _plain(value: object) -> object:
    return str(value.expanduser().absolute()) if isinstance(value, Path) else value
