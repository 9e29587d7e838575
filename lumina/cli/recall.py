"""`lumina recall`: what would be remembered, and why."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal, TypedDict, Unpack

import click

from lumina.cli import shapes
from lumina.cli.recalled import readable
from lumina.cli.run import Call, at_option, complain, failure, json_option, runs, user_option
from lumina.cli.stdin import stdin_lines
from lumina.errors import BadText, LuminaError
from lumina.language.messages import Messages
from lumina.reports import Recollection

Ask = Callable[[str], Awaitable[Recollection]]


class Asked(TypedDict):
    """The options, as `Lumina.recall` takes them."""

    viewer: str | None
    budget: int | None
    limit: int
    unit: Literal["memory", "turn"]


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
@at_option
@json_option
@runs
async def recall(call: Call, query: str, **asked: Unpack[Asked]) -> int:
    """Show the MemoryPack for QUERY, and why each item is in it.

    QUERY "-" reads one query a line from stdin and prints one JSON object a line, in the same order: the answer, or
    {"error": …} where a line (an empty one, too) cannot be answered; then the status is 1.
    """
    async with call.lumina() as lumina:
        options = {**asked, "budget": asked["budget"] or call.settings.budget}
        ask: Ask = partial(lumina.recall, person=call.settings.user, **options)
        if query == "-":
            return await _each_line(ask, Messages(call.words.language))
        found = await ask(query)
        call.answer(shapes.recollection(found), readable(found, call.words))
    return 0


async def _each_line(ask: Ask, messages: Messages) -> int:
    status = 0
    async for line in stdin_lines():
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
