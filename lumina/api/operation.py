"""What an operator sees and does: jobs, failed tasks, the doctor."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request
from typing_extensions import TypedDict

from lumina.api.callers import Operator
from lumina.api.house import Open
from lumina.api.problems import documented, language_of
from lumina.shapes.answers import DoctorShape
from lumina.shapes.answers import doctor as doctor_shape

router = APIRouter(tags=["operation"])


class JobShape(TypedDict):
    """A job: when it runs (a line of crontab), and how its last run went."""

    name: str
    when: str
    does: str
    last_run: datetime | None
    last_result: str


class Jobs(TypedDict):
    jobs: list[JobShape]


class RunShape(TypedDict):
    """What a run did, counted."""

    name: str
    counts: dict[str, int]
    seconds: float


class Runs(TypedDict):
    jobs: list[RunShape]


class FailedShape(TypedDict):
    """A task of a person that failed: why, and when it is tried again (null: it is not)."""

    id: int
    task: str
    person: str
    cause: str
    attempts: int
    since: datetime
    again: datetime | None


class Failed(TypedDict):
    tasks: list[FailedShape]


class Retried(TypedDict):
    retried: int


@router.get("/jobs", responses=documented())
async def jobs(lumina: Open, _: Operator) -> Jobs:
    """When each job runs, and how it went last."""
    rows = await lumina.jobs.table()
    found: list[JobShape] = [
        {
            "name": one.name,
            "when": one.when,
            "does": one.does,
            "last_run": one.last_run,
            "last_result": one.last_result,
        }
        for one in rows
    ]
    return {"jobs": found}


@router.post("/jobs/{name}/run", responses=documented())
async def run(name: Annotated[str, Path(max_length=100)], lumina: Open, _: Operator) -> Runs:
    """Run a job (or `all`) now."""
    reports = await lumina.jobs.run(name)
    return {"jobs": [{"name": one.name, "counts": dict(one.counts), "seconds": one.seconds} for one in reports]}


@router.get("/jobs/failed", responses=documented())
async def failed(lumina: Open, _: Operator) -> Failed:
    """Tasks of single persons that failed and are not done yet."""
    tasks: list[FailedShape] = [
        {
            "id": one.id,
            "task": one.task,
            "person": one.person,
            "cause": one.cause,
            "attempts": one.attempts,
            "since": one.since,
            "again": one.again,
        }
        for one in await lumina.tasks.failed()
    ]
    return {"tasks": tasks}


@router.post("/jobs/failed/{which}/retry", responses=documented())
async def retry(which: Annotated[str, Path(max_length=100)], lumina: Open, _: Operator) -> Retried:
    """Try a failed task (or `all`) again at once."""
    return {"retried": await lumina.tasks.retry(which)}


@router.get("/doctor", responses=documented())
async def doctor(request: Request, lumina: Open, _: Operator) -> DoctorShape:
    """The state of every store, the model and the embedder, and what to do about what is wrong."""
    return doctor_shape(await lumina.doctor(language_of(request)))
