"""`lumina people`: whom the person spoke of, told apart or taken for one by hand."""

import click
from rich.console import Group
from rich.text import Text

from lumina.cli import units
from lumina.cli.facts import evidence
from lumina.cli.run import Call, at_option, json_option, runs, user_option
from lumina.errors import UnknownUnit
from lumina.known import Known, Somebody
from lumina.language.scripts import fold
from lumina.shapes import units as shapes


@click.group()
def people() -> None:
    """Look at the people and pets that were spoken of, and say who is who. ID is an id, a beginning of it that no other
    has, or a name."""


@people.command("list")
@user_option
@at_option
@json_option
@runs
async def list_(call: Call) -> None:
    """List people and pets, those that are spoken of most first."""
    async with call.lumina() as lumina:
        found = (await lumina.known.known(call.settings.user)).people
        nothing = Text(call.words("nobody_known", person=call.settings.user))
        readable = units.people_table(found, call.words) if found else nothing
        call.answer({"people": [shapes.somebody(one) for one in found]}, readable)


@people.command()
@click.argument("somebody", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def show(call: Call, somebody: str) -> None:
    """Show somebody with what is known of them, and the turns that spoke of them."""
    person = call.settings.user
    async with call.lumina() as lumina:
        known = await lumina.known.known(person)
        one = _one(known, somebody, person)
        facts = [fact for fact in known.facts if fact.about == one.name and fact.is_open]
        turns = await lumina.known.turns(person, [*one.mentions, *evidence(facts)])
        shape = {
            **shapes.somebody(one),
            "facts": [shapes.fact(fact, turns) for fact in facts],
            "turns": shapes.sources(one.mentions, turns),
        }
        said = [turns[turn] for turn in one.mentions if turn in turns]
        told = [units.facts_table(facts, call.words)] if facts else []
        call.answer(shape, Group(units.detail(_fields(one), said, call.words), *told))


def _fields(one: Somebody) -> dict[str, str]:
    return {"id": str(one.id), "name": one.name, "aliases": ", ".join(one.aliases), "relation": one.relation}


@people.command()
@click.argument("somebody", metavar="ID")
@click.argument("other", metavar="OTHER")
@user_option
@at_option
@json_option
@runs
async def merge(call: Call, somebody: str, other: str) -> None:
    """ID and OTHER are one and the same. `people split` takes them apart again."""
    person = call.settings.user
    async with call.lumina() as lumina:
        known = await lumina.known.known(person)
        merged = await lumina.known.merge(person, _one(known, somebody, person).id, _one(known, other, person).id)
        _answer(call, "merged", [merged])


@people.command()
@click.argument("somebody", metavar="ID")
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@user_option
@at_option
@json_option
@runs
async def split(call: Call, somebody: str, names: tuple[str, ...]) -> None:
    """Whoever is called NAME is somebody else than ID. Of two who are called alike, NAME is what one of them is to the
    person. `people merge` joins them again."""
    person = call.settings.user
    async with call.lumina() as lumina:
        one = _one(await lumina.known.known(person), somebody, person)
        _answer(call, "split", await lumina.known.split(person, one.id, names))


def _answer(call: Call, done: str, found: list[Somebody]) -> None:
    shape = {"done": done, "people": [shapes.somebody(one) for one in found]}
    call.answer(shape, Text(call.words(f"people_{done}")), units.people_table(found, call.words))


def _one(known: Known, text: str, person: str) -> Somebody:
    """Whoever has the id, or else the name. Raises UnknownUnit, BadInput."""
    try:
        return units.find(known.people, text, person)
    except UnknownUnit:
        name = known.names.get(fold(text))
        if found := next((one for one in known.people if one.name == name), None):
            return found
        raise
