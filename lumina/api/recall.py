"""What would be remembered, how it was found, and why something else was not; and what reminds of what."""

from datetime import datetime
from typing import Annotated, Literal, NotRequired
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from lumina.api.callers import Person
from lumina.api.house import Inside, Open
from lumina.api.problems import documented, language_of
from lumina.errors import BadTime
from lumina.services import Looking
from lumina.shapes import browsed, recalled
from lumina.telling.absences import sentence
from lumina.telling.words import Words

router = APIRouter(tags=["recall"])


class Question(BaseModel):
    """A question, and how it is looked up."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(examples=["玉露はどこで飲んだ？"])
    viewer: str | None = Field(default=None, max_length=300, description="A character; without one, the owner.")
    budget: int | None = Field(default=None, ge=100, le=100_000, description="Tokens of the pack.")
    limit: int = Field(default=10, ge=1, le=200)
    unit: Literal["memory", "turn"] = "memory"
    at: datetime | None = Field(default=None, description="The moment that is taken for now.")
    explain: bool = Field(default=False, description="Also tell how each was found.")
    why_not: UUID | None = Field(default=None, description="A memory or a turn: why is it not there?")


class Recollected(recalled.RecollectionShape):
    explain: NotRequired[recalled.ExplanationShape]
    why_not: NotRequired[recalled.AbsenceShape]


@router.post("/recall", responses=documented(404))
async def recall(query: Question, request: Request, house: Inside, person: Person) -> Recollected:
    """The pack that a character would be given, and the hits it is made of. Nothing is written."""
    lumina, looking = house.lumina, _looking(query, person, house.lumina.settings.budget)
    recall = lumina.recall_at(query.at)
    if query.why_not:
        found = await recall.why_not(query.query, query.why_not, **looking)
        told = sentence(found, Words(language_of(request)), str(query.why_not), query.viewer)
        house.metrics.note_recall(found.recollection.timings_ms)
        return {**recalled.recollection(found.recollection), "why_not": recalled.absence(found, told)}
    if query.explain:
        explained = await recall.explain(query.query, **looking)
        house.metrics.note_recall(explained.recollection.timings_ms)
        return {**recalled.recollection(explained.recollection), "explain": recalled.explanation(explained)}
    plain = await recall.look_up(query.query, **looking)
    house.metrics.note_recall(plain.timings_ms)
    return {**recalled.recollection(plain)}


def _with_zone(at: datetime | None) -> datetime | None:
    """Raises BadTime."""
    if at and at.tzinfo is None:
        raise BadTime(text=at.isoformat())
    return at


def _looking(query: Question, person: str, budget: int) -> Looking:
    _with_zone(query.at)
    return {
        "person": person,
        "viewer": query.viewer,
        "budget": query.budget or budget,
        "limit": query.limit,
        "unit": query.unit,
    }


@router.get("/concepts", responses=documented())
async def concepts(
    lumina: Open,
    person: Person,
    concept: Annotated[str, Query(max_length=300, description="Where it starts; empty: those most spoken of.")] = "",
    depth: Annotated[int, Query(ge=1, le=5, description="Over how many associations.")] = 2,
    weakest: Annotated[float, Query(ge=0, le=1, description="Only associations of at least this strength.")] = 0.1,
    limit: Annotated[int, Query(ge=1, le=2000)] = 200,
    at: Annotated[datetime | None, Query(description="As it was at that moment, with its zone; else now.")] = None,
) -> browsed.GraphShape:
    """What reminds of what."""
    found = await lumina.views.concepts(person, concept, depth, weakest, limit, _with_zone(at))
    return browsed.graph(found)
