"""A person as a whole: brought in with progress, and erased in two steps with a receipt."""

from collections.abc import Mapping
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
from lumina.app import Lumina
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
    told = begun.problem.detail if begun.problem else ""
    error = Shown(request).messages.problem(begun.error, told) if begun.error else ""
    return render(request, "importing.html", begun=begun, error=error)


@router.get("/erase")
async def preview(request: Request, lumina: Open, person: Person) -> HTMLResponse:
    """What an erasure would take; nothing is erased yet."""
    would = await lumina.erasure.preview(person)
    in_words = Shown(request).gone(await _holdings(lumina, person, would.would_erase))
    return render(request, "erase_preview.html", preview=would, in_words=in_words, person=person)


@router.post("/erase")
async def erase(
    request: Request, house: Inside, caller: Calling, person: Person, token: Annotated[str, Form()]
) -> HTMLResponse:
    """The person leaves everything; the receipt is all that stays."""
    there = await _holdings(house.lumina, person, {})
    report = await house.lumina.erasure.erase(person, token, f"page:{caller.token}")
    in_words = Shown(request).gone(there | {"images": report.erased.get("images", 0)})
    told = render(request, "erased.html", report=report, in_words=in_words, left=sum(report.residue.values()))
    told.background = BackgroundTask(house.clean_up)
    return told


async def _holdings(lumina: Lumina, person: str, stores: Mapping[str, int]) -> dict[str, int]:
    """What people count: turns, memories, facts, images; and not rows of stores."""
    _, rungs = await lumina.views.ladder(person)
    return {
        "turns": (await lumina.policies.of(person)).turns,
        "memories": sum(rung.count for rung in rungs),
        "claims": len((await lumina.known.known(person)).facts),
        "images": stores.get("images", 0),
    }
