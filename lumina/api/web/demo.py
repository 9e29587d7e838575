"""The demo's life, to look around in: it comes in as that of somebody else, and this browser looks at it as they do."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from lumina.api.callers import operator_of
from lumina.api.house import House, Inside
from lumina.api.imports import Import, Note
from lumina.api.signing_in import SIGN_IN
from lumina.api.web.shown import language_shown, render
from lumina.api.web.talk import HOME
from lumina.evaluation.demo import WHO, life_until
from lumina.reports import ImportReport

router = APIRouter(prefix="/demo", include_in_schema=False, dependencies=[Depends(operator_of)])


@router.post("")
async def begin(request: Request, house: Inside) -> HTMLResponse:
    """Bring it in, where it is not there yet."""
    lumina, language = house.lumina, language_shown(request)
    yesterday = (lumina.clock() - timedelta(days=1)).date()
    if await lumina.rooms.all(WHO):
        return _told(request, None)
    life = await asyncio.to_thread(life_until, yesterday, language)
    turns = [replace(turn, room=HOME) for turn in life]

    async def taking(note: Note) -> ImportReport:
        report = await lumina.transfer.bring(turns, person=WHO, me=WHO, progress=note)
        await lumina.jobs.run("descend")
        return report

    return _told(request, house.imports.follow(Import(WHO, len(turns)), language, taking))


@router.get("/{id}")
async def progress(request: Request, house: Inside, id: UUID) -> HTMLResponse:
    """How far it has come."""
    return _told(request, house.imports.of(WHO, id))


def _told(request: Request, begun: Import | None) -> HTMLResponse:
    return render(request, "demo.html", begun=begun)


@router.post("/enter")
async def enter(house: Inside) -> Response:
    """This browser looks at the demo's life from now on."""
    return _as(house, WHO)


@router.post("/leave")
async def leave(house: Inside) -> Response:
    """This browser goes back to one's own."""
    return _as(house, house.lumina.settings.user)


def _as(house: House, person: str) -> Response:
    secret = house.doors.make(person, house.lumina.clock())
    return Response(status_code=204, headers={"HX-Redirect": f"{SIGN_IN}?secret={secret}"})
