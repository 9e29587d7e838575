"""`lumina demo`: a folder with a life of some months, to look around in."""

import asyncio
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import click
from rich.text import Text

from lumina.cli.run import Call, json_option, runs_here
from lumina.errors import BadInput, because
from lumina.evaluation.demo import WHO, life_until

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
    turns = await asyncio.to_thread(life_until, (call.clock() - timedelta(days=1)).date(), call.words.language)
    settings = call.settings.model_copy(update={"home": home, "profile": "embedded"})
    async with replace(call, settings=settings).lumina() as lumina:
        report = await lumina.transfer.bring(turns, person=settings.user, me=WHO, progress=lambda _: None)
        await lumina.jobs.run("all")
    done = {"folder": str(home), "turns": report.turns, "memories": report.memories}
    call.answer(done | {"report": asdict(report)}, Text(call.words("demo_made", **done)))


def _is_taken(folder: Path) -> bool:
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
