"""The associations: a picture that can be followed, and the same as a table."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.web.moments import end_of_day
from lumina.api.web.shown import render
from lumina.clock import local
from lumina.reports import ConceptGraph

router = APIRouter(prefix="/concepts", include_in_schema=False)

MOST = 500
FIRST = 60
"""Concepts that are shown at once, where nothing is asked for."""


@router.get("")
async def concepts(
    request: Request,
    lumina: Open,
    person: Person,
    start: str = "",
    depth: int = 2,
    threshold: float = 0.1,
    at: str = "",
    *,
    plain: bool = False,
) -> HTMLResponse:
    """The page; what it shows comes after it, where it is not asked for alone, or `plain` (without scripts)."""
    moment, start = end_of_day(at), start.strip()
    asked = {"start": start, "depth": depth, "threshold": threshold, "at": at}
    _, rungs = await lumina.views.ladder(person)
    days = _days(min((rung.oldest for rung in rungs), default=None), lumina.clock(), moment)
    if not (plain or request.headers.get("hx-request")):
        return render(request, "concepts.html", graph=None, asked=asked, query=urlencode(asked), **days)
    steps, weakest = min(max(depth, 1), 5), min(max(threshold, 0.0), 1.0)
    graph = await lumina.views.concepts(person, start, steps, weakest, MOST if start else FIRST, moment)
    return render(request, "concepts.html", graph=graph, asked=asked, drawn=_drawn(graph), **days)


def _days(since: datetime | None, now: datetime, asked: datetime | None) -> dict[str, Any]:
    """The scale of days that can be asked for: its first, how many there are behind that, and which one it is."""
    if since is None:
        return {"days": 0}
    first, last = local(since).date(), local(now).date()
    days = (last - first).days
    day = (local(asked).date() - first).days if asked else days
    return {"first": first, "days": days, "day": min(max(day, 0), days)}


def _drawn(graph: ConceptGraph) -> dict[str, Any]:
    """As the picture wants it."""
    return {
        "nodes": [{"id": one.name, "mentions": one.mentions, "depth": one.depth} for one in graph.nodes],
        "edges": [{"a": a, "b": b, "strength": round(strength, 3)} for a, b, strength in graph.edges],
    }
