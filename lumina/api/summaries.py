"""What weeks, people, topics, relationships and rooms were about."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from typing_extensions import TypedDict

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.problems import documented
from lumina.errors import BadTime
from lumina.shapes import summaries as shapes
from lumina.summaries import SummaryKind

router = APIRouter(tags=["what is known"])

At = Annotated[datetime | None, Query(description="As it was at this moment (ISO 8601 with its zone).")]
Kind = Annotated[SummaryKind | None, Query(description="Only those of this kind.")]


class SummaryList(TypedDict):
    summaries: list[shapes.SummaryShape]


class SummaryInFull(TypedDict):
    """One summary, its sentences with the turns by which they are known, and every version of it."""

    summary: shapes.SummaryShape
    sentences: list[shapes.SentenceShape]
    history: list[shapes.VersionShape]


@router.get("/summaries", responses=documented(404))
async def summaries(lumina: Open, person: Person, kind: Kind = None, at: At = None) -> SummaryList:
    """The summaries, each in its last version."""
    if at and at.tzinfo is None:
        raise BadTime(text=at.isoformat())
    chosen = [one for one in await lumina.summaries.all(person, at) if kind in {None, one.kind}]
    turns = await lumina.known.turns(person, [turn for one in chosen for turn in one.evidence])
    return {"summaries": [shapes.summary(one, turns, at or lumina.clock()) for one in chosen]}


@router.get("/summaries/{summary}", responses=documented(404))
async def summary(summary: UUID, lumina: Open, person: Person) -> SummaryInFull:
    """One summary in full."""
    history = await lumina.summaries.history(person, summary)
    turns = await lumina.known.turns(person, history[-1].evidence)
    return {
        "summary": shapes.summary(history[-1], turns, lumina.clock()),
        "sentences": shapes.sentences(history[-1], turns),
        "history": [shapes.version(each) for each in history],
    }
