"""`lumina import` and `export`: all there is of a person comes in, or goes along."""

import asyncio
import getpass
import os
import sys
from collections import Counter
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

import click
from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from lumina.cli.lent import READ, WRITTEN, visiting
from lumina.cli.run import Call, json_option, runs, this_user_option
from lumina.cli.terminal import elsewhere
from lumina.clock import later
from lumina.errors import BadInput, because
from lumina.reports import ImportedTurn, ImportReport
from lumina.transfer.formats import Format, listed, read_one
from lumina.transfer.package import MEMORIES, read_package

AHEAD = timedelta(days=1)
"""What a clock may be wrong by: what is dated later than that has a wrong date."""


@click.command("import")
@click.argument("file", type=READ)
@this_user_option
@click.option("--me", metavar="SPEAKER", help="Whose turns are the person's own (default: U's).")
@click.option("--format", "form", type=click.Choice(["jsonl", "locomo"]), help="What FILE is (default: guessed).")
@click.option(
    "--conversation",
    "conversations",
    metavar="NAME",
    multiple=True,
    help="Which conversation of a LoCoMo file; may be given again.",
)
@click.option("--replace", is_flag=True, help="Take out first what FILE brought before, with every memory of it.")
@json_option
@runs
async def bring(
    call: Call,
    file: Path,
    me: str | None,
    form: Format | None,
    conversations: tuple[str, ...],
    replace: bool,
) -> None:
    """Let a transcript go through the real pipeline, on its own dates; or take in what `export` wrote into a folder.

    FILE is read whole first. A folder brings a person back as they were, with the same ids, dates, pins and edits: U
    must have nothing here yet.
    """
    with _stoppable(call):
        if await asyncio.to_thread(file.is_dir):
            report = await _take_in(call, file, me or form or conversations, replace)
        else:
            turns = await asyncio.to_thread(read_one, file, form, later(call.clock(), AHEAD), conversations)
            report = await _bring(call, file, turns, _me(call, file, turns, me), replace)
    days = {"first": report.first.date(), "last": report.last.date()}
    call.answer(asdict(report), Text(call.words("imported", **asdict(report) | days)))


def asker() -> str:
    """Whose process this is; in a container there may be nobody whom the number belongs to."""
    if (visit := visiting.get()) and visit.afar:
        return visit.afar.caller
    number = f"cli:{os.getuid()}"
    try:
        return f"{number}:{getpass.getuser()}"
    except (KeyError, OSError):
        return number


async def _take_in(call: Call, folder: Path, told: object, replace: bool) -> ImportReport:
    if told:
        why = because(
            "an export says itself whose words are whose; --me, --format and --conversation are for transcripts"
        )
        raise BadInput(why=why)
    package = await asyncio.to_thread(read_package, folder)
    async with call.lumina() as lumina:
        with _progress(call) as bar:
            task = bar.add_task(call.words("importing", file=folder.name), total=len(package.files[MEMORIES].lines))
            return await lumina.transfer.take_in(
                package,
                person=call.settings.user,
                progress=lambda done: bar.update(task, completed=done),
                replace=replace,
            )


async def _bring(call: Call, file: Path, turns: Sequence[ImportedTurn], me: str, replace: bool) -> ImportReport:
    async with call.lumina() as lumina:
        with _progress(call) as bar:
            task = bar.add_task(call.words("importing", file=file.name), total=len(turns))
            return await lumina.transfer.bring(
                turns,
                person=call.settings.user,
                me=me,
                progress=lambda done: bar.update(task, completed=done),
                replace=replace,
            )


def _me(call: Call, file: Path, turns: Sequence[ImportedTurn], given: str | None) -> str:
    """Who of the speakers the person is. Raises BadInput where it is said to be somebody who does not speak; where
    nothing is said and nobody has the person's name, it may be nobody: who watches is asked, who does not is told."""
    spoken = Counter(turn.speaker for turn in turns)
    person = call.settings.user
    me = given or person
    if me in spoken:
        return me
    speakers = listed(spoken)
    if given is not None:
        why = because(
            "nobody in {path} speaks as '{me}'; --me names one of the speakers: {speakers} (turns)",
            path=file,
            me=given,
            speakers=speakers,
        )
        raise BadInput(why=why)
    call.err.print(Text(call.words("nobody_is_me", file=file.name, person=person, speakers=speakers)))
    return _asked(call, spoken) if watched() and not call.as_json else person


def watched() -> bool:
    """Whether somebody can answer a question."""
    return elsewhere.get() is None and sys.stdin.isatty() and sys.stderr.isatty()


def _asked(call: Call, speakers: Collection[str]) -> str:
    """Which of the speakers the person is, as they say themselves; the person's own name if none is."""
    person = call.settings.user
    asking, known = call.words("who_is_me", person=person), click.Choice(["", *speakers])
    name = click.prompt(asking, default="", show_default=False, type=known, show_choices=False, err=True)
    return name or person


@contextmanager
def _stoppable(call: Call) -> Generator[None]:
    """Who stops it is told that nothing is lost by that."""
    try:
        yield
    except asyncio.CancelledError:
        call.err.print(Text(call.words("import_stopped")))
        raise


def _progress(call: Call) -> Progress:
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=call.err, disable=call.as_json)


@click.command()
@click.argument("folder", metavar="DIR", type=WRITTEN)
@this_user_option
@json_option
@runs
async def export(call: Call, folder: Path) -> None:
    """Write all there is of a person into DIR, which `import` takes in; transcript.jsonl in it is a transcript, too."""
    async with call.lumina() as lumina:
        written = await lumina.transfer.export(call.settings.user, folder)
        call.answer({"folder": str(folder), "written": written}, counts(call, "exported", written, folder=folder))


def counts(call: Call, title: str, counts: Mapping[str, int], **details: object) -> Group:
    """A small table of store and count under a title."""
    table = Table(call.words("column_store"), call.words("column_count"))
    for name, count in counts.items():
        table.add_row(name, f"{count:,}")
    return Group(Text(call.words(title, **details), style="bold"), table)
