"""`lumina backup` and `lumina restore`: everything once more, elsewhere, and back again."""

from dataclasses import asdict
from datetime import datetime

import click
from rich.filesize import decimal
from rich.status import Status
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, at_option, json_option, runs, runs_here
from lumina.clock import local
from lumina.settings import Settings
from lumina.stores.repository import open_repository
from lumina.transfer.backup.keeping import verify as verified
from lumina.transfer.backup.reports import Backup, Restored
from lumina.transfer.backup.restoring import Progress, manifest_of
from lumina.transfer.backup.restoring import restore as restored
from lumina.transfer.formats.line import moment


@click.group()
def backup() -> None:
    """Backups: make them, list them, prove them."""


@backup.command()
@at_option
@json_option
@runs
async def now(call: Call) -> None:
    """Back everything up where LUMINA_BACKUP_URL says, while people talk; what lies there already is not written again.

    Each person lies there under a key of their own, and these keys under the master key (LUMINA_MASTER_KEY).
    """
    async with call.lumina() as lumina:
        with call.err.status(call.words("backing_up", done=0, of=0)) as status:
            made = await lumina.backups.make(lumina.clock(), _told(call, status, "backing_up"))
    size = {"size": decimal(made.size), "written": decimal(made.written)}
    shown = call.words("backed_up", people=made.people, place=call.settings.backup_url, **size)
    call.answer(asdict(made), Text(shown, style="green"), Text(_key(call)))


@backup.command("list")
@json_option
@runs
async def list_(call: Call) -> None:
    """List the backups that are there, the oldest first."""
    async with call.lumina() as lumina:
        found = await lumina.backups.all()
        call.answer({"backups": [asdict(one) for one in found]}, _table(call, found))


@backup.command()
@at_option
@json_option
@runs
async def prune(call: Call) -> None:
    """Take away the backups that are older than LUMINA_BACKUP_KEEP_DAYS (the newest stays), and what only they need."""
    async with call.lumina() as lumina:
        gone = await lumina.backups.prune(lumina.clock())
        call.answer(asdict(gone), Text(call.words("backups_gone", backups=gone.backups, freed=decimal(gone.freed))))


@backup.command()
@click.option("--at", "at", metavar="MOMENT", help="The last backup of then or before (default: the newest).")
@json_option
@runs_here
async def verify(call: Call, at: str | None) -> int:
    """Prove a backup: it is restored into a folder that goes away, and everything in it is compared with what was kept.

    It needs no data folder, and may run anywhere where the backups and the master key are.
    """
    repository = await open_repository(call.settings, make=False)
    with call.err.status(call.words("restoring", done=0, of=0)) as status:
        told = _told(call, status, "restoring")
        report = await verified(repository, _moment(at), call.settings, call.clock, told)
    return _answer(call, report, "backup_whole")


@click.command()
@click.option("--at", "at", metavar="MOMENT", help="The last backup of then or before (default: the newest).")
@json_option
@runs_here
async def restore(call: Call, at: str | None) -> int:
    """Bring everything back from a backup into LUMINA_HOME (and the servers of the profile), which must be empty.

    Whoever was erased since stays erased. Stopped, it begins anew when it is run again; until it is done, the folder
    cannot be opened.
    """
    repository = await open_repository(call.settings, make=False)
    manifest = await manifest_of(repository, _moment(at))
    with call.err.status(call.words("restoring", done=0, of=0)) as status:
        told = _told(call, status, "restoring")
        report = await restored(repository, manifest, call.settings, call.clock, told)
    return _answer(call, report, "brought_back")


def _moment(text: str | None) -> datetime | None:
    return None if text is None else moment(text)


def _told(call: Call, status: Status, word: str) -> Progress:
    def told(done: int, of: int) -> None:
        status.update(call.words(word, done=done, of=of))

    return told


def _answer(call: Call, report: Restored, word: str) -> int:
    at = f"{local(report.at):%Y-%m-%d %H:%M:%S}"
    told = call.words(word, at=at, people=report.people, erased=report.erased, place=report.place)
    differing = call.words("backup_differs", what=", ".join(report.differing))
    lines = [Text(differing, style="bold red")] if report.differing else [Text(told, style="green")]
    call.answer(asdict(report), *lines)
    return 1 if report.differing else 0


def _table(call: Call, backups: list[Backup]) -> Table:
    table = Table(*(call.words(f"column_{name}") for name in ("made", "people", "size", "version")))
    for one in backups:
        table.add_row(f"{local(one.at):%Y-%m-%d %H:%M:%S %z}", str(one.people), decimal(one.size), one.lumina)
    return table


def _key(call: Call) -> str:
    settings: Settings = call.settings
    if settings.master_passphrase.get_secret_value():
        return call.words("under_passphrase")
    return call.words("under_key", file=settings.master_key)
