"""`lumina facts`: the owner looks at what is known, and corrects it."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING
from uuid import UUID

import click
from rich.text import Text

from lumina.cli import units
from lumina.cli.run import Call, at_option, json_option, runs, user_option
from lumina.known import Fact, Known
from lumina.language.scripts import fold
from lumina.shapes import units as shapes

if TYPE_CHECKING:
    from lumina.app import Lumina

Change = Callable[["Lumina", str, UUID], Awaitable[Fact]]


@click.group()
def facts() -> None:
    """Look at what is known, and correct it. ID is a fact's id, or a beginning of it that no other has."""


@facts.command("list")
@click.option("--all", "every", is_flag=True, help="Also what held before, and what was revoked.")
@click.option("--about", metavar="NAME", help='Only what is known of NAME; "me" is the person.')
@user_option
@at_option
@json_option
@runs
async def list_(call: Call, every: bool, about: str | None) -> None:
    """List what is known, as it stood at the moment."""
    async with call.lumina() as lumina:
        known = await lumina.known.known(call.settings.user)
        chosen = [fact for fact in known.facts if (every or fact.is_open) and (not about or _is_of(fact, about, known))]
        turns = await lumina.known.turns(call.settings.user, evidence(chosen))
        nothing = Text(call.words("nothing_known", person=call.settings.user))
        readable = units.facts_table(chosen, call.words) if chosen else nothing
        call.answer({"facts": [shapes.fact(fact, turns) for fact in chosen]}, readable)


def _is_of(fact: Fact, about: str, known: Known) -> bool:
    """Whether it is known of whoever is called so, or is that to the person."""
    related = [one.name for one in known.people if one.relation and fold(one.relation) == fold(about)]
    return fold(fact.about) in {fold(about), fold(known.names.get(fold(about), about)), *map(fold, related)}


def evidence(facts: Iterable[Fact]) -> list[UUID]:
    """The turns by which these are known."""
    return [turn for fact in facts for turn in fact.evidence]


@facts.command()
@click.argument("fact", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def show(call: Call, fact: str) -> None:
    """Show one fact in full, and the turns by which it is known."""
    async with call.lumina() as lumina:
        found = await _find(lumina, call.settings.user, fact)
        turns = await lumina.known.turns(call.settings.user, found.evidence)
        shape = {
            **shapes.fact(found, turns),
            "said": found.said,
            "turns": shapes.sources(found.evidence, turns),
        }
        said = [turns[turn] for turn in found.evidence if turn in turns]
        call.answer(shape, units.detail(_fields(found, call), said, call.words))


def _fields(fact: Fact, call: Call) -> dict[str, str]:
    return {
        "id": str(fact.id),
        "about": call.words("about_me") if fact.about == "me" else fact.about,
        "kind": units.label(fact, call.words),
        "value": fact.value,
        "clause": fact.text,
        "state": call.words(f"state_{fact.state}"),
        "holds": units.holds(fact),
        "recorded": fact.recorded.isoformat(),
        "confidence": f"{fact.confidence:.2f}",
        "version": str(fact.version),
    }


@facts.command()
@click.argument("fact", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def history(call: Call, fact: str) -> None:
    """Show every version of a fact: what it was, since when, and why."""
    async with call.lumina() as lumina:
        found = await _find(lumina, call.settings.user, fact)
        by = [change.turn for change in found.history if change.turn]
        turns = await lumina.known.turns(call.settings.user, by)
        shape = {"fact": found.id, "history": [shapes.change(change, turns) for change in found.history]}
        call.answer(shape, units.history_table(found, turns, call.words))


@facts.command()
@click.argument("fact", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def confirm(call: Call, fact: str) -> None:
    """Confirm a fact: it holds."""
    await _change(call, fact, "confirmed", lambda lumina, person, id: lumina.known.confirm(person, id))


@facts.command()
@click.argument("fact", metavar="ID")
@click.argument("value")
@user_option
@at_option
@json_option
@runs
async def edit(call: Call, fact: str, value: str) -> None:
    """Put VALUE in the place of what a fact says."""
    await _change(call, fact, "edited", lambda lumina, person, id: lumina.known.edit(person, id, value))


@facts.command()
@click.argument("fact", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def forget(call: Call, fact: str) -> None:
    """Revoke a fact: nobody asserts it any more."""
    await _change(call, fact, "forgotten", lambda lumina, person, id: lumina.known.forget(person, id))


@facts.command()
@click.argument("fact", metavar="ID")
@click.option("--version", metavar="N", type=click.IntRange(1), help="As it was in that version.")
@user_option
@at_option
@json_option
@runs
async def restore(call: Call, fact: str, version: int | None) -> None:
    """Let a fact be as it was before the last change, or in version N."""
    await _change(call, fact, "restored", lambda lumina, person, id: lumina.known.restore(person, id, version))


async def _change(call: Call, fact: str, done: str, change: Change) -> None:
    person = call.settings.user
    async with call.lumina() as lumina:
        changed = await change(lumina, person, (await _find(lumina, person, fact)).id)
        turns = await lumina.known.turns(person, changed.evidence)
        told = call.words(f"fact_{done}", fact=units.short(changed), value=changed.value)
        call.answer({"done": done, "fact": shapes.fact(changed, turns)}, Text(told))


async def _find(lumina: "Lumina", person: str, text: str) -> Fact:
    return units.find((await lumina.known.known(person)).facts, text, person)
