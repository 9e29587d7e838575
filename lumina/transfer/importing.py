"""A transcript goes through the pipeline that chat uses, on its own dates."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from graphs.flushing import Flusher
from lumina.dialogue.characters import Cast
from lumina.dialogue.threads import Limits, ThreadSoFar, boundary, domain_of
from lumina.dialogue.turn import Topics
from lumina.errors import BadInput, because
from lumina.language.domains import domain_scores
from lumina.memory.transcript_postgres import Transcript
from lumina.models import EVERYBODY, Role, Turn, derived_id
from lumina.reports import ImportedTurn
from lumina.transfer.corrections import Corrections

BATCH = 240
ROOM = "import"
"""The room of lines that name none."""

DAY, MONTH = timedelta(days=1), timedelta(days=30)
TOGETHER = 2_400
"""Memories of so many turns, or of a month, descend together: every descent makes all stores durable, and what is old
by then goes straight to the tier of its age."""

RECENT = 6
SHOWN = 30
"""Characters of a line that an error shows."""

Current = tuple[UUID, ThreadSoFar, list[str]]
"""The open thread of a room: its id, how it stands, and its last texts."""


@dataclass(slots=True)
class _Threads:
    """The thread that goes on in each room while a file is read."""

    person: str
    transcript: Transcript
    topics: Topics
    limits: Limits
    current: dict[str, Current] = field(default_factory=dict[str, Current])
    ended: list[UUID] = field(default_factory=list[UUID])

    async def place(self, line: ImportedTurn, room: str, turn: UUID) -> UUID:
        """The thread of a line: the one that the file names, or the one that LUMINA finds."""
        if line.thread:
            thread = derived_id("thread", self.person, room, line.thread)
            self._go_on(room, thread, "", line)
            return thread
        domains = domain_scores(line.text)
        thread = await self._found(room, line, turn, domains)
        self._go_on(room, thread, domain_of(domains), line)
        return thread

    def follow(self, turn: Turn) -> None:
        """A turn that was read in before: its thread goes on as it did then."""
        self._go_on(turn.room, turn.thread, domain_of(domain_scores(turn.text)), turn)

    async def _found(self, room: str, line: ImportedTurn, turn: UUID, domains: Mapping[str, float]) -> UUID:
        if room not in self.current:
            await self._resume(room)
        thread, talk, recent = self.current.get(room, (None, None, list[str]()))
        shifted = await self.topics.shifted(line.text, recent)
        reason = boundary(line.text, line.at, talk, domains=domains, shifted=shifted, limits=self.limits)
        return derived_id("thread", turn) if reason or thread is None else thread

    async def _resume(self, room: str) -> None:
        last = await self.transcript.open_thread(self.person, room)
        if last:
            self.current[room] = (last.id, ThreadSoFar(last.domain, last.last_turn, last.turns), [])

    def _go_on(self, room: str, thread: UUID, domain: str, line: ImportedTurn | Turn) -> None:
        before, talk, recent = self.current.get(room, (None, None, list[str]()))
        if before != thread:
            if before is not None:
                self.ended.append(before)
            talk, recent = None, []
        turns = talk.turns + 1 if talk else 1
        known = talk.domain if talk else ""
        self.current[room] = (thread, ThreadSoFar(known or domain, line.at, turns), [*recent[1 - RECENT :], line.text])


@dataclass(frozen=True, slots=True)
class Importer:
    """Appends turns in batches, flushes what overflows, and lets memories descend as the days of the file pass."""

    transcript: Transcript
    flusher: Flusher
    topics: Topics
    cast: Cast
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    owning_room: Callable[..., AbstractAsyncContextManager[None]]
    descend: Callable[[datetime, str], Awaitable[object]]
    learn: Callable[[str], Awaitable[object]]
    corrections: Callable[[], Corrections]
    limits: Limits

    async def run(
        self, lines: Sequence[ImportedTurn], *, person: str, me: str, epoch: int, progress: Callable[[int], None]
    ) -> Counter[str]:
        """Counts of turns, known (there before, not doubled), mine (the person's own), threads, rooms and memories.
        Killed and run again, it goes on where it was. Raises BadInput before anything is written where lines are there
        already, and another was taken for the person."""
        await self._refuse_another_me(lines, person, me)
        counts: Counter[str] = Counter()
        threads, corrections = _Threads(person, self.transcript, self.topics, self.limits), self.corrections()
        seen: set[tuple[str, UUID]] = set()
        done = lying = 0
        descended = min((line.at for line in lines), default=datetime.max.replace(tzinfo=UTC))
        async for batch, known in self._batches(lines, person, me, threads):
            counts += await self._write(batch, person, epoch, threads)
            corrections.hear(batch)
            counts += Counter(turns=len(batch) - known, known=known)
            counts += Counter(mine=sum(turn.role is Role.PERSON for turn in batch))
            seen |= {(turn.room, turn.thread) for turn in batch}
            now = max(turn.at for turn in batch)
            if done in (0, len(lines) - len(batch)) and len(lines) > BATCH:
                await self.transcript.look_at_tables(done + len(batch))
            done, lying = done + len(batch), lying + len(batch)
            if done == len(lines) or now - descended >= (DAY if lying >= TOGETHER else MONTH):
                await self.descend(now, person)
                descended, lying = now, 0
            progress(done)
        await self.learn(person)
        await corrections.heed(partial(self.guarding, person, epoch))
        counts["rooms"], counts["threads"] = (len({place[part] for place in seen}) for part in (0, 1))
        return counts

    async def brought(self, lines: Sequence[ImportedTurn], person: str) -> list[UUID]:
        """The turns that are here of these lines, whoever of the speakers was taken for the person then."""
        names = {line.speaker for line in lines}
        found: set[UUID] = set()
        for me in ["", *(name for name in names if name in self.cast)]:
            named = list(self._named(lines, person, me))
            for start in range(0, len(named), BATCH):
                batch = named[start : start + BATCH]
                known = await self.transcript.read(person, _ids(batch))
                found |= {before.id for line, turn in batch if (before := _known(line, turn, known))}
        return list(found)

    async def _refuse_another_me(self, lines: Sequence[ImportedTurn], person: str, me: str) -> None:
        """Whose turns are the person's own is told once: what is known would stay as it is, without a word."""
        named = list(self._named(lines, person, me))
        for start in range(0, len(named), BATCH):
            batch = named[start : start + BATCH]
            known = await self.transcript.read(person, _ids(batch))
            for line, turn in batch:
                before = _known(line, turn, known)
                if before and (before.role is Role.PERSON) != (line.speaker == me):
                    raise _another_me(before)

    async def _batches(
        self, lines: Sequence[ImportedTurn], person: str, me: str, threads: _Threads
    ) -> AsyncIterator[tuple[list[Turn], int]]:
        """The turns of so many lines, and how many of them were there before."""
        named = list(self._named(lines, person, me))
        for start in range(0, len(named), BATCH):
            batch = named[start : start + BATCH]
            known = await self.transcript.read(person, _ids(batch))
            turns = [await self._turn(line, turn, known, person, me, threads) for line, turn in batch]
            yield turns, sum(turn.id in known for turn in turns)

    async def _turn(
        self, line: ImportedTurn, turn: UUID, known: Mapping[UUID, Turn], person: str, me: str, threads: _Threads
    ) -> Turn:
        before = _known(line, turn, known)
        if before:
            threads.follow(before)
            return before
        room = line.room or ROOM
        role, speaker = self._speaker(line.speaker, me)
        return Turn(
            id=turn,
            person=person,
            room=room,
            thread=await threads.place(line, room, turn),
            speaker=speaker,
            role=role,
            text=line.text,
            at=line.at,
            witnesses=self._witnesses(line, speaker),
            ref=line.ref,
        )

    def _speaker(self, name: str, me: str) -> tuple[Role, str]:
        if name == me:
            return Role.PERSON, name
        if name in self.cast:
            return Role.CHARACTER, self.cast.find(name).id
        return Role.GUEST, name

    def _witnesses(self, line: ImportedTurn, speaker: str) -> frozenset[str]:
        """As the file says; a line that names none is shared with all."""
        if line.witnesses is None or EVERYBODY in line.witnesses:
            return frozenset({EVERYBODY})
        return frozenset({speaker, *(self.cast.find(w).id if w in self.cast else w for w in line.witnesses)})

    async def _write(self, batch: Sequence[Turn], person: str, epoch: int, threads: _Threads) -> Counter[str]:
        """Not in the middle of a turn of somebody who talks in one of the rooms."""
        rooms = sorted({turn.room for turn in batch})
        async with self.owning_room(person, *rooms), self.guarding(person, epoch) as guard:
            for room in rooms:
                await self.transcript.room(guard, room, present=self.cast.ids)
            await self.transcript.append(guard, batch)
            await self.transcript.end_threads(guard, threads.ended)
            threads.ended.clear()
        return Counter(memories=sum([await self.flusher.flush(person, room, epoch=epoch) for room in rooms]))

    def _named(self, lines: Sequence[ImportedTurn], person: str, me: str) -> Iterator[tuple[ImportedTurn, UUID]]:
        """Each line with its turn's id: the same words twice in one second are two turns."""
        before: Counter[tuple[object, ...]] = Counter()
        for line in lines:
            like = _identity(line, self._speaker(line.speaker, me)[1])
            yield line, derived_id("imported", person, *like, before[like])
            before[like] += 1


def _ids(batch: Sequence[tuple[ImportedTurn, UUID]]) -> list[UUID]:
    """Of the turns that the lines may be."""
    return list({turn for _, turn in batch} | {ref for line, _ in batch if (ref := _exported(line))})


def _known(line: ImportedTurn, turn: UUID, known: Mapping[UUID, Turn]) -> Turn | None:
    """The turn that the line is, where it was read in before."""
    before = known.get(turn) or known.get(_exported(line) or turn)
    return before if before and before.text == line.text else None


def _another_me(before: Turn) -> BadInput:
    why = because(
        "{speaker}'s words '{text}' are here already, and then another --me said whose turns are the person's own; "
        "name the same one, or let --replace take out first what this file brought",
        speaker=before.speaker,
        text=before.text if len(before.text) <= SHOWN else f"{before.text[: SHOWN - 1]}…",
    )
    return BadInput(why=why)


def _identity(line: ImportedTurn, speaker: str) -> tuple[object, ...]:
    """What makes a line that line: where it has a name of its own, room and thread may be called otherwise."""
    place = (line.ref,) if line.ref else ("", line.room or ROOM, line.thread)
    return (*place, speaker, line.text, line.at.astimezone(UTC))


def _exported(line: ImportedTurn) -> UUID | None:
    """The turn that the line is, where it comes from an export of LUMINA's: then its name is the id."""
    try:
        return UUID(line.ref) if len(line.ref) == 36 else None
    except ValueError:
        return None
