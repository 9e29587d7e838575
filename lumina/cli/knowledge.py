"""`lumina kb`: the knowledge base."""

from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Group
from rich.text import Text

from lumina.cli import shapes
from lumina.cli.run import Call, json_option, runs


@click.group()
def kb() -> None:
    """The knowledge base: documents in namespaces."""


@kb.command()
@click.argument("namespace")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
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
