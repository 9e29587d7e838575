"""Imports under way: each is a task of its own, which goes on whether or not anybody looks."""

import asyncio
import logging
import zipfile
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Literal
from uuid import UUID, uuid4

from fastapi import UploadFile
from typing_extensions import TypedDict

from lumina.api.problems import Problem, problem_of
from lumina.api.uploads import keep
from lumina.app import Lumina
from lumina.clock import later
from lumina.databases.passing import passing_folder
from lumina.errors import BadFile, BadInput, NotFound, because
from lumina.language.bilingual import Language
from lumina.reports import ImportedTurn, ImportReport
from lumina.shapes.plain import all_plain
from lumina.transfer.formats import listed, read_one
from lumina.transfer.package import BESIDE, FILES, MANIFEST, MEMORIES, Package, read_package

log = logging.getLogger(__name__)

AHEAD: Final = timedelta(days=1)
"""What a clock may be wrong by."""

UNPACKED: Final = 1_000_000_000
"""Bytes that an export may have, unpacked."""

KEPT: Final = 200

Note = Callable[[int], None]
Taking = Callable[[Note], Awaitable[ImportReport]]
"""Takes something in, and notes how many lines are done."""


class ImportShape(TypedDict):
    """How far an import is: `done` of `total` lines; then what came in, or what was wrong."""

    id: UUID
    state: Literal["running", "done", "failed"]
    done: int
    total: int
    report: dict[str, Any] | None
    problem: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A file, and how it is to come in; what is wrong is told in this language."""

    file: UploadFile
    person: str
    me: str | None
    replace: bool
    language: Language


@dataclass
class Import:
    """One that is under way, or was."""

    person: str
    total: int
    id: UUID = field(default_factory=uuid4)
    done: int = 0
    report: ImportReport | None = None
    problem: Problem | None = None
    error: Exception | None = None

    @property
    def ended(self) -> bool:
        return self.report is not None or self.problem is not None

    def shape(self) -> ImportShape:
        state = "done" if self.report else "failed" if self.problem else "running"
        problem = self.problem.model_dump(exclude_none=True) if self.problem else None
        report = all_plain(asdict(self.report)) if self.report else None
        return {
            "id": self.id, "state": state, "done": self.done, "total": self.total, "report": report, "problem": problem,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Imports:
    """By id; the one that began longest ago goes first."""

    _kept: OrderedDict[UUID, Import] = field(default_factory=OrderedDict[UUID, Import], init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]], init=False)

    async def begin(self, lumina: Lumina, asked: Asked) -> Import:
        """Read the file whole, and begin. Raises BadFile, BadInput."""
        async with passing_folder() as folder:
            path = await keep(asked.file, folder)
            read = await asyncio.to_thread(_read, path, lumina, asked)
        total = len(read.files[MEMORIES].lines) if isinstance(read, Package) else len(read)

        def taking(note: Note) -> Awaitable[ImportReport]:
            return _taken(lumina, asked, read, note)

        return self.follow(Import(asked.person, total), asked.language, taking)

    def follow(self, new: Import, language: Language, taking: Taking) -> Import:
        """Begin what takes something in, and keep how far it is; what goes wrong is told in this language."""
        self._kept[new.id] = new
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        task = asyncio.create_task(_run(new, language, taking))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return new

    def of(self, person: str, id_: UUID) -> Import:
        """Raises NotFound."""
        found = self._kept.get(id_)
        if found is None or found.person != person:
            raise NotFound(why=because("no import is called {id}", id=id_))
        return found

    def forget(self, person: str) -> None:
        """Drop what is kept of a person."""
        for id_ in [id_ for id_, one in self._kept.items() if one.person == person]:
            del self._kept[id_]


def _read(path: Path, lumina: Lumina, asked: Asked) -> Package | Sequence[ImportedTurn]:
    try:
        if zipfile.is_zipfile(path):
            return read_package(_unpacked(path))
        turns = read_one(path, None, later(lumina.clock(), AHEAD))
    except BadFile as error:  # the name of a file of ours says nothing to whoever sent it
        raise BadFile(**{**error.details, "path": Path(str(error.details["path"])).name}) from error
    speakers = Counter(turn.speaker for turn in turns)
    if asked.me is not None and asked.me not in speakers:
        raise BadInput(
            why=because(
                "nobody in this file speaks as '{me}'; say which of the speakers you are: {speakers} (turns)",
                me=asked.me,
                speakers=listed(speakers),
            )
        )
    return turns


def _unpacked(path: Path) -> Path:
    """The export in a zip file, which may hold nothing else, and no more than fits. Raises BadInput."""
    folder = path.parent / "export"
    try:
        with zipfile.ZipFile(path) as archive:
            inside = archive.infolist()
            if any(one.filename not in {*FILES, *BESIDE, MANIFEST} for one in inside):
                raise BadInput(why=because("this zip file is no export of LUMINA's"))
            if sum(one.file_size for one in inside) > UNPACKED:
                raise BadInput(why=because("unpacked, this zip file is too large"))
            archive.extractall(folder)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadInput(why=because("this zip file is damaged")) from error
    return folder


async def _run(one: Import, language: Language, taking: Taking) -> None:
    def note(done: int) -> None:
        one.done = done

    try:
        one.report = await taking(note)
        one.done = one.total
    except Exception as error:  # the one who asked has gone on: the import itself says what went wrong
        log.warning("an import failed", exc_info=error)
        one.problem, one.error = problem_of(error, language), error


async def _taken(lumina: Lumina, asked: Asked, read: Package | Sequence[ImportedTurn], note: Note) -> ImportReport:
    person, replace = asked.person, asked.replace
    if isinstance(read, Package):
        return await lumina.transfer.take_in(read, person=person, progress=note, replace=replace)
    return await lumina.transfer.bring(read, person=person, me=asked.me or person, progress=note, replace=replace)
