"""The transcript in PostgreSQL: rooms, threads and all turns, append-only. It is the record."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard, Row, translated
from lumina.databases.postgres_values import Uuids
from lumina.errors import BadText, KeyGone, because
from lumina.memory import transcript_sql as sql
from lumina.memory.transcript_rows import SEALED, ThreadCounted, as_json, readable, turn_of
from lumina.models import Policy, Role, Turn, derived_id
from lumina.reports import Room

PAGE = 1000


@dataclass(frozen=True, slots=True)
class OpenThread:
    """A thread that goes on: what it is about, and how far it has come."""

    id: UUID
    room: str
    domain: str
    opened: datetime
    last_turn: datetime
    turns: int


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread as it stands, without its turns."""

    id: UUID
    room: str
    domain: str
    opened: datetime
    last_turn: datetime
    ended: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said, by whom, where and when. What is written needs a guard: `database.writing(person)` gives it."""

    database: Database

    async def room(self, guard: Guard, name: str, *, present: Sequence[str]) -> Room:
        """The room; a new one has these characters present, and after an erasure another id than before."""
        known = await guard.fetch(sql.ROOM, (guard.person, name))
        if not known:
            await self._make_key(guard)
            new = derived_id("room", guard.person, name, guard.epoch)
            await guard.execute(sql.ADD_PERSON, (guard.person,))
            await guard.execute(sql.ADD_ROOM, (guard.person, name, new, list(present)))
            known = await guard.fetch(sql.ROOM, (guard.person, name))
        return _room(known[0])

    async def known_room(self, person: str, name: str) -> Room | None:
        row = await self.database.fetch_one(sql.ROOM, (person, name))
        return _room(row) if row else None

    async def rooms(self, person: str) -> list[Room]:
        """By name."""
        return [_room(row) for row in await self.database.fetch(sql.ROOMS, (person,))]

    async def set_present(self, guard: Guard, name: str, present: Sequence[str]) -> None:
        await guard.execute(sql.SET_PRESENT, (list(present), guard.person, name))

    async def set_policy(self, guard: Guard, policy: Policy | None) -> None:
        """Of whoever has not spoken yet, too. Raises KeyGone."""
        await self._make_key(guard)
        await guard.execute(sql.ADD_PERSON, (guard.person,))
        await guard.execute(sql.SET_POLICY, (policy, guard.person))

    async def people(self) -> list[str]:
        """All whose transcript is kept, by name."""
        return [row[0] for row in await self.database.fetch(sql.PEOPLE)]

    async def open_thread(self, person: str, room: str) -> OpenThread | None:
        """The thread of the room that goes on: of several, the one with the latest turn."""
        row = await self.database.fetch_one(sql.OPEN_THREAD, (person, room))
        return OpenThread(*row) if row else None

    async def threads(self, person: str) -> list[Thread]:
        """All, the first that was opened first."""
        return [Thread(*row) for row in await self.database.fetch(sql.ALL_THREADS, (person,))]

    async def count_threads(self, person: str, room: str | None = None) -> list[ThreadCounted]:
        """Those of which anything holds, or those of a room, the one with the latest turn first."""
        found = await self.database.fetch(sql.COUNT_THREADS, {"person": person, "room": room})
        return [ThreadCounted(*row) for row in found]

    async def set_threads(self, guard: Guard, threads: Sequence[Thread]) -> None:
        """Let those that are there stand as these do."""
        rows = [
            {
                "thread": str(one.id),
                "domain": one.domain,
                "opened": one.opened.isoformat(),
                "last_turn": one.last_turn.isoformat(),
                "ended": one.ended,
            }
            for one in threads
        ]
        await guard.execute(sql.SET_THREADS, (json.dumps(rows, ensure_ascii=False), guard.person))

    async def set_domain(self, guard: Guard, thread: UUID, domain: str) -> None:
        await guard.execute(sql.SET_DOMAIN, (domain, guard.person, thread))

    async def end_thread(self, guard: Guard, thread: UUID) -> None:
        await guard.execute(sql.END_THREAD, (guard.person, thread))

    async def end_idle(self, guard: Guard, threads: Sequence[UUID], before: datetime) -> None:
        """Those in which nothing was said meanwhile, at that moment or later."""
        await guard.execute(sql.END_IDLE, (guard.person, Uuids(threads), before))

    async def go_on(self, guard: Guard, thread: UUID) -> None:
        """Whoever ended it meanwhile: something was said in it, in this transaction."""
        await guard.execute(sql.GO_ON, (guard.person, thread))

    async def end_threads(self, guard: Guard, threads: Sequence[UUID]) -> None:
        await guard.execute(sql.END_THREADS, (guard.person, Uuids(threads)))

    async def look_at_tables(self, grown: int) -> None:
        """Let PostgreSQL see how much there is, if it knows of no more turns than the `grown` that were added: as long
        as it believes that there is next to nothing, it reads all turns to find one, and checks each foreign key so."""
        row = await self.database.fetch_one(sql.BELIEVED)
        if row and row[0] <= grown:
            await self.database.execute("analyze")

    async def idle_threads(self, before: datetime) -> dict[str, list[UUID]]:
        """By person, all that have not ended and had their last turn before, the longest idle first."""
        idle: dict[str, list[UUID]] = {}
        for person, thread in await self.database.fetch(sql.IDLE_THREADS, (before,)):
            idle.setdefault(person, []).append(thread)
        return idle

    async def append(self, guard: Guard, turns: Sequence[Turn], *, domain: str = "") -> list[Turn]:
        """Keep the turns, all or none, durable when it returns; gives them back in their order, with positions.

        A turn whose id is known is not written again and comes back as it is kept (known() tells beforehand which). A
        thread that nobody began is begun, about `domain`. Raises BadText for what no database can keep.
        """
        unique = list({turn.id: turn for turn in turns}.values())
        for turn in unique:
            _check(turn, guard.person)
        if not unique:
            return []
        await self._make_key(guard)
        with translated():
            said = as_json(unique, sealer(guard.keys, SEALED, guard.person))
        values = (guard.person, *_threads_of(unique), domain, said, len(unique))
        positions = dict(await guard.fetch(sql.APPEND, values))
        kept = {turn.id: replace(turn, position=positions[turn.id]) for turn in unique if turn.id in positions}
        kept |= await self.read(guard.person, [turn.id for turn in unique if turn.id not in kept])
        return [kept[turn.id] for turn in turns]

    async def _make_key(self, guard: Guard) -> None:
        """Who is new has none. Raises KeyGone for who is not: what is kept of them is under another. A key is made
        before a row, so it is looked for behind one: somebody new may begin in two rooms at once."""
        if guard.keys.knows(guard.person):
            return
        is_known = bool(await guard.fetch(sql.IS_KNOWN, (guard.person,)))
        if await asyncio.to_thread(guard.keys.has, guard.person):
            return
        if is_known:
            raise KeyGone(person=guard.person)
        await asyncio.to_thread(guard.keys.make, guard.person)

    async def known(self, person: str, ids: Sequence[UUID]) -> set[UUID]:
        """Those of the ids that the transcript has."""
        return {row[0] for row in await self.database.fetch(sql.KNOWN, (person, list(ids)))}

    async def read(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]:
        rows = await self.database.look(sql.READ, (person, Uuids(ids))) if ids else []
        return {turn.id: turn for turn in self._turns(person, rows)}

    async def heard(self, person: str, ids: Sequence[UUID]) -> dict[UUID, frozenset[str]]:
        """Who heard each of those that hold; their words stay sealed."""
        rows = await self.database.look(sql.HEARD, (person, Uuids(ids))) if ids else []
        return {id_: frozenset[str](witnesses) for id_, witnesses in rows}

    async def spans(self, person: str, spans: Sequence[tuple[UUID, int, int]]) -> list[list[Turn]]:
        """The turns of each (thread, first position, last position), in their order."""
        threads, firsts, lasts = zip(*spans, strict=True) if spans else ((), (), ())
        rows = await self.database.fetch(sql.SPANS, (Uuids(threads), [*firsts], [*lasts], person))
        found = [list[Turn]() for _ in spans]
        for nr, turn in self._numbered(person, rows):
            found[nr - 1].append(turn)
        return found

    async def after(self, person: str, seq: int, limit: int) -> list[tuple[int, Turn]]:
        """Turns that were appended behind the one of this number, each with its own, in that order."""
        return list(self._numbered(person, await self.database.fetch(sql.AFTER, (person, seq, limit))))

    async def waiting(self, person: str, thread: UUID | None = None) -> list[Turn]:
        """The turns that no memory has, oldest first. Answers that failed do not wait: they are kept, not distilled."""
        if thread is None:
            return self._turns(person, await self.database.fetch(sql.WAITING, (person,)))
        return self._turns(person, await self.database.fetch(sql.WAITING_OF_THREAD, (person, thread)))

    async def waiting_in(self, person: str, room: str) -> list[Turn]:
        """Those of a room."""
        return self._turns(person, await self.database.fetch(sql.WAITING_IN, (person, room)))

    async def people_waiting(self) -> list[str]:
        """Of whom turns wait, by name."""
        return [person for (person,) in await self.database.fetch(sql.PEOPLE_WAITING)]

    async def rooms_waiting(self, person: str) -> list[str]:
        """The rooms in which turns wait."""
        return [room for (room,) in await self.database.fetch(sql.ROOMS_WAITING, (person,))]

    async def last(self, person: str, room: str, count: int) -> list[Turn]:
        """The latest turns of a room, oldest first, failed answers among them."""
        return self._turns(person, reversed(await self.database.fetch(sql.LAST, (person, room, count))))

    async def lately(self, person: str, at: datetime, count: int) -> list[Turn]:
        """The latest that the person said until this moment, in whatever room, the last first; nothing that the owner
        put away."""
        named = {"person": person, "at": at, "count": count}
        return self._turns(person, await self.database.look(sql.LATELY, named))

    async def page(
        self,
        person: str,
        seq: int,
        limit: int,
        *,
        room: str | None = None,
        thread: UUID | None = None,
        branch: UUID | None = None,
    ) -> list[tuple[int, Turn]]:
        """The latest turns that were appended before the one of this number, each with its own, the last first; of a
        room or a thread, where one is named. They are of the talk that holds, or of the branch left for a turn."""
        named = {"person": person, "before": seq, "limit": limit, "room": room, "thread": thread, "branch": branch}
        return list(self._numbered(person, await self.database.look(sql.PAGE, named)))

    async def before(self, person: str, room: str, turn: UUID, count: int) -> list[Turn]:
        """The latest turns of a room that were written before this one, oldest first."""
        named = {"person": person, "room": room, "turn": turn, "count": count}
        return self._turns(person, reversed(await self.database.fetch(sql.BEFORE, named)))

    async def since(self, person: str, room: str, turn: UUID, count: int) -> list[Turn]:
        """The first turns of a room that were written behind this one, oldest first."""
        named = {"person": person, "room": room, "turn": turn, "count": count}
        return self._turns(person, await self.database.fetch(sql.SINCE, named))

    async def leave(self, guard: Guard, turn: Turn, instead: UUID) -> list[UUID]:
        """Let the talk of a room go on with another turn in place of this one; returns what was said from it on, which
        stays. Threads of which nothing holds end; that of the turn goes on, where something of it does."""
        named = {"person": guard.person, "room": turn.room, "turn": turn.id, "instead": instead}
        left = await guard.fetch(sql.LEAVE, named)
        threads = Uuids(list({thread for _, thread in left}))
        await guard.execute(sql.SETTLE_THREADS, {"person": guard.person, "threads": threads, "thread": turn.thread})
        return [id_ for id_, _ in left]

    async def left(self, person: str, turns: Sequence[UUID]) -> dict[UUID, UUID]:
        """Of those turns for which a branch was left, its first turn."""
        return dict(await self.database.fetch(sql.LEFT, (person, Uuids(turns)))) if turns else {}

    async def by_ref(self, person: str, refs: Sequence[str]) -> dict[str, Turn]:
        """Of several turns with one ref, the last that was written."""
        rows = await self.database.fetch(sql.BY_REF, (person, list(refs)))
        return {turn.ref: turn for turn in self._turns(person, rows)}

    async def export(self, person: str) -> AsyncIterator[Turn]:
        """All turns in the order in which they were written."""
        seq = -1
        while rows := await self.database.fetch(sql.AFTER, (person, seq, PAGE)):
            for _, turn in self._numbered(person, rows):
                yield turn
            seq = rows[-1][0]

    def _turns(self, person: str, rows: Iterable[Row]) -> list[Turn]:
        return [turn for _, turn in self._numbered(person, ((0, *row) for row in rows))]

    def _numbered(self, person: str, rows: Iterable[Row]) -> Iterator[tuple[int, Turn]]:
        """Turns behind what stands before them in their rows. One whose text is damaged is left out, and keeps nobody
        from the others."""
        opened = opener(self.database.keys, SEALED, person)
        for nr, *row in rows:
            text = readable(opened, row[0], row[6])
            if text is not None:
                yield int(nr), turn_of(row, text)

    async def evenly(self, person: str, most: int) -> list[tuple[UUID, str]]:
        """Ids and texts of at most some twice as many turns, from all over what was said."""
        opened = opener(self.database.keys, SEALED, person)
        rows = await self.database.fetch(sql.EVENLY, (most, person))
        return [(id_, text) for id_, sealed in rows if (text := readable(opened, id_, sealed)) is not None]

    async def speakers(self, person: str) -> list[tuple[str, Role]]:
        """Everybody who occurs as a speaker, by name."""
        return [(name, Role(role)) for name, role in await self.database.look(sql.SPEAKERS, (person,))]

    async def company(self, person: str, until: datetime) -> list[tuple[str, int, datetime]]:
        """The characters who spoke to the person: how many turns of theirs there are, and when the last one was."""
        return [(who, turns, last) for who, turns, last in await self.database.fetch(sql.COMPANY, (person, until))]

    async def counts(self, person: str | None = None) -> dict[str, int]:
        """Rows by table: people, rooms, threads, turns."""
        statement = sql.COUNTS if person is None else sql.COUNTS_OF
        rows = await self.database.fetch(statement, {"person": person})
        return dict(zip(("people", "rooms", "threads", "turns"), rows[0], strict=True))

    async def forget(self, guard: Guard) -> dict[str, int]:
        """Delete all of the person, counted by table. What refers to turns (the catalogue's) must be gone before."""
        async with guard.transaction():
            async with guard.unreferred(sql.REFERRED_TO, {"person": guard.person}):
                said = {table: await guard.execute(one, (guard.person,)) for table, one in sql.FORGET_SAID}
            return said | {table: await guard.execute(one, (guard.person,)) for table, one in sql.FORGET}


def _check(turn: Turn, person: str) -> None:
    if turn.person != person:
        raise ValueError(f"the guard is not for the person of turn {turn.id}")
    for text in (turn.text, turn.room, turn.speaker, turn.ref, *turn.witnesses):
        if "\0" in text:
            raise BadText(why=because("it holds a NUL character"))


def _threads_of(turns: Sequence[Turn]) -> tuple[Uuids, list[str], list[datetime]]:
    """Each thread, and the room and the moment of its earliest turn."""
    first: dict[UUID, Turn] = {}
    for turn in turns:
        if turn.thread not in first or turn.at < first[turn.thread].at:
            first[turn.thread] = turn
    return Uuids(list(first)), [turn.room for turn in first.values()], [turn.at for turn in first.values()]


def _room(row: Row) -> Room:
    return Room(name=row[0], id=row[1], present=tuple(row[2]))
