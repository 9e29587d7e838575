"""`lumina profile`: what somebody likes, with whom they talk, and of what."""

from datetime import datetime

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, at_option, json_option, runs, user_option
from lumina.cli.words import Words
from lumina.clock import local
from lumina.known import Fact
from lumina.lifecycle.profile import Profile
from lumina.shapes import profile as shapes


@click.command()
@user_option
@at_option
@json_option
@runs
async def profile(call: Call) -> None:
    """What is liked and what is not, by what was said; which characters spoke how often; the strongest topics."""
    person = call.settings.user
    async with call.lumina() as lumina:
        found = await lumina.profiles.of(person)
        turns = await lumina.known.turns(person, [turn for fact in found.likings for turn in fact.evidence])
        readable = _readable(found, call.words, {one.id: one.name.of(call.words.language) for one in lumina.cast})
        call.answer(shapes.profile(found, turns), readable)


def _readable(found: Profile, words: Words, names: dict[str, str]) -> RenderableType:
    parts = {
        "likes": [_liking(fact, words) for fact in found.likes],
        "dislikes": [_liking(fact, words) for fact in found.dislikes],
        "characters": [
            (names.get(one.character, one.character), words("spoke_times", count=one.times, day=_day(one.last)))
            for one in found.company
        ],
        "topics": [(one.name, words("topic_mentions", count=one.mentions)) for one in found.topics],
    }
    shown = [_section(words(f"profile_{name}"), rows) for name, rows in parts.items() if rows]
    return Group(*shown) if shown else Text(words("profile_empty"))


def _liking(fact: Fact, words: Words) -> tuple[str, str]:
    return fact.value, words("said_times", count=len(fact.evidence), day=_day(fact.said))


def _section(title: str, rows: list[tuple[str, str]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    for name, told in rows:
        grid.add_row(Text(f"  {name}"), Text(told, style="dim"))
    return Group(Text(title, style="bold"), grid)


def _day(at: datetime) -> str:
    return f"{local(at):%y-%m-%d}"
