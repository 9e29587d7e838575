"""Memories: looked through, read, and corrected."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Person
from lumina.api.house import Inside, Open
from lumina.api.paging import Cursor, IfMatch, Limit, bad_cursor, check, cursor_of, mark, parts_of
from lumina.api.problems import documented
from lumina.clock import later
from lumina.lifecycle.importance import importance
from lumina.models import MemoryState, TierName, Which
from lumina.reports import MemoryRow
from lumina.shapes import memories as shapes

router = APIRouter(tags=["memories"])

POINTS = 60
AHEAD = timedelta(days=90)


class Listed(TypedDict):
    """The youngest first; `next` is the cursor of the next page."""

    memories: list[shapes.MemoryShape]
    next: str | None


class Rung(TypedDict):
    """A tier: how many memories lie there, and when the oldest and the youngest of them were born."""

    tier: str
    count: int
    oldest: datetime
    youngest: datetime
    pinned: int


class Ladder(TypedDict):
    """The tiers that hold something, from the last day down; `waiting` turns are to become memories."""

    waiting: int
    tiers: list[Rung]


class Point(TypedDict):
    """How important a memory was, is, or will be at a moment: as things stand, pinned, and had it never been used."""

    at: datetime
    importance: float
    pinned: float
    unused: float


class Curve(TypedDict):
    """From its birth to some time ahead; `uses` are the moments at which it was used."""

    now: datetime
    points: list[Point]
    uses: list[datetime]


class Change(BaseModel):
    """What to do with a memory."""

    model_config = ConfigDict(extra="forbid")

    do: Literal["edit", "pin", "unpin", "forget", "restore"]
    text: str = Field(default="", description="The new summary, for edit.")


@router.get("/memories", responses=documented())
async def memories(
    lumina: Open,
    person: Person,
    tier: Annotated[TierName | None, Query(description="Only of this tier.")] = None,
    room: Annotated[str | None, Query(max_length=300, description="Only of this room.")] = None,
    pinned: Annotated[bool, Query(description="Only those that are pinned.")] = False,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Listed:
    """Page by page, the youngest first. What answers a question is found by `/api/recall`."""
    rows = await lumina.memories.behind(person, place(cursor), Which(tier, room, pinned), limit=limit)
    last = rows[-1].state if rows else None
    following = cursor_of(last.born, last.id) if last and len(rows) == limit else None
    return {"memories": [shapes.memory(row) for row in rows], "next": following}


def place(cursor: str | None) -> tuple[datetime, UUID] | None:
    """Behind which memory a page begins. Raises BadInput."""
    if cursor is None:
        return None
    born, memory = parts_of(cursor, 2)
    try:
        at = datetime.fromisoformat(str(born))
        found = UUID(str(memory))
    except ValueError:
        raise bad_cursor() from None
    if at.tzinfo is None:
        raise bad_cursor()
    return at, found


@router.get("/ladder", responses=documented())
async def ladder(lumina: Open, person: Person) -> Ladder:
    """How many memories lie where."""
    waiting, rungs = await lumina.views.ladder(person)
    tiers: list[Rung] = [
        {
            "tier": one.tier,
            "count": one.count,
            "oldest": one.oldest,
            "youngest": one.youngest,
            "pinned": one.pinned,
        }
        for one in rungs
    ]
    return {"waiting": waiting, "tiers": tiers}


@router.get("/memories/{memory}", responses=documented(404))
async def memory(memory: UUID, response: Response, lumina: Open, person: Person) -> shapes.MemoryDetailShape:
    """One memory with its source turns and what happened to it; its ETag goes with a change."""
    found = await lumina.memories.show(person, memory)
    mark(response, _lasting(found.row))
    return shapes.memory_detail(found)


@router.get("/memories/{memory}/curve", responses=documented(404))
async def curve(memory: UUID, lumina: Open, person: Person) -> Curve:
    """How it fades: from its birth to 90 days ahead."""
    state, now = (await lumina.memories.show(person, memory)).row.state, lumina.clock()
    end = later(now, AHEAD)
    step = (end - state.born) / (POINTS - 1)
    points = [_point(state, later(state.born, step * number)) for number in range(POINTS)]
    return {"now": now, "points": points, "uses": list(state.uses)}


def _point(state: MemoryState, at: datetime) -> Point:
    born, salience = state.born, state.salience
    return {
        "at": at,
        "importance": importance(salience, born, state.uses, at, state.pinned),
        "pinned": importance(salience, born, state.uses, at, pinned=True),
        "unused": importance(salience, born, (), at, state.pinned),
    }


@router.post("/memories/{memory}", responses=documented(404, 412))
async def change(
    memory: UUID, change: Change, response: Response, house: Inside, person: Person, if_match: IfMatch = None
) -> shapes.MemoryShape:
    """Edit its summary, pin it (it does not fade), unpin it, put it away (`forget`: nothing finds it), or bring it back
    whole."""
    own = house.lumina.memories
    acts: dict[str, Callable[[], Awaitable[MemoryRow]]] = {
        "edit": lambda: own.edit(person, memory, change.text),
        "pin": lambda: own.pin(person, memory),
        "unpin": lambda: own.unpin(person, memory),
        "forget": lambda: own.forget(person, memory),
        "restore": lambda: own.restore(person, memory),
    }
    async with house.changing(person):
        if if_match:
            check(if_match, _lasting((await own.show(person, memory)).row))
        row = await acts[change.do]()
    mark(response, _lasting(row))
    return shapes.memory(row)


def _lasting(row: MemoryRow) -> dict[str, Any]:
    """What a person changes of it; the tiers it descends by itself."""
    state = row.state
    return {"id": state.id, "text": row.text, "pinned": state.pinned, "away": state.tier is TierName.FORGOTTEN}
