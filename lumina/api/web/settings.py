"""Settings: what this browser shows, what LUMINA speaks with, and what there is of a person as a whole."""

import shlex
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, Response

from lumina.api.callers import Calling, Person, caller_of, operator_of
from lumina.api.house import Inside, Open
from lumina.api.web.shown import LANGUAGE, THEME, notice, render, set_cookie
from lumina.embedding.opening import name_of_model
from lumina.models import Policy
from lumina.settings import Settings

router = APIRouter(prefix="/settings", include_in_schema=False)

OFFERED: Final = (
    *("model", "model_base_url", "model_temperature", "distil_model", "vision_model", "budget"),
    *("source_timeout", "idle_minutes", "retention_days", "capacity", "country"),
)
"""Settings that can be changed here; each takes effect with the next turn."""


@router.get("")
async def settings(request: Request, lumina: Open, caller: Calling, person: Person) -> HTMLResponse:
    return render(
        request,
        "settings.html",
        person=person,
        operator=caller.operator,
        keeping=await lumina.policies.of(person),
        values=_values(lumina.settings),
        embedder=lumina.settings.embedder,
    )


def _values(settings: Settings) -> Mapping[str, str]:
    """Each as it is."""
    return {name: str(_of(settings, name)) for name in OFFERED}


def _of(settings: Settings, name: str) -> object:
    value = getattr(settings, name)
    return "" if value is None else value


@router.get("/embedder", dependencies=[Depends(operator_of)])
async def embedder(request: Request, lumina: Open, embedder: str) -> HTMLResponse:
    """How another embedder is had: by which commands, as all vectors are made anew while nobody else has the folder.
    Raises BadSetting."""
    wanted = embedder.strip()
    name_of_model(wanted)
    place = f"LUMINA_HOME={shlex.quote(str(lumina.settings.home))} " if lumina.settings.profile == "embedded" else ""
    commands = [f"{place}LUMINA_EMBEDDER={shlex.quote(wanted)} lumina {name}" for name in ("reembed", "serve")]
    return render(request, "embedder.html", commands=commands, is_same=wanted == lumina.settings.embedder)


@router.post("/shown", dependencies=[Depends(caller_of)])
async def show(request: Request, language: Annotated[str, Form()], theme: Annotated[str, Form()]) -> Response:
    """How this browser shows the pages."""
    answer = notice(request, "saved")
    set_cookie(answer, LANGUAGE, language if language in ("ja", "en") else "")
    return set_cookie(answer, THEME, theme if theme in ("light", "dark") else "", {"HX-Refresh": "true"})


@router.post("/policy")
async def choose(
    request: Request, house: Inside, person: Person, policy: Annotated[Policy | Literal[""], Form()] = ""
) -> HTMLResponse:
    """What is kept of the person's talk from now on (empty: as the operator says)."""
    async with house.changing(person):
        await house.lumina.policies.choose(person, Policy(policy) if policy else None)
    return notice(request, "saved")


@router.post("/changes", dependencies=[Depends(operator_of)])
async def change(request: Request, lumina: Open) -> HTMLResponse:
    """What was changed takes effect with the next turn. Raises BadSetting."""
    now, form = _values(lumina.settings), await request.form()
    changes = {name: str(form[name]).strip() for name in OFFERED if name in form}
    await lumina.change(**{name: value for name, value in changes.items() if value != now[name]})
    return notice(request, "saved")
