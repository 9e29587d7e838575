"""`lumina recall`: what would be remembered, and why."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack
from uuid import UUID

import click
from rich.console import Group, RenderableType

from lumina.cli.explained import absent, explained
from lumina.cli.memories import find
from lumina.cli.recalled import Because, readable
from lumina.cli.run import Call, at_option, complain, failure, json_option, runs, user_option
from lumina.cli.shapes import dumps
from lumina.cli.stdin import stdin_lines
from lumina.cli.terminal import echo
from lumina.cli.words import Words
from lumina.errors import BadText, LuminaError, UnknownMemory, UnknownTurn, because
from lumina.language.messages import Messages
from lumina.shapes import recalled as shapes
from lumina.telling import reasons
from lumina.telling.absences import sentence

if TYPE_CHECKING:
    from lumina.app import Lumina
    from lumina.services import Looking

Answer = tuple[Mapping[str, object], RenderableType]
Ask = Callable[[str], Awaitable[Answer]]


class Asked(TypedDict):
    """The options, as `Lumina.recall` takes them."""

    viewer: str | None
    budget: int | None
    limit: int
    unit: Literal["memory", "turn"]


def _alone(context: click.Context, _: click.Parameter, value: str | bool | None) -> str | bool | None:
    if value and (context.params.get("explain") or context.params.get("why_not")):
        raise click.UsageError("--explain and --why-not are two questions: ask one of them.")
    return value


@click.command()
@click.argument("query")
@user_option
@click.option("--as", "viewer", metavar="CHARACTER", help="Who asks (default: the person, who may see everything).")
@click.option(
    "--budget", metavar="N", type=click.IntRange(1, 100_000), help="Tokens of the pack (default: LUMINA_BUDGET)."
)
@click.option("--limit", metavar="K", type=click.IntRange(1, 1000), default=10, show_default=True, help="Hits at most.")
@click.option(
    "--unit", type=click.Choice(["memory", "turn"]), default="memory", show_default=True, help="What is ranked."
)
@click.option(
    "--explain", is_flag=True, callback=_alone, help="Tell each hit's ranks and terms, and what was left out, and why."
)
@click.option(
    "--why-not",
    metavar="MEMORY",
    callback=_alone,
    help="Tell why a memory (its id or a beginning), or a turn (its ref or id), is absent.",
)
@at_option
@json_option
@runs
async def recall(call: Call, query: str, explain: bool, why_not: str | None, **asked: Unpack[Asked]) -> int:
    """Show the MemoryPack for QUERY, and why each item is in it.

    QUERY "-" reads one query a line from stdin and prints one JSON object a line, in the same order: the answer, or
    {"error": …} where a line (an empty one, too) cannot be answered; then the status is 1.
    """
    async with call.lumina() as lumina:
        budget = asked["budget"] or call.settings.budget
        looking: Looking = {**asked, "budget": budget, "person": call.settings.user}
        ask = await _asking(lumina, call.words, looking, explain, why_not)
        if query == "-":
            return await _each_line(ask, Messages(call.words.language))
        call.answer(*await ask(query))
    return 0


async def _asking(lumina: "Lumina", words: Words, looking: "Looking", explain: bool, why_not: str | None) -> Ask:
    """How each query is answered."""
    if why_not is not None:
        wanted = await _wanted(lumina, looking["person"], why_not)
        return partial(_why_not, lumina, words, looking, wanted, why_not)
    return partial(_explain if explain else _recall, lumina, words, looking)


async def _recall(lumina: "Lumina", words: Words, looking: "Looking", query: str) -> Answer:
    found = await lumina.recall.look_up(query, **looking)
    return shapes.recollection(found), readable(found, words, _because(lumina, words, query))


async def _explain(lumina: "Lumina", words: Words, looking: "Looking", query: str) -> Answer:
    found = await lumina.recall.explain(query, **looking)
    shape = {**shapes.recollection(found.recollection), "explain": shapes.explanation(found)}
    return shape, Group(
        readable(found.recollection, words, _because(lumina, words, query), figures=True), explained(found, words)
    )


def _because(lumina: "Lumina", words: Words, query: str) -> Because:
    return partial(reasons.sentence, query=query, now=lumina.clock(), words=words)


async def _why_not(lumina: "Lumina", words: Words, looking: "Looking", wanted: UUID, name: str, query: str) -> Answer:
    found, viewer = await lumina.recall.why_not(query, wanted, **looking), looking["viewer"]
    told = shapes.absence(found, sentence(found, words, name, viewer))
    return {**shapes.recollection(found.recollection), "why_not": told}, absent(found, words, name, viewer)


async def _wanted(lumina: "Lumina", person: str, name: str) -> UUID:
    """What is called so: a turn by its ref, or what has this id. Raises UnknownTurn, and BadInput where several do."""
    turn = await lumina.recall.turn_called(person, name)
    try:
        return turn or await find(lumina, person, name)
    except UnknownMemory as error:
        raise UnknownTurn(person=person, name=name) from error


async def _each_line(ask: Ask, messages: Messages) -> int:
    status = 0
    async for line in stdin_lines():
        try:
            answer, _ = await ask(_question(line))
        except LuminaError as error:
            complain(error, False, message := messages.error(error))
            answer, status = failure(error, message), 1
        echo(dumps(answer))
    return status


def _question(line: bytes) -> str:
    try:
        question = line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BadText(why=because("it is not UTF-8")) from error
    if not question:
        raise BadText(why=because("it is empty"))
    return question
