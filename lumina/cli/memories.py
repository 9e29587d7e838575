"""`lumina memories`: the owner looks at memories and corrects them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING
from uuid import UUID

import click
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, at_option, json_option, runs, user_option
from lumina.cli.words import Words
from lumina.clock import local
from lumina.errors import BadInput, UnknownMemory, because
from lumina.models import TierName
from lumina.reports import MemoryDetail, MemoryRow
from lumina.shapes import memories as shapes
from lumina.telling.lines import line

if TYPE_CHECKING:
    from lumina.app import Lumina

PAGE = 1000
SHORT_ID = 8
BAR = 8


@click.group()
def memories() -> None:
    """Look at memories, and correct them. ID is a memory's id, or a beginning of it that no other has."""


@memories.command("list")
@click.option("--tier", type=click.Choice([tier.value for tier in TierName]), help="Only those that lie there.")
@click.option(
    "--limit", metavar="K", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Rows at most."
)
@click.option("--offset", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="Rows to pass over.")
@user_option
@at_option
@json_option
@runs
async def list_(call: Call, tier: str | None, limit: int, offset: int) -> None:
    """List memories: where each lies, and how important it is now."""
    async with call.lumina() as lumina:
        where = TierName(tier) if tier else None
        rows = await lumina.memories.list(call.settings.user, tier=where, limit=limit, offset=offset)
        readable = table(rows, call.words) if rows else Text(call.words("no_memories", person=call.settings.user))
        call.answer({"memories": [shapes.memory(row) for row in rows]}, readable)


@memories.command()
@click.argument("memory", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def show(call: Call, memory: str) -> None:
    """Show one memory in full: its source turns, and what happened to it."""
    async with call.lumina() as lumina:
        found = await lumina.memories.show(call.settings.user, await find(lumina, call.settings.user, memory))
        call.answer(shapes.memory_detail(found), detail(found, call.words))


@memories.command()
@click.argument("memory", metavar="ID")
@click.argument("text")
@user_option
@at_option
@json_option
@runs
async def edit(call: Call, memory: str, text: str) -> None:
    """Put TEXT in the place of a memory's summary."""
    await _change(call, memory, "edited", lambda lumina, person, id: lumina.memories.edit(person, id, text))


@memories.command()
@click.argument("memory", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def pin(call: Call, memory: str) -> None:
    """Pin a memory: it does not fade."""
    await _change(call, memory, "pinned", lambda lumina, person, id: lumina.memories.pin(person, id))


@memories.command()
@click.argument("memory", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def unpin(call: Call, memory: str) -> None:
    """Let a pinned memory fade again."""
    await _change(call, memory, "unpinned", lambda lumina, person, id: lumina.memories.unpin(person, id))


@memories.command()
@click.argument("memory", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def forget(call: Call, memory: str) -> None:
    """Put a memory away: it is not found any more, until it is restored."""
    await _change(call, memory, "forgotten", lambda lumina, person, id: lumina.memories.forget(person, id))


@memories.command()
@click.argument("memory", metavar="ID")
@user_option
@at_option
@json_option
@runs
async def restore(call: Call, memory: str) -> None:
    """Bring a memory back from the archive, bit for bit."""
    await _change(call, memory, "restored", lambda lumina, person, id: lumina.memories.restore(person, id))


async def _change(
    call: Call, memory: str, done: str, change: Callable[["Lumina", str, UUID], Awaitable[object]]
) -> None:
    async with call.lumina() as lumina:
        id = await find(lumina, call.settings.user, memory)
        await change(lumina, call.settings.user, id)
        call.answer({"memory": id, "done": done}, Text(call.words(done, memory=str(id)[:SHORT_ID])))


async def find(lumina: "Lumina", person: str, text: str) -> UUID:
    """The memory whose id begins so. Raises UnknownMemory, and BadInput where several do."""
    wanted = text.strip().lower()
    try:
        return UUID(wanted)
    except ValueError:
        found = [id async for id in _ids(lumina, person) if wanted and str(id).startswith(wanted)]
    if not found:
        raise UnknownMemory(person=person, memory=text)
    if len(found) > 1:
        raise BadInput(
            why=because("{count} memories begin with {text}; write more of the id", count=len(found), text=text)
        )
    return found[0]


async def _ids(lumina: "Lumina", person: str) -> AsyncIterator[UUID]:
    offset = 0
    while rows := await lumina.memories.list(person, tier=None, limit=PAGE, offset=offset):
        for row in rows:
            yield row.state.id
        offset += len(rows)


def table(rows: list[MemoryRow], words: Words) -> Table:
    """A line a memory; a pinned one carries its pin before the summary."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("id", "born", "tier", "importance", "uses"):
        shown.add_column(words(f"column_{name}"), no_wrap=True)
    shown.add_column(words("column_text"))  # the one that gives way
    for row in rows:
        state = row.state
        summary = ("📌 " if state.pinned else "") + " ".join(line(row, words).split())
        text = Text(summary, no_wrap=True, overflow="ellipsis")
        when = f"{local(state.born):%y-%m-%d %H:%M}"
        uses = str(len(state.uses))
        shown.add_row(str(state.id)[:SHORT_ID], when, words(f"lies_{state.tier}"), bar(row.importance), uses, text)
    return shown


def bar(importance: float) -> Text:
    """Importance (0 to 1) as a bar of eight cells and a figure."""
    full = round(importance * BAR)
    style = "green" if importance >= 0.6 else "yellow" if importance >= 0.3 else "red"
    return Text.assemble(("█" * full, style), ("░" * (BAR - full), "dim"), f" {importance:.2f}")


def detail(found: MemoryDetail, words: Words) -> RenderableType:
    state = found.row.state
    facts = Table.grid(padding=(0, 2))
    facts.add_column(no_wrap=True)
    facts.add_column(overflow="fold")
    rows: dict[str, RenderableType] = {
        "id": str(state.id),
        "born": state.born.isoformat(),
        "tier": words(f"lies_{state.tier}"),
        "importance": bar(found.row.importance),
        "salience": f"{state.salience:.3f}",
        "valence": f"{found.valence:+.2f}",
        "uses": str(len(state.uses)),
        "pinned": words("yes") if state.pinned else words("no"),
        "room": state.room,
        "witnesses": ", ".join(sorted(state.witnesses)),
        "keywords": ", ".join(found.keywords),
        "concepts": ", ".join(found.concepts),
        "text": line(found.row, words),
    }
    for name, value in rows.items():
        facts.add_row(Text(words(f"column_{name}"), style="bold"), value)
    said = [(turn, words("words_let_go") if turn.let_go else turn.text) for turn in found.turns]
    turns = [Text(f"{local(turn.at):%Y-%m-%d %H:%M} {turn.speaker}: {text}") for turn, text in said]
    log = [Text(" · ".join(f"{key} {value}" for key, value in entry.items()), style="dim") for entry in found.log]
    title = Text(words("source_turns", count=len(turns)), style="bold")
    return Group(facts, Text(), title, *turns, Text(), Text(words("log_title"), style="bold"), *log)
