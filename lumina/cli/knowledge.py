"""`lumina kb`: the knowledge base."""

from dataclasses import asdict
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from lumina.cli.lent import READ
from lumina.cli.run import Call, json_option, runs
from lumina.clock import local
from lumina.reports import DocumentRow
from lumina.shapes import answers as shapes


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


def _table(rows: list[DocumentRow], call: Call) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("namespace", "document", "chunks", "waiting", "added"):
        shown.add_column(call.words(f"column_{name}"), overflow="fold")
    for row in rows:
        counts = (str(row.chunks), str(row.waiting))
        shown.add_row(Text(row.namespace), Text(row.name), *counts, f"{local(row.added):%Y-%m-%d %H:%M}")
    return shown
