"""`lumina log`: all that was said, by month, as Parquet."""

import click
from rich.console import Group
from rich.text import Text

from lumina.cli.run import Call, json_option, runs, this_user_option
from lumina.reports import LogMonth
from lumina.shapes import policy as shapes


@click.group()
def log() -> None:
    """The full log of a person by month, as Parquet, which DuckDB reads with one query."""


@log.command()
@this_user_option
@click.option("--month", metavar="YYYY-MM", default="", help="Only this month.")
@json_option
@runs
async def write(call: Call, month: str) -> None:
    """Write the turns of each month where LUMINA_PARQUET_URL says, in the place of what was written before.

    The files are under no key: whoever can read that place can read them. Erasing the person takes them away."""
    async with call.lumina() as lumina:
        _answer(call, await lumina.logs.write(call.settings.user, month))


@log.command("list")
@this_user_option
@json_option
@runs
async def list_(call: Call) -> None:
    """What was written, and where."""
    async with call.lumina() as lumina:
        _answer(call, await lumina.logs.written(call.settings.user))


def _answer(call: Call, found: list[LogMonth]) -> None:
    lines = [call.words("log_month", month=one.month, turns=one.turns, place=one.place) for one in found]
    readable = lines or [call.words("log_nothing", person=call.settings.user)]
    call.answer({"months": [shapes.log_month(one) for one in found]}, Group(*map(Text, readable)))
