"""A recall played back: the cue, what each way of searching found, the terms of every score, and the pack. Two of them
can be laid side by side."""

from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.web.moments import moment
from lumina.api.web.shown import Shown, render
from lumina.app import Lumina
from lumina.clock import local
from lumina.models import Role
from lumina.recall.explanations import Explanation, Weighed
from lumina.telling.absences import arm_label

router = APIRouter(prefix="/replay", include_in_schema=False)

MOST: Final = 8
EXAMPLES: Final = 3
"""Of each kind."""

LATELY: Final = 40
"""Turns among which they are looked for."""

LONG_ENOUGH: Final = 8
TOO_LONG: Final = 120
"""Characters."""

WEAKEST: Final = 0.1
"""The strength of an association that is looked at."""

VISIBLE: Final = 0.005
"""What a term must add to be drawn."""


@dataclass(frozen=True, slots=True)
class Played:
    """One recall, with what it was asked for and when."""

    query: str
    at: str
    found: Explanation

    @property
    def most(self) -> float:
        """The highest score, by which the bars are measured."""
        return max((hit.score for hit in self.found.hits), default=1.0) or 1.0


@router.get("")
async def replay(
    request: Request,
    lumina: Open,
    person: Person,
    q: str = "",
    at: str = "",
    q2: str = "",
    at2: str = "",
    viewer: str = "",
) -> HTMLResponse:
    asked = [(q, at), (q2 or q, at2)] if q2 or at2 else [(q, at)]
    played = [await _play(lumina, person, text, when, viewer) for text, when in asked if text.strip()]
    own = await _examples(lumina, person) if not played else []
    values = {"q": q, "at": at, "q2": q2, "at2": at2, "viewer": viewer}

    shown = Shown(request)

    def arm(name: str) -> str:
        return _arm(name, shown)

    return render(request, "replay.html", played=played, asked=values, examples=own, terms=_terms, arm=arm)


async def _examples(lumina: Lumina, person: str) -> list[tuple[str, str]]:
    """What can be played back without a thought: what the person said last, each as of the minute in which it was said,
    and what they speak of most, as of now."""
    said = [turn for _, turn in await lumina.views.page(person, limit=LATELY) if turn.role is Role.PERSON]
    cues = [(turn.text, f"{local(turn.at):%Y-%m-%dT%H:%M}") for turn in said if LONG_ENOUGH < len(turn.text) < TOO_LONG]
    graph = await lumina.views.concepts(person, "", 1, WEAKEST, EXAMPLES, None)
    spoken_of = sorted(graph.nodes, key=lambda one: -one.mentions)
    return [*cues[:EXAMPLES], *((one.name, "") for one in spoken_of[:EXAMPLES])]


async def _play(lumina: Lumina, person: str, query: str, at: str, viewer: str) -> Played:
    then = moment(at)
    recall = replace(lumina.recall, clock=lambda: then) if then else lumina.recall
    budget = lumina.settings.budget
    found = await recall.explain(query, person=person, viewer=viewer or None, budget=budget, limit=MOST, unit="turn")
    return Played(query, at, found)


def _terms(hit: Weighed) -> list[tuple[str, float]]:
    """What adds to the score, the most first."""
    return sorted((pair for pair in hit.terms.items() if abs(pair[1]) >= VISIBLE), key=lambda pair: -abs(pair[1]))


def _arm(name: str, shown: Shown) -> str:
    source, _, arm = name.rpartition(":")
    label = arm_label(arm, shown.words)
    return shown.words("of_source", source=shown.source(source), arm=label) if source else label
