"""`lumina summaries`: what weeks, people, topics, relationships and rooms were about."""

from collections.abc import Sequence
from datetime import date

import click
from rich.console import Group, RenderableType
from rich.text import Text

from lumina.cli import units
from lumina.cli.run import Call, at_option, json_option, runs, user_option
from lumina.distil.summaries.told import text
from lumina.shapes import summaries as shapes
from lumina.shapes.units import sources
from lumina.summaries import Summary, SummaryKind

kind_option = click.option(
    "--kind", type=click.Choice([kind.value for kind in SummaryKind]), help="Only those of this kind."
)


@click.group()
def summaries() -> None:
    """Read what weeks, people, topics and rooms were about. ID is a summary's id, or a beginning of it that no other
    has."""


@summaries.command("list")
@kind_option
@user_option
@at_option
@json_option
@runs
async def list_(call: Call, kind: str | None) -> None:
    """List the summaries as they stood at the moment, each in its last version."""
    person = call.settings.user
    async with call.lumina() as lumina:
        chosen = [one for one in await lumina.summaries.all(person) if kind in {None, one.kind}]
        turns = await lumina.known.turns(person, [turn for one in chosen for turn in one.evidence])
        readable = (
            _readable(chosen, call, lumina.clock()) if chosen else Text(call.words("nothing_summed_up", person=person))
        )
        call.answer({"summaries": [shapes.summary(one, turns, lumina.clock()) for one in chosen]}, readable)


def _readable(chosen: Sequence[Summary], call: Call, present: date) -> RenderableType:
    return Group(*(part for one in chosen for part in (_title(one, call), Text(text(one, present)), Text())))


def _title(one: Summary, call: Call) -> Text:
    return Text(f"{units.short(one)}  {title(one, call)}", style="bold")


def title(one: Summary, call: Call) -> str:
    """What it is of, and of which days."""
    return call.words(f"summary_{one.kind}", about=one.about, first=one.first, last=one.last)


@summaries.command()
@click.argument("summary", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def show(call: Call, summary: str) -> None:
    """Show one summary with all its versions, and the turns by which its sentences are known."""
    person = call.settings.user
    async with call.lumina() as lumina:
        one = units.find(await lumina.summaries.all(person), summary, person)
        history = await lumina.summaries.history(person, one.id)
        turns = await lumina.known.turns(person, one.evidence)
        shape = {
            **shapes.summary(one, turns, lumina.clock()),
            "sentences": shapes.sentences(one, turns),
            "turns": sources(one.evidence, turns),
            "history": [shapes.version(each) for each in history],
        }
        fields = {
            "id": str(one.id),
            "kind": title(one, call),
            "version": f"{one.version} ({one.at.isoformat(timespec='minutes')})",
            "value": text(one, lumina.clock()),
        }
        said = [turns[turn] for turn in one.evidence if turn in turns]
        call.answer(shape, units.detail(fields, said, call.words))
