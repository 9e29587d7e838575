"""How a command runs: its options become settings and a clock, its errors one clear line and an exit status."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, RenderableType

from lumina.cli.console import console
from lumina.cli.lazy import imported
from lumina.cli.lent import Visit, lending_of, run_afar, run_by_owner, visiting
from lumina.cli.logs import check_writable, log_into
from lumina.cli.shapes import dumps
from lumina.cli.terminal import echo, terminal_language
from lumina.cli.words import Words
from lumina.clock import Clock, DomainClock, ManualClock, system_clock
from lumina.databases.folder import is_a_data_folder
from lumina.errors import BadSetting, FolderInUse, FolderNotLent, LuminaError, NotDoneThere, Reason, because
from lumina.language.messages import Messages
from lumina.settings import Settings, load_settings
from lumina.transfer.formats.line import moment

if TYPE_CHECKING:
    from lumina.app import Lumina

log = logging.getLogger(__name__)

LOOKING = (" recall", " list", " show", " history")
"""How commands are called that change nothing."""

FOR_ALL = (" kb list", " kb search")
"""Commands of no person, which anybody may run who has a token."""

SETTINGS = ("user", "room", "log_file", "url", "token_file")
"""Options that stand for a setting."""


@dataclass(frozen=True, slots=True)
class Call:
    """One run of a command: what it was given, and where its answer goes."""

    settings: Settings
    clock: Clock
    as_json: bool
    words: Words
    out: Console
    err: Console
    owner: "Lumina | None" = None
    """The application that the folder's owner has open, where the command runs there for somebody else."""

    @asynccontextmanager
    async def lumina(self, *, background: bool = False, reembedding: bool = False) -> AsyncGenerator["Lumina"]:
        """The application, opened with a spinner where somebody watches, and closed. In the background, it does what
        other processes ask for, too."""
        if self.owner:
            yield await self.owner.beside(self.settings, self.clock)
            return
        waiting = self.err.status(self.words("opening"))
        if not self.as_json:
            waiting.start()
        try:
            application: type[Lumina] = imported("lumina.app").Lumina
            opened = application.open(self.settings, self.clock, background=background, reembedding=reembedding)
            async with opened as lumina:
                waiting.stop()
                if lumina.machine.mended:
                    self.err.print(self.words("folder_mended", folder=self.settings.home, count=lumina.machine.mended))
                if lumina.machine.made_key:
                    self.err.print(self.words("master_key_made", file=lumina.machine.made_key))
                listens = background and self.settings.profile == "embedded"
                async with lending_of(lumina, self._told) if listens else nullcontext():
                    yield lumina
        finally:
            waiting.stop()

    def _told(self, error: Exception) -> None:
        complain(error, False, reason(error, self.words))

    def failed_afterwards(self, error: Exception) -> None:
        """What comes after the answer failed: it is logged, told in a line on stderr, and made up for later."""
        log.error("what comes after the answer failed", exc_info=error)
        echo(f"lumina: {self.words('failed_afterwards', why=reason(error, self.words))}", err=True)

    def answer(self, shape: Mapping[str, object], *readable: RenderableType) -> None:
        """Print the one JSON object, or else what is for people."""
        if self.as_json:
            echo(dumps(shape))
        else:
            self.out.print(*readable, sep="\n")


def _keep(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value is not None:
        context.meta[f"lumina.{parameter.name}"] = value


def _option(*names: str, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(*names, expose_value=False, callback=_keep, **more)


user_option = _option("--user", metavar="U", help="The person (default: LUMINA_USER).")
this_user_option = _option("--user", metavar="U", required=True, help="The person.")
room_option = _option("--room", metavar="R", help="The room (default: LUMINA_ROOM).")
at_option = _option("--at", metavar="ISO", help="The moment that is taken for now, with its zone.")
_log_option = _option("--log-file", metavar="FILE", help="The log (default: LUMINA_LOG_FILE; - is stderr).")
_url_option = _option("--url", metavar="URL", help="A `lumina serve` that does it (default: LUMINA_URL).")
_token_option = _option("--token-file", metavar="FILE", help="The token for that (default: LUMINA_TOKEN_FILE).")
json_option = _option("--json", is_flag=True, default=None, help="Print one JSON object and nothing else.")


Body = Callable[..., Awaitable[int | None]]


def runs(body: Body) -> Callable[..., Any]:
    """Make a click callback of a coroutine that takes a Call and the command's own options, and returns the exit status
    (None is 0). Where another process has the folder open and listens, it is that one that runs it."""
    return _callback(body, alone=False)


def runs_here(body: Body) -> Callable[..., Any]:
    """As runs(), of a command that only its own process can run: it needs the folder to itself, or none."""
    return _callback(body, alone=True)


@dataclass(frozen=True, slots=True)
class _Command:
    """A command as it was called."""

    body: Body
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    name: str
    alone: bool
    params: Sequence[click.Parameter]

    @property
    def is_of_one_person(self) -> bool:
        return any(param.name == "user" for param in self.params) or self.name.endswith(FOR_ALL)

    @property
    def acts_at_another_time(self) -> bool:
        return "at" in self.given and not self.name.endswith(LOOKING)


def _callback(body: Body, *, alone: bool) -> Callable[..., Any]:
    @wraps(body)
    def callback(**options: Any) -> Coroutine[Any, Any, int] | None:
        context = click.get_current_context()
        given = {key.removeprefix("lumina."): value for key, value in context.meta.items()}
        running = _run(_Command(body, options, given, context.command_path, alone, context.command.params))
        return running if visiting.get() else context.exit(asyncio.run(running))

    return _url_option(_token_option(_log_option(callback)))


async def _run(command: _Command) -> int:
    as_json = bool(command.given.get("json"))
    words = Words(terminal_language())
    try:
        return await _done(command, as_json, words)
    except LuminaError as error:
        log.debug("the command failed", exc_info=error)
        complain(error, as_json, reason(error, words))
        return error.exit_status
    except BrokenPipeError:
        raise
    except Exception as error:
        log.exception("the command failed")
        complain(error, as_json, reason(error, words))
        return 1


async def _done(command: _Command, as_json: bool, words: Words) -> int:
    """Here, or by whoever has the folder open. Raises FolderNotLent, and what the command raises."""
    if visit := visiting.get():
        return await _done_for(visit, command, as_json, words)
    settings = _settings({name: command.given[name] for name in SETTINGS if name in command.given})
    if settings.url:
        return await _done_afar(settings, command)
    if not command.alone and (status := await run_by_owner(settings, command.given["arguments"])) is not None:
        return status
    log_into(settings.log, settings.log_level, lambda: bool(settings.log_file) or is_a_data_folder(settings.home))
    try:
        return await command.body(_call(settings, command, as_json, words), **command.options) or 0
    except FolderInUse as error:
        if not command.alone:
            raise
        raise FolderNotLent(**error.details, command=command.name) from error


async def _done_afar(settings: Settings, command: _Command) -> int:
    if command.alone:
        raise NotDoneThere(why=_needs_a_folder(command))
    return await run_afar(settings, command.given["arguments"], command.params, command.options)


def _needs_a_folder(command: _Command) -> Reason:
    return because(
        "`{command}` needs a data folder for itself; without --url and LUMINA_URL it has the one of this machine",
        command=command.name,
    )


def _check(visit: Visit, command: _Command) -> None:
    """Raises NotDoneThere for what is not done for others over a network."""
    if visit.afar and command.alone:
        raise NotDoneThere(why=_needs_a_folder(command))
    if visit.afar and not (visit.afar.operator or command.is_of_one_person):
        raise NotDoneThere(why=because("`{command}` is for operators", command=command.name))
    if visit.afar and command.acts_at_another_time and not isinstance(visit.owner.clock, DomainClock):
        raise NotDoneThere(why=because("only `lumina serve --domain-clock` lets time be moved"))


async def _done_for(visit: Visit, command: _Command, as_json: bool, words: Words) -> int:
    _check(visit, command)
    if command.alone:
        owner = because("another process")
        raise FolderNotLent(folder=visit.settings.home, owner=owner, command=command.name)
    call = _call(visit.settings, command, as_json, words, visit.owner)
    options = {name: visit.absolute(value) for name, value in command.options.items()}
    return await command.body(call, **options) or 0


def _call(settings: Settings, command: _Command, as_json: bool, words: Words, owner: "Lumina | None" = None) -> Call:
    now = owner.clock if owner else system_clock
    clock = ManualClock(moment(command.given["at"])) if "at" in command.given else now
    return Call(settings, clock, as_json, words, console(stderr=False), console(stderr=True), owner)


def _settings(options: Mapping[str, Any]) -> Settings:
    """Those of the environment, with what the command line gives. Raises BadSetting, naming the option where it is
    that."""
    try:
        settings = load_settings(**options)
        if settings.log_file:
            check_writable(settings.log_file)
    except BadSetting as error:
        name = str(error.details["setting"]).removeprefix("LUMINA_").lower()
        if name not in options:
            raise
        raise BadSetting(**{**error.details, "setting": f"--{name.replace('_', '-')}"}) from error
    return settings


def complain(error: Exception, as_json: bool, message: str) -> None:
    """One line on stderr; with JSON the object {"error": {"kind", "message"}} on stdout as well."""
    echo(f"lumina: {message}", err=True)
    if as_json:
        echo(dumps(failure(error, message)))


def reason(error: Exception, words: Words) -> str:
    """What went wrong, in one line; the log has the rest."""
    if isinstance(error, LuminaError):
        return Messages(words.language).error(error)
    return words("unexpected", kind=type(error).__name__)


def failure(error: Exception, message: str) -> dict[str, object]:
    return {"error": {"kind": type(error).__name__, "message": message}}
