"""The consoles that commands print on."""

import sys
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from lumina.cli.terminal import Elsewhere, elsewhere, fit

PIPE_WIDTH = 160
"""Columns of a table that nobody watches."""


class FitConsole(Console):
    """Whatever is printed, shown live or drawn into a table, only the console's own styling commands the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(fit(segment.text), segment.style)


def console(*, stderr: bool) -> Console:
    """A console that takes what people wrote as it is: no markup, no emoji codes."""
    if there := elsewhere.get():
        return _console_of(there, there.err if stderr else there.out)
    width = None if (sys.stderr if stderr else sys.stdout).isatty() else PIPE_WIDTH
    return FitConsole(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)


def _console_of(there: Elsewhere, file: TextIO) -> Console:
    watched = file.isatty()
    return FitConsole(
        file=file,
        force_terminal=watched,
        width=there.size[0] if watched else PIPE_WIDTH,
        height=there.size[1],
        highlight=False,
        markup=False,
        emoji=False,
        _environ=there.environment,
    )
