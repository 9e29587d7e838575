"""`lumina erase`: a person goes away, or a part of what there is of them; and the proof of it."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime, time, timedelta
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
from rich.table import Table
from rich.text import Text

from lumina.cli.lent import READ
from lumina.cli.person import asker, counts
from lumina.cli.run import Call, json_option, runs
from lumina.cli.units import find
from lumina.clock import local
from lumina.erasure.part import Part
from lumina.erasure.receipts import parsed
from lumina.erasure.verify import Supplied
from lumina.errors import BadInput, BadReceipt, because
from lumina.reports import EraseReport, PartPreview, Remains, Verdict
from lumina.transfer.formats.line import moment
from lumina.transfer.needles import supplied_by

if TYPE_CHECKING:
    from lumina.app import Lumina

DAY = timedelta(days=1)
DATE = len("2026-05-01")


def _whose(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Who erases names somebody; a receipt can be verified by digests alone."""
    if value is not None:
        context.meta["lumina.user"] = value
    elif context.params.get("proof") is None:
        raise click.MissingParameter(ctx=context, param=parameter)


@click.command()
@click.option(
    "--verify", "proof", metavar="RECEIPT", is_eager=True, help="Search anew for what a receipt says is gone."
)
@click.option("--needles", type=READ, help="By what to search: a file, a text a line, or an export (with --verify).")
@click.option("--user", metavar="U", expose_value=False, callback=_whose, help="The person.")
@click.option("--confirm", "token", metavar="TOKEN", help="The token that the command prints without it.")
@click.option("--thread", metavar="ID", help="Only this thread (`lumina export` names them).")
@click.option("--from", "first", metavar="ISO", help="Only what was said from then on: a day, or a moment.")
@click.option(
    "--to", "last", metavar="ISO", help="Only what was said until then: a day as a whole, or before a moment."
)
@click.option("--topic", metavar="WORDS", help="Only what has all of these words (or names somebody whom they name).")
@click.option("--fact", metavar="ID", help="Only this fact (`lumina facts list`), with the turns that say it.")
@click.option("--character", metavar="NAME", help="Only what this character remembers (of the thread, span or topic).")
@json_option
@runs
async def erase(call: Call, token: str | None, proof: str | None, needles: Path | None, **part: str | None) -> int:
    """Erase a person everywhere, or a part of what there is of them. Without --confirm: show what would be erased, and
    the token that confirms exactly that.

    Afterwards every store is searched anew; status 1 if anything is left. Of a part, what answers it goes with it, and
    what was made of it is made anew of what stays. RECEIPT is its number, or a file with what --json printed.
    """
    if proof is not None:
        return await _verify(call, proof, needles)
    if any(value is not None for value in part.values()):
        return await _part(call, token, part)
    person = call.settings.user
    async with call.lumina() as lumina:
        if token is None:
            preview = await lumina.erasure.preview(person)
            how = Text(call.words("confirm_erasure", person=person, token=preview.token), style="bold")
            call.answer(asdict(preview), counts(call, "would_erase", preview.would_erase, person=person), how)
            return 0
        report = await lumina.erasure.erase(person, token, asker())
        if call.as_json:
            return _told(call, person, await _with_files(call, lumina, report))
        status = _told(call, person, report)
        return await _clean_up(call, lumina, person, report) if report.remains else status


async def _with_files(call: Call, lumina: "Lumina", report: EraseReport) -> EraseReport:
    """With what is found in the files once they were written anew, where that can be done now."""
    found = await _cleaned(call, lumina)
    return report if found is None else replace(report, residue={**report.residue, "files": found}, remains=())


async def _clean_up(call: Call, lumina: "Lumina", person: str, report: EraseReport) -> int:
    """What is left for the night is done now, where nobody waits for it; the answer is out already. Returns the
    status."""
    found = await _cleaned(call, lumina)
    if found is None:
        call.out.print(*_remaining(call, report), sep="\n")
    elif found:
        call.out.print(Text(call.words("residue", count=found, person=person), style="bold red"))
    else:
        call.out.print(Text(call.words("cleaned_up"), style="green"))
    return 1 if found or sum(report.residue.values()) else 0


async def _cleaned(call: Call, lumina: "Lumina") -> int | None:
    try:
        return await lumina.erasure.clean_up()
    except Exception as error:
        call.failed_afterwards(error)
        return None


async def _part(call: Call, token: str | None, asked: Mapping[str, str | None]) -> int:
    person = call.settings.user
    async with call.lumina() as lumina:
        name = asked["character"]
        fact = await _fact(lumina, person, asked["fact"])
        part = _read(asked, lumina.cast.find(name).id if name else "", fact)
        if token is None:
            _show(call, person, await lumina.erasure.preview_part(person, part), asked)
            return 0
        report = await lumina.erasure.erase_part(person, part, token, asker())
    return _told(call, person, report, *_remaining(call, report))


async def _fact(lumina: "Lumina", person: str, text: str | None) -> UUID | None:
    """The fact whose id begins so, as `lumina facts list` shows them. Raises UnknownUnit, BadInput."""
    return find((await lumina.known.known(person)).facts, text, person).id if text else None


def _read(asked: Mapping[str, str | None], character: str, fact: UUID | None) -> Part:
    """Raises BadInput, BadTime."""
    first, last = asked["first"], asked["last"]
    return Part(
        thread=_id(asked["thread"]),
        first=_moment(first) if first else None,
        last=_moment(last, ends=True) if last else None,
        topic=asked["topic"] or "",
        fact=fact,
        character=character,
    )


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise BadInput(why=because("'{text}' is no id", text=text)) from error


def _moment(text: str, *, ends: bool = False) -> datetime:
    """A day begins and ends where this machine is. Raises BadTime."""
    if len(text) != DATE:
        return moment(text)
    day = moment(f"{text}T00:00+00:00").date()
    return datetime.combine(day + DAY if ends else day, time()).astimezone()


def _show(call: Call, person: str, preview: PartPreview, asked: Mapping[str, str | None]) -> None:
    again = " ".join(f"--{OPTIONS[name]} {quote(value)}" for name, value in asked.items() if value is not None)
    lines = [Text(f"  {local(one.at):%Y-%m-%d %H:%M} {one.speaker}: {one.text}") for one in preview.extracts]
    if not any(preview.would_erase.values()):
        call.answer(asdict(preview), Text(call.words("no_such_part", person=person)))
        return
    anew: list[Any] = [Text(call.words("made_anew", count=preview.anew))] if preview.anew else []
    how = Text(call.words("confirm_part", person=person, part=again, token=preview.token), style="bold")
    shown: list[Any] = [counts(call, "would_erase", preview.would_erase, person=person), *lines, *anew, how]
    call.answer(asdict(preview), *shown)


async def _verify(call: Call, proof: str, needles: Path | None) -> int:
    person = click.get_current_context().meta.get("lumina.user")
    signed = await asyncio.to_thread(_receipt, proof)
    texts, ids = await asyncio.to_thread(supplied_by, needles) if needles else ((), ())
    async with call.lumina() as lumina:
        found = await lumina.erasure.verify(signed, Supplied(person, texts, ids))
    table = Table(call.words("column_store"), call.words("column_state"), call.words("column_count"))
    for one in found.stores:
        why = f" ({call.words(f'verdict_{one.why}')})" if one.why else ""
        table.add_row(one.store, call.words(f"status_{one.status}") + why, f"{one.found:,}")
    by = ", ".join(call.words(f"sought_{one}", count=found.needles) for one in found.sought_by)
    head = Text(call.words("verifying", receipt=found.receipt, asked=f"{local(found.asked):%Y-%m-%d %H:%M}", by=by))
    verdict = Text(
        call.words("holds" if found.holds else "does_not_hold"), style="green" if found.holds else "bold red"
    )
    retained = [Text(f"- {_retained(call, one)}") for one in found.retained]
    shape = asdict(found) | {"holds": found.holds}
    call.answer(shape, head, table, verdict, Text(call.words("not_erased"), style="bold"), *retained)
    return 0 if found.holds else 1


def _retained(call: Call, one: Verdict) -> str:
    until = f"{local(one.until):%Y-%m-%d}" if one.until else ""
    return call.words(f"retained_{one.why}", which=one.store, count=one.found, until=until)


def _receipt(proof: str) -> tuple[str, bytes] | UUID:
    """Raises BadReceipt."""
    try:
        return UUID(proof)
    except ValueError:
        pass
    try:
        return parsed(Path(proof).expanduser().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadReceipt(
            why=because("'{name}' is no number of one, and no file that can be read", name=proof)
        ) from error


OPTIONS = {name: name for name in ("thread", "topic", "fact", "character")} | {"first": "from", "last": "to"}


def _told(call: Call, person: str, report: EraseReport, *remains: Text) -> int:
    left = sum(report.residue.values())
    shown = counts(call, "erased", report.erased, person=person)
    verdict = call.words("residue" if left else "no_residue", count=left, person=person)
    residue = [counts(call, "residue_title", report.residue)] if left else []
    receipt = Text(call.words("receipt", receipt=report.receipt))
    style = "bold red" if left else "green"
    call.answer(asdict(report), shown, *residue, Text(verdict, style=style), *remains, receipt)
    return 1 if left else 0


def _remaining(call: Call, report: EraseReport) -> list[Text]:
    return [_remains(call, one) for one in report.remains]


def _remains(call: Call, one: Remains) -> Text:
    when = f"{one.when.astimezone():%Y-%m-%d %H:%M}" if one.when else ""
    return Text(call.words(f"remains_{one.engine}_{one.what}", which=", ".join(one.which), when=when))
