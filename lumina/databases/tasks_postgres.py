"""Tasks of one person in PostgreSQL: put into the queue (Procrastinate's) together with what they follow from, and
noted where they failed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard

QUEUE: Final = "persons"
"""Where Procrastinate keeps them, apart from the jobs of the table."""

PATIENCE = 4
"""What failed, or was broken off, is tried again after 4, 16, 64 … seconds."""

# A person's tasks have one lock: they run in the order in which they were put.
PUT: Final = """
select (procrastinate_defer_jobs_v1(array[
    row('persons', %s, 0, 'person ' || %s, null, %s::jsonb, now() + make_interval(secs => %s))
    ::procrastinate_job_to_defer_v1]))[1]
"""
# Also where one is being done: whoever does it may be dead.
DUE: Final = """
select exists (
    select from procrastinate_jobs j
    where queue_name = 'persons' and (status = 'doing'
    or status = 'todo' and (scheduled_at is null or scheduled_at <= now())
    and not exists (
        select from procrastinate_jobs o where o.lock = j.lock and o.status = 'todo' and o.id < j.id)))
"""
FAIL: Final = """
insert into failed_tasks (id, person, task, args, cause, attempts) values (%s, %s, %s, %s::jsonb, %s, 1)
on conflict (id) do update set cause = excluded.cause, attempts = failed_tasks.attempts + 1
"""
FAILED: Final = """
select f.id, task, person, cause, f.attempts, since, scheduled_at
from failed_tasks f left join procrastinate_jobs j on j.id = f.id and status = 'todo'
order by since, f.id
"""
DONE: Final = "delete from failed_tasks where id = %s"
HURRY: Final = "update procrastinate_jobs set scheduled_at = now() where id = %s and status = 'todo'"
IS_QUEUED: Final = "select exists (select from procrastinate_jobs where id = %s)"
IS_KNOWN: Final = """
select exists (
    select from procrastinate_jobs where task_name = %(task)s and status in ('todo', 'doing') and args = %(args)s::jsonb
) or exists (select from failed_tasks where task = %(task)s and args = %(args)s::jsonb)
"""
TAKE: Final = "delete from failed_tasks where id = %s returning task, args::text"


@dataclass(frozen=True, slots=True)
class FailedTask:
    """A task that failed: whose it is, and why, without a word of theirs; how often and since when; and when the queue
    tries it again (None: it has given up)."""

    id: int
    task: str
    person: str
    cause: str
    attempts: int
    since: datetime
    again: datetime | None


@dataclass(frozen=True, slots=True)
class Tasks:
    """What is put needs a guard, and is there if what was written with it is. All of a person's go with the person."""

    database: Database

    async def put(self, guard: Guard, task: str, args: Mapping[str, Any]) -> None:
        """Put into the queue what is to begin at once; `args` are ids, and no words."""
        await guard.execute(PUT, (task, guard.person, _packed(guard, args), 0))

    async def put_new(self, guard: Guard, task: str, args: Mapping[str, Any]) -> bool:
        """As put(), unless the same waits there already, is being done, or has failed: whether to try that again is for
        the queue, or an operator, to say. Returns whether it was put."""
        packed = _packed(guard, args)
        [[known]] = await guard.fetch(IS_KNOWN, {"task": task, "args": packed})
        if not known:
            await guard.execute(PUT, (task, guard.person, packed, 0))
        return not known

    async def put_failed(self, guard: Guard, task: str, args: Mapping[str, Any], cause: str) -> None:
        """Put into the queue what was tried in another way, and failed; `args` are ids, and no words. It waits for a
        few seconds."""
        [[id_]] = await guard.fetch(PUT, (task, guard.person, _packed(guard, args), PATIENCE))
        await self.fail(guard, id_, task, args, cause)

    async def are_due(self) -> bool:
        """Whether one could begin now."""
        row = await self.database.fetch_one(DUE)
        return bool(row and row[0])

    async def fail(self, guard: Guard, id_: int, task: str, args: Mapping[str, Any], cause: str) -> None:
        """Note that a task failed, once more."""
        await guard.execute(FAIL, (id_, guard.person, task, _packed(guard, args), cause))

    async def done(self, id_: int) -> None:
        """It fails no more."""
        await self.database.execute(DONE, (id_,))

    async def failed(self) -> list[FailedTask]:
        """The one that fails longest first."""
        return [FailedTask(*row) for row in await self.database.fetch(FAILED)]

    async def retry(self, id_: int | None) -> int:
        """Let a failed one (None: all) be tried again at once; returns how many."""
        chosen = [one for one in await self.failed() if id_ in (None, one.id)]
        return sum([await self._retry(one) for one in chosen])

    async def _retry(self, failed: FailedTask) -> int:
        async with self.database.writing(failed.person) as guard, guard.transaction():
            if await guard.execute(HURRY, (failed.id,)):
                return 1
            [[queued]] = await guard.fetch(IS_QUEUED, (failed.id,))
            taken = [] if queued else await guard.fetch(TAKE, (failed.id,))
            for task, args in taken:
                await guard.execute(PUT, (task, failed.person, args, 0))
        return len(taken)


def _packed(guard: Guard, args: Mapping[str, Any]) -> str:
    return json.dumps({**args, "person": guard.person})
