"""The table of jobs: what runs when. APScheduler says when, Procrastinate runs them (worker.py)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


class Work(Protocol):
    """What the jobs do. Each is idempotent, may be killed anywhere, and returns what it did, counted."""

    async def descend(self, now: datetime) -> Mapping[str, int]: ...

    async def embed_pending(self, now: datetime) -> Mapping[str, int]: ...

    async def let_go(self, now: datetime) -> Mapping[str, int]: ...

    async def lifecycle(self, now: datetime) -> Mapping[str, int]: ...

    async def summaries(self, now: datetime) -> Mapping[str, int]: ...

    async def reconcile(self, now: datetime) -> Mapping[str, int]: ...

    async def heal(self, now: datetime) -> Mapping[str, int]: ...

    async def rewrite(self, now: datetime) -> Mapping[str, int]: ...

    async def backup(self, now: datetime) -> Mapping[str, int]: ...


@dataclass(frozen=True, slots=True)
class Job:
    """A row of the table. `cron` are the five fields of a crontab line; `at_start` runs it when a process opens, too.
    The name is that of the verb of Work."""

    name: str
    cron: str
    does: str
    at_start: bool = False


REWRITE = "rewrite"
"""One of its runs falls into the night, wherever that is, and none does harm by day."""

JOBS = (
    Job("reconcile", "7 * * * *", "finds what fell between two stores, and mends it", at_start=True),
    Job("descend", "*/15 * * * *", "what outgrew its tier goes one down"),
    Job("embed_pending", "* * * * *", "vectors for knowledge chunks that have none"),
    Job("heal", "* * * * *", "brings to an engine that is back what it missed or lost"),
    Job("lifecycle", "0 3 * * *", "compresses what faded, keeps to capacity, ends retention"),
    Job("summaries", "*/15 * * * *", "has the summaries made that are due, of whom something new is known"),
    Job(
        "let_go",
        "*/15 * * * *",
        "lets words go where the policy is summary-only, once what is kept instead stands",
    ),
    Job(
        REWRITE,
        "37 */6 * * *",
        "writes the files anew that hold bytes of who was erased, while nobody waits",
    ),
    Job("backup", "17 2 * * *", "makes a backup where LUMINA_BACKUP_URL says, and takes old ones away"),
)
"""In the order in which `lumina jobs run all` runs them."""
