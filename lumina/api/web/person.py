"""A person as a whole: taken along as a file, brought in with progress, and erased in two steps with a receipt."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import FileResponse, HTMLResponse
from starlette.background import BackgroundTask

from lumina.api.callers import Calling, Person
from lumina.api.house import Inside, Open
from lumina.api.web.imports import GIVEN, Import, bringing, imports_of
from lumina.api.web.shown import Shown, render

router = APIRouter(prefix="/person", include_in_schema=False)

LARGEST: Final = 200_000_000
"""Bytes of a file that is brought in."""


@router.get("/export")
async def export(lumina: Open, person: Person) -> FileResponse:
    """All there is of the person, as one file that can be brought in again."""
    place = Path(await asyncio.to_thread(tempfile.mkdtemp))
    try:
        await lumina.transfer.export(person, place / "export")
        packed = await asyncio.to_thread(shutil.make_archive, str(place / "lumina"), "zip", place / "export")
    except BaseException:
        await asyncio.to_thread(shutil.rmtree, place, ignore_errors=True)
        raise
    gone = BackgroundTask(shutil.rmtree, place, ignore_errors=True)
    return FileResponse(packed, filename="lumina-export.zip", media_type="application/zip", background=gone)


@router.post("/import", max_body_size=LARGEST)
async def bring(
    request: Request,
    lumina: Open,
    person: Person,
    file: Annotated[UploadFile, File()],
    me: Annotated[str, Form()] = "",
) -> HTMLResponse:
    """A transcript, or what was exported; it goes on by itself, and tells how far it has come."""
    packed = (file.filename or "").endswith(".zip")
    place = Path(await asyncio.to_thread(tempfile.mkdtemp))
    await asyncio.to_thread((place / GIVEN).write_bytes, await file.read())
    return _progress(request, imports_of(request).begin(person, bringing(lumina, place, packed, me.strip() or person)))


@router.get("/import")
async def progress(request: Request, person: Person) -> HTMLResponse:
    """How far it has come."""
    return _progress(request, imports_of(request).of(person))


def _progress(request: Request, begun: Import | None) -> HTMLResponse:
    error = Shown(request).messages.error(begun.error) if begun and begun.error else ""
    return render(request, "importing.html", begun=begun, error=error)


@router.get("/erase")
async def preview(request: Request, lumina: Open, person: Person) -> HTMLResponse:
    """What an erasure would take; nothing is erased yet."""
    return render(request, "erase_preview.html", preview=await lumina.erasure.preview(person), person=person)


@router.post("/erase")
async def erase(
    request: Request, house: Inside, caller: Calling, person: Person, token: Annotated[str, Form()]
) -> HTMLResponse:
    """The person leaves everything; the receipt is all that stays."""
    report = await house.lumina.erasure.erase(person, token, f"page:{caller.token}")
    house.streams.forget(person)
    imports_of(request).forget(person)
    return render(request, "erased.html", report=report, left=sum(report.residue.values()))
