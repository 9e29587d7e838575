"""The memory: its ladder, all memories as a list that can be searched, each of them in full, and a timeline."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.memories import place
from lumina.api.paging import cursor_of
from lumina.api.web.curve import curve
from lumina.api.web.happened import told
from lumina.api.web.moments import span
from lumina.api.web.shown import Shown, notice, render
from lumina.api.web.timeline import timeline
from lumina.app import Lumina
from lumina.models import TierName, Turn, Which
from lumina.telling.reasons import sentence

router = APIRouter(prefix="/memory", include_in_schema=False)

PAGE = 50
FOUND = 30
AROUND = 2
"""Turns before and behind the source turns of a memory."""

FOREMOST = UUID(int=2**128 - 1)
"""Behind this stands, of the memories of one moment, none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which memories are to be listed: of a tier, of a room, only the pinned, born in a year, month or day (`within`),
    behind one of them (`cursor`); or those of them that a search (`q`) finds."""

    tier: str = ""
    room: str = ""
    pinned: bool = False
    q: str = ""
    within: str = ""
    cursor: str = ""

    @property
    def at_tier(self) -> TierName | None:
        return TierName(self.tier) if self.tier in set(TierName) else None

    @property
    def which(self) -> Which:
        return Which(self.at_tier, self.room or None, self.pinned)

    @property
    def chosen(self) -> dict[str, str]:
        """All but what is searched for and where to go on, as an address has it."""
        told = {"tier": self.tier, "room": self.room, "pinned": "true" if self.pinned else "", "within": self.within}
        return {name: value for name, value in told.items() if value}


@router.get("")
async def memory(request: Request, lumina: Open, person: Person, asked: Annotated[Asked, Depends()]) -> HTMLResponse:
    """The ladder, the timeline, and the list."""
    waiting, rungs = await lumina.views.ladder(person)
    births = await lumina.views.births(person)
    return render(
        request,
        "memory.html",
        waiting=waiting,
        rungs=rungs,
        most=max((rung.count for rung in rungs), default=1),
        timeline=timeline(births, asked.within, Shown(request)),
        rooms=sorted(room.name for room in await lumina.rooms.all(person)),
        **await _listed(request, lumina, person, asked),
    )


@router.get("/list")
async def more(request: Request, lumina: Open, person: Person, asked: Annotated[Asked, Depends()]) -> HTMLResponse:
    """Further rows, or what a search finds."""
    return render(request, "memory_list.html", **await _listed(request, lumina, person, asked))


async def _listed(request: Request, lumina: Lumina, person: str, asked: Asked) -> dict[str, Any]:
    """Either the hits of a search, which is the same recall as in talk, or rows with where the next ones begin."""
    shown_with: dict[str, Any] = {"asked": asked, "hits": [], "rows": [], "after": None}
    first, last = span(asked.within) if asked.within else (None, None)
    if question := asked.q.strip():
        found = await lumina.recall.look_up(
            question, person=person, viewer=None, budget=300, limit=FOUND, unit="memory"
        )
        shown = Shown(request)
        hits = await lumina.memories.among(person, found.hits, asked.which)
        inside = [hit for hit in hits if first is None or last is None or first <= hit.at < last]
        return shown_with | {
            "hits": [(hit, sentence(hit, question, shown.now, shown.words, shown.name)) for hit in inside],
            "states": await lumina.memories.states(person, [hit.memory for hit in inside if hit.memory]),
        }
    behind = place(asked.cursor or None) or (last and (last, FOREMOST))
    rows = await lumina.memories.behind(person, behind or None, asked.which, limit=PAGE)
    inside = [row for row in rows if first is None or row.state.born >= first]
    after = cursor_of(inside[-1].state.born, inside[-1].state.id) if len(inside) == PAGE else None
    return shown_with | {"rows": inside, "after": after}


@router.get("/{memory}")
async def one(request: Request, lumina: Open, person: Person, memory: UUID) -> HTMLResponse:
    """One memory: its source turns in their talk, its concepts, what happened to it, and its forgetting curve."""
    found = await lumina.memories.show(person, memory)
    talks = await lumina.views.around(person, found.turns, AROUND)
    shown = Shown(request)
    happened = [(entry["at"], *told(entry, shown.words)) for entry in found.log]
    drawn = curve(found.row.state, found.log, shown.now, shown.words)
    sources = {turn.id for turn in found.turns}
    return render(
        request, "memory_one.html", found=found, talks=_talks(talks), sources=sources, curve=drawn, happened=happened
    )


def _talks(talks: Sequence[Sequence[Turn]]) -> list[Sequence[Turn]]:
    return [talk for talk in talks if talk]


@router.get("/{memory}/deeds")
async def deeds(request: Request, lumina: Open, person: Person, memory: UUID) -> HTMLResponse:
    """What can be done with a memory as it is now."""
    states = await lumina.memories.states(person, [memory])
    return render(request, "deeds.html", state=states[memory]) if memory in states else HTMLResponse()


@router.post("/{memory}/edit")
async def edit(
    request: Request, lumina: Open, person: Person, memory: UUID, text: Annotated[str, Form()]
) -> HTMLResponse:
    await lumina.memories.edit(person, memory, text)
    return _changed(notice(request, "memory_edited"), memory)


@router.post("/{memory}/wrong")
async def wrong(request: Request, lumina: Open, person: Person, memory: UUID) -> HTMLResponse:
    """Put it away, and take back what is known by its turns alone."""
    found = await lumina.memories.show(person, memory)
    turns = {turn.id for turn in found.turns}
    await lumina.memories.forget(person, memory)
    facts = [fact for fact in (await lumina.known.known(person)).facts if fact.is_open]
    resting = [fact for fact in facts if fact.evidence and turns.issuperset(fact.evidence)]
    for fact in resting:
        await lumina.known.forget(person, fact.id)
    undo = f"/memory/{memory}/right?{urlencode({'fact': [str(fact.id) for fact in resting]}, doseq=True)}"
    done = "memory_wrong" if resting else "memory_forget"
    return _changed(notice(request, done, undo=undo, count=len(resting)), memory)


@router.post("/{memory}/right")
async def right(
    request: Request,
    lumina: Open,
    person: Person,
    memory: UUID,
    facts: Annotated[list[UUID], Query(alias="fact", default_factory=list)],
) -> HTMLResponse:
    """It was not wrong after all: bring it back, and what was known by it."""
    await lumina.memories.restore(person, memory)
    for fact in facts:
        await lumina.known.restore(person, fact)
    return _changed(notice(request, "memory_right"), memory)


@router.post("/{memory}/{deed}")
async def change(request: Request, lumina: Open, person: Person, memory: UUID, deed: str) -> HTMLResponse:
    """Pin, unpin, put away, bring back, or bring back what it was shortened from."""
    memories = lumina.memories
    deeds = {
        "pin": memories.pin,
        "unpin": memories.unpin,
        "forget": memories.forget,
        "restore": memories.restore,
        "unfold": memories.restore,
    }
    await deeds.get(deed, memories.restore)(person, memory)
    undo = f"/memory/{memory}/restore" if deed == "forget" else ""
    return _changed(notice(request, f"memory_{deed if deed in deeds else 'restore'}", undo=undo), memory)


def _changed(answer: HTMLResponse, memory: UUID) -> HTMLResponse:
    """Whatever of the page shows this memory gets it anew."""
    answer.headers["HX-Trigger"] = f"changed-{memory}"
    return answer
