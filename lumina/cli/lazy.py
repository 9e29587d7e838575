"""A command group whose commands are imported when they run: `lumina --help` loads none of them."""

import gc
import os
import sys
import tomllib
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple

import click

from lumina.cli.terminal import echo, terminal_language

INTERRUPTED = 130
ARGUMENTS = "lumina.arguments"


class Lazy(NamedTuple):
    """Where a command is (module:name), and its help in one line."""

    place: str
    help: str


class LazyGroup(click.Group):
    """A group made of Lazy commands, in their order. Help is in the terminal's language."""

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context keeps what was given on the command line."""
        arguments = list(args)
        context = super().make_context(info_name, args, parent, **extra)
        context.meta[ARGUMENTS] = arguments
        return context

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self._lazy:
            return None
        module, name = self._lazy[cmd_name].place.split(":")
        command: click.Command = getattr(imported(module), name)
        if terminal_language() == "ja":
            translate(command, cmd_name, japanese_help())
        return command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        texts = japanese_help() if terminal_language() == "ja" else {}
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(texts.get("lumina", self.help or ""))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The commands with their help, none of them imported."""
        texts = japanese_help() if terminal_language() == "ja" else {}
        rows = [(name, texts.get(name, lazy.help).split("\n")[0]) for name, lazy in self._lazy.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run and exit: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
        kwargs["standalone_mode"] = False
        sys.exit(_status(lambda: super(LazyGroup, self).main(*args, **kwargs)))


def imported(module: str) -> ModuleType:
    """The module, imported without looking for garbage: all of it stays, and to go through it again and again took a
    fifth of the import."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(module)
    finally:
        if collects:
            gc.enable()


def _status(run: Any) -> int:
    try:
        return run() or 0
    except click.ClickException as error:
        complain(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough, as `head` does; what is left in the buffer goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def complain(error: click.ClickException) -> None:
    """As click does, whatever the command line holds that it quotes."""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        echo(error.ctx.get_usage(), err=True)
        if error.ctx.command.get_help_option(error.ctx) is not None:
            echo(f"Try '{error.ctx.command_path} {error.ctx.help_option_names[-1]}' for help.\n", err=True)
    echo(f"Error: {error.format_message()}", err=True)


def japanese_help() -> dict[str, str]:
    """Help in Japanese: by command ("memories list") and by option or argument ("memories list --tier")."""
    return tomllib.loads(files("lumina.cli").joinpath("help.ja.toml").read_text(encoding="utf-8"))


def translate(command: click.Command, path: str, texts: Mapping[str, str]) -> None:
    """Put the help of these texts in the place of a command's, its options' and its subcommands'."""
    command.help = texts.get(path, command.help)
    for option in (option for option in command.params if isinstance(option, click.Option)):
        option.help = texts.get(f"{path} {option.opts[0]}", texts.get(option.opts[0], option.help))
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            translate(inner, f"{path} {name}", texts)
