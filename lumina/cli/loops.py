"""`lumina loops`: what was left open; the owner closes it, puts it off, or drops it."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from uuid import UUID

import click
from rich.text import Text

from lumina.cli import units
from lumina.cli.run import Call, at_option, json_option, runs, user_option
from lumina.known import Loop
from lumina.shapes import units as shapes

if TYPE_CHECKING:
    from lumina.app import Lumina


@click.group()
def loops() -> None:
    """Look at what was left open, and settle it. ID is a loop's id, or a beginning of it that no other has."""


@loops.command("list")
@click.option("--all", "every", is_flag=True, help="Also what is closed, and what was dropped.")
@user_option
@at_option
@json_option
@runs
async def list_(call: Call, every: bool) -> None:
    """List what is open, what is due first at the top."""
    async with call.lumina() as lumina:
        known = await lumina.known.known(call.settings.user)
        chosen = [loop for loop in known.loops if every or loop.state == "open"]
        turns = [turn for loop in chosen for turn in (*loop.evidence, *loop.closed_by)]
        said = await lumina.known.turns(call.settings.user, turns)
        nothing = Text(call.words("nothing_open", person=call.settings.user))
        readable = units.loops_table(chosen, call.words) if chosen else nothing
        call.answer({"loops": [shapes.loop(loop, said) for loop in chosen]}, readable)


@loops.command()
@click.argument("loop", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def close(call: Call, loop: str) -> None:
    """Close a loop: it is done."""
    await _settle(call, loop, "closed", lambda lumina, person, id: lumina.known.close(person, id))


@loops.command()
@click.argument("loop", metavar="ID")
@click.argument("day", metavar="DAY")
@user_option
@at_option
@json_option
@runs
async def later(call: Call, loop: str, day: str) -> None:
    """Put a loop off to DAY: 2026-05-14, or words such as "next Tuesday"."""
    await _settle(call, loop, "put_off", lambda lumina, person, id: lumina.known.later(person, id, day))


@loops.command()
@click.argument("loop", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def drop(call: Call, loop: str) -> None:
    """Drop a loop: nobody comes back to it."""
    await _settle(call, loop, "dropped", lambda lumina, person, id: lumina.known.drop(person, id))


async def _settle(call: Call, loop: str, done: str, settle: Callable[["Lumina", str, UUID], Awaitable[Loop]]) -> None:
    person = call.settings.user
    async with call.lumina() as lumina:
        found = units.find((await lumina.known.known(person)).loops, loop, person)
        settled = await settle(lumina, person, found.id)
        turns = await lumina.known.turns(person, [*settled.evidence, *settled.closed_by])
        told = call.words(f"loop_is_{done}", loop=units.short(settled), what=settled.what, due=settled.due or "")
        call.answer({"done": done, "loop": shapes.loop(settled, turns)}, Text(told))
