"""Jobs: when each ran, what it did, run now; tasks that failed; and what the doctor says."""

import re
from typing import Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import operator_of
from lumina.api.house import Open
from lumina.api.web.shown import Shown, notice, render
from lumina.api.web.words import Words
from lumina.app import Lumina
from lumina.reports import JobRow
from lumina.telling import failing

FIGURE: Final = re.compile(r"(\D+) (\d+)")
"""What a job counted, and how many, as `lumina jobs` has it."""

router = APIRouter(prefix="/jobs", include_in_schema=False, dependencies=[Depends(operator_of)])


@router.get("")
async def jobs(request: Request, lumina: Open) -> HTMLResponse:
    return await _page(request, lumina, "jobs.html", "")


@router.post("/run/{name}")
async def run(request: Request, lumina: Open, name: str) -> HTMLResponse:
    """Run a job, or all, now."""
    reports = await lumina.jobs.run(name)
    words = Shown(request).words
    said = [(one.name, ", ".join(f"{what} {count}" for what, count in one.counts.items())) for one in reports]
    told = [(job, did(result, words)) for job, result in said]
    busy = [f"{_named(job, words)}: {done}" for job, done in told if len(told) == 1 or done != words("nothing_done")]
    done = words("then").join(busy) or words("all_ran", count=len(told))
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
        return _every("minute", int(minute[2:] or 1), words) if minute[0] == "*" else _every("hour", 1, words)
    if hour.startswith("*/"):
        return _every("hour", int(hour[2:]), words)
    return words("every_day", at=f"{int(hour):02}:{int(minute):02}")


def _every(unit: str, count: int, words: Words) -> str:
    return words(f"each_{unit}") if count == 1 else words(f"every_{unit}s", count=count)


def _named(job: str, words: Words) -> str:
    """What a job is called where no command is typed."""
    return words(f"named_{job}") if f"named_{job}" in words else job


def _does(job: JobRow, words: Words) -> str:
    """In the language of who reads; of a job that is new, as the table has it."""
    return words(f"job_{job.name}") if f"job_{job.name}" in words else job.does


def did(result: str, words: Words) -> str:
    """What a job did, in the language of who reads, without what there was none of; as it is where it failed."""
    figures = [FIGURE.fullmatch(part) for part in result.split(", ")] if result not in {"", "nothing to do"} else []
    if not all(figures):
        return result
    counted = [(one[1], int(one[2])) for one in figures if one and int(one[2])]
    keys = [(f"did_{what.replace(' ', '_')}", what, count) for what, count in counted]
    told = [words(key, count=count) if key in words else f"{what} {count}" for key, what, count in keys]
    return words("between").join(told) or words("nothing_done")


async def _page(request: Request, lumina: Lumina, template: str, done: str) -> HTMLResponse:
    words = Shown(request).words
    table = [
        (
            job,
            _named(job.name, words),
            _does(job, words),
            schedule(job.when, words),
            did(job.last_result, words) if job.last_run else "",
        )
        for job in await lumina.jobs.table()
    ]
    tasks = await lumina.tasks.failed()
    failed = [(task, failing.named(task.task, words), failing.cause(task.cause, words)) for task in tasks]
    return render(request, template, table=table, failed=failed, done=done)
