"""What was recalled for an answer: what came to mind, why, and why something else did not."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import House, Inside
from lumina.api.web.quoted import in_order
from lumina.api.web.shown import Shown, render
from lumina.app import Lumina
from lumina.models import Hit, Turn
from lumina.reports import Recalled, Recollection
from lumina.services import Looking, Recall
from lumina.telling.absences import sentence as absence
from lumina.telling.reasons import sentence

router = APIRouter(include_in_schema=False)

MOST = 6
"""What came to mind first."""


@router.get("/turns/{turn}/recalled")
async def recalled(request: Request, house: Inside, person: Person, turn: UUID) -> HTMLResponse:
    """What a character was given before it said this: as it was, or what would be recalled as of that moment."""
    said = await house.lumina.views.turn(person, turn)
    asked = await house.lumina.views.answered(person, said)
    if asked is None:
        return render(request, "recalled.html", found=None, hits=(), turn=said, is_kept=False)
    kept = _kept(house, person, asked, said)
    found = kept or await _then(house.lumina, asked).look_up(asked.text, **_looking(house.lumina, person, said))
    shown = Shown(request)
    hits = await _with_memories(house.lumina, person, in_order(found, said.text, {asked.id, said.id}, MOST))
    states = await house.lumina.memories.states(person, [hit.memory for hit in hits if hit.memory])
    told = [(hit, _why(hit, asked, shown)) for hit in hits]
    return render(request, "recalled.html", found=found, hits=told, states=states, turn=said, is_kept=kept is not None)


@router.post("/turns/{turn}/why-not")
async def why_not(
    request: Request, house: Inside, person: Person, turn: UUID, wanted: Annotated[str, Form()]
) -> HTMLResponse:
    """Why what somebody misses was not among it: what is meant is what these words find first."""
    lumina = house.lumina
    said = await lumina.views.turn(person, turn)
    asked = await lumina.views.answered(person, said)
    meant = await lumina.recall.look_up(wanted, person=person, viewer=None, budget=300, limit=1, unit="turn")
    sought = next((one for hit in meant.hits for one in hit.turns), None)
    if asked is None or sought is None:
        return render(request, "why_not.html", meant=None, why="")
    looking = _looking(lumina, person, said)
    found = await _then(lumina, asked).why_not(asked.text, sought.id, **looking)
    shown = Shown(request)
    why = absence(found, shown.words, shown.words("this"), shown.name(looking["viewer"] or ""))
    return render(request, "why_not.html", meant=sought, why=why)


def _kept(house: House, person: str, asked: Turn, said: Turn) -> Recollection | None:
    told = house.streams.told(person, asked.id)
    recollections = [one for one in told if isinstance(one, Recalled) and one.speaker == said.speaker]
    return recollections[-1].recollection if recollections else None


def _then(lumina: Lumina, asked: Turn) -> Recall:
    """Recall as of the moment at which something was said."""
    return replace(lumina.recall, clock=lambda: asked.at)


def _looking(lumina: Lumina, person: str, said: Turn) -> Looking:
    viewer = said.speaker if said.speaker in lumina.cast.ids else None
    return {"person": person, "viewer": viewer, "budget": lumina.settings.budget, "limit": MOST, "unit": "turn"}


async def _with_memories(lumina: Lumina, person: str, hits: Sequence[Hit]) -> list[Hit]:
    """Those of a single turn with the memory that has it by now."""
    return [
        hit if hit.memory else replace(hit, memory=await lumina.views.memory_of(person, hit.turns[0].id))
        for hit in hits
    ]


def _why(hit: Hit, asked: Turn, shown: Shown) -> str:
    return sentence(hit, asked.text, shown.now, shown.words, shown.name)
