"""`lumina doctor` and `lumina reembed`: what state everything is in, and new vectors for all."""

import click
from rich.table import Table
from rich.text import Text

from lumina.cli.run import Call, json_option, runs, runs_here
from lumina.errors import DiskFull, LuminaError, StoreDown
from lumina.language.messages import Messages
from lumina.reports import DoctorReport, StoreReport
from lumina.shapes import answers as shapes

STATE_STYLES = {"ok": "green", "degraded": "yellow", "down": "bold red"}


@click.command()
@json_option
@runs
async def doctor(call: Call) -> int:
    """Tell the state of every store, the model and the embedder, and what to do about what is wrong (status 1)."""
    try:
        async with call.lumina() as lumina:
            report = await lumina.doctor(call.words.language)
    except LuminaError as error:
        said = Messages(call.words.language).error(error)
        is_store = isinstance(error, StoreDown) and not isinstance(error, DiskFull)
        broken = str(error.details["store"]).lower() if is_store else "folder"
        report = DoctorReport(ok=False, stores={broken: StoreReport("down", "", said)})
    verdict = Text(call.words("all_well" if report.ok else "not_well"), style="green" if report.ok else "bold red")
    call.answer(shapes.doctor(report), _table(call, report), verdict)
    return 0 if report.ok else 1


def _table(call: Call, report: DoctorReport) -> Table:
    table = Table(*(call.words(f"column_{name}") for name in ("store", "state", "version", "detail")))
    for name, store in report.stores.items():
        state = Text(store.state, style=STATE_STYLES.get(store.state, ""))
        table.add_row(name, state, store.version, Text(store.detail, overflow="fold"))
    return table


@click.command()
@json_option
@runs_here
async def reembed(call: Call) -> None:
    """Make all vectors anew with the embedder of the settings. Stopped, it goes on where it was."""
    async with call.lumina(reembedding=True) as lumina:
        with call.err.status(call.words("reembedding", count=0)) as status:
            count = await lumina.transfer.reembed(lambda done: status.update(call.words("reembedding", count=done)))
        call.answer({"reembedded": count}, Text(call.words("reembedded", count=count)))
