"""What a LUMINA in a process of its own is told to do (bench.mortal)."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from bench.mortal import Tell
from bench.soundness import Finding, Promised, accounts, bodies, places
from lumina.app import Lumina
from lumina.reports import Heard, ImportedTurn, Replied

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
        async for event in lumina.say(self.text, person=self.person, room=self.room):
            if isinstance(event, Heard | Replied):
                tell(Durable(event.turn.id, f"{event.turn.speaker}: {event.turn.text}"))


@dataclass(frozen=True, slots=True)
class Flush:
    """Distil everything that waits, what is still in the windows, too."""

    person: str
    rooms: Sequence[str]

    async def do(self, lumina: Lumina, tell: Tell) -> int:  # noqa: ARG002
        flusher = lumina._parts.flusher
        return sum([await flusher.flush(self.person, room, everything=True) for room in self.rooms])


@dataclass(frozen=True, slots=True)
class RunJobs:
    """The jobs, at the moment that it is."""

    name: str = "all"

    async def do(self, lumina: Lumina, tell: Tell) -> None:  # noqa: ARG002
        await lumina.run_jobs(self.name)


@dataclass(frozen=True, slots=True)
class Import:
    """A transcript, from its beginning."""

    person: str
    lines: Sequence[ImportedTurn]

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.import_turns(
            self.lines, person=self.person, me=self.person, progress=lambda done: tell(Imported(done))
        )


@dataclass(frozen=True, slots=True)
class Examine:
    """See whether everything is there, after what a start of the application does: reconcile. `whole` reads every
    memory."""

    person: str
    promised: Promised
    whole: bool = False

    async def do(self, lumina: Lumina, tell: Tell) -> list[Finding]:  # noqa: ARG002
        before = await accounts(lumina, self.person, self.promised)
        await lumina.run_jobs("reconcile")
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
