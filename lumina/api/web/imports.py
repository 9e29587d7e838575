"""What is being brought in: each a task of its own, whose progress can be asked for."""

import asyncio
import shutil
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from fastapi import Request

from lumina.app import Lumina
from lumina.clock import later
from lumina.errors import BadInput, LuminaError, because
from lumina.reports import ImportedTurn, ImportReport
from lumina.transfer.formats import listed, read_one
from lumina.transfer.package import FILES, MANIFEST, MEMORIES, read_package

AHEAD: Final = timedelta(days=1)
"""What a clock may be wrong by."""

LARGEST: Final = 1_000_000_000
"""Bytes of an export, unpacked."""

GIVEN: Final = "given"
"""What the file is called while it is being brought in."""

Running = Callable[["Import"], Awaitable[ImportReport]]


@dataclass(eq=False)
class Import:
    """One of them: how much of it is done, and how it ended."""

    person: str
    id: UUID = field(default_factory=uuid4)
    done: int = 0
    total: int = 0
    report: ImportReport | None = None
    error: LuminaError | None = None

    @property
    def ended(self) -> bool:
        return self.report is not None or self.error is not None


class Imports:
    """Those of this process, by id; of a person the last one is kept."""

    def __init__(self) -> None:
        self._kept: dict[str, Import] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, person: str, running: Running) -> Import:
        """Raises BadInput where one of the person's is under way."""
        if (before := self._kept.get(person)) and not before.ended:
            raise BadInput(why=because("something is being brought in already; wait for its end"))
        begun = self._kept[person] = Import(person)
        task = asyncio.create_task(self._run(begun, running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return begun

    async def _run(self, begun: Import, running: Running) -> None:
        try:
            begun.report = await running(begun)
        except LuminaError as error:
            begun.error = error

    def of(self, person: str) -> Import | None:
        return self._kept.get(person)

    def forget(self, person: str) -> None:
        self._kept.pop(person, None)


def imports_of(request: Request) -> Imports:
    """Those of the application."""
    state = request.app.state
    if not hasattr(state, "imports"):
        state.imports = Imports()
    return state.imports


def bringing(lumina: Lumina, place: Path, packed: bool, me: str) -> Running:
    """What brings in the file in a folder, which goes with it: a transcript, or an export that is `packed`."""

    async def running(begun: Import) -> ImportReport:
        try:
            return await (_take_in(lumina, place, begun) if packed else _bring(lumina, place, begun, me))
        finally:
            await asyncio.to_thread(shutil.rmtree, place, ignore_errors=True)

    return running


async def _bring(lumina: Lumina, place: Path, begun: Import, me: str) -> ImportReport:
    turns = await asyncio.to_thread(read_one, place / GIVEN, None, later(lumina.clock(), AHEAD))
    begun.total = len(turns)
    _check_me(turns, me)
    return await lumina.transfer.bring(turns, person=begun.person, me=me, progress=_told(begun))


def _check_me(turns: list[ImportedTurn], me: str) -> None:
    speakers: dict[str, int] = {}
    for turn in turns:
        speakers[turn.speaker] = speakers.get(turn.speaker, 0) + 1
    if me not in speakers:
        raise BadInput(
            why=because(
                "nobody in this file speaks as '{me}'; say which of the speakers you are: {speakers} (turns)",
                me=me,
                speakers=listed(speakers),
            )
        )


async def _take_in(lumina: Lumina, place: Path, begun: Import) -> ImportReport:
    await asyncio.to_thread(_unpack, place / GIVEN, place / "export")
    package = await asyncio.to_thread(read_package, place / "export")
    begun.total = len(package.files[MEMORIES].lines)
    return await lumina.transfer.take_in(package, person=begun.person, progress=_told(begun))


def _told(begun: Import) -> Callable[[int], None]:
    def told(done: int) -> None:
        begun.done = done

    return told


def _unpack(path: Path, folder: Path) -> None:
    """Only what an export has, and no more than fits. Raises BadInput."""
    folder.mkdir()
    try:
        with zipfile.ZipFile(path) as packed:
            chosen = [one for one in packed.infolist() if one.filename in FILES | {MANIFEST}]
            if sum(one.file_size for one in chosen) > LARGEST:
                raise BadInput(why=because("what this file holds is too large"))
            for one in chosen:
                packed.extract(one, folder)
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError):
        raise BadInput(why=because("this is no export that LUMINA wrote")) from None
