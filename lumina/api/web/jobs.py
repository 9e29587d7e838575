"""Jobs: when each ran, what it did, run now; tasks that failed; and what the doctor says."""

from collections.abc import Mapping

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import operator_of
from lumina.api.house import Open
from lumina.api.web.shown import Shown, notice, render
from lumina.api.web.words import Words
from lumina.app import Lumina
from lumina.reports import JobRow

router = APIRouter(prefix="/jobs", include_in_schema=False, dependencies=[Depends(operator_of)])


@router.get("")
async def jobs(request: Request, lumina: Open) -> HTMLResponse:
    return await _page(request, lumina, "jobs.html", "")


@router.post("/run/{name}")
async def run(request: Request, lumina: Open, name: str) -> HTMLResponse:
    """Run a job, or all, now."""
    reports = await lumina.jobs.run(name)
    done = "; ".join(f"{one.name}: {_counted(one.counts)}" for one in reports)
    return await _page(request, lumina, "jobs_table.html", done)


@router.post("/retry/{task}")
async def retry(request: Request, lumina: Open, task: str) -> HTMLResponse:
    return notice(request, "tried_again", count=await lumina.tasks.retry(task))


@router.get("/doctor")
async def doctor(request: Request, lumina: Open) -> HTMLResponse:
    report = await lumina.doctor(Shown(request).language)
    return render(request, "doctor.html", report=report)


def schedule(when: str, words: Words) -> str:
    """A schedule as cron writes it, in words; as it is, where it is of another kind than ours."""
    minute, hour, *days = when.split()
    if days != ["*"] * 3:
        return when
    if hour == "*":
        return words("every_minutes", count=int(minute[2:] or 1)) if minute[0] == "*" else words("every_hours", count=1)
    if hour.startswith("*/"):
        return words("every_hours", count=int(hour[2:]))
    return words("every_day", at=f"{int(hour):02}:{int(minute):02}")


def _does(job: JobRow, words: Words) -> str:
    """In the language of who reads; of a job that is new, as the table has it."""
    return words(f"job_{job.name}") if f"job_{job.name}" in words else job.does


async def _page(request: Request, lumina: Lumina, template: str, done: str) -> HTMLResponse:
    words = Shown(request).words
    table = [(job, _does(job, words), schedule(job.when, words)) for job in await lumina.jobs.table()]
    return render(request, template, table=table, failed=await lumina.tasks.failed(), done=done)


def _counted(counts: Mapping[str, int]) -> str:
    """What a job did, in figures."""
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "0"
