"""`lumina recall`: what would be remembered, and why."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO, Literal

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from lumina.cli import shapes
from lumina.cli.run import Call, at_option, complain, failure, json_option, runs, user_option
from lumina.errors import BadText, LuminaError
from lumina.language.messages import Messages
from lumina.models import Hit
from lumina.reports import Recollection

if TYPE_CHECKING:
    from lumina.app import Lumina

Unit = Literal["memory", "turn"]
GRADE_STYLES = {"strong": "green", "medium": "yellow", "weak": "red"}


@click.command()
@click.argument("query")
@user_option
@click.option("--as", "viewer", metavar="CHARACTER", help="Who asks (default: the person, who may see everything).")
@click.option("--budget", type=click.IntRange(1, 100_000), help="Tokens of the pack (default: LUMINA_BUDGET).")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="Hits at most.")
@click.option(
    "--unit", type=click.Choice(["memory", "turn"]), default="memory", show_default=True, help="What is ranked."
)
@at_option
@json_option
@runs
async def recall(call: Call, query: str, viewer: str | None, budget: int | None, limit: int, unit: Unit) -> int:
    """Show the MemoryPack for QUERY, and why each item is in it.

    QUERY "-" reads one query a line from stdin and prints one JSON object a line, in the same order: the answer, or
    {"error": …} where a line (an empty one, too) cannot be answered; then the status is 1.
    """
    async with call.lumina() as lumina:
        ask = Asker(lumina, call.settings.user, viewer, budget or call.settings.budget, limit, unit)
        if query == "-":
            return await _each_line(ask, click.get_binary_stream("stdin"), Messages(call.words.language))
        found = await ask(query)
        call.answer(shapes.recollection(found), _readable(found, call))
    return 0


class Asker:
    """Recall with everything but the question settled."""

    def __init__(self, lumina: "Lumina", person: str, viewer: str | None, budget: int, limit: int, unit: Unit) -> None:
        self._lumina = lumina
        self._person = person
        self._viewer = viewer
        self._budget = budget
        self._limit = limit
        self._unit: Unit = unit

    async def __call__(self, query: str) -> Recollection:
        return await self._lumina.recall(
            query, person=self._person, viewer=self._viewer, budget=self._budget, limit=self._limit, unit=self._unit
        )


async def _each_line(ask: Asker, lines: BinaryIO, messages: Messages) -> int:
    status = 0
    while line := await asyncio.to_thread(lines.readline):
        try:
            answer = shapes.recollection(await ask(_question(line)))
        except LuminaError as error:
            complain(error, False, message := messages.error(error))
            answer, status = failure(error, message), 1
        click.echo(shapes.dumps(answer))  # echo flushes
    return status


def _question(line: bytes) -> str:
    try:
        question = line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BadText(why="it is not UTF-8") from error
    if not question:
        raise BadText(why="it is empty")
    return question


def _readable(found: Recollection, call: Call) -> RenderableType:
    pack, words = found.pack, call.words
    title = words("pack_title", tokens=pack.tokens, budget=pack.budget, grade=words(f"grade_{pack.grade}"))
    parts: list[RenderableType] = [Rule(title, style=GRADE_STYLES[pack.grade], align="left"), Text(pack.text)]
    parts += [Text(f"※ {remark}", style="yellow") for remark in pack.remarks]
    if found.missing:
        parts.append(Text(words("missing", sources=", ".join(found.missing)), style="yellow"))
    parts.append(Rule(words("hits_title", count=len(found.hits)), align="left"))
    parts += [_hit(number, hit) for number, hit in enumerate(found.hits, 1)]
    timings = " · ".join(f"{name} {value:.1f} ms" for name, value in found.timings_ms.items())
    return Group(*parts, Text(timings, style="dim"))


def _hit(number: int, hit: Hit) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold", width=3)
    grid.add_column()
    head = f"{hit.score:.3f} · {hit.at:%Y-%m-%d %H:%M} · {hit.tier} · {hit.source}"
    grid.add_row(str(number), Text(head, style="cyan"))
    quotes = [f"{turn.speaker}: {turn.text}  ({shapes.name_of(turn)})" for turn in hit.turns[:3]]
    for line in quotes or [hit.text]:
        grid.add_row("", line)
    grid.add_row("", Text(why(hit.why), style="dim"))
    return Padding(grid, (0, 0, 1, 0))


def why(reasons: Mapping[str, object]) -> str:
    """The parts of a score in one line."""
    return " · ".join(f"{name} {_value(value)}" for name, value in reasons.items())


def _value(value: object) -> str:
    match value:
        case float():
            return f"{value:.3f}"
        case Mapping():
            return "(" + ", ".join(f"{key} {_value(inner)}" for key, inner in value.items()) + ")"
        case list() | tuple():
            return ", ".join(map(_value, value))
        case _:
            return str(value)
