"""`lumina policy`: what is kept of the talk."""

import click
from rich.console import Group, RenderableType
from rich.text import Text

from lumina.cli.run import Call, json_option, runs, user_option
from lumina.cli.words import Words
from lumina.lifecycle.policies import Keeping
from lumina.models import Policy
from lumina.shapes import policy as shapes

DEFAULT = "default"


@click.group()
def policy() -> None:
    """See and choose what is kept of the talk: all of it (full), or what was distilled of it (summary-only)."""


@policy.command()
@user_option
@json_option
@runs
async def show(call: Call) -> None:
    """What is kept, and of how many turns the words are not kept any more."""
    async with call.lumina() as lumina:
        found = await lumina.policies.of(call.settings.user)
        call.answer(shapes.policy(found), _readable(found, call))


@policy.command("set")
@click.argument("wanted", metavar="full|summary-only|default", type=click.Choice([*map(str, Policy), DEFAULT]))
@user_option
@json_option
@runs
async def set_(call: Call, wanted: str) -> None:
    """Choose what is kept from now on; `default` is what LUMINA_POLICY says.

    With summary-only the words of a turn go for good once it has left the window and its memory, claims and summaries
    stand."""
    async with call.lumina() as lumina:
        found = await lumina.policies.choose(call.settings.user, None if wanted == DEFAULT else Policy(wanted))
        call.answer(shapes.policy(found), _readable(found, call))


def _readable(found: Keeping, call: Call) -> RenderableType:
    words: Words = call.words
    by = "policy_chosen" if found.chosen else "policy_by_default"
    lines = [words(by, person=call.settings.user, policy=found.policy), words(f"policy_{found.policy.name.lower()}")]
    if found.let_go:
        lines.append(words("policy_let_go", count=found.let_go, turns=found.turns))
    return Group(*map(Text, lines))
