"""`lumina jobs` and `lumina worker`: work in the background, seen and run."""

import asyncio
import signal
from dataclasses import asdict

import click
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, at_option, json_option, runs, runs_here
from lumina.cli.terminal import echo
from lumina.clock import local
from lumina.databases.tasks_postgres import FailedTask
from lumina.reports import JobReport, JobRow
from lumina.telling import failing


@click.group()
def jobs() -> None:
    """Background jobs: see them, run them."""


@jobs.command("list")
@click.option("--failed", is_flag=True, help="Instead, tasks of single persons that failed and are not done yet.")
@json_option
@runs
async def list_(call: Call, *, failed: bool) -> None:
    """List the jobs: when each runs, and how it went last."""
    async with call.lumina() as lumina:
        if failed:
            tasks = await lumina.tasks.failed()
            shown = _failed(tasks, call) if tasks else call.words("no_failed_tasks")
            call.answer({"jobs": [asdict(task) for task in tasks]}, shown)
        else:
            rows = await lumina.jobs.table()
            call.answer({"jobs": [asdict(row) for row in rows]}, _table(rows, call))


@jobs.command()
@click.argument("name", metavar="NAME|all")
@at_option
@json_option
@runs
async def run(call: Call, name: str) -> None:
    """Run one job now, or all of them."""
    async with call.lumina() as lumina:
        reports = await lumina.jobs.run(name)
        await lumina.tasks.run_due()
        call.answer({"jobs": [asdict(report) for report in reports]}, *(_line(report) for report in reports))


@jobs.command()
@click.argument("which", metavar="ID|all")
@json_option
@runs
async def retry(call: Call, which: str) -> None:
    """Try a failed task again, or all of them, at once."""
    async with call.lumina() as lumina:
        retried = await lumina.tasks.retry(which)
        await lumina.tasks.run_due()
        left = await lumina.tasks.failed()
        call.answer(
            {"retried": retried, "jobs": [asdict(task) for task in left]},
            call.words("retried", count=retried),
            *([_failed(left, call)] if left else []),
        )


@click.command()
@runs_here
async def worker(call: Call) -> None:
    """Run background work in the foreground, until stopped (Ctrl-C or SIGTERM)."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with call.lumina(background=True):
        echo(call.words("working"), err=True)
        await stopped.wait()


def _table(rows: list[JobRow], call: Call) -> Table:
    table = Table(*(call.words(f"column_{name}") for name in ("job", "when", "does", "last_run", "last_result")))
    for row in rows:
        last = f"{local(row.last_run):%Y-%m-%d %H:%M}" if row.last_run else "–"
        table.add_row(row.name, row.when, row.does, last, row.last_result)
    return table


def _failed(tasks: list[FailedTask], call: Call) -> Table:
    columns = ("id", "task", "person", "cause", "attempts", "since", "again")
    table = Table(*(call.words(f"column_{name}") for name in columns))
    for task in tasks:
        again = f"{local(task.again):%Y-%m-%d %H:%M}" if task.again else call.words("given_up")
        since = f"{local(task.since):%Y-%m-%d %H:%M}"
        told = (failing.named(task.task, call.words), task.person, failing.cause(task.cause, call.words))
        row = (str(task.id), *told, str(task.attempts), since, again)
        table.add_row(*map(escape, row))
    return table


def _line(report: JobReport) -> Text:
    counts = ", ".join(f"{name} {count}" for name, count in report.counts.items()) or "–"
    return Text.assemble((report.name, "bold"), f": {counts} ({report.seconds:.2f} s)")
