"""The consoles that commands print on."""

import sys
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from lumina.cli.terminal import fit

PIPE_WIDTH = 160
"""Columns of a table that nobody watches."""


class FitConsole(Console):
    """Whatever is printed, shown live or drawn into a table, only the console's own styling commands the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(fit(segment.text), segment.style)


def console(*, stderr: bool) -> Console:
    """A console that takes what people wrote as it is: no markup, no emoji codes."""
    width = None if (sys.stderr if stderr else sys.stdout).isatty() else PIPE_WIDTH
    return FitConsole(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)
