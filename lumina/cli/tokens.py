"""`lumina token`: who may use the API."""

from datetime import timedelta
from uuid import UUID

import click
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, json_option, runs
from lumina.clock import later, local, unmoved
from lumina.errors import BadInput, because
from lumina.shapes.tokens import token as shape
from lumina.stores.tokens_postgres import Token
from lumina.texts import wrong_with_name


@click.group()
def token() -> None:
    """Who may use the API."""


@token.command()
@click.argument("name")
@click.option("--user", "person", metavar="U", help="It opens what is of this person.")
@click.option("--operator", is_flag=True, help="It opens everything.")
@click.option("--days", metavar="N", type=click.IntRange(1, 36_500), default=365, show_default=True, help="Its life.")
@json_option
@runs
async def add(call: Call, name: str, person: str | None, *, operator: bool, days: int) -> None:
    """Make a token called NAME, for one person or for the operator. It is shown this once."""
    if operator is (person is not None):
        raise BadInput(why=because("a token is for one person (--user U) or for the operator (--operator)"))
    for one in (name, person or name):
        if why := wrong_with_name(one):
            raise BadInput(why=because("a token or a person cannot be called so: {why}", why=why))
    async with call.lumina() as lumina:
        now = unmoved(lumina.clock)()
        ends = later(now, timedelta(days=days))
        secret, made = await lumina.tokens.add(name, person=person, operator=operator, at=now, ends=ends)
        call.answer({"secret": secret, **shape(made)}, Text(call.words("token_made", name=name)), Text(secret))


@token.command("list")
@json_option
@runs
async def list_(call: Call) -> None:
    """List the tokens, and the browsers that are signed in."""
    async with call.lumina() as lumina:
        tokens = await lumina.tokens.all()
        shown = _table(tokens, call) if tokens else call.words("no_tokens")
        call.answer({"tokens": [shape(one) for one in tokens]}, shown)


@token.command()
@click.argument("which", metavar="ID")
@json_option
@runs
async def revoke(call: Call, which: str) -> None:
    """Revoke a token: it opens nothing any more. ID is its id, or a beginning of it that no other has."""
    async with call.lumina() as lumina:
        gone = _find(await lumina.tokens.all(), which)
        await lumina.tokens.revoke(gone)
        call.answer({"revoked": gone}, Text(call.words("token_revoked", token=gone)))


def _find(tokens: list[Token], text: str) -> UUID:
    found = [one.id for one in tokens if str(one.id).startswith(text.lower())]
    if not text or len(found) != 1:
        raise BadInput(why=because("no token, or more than one, has an id that begins with '{text}'", text=text))
    return found[0]


def _table(tokens: list[Token], call: Call) -> Table:
    table = Table(*(call.words(f"column_{name}") for name in ("id", "name", "person", "made", "ends")))
    for one in tokens:
        whose = one.person or call.words("operator")
        days = (f"{local(at):%Y-%m-%d %H:%M}" for at in (one.made, one.ends))
        table.add_row(str(one.id), escape(one.name), escape(whose), *days)
    return table
