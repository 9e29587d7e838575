"""The talk: a room with its history, single turns, and what is new since one of them."""

from collections.abc import Sequence
from typing import Annotated, Any, Final
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from lumina.api.callers import Calling, Person
from lumina.api.chat import checked_room
from lumina.api.house import House, Inside, Open
from lumina.api.web.returning import comes_back, nearest
from lumina.api.web.shown import HOME, render
from lumina.app import Lumina
from lumina.images import MOST_BYTES
from lumina.models import Role, Turn
from lumina.reports import Replied

router = APIRouter(include_in_schema=False)

BRANCH: Final = 200
"""Turns of a branch that are shown."""

PAGE = 40
"""Turns that are shown at once; those before them on request."""


@router.get("/")
async def home(lumina: Open, person: Person) -> Response:
    """The room in which something was said last."""
    last = await lumina.views.page(person, limit=1)
    return RedirectResponse(f"/rooms/{quote(last[0][1].room if last else HOME)}", 303)


@router.get("/rooms/{room:path}/before/{turn}")
async def before(request: Request, lumina: Open, person: Person, room: str, turn: UUID) -> HTMLResponse:
    """What was said before a turn."""
    turns = await lumina.views.turns(person, room, PAGE, turn)
    return await _shown(request, lumina, person, room, _rows(turns), more=len(turns) == PAGE)


@router.get("/rooms/{room:path}/news")
async def news(request: Request, house: Inside, person: Person, room: str, since: UUID | None = None) -> Response:
    """What was said in a room behind a turn, and the turn that is under way there."""
    views, running = house.lumina.views, await house.under_way(person, room)
    turns = await (views.since(person, room, since, PAGE) if since else views.turns(person, room, PAGE))
    answer = await _shown(request, house.lumina, person, room, _rows(turns))
    answer.headers["X-Under-Way"] = str(running) if running else ""
    last = await views.turns(person, room, PAGE)
    answer.headers["X-Unanswered"] = "yes" if last and not running and _waits(last) else ""
    return answer


@router.get("/rooms/{room:path}/open")
async def left_open(request: Request, lumina: Open, person: Person) -> HTMLResponse:
    """What is open about now, to be spoken of with a click."""
    known = await lumina.known.known(person)
    return render(request, "back.html", offered=nearest(known.loops, lumina.clock()))


@router.get("/turns/{turn}/left")
async def left(request: Request, lumina: Open, person: Person, turn: UUID) -> HTMLResponse:
    """What was said before the person said this instead."""
    found = await lumina.views.turn(person, turn)
    rows = [one for _, one in reversed(await lumina.views.page(person, limit=BRANCH, branch=turn))]
    return await _shown(request, lumina, person, found.room, _rows(rows), left=True)


@router.get("/rooms/{room:path}")
async def room(request: Request, house: Inside, caller: Calling, person: Person, room: str) -> HTMLResponse:
    """The room, with the turns that were said last."""
    lumina = house.lumina
    checked_room(room)
    rooms = [one.name for one in await lumina.rooms.all(person)]
    turns = await lumina.views.turns(person, room, PAGE)
    running = await house.under_way(person, room)
    return render(
        request,
        "talk.html",
        room=room,
        rooms=[*dict.fromkeys((HOME, *rooms, room))],
        turns=_rows(turns),
        images=await lumina.views.images(person, turns),
        reasons=await lumina.views.reasons(person, turns),
        more=len(turns) == PAGE,
        present=await _present(lumina, person, room),
        instead=await lumina.views.left(person, turns),
        under_way=str(running) if running else "",
        demo=caller.operator and not rooms,
        unanswered=bool(turns) and not running and _waits(turns),
        comes_back=not running and comes_back(turns, lumina.clock()),
        person=person,
        most_bytes=MOST_BYTES,
    )


@router.post("/rooms")
async def go(room: Annotated[str, Form()]) -> Response:
    """Into another room, which is there once something is said in it."""
    return Response(status_code=204, headers={"HX-Redirect": f"/rooms/{quote(checked_room(room.strip()))}"})


@router.get("/turns/{turn}")
async def one_turn(request: Request, house: Inside, person: Person, turn: UUID) -> HTMLResponse:
    """One turn, as it was kept."""
    found = await house.lumina.views.turn(person, turn)
    told = await told_of(house, person, found)
    return await _shown(request, house.lumina, person, found.room, [(found, told)])


async def told_of(house: House, person: str, turn: Turn) -> Replied | None:
    """What was told of an answer when it came, as long as that is kept."""
    asked = await house.lumina.views.answered(person, turn) if turn.role is Role.CHARACTER else None
    events = house.streams.told(person, asked.id) if asked else ()
    return next((one for one in events if isinstance(one, Replied) and one.turn.id == turn.id), None)


async def _shown(
    request: Request,
    lumina: Lumina,
    person: str,
    room: str,
    rows: list[tuple[Turn, Any]],
    *,
    more: bool = False,
    left: bool = False,
) -> HTMLResponse:
    """Turns of a room, each with what was told of it."""
    turns, present = [turn for turn, _ in rows], await _present(lumina, person, room)
    instead, images = await lumina.views.left(person, turns), await lumina.views.images(person, turns)
    shown: dict[str, Any] = {
        "room": room,
        "more": more,
        "left": left,
        "present": present,
        "instead": instead,
        "images": images,
        "reasons": await lumina.views.reasons(person, turns),
    }
    return render(request, "turns.html", turns=rows, **shown)


async def _present(lumina: Lumina, person: str, room: str) -> frozenset[str]:
    """The ids of the characters who are in a room."""
    rooms = await lumina.rooms.all(person)
    return frozenset(name for one in rooms if one.name == room for name in one.present)


def _rows(turns: Sequence[Turn]) -> list[tuple[Turn, Any]]:
    return [(turn, None) for turn in turns]


def _waits(turns: list[Turn]) -> bool:
    """Whether the last words have no answer, or one that was not finished; what came in as a transcript, or was said
    among people, awaits none."""
    last = turns[-1]
    if last.ref or any(turn.role is Role.GUEST and turn.thread == last.thread for turn in turns):
        return False
    said = [at for at, turn in enumerate(turns) if turn.role is Role.PERSON]
    answers = [turn for turn in turns[said[-1] + 1 :] if turn.thread == turns[said[-1]].thread] if said else turns
    return not answers or answers[-1].failed


Asked = Annotated[str, Query(max_length=100_000)]
