"""Summaries in PostgreSQL, a row a version: append-only."""

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard, Row
from lumina.databases.postgres_values import Uuids
from lumina.memory.entries import instant, moment
from lumina.memory.frames import frame, packb, row, unframe
from lumina.models import derived_id
from lumina.summaries import Sentence, Summary, SummaryKind

KIND: Final = b"SU"
SEALED: Final = "summary"
PUT: Final = """
insert into summaries (person, id, version, at, witnesses, body)
select %s, i, v, a, string_to_array(w, chr(31)), b
from unnest(%s::uuid[], %s::integer[], %s::timestamptz[], %s::text[], %b::bytea[]) as s (i, v, a, w, b)
on conflict (person, id, version) do nothing
"""
NEWEST: Final = """
select distinct on (id) id, version, witnesses, body from summaries
where person = %(person)s and (%(at)s::timestamptz is null or at <= %(at)s) order by id, version desc
"""
OF: Final = "select id, version, witnesses, body from summaries where person = %s and id = any(%s) order by id, version"
LAST: Final = """
select id, version, witnesses, body from summaries where person = %s and id = any(%s) and at <= %s
order by at desc, version desc limit %s
"""
ALL: Final = "select id, version, witnesses, body from summaries where person = %s order by at, id, version"
# Of each week (or month) the last version stays, which is what it came to.
THIN: Final = """
delete from summaries s where person = %(person)s and id = any(%(ids)s) and at < %(before)s and exists (
    select from summaries l where l.person = s.person and l.id = s.id and (l.at, l.version) > (s.at, s.version)
    and date_trunc(%(period)s, l.at at time zone 'UTC') = date_trunc(%(period)s, s.at at time zone 'UTC'))
"""
PUT_AWAY: Final = """
select s.turn from memory_sources s join memories m on m.person = s.person and m.id = s.memory
where s.person = %s and m.tier = 'forgotten'
"""
COUNT: Final = "select count(*) from summaries where person = %s"
FORGET: Final = "delete from summaries where person = %s"
WORDLESS: Final = "select id from turns where person = %s and text is null and not id = any(%s)"
MARK: Final = "select summarised, acted, summarised_to from people where person = %s"
SET_MARK: Final = """
update people set summarised = %s, acted = %s, summarised_to = %s, summary_due = %s where person = %s
"""
_IS_BEHIND: Final = """
(summary_due is null or summary_due <= %(now)s) and (
    summary_due is not null
    or exists (select from turns t where t.person = p.person and t.seq > p.summarised)
    or p.acted <> (select count(*) from claims c where c.person = p.person and source = 'owner'))
"""
IS_BEHIND: Final = f"select exists (select from people p where person = %(person)s and {_IS_BEHIND})"
# So many are looked at, however few of them are behind: no statement takes long. Who waits is looked up once.
BEHIND: Final = f"""
select (select max(person) from looked_at), array(
    select person from looked_at p where {_IS_BEHIND} and person not in (
        select args ->> 'person' from procrastinate_jobs
        where task_name = %(task)s and status = 'todo' and args ->> 'person' is not null)
    order by person)
"""
LOOKED_AT: Final = """
with looked_at as (select * from people where person > %(after)s order by person limit %(limit)s)
"""
PAGE: Final = 20_000


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a person's summaries have come: the number of the last turn that they know, how many acts of the owner,
    and the moment up to which all versions were made (None: none was)."""

    turn: int = 0
    acts: int = 0
    to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summaries:
    """What is written needs a guard."""

    database: Database

    async def put(self, guard: Guard, summaries: Sequence[Summary]) -> int:
        """Returns how many versions are new; one that is there stays as it is."""
        if not summaries:
            return 0
        seal = sealer(guard.keys, SEALED, guard.person)
        columns = (
            Uuids([one.id for one in summaries]),
            [one.version for one in summaries],
            [one.at for one in summaries],
            ["\x1f".join(sorted(one.witnesses)) for one in summaries],
            [seal(version_id(one.id, one.version), _packed(one)) for one in summaries],
        )
        return await guard.execute(PUT, (guard.person, *columns))

    async def newest(self, person: str, at: datetime | None = None) -> list[Summary]:
        """The last version of each that there was at a moment (None: of all)."""
        return self._read(person, await self.database.look(NEWEST, {"person": person, "at": at}))

    async def versions(self, person: str, ids: Sequence[UUID]) -> list[Summary]:
        """All versions of these, the first one first."""
        return self._read(person, await self.database.fetch(OF, (person, Uuids(ids))))

    async def last(self, person: str, ids: Sequence[UUID], count: int, at: datetime) -> list[Summary]:
        """The last `count` versions of all these together as of a moment, the oldest first."""
        found = await self.database.look(LAST, (person, Uuids(ids), at, count))
        return self._read(person, found[::-1])

    async def all(self, person: str) -> list[Summary]:
        """All versions of all, in the order of their moments."""
        return self._read(person, await self.database.fetch(ALL, (person,)))

    def _read(self, person: str, rows: Sequence[Row]) -> list[Summary]:
        opened = opener(self.database.keys, SEALED, person)
        return [_summary(id_, version, by, opened(version_id(id_, version), body)) for id_, version, by, body in rows]

    async def thin(self, guard: Guard, by_week: datetime, by_month: datetime) -> int:
        """Of the versions of before the one moment, only the last one of each week stays, and of those of before the
        other, which is earlier, only that of each month; but for rooms, whose history is kept whole. Returns how many
        went. However often it is done, the same ones stay: weeks first, and months of what they left."""
        ids = Uuids([one.id for one in await self.newest(guard.person) if one.kind is not SummaryKind.ROOM])
        steps = {"week": by_week, "month": by_month}
        of = {"person": guard.person, "ids": ids}
        return sum([await guard.execute(THIN, {**of, "before": at, "period": step}) for step, at in steps.items()])

    async def put_away(self, person: str) -> frozenset[UUID]:
        """The turns of memories that the owner put away."""
        return frozenset(turn for (turn,) in await self.database.look(PUT_AWAY, (person,)))

    async def mark(self, person: str) -> Mark:
        found = await self.database.fetch_one(MARK, (person,))
        return Mark(*found) if found else Mark()

    async def set_mark(self, guard: Guard, mark: Mark, due: datetime | None) -> None:
        """`due` is when the next version falls due by what is known (None: none does)."""
        await guard.execute(SET_MARK, (mark.turn, mark.acts, mark.to, due, guard.person))

    async def is_behind(self, person: str, now: datetime) -> bool:
        """Whether there are versions to be made."""
        return await self.database.fetch(IS_BEHIND, {"person": person, "now": now}) == [(True,)]

    async def behind(self, now: datetime, task: str) -> AsyncIterator[str]:
        """Who has versions to be made and no such task that waits, by name."""
        named = {"now": now, "task": task, "after": "", "limit": PAGE}
        while named["after"] is not None:
            named["after"], people = (await self.database.fetch(LOOKED_AT + BEHIND, named))[0]
            for person in people:
                yield person

    async def begin_anew(self, guard: Guard, erased: Sequence[UUID] = ()) -> None:
        """All go, and are due; but what only turns tell whose words were let go, and that are not to be `erased`: of
        these it cannot be made anew."""
        let_go = {turn for (turn,) in await guard.fetch(WORDLESS, (guard.person, Uuids(erased)))}
        kept = resting_on(await self.all(guard.person), let_go) if let_go else []
        await guard.execute(FORGET, (guard.person,))
        await self.put(guard, kept)
        await self.set_mark(guard, Mark(), None)

    async def count(self, person: str) -> int:
        counted = await self.database.fetch_one(COUNT, (person,))
        return counted[0] if counted else 0

    async def forget(self, person: str) -> int:
        return await self.database.execute(FORGET, (person,))


def resting_on(summaries: Iterable[Summary], turns: Collection[UUID]) -> list[Summary]:
    """The versions with those of their sentences that these turns tell, and no others."""
    left = (one.without(lambda turn: turn not in turns) for one in summaries)
    return [one for one in left if one.sentences]


def version_id(id_: UUID, version: int) -> UUID:
    """What a version is sealed as: none is taken for another."""
    return derived_id(SEALED, id_, version)


def _packed(one: Summary) -> bytes:
    sentences = [
        (each.text, [turn.bytes for turn in each.evidence], each.told, each.day.isoformat(), each.speaker, each.worth)
        + ((each.asked,) if each.asked else ())
        for each in one.sentences
    ]
    head = (one.kind, one.about, one.first.isoformat(), one.last.isoformat(), one.language)
    return frame(KIND, packb((*head, sentences, *instant(one.at), one.why, one.by), unicode_errors="surrogatepass"))


def _summary(id_: UUID, version: int, witnesses: Sequence[str], packed: bytes) -> Summary:
    """Raises Damaged when these are not the bytes of a summary."""
    kind, about, first, last, language, sentences, at, zone, why, by = row(unframe(KIND, packed))
    return Summary(
        id=id_,
        kind=SummaryKind(kind),
        about=about,
        first=date.fromisoformat(first),
        last=date.fromisoformat(last),
        language=language,
        sentences=tuple(_sentence(*one) for one in sentences),
        at=moment(at, zone),
        witnesses=frozenset(witnesses),
        version=version,
        why=why,
        by=by,
    )


def _sentence(
    text: str, evidence: Sequence[bytes], told: Any, day: str, speaker: str, worth: float, asked: str = ""
) -> Sentence:
    turns = tuple(UUID(bytes=turn) for turn in evidence)
    return Sentence(text, turns, told, date.fromisoformat(day), speaker, worth, asked)
