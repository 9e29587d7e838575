"""The domain clock, for demos and tests: what time it is for talks, memories and jobs, and to move it forward."""

from datetime import datetime, timedelta
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Calling, Operator
from lumina.api.house import Inside, Open
from lumina.api.problems import documented
from lumina.clock import Clock, DomainClock
from lumina.errors import BadInput, NotYours, because

router = APIRouter(prefix="/clock", tags=["operation"])

MOST_SECONDS = 3_155_760_000
"""A hundred years."""


class ClockShape(TypedDict):
    """`now` is the moment at which things are said and grow old; it is `ahead` by so many seconds. Only a movable clock
    can be moved."""

    now: datetime
    ahead: float
    movable: bool


class Forward(BaseModel):
    """How far time is moved."""

    model_config = ConfigDict(extra="forbid")

    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS, description="Forward by so many.", examples=[86_400])]


@router.get("", responses=documented())
async def look(lumina: Open, _: Calling) -> ClockShape:
    """What time it is."""
    return _shape(lumina.clock)


@router.post("", responses=documented())
async def move(forward: Forward, house: Inside, _: Operator) -> ClockShape:
    """Move time forward, where `lumina serve --domain-clock` lets it be moved (else 403); it never goes back. What is
    due by then is done by the jobs (`/api/jobs/all/run`). Tokens and sessions end as if time had not been moved."""
    clock = house.lumina.clock
    if not isinstance(clock, DomainClock):
        raise NotYours(why=because("time is moved only where `lumina serve --domain-clock` lets it be"))
    try:
        clock.advance(timedelta(seconds=forward.seconds))
    except ValueError:
        raise BadInput(why=because("the calendar ends before that")) from None
    return _shape(clock)


def _shape(clock: Clock) -> ClockShape:
    ahead = clock.ahead.total_seconds() if isinstance(clock, DomainClock) else 0.0
    return {"now": clock(), "ahead": ahead, "movable": isinstance(clock, DomainClock)}
