"""The searches for what is left of who was erased (harness.histories): each of the places where it could be, and what
was found there."""

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from harness.deeds import Said
from harness.erased import Digests, HandOut, LedTo
from harness.mortal import Deed, Mortal, postgres_of
from harness.reached import held_among, in_memory, opened
from harness.residue import held_in, in_files
from harness.spelling import spelt
from lumina.clock import ManualClock
from lumina.erasure.caches import LOOK_SECONDS
from lumina.erasure.search import Needle, Needles
from lumina.settings import Settings
from lumina.stores.repository import open_repository
from lumina.transfer.backup.restoring import manifest_of, restore

Does = Callable[[Deed], Any]
SHOWN = 60
MOST = 3
"""Findings of a kind that are told of one search."""


@dataclass(slots=True)
class Search:
    """Of all that lies in `folder`; `places` are the settings that name what does, `known` are the digests() of the
    home that nobody had lived in."""

    folder: Path
    seed: int
    places: Mapping[str, Any]
    known: Container[bytes]
    done: Counter[str] = field(default_factory=Counter[str])
    findings: list[str] = field(default_factory=list[str])

    def found(self, what: str) -> None:
        self.findings.append(f"seed {self.seed}: {what}")

    def files(self, what: str, needles: Collection[Needle], place: Path | None = None) -> None:
        """Of that place, or of all there are."""
        self.done[what] += 1
        for path, held in in_files([place or self.folder], Needles(needles), self.known).items():
            self.found(f"{what}: {path} holds {len(held)}, as {_kinds(held)}")

    def process(self, do: Does, needles: Collection[Needle]) -> None:
        """The one that goes on: it is told no word. What was being read as somebody was erased has a few seconds to
        end: what is held goes on being held."""
        self.done["processes"] += 1
        if not self._handed_out(do, needles):
            return
        self.done["processes, a second look"] += 1
        time.sleep(LOOK_SECONDS + 1)
        for held in self._handed_out(do, needles)[:MOST]:
            by = do(LedTo(sha256(held).digest()))
            self.found(f"process: {held[:SHOWN].decode(errors='replace')} by {by}")

    def _handed_out(self, do: Does, needles: Collection[Needle]) -> list[bytes]:
        file = self.folder / "handed out"
        do(HandOut(file))
        held = held_among(file, needles)
        file.unlink()
        return held

    def dumped(self, mortal: Mortal, words: Collection[str]) -> int:
        """How many of these words stand in its memory, freed or not."""
        assert mortal.process.pid
        held = in_memory(mortal.process.pid, Needles(spelt(words)))
        return sum(not held.isdisjoint(spelt([word])) for word in words)

    def engine(self, needles: Collection[Needle], home: Path) -> None:
        """What PostgreSQL has in its memory and shares among its processes: no word ever came so far unsealed."""
        sought = Needles(needles)
        for nr, process in enumerate(postgres_of(home)):
            self.done["memory of PostgreSQL's processes"] += 1
            with suppress(FileNotFoundError, ProcessLookupError):  # it has ended
                if held := in_memory(process.pid, sought, shared=not nr):
                    self.found(f"{len(held)} words in the memory of process {nr} of PostgreSQL's")

    def handles(self, pids: Iterable[int], needles: Collection[Needle]) -> None:
        """Files that were deleted and that somebody still has open, and those that are written elsewhere."""
        sought = Needles(needles)
        for pid in pids:
            with suppress(FileNotFoundError, ProcessLookupError):
                self._handles_of(pid, sought)

    def _handles_of(self, pid: int, sought: Needles) -> None:
        for handle in opened(pid, self.folder):
            self.done["files that handles alone lead to"] += 1
            if held := held_in(handle, sought):
                self.found(f"{handle.readlink()} holds {len(held)}, as {_kinds(held)}")

    def others(self, before: Mapping[str, Mapping[UUID, Digests]], after: Mapping[str, Mapping[UUID, Digests]]) -> None:
        """What was there of each is there as it was."""
        self.done["others compared"] += len(before)
        for person, things in before.items():
            now = after[person]
            lost = [
                f"{id_}: {', '.join(name for name in parts if now.get(id_, {}).get(name) != parts[name])}"
                for id_, parts in things.items()
                if now.get(id_) != parts
            ]
            if lost:
                self.found(f"{len(lost)} of {len(things)} things of {person} are not as before: {lost[:MOST]}")

    def restored(
        self,
        moment: datetime,
        now: datetime,
        needles: Collection[Needle],
        people: Mapping[str, Sequence[str]],
        *,
        whole: bool,
    ) -> None:
        """Into another home: each of these people says nothing there but what they are given with, each thing as often
        at most; and where the backup is as old as that (`whole`), all of it. Who was erased is given with nothing."""
        home = self.folder / f"restored{moment:%m%d%H%M}"
        asyncio.run(self._restore(home, moment, now))
        self.files("restored files", needles, home)
        mortal = Mortal.born(home, now, **self.places)
        mortal.ready()
        there: Mapping[str, Sequence[str]] = mortal.done(Said([*people]), now, _unheard)
        for person, texts in there.items():
            if more := Counter(texts) - Counter(people[person]):
                self.found(f"{person} says {len(more)} things after a restore of {moment} that they did not say")
            if whole and (lost := Counter(people[person]) - Counter(texts)):
                self.found(f"{len(lost)} things that {person} said are gone after a restore of {moment}")
        self.files("restored files, opened", needles, home)
        mortal.close()
        shutil.rmtree(home)

    def moments(self) -> list[datetime]:
        """Of the backups that are there still."""
        return asyncio.run(self._moments())

    async def _moments(self) -> list[datetime]:
        return await (await open_repository(self._settings(self.folder), make=False)).moments()

    def _settings(self, home: Path) -> Settings:
        return Settings(home=home, model="", embedder="chive", **self.places)

    async def _restore(self, home: Path, moment: datetime, now: datetime) -> None:
        settings = self._settings(home)
        repository = await open_repository(settings, make=False)
        manifest = await manifest_of(repository, moment)
        report = await restore(repository, manifest, settings, ManualClock(now), lambda _done, _of: None)
        if report.differing:
            self.found(f"restored, {report.differing} differ")


def _kinds(held: Collection[Needle]) -> str:
    return ", ".join(sorted({one.kind for one in held}))


def _unheard(_: object) -> None:
    """What is durable is asked for afterwards."""
