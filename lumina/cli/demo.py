"""`lumina demo`: a folder with a life of some months, to look around in."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

import click
from rich.text import Text

from lumina.cli.run import Call, json_option, runs_here
from lumina.clock import LAST
from lumina.errors import BadInput, because
from lumina.language.bilingual import Language
from lumina.reports import ImportedTurn
from lumina.transfer.formats import read_one

WHO: Final = "Misaki"
"""Whose life it is: somebody who does not exist."""

SUFFIX: Final = "-demo"


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@json_option
@runs_here
async def demo(call: Call, folder: Path | None) -> None:
    """Make a folder with a life of some months (default: LUMINA_HOME with -demo behind it), to look around in.

    The life is our own text, of somebody who does not exist; it goes through the real import, and ends yesterday.
    """
    home = (folder or call.settings.home.with_name(call.settings.home.name + SUFFIX)).expanduser().absolute()
    if await asyncio.to_thread(_is_taken, home):
        raise BadInput(
            why=because("{folder} is there already; `LUMINA_HOME={folder} lumina serve` opens it", folder=home)
        )
    turns = await asyncio.to_thread(_life, call.words.language)
    shifted = _until(turns, (call.clock() - timedelta(days=1)).date().toordinal())
    settings = call.settings.model_copy(update={"home": home, "profile": "embedded"})
    async with replace(call, settings=settings).lumina() as lumina:
        report = await lumina.transfer.bring(shifted, person=settings.user, me=WHO, progress=lambda _: None)
        await lumina.jobs.run("all")
    done = {"folder": str(home), "turns": report.turns, "memories": report.memories}
    call.answer(done | {"report": asdict(report)}, Text(call.words("demo_made", **done)))


def _is_taken(folder: Path) -> bool:
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def _life(language: Language) -> Sequence[ImportedTurn]:
    with as_file(files("lumina.evaluation").joinpath("conversations", f"parity_{language}_{WHO}.jsonl")) as path:
        return read_one(path, "jsonl", LAST)


def _until(turns: Sequence[ImportedTurn], day: int) -> list[ImportedTurn]:
    """The same turns at the same times of day, the last of them on this day."""
    by = timedelta(days=day - max(turn.at for turn in turns).date().toordinal())
    return [replace(turn, at=turn.at + by) for turn in turns]
