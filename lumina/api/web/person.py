"""A person as a whole: brought in with progress, and erased in two steps with a receipt."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse
from starlette.background import BackgroundTask

from lumina.api.callers import Calling, Person
from lumina.api.house import Inside, Open
from lumina.api.imports import Asked, Import
from lumina.api.uploads import MOST
from lumina.api.web.shown import Shown, render
from lumina.errors import LuminaError

router = APIRouter(prefix="/person", include_in_schema=False)


@router.post("/import", max_body_size=MOST)
async def bring(
    request: Request,
    house: Inside,
    person: Person,
    file: Annotated[UploadFile, File()],
    me: Annotated[str, Form()] = "",
) -> HTMLResponse:
    """A transcript, or what was exported; it goes on by itself, and tells how far it has come."""
    shown = Shown(request)
    try:
        begun = await house.imports.begin(
            house.lumina, Asked(file, person, me.strip() or person, replace=False, language=shown.language)
        )
    except LuminaError as error:
        return render(request, "importing.html", begun=None, error=shown.messages.error(error))
    return _progress(request, begun)


@router.get("/import/{id}")
async def progress(request: Request, house: Inside, person: Person, id: UUID) -> HTMLResponse:
    """How far it has come."""
    return _progress(request, house.imports.of(person, id))


def _progress(request: Request, begun: Import) -> HTMLResponse:
    return render(request, "importing.html", begun=begun, error=begun.problem.detail if begun.problem else "")


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
    told = render(request, "erased.html", report=report, left=sum(report.residue.values()))
    told.background = BackgroundTask(house.clean_up)
    return told
