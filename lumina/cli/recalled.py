"""What was recalled, for people to read."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from lumina.cli.words import Words
from lumina.models import Hit
from lumina.reports import Recollection
from lumina.shapes.talk import name_of
from lumina.transfer.formats.line import Object

Because = Callable[[Hit], str]
"""The sentence that says why a hit is there."""

GRADE_STYLES = {"strong": "green", "medium": "yellow", "weak": "red"}


def readable(found: Recollection, words: Words, tell_why: Because, *, figures: bool = False) -> RenderableType:
    """The pack, then its hits, each with its reason; with the figures that developers want, or without."""
    pack = found.pack
    title = words("pack_title", tokens=pack.tokens, budget=pack.budget, grade=words(f"grade_{pack.grade}"))
    parts: list[RenderableType] = [Rule(title, style=GRADE_STYLES[pack.grade], align="left"), Text(pack.text)]
    parts += [Text(f"※ {remark}", style="yellow") for remark in pack.remarks]
    if found.missing:
        parts.append(Text(words("missing", sources=", ".join(found.missing)), style="yellow"))
    parts.append(Rule(words("hits_title", count=len(found.hits)), align="left"))
    parts += [one_hit(number, hit, tell_why, figures=figures) for number, hit in enumerate(found.hits, 1)]
    if not figures:
        return Group(*parts)
    timings = " · ".join(f"{name} {value:.1f} ms" for name, value in found.timings_ms.items())
    return Group(*parts, Text(timings, style="dim"))


def one_hit(number: int, hit: Hit, tell_why: Because, *, figures: bool = False) -> RenderableType:
    """A hit with its best turns, and why it is there: in a sentence, and in figures where they are wanted."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold", width=3)
    grid.add_column(overflow="fold")
    scored = f"{hit.score:.3f} · {hit.at:%Y-%m-%d %H:%M} · {hit.tier} · {hit.source}"
    grid.add_row(str(number), Text(scored if figures else f"{hit.at:%Y-%m-%d %H:%M}", style="cyan"))
    named = [f"  ({name_of(turn)})" if figures else "" for turn in hit.turns[:3]]
    kept = [(turn, name) for turn, name in zip(hit.turns, named, strict=False) if not turn.let_go]
    for line in [f"{turn.speaker}: {turn.text}{name}" for turn, name in kept] or [hit.text]:
        grid.add_row("", line)
    grid.add_row("", Text(tell_why(hit), style="dim"))
    if figures:
        grid.add_row("", Text(why(hit.why), style="dim"))
    return Padding(grid, (0, 0, 1, 0))


def why(reasons: Mapping[str, object]) -> str:
    """The parts of a score in one line."""
    return " · ".join(f"{name} {_value(value)}" for name, value in reasons.items())


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_value(inner)}" for key, inner in cast(Object, value).items()) + ")"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, cast(Sequence[object], value)))
    return str(value)
