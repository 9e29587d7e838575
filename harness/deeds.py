"""What a LUMINA in a process of its own is told to do (harness.mortal)."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from harness.mortal import Tell
from harness.nights import FILES, by_night
from harness.soundness import EVER, MANY, Finding, Promised, accounts, bodies, places
from lumina.app import Lumina
from lumina.distil.distillate import Distillate
from lumina.erasure.part import Part
from lumina.memory.summaries_postgres import Mark
from lumina.models import MemoryState, Policy, Turn
from lumina.reports import Heard, ImportedTurn, Recollection, Replied

SOON = 2.0


@dataclass(frozen=True, slots=True)
class Durable:
    """A turn is acknowledged."""

    turn: UUID
    text: str


@dataclass(frozen=True, slots=True)
class Imported:
    """So many lines are acknowledged."""

    lines: int


@dataclass(frozen=True, slots=True)
class Say:
    """One turn; what overflows is distilled while the next is said."""

    person: str
    room: str
    text: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        async for event in lumina.talk.say(self.text, person=self.person, room=self.room):
            if isinstance(event, Heard | Replied):
                tell(Durable(event.turn.id, f"{event.turn.speaker}: {event.turn.text}"))


@dataclass(frozen=True, slots=True)
class Flush:
    """Distil everything that waits, what is still in the windows, too."""

    person: str
    rooms: Sequence[str]

    async def do(self, lumina: Lumina, tell: Tell) -> int:
        flusher = lumina._parts.flusher
        return sum([await flusher.flush(self.person, room, everything=True) for room in self.rooms])


@dataclass(frozen=True, slots=True)
class RunJobs:
    """The jobs, at the moment that it is."""

    name: str = "all"

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.jobs.run(self.name)


@dataclass(frozen=True, slots=True)
class RunTasks:
    """Do the tasks of persons, those that wait for their next attempt, too; whoever is dead is known to be."""

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        dead = "update procrastinate_workers set last_heartbeat = now() - interval '1 hour'"
        await lumina._parts.stores.database.execute(dead)
        await lumina.tasks.retry("all")
        await lumina.tasks.run_due()


@dataclass(frozen=True, slots=True)
class Claimed:
    """All that is claimed of a person (source, type, value, turn), in order, and how many tasks wait or failed."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> tuple[list[tuple[str, str, str, str]], int, int]:
        stores = lumina._parts.stores
        claims = [
            (one.source, str(one.claim.type), one.claim.value, str(one.turn))
            for one in await stores.claims.of(self.person)
        ]
        [[queued]] = await stores.database.fetch("select count(*) from procrastinate_jobs where queue_name = 'persons'")
        return sorted(claims), queued, len(await lumina.tasks.failed())


@dataclass(frozen=True, slots=True)
class SummedUp:
    """All versions of a person's summaries (kind, about, version, moment, digest), in order, how far they have come,
    and how many tasks wait."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> tuple[list[tuple[str, str, int, datetime, str]], Mark, int]:
        stores = lumina._parts.stores
        made = [
            (str(one.kind), one.about, one.version, one.at, one.digest)
            for one in await stores.summaries.all(self.person)
        ]
        [[queued]] = await stores.database.fetch("select count(*) from procrastinate_jobs where queue_name = 'persons'")
        return sorted(made), await stores.summaries.mark(self.person), queued


@dataclass(frozen=True, slots=True)
class Import:
    """A transcript, from its beginning."""

    person: str
    lines: Sequence[ImportedTurn]

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.transfer.bring(
            self.lines, person=self.person, me=self.person, progress=lambda done: tell(Imported(done))
        )


@dataclass(frozen=True, slots=True)
class Examine:
    """See whether everything is there, after what a start of the application does: reconcile. `whole` reads every
    memory."""

    person: str
    promised: Promised
    whole: bool = False

    async def do(self, lumina: Lumina, tell: Tell) -> list[Finding]:
        before = await accounts(lumina, self.person, self.promised)
        await lumina.jobs.run("reconcile")
        after = await accounts(lumina, self.person, self.promised)
        lying = await self._lying(lumina)
        if lying:  # a job of the background may be at work: what lies wrong goes on doing so
            await asyncio.sleep(SOON)
            again = await self._lying(lumina)
            lying = [finding for finding in lying if finding in again]
        return [*before, *(finding for finding in after if finding not in before), *lying]

    async def _lying(self, lumina: Lumina) -> list[Finding]:
        found = await places(lumina, self.person)
        return [*found, *(await bodies(lumina, self.person) if self.whole else ())]


@dataclass(frozen=True, slots=True)
class Gather:
    """Decide who is present in the rooms."""

    person: str
    rooms: Mapping[str, Sequence[str]]

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        for room, present in self.rooms.items():
            await lumina.rooms.set_present(self.person, room, present)


@dataclass(frozen=True, slots=True)
class FlushForEver:
    """Distil what waits in a room with a model that does not answer; what it was asked is told."""

    person: str
    room: str

    async def do(self, lumina: Lumina, tell: Tell) -> int:
        flusher = lumina._parts.flusher
        flusher.distiller = Speechless(tell)
        return await flusher.flush(self.person, self.room, everything=True)


@dataclass(frozen=True, slots=True)
class Speechless:
    tell: Tell
    together: int = 1

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        self.tell([turn.id for turn in turns])
        return await asyncio.get_running_loop().create_future()


@dataclass(frozen=True, slots=True)
class States:
    """All memories, as the catalogue knows them."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> list[MemoryState]:
        return await lumina._parts.stores.catalogue.list(self.person, EVER, None, MANY, 0)


@dataclass(frozen=True, slots=True)
class Forget:
    person: str
    memory: UUID

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.memories.forget(self.person, self.memory)


@dataclass(frozen=True, slots=True)
class Restore:
    person: str
    memory: UUID

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.memories.restore(self.person, self.memory)


@dataclass(frozen=True, slots=True)
class Ask:
    """What single turns a question finds."""

    person: str
    query: str
    viewer: str | None
    limit: int

    async def do(self, lumina: Lumina, tell: Tell) -> Recollection:
        return await lumina.recall.look_up(
            self.query, person=self.person, viewer=self.viewer, budget=4000, limit=self.limit, unit="turn"
        )


@dataclass(frozen=True, slots=True)
class ErasePart:
    """A topic; returns how many turns went."""

    person: str
    topic: str

    async def do(self, lumina: Lumina, tell: Tell) -> int:
        part = Part(topic=self.topic)
        token = (await lumina.erasure.preview_part(self.person, part)).token
        return (await lumina.erasure.erase_part(self.person, part, token, "test")).erased["turns"]


@dataclass(frozen=True, slots=True)
class EraseAll:
    """The person; returns what is left, by store."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, int]:
        token = (await lumina.erasure.preview(self.person)).token
        return (await lumina.erasure.erase(self.person, token, "test")).residue


@dataclass(frozen=True, slots=True)
class Said:
    """What everybody said, by person."""

    people: Sequence[str]

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, Sequence[str]]:
        transcript = lumina._parts.stores.transcript
        return {one: [turn.text async for turn in transcript.export(one)] for one in self.people}


@dataclass(frozen=True, slots=True)
class Night:
    """What the clean-up after an erasure finds in files."""

    async def do(self, lumina: Lumina, tell: Tell) -> int:
        return (await by_night(lumina)).get(FILES, 0)


@dataclass(frozen=True, slots=True)
class LetGo:
    """Keep of somebody what was distilled, from now on, and let go what can be."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.policies.choose(self.person, Policy.SUMMARY_ONLY)
        await lumina.jobs.run("let_go")
