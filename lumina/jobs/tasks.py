"""Tasks of single persons on the queue: each person's in their order, different persons' side by side."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job

from lumina.cancelling import cancelled, pause
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import patient
from lumina.databases.tasks_postgres import PATIENCE, QUEUE, FailedTask, Tasks
from lumina.databases.troubles_postgres import cause
from lumina.distil.model_learning import LEARN
from lumina.distil.summaries.summarising import SUMMARISE
from lumina.errors import BadInput, NotRead, PersonErased, StoreDown, because
from lumina.jobs.interrupted import Interrupted
from lumina.jobs.queue import AGAIN_SECONDS, ATTEMPTS, GRACE_SECONDS, TAKE_OVER_SECONDS
from lumina.memory.images_postgres import TASK as DESCRIBE
from lumina.stores.notified_postgres import TELL

logger = logging.getLogger(__name__)

SIDE_BY_SIDE = 4
"""Persons whose tasks run at the same time: they wait for a model."""

Learn = Callable[[str, Sequence[UUID], int], Awaitable[int]]
"""Has a model read these turns of a person, of that epoch. Idempotent; may be killed anywhere."""


Tell = Callable[[str, UUID, int], Awaitable[None]]
"""Has a character tell a person, of that epoch, of a notification. Idempotent; may be killed anywhere."""


Summarise = Callable[[str, int], Awaitable[int]]
"""Has the summaries of a person, of that epoch, made that are due. Idempotent; may be killed anywhere."""


Describe = Callable[[str, UUID, int], Awaitable[int]]
"""Has what was shown with a turn of a person, of that epoch, described. Idempotent; may be killed anywhere."""


class TaskFailed(Exception):
    """A task will be tried again. It has nothing of what a library said, which may quote somebody."""


class Backoff(BaseRetryStrategy):
    """Whatever leaves a task is tried again after 4, 16, 64 … seconds, the task keeping its number and so its place in
    the person's order; what failed for the last time does not leave it."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:  # noqa: ARG002  the queue's signature
        return RetryDecision(retry_in={"seconds": PATIENCE ** min(job.attempts + 1, ATTEMPTS)})


class TaskWorker:
    """Runs the tasks of persons: in the background, or those that are due. Several processes share the queue."""

    def __init__(self, database: Database, learn: Learn, tell: Tell, summarise: Summarise, describe: Describe) -> None:
        self._database, self._learn, self._tell, self._summarise = database, learn, tell, summarise
        self._describe = describe
        self._tasks = Tasks(database)
        self._queue = App(connector=PsycopgConnector(conninfo=database.dsn, min_size=1, max_size=SIDE_BY_SIDE))
        self._interrupted = Interrupted(self._queue, QUEUE)
        self._queue.task(name=LEARN, queue=QUEUE, pass_context=True, retry=Backoff())(self._run_learn)
        self._queue.task(name=TELL, queue=QUEUE, pass_context=True, retry=Backoff())(self._run_tell)
        self._queue.task(name=SUMMARISE, queue=QUEUE, pass_context=True, retry=Backoff())(self._run_summarise)
        self._queue.task(name=DESCRIBE, queue=QUEUE, pass_context=True, retry=Backoff())(self._run_describe)

    async def failed(self) -> list[FailedTask]:
        """What failed and is not done, the longest first; what is tried again by itself is among it."""
        return await self._tasks.failed()

    async def retry(self, which: str) -> int:
        """Let a failed task, or "all", be tried again at once; returns how many. Raises BadInput where none of them has
        that number."""
        if which == "all":
            return await self._tasks.retry(None)
        retried = await self._tasks.retry(int(which)) if which.isdecimal() else 0
        if not retried:
            raise BadInput(why=because("no failed task has the number {id}; `lumina jobs list --failed`", id=which))
        return retried

    async def _run_learn(self, context: JobContext, person: str, turns: Sequence[str]) -> None:
        epoch = await self._database.epoch(person)
        await self._run(context.job, person, epoch, self._learn(person, [UUID(turn) for turn in turns], epoch))

    async def _run_tell(self, context: JobContext, person: str, notification: str) -> None:
        epoch = await self._database.epoch(person)
        await self._run(context.job, person, epoch, self._tell(person, UUID(notification), epoch))

    async def _run_summarise(self, context: JobContext, person: str) -> None:
        epoch = await self._database.epoch(person)
        await self._run(context.job, person, epoch, self._summarise(person, epoch))

    async def _run_describe(self, context: JobContext, person: str, turn: str) -> None:
        epoch = await self._database.epoch(person)
        await self._run(context.job, person, epoch, self._describe(person, UUID(turn), epoch))

    async def _run(self, job: Job, person: str, epoch: int, work: Awaitable[object]) -> None:
        try:
            with patient():
                await work
        except PersonErased:
            logger.info("a person was erased while a task of theirs ran; nothing was kept")
        except StoreDown:
            raise
        except Exception as error:  # the edge of one task: a model's library raises what it likes
            await self._failed(job, person, epoch, _cause(error))
        else:
            await self._tasks.done(job.id or 0)

    async def _failed(self, job: Job, person: str, epoch: int, why: str) -> None:
        """Raises TaskFailed, so that the queue tries again, but for the last time."""
        logger.warning("a task of a person failed: %s", why)
        try:
            async with self._database.writing(person, epoch) as guard:
                await self._tasks.fail(guard, job.id or 0, job.task_name, job.task_kwargs, why)
        except PersonErased:
            logger.info("a person was erased while a task of theirs failed")
            return
        if job.attempts + 1 < ATTEMPTS:
            raise TaskFailed(why)

    async def run_due(self) -> None:
        """Run what is due now, one after the other, and return. What fails waits for its next attempt."""
        if not await self._tasks.are_due():
            return
        async with self._queue.open_async():
            await self._take_over()
            await self._queue.run_worker_async(wait=False, concurrency=1, listen_notify=False, **self._options())

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Work in the background until left; what runs then is given GRACE_SECONDS, and is tried again later."""
        async with self._queue.open_async():
            working = [asyncio.create_task(self._work()), asyncio.create_task(self._look_after())]
            try:
                yield
            finally:
                await cancelled(working, patience=GRACE_SECONDS + 1)

    async def _work(self) -> None:
        """Until cancelled. An outage of PostgreSQL ends Procrastinate's worker, with an exception or without."""
        while True:
            try:
                await self._queue.run_worker_async(
                    concurrency=SIDE_BY_SIDE, shutdown_graceful_timeout=GRACE_SECONDS, **self._options()
                )
            except ConnectorException as error:
                logger.warning("the tasks of persons wait for PostgreSQL: %s", error)
            await pause(AGAIN_SECONDS)

    def _options(self) -> dict[str, Any]:
        return {
            "queues": [QUEUE],
            "install_signal_handlers": False,
            "delete_jobs": "always",  # what failed is kept apart
            "worker_middleware": [self._interrupted.noted],
        }

    async def _look_after(self) -> None:
        while True:
            try:
                await self._take_over()
            except ConnectorException as error:
                logger.warning("what was interrupted waits for PostgreSQL: %s", error)
            await pause(TAKE_OVER_SECONDS)

    async def _take_over(self) -> None:
        """What nobody does any more runs again: its lock would keep all later tasks of the person waiting."""
        for job in await self._interrupted.found():
            logger.warning("%s was interrupted, and runs again", job.task_name)
            try:
                await self._queue.job_manager.retry_job(job)
            except ConnectorException:  # another process was first, or the person was erased
                continue


def _cause(error: Exception) -> str:
    """What went wrong, without a word of anybody."""
    return f"NotRead: {error.details['why']}" if isinstance(error, NotRead) else cause(error)
