"""The queue in PostgreSQL: what is put there runs, once, whatever happened to the process that had begun it."""

import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from procrastinate.exceptions import ConnectorException

from harness.servers import or_skip
from harness.waiting import until
from lumina.clock import FIRST, LAST
from lumina.databases.postgres import Database
from lumina.databases.schema import bring_up_to_date
from lumina.jobs.queue import Worker, is_overdue
from lumina.jobs.table import JOBS
from tools.servers.postgres_server import serve_postgres

NOW = datetime(2026, 5, 4, 8, tzinfo=UTC)
ROOT = Path(__file__).parents[2]
QUIET = [replace(job, cron="0 0 1 1 *") for job in JOBS]
"""Nothing falls due in a minute that begins while a test runs."""

BY_NAME = {job.name: job for job in QUIET}
QUEUE = "select status::text from procrastinate_jobs where task_name = 'reconcile'"
CUT = """
select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock' and strpos(query, 'procrastinate_finish_job') > 0
"""
HUNG = """
import asyncio, sys
from tests.jobs.test_queue import hang
asyncio.run(hang(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("last", "now", "overdue"),
    [
        (None, NOW, True),
        (NOW, NOW, False),
        (NOW, NOW + timedelta(minutes=6), False),
        (NOW, NOW + timedelta(minutes=7), True),
        (LAST, NOW, True),
        (LAST, LAST, False),
        (FIRST, NOW, True),
    ],
)
def test_a_job_is_overdue_once_its_minute_has_come_since_its_last_run(
    last: datetime | None, now: datetime, overdue: bool
) -> None:
    """What ran in the future, by a command's `--at`, has not run yet."""
    [reconcile] = [job for job in JOBS if job.name == "reconcile"]
    assert is_overdue(reconcile, last, now) is overdue


@dataclass
class Work:
    """Counts what runs. `failing` many times it fails; where it `hangs`, nothing ends."""

    failing: int = 0
    hangs: bool = False
    runs: Counter[str] = field(default_factory=Counter[str])
    results: dict[str, str] = field(default_factory=dict[str, str])
    began: asyncio.Event = field(default_factory=asyncio.Event)
    held: asyncio.Event = field(default_factory=asyncio.Event)

    async def descend(self, now: datetime) -> Mapping[str, int]:
        return await self._run("descend")

    async def heal(self, now: datetime) -> Mapping[str, int]:
        return await self._run("heal")

    async def embed_pending(self, now: datetime) -> Mapping[str, int]:
        return await self._run("embed_pending")

    async def lifecycle(self, now: datetime) -> Mapping[str, int]:
        return await self._run("lifecycle")

    async def let_go(self, now: datetime) -> Mapping[str, int]:
        return await self._run("let_go")

    async def summaries(self, now: datetime) -> Mapping[str, int]:
        return await self._run("summaries")

    async def reconcile(self, now: datetime) -> Mapping[str, int]:
        return await self._run("reconcile")

    async def rewrite(self, now: datetime) -> Mapping[str, int]:
        return await self._run("rewrite")

    async def backup(self, now: datetime) -> Mapping[str, int]:
        return await self._run("backup")

    async def _run(self, name: str) -> Mapping[str, int]:
        self.runs[name] += 1
        self.began.set()
        if self.hangs:
            await self.held.wait()
        if self.failing:
            self.failing -= 1
            raise RuntimeError("out of paper")
        return {"done": 1}

    async def note(self, name: str, at: datetime, how: str) -> None:
        self.results[name] = how


def worker(dsn: str, work: Work) -> Worker:
    return Worker(dsn, lambda: work, lambda: NOW, work.note, lambda _: nullcontext(), QUIET)


async def hang(dsn: str) -> None:
    """Begin a job, say so, and never end it."""
    work = Work(hangs=True)
    async with worker(dsn, work).running():
        await work.began.wait()
        print("began", flush=True)  # noqa: T201
        await asyncio.sleep(3600)


async def killed_in_the_middle_of_a_job(dsn: str) -> None:
    command = (sys.executable, "-c", HUNG, dsn)
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
    assert child.stdout is not None
    assert await child.stdout.readline() == b"began\n"
    child.send_signal(signal.SIGKILL)
    await child.wait()


async def until_it_ran(work: Work, times: int = 1) -> None:
    async def ran() -> bool:
        return work.runs["reconcile"] >= times and "reconcile" in work.results

    await until(ran)


async def until_it_waits(database: Database) -> None:
    async def waits() -> bool:
        return await database.fetch(QUEUE) == [("todo",)]

    await until(waits)


async def test_what_runs_at_the_start_runs_once(dsn: str) -> None:
    work = Work()
    async with worker(dsn, work).running():
        await until_it_ran(work)
        await asyncio.sleep(0.2)
    assert work.runs["reconcile"] == 1
    assert work.results["reconcile"] == "done 1"


async def test_what_runs_at_the_start_runs_late_where_the_machine_is_busy(dsn: str) -> None:
    work = Work()
    async with worker(dsn, work).running():
        time.sleep(1.5)  # noqa: ASYNC251  nobody gets a turn meanwhile
        await until_it_ran(work)


async def test_a_job_whose_process_was_killed_runs_again(dsn: str, database: Database) -> None:
    await killed_in_the_middle_of_a_job(dsn)
    assert await database.fetch(QUEUE) == [("doing",)]
    await database.execute("update procrastinate_workers set last_heartbeat = last_heartbeat - interval '1 minute'")
    work = Work()
    async with worker(dsn, work).running():
        await until_it_ran(work)
    assert await database.fetch(QUEUE) == []


async def test_a_job_whose_end_did_not_reach_the_queue_runs_again(dsn: str, database: Database) -> None:
    work = Work(hangs=True)
    running = worker(dsn, work)
    async with running.running():
        await work.began.wait()
        await end_without_an_answer(work, database)
        assert await database.fetch(QUEUE) == [("doing",)]
        for _ in range(2):
            await running.take_over()
        await until_it_ran(work, times=2)


async def end_without_an_answer(work: Work, database: Database) -> None:
    """Let the job end, and break the connection on which the queue is being told so."""

    async def is_cut_off() -> bool:
        return await database.fetch(CUT) == [(True,)]

    async with database.transaction() as holder:
        await holder.execute("lock table procrastinate_jobs in access exclusive mode")
        work.held.set()
        await until(is_cut_off)


async def test_a_job_that_is_being_done_is_left_to_whoever_does_it(dsn: str) -> None:
    work = Work(hangs=True)
    running = worker(dsn, work)
    async with running.running():
        await work.began.wait()
        for _ in range(3):
            await running.take_over()
        await asyncio.sleep(0.3)
        assert work.runs["reconcile"] == 1


async def test_a_job_of_a_process_that_lives_is_left_to_it(dsn: str, database: Database) -> None:
    slow, other = Work(hangs=True), Work()
    async with worker(dsn, slow).running():
        await slow.began.wait()
        async with worker(dsn, other).running():
            await asyncio.sleep(1)
        slow.held.set()
        await until_it_ran(slow)
    assert other.runs["reconcile"] == 0


async def test_a_job_that_fails_is_put_into_the_queue_for_later(dsn: str, database: Database) -> None:
    work = Work(failing=1)
    async with worker(dsn, work).running():
        await until_it_ran(work)
        await until_it_waits(database)
    assert work.results == {"reconcile": "failed: RuntimeError"}
    [(later,)] = await database.fetch("select scheduled_at > now() from procrastinate_jobs")
    assert later


async def test_a_job_that_is_broken_off_by_the_end_of_its_process_waits_for_the_next(
    dsn: str, database: Database
) -> None:
    work = Work(hangs=True)
    async with worker(dsn, work).running():
        await work.began.wait()
    await until_it_waits(database)


async def test_a_job_that_fails_while_it_waits_once_more_is_tried_again(dsn: str) -> None:
    work = Work(hangs=True, failing=1)
    running = worker(dsn, work)
    async with running.running():
        await work.began.wait()
        await running.defer(BY_NAME["reconcile"])
        work.held.set()
        await until_it_ran(work, times=2)
    assert work.results["reconcile"] == "done 1"


async def test_what_falls_due_runs_once_however_many_workers_say_so(dsn: str, database: Database) -> None:
    one, two = Work(), Work()
    first, second = worker(dsn, one), worker(dsn, two)
    job = BY_NAME["descend"]

    async def is_over() -> bool:
        return await database.fetch("select from procrastinate_jobs") == []

    async with first.running(), second.running():
        for minute in range(1, 6):
            for each in (first, second, second, first):
                await each.fall_due(job, minute)
                await until(is_over)  # it ran, and does not wait any more, before the next says that it is due
    assert (one.runs + two.runs)["descend"] == 5


@pytest.mark.servers
async def test_after_an_outage_of_postgresql_jobs_run_again(tmp_path: Path) -> None:
    with or_skip(serve_postgres()) as mortal:
        async with Database.open(mortal.url) as database:
            await bring_up_to_date(database, str(tmp_path))
        work = Work()
        running = worker(mortal.url, work)
        async with running.running():
            await until_it_ran(work)
            mortal.kill()
            await asyncio.sleep(12)  # the worker asks for jobs every 5 s, and says every 10 that it lives
            mortal.start()

            async def is_asked_for() -> bool:
                with suppress(ConnectorException):
                    await running.defer(BY_NAME["reconcile"])
                    return True
                return False

            await until(is_asked_for)
            await until_it_ran(work, times=2)


async def test_two_workers_never_run_a_job_at_the_same_time(dsn: str) -> None:
    slow, other = Work(hangs=True), Work()
    first, second = worker(dsn, slow), worker(dsn, other)
    async with first.running():
        await slow.began.wait()
        async with second.running():
            await second.defer(BY_NAME["reconcile"])
            await asyncio.sleep(0.3)
            assert other.runs["reconcile"] == 0
            slow.held.set()
            await until_it_ran(slow)


async def test_a_task_that_somebody_does_is_left_to_them(dsn: str, database: Database) -> None:
    async with Database.open(dsn) as elsewhere:
        async with elsewhere.alone("job descend"), database.unless_busy("job descend") as ours:
            assert not ours
        async with database.unless_busy("job descend") as ours:
            assert ours
            async with elsewhere.unless_busy("job descend") as theirs, elsewhere.unless_busy("job other") as others:
                assert (theirs, others) == (False, True)
