"""Rooms, what was said in them, and the threads that it makes."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Person
from lumina.api.chat import checked_room
from lumina.api.house import House, Inside, Open
from lumina.api.paging import Cursor, Limit, bad_cursor, cursor_of, parts_of
from lumina.api.problems import documented
from lumina.reports import Room
from lumina.shapes import browsed as shapes
from lumina.views import NEWEST

router = APIRouter(tags=["rooms"])

RoomName = Annotated[str, Path(max_length=300, description="The room's name; it may have slashes.")]


class Rooms(TypedDict):
    rooms: list[shapes.RoomShape]


class Turns(TypedDict):
    """The last first; `next` is the cursor of the page before these."""

    turns: list[shapes.SaidShape]
    next: str | None


class Threads(TypedDict):
    threads: list[shapes.ThreadShape]


class Present(BaseModel):
    """Who is there: names of characters."""

    model_config = ConfigDict(extra="forbid")

    present: list[Annotated[str, Field(max_length=300)]] = Field(min_length=1, max_length=100)


@router.get("/rooms", responses=documented())
async def rooms(house: Inside, person: Person) -> Rooms:
    """All rooms; `turn` is the one that is under way there, to be followed at `/api/chat/{turn}/events`."""
    return {"rooms": [await _room(house, person, one) for one in await house.lumina.rooms.all(person)]}


@router.put("/rooms/{room:path}", responses=documented(404))
async def set_present(room: RoomName, present: Present, house: Inside, person: Person) -> shapes.RoomShape:
    """Who is present in a room, which is made where there is none."""
    changed = await house.lumina.rooms.set_present(person, checked_room(room), present.present)
    return await _room(house, person, changed)


async def _room(house: House, person: str, room: Room) -> shapes.RoomShape:
    return shapes.room(room, await house.under_way(person, room.name))


@router.get("/turns", responses=documented())
async def turns(
    lumina: Open,
    person: Person,
    room: Annotated[str | None, Query(max_length=300, description="Only of this room.")] = None,
    thread: Annotated[UUID | None, Query(description="Only of this thread.")] = None,
    branch: Annotated[UUID | None, Query(description="Of what was left for this turn, which is not told else.")] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Turns:
    """What was said, page by page, the last first."""
    before = _number(parts_of(cursor, 1)[0]) if cursor else NEWEST
    found = await lumina.views.page(person, before=before, limit=limit, room=room, thread=thread, branch=branch)
    last = cursor_of(found[-1][0]) if len(found) == limit else None
    return {"turns": [shapes.said(turn) for _, turn in found], "next": last}


def _number(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= NEWEST:
        raise bad_cursor()
    return value


@router.get("/turns/{turn}", responses=documented(404))
async def turn(turn: UUID, lumina: Open, person: Person) -> shapes.SaidShape:
    """One turn."""
    return shapes.said(await lumina.views.turn(person, turn))


@router.get("/threads", responses=documented())
async def threads(lumina: Open, person: Person) -> Threads:
    """All threads, the first that was opened first."""
    return {"threads": [shapes.thread(one) for one in await lumina.views.threads(person)]}
