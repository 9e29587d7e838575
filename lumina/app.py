"""The application: opens everything, and does what the commands and the web do. Wiring is in wiring.py."""

import asyncio
import gc
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Literal, Self, TypedDict, Unpack
from uuid import UUID

from langchain_core.language_models import BaseChatModel

from graphs.flushing import Flusher
from lumina.clock import Clock, system_clock
from lumina.databases.folder import owned, shared
from lumina.databases.postgres_connection import patient
from lumina.dialogue.characters import Cast, load_cast
from lumina.dialogue.turn import Talking
from lumina.erasure.caches import following_erasures
from lumina.errors import BadInput, because
from lumina.jobs.queue import Worker, is_overdue, run_job, scheduled, task_of
from lumina.jobs.table import JOBS, Job
from lumina.language.bilingual import Language
from lumina.language.messages import Messages
from lumina.language.tokens import analyse
from lumina.models import TierName
from lumina.recall.absence import why_not
from lumina.recall.explaining import explain
from lumina.recall.explanations import Absence, Explanation
from lumina.recall.recollect import Ask
from lumina.reports import (
    ChunkHit,
    DoctorReport,
    DocumentReport,
    ErasePreview,
    EraseReport,
    Event,
    ImportedTurn,
    ImportReport,
    JobReport,
    JobRow,
    MemoryDetail,
    MemoryRow,
    Recollection,
    Room,
)
from lumina.settings import Settings
from lumina.stores.opening import disk_of, open_stores
from lumina.stores.watch import Watch
from lumina.texts import checked_text
from lumina.transfer.export import export_person
from lumina.transfer.package import Package
from lumina.transfer.person import whole_of
from lumina.transfer.reembed import reembed
from lumina.wiring import Parts, wire


class Looking(TypedDict):
    """How something is looked up: by whom (None: the owner), for how many tokens, and how many hits of what."""

    person: str
    viewer: str | None
    budget: int
    limit: int
    unit: Literal["memory", "turn"]


class Lumina:
    """The application, opened. What it can do is what the commands can do."""

    def __init__(self, settings: Settings, clock: Clock, cast: Cast, parts: Parts, *, background: bool) -> None:
        self.settings, self.clock, self.cast = settings, clock, cast
        self._parts, self._background = parts, background

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings,
        clock: Clock = system_clock,
        *,
        background: bool = False,
        reembedding: bool = False,
        speaking: BaseChatModel | None = None,
    ) -> AsyncGenerator[Self]:
        """Open the data folder (embedded: own it) and every store; `background` also runs the jobs in this process, and
        where a model is `speaking`, every character speaks with that one.

        Raises FolderInUse, FolderForeign, FolderOther, FolderTooNew, EmbedderChanged (unless `reembedding`),
        UnfinishedCopy, BadSetting, DiskFull; StoreDown where PostgreSQL does not answer.
        """
        async with AsyncExitStack() as stack:
            stack.enter_context(disk_of(settings).blamed())
            having = owned if reembedding or settings.profile == "embedded" else shared
            folder = await asyncio.to_thread(stack.enter_context, having(settings.home))
            cast = await asyncio.to_thread(load_cast, settings.characters)
            stores = await open_stores(stack, folder, settings, clock, reembedding=reembedding)
            parts = await asyncio.to_thread(wire, stores, settings, clock, cast, speaking)
            stack.push_async_callback(parts.flusher.close)
            if stores.engines.shared:
                await stack.enter_async_context(following_erasures(stores))
            with patient():
                await parts.chores.refill(clock())
                await parts.chores.reindex_lost()
            stack.callback(gc.unfreeze)
            gc.freeze()  # what was imported and opened stays: going through it all now and then took 0.1 s of a turn
            if background:
                await stack.enter_async_context(Watch(stores.engines.watched.values()).running())
                note, alone = stores.records.note_run, stores.database.alone
                worker = Worker(stores.database.dsn, parts.chores, clock, note, alone)
                await stack.enter_async_context(worker.running())
            yield cls(settings, clock, cast, parts, background=background)

    @property
    def mended(self) -> int:
        """How many files of the data folder other users of this machine could read, until it was opened."""
        return self._parts.stores.folder.mended

    @property
    def ports(self) -> Talking:
        """What the conversation graph needs, for a server that runs the graph itself."""
        return self._parts.talking

    @property
    def flush_ports(self) -> Flusher:
        """What the flush graph needs."""
        return self._parts.flusher

    def say(self, text: str, *, person: str, room: str, wait: bool = True) -> AsyncGenerator[Event]:
        """One turn of the room at a time: raises RoomBusy where another is under way, unless that is waited for."""
        return self._parts.talk.say(text, person=person, room=room, wait=wait)

    def retry(self, *, person: str, room: str, wait: bool = True) -> AsyncGenerator[Event]:
        return self._parts.talk.retry(person=person, room=room, wait=wait)

    async def settle(self) -> None:
        """Wait for what is being distilled; then, where no worker runs in this process, do what the schedule would have
        done by now. For a process that ends after one turn."""
        await self._parts.flusher.settle()
        if not self._background:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """What another process is doing is left to it."""
        now, stores = self.clock(), self._parts.stores
        for job in await self._overdue(now):
            async with stores.database.unless_busy(task_of(job)) as ours:
                if ours and job in await self._overdue(now):
                    await run_job(job, self._parts.chores, now, stores.records.note_run)

    async def _overdue(self, now: datetime) -> list[Job]:
        runs = await self._parts.stores.records.runs()
        return [job for job in JOBS if is_overdue(job, runs[job.name][0] if job.name in runs else None, now)]

    async def recall(self, query: str, **looking: Unpack[Looking]) -> Recollection:
        """Look something up. Raises BadText, UnknownCharacter."""
        return await self._parts.recaller.recollect(self._ask(query, looking))

    async def explain(self, query: str, **looking: Unpack[Looking]) -> Explanation:
        """Look something up, and tell how it was found. Raises as recall()."""
        return await explain(self._parts.recaller, self._ask(query, looking))

    async def why_not(self, query: str, wanted: UUID, **looking: Unpack[Looking]) -> Absence:
        """Look something up, and tell why this memory, or turn, is not there. Raises UnknownTurn, and as recall()."""
        return await why_not(self._parts.recaller, self._ask(query, looking), wanted)

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

    async def turn_called(self, person: str, ref: str) -> UUID | None:
        """The turn to which an imported file gave this name."""
        found = await self._parts.stores.transcript.by_ref(person, [ref])
        return found[ref].id if ref in found else None

    async def room(self, person: str, room: str) -> Room:
        return (await self._parts.talk.room(person, room))[0]

    async def rooms(self, person: str) -> list[Room]:
        return await self._parts.stores.transcript.rooms(person)

    async def set_present(self, person: str, room: str, present: Sequence[str]) -> Room:
        """Raises UnknownCharacter."""
        ids = [self.cast.find(name).id for name in present]
        await self.room(person, room)
        async with self._parts.stores.database.writing(person) as guard:
            await self._parts.stores.transcript.set_present(guard, room, ids)
        return await self.room(person, room)

    async def import_turns(
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
        began = time.perf_counter()
        if replace:
            with patient():
                await self._parts.take_in.withdrawal.run(person, await self._parts.importer.brought(lines, person))
        epoch = await self._parts.stores.database.epoch(person)
        with patient():
            counts = await self._parts.importer.run(lines, person=person, me=me, epoch=epoch, progress=progress)
            return await self._imported(person, counts, [line.at for line in lines], began)

    async def take_in(
        self, package: Package, *, person: str, progress: Callable[[int], None], replace: bool = False
    ) -> ImportReport:
        """What was exported becomes this person, who has nothing here yet (or, with `replace`, nothing else); all or
        nothing. Raises BadInput, BadFile."""
        began = time.perf_counter()
        whole = whole_of(package, person)
        with patient():
            counts = await self._parts.take_in.run(whole, person=person, progress=progress, replace=replace)
            await self._parts.chores.refill(self.clock())
            await self._parts.chores.heal(self.clock())
            return await self._imported(person, counts, [turn.at for turn in whole.turns], began)

    async def _imported(
        self, person: str, counts: Counter[str], times: Sequence[datetime], began: float
    ) -> ImportReport:
        later = await self._parts.flusher.to_come(person)
        return ImportReport.of(counts, times, later=later, seconds=time.perf_counter() - began)

    async def list_memories(self, person: str, *, tier: TierName | None, limit: int, offset: int) -> list[MemoryRow]:
        return await self._parts.memories.list(person, tier=tier, limit=limit, offset=offset)

    async def show_memory(self, person: str, memory: UUID) -> MemoryDetail:
        return await self._parts.memories.show(person, memory)

    async def edit_memory(self, person: str, memory: UUID, text: str) -> MemoryRow:
        return await self._parts.memories.edit(person, memory, text)

    async def pin_memory(self, person: str, memory: UUID) -> MemoryRow:
        return await self._parts.memories.pin(person, memory)

    async def unpin_memory(self, person: str, memory: UUID) -> MemoryRow:
        return await self._parts.memories.unpin(person, memory)

    async def forget_memory(self, person: str, memory: UUID) -> MemoryRow:
        return await self._parts.memories.forget(person, memory)

    async def restore_memory(self, person: str, memory: UUID) -> MemoryRow:
        return await self._parts.memories.restore(person, memory)

    async def kb_add(self, namespace: str, paths: Sequence[Path]) -> list[DocumentReport]:
        return await self._parts.library.add(namespace, paths)

    async def kb_search(self, namespace: str, query: str, limit: int) -> list[ChunkHit]:
        return await self._parts.library.search(namespace, query, limit)

    async def list_jobs(self) -> list[JobRow]:
        runs = await self._parts.stores.records.runs()
        return [JobRow(job.name, job.cron, job.does, *runs.get(job.name, (None, ""))) for job in JOBS]

    async def run_jobs(self, name: str) -> list[JobReport]:
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
        return [await self._run_job(job) for job in chosen]

    async def _run_job(self, job: Job) -> JobReport:
        stores = self._parts.stores
        async with stores.database.alone(task_of(job)):
            return await run_job(job, self._parts.chores, self.clock(), stores.records.note_run)

    async def export(self, person: str, folder: Path) -> dict[str, int]:
        """Raises UnknownPerson, BadInput."""
        with patient():
            return await export_person(self._parts.stores, person, folder, self.clock())

    async def erase_preview(self, person: str) -> ErasePreview:
        return await self._parts.erasure.preview(person)

    async def erase(self, person: str, token: str, asked_by: str) -> EraseReport:
        with patient():
            report = await self._parts.erasure.erase(person, token, asked_by=asked_by, at=self.clock())
        return scheduled(report, self.clock())

    async def doctor(self, language: Language = "en") -> DoctorReport:
        return await self._parts.doctor.examine(Messages(language))

    async def reembed(self, progress: Callable[[int], None]) -> int:
        parts = self._parts
        with patient():
            return await reembed(parts.stores, parts.flusher, parts.library, self.clock(), progress)
