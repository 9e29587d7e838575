"""The memory: its ladder, all memories as a list that can be searched, each of them in full, and a timeline."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.web.curve import curve
from lumina.api.web.shown import Shown, notice, render
from lumina.api.web.timeline import timeline
from lumina.app import Lumina
from lumina.models import TierName, Turn
from lumina.reports import MemoryRow
from lumina.telling.reasons import sentence

router = APIRouter(prefix="/memory", include_in_schema=False)

PAGE = 50
FOUND = 30
AROUND = 2
"""Turns before and behind the source turns of a memory."""

Tier = Annotated[TierName | None, Query()]


@router.get("")
async def memory(
    request: Request, lumina: Open, person: Person, tier: str = "", q: str = "", within: str = ""
) -> HTMLResponse:
    """The ladder, the timeline, and the list."""
    waiting, rungs = await lumina.views.ladder(person)
    births = await lumina.views.births(person)
    return render(
        request,
        "memory.html",
        waiting=waiting,
        rungs=rungs,
        most=max((rung.count for rung in rungs), default=1),
        tier=_tier(tier),
        q=q,
        within=within,
        timeline=timeline(births, within, Shown(request)),
        **await _listed(request, lumina, person, _tier(tier), q, 0, within),
    )


@router.get("/list")
async def more(
    request: Request, lumina: Open, person: Person, tier: str = "", q: str = "", offset: int = 0, within: str = ""
) -> HTMLResponse:
    """Further rows, or what a search finds."""
    listed = await _listed(request, lumina, person, _tier(tier), q.strip(), max(0, offset), within)
    return render(request, "memory_list.html", tier=_tier(tier), q=q, within=within, **listed)


def _tier(tier: str) -> TierName | None:
    return TierName(tier) if tier in set(TierName) else None


async def _listed(
    request: Request, lumina: Lumina, person: str, tier: TierName | None, q: str, offset: int, within: str
) -> dict[str, Any]:
    """Either the hits of a search, which is the same recall as in talk, or rows with where the next ones begin."""
    if q:
        found = await lumina.recall.look_up(q, person=person, viewer=None, budget=300, limit=FOUND, unit="memory")
        shown = Shown(request)
        hits = [hit for hit in found.hits if tier in (None, hit.tier)]
        told = [(hit, sentence(hit, q, shown.now, shown.words, shown.name)) for hit in hits]
        return {"hits": told, "rows": [], "after": None}
    if within:
        rows = await _born_within(lumina, person, within)
        return {"hits": [], "rows": rows, "after": None}
    rows = await lumina.memories.list(person, tier=tier, limit=PAGE, offset=offset)
    return {"hits": [], "rows": rows, "after": offset + PAGE if len(rows) == PAGE else None}


async def _born_within(lumina: Lumina, person: str, within: str) -> list[MemoryRow]:
    """The memories of a year, a month or a day, the first ones of them."""
    born = [id_ for id_, at, _ in await lumina.views.births(person) if f"{at.astimezone():%Y-%m-%d}".startswith(within)]
    return [(await lumina.memories.show(person, id_)).row for id_ in born[:PAGE]]


@router.get("/{memory}")
async def one(request: Request, lumina: Open, person: Person, memory: UUID) -> HTMLResponse:
    """One memory: its source turns in their talk, its concepts, what happened to it, and its forgetting curve."""
    found = await lumina.memories.show(person, memory)
    talks = await lumina.views.around(person, found.turns, AROUND)
    shown = Shown(request)
    drawn = curve(found.row.state, found.log, shown.now, shown.words)
    sources = {turn.id for turn in found.turns}
    return render(request, "memory_one.html", found=found, talks=_talks(talks), sources=sources, curve=drawn)


def _talks(talks: Sequence[Sequence[Turn]]) -> list[Sequence[Turn]]:
    return [talk for talk in talks if talk]


@router.post("/{memory}/edit")
async def edit(
    request: Request, lumina: Open, person: Person, memory: UUID, text: Annotated[str, Form()]
) -> HTMLResponse:
    await lumina.memories.edit(person, memory, text)
    return notice(request, "memory_edited")


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
    return notice(request, "memory_wrong", count=len(resting))


@router.post("/{memory}/{deed}")
async def change(request: Request, lumina: Open, person: Person, memory: UUID, deed: str) -> HTMLResponse:
    """Pin, unpin, put away, bring back."""
    memories = lumina.memories
    deeds = {
        "pin": memories.pin,
        "unpin": memories.unpin,
        "forget": memories.forget,
        "restore": memories.restore,
    }
    await deeds.get(deed, memories.restore)(person, memory)
    answer = notice(request, f"memory_{deed if deed in deeds else 'restore'}")
    answer.headers["HX-Trigger"] = "changed"
    return answer
