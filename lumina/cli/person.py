"""`lumina import`, `export` and `erase`: all there is of a person comes in, goes along, or goes away."""

import asyncio
import getpass
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, json_option, runs, this_user_option
from lumina.transcripts import Format, read_transcript


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@this_user_option
@click.option("--me", metavar="SPEAKER", help="Whose turns are the person's own (default: U's).")
@click.option("--format", "form", type=click.Choice(["jsonl", "locomo"]), help="What FILE is (default: guessed).")
@json_option
@runs
async def bring(call: Call, file: Path, me: str | None, form: Format | None) -> None:
    """Let a transcript go through the real pipeline, on its own dates. FILE is read whole first: all or nothing."""
    turns = await asyncio.to_thread(read_transcript, file, form)
    person = call.settings.user
    async with call.lumina() as lumina:
        with _progress(call) as bar:
            task = bar.add_task(call.words("importing", file=file.name), total=len(turns))
            report = await lumina.import_turns(
                turns, person=person, me=me or person, progress=lambda done: bar.update(task, completed=done)
            )
    call.answer(asdict(report), Text(call.words("imported", **asdict(report))))


def _progress(call: Call) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=call.err, disable=call.as_json)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@this_user_option
@json_option
@runs
async def export(call: Call, folder: Path) -> None:
    """Write all there is of a person into DIR: transcript.jsonl (which `import` reads), memories.jsonl and the rest."""
    async with call.lumina() as lumina:
        written = await lumina.export(call.settings.user, folder)
        call.answer({"folder": str(folder), "written": written}, _counts(call, "exported", written, folder=folder))


@click.command()
@this_user_option
@click.option("--confirm", "token", metavar="TOKEN", help="The token that the command prints without it.")
@json_option
@runs
async def erase(call: Call, token: str | None) -> int:
    """Erase a person everywhere. Without --confirm: show what would be erased, and the token that confirms it.

    Afterwards every store is searched anew; status 1 if anything is left.
    """
    person = call.settings.user
    async with call.lumina() as lumina:
        if token is None:
            preview = await lumina.erase_preview(person)
            how = Text(call.words("confirm_erasure", person=person, token=preview.token), style="bold")
            call.answer(asdict(preview), _counts(call, "would_erase", preview.would_erase, person=person), how)
            return 0
        report = await lumina.erase(person, token, f"cli:{getpass.getuser()}")
    left = sum(report.residue.values())
    shown = _counts(call, "erased", report.erased, person=person)
    verdict = call.words("residue" if left else "no_residue", count=left, person=person)
    residue = [_counts(call, "residue_title", report.residue)] if left else []
    remains = [Text(call.words(f"remains_{one.engine}_{one.what}")) for one in report.remains]
    receipt = Text(call.words("receipt", receipt=report.receipt))
    style = "bold red" if left else "green"
    call.answer(asdict(report), shown, *residue, Text(verdict, style=style), *remains, receipt)
    return 1 if left else 0


def _counts(call: Call, title: str, counts: Mapping[str, int], **details: object) -> Group:
    """A small table of store and count under a title."""
    table = Table(call.words("column_store"), call.words("column_count"))
    for name, count in counts.items():
        table.add_row(name, f"{count:,}")
    return Group(Text(call.words(title, **details), style="bold"), table)
