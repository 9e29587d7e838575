"""Background work: APScheduler says when, the queue in PostgreSQL (Procrastinate) runs it, once and with retries."""

# APScheduler ships no types
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import cast

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Status

from lumina.cancelling import cancelled, pause
from lumina.clock import Clock
from lumina.databases.postgres_connection import patient
from lumina.databases.tasks_postgres import PATIENCE
from lumina.jobs.interrupted import Interrupted
from lumina.jobs.table import JOBS, REWRITE, Job, Work
from lumina.reports import EraseReport, JobReport

logger = logging.getLogger(__name__)

QUEUE = "default"
"""Procrastinate's own; the tasks of persons have another one."""

ATTEMPTS = 6
AGAIN_SECONDS = 2.0
"""After an outage of PostgreSQL the queue is looked at again so often."""

GRACE_SECONDS = 5
"""What runs when a worker ends is given so long."""

TAKE_OVER_SECONDS = 30
"""What nobody does any more is looked for so often."""

Note = Callable[[str, datetime, str], Awaitable[None]]
"""Keeps when a job ran last and how it went."""

Alone = Callable[[str], AbstractAsyncContextManager[None]]
"""One at a time, over all processes, does a task of this name."""

MINUTE = 60


def task_of(job: Job) -> str:
    """The job's name among the tasks that one process at a time does."""
    return f"job {job.name}"


async def run_job(job: Job, work: Work, now: datetime, note: Note) -> JobReport:
    """Run one job at a moment and note how it went. What it raises is noted and raised. Whoever calls it does the
    task alone."""
    began = time.perf_counter()
    try:
        with patient():
            counts: Mapping[str, int] = await getattr(work, job.name)(now)
    except Exception as error:
        await note(job.name, now, f"failed: {type(error).__name__}")  # its words may name somebody
        raise
    await note(job.name, now, ", ".join(f"{key} {count}" for key, count in counts.items()) or "nothing to do")
    return JobReport(job.name, dict(counts), time.perf_counter() - began)


def is_overdue(job: Job, last: datetime | None, now: datetime) -> bool:
    """Whether the schedule would have run the job between its last run and now. A run of the future was none."""
    if last is None or last > now:
        return True
    try:
        return next_run(job, last) <= now
    except OverflowError:  # the calendar ends before
        return False


def next_run(job: Job, after: datetime) -> datetime:
    """When the schedule runs the job next. Raises OverflowError where the calendar ends before."""
    trigger = CronTrigger.from_crontab(job.cron, timezone="UTC")
    return cast("datetime", trigger.get_next_fire_time(None, after))


def next_rewriting(now: datetime) -> datetime:
    """When the tables are rewritten next that still hold bytes of who was erased."""
    return next(next_run(job, now) for job in JOBS if job.name == REWRITE)


def scheduled(report: EraseReport, now: datetime) -> EraseReport:
    """With the moment at which what others kept in its place is rewritten."""
    when = next_rewriting(now)
    return replace(report, remains=tuple(replace(one, when=when) if one.which else one for one in report.remains))


class Worker:
    """The queue and its schedule: `table`. Several workers share the queue; a job waits there at most once and runs
    once."""

    def __init__(
        self, dsn: str, work: Callable[[], Work], clock: Clock, note: Note, alone: Alone, table: Sequence[Job] = JOBS
    ) -> None:
        self._work, self._clock, self._note, self._alone = work, clock, note, alone
        self._table = table
        self._queue = App(connector=PsycopgConnector(conninfo=dsn, min_size=1, max_size=3))
        self._interrupted = Interrupted(self._queue, QUEUE)
        for job in self._table:
            self._register(job)

    def _register(self, job: Job) -> None:
        async def run(attempt: int = 1, timestamp: int = 0) -> None:  # noqa: ARG001  the queue names the minute
            try:
                async with self._alone(task_of(job)):  # others than workers run jobs, too
                    await run_job(job, self._work(), self._clock(), self._note)
            except (Exception, asyncio.CancelledError):
                if attempt < ATTEMPTS:
                    await self.defer(job, attempt + 1)
                raise

        self._queue.task(name=job.name, lock=job.name, queueing_lock=job.name)(run)

    async def defer(self, job: Job, attempt: int = 1) -> None:
        """Put a job into the queue, unless it waits there already. (Where it does, the queue's own retry leaves what
        failed as running for ever.)"""
        seconds = PATIENCE ** (attempt - 1) if attempt > 1 else 0
        task = self._queue.configure_task(
            job.name, lock=job.name, queueing_lock=job.name, schedule_in={"seconds": seconds}
        )
        try:
            await task.defer_async(attempt=attempt)
        except AlreadyEnqueued:
            logger.debug("%s waits in the queue already", job.name)
        except asyncio.CancelledError:  # by the scheduler, which is closing: it would report an error
            logger.debug("%s was not put into the queue any more", job.name)

    async def fall_due(self, job: Job, minute: int) -> None:
        """Put a job into the queue that is due at this minute (since 1970): once, however many workers say so."""
        at = minute * MINUTE
        named = {"timestamp": at}
        task = self._queue.configure_task(job.name, lock=job.name, queueing_lock=job.name, task_kwargs=named)
        try:
            await task.job_manager.defer_periodic_job(task.job, "cron", at)
        except AlreadyEnqueued:
            logger.debug("%s waits in the queue already", job.name)
        except asyncio.CancelledError:  # by the scheduler, which is closing: it would report an error
            logger.debug("%s was not put into the queue any more", job.name)

    async def _fire(self, job: Job) -> None:
        """By the scheduler, in the minute that the job's crontab line names."""
        await self.fall_due(job, int(time.time()) // MINUTE)

    async def take_over(self) -> None:
        """Put what nobody does any more into the queue again: its lock would keep the job from running ever again."""
        for begun in await self._interrupted.found():
            logger.warning("%s was interrupted, and runs again", begun.task_name)
            try:
                await self._queue.job_manager.finish_job(begun, Status.FAILED, delete_job=True)
            except ConnectorException:  # another process was first
                continue
            for job in self._table:
                if job.name == begun.task_name:
                    await self.defer(job)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Work in the background until left; a job that is running then is given GRACE_SECONDS to end."""
        async with self._queue.open_async():
            await self.take_over()
            scheduler = self._schedule()
            worker = asyncio.create_task(self._take_jobs())
            try:
                yield
            finally:
                scheduler.shutdown(wait=False)
                await cancelled([worker], patience=GRACE_SECONDS + 1)

    async def _take_jobs(self) -> None:
        """Until cancelled. An outage of PostgreSQL ends Procrastinate's worker, with an exception or without."""
        while True:
            try:
                await self._queue.run_worker_async(
                    queues=[QUEUE],
                    concurrency=2,
                    install_signal_handlers=False,
                    shutdown_graceful_timeout=GRACE_SECONDS,
                    delete_jobs="always",  # how the last run went is in the records
                    fetch_job_polling_interval=5,  # what waited for its lock, or for its next attempt
                    worker_middleware=[self._interrupted.noted],
                )
            except ConnectorException as error:
                logger.warning("the queue waits for PostgreSQL: %s", error)
            await pause(AGAIN_SECONDS)

    def _schedule(self) -> AsyncIOScheduler:
        late = {"misfire_grace_time": None, "coalesce": True}  # on a busy machine a job runs late, and once
        scheduler = AsyncIOScheduler(timezone="UTC", job_defaults=late)
        often = IntervalTrigger(seconds=TAKE_OVER_SECONDS, timezone="UTC")
        scheduler.add_job(self.take_over, often, id="take over")
        for job in self._table:
            scheduler.add_job(self._fire, CronTrigger.from_crontab(job.cron, timezone="UTC"), args=[job], id=job.name)
            if job.at_start:
                scheduler.add_job(self.defer, args=[job], id=f"{job.name} at start")
        scheduler.start()
        return scheduler
