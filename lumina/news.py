"""What is new of a person: turns, memories and what became of them, and runs of jobs, each from a place on."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple, Self
from uuid import UUID

from lumina.models import Turn
from lumina.wiring import Parts

MOST: Final = 200
"""Of each kind at once."""

LATEST: Final = """
select coalesce((select max(seq) from turns where person = %(person)s), 0),
       coalesce((select max(nr) from memories where person = %(person)s), 0),
       coalesce((select max(seq) from lifecycle_log where person = %(person)s), 0),
       coalesce((select max(at) from job_runs), 'epoch')
"""
MEMORIES: Final = "select nr, id, tier, kind from memories where person = %s and nr > %s order by nr limit %s"
CHANGES: Final = (
    "select seq, memory, change, at from lifecycle_log where person = %s and seq > %s order by seq limit %s"
)
JOBS: Final = "select name, at, result from job_runs where at > %s order by at, name limit %s"


class Place(NamedTuple):
    """How far somebody has heard: the last turn, memory, change of a memory, and run of a job."""

    turn: int
    memory: int
    change: int
    job: datetime

    def __str__(self) -> str:
        return f"{self.turn}-{self.memory}-{self.change}-{round(self.job.timestamp() * 1_000_000)}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises ValueError."""
        turn, memory, change, job = map(int, text.split("-"))
        if max(turn, memory, change) > 2**62:
            raise ValueError("no place")
        try:
            return cls(turn, memory, change, datetime.fromtimestamp(job / 1_000_000, UTC))
        except (OverflowError, OSError) as error:
            raise ValueError("no place") from error


@dataclass(frozen=True, slots=True)
class NewMemory:
    memory: UUID
    tier: str
    kind: str


@dataclass(frozen=True, slots=True)
class ChangedMemory:
    """What happened to a memory, without a word of it."""

    memory: UUID
    change: str
    at: datetime


@dataclass(frozen=True, slots=True)
class JobRan:
    name: str
    at: datetime
    result: str


Item = Turn | NewMemory | ChangedMemory | JobRan


@dataclass(frozen=True, slots=True)
class News:
    """Read from PostgreSQL, the record: so nothing is kept for who does not listen."""

    parts: Parts

    async def latest(self, person: str) -> Place:
        [row] = await self.parts.stores.database.fetch(LATEST, {"person": person})
        return Place(*row)

    async def after(self, person: str, place: Place) -> list[tuple[Place, Item]]:
        """What came behind a place, turns first, each with the place behind it; at most MOST of a kind."""
        database, told = self.parts.stores.database, list[tuple[Place, Item]]()
        for seq, turn in await self.parts.stores.transcript.after(person, place.turn, MOST):
            place = place._replace(turn=seq)
            told.append((place, turn))
        for nr, *memory in await database.fetch(MEMORIES, (person, place.memory, MOST)):
            place = place._replace(memory=nr)
            told.append((place, NewMemory(*memory)))
        for seq, *change in await database.fetch(CHANGES, (person, place.change, MOST)):
            place = place._replace(change=seq)
            told.append((place, ChangedMemory(*change)))
        return told + _jobs(place, await database.fetch(JOBS, (place.job, MOST)))


def _jobs(place: Place, rows: Sequence[Sequence[object]]) -> list[tuple[Place, Item]]:
    runs = [JobRan(*row) for row in rows]  # pyright: ignore[reportArgumentType]
    return [(place._replace(job=run.at), run) for run in runs]
