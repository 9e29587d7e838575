"""`lumina say`: one turn."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import click
from rich.text import Text

from lumina.cli import shapes
from lumina.cli.exchange import Exchange
from lumina.cli.run import Call, at_option, json_option, room_option, runs, user_option
from lumina.cli.stage import Stage
from lumina.cli.stdin import stdin_text
from lumina.cli.terminal import echo
from lumina.language.messages import Messages
from lumina.reports import Event, Heard

if TYPE_CHECKING:
    from lumina.app import Lumina


@click.command()
@click.argument("text")
@user_option
@room_option
@at_option
@json_option
@runs
async def say(call: Call, text: str) -> int:
    """Say TEXT, hear the answers, and leave. The turn is kept even where a model fails (status 1).

    TEXT "-" is read from stdin, to its end.
    """
    if text == "-":
        text = await stdin_text()
    exchange = Exchange()
    try:
        async with call.lumina() as lumina:
            await _heard(call, lumina, text, exchange)
            await lumina.settle()
    except Exception as error:
        if not exchange.is_kept:
            raise
        call.failed_afterwards(error)
    return 1 if exchange.failed else 0


async def _heard(call: Call, lumina: "Lumina", text: str, exchange: Exchange) -> None:
    """Show the answers as soon as they are kept, whatever fails after that."""
    turn = await lumina.talk.begin(text, person=call.settings.user, room=call.settings.room)
    try:
        await _followed(call, lumina, turn.events(), exchange)
    except asyncio.CancelledError:
        turn.stop()  # a turn does not end because nobody listens
        raise


async def _followed(call: Call, lumina: "Lumina", events: AsyncIterator[Event], exchange: Exchange) -> None:
    if not call.as_json:
        await Stage(call.out, lumina.cast, call.words).show(_announced(call, events), exchange)
        return
    try:
        async for event in events:
            exchange.take(event)
    finally:
        if exchange.is_kept:
            echo(shapes.dumps(shapes.said(exchange, Messages(call.words.language))))


async def _announced(call: Call, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """The events; once the words are heard it is said, apart from the answer, where no language model speaks."""
    async for event in events:
        if isinstance(event, Heard) and not call.settings.model:
            call.err.print(Text(Messages(call.words.language).text("offline.announcement"), style="yellow"))
        yield event
