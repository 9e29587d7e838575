"""`lumina say`: one turn."""

from collections.abc import AsyncIterator

import click
from rich.text import Text

from lumina.cli import shapes
from lumina.cli.exchange import Exchange, gather
from lumina.cli.run import Call, at_option, json_option, room_option, runs, user_option
from lumina.cli.stage import Stage
from lumina.language.messages import Messages
from lumina.reports import Event, Heard


@click.command()
@click.argument("text")
@user_option
@room_option
@at_option
@json_option
@runs
async def say(call: Call, text: str) -> int:
    """Say TEXT, hear the answers, and leave. The turn is kept even where a model fails (status 1)."""
    async with call.lumina() as lumina:
        events = lumina.say(text, person=call.settings.user, room=call.settings.room)
        if call.as_json:
            exchange = await gather(events)
        else:
            exchange = Exchange()
            await Stage(call.out, lumina.cast, call.words).show(_announced(call, events), exchange)
        await lumina.settle()
        if call.as_json:
            click.echo(shapes.dumps(shapes.said(exchange)))
    return 1 if exchange.failed else 0


async def _announced(call: Call, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """The events; once the words are heard it is said, apart from the answer, where no language model speaks."""
    async for event in events:
        if isinstance(event, Heard) and not call.settings.model:
            call.err.print(Text(Messages(call.words.language).text("offline.announcement"), style="yellow"))
        yield event
