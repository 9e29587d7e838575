"""What the queue takes to be under way and nobody does any more."""

# pyright: reportMissingTypeStubs=false

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from procrastinate import App, JobContext
from procrastinate.jobs import Job as QueuedJob
from procrastinate.middleware import AsyncCallNext
from procrastinate.worker import Worker as QueueWorker


@dataclass(slots=True)
class Interrupted:
    """Of one queue, as one process sees it. `noted` is the middleware of the process's own worker."""

    app: App
    queue: str
    _doing: set[int | None] = field(default_factory=set[int | None], init=False)
    _idle: set[int | None] = field(default_factory=set[int | None], init=False)
    _worker_id: int | None = field(default=None, init=False)

    async def found(self) -> Sequence[QueuedJob]:
        """What a killed process had begun (it counts as dead once its heart has not beaten for half a minute), and what
        became of which an outage kept from the queue here."""
        return [*await self.app.job_manager.get_stalled_jobs(queue=self.queue), *await self._lost()]

    async def _lost(self) -> list[QueuedJob]:
        """What the queue takes to be done here, and is not, at this look and at the last one: a job that begins or ends
        is so for a moment."""
        if self._worker_id is None:
            return []
        counted = await self.app.job_manager.list_jobs_async(status="doing", worker_id=self._worker_id)
        idle = [job for job in counted if job.id not in self._doing]
        lost = [job for job in idle if job.id in self._idle]
        self._idle = {job.id for job in idle}
        return lost

    async def noted(self, process: AsyncCallNext, context: JobContext, worker: QueueWorker) -> Any:
        """Know what this process does, and by which number the queue knows it."""
        self._worker_id = worker.worker_id
        self._doing.add(context.job.id)
        try:
            return await process()
        finally:
            self._doing.discard(context.job.id)
