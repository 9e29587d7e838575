"""A person lives on a simulated clock: a labelled life, then as much talk again about other things, day by day; with the
jobs run every day, or with none until the end."""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

from harness.made_up import PERSON as MADE_UP
from harness.made_up import live
from lumina.app import Lumina
from lumina.clock import LAST, ManualClock
from lumina.databases.postgres import Database
from lumina.evaluation.lives import Life
from lumina.language.scripts import language_of
from lumina.memory.codec import pack_memory
from lumina.models import MemoryState, TierName
from lumina.reports import ImportedTurn

DAY: Final = timedelta(days=1)
MORNING: Final = 4
"""O'clock, at which a day begins: nobody talks, and the night's jobs have run."""

FILLER: Final = "life goes on"
"""The room of what is said when the labelled life is over."""

ASKED: Final = "asked"
"""The room in which the person asks."""

MANY: Final = 1_000_000

TABLES: Final = """
select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attname = 'person' order by 1
"""
SIZE: Final = "select coalesce(sum(pg_column_size(t.*)), 0) from {table} t where person = %s"


@dataclass(frozen=True, slots=True)
class Days:
    """All that is said, in its order, from a morning on, for so many days."""

    person: str
    begin: datetime
    count: int
    turns: tuple[ImportedTurn, ...]

    def of(self, day: int, count: int) -> list[ImportedTurn]:
        """What is said from the morning of a day on, for so many days."""
        first, last = self.begin + day * DAY, self.begin + (day + count) * DAY
        return [turn for turn in self.turns if first <= turn.at < last]


def days_of(life: Life, count: int) -> Days:
    """The life goes on for so many days at the rate at which it was told: as many turns a day as before."""
    begin = life.turns[0].at.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    told = [turn for turn in life.turns if turn.at < begin + count * DAY]
    return Days(life.truth.person, begin, count, (*told, *_goes_on(life, begin + count * DAY)))


def _goes_on(life: Life, until: datetime) -> Iterator[ImportedTurn]:
    """Made-up threads in the language of the life, evenly, behind its last day."""
    a_turn = (life.turns[-1].at - life.turns[0].at) / len(life.turns)
    at = life.turns[-1].at + DAY
    for thread, turns in groupby(_made_up(life.truth.language), lambda turn: turn.thread):
        said = [replace(turn, speaker=life.truth.person) if turn.speaker == MADE_UP else turn for turn in turns]
        for nr, turn in enumerate(said):
            told_at = at + nr * timedelta(seconds=40)
            if told_at < until:
                yield replace(turn, at=told_at, ref=f"made up {turn.ref}", room=FILLER, thread=f"made up {thread}")
        at += len(said) * a_turn


def _made_up(language: str) -> list[ImportedTurn]:
    turns = sorted(live(4_000, seed=5).turns, key=lambda turn: (turn.thread, turn.at))
    first = {thread: next(told).text for thread, told in groupby(turns, lambda turn: turn.thread)}
    return [turn for turn in turns if language_of(first[turn.thread]) == language]


async def live_through(
    lumina: Lumina, clock: ManualClock, days: Days, *, daily: bool, says: Mapping[int, str] | None = None
) -> AsyncIterator[int]:
    """Yields the number of days that are over: day by day with all jobs run, or not before something is said and at the
    end, where they have run. What the person `says` to a character on a day, after whatever else is said, makes use of
    memories."""
    said, since = says or {}, 0
    for day in range(days.count):
        over = day + 1
        if not (daily or day in said or over == days.count):
            continue
        if told := days.of(since, over - since):
            await lumina.transfer.bring(told, person=days.person, me=days.person, progress=lambda _: None)
        since = over
        clock.set(days.begin + over * DAY)
        if day in said:
            [_ async for _ in lumina.talk.say(said[day], person=days.person, room=ASKED)]
            await lumina.settle()
        if daily or over == days.count:
            await lumina.jobs.run("all")
            await lumina.tasks.run_due()
        yield over


async def sizes(lumina: Lumina, person: str) -> dict[str, int]:
    """Bytes of a person's rows, by table, and of what lies in DuckDB: bodies of memories, and index entries."""
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    found = {table: await _size(stores.database, table, person) for (table,) in await stores.database.fetch(TABLES, ())}
    lying = await stores.catalogue.list(person, LAST, TierName.DUCKDB, MANY, 0)
    for memory in await stores.duckdb.read(person, [state.id for state in lying]):
        body = len(pack_memory(replace(memory, entries=())))
        found["duckdb bodies"] = found.get("duckdb bodies", 0) + body
        found["duckdb entries"] = found.get("duckdb entries", 0) + len(pack_memory(memory)) - body
    return {name: size for name, size in found.items() if size}


async def _size(database: Database, table: str, person: str) -> int:
    row = await database.fetch_one(SIZE.format(table=table), (person,))  # pyright: ignore[reportArgumentType]
    return int(row[0]) if row else 0


async def state_of(lumina: Lumina, person: str, at: datetime) -> dict[str, Any]:
    """All that there is of a person, so that it can be compared with another life of the same days: memories by where
    and when they began, what is known, and the summaries."""
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    states = await stores.catalogue.list(person, at, None, MANY, 0)
    bodies = await stores.bodies.bodies(person, states)
    known = await lumina.knowing.of(person, at, None)
    return {
        "memories": {
            (state.room, state.born): (*_stands(state), bodies[state.id].text if state.id in bodies else None)
            for state in states
        },
        "facts": sorted((one.about, one.kind, one.value, str(one.state)) for one in known.facts),
        "people": sorted((one.name, one.aliases, one.relation) for one in known.people),
        "loops": sorted((one.what, str(one.state), str(one.due)) for one in known.loops),
        "summaries": {
            (str(one.kind), one.about): [sentence.text for sentence in one.sentences]
            for one in await lumina.summaries.all(person)
        },
    }


def _stands(state: MemoryState) -> tuple[Any, ...]:
    return str(state.tier), state.detail, state.pinned, round(state.salience, 2), state.uses


async def found(lumina: Lumina, person: str, question: str, *, limit: int = 10, budget: int = 1_500) -> tuple[list[str], str]:
    """The refs of the turns that a question finds, best first, and the pack's text."""
    looked = await lumina.recall.look_up(
        question, person=person, viewer=None, budget=budget, limit=limit, unit="turn"
    )
    return [turn.ref for hit in looked.hits for turn in hit.turns], looked.pack.text
