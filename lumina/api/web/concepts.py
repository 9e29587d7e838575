"""The associations: a picture that can be followed, and the same as a table."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.web.moments import end_of_day
from lumina.api.web.shown import render
from lumina.reports import ConceptGraph
from lumina.views import Views

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
) -> HTMLResponse:
    moment = end_of_day(at)
    views = replace(lumina.views, clock=lambda: moment) if moment else lumina.views
    graph = await _graph(views, person, start, depth, threshold)
    asked = {"start": start, "depth": depth, "threshold": threshold, "at": at}
    return render(request, "concepts.html", graph=graph, asked=asked, drawn=_drawn(graph))


async def _graph(views: Views, person: str, start: str, depth: int, threshold: float) -> ConceptGraph:
    depth, threshold = min(max(depth, 1), 5), min(max(threshold, 0.0), 1.0)
    return await views.concepts(person, start.strip(), depth, threshold, MOST if start else FIRST)


def _drawn(graph: ConceptGraph) -> dict[str, Any]:
    """As the picture wants it."""
    return {
        "nodes": [{"id": one.name, "mentions": one.mentions, "depth": one.depth} for one in graph.nodes],
        "edges": [{"a": a, "b": b, "strength": round(strength, 3)} for a, b, strength in graph.edges],
    }
