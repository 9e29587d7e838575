"""What one person's data raises in a task for everybody stops nobody else's: it is caught at that person, and noted
until it works again."""

import logging
import traceback
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from lumina.databases.postgres import Database
from lumina.errors import PersonErased, StoreDown

logger = logging.getLogger(__name__)

PACKAGES = Path(__file__).parents[2]
"""The folder in which LUMINA's own packages lie."""

OVER: Final = """
delete from troubles where task = %(task)s and (%(only)s::text is null or person = %(only)s)
and person <> all(%(still)s)
"""
# Who was erased meanwhile has none.
NOTE: Final = """
insert into troubles (person, task, cause)
select person, %s, cause from unnest(%s::text[], %s::text[]) as t (person, cause) join people using (person)
order by person
on conflict (person, task) do update set cause = excluded.cause
"""
ALL: Final = "select person, task, cause, since from troubles order by since, person, task"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Since when a task fails at a person's data, and what was raised where."""

    person: str
    task: str
    cause: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Edges:
    """A task that is done for one person after the other."""

    task: str
    failed: dict[str, str] = field(default_factory=dict[str, str])

    @contextmanager
    def of(self, person: str) -> Generator[None]:
        """What is raised inside ends with this person's part, but for what concerns everybody: a store that is down.
        Of an erasure nothing is told."""
        try:
            yield
        except StoreDown:
            raise
        except PersonErased:
            logger.info("%s: a person was erased meanwhile; nothing of theirs was kept", self.task)
        except Exception as error:  # whatever is wrong with one person's data, the others' is looked after
            self.failed[person] = cause(error)
            logger.error("%s fails at one person's data, and goes on with the others': %s", self.task, cause(error))  # noqa: TRY400  its words, and the values in its trace, may be the person's


@dataclass(frozen=True, slots=True)
class Troubles:
    """Whose data a task fails at. In a table, so that whoever asks is told, whichever process it was."""

    database: Database

    @asynccontextmanager
    async def among(self, task: str, only: str | None = None) -> AsyncGenerator[Edges]:
        """A task for everybody, or for one; once it is through, what did not fail this time is no trouble any more."""
        edges = Edges(task)
        try:
            yield edges
            over = {"task": task, "only": only, "still": list(edges.failed)}
            await self.database.execute(OVER, over)
        finally:
            if edges.failed:
                columns = list(edges.failed), list(edges.failed.values())
                await self.database.execute(NOTE, (task, *columns))

    async def all(self) -> list[Trouble]:
        """The longest first."""
        return [Trouble(*row) for row in await self.database.fetch(ALL)]


def cause(error: Exception) -> str:
    """What was raised, and where in LUMINA's own code; without its message, in which somebody's words may stand."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if _is_ours(Path(frame.filename))]
    place = f" ({Path(ours[-1].filename).relative_to(PACKAGES)}:{ours[-1].lineno})" if ours else ""
    return f"{type(error).__name__}{place}"


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(PACKAGES) and file.relative_to(PACKAGES).parts[0] in {"lumina", "graphs"}
