"""`lumina move`: everything goes over into the engines of the other profile, and is compared."""

from importlib import import_module
from pathlib import Path
from typing import Literal

import click
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, json_option, runs_here
from lumina.reports import MoveReport
from lumina.settings import Settings, load_settings
from lumina.shapes import answers as shapes

Profile = Literal["embedded", "server"]
PROFILES: tuple[Profile, ...] = ("embedded", "server")


@click.command()
@click.option("--to", "profile", type=click.Choice(PROFILES), required=True, help="The profile to copy into.")
@click.option(
    "--folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The data folder of the copy (default: LUMINA_HOME with -server or -embedded behind it).",
)
@json_option
@runs_here
async def move(call: Call, profile: Profile, folder: Path | None) -> int:
    """Copy everything into the engines of the other profile, and compare: from the folder LUMINA_HOME into servers
    (server), or from servers into a folder (embedded).

    Stopped, it goes on where it was when it is run again. The copy has a data folder of its own, DIR; it and the
    engines must be empty. The original is left as it is, and cannot be written meanwhile.
    """
    source, target = _settings(call.settings, profile, folder)
    with call.err.status(call.words("opening")) as status:

        def show(what: str) -> None:
            status.update(call.words("moving", what=what))

        report = await import_module("lumina.transfer.move").move(source, target, call.clock, show)
    call.answer(shapes.moved(report), _table(call, report), *_verdict(call, report, source, profile))
    return 0 if report.ok else 1


def _settings(given: Settings, profile: Profile, folder: Path | None) -> tuple[Settings, Settings]:
    """Of the original and of the copy. Raises BadSetting where those of the servers are missing."""
    [other] = [one for one in PROFILES if one != profile]
    beside = given.home.with_name(f"{given.home.name}-{profile}")
    return load_settings(profile=other, home=given.home), load_settings(profile=profile, home=folder or beside)


def _table(call: Call, report: MoveReport) -> Table:
    table = Table(*(call.words(f"column_{name}") for name in ("part", "source", "target", "same")))
    for part in report.parts:
        same = Text(call.words("yes" if part.same else "no"), style="green" if part.same else "bold red")
        table.add_row(part.name, f"{part.source:,}", f"{part.target:,}", same)
    return table


def _verdict(call: Call, report: MoveReport, source: Settings, profile: Profile) -> list[Text]:
    if not report.ok:
        return [Text(call.words("not_moved"), style="bold red")]
    setting = f"  LUMINA_PROFILE={profile} LUMINA_HOME={report.folder}"  # to be copied: never broken into two lines
    return [
        Text(call.words("moved", place=report.place), style="green"),
        Text(setting, no_wrap=True, overflow="ignore"),
        Text(call.words("original_stays", home=source.home)),
    ]
