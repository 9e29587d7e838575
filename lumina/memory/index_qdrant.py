"""The index of long-term memories and of the knowledge base: a shard of Qdrant Edge, Qdrant's engine in the process.

A projection: PostgreSQL has the record. Points hold vectors, ids and pseudonyms of what is filtered by, never text or
names. The folder has a shard, from the first point on (it is 110 MB, nearly all zeros), and a pointer to it that is
replaced in one step: whoever is killed while a shard is made anew has the old or the new one. Edge keeps no log: it
read one again at every start, for a second, and what was erased stayed in it.
"""

import asyncio
import json
import logging
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast
from uuid import UUID

import qdrant_edge as edge

from lumina.databases.disk import MEGABYTE, Disk, allocate, files_in, size_of
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.databases.seals import NOTHING, Unsealed, measured, seal, unseal
from lumina.errors import DiskFull, FolderForeign, StoreDown, because
from lumina.memory.points import FORMAT, Kind, arms_of, batches, renewed
from lumina.memory.points_edge import (
    FIELDS,
    MORTAL,
    Step,
    conditions_of,
    filter_of,
    look_through,
    queries_of,
    shard_config,
    take,
    writing,
)
from lumina.models import Arm, Cue, Entry

logger = logging.getLogger(__name__)

BATCH = 200
MANY = 20_000
"""Points from which on it pays to optimize: of 39,000 the four searches of a question take 12 ms, optimized 6."""

GROWN = 1.25
"""So many times the points of the last time, and it pays again."""

MOSTLY = 4
"""So many times as many points as all others, and who is forgotten is left behind: to delete 40,000 takes Edge half a
second, in which it lets nobody else run; to copy 500, and to begin a shard, a tenth."""

NOTED = 1_000
"""Changes, of up to 200 points each, that are remembered (in RAM) while a copy is optimized."""

SHARD = 110 * MEGABYTE
"""Bytes of a new shard: all its files are allocated in full. The first points take 34 MB more, measured."""

_OPTIMIZE = "import sys, qdrant_edge as e; s = e.EdgeShard.load(sys.argv[1]); s.optimize(); s.flush(); s.close()"
T = TypeVar("T")


class QdrantEdgeIndex:
    """A projection in `folder`, of entries whose vectors have `dimensions`. Opened by `open`.

    Where there is no shard to load, or a broken one, it starts empty and `was_lost` says so: what PostgreSQL believes
    to be indexed is to be indexed again. Edge keeps the interpreter's lock in every call, in whatever thread it runs
    (a search 1 to 3 ms, a flush 150), hence the small batches.
    """

    def __init__(self, folder: Path, kind: Kind, dimensions: int, disk: Disk, pseudonyms: Pseudonyms) -> None:
        self.name = kind
        self._disk = disk
        self._pseudonyms = pseudonyms
        self._key = pseudonyms.key
        self.was_lost = False
        self._folder = folder / kind
        self._shard: edge.EdgeShard | None = None
        self._current = ""
        self._dimensions = dimensions
        self._optimized = 0
        self._sole: dict[str, bool] = {}
        self._thread = ThreadPoolExecutor(1, f"qdrant-{kind}")
        self._writing = asyncio.Lock()
        self._remaking = asyncio.Lock()
        self._optimizer: asyncio.subprocess.Process | None = None
        self._is_broken_off = False
        self._since: list[Step] | None = None
        self._sealed: Unsealed | None = None

    @classmethod
    async def open(
        cls,
        folder: Path,
        kind: Kind,
        dimensions: int,
        disk: Disk | None = None,
        pseudonyms: Pseudonyms = NOBODYS,
    ) -> "QdrantEdgeIndex":
        """Raises FolderForeign when what lies there has vectors of other dimensions, DiskFull."""
        index = cls(folder, kind, dimensions, disk or Disk(folder), pseudonyms)
        await index._run(index._load)
        return index

    async def close(self) -> None:
        self._break_off()
        async with self._remaking, self._writing:
            await self._run(self._close)
        await asyncio.to_thread(self._thread.shutdown)

    async def write(self, entries: Sequence[Entry]) -> None:
        """Durable when it returns."""
        await self._update(
            (writing(batch, self._dimensions, self._key) for batch in batches(entries, BATCH)), self._fill
        )

    async def search(self, cue: Cue) -> dict[str, Arm]:
        queries, answers = await self._run(lambda: self._answer(cue))
        found = {
            name: [(cast(UUID, point.id).bytes, point.score) for point in points]
            for name, points in zip(queries, answers, strict=True)
        }
        return arms_of(found, cue.limit)

    async def missing(self, ids: Sequence[UUID]) -> list[UUID]:
        here: set[object] = set()
        for batch in batches(ids, BATCH):
            found = await self._ask(lambda shard, batch=batch: shard.retrieve([*batch], False, False), [])
            here.update(point.id for point in found)
        return [id_ for id_ in ids if id_ not in here]

    async def ids(self, start: UUID, limit: int) -> list[UUID]:
        asked = edge.ScrollRequest(start, limit, with_payload=False, with_vector=False)
        page, _ = await self._ask(lambda shard: shard.scroll(asked), ([], None))
        return [cast(UUID, point.id) for point in page]

    async def delete(self, ids: Sequence[UUID]) -> None:
        await self._update(
            ((edge.UpdateOperation.delete_points([*batch]),) for batch in batches(ids, BATCH)), self._change
        )

    async def forget(self, person: str) -> int:
        """Nobody finds these entries again; their bytes leave the folder with `compact`, or at once where few others
        are there: then the shard is made anew of those."""
        theirs = filter_of([("person", self._key(person))])
        went, all_ = await self.count(person), await self.count()
        if went >= MOSTLY * max(all_ - went, BATCH) and await self._run(self._has_room):
            await self._remake(person)
        else:
            await self._update([(edge.UpdateOperation.delete_points_by_filter(theirs),)], self._change)
        return went

    async def count(self, person: str | None = None) -> int:
        theirs = None if person is None else filter_of([("person", self._key(person))])
        return await self._ask(lambda shard: shard.count(edge.CountRequest(filter=theirs)), 0)

    async def estimate(self) -> int:
        return await self._ask(lambda shard: shard.count(edge.CountRequest(exact=False)), 0)

    async def compact(self) -> None:
        """Make the shard anew from what is in it, or none from nothing, so that nothing of what was deleted is left in
        the folder. Searches go on meanwhile, writes wait; optimizing is broken off."""
        await self._remake(None)

    async def _remake(self, but: str | None) -> None:
        """As compact(), without what is this person's."""
        left_out = [] if but is None else conditions_of([("person", self._key(but))])
        self._break_off()
        async with self._remaking, self._writing:
            old, kept = self._shard, edge.Filter(must_not=left_out)
            if old is None or not await self._ask(lambda shard: shard.count(edge.CountRequest(filter=kept)), 0):
                await self._run(lambda: self._swap("", None))
                return
            name, new = await self._run(self._create)
            offset = await self._run(lambda: _copy_page(old, new, kept, None))
            while offset is not None:
                offset = await self._run(partial(_copy_page, old, new, kept, offset))
            await self._run(lambda: self._swap(name, new))

    async def tend(self) -> bool:
        """Optimize where many points have come since; returns whether it did."""
        points = await self.count()
        return points >= MANY and points >= GROWN * self._optimized and await self.optimize()

    async def optimize(self) -> bool:
        """Build what makes searching tens of thousands of points fast; returns whether nothing broke it off. A process
        of its own does it, on a copy: it takes seconds to minutes, and searches and writes go on meanwhile. Raises
        StoreDown where that process fails."""
        async with self._remaking:
            if self._shard is None:
                return True
            self._is_broken_off = False
            name = await self._copy()
            try:
                is_done = await self._optimize(self._folder / name)
                if is_done:
                    await self._take(name)
                return is_done
            finally:
                self._since = None
                await self._run(self._clean)

    async def _copy(self) -> str:
        """A copy of the shard; what is written from now on is noted for it."""
        async with self._writing:
            name = await self._run(self._next)
            await self._run(lambda: self._disk.admit(size_of(self._folder / self._current)))
            await asyncio.to_thread(shutil.copytree, self._folder / self._current, self._folder / name)
            self._since = []
            return name

    async def _optimize(self, folder: Path) -> bool:
        """Returns whether it came to its end."""
        command = (sys.executable, "-c", MORTAL + _OPTIMIZE, str(folder))
        self._optimizer = process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        try:
            if self._is_broken_off:
                process.kill()
            _, complaint = await process.communicate()
        finally:
            self._optimizer = None
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode and not self._is_broken_off:
            raise StoreDown(store="Qdrant", why=complaint.decode(errors="replace").strip() or process.returncode)
        return not process.returncode

    async def _take(self, name: str) -> None:
        """From now on it is the optimized copy, once that has what was written meanwhile."""
        async with self._writing:
            shard = await self._run(partial(self._loaded, name))
            for step in self._since or ():
                await self._run(partial(take, shard, step))
            await self._run(lambda: self._swap(name, shard, optimized=True))

    def _break_off(self) -> None:
        """Optimizing has to begin again another time."""
        self._is_broken_off = True
        if self._optimizer and self._optimizer.returncode is None:
            self._optimizer.kill()

    async def _update(self, steps: Iterable[Step], change: Callable[[Step], None]) -> None:
        async with self._writing:
            for step in steps:
                self._note(step)
                await self._run(partial(change, step))
            await self._run(self._flush)

    def _note(self, step: Step) -> None:
        """What the copy lacks that is being optimized."""
        if self._since is not None:
            self._since.append(step)
            if len(self._since) > NOTED:
                self._break_off()

    async def _ask(self, question: Callable[[edge.EdgeShard], T], nothing: T) -> T:
        """What the shard answers; `nothing` where there is none."""
        return await self._run(lambda: nothing if self._shard is None else question(self._shard))

    async def _run(self, call: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, call)
        except (FolderForeign, DiskFull):
            raise
        except Exception as error:  # Edge raises nothing finer
            raise StoreDown(store="Qdrant", why=error) from error

    # From here on, everything runs in the thread.

    def _answer(self, cue: Cue) -> tuple[dict[str, edge.QueryRequest], list[Any]]:
        """Each arm's query, and what it found."""
        if self._shard is None:
            return {}, []
        alone = self._has_none_but(self._shard, self._key(cue.person))
        queries = queries_of(cue, self._dimensions, self._key, alone=alone)
        return queries, self._shard.query_batch(edge.QueryBatchRequest(list(queries.values()))) if queries else []

    def _fill(self, step: Step) -> None:
        if self._shard is None:
            self._swap(*self._create())
        self._change(step)

    def _change(self, step: Step) -> None:
        """Edge makes new files where the old ones are full: no step needs more room than stays free."""
        if self._shard is not None:
            self._sole.clear()
            self._disk.admit()
            take(self._shard, step)
            self._allocate()

    def _flush(self) -> None:
        if self._shard is not None:
            self._shard.flush()
            self._allocate()

    def _allocate(self) -> None:
        allocate(files_in(self._folder / self._current), self._disk)

    def _has_none_but(self, shard: edge.EdgeShard, person: str) -> bool:
        """Asked once after a change."""
        if person not in self._sole:
            theirs = edge.CountRequest(filter=filter_of([("person", person)]))
            self._sole[person] = shard.count(theirs) == shard.count(edge.CountRequest())
        return self._sole[person]

    def _close(self) -> None:
        if self._shard is not None:
            self._shard.close()
        seal(self._folder, measured(self._folder, before=self._sealed or NOTHING))

    def _load(self) -> None:
        try:
            self._sealed = unseal(self._folder)
            pointer = json.loads(self._pointer.read_bytes())
            name, stored = str(pointer["shard"]), int(pointer["dimensions"])
            self._optimized = int(pointer.get("optimized", 0))
            shard = self._loaded(name, trusted=self._sealed is not None) if name else None
        except DiskFull:
            raise
        except Exception as error:  # whatever is wrong with it, it can be made anew
            if self._folder.exists():
                logger.warning("the index of %s is damaged and made anew from PostgreSQL: %s", self.name, error)
            self.was_lost = True
            self._swap("", None)
            return
        if stored != self._dimensions:
            if shard is not None:
                shard.close()
            why = because(
                "its vectors have {stored} dimensions, the embedder's {wanted}", stored=stored, wanted=self._dimensions
            )
            raise FolderForeign(folder=self._folder, why=why)
        self._shard, self._current = shard, name
        self._clean()
        if int(pointer["format"]) < FORMAT:
            self._renew_keys()

    def _renew_keys(self) -> None:
        """Killed before the pointer tells, it goes through all again: what is renewed stays as it is."""
        offset, is_over = None, self._shard is None
        while self._shard is not None and not is_over:
            page, offset = self._shard.scroll(edge.ScrollRequest(offset, BATCH, with_payload=True, with_vector=False))
            changes = renewed([(point.id, point.payload or {}) for point in page], self._pseudonyms.renewed)
            self._change(tuple(edge.UpdateOperation.set_payload(ids, {**payload}) for payload, ids in changes))
            is_over = offset is None
        self._flush()
        self._point(self._current)

    def _loaded(self, name: str, *, trusted: bool = True) -> edge.EdgeShard:
        """Edge writes into mapped files, and where there is a hole in one and the disk is full, the process ends. So it
        does where one was cut: what was not closed is looked through in another process first."""
        allocate(files_in(self._folder / name), self._disk)
        if not trusted:
            look_through(self._folder / name, self._dimensions)
        return edge.EdgeShard.load(str(self._folder / name))

    @property
    def _pointer(self) -> Path:
        return self._folder / "current.json"

    def _next(self) -> str:
        """The name of the next shard; nothing lies there."""
        number = int(self._current.removeprefix("shard-") or 0) + 1
        shutil.rmtree(self._folder / f"shard-{number}", ignore_errors=True)
        return f"shard-{number}"

    def _create(self) -> tuple[str, edge.EdgeShard]:
        name = self._next()
        self._disk.admit(SHARD)
        (self._folder / name).mkdir(parents=True)
        shard = edge.EdgeShard.create(str(self._folder / name), shard_config(self._dimensions))
        for field, schema in FIELDS.items():
            shard.update(edge.UpdateOperation.create_field_index(field, schema))
        allocate(files_in(self._folder / name), self._disk)
        return name, shard

    def _has_room(self) -> bool:
        """For one more shard."""
        try:
            self._disk.admit(SHARD)
        except DiskFull:
            return False
        return True

    def _swap(self, name: str, shard: edge.EdgeShard | None, *, optimized: bool = False) -> None:
        """From now on it is this shard, or none."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._optimized = 0
        self._sole.clear()
        if shard is not None:
            shard.flush()
            self._optimized = shard.count(edge.CountRequest()) if optimized else 0
        self._point(name)
        if self._shard is not None:
            self._shard.close()
        self._shard, self._current = shard, name
        self._clean()

    def _point(self, name: str) -> None:
        pointer = {"format": FORMAT, "dimensions": self._dimensions, "shard": name, "optimized": self._optimized}
        new = self._pointer.with_suffix(".new")
        new.write_text(json.dumps(pointer))
        new.replace(self._pointer)

    def _clean(self) -> None:
        for other in self._folder.glob("shard-*"):
            if other.name != self._current:
                shutil.rmtree(other)


def _copy_page(old: edge.EdgeShard, new: edge.EdgeShard, kept: edge.Filter, offset: Any) -> Any:
    """Copies the points from `offset` on; returns where the next page begins, None after the last."""
    page, next_ = old.scroll(edge.ScrollRequest(offset, BATCH, kept, with_payload=True, with_vector=True))
    points = [edge.Point(point.id, point.vector or {}, point.payload) for point in page]
    new.update(edge.UpdateOperation.upsert_points(points))
    return next_
