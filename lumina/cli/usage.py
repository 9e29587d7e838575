"""All commands with their usage in one line, for the guide and its test."""

from collections.abc import Iterator

import click

EVERYWHERE = ("--log-file", "--url", "--token-file")
"""Options that every command has are told once."""


def commands(group: click.Group, path: str = "lumina") -> Iterator[tuple[str, click.Command]]:
    """Every command under a group, loaded, with its path ("lumina memories list"), in the group's order."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        elif command is not None:
            yield f"{path} {name}", command


def usage(path: str, command: click.Command) -> str:
    """Such as `lumina say [--user U] [--json] TEXT`."""
    context = click.Context(command)
    options = [each for each in command.params if isinstance(each, click.Option) and each.opts[0] not in EVERYWHERE]
    arguments = [each.make_metavar(context) for each in command.params if isinstance(each, click.Argument)]
    return " ".join([path, *(_option(each, context) for each in options), *arguments])


def _option(option: click.Option, context: click.Context) -> str:
    value = "" if option.is_flag else " " + option.make_metavar(context).strip("[]")
    return f"{option.opts[0]}{value}" if option.required else f"[{option.opts[0]}{value}]"
