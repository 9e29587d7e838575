"""What the application does on request, part by part: `rooms`, `recall`, `jobs`, `transfer`, `erasure`. Its other parts
are what wiring.py makes: `talk`, `memories`, `knowledge`."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypedDict, Unpack
from uuid import UUID

from lumina.clock import Clock
from lumina.databases.postgres_connection import patient
from lumina.dialogue.characters import Cast
from lumina.erasure.part import Part
from lumina.erasure.verify import Supplied
from lumina.errors import BadInput, UnknownPerson, UnknownUnit, because
from lumina.jobs.queue import is_overdue, run_job, scheduled, task_of
from lumina.jobs.table import JOBS, REWRITE, Job
from lumina.language.tokens import analyse
from lumina.recall.absence import why_not
from lumina.recall.ask import Ask
from lumina.recall.explaining import explain
from lumina.recall.explanations import Absence, Explanation
from lumina.reports import (
    ErasePreview,
    EraseReport,
    ImportedTurn,
    ImportReport,
    JobReport,
    JobRow,
    LogMonth,
    PartPreview,
    Recollection,
    Room,
    Verified,
)
from lumina.summaries import Summary
from lumina.texts import checked_text
from lumina.transfer.export import export_person
from lumina.transfer.package import Package
from lumina.transfer.person import whole_of
from lumina.transfer.reembed import reembed
from lumina.wiring import Parts


class Looking(TypedDict):
    """How something is looked up: by whom (None: the owner), for how many tokens, and how many hits of what."""

    person: str
    viewer: str | None
    budget: int
    limit: int
    unit: Literal["memory", "turn"]


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where people talk, and who is present there."""

    parts: Parts
    cast: Cast

    async def one(self, person: str, room: str) -> Room:
        """The room of this name, made where there is none."""
        return (await self.parts.talk.room(person, room))[0]

    async def all(self, person: str) -> list[Room]:
        return await self.parts.stores.transcript.rooms(person)

    async def set_present(self, person: str, room: str, present: Sequence[str]) -> Room:
        """Raises UnknownCharacter."""
        ids = [self.cast.find(name).id for name in present]
        await self.one(person, room)
        async with self.parts.stores.database.writing(person) as guard:
            await self.parts.stores.transcript.set_present(guard, room, ids)
        return await self.one(person, room)


@dataclass(frozen=True, slots=True)
class Recall:
    """What would be remembered, and why."""

    parts: Parts
    cast: Cast
    clock: Clock

    async def look_up(self, query: str, **looking: Unpack[Looking]) -> Recollection:
        """Raises BadText, UnknownCharacter."""
        return await self.parts.recaller.recollect(self._ask(query, looking))

    async def explain(self, query: str, **looking: Unpack[Looking]) -> Explanation:
        """Look something up, and tell how it was found. Raises as look_up()."""
        return await explain(self.parts.recaller, self._ask(query, looking))

    async def why_not(self, query: str, wanted: UUID, **looking: Unpack[Looking]) -> Absence:
        """Look something up, and tell why this memory, or turn, is not there. Raises UnknownTurn, and as look_up()."""
        return await why_not(self.parts.recaller, self._ask(query, looking), wanted)

    async def turn_called(self, person: str, ref: str) -> UUID | None:
        """The turn to which an imported file gave this name."""
        found = await self.parts.stores.transcript.by_ref(person, [ref])
        return found[ref].id if ref in found else None

    def _ask(self, query: str, looking: Looking) -> Ask:
        viewer = self.cast.find(looking["viewer"]) if looking["viewer"] else None
        return Ask(
            person=looking["person"],
            text=checked_text(query),
            at=self.clock(),
            language=analyse(query).language,
            budget=looking["budget"],
            limit=looking["limit"],
            unit=looking["unit"],
            viewer=viewer.id if viewer else None,
            namespaces=viewer.knows_best if viewer else (),
        )


@dataclass(frozen=True, slots=True)
class Sums:
    """Summaries, as the owner sees them. Raises UnknownPerson, UnknownUnit."""

    parts: Parts
    clock: Clock

    async def all(self, person: str, at: datetime | None = None) -> list[Summary]:
        """The last version of each as of a moment (None: now). What is due is made first, where no model writes it."""
        await self.parts.known.known(person)
        return (await self.soon(person, at))[0]

    async def soon(self, person: str, at: datetime | None, seconds: float | None = None) -> tuple[list[Summary], bool]:
        """As all(), and whether what is due is made: that is waited for no longer than so long."""
        made = await self.parts.summariser.soon(person, await self.parts.stores.database.epoch(person), seconds)
        return await self.parts.summed.of(person, at or self.clock()), made

    async def history(self, person: str, summary: UUID) -> list[Summary]:
        """Its versions, the first one first."""
        found = await self.parts.summed.versions(person, [summary], self.clock())
        if not found:
            raise UnknownUnit(person=person, unit=summary)
        return found


@dataclass(frozen=True, slots=True)
class Jobs:
    """Background work, seen and run."""

    parts: Parts
    clock: Clock

    async def table(self) -> list[JobRow]:
        runs = await self.parts.stores.records.runs()
        return [JobRow(job.name, job.cron, job.does, *runs.get(job.name, (None, ""))) for job in JOBS]

    async def run(self, name: str) -> list[JobReport]:
        """Run a job, or "all", now. Raises BadInput for a name that is not in the table."""
        chosen = [job for job in JOBS if name in ("all", job.name)]
        if not chosen:
            raise BadInput(
                why=because(
                    "there is no job '{name}'; there are: {known}",
                    name=name,
                    known=", ".join(["all", *(job.name for job in JOBS)]),
                )
            )
        return [await self._run(job) for job in chosen]

    async def _run(self, job: Job) -> JobReport:
        stores = self.parts.stores
        async with stores.database.alone(task_of(job)):
            return await run_job(job, self.parts.chores, self.clock(), stores.records.note_run)

    async def catch_up(self) -> None:
        """Do what the schedule would have done by now. What another process is doing is left to it."""
        now, stores = self.clock(), self.parts.stores
        for job in await self._overdue(now):
            async with stores.database.unless_busy(task_of(job)) as ours:
                if ours and job in await self._overdue(now):
                    await run_job(job, self.parts.chores, now, stores.records.note_run)

    async def _overdue(self, now: datetime) -> list[Job]:
        runs = await self.parts.stores.records.runs()
        return [job for job in JOBS if is_overdue(job, runs[job.name][0] if job.name in runs else None, now)]


@dataclass(frozen=True, slots=True)
class Transfer:
    """What comes in and goes out whole."""

    parts: Parts
    clock: Clock

    async def bring(
        self,
        lines: Sequence[ImportedTurn],
        *,
        person: str,
        me: str,
        progress: Callable[[int], None],
        replace: bool = False,
    ) -> ImportReport:
        """At least one line; those whose speaker is `me` are the person's own. `replace` takes out first what is here
        of these lines, with every memory of them. Raises as Importer.run()."""
        began, parts = time.perf_counter(), self.parts
        if replace:
            with patient():
                await parts.take_in.withdrawal.run(person, await parts.importer.brought(lines, person))
        epoch = await parts.stores.database.epoch(person)
        with patient():
            counts = await parts.importer.run(lines, person=person, me=me, epoch=epoch, progress=progress)
            return await self._imported(person, counts, [line.at for line in lines], began)

    async def take_in(
        self, package: Package, *, person: str, progress: Callable[[int], None], replace: bool = False
    ) -> ImportReport:
        """What was exported becomes this person, who has nothing here yet (or, with `replace`, nothing else); all or
        nothing. Raises BadInput, BadFile."""
        began, parts = time.perf_counter(), self.parts
        whole = whole_of(package, person)
        with patient():
            counts = await parts.take_in.run(whole, person=person, progress=progress, replace=replace)
            await parts.chores.refill(self.clock())
            await parts.chores.heal(self.clock())
            return await self._imported(person, counts, [turn.at for turn in whole.turns], began)

    async def _imported(self, person: str, counts: Counter[str], times: list[datetime], began: float) -> ImportReport:
        later = await self.parts.flusher.to_come(person)
        return ImportReport.of(counts, times, later=later, seconds=time.perf_counter() - began)

    async def export(self, person: str, folder: Path) -> dict[str, int]:
        """Raises UnknownPerson, BadInput."""
        with patient():
            return await export_person(self.parts.stores, person, folder, self.clock(), self.parts.talking.cast)

    async def reembed(self, progress: Callable[[int], None]) -> int:
        """All vectors anew, with the embedder of the settings; returns how many."""
        parts = self.parts
        with patient():
            return await reembed(parts.stores, parts.flusher, parts.knowledge, self.clock(), progress)


@dataclass(frozen=True, slots=True)
class Logs:
    """The full log by month, written elsewhere for others to read."""

    parts: Parts
    clock: Clock

    async def write(self, person: str, month: str = "") -> list[LogMonth]:
        """Raises UnknownPerson, and as ParquetLogs.write()."""
        stores = self.parts.stores
        if not (await stores.transcript.counts(person))["people"]:
            raise UnknownPerson(person=person)
        async with stores.database.writing(person) as guard:
            return [*await stores.logs.write(guard, stores.folder.pseudonyms.of(person).hex(), self.clock(), month)]

    async def written(self, person: str) -> list[LogMonth]:
        return await self.parts.stores.logs.written(person)


@dataclass(frozen=True, slots=True)
class Erasing:
    """A person leaves everything, or a part of what there is of them goes."""

    parts: Parts
    clock: Clock

    async def preview(self, person: str) -> ErasePreview:
        return await self.parts.erasure.preview(person)

    async def erase(self, person: str, token: str, asked_by: str) -> EraseReport:
        """Raises as Erasure.erase()."""
        with patient():
            report = await self.parts.erasure.erase(person, token, asked_by=asked_by, at=self.clock())
        self.parts.talk.turns.forget(person)
        return scheduled(report, self.clock())

    async def clean_up(self) -> int | None:
        """Do now what an erasure leaves for the night, where the files are this process' own; returns how many traces
        they have afterwards. None where it waits for the night: on servers others would wait for it."""
        if self.parts.stores.engines.shared:
            return None
        [report] = await Jobs(self.parts, self.clock).run(REWRITE)
        done = report.counts.get("receipts completed", 0)
        return report.counts.get("found in files", 0) if done else None

    async def verify(self, receipt: tuple[str, bytes] | UUID, supplied: Supplied) -> Verified:
        """Search anew for what a receipt says is gone. Raises as Verification.run()."""
        with patient():
            return await self.parts.verification.run(receipt, supplied)

    async def preview_part(self, person: str, part: Part) -> PartPreview:
        """Raises as PartialErasure.preview()."""
        return await self.parts.partial_erasure.preview(person, part)

    async def erase_part(self, person: str, part: Part, token: str, asked_by: str) -> EraseReport:
        """Raises as PartialErasure.erase()."""
        with patient():
            erasing = self.parts.partial_erasure.erase(person, part, token, asked_by=asked_by, at=self.clock())
            report = await erasing
        self.parts.talk.turns.forget(person)
        return scheduled(report, self.clock())
