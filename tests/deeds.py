"""What else a LUMINA in a process of its own is told to do (bench.mortal) than bench.deeds has."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from bench.mortal import Tell
from bench.soundness import EVER, MANY
from lumina.app import Lumina
from lumina.distil.distillate import Distillate
from lumina.models import MemoryState, Turn
from lumina.reports import Recollection


@dataclass(frozen=True, slots=True)
class Gather:
    """Decide who is present in the rooms."""

    person: str
    rooms: Mapping[str, Sequence[str]]

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        for room, present in self.rooms.items():
            await lumina.set_present(self.person, room, present)


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
        await lumina.forget_memory(self.person, self.memory)


@dataclass(frozen=True, slots=True)
class Restore:
    person: str
    memory: UUID

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.restore_memory(self.person, self.memory)


@dataclass(frozen=True, slots=True)
class Ask:
    """What single turns a question finds."""

    person: str
    query: str
    viewer: str | None
    limit: int

    async def do(self, lumina: Lumina, tell: Tell) -> Recollection:
        return await lumina.recall(
            self.query, person=self.person, viewer=self.viewer, budget=4000, limit=self.limit, unit="turn"
        )
