"""`lumina kb`: the knowledge base."""

from dataclasses import asdict
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from lumina.cli import units
from lumina.cli.lent import READ
from lumina.cli.run import Call, json_option, runs, user_option
from lumina.clock import local
from lumina.knowledge.conversations import Conversation
from lumina.reports import DocumentRow
from lumina.shapes import answers as shapes
from lumina.shapes import conversations as shapes_of


@click.group()
def kb() -> None:
    """The knowledge base: documents in namespaces."""


@kb.command()
@click.argument("namespace")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=READ)
@json_option
@runs
async def add(call: Call, namespace: str, paths: tuple[Path, ...]) -> None:
    """Add documents (.txt, .md, .pdf, .jsonl) to NAMESPACE. One that was added before is replaced."""
    async with call.lumina() as lumina:
        reports = await lumina.knowledge.add(namespace, paths)
        lines = [
            Text(call.words("document_replaced" if report.replaced else "document_added", **asdict(report)))
            for report in reports
        ]
        call.answer({"documents": [asdict(report) for report in reports]}, *lines)


@kb.command()
@click.argument("namespace")
@click.argument("query")
@click.option(
    "--limit", metavar="K", type=click.IntRange(1, 1000), default=10, show_default=True, help="Passages at most."
)
@json_option
@runs
async def search(call: Call, namespace: str, query: str, limit: int) -> None:
    """Search NAMESPACE for QUERY."""
    async with call.lumina() as lumina:
        hits = await lumina.knowledge.search(namespace, query, limit)
        found = [
            Group(Text(f"{hit.score:.3f} · {hit.document} #{hit.position}", style="cyan"), Text(hit.text), Text())
            for hit in hits
        ]
        call.answer({"hits": [shapes.chunk(hit) for hit in hits]}, *(found or [Text(call.words("nothing_found"))]))


@kb.command("list")
@click.argument("namespace", required=False)
@json_option
@runs
async def list_(call: Call, namespace: str | None) -> None:
    """List the documents of NAMESPACE, or of all."""
    async with call.lumina() as lumina:
        rows = await lumina.knowledge.documents(namespace)
        shown = _table(rows, call) if rows else Text(call.words("no_documents"))
        call.answer({"documents": [{**asdict(row), "added": row.added.isoformat()} for row in rows]}, shown)


@kb.command()
@click.argument("namespace")
@click.argument("name")
@json_option
@runs
async def remove(call: Call, namespace: str, name: str) -> None:
    """Remove the document NAME from NAMESPACE, with all that was made of it."""
    async with call.lumina() as lumina:
        await lumina.knowledge.remove(namespace, name)
        removed = {"namespace": namespace, "name": name}
        call.answer({"removed": removed}, Text(call.words("document_removed", **removed)))


@kb.command()
@click.option("--room", metavar="R", help="Only those of this room.")
@user_option
@json_option
@runs
async def conversations(call: Call, room: str | None) -> None:
    """List the talks of the person, each a source that `kb conversation` reads."""
    person = call.settings.user
    async with call.lumina() as lumina:
        rows = await lumina.conversations.all(person, room)
        shown = _talks(rows, call) if rows else Text(call.words("no_conversations", person=person))
        listed = [
            {**shapes_of.conversation(row), "begun": row.begun.isoformat(), "last": row.last.isoformat()}
            for row in rows
        ]
        call.answer({"conversations": listed}, shown)


@kb.command()
@click.argument("thread", metavar="ID")
@user_option
@json_option
@runs
async def conversation(call: Call, thread: str) -> None:
    """Read a talk of the person in chunks, in Markdown. ID is its id, or a beginning of it that no other has."""
    person = call.settings.user
    async with call.lumina() as lumina:
        found = units.find_thread(await lumina.conversations.all(person), thread, person)
        one, parts = await lumina.conversations.read(person, found)
        read = [
            Group(Text(call.words("talk_chunk", **asdict(part)), style="cyan"), Text(part.markdown), Text())
            for part in parts
        ]
        call.answer({"thread": str(one.thread), "room": one.room, "chunks": shapes_of.chunks(parts)}, *read)


def _talks(rows: list[Conversation], call: Call) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("id", "room", "begun", "turns", "standing"):
        shown.add_column(call.words(f"column_{name}"), overflow="fold")
    for row in rows:
        standing = call.words(f"standing_{row.standing.name.lower()}")
        begun = f"{local(row.begun):%Y-%m-%d %H:%M}"
        shown.add_row(str(row.thread)[: units.SHORT_ID], Text(row.room), begun, str(row.turns), standing)
    return shown


def _table(rows: list[DocumentRow], call: Call) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("namespace", "document", "chunks", "waiting", "added"):
        shown.add_column(call.words(f"column_{name}"), overflow="fold")
    for row in rows:
        counts = (str(row.chunks), str(row.waiting))
        shown.add_row(Text(row.namespace), Text(row.name), *counts, f"{local(row.added):%Y-%m-%d %H:%M}")
    return shown
