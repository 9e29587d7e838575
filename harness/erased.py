"""What somebody does who lives, and is erased, in a LUMINA of a process of its own (harness.mortal)."""

# pyright: reportPrivateUsage=false

import asyncio
import gc
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from graphs.turns import RunningTurn
from harness.deeds import Say
from harness.mortal import Deed, Tell
from harness.reached import hand_out, led_to
from lumina.app import Lumina
from lumina.cli.logs import log_into
from lumina.clock import LAST
from lumina.errors import PersonErased, UnknownMemory
from lumina.images import Image
from lumina.models import Memory, Policy
from lumina.stores.history import open_history
from lumina.stores.kept import Kept, memories_of

MANY = 100_000
MEMORY = tuple(one.name for one in fields(Memory))
Digests = Mapping[str, bytes]
"""Of the parts of a thing, by what they are."""


@dataclass(frozen=True, slots=True)
class Show:
    """An image of that name, with the last turn."""

    person: str
    name: str
    content: bytes

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        stores = lumina._parts.stores
        turns = [turn.id async for turn in stores.transcript.export(self.person)]
        async with stores.database.writing(self.person) as guard:
            image = Image(uuid4(), f"{self.name}.png", "image/png", 2, 2, self.content)
            await stores.images.put(guard, turns[-1], [image])


@dataclass(frozen=True, slots=True)
class Note:
    """A line that was typed, what the owner makes of a memory, and a notification."""

    person: str
    room: str
    text: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        with open_history(lumina.settings.home, self.person).open("a", encoding="utf-8") as file:
            file.write(f"+{self.text}\n")
        for state in (await lumina._parts.stores.catalogue.list(self.person, LAST, None, 1, 0))[:1]:
            with suppress(UnknownMemory):  # its retention has ended
                await lumina.memories.edit(self.person, state.id, self.text)
        await lumina.occasions.notify("the post office", self.text, person=self.person, room=self.room)


@dataclass(frozen=True, slots=True)
class Look:
    """At everything that is known, as the pages do, and ask for something."""

    person: str
    text: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.known.known(self.person)
        await lumina.summaries.all(self.person)
        await lumina.profiles.of(self.person)
        asked: dict[str, Any] = {"person": self.person, "budget": 1500, "limit": 10}
        await lumina.recall.look_up(self.text, viewer=None, unit="memory", **asked)
        await lumina.recall.look_up(self.text, viewer="nox", unit="turn", **asked)


@dataclass(frozen=True, slots=True)
class BackUp:
    """Everything."""

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.backups.make(lumina.clock(), lambda _done, _of: None)


@dataclass(frozen=True, slots=True)
class WriteLog:
    """The full log, as Parquet."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.logs.write(self.person)


@dataclass(frozen=True, slots=True)
class KeepSums:
    """Of somebody what was distilled, from now on."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.policies.choose(self.person, Policy.SUMMARY_ONLY)


@dataclass(frozen=True, slots=True)
class Read:
    """A document about nobody."""

    path: Path

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        await lumina.knowledge.add("tea", [self.path])


@dataclass(frozen=True, slots=True)
class Ids:
    """Of all that there is of somebody."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> set[UUID]:
        stores = lumina._parts.stores
        turns = [turn async for turn in stores.transcript.export(self.person)]
        rooms = await stores.transcript.rooms(self.person)
        states = await stores.catalogue.list(self.person, LAST, None, MANY, 0)
        claims = await stores.claims.of(self.person)
        threads = {turn.thread for turn in turns}
        return threads | {one.id for some in (turns, rooms, states, claims) for one in some}


@dataclass(frozen=True, slots=True)
class Whole:
    """Of several, what was said, memories and claims: of each the digests of its parts, by its id. Nobody moves or
    changes their memories meanwhile, as where they are exported."""

    people: Sequence[str]

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, Mapping[UUID, Digests]]:
        return {one: await self._of(lumina, one) for one in self.people}

    async def _of(self, lumina: Lumina, person: str) -> Mapping[UUID, Digests]:
        stores = lumina._parts.stores
        async with stores.database.writing(person) as guard:
            await guard.alone()
            said = [turn async for turn in stores.transcript.export(person)]
            kept, claims = await memories_of(stores, person), await stores.claims.of(person)
        return {
            **{one.id: _digests("turn", one, ("text", "speaker", "at", "thread")) for one in said},
            **{one.memory.id: _digests("memory", _original(one), MEMORY) for one in kept},
            **{one.id: _digests("claim", one, ("claim", "at", "turn")) for one in claims},
        }


def _digests(kind: str, thing: Any, names: Sequence[str]) -> Digests:
    return {f"{kind}'s {name}": sha256(repr(_ordered(getattr(thing, name))).encode()).digest() for name in names}


def _ordered(value: Any) -> Any:
    return sorted(map(repr, value)) if isinstance(value, frozenset) else value  # pyright: ignore[reportUnknownArgumentType]


def _original(kept: Kept) -> Memory:
    """A memory may be compressed meanwhile."""
    return replace(kept.archived.memory, entries=()) if kept.archived else kept.memory


@dataclass(frozen=True, slots=True)
class Counted:
    """How much each store has of somebody, where it has anything."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, int]:
        counted = {one.name: await one.count(self.person) for one in lumina._parts.erasure.stores}
        return {name: count for name, count in counted.items() if count}


@dataclass(frozen=True, slots=True)
class EraseUnderLoad:
    """A person, while they are heard still and all others go on; returns what is left, by store."""

    person: str
    late: Say
    load: Sequence[Deed]
    after: float
    """Seconds from the load's begin to the erasure's."""

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, int]:
        token = (await lumina.erasure.preview(self.person)).token
        turn = await lumina.talk.begin(self.late.text, person=self.person, room=self.late.room)
        async with asyncio.TaskGroup() as group:
            group.create_task(_followed(turn))
            for one in self.load:
                group.create_task(_done(one, lumina, tell))
            await asyncio.sleep(self.after)
            report = await lumina.erasure.erase(self.person, token, "test")
        await lumina._parts.flusher.settle()
        return {name: count for name, count in report.residue.items() if count}


async def _followed(turn: RunningTurn) -> None:
    """It began before: it is refused, or is erased with the rest."""
    with suppress(PersonErased):
        async for _ in turn.events():
            pass


async def _done(deed: Deed, lumina: Lumina, tell: Tell) -> None:
    await deed.do(lumina, tell)


@dataclass(frozen=True, slots=True)
class Log:
    """From now on, everything that anything has to tell, into the folder's log."""

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        log_into(lumina.settings.log, "debug", lambda: True)


@dataclass(frozen=True, slots=True)
class HandOut:
    """What this process can reach of texts and bytes, to a file, once what nobody awaits any more has been closed."""

    path: Path

    async def do(self, lumina: Lumina, tell: Tell) -> int:
        gc.unfreeze()
        gc.collect()
        await asyncio.sleep(0.01)
        return hand_out(self.path)


@dataclass(frozen=True, slots=True)
class LedTo:
    """By what a text is held that was handed out, by its SHA-256."""

    digest: bytes

    async def do(self, lumina: Lumina, tell: Tell) -> list[str]:
        return led_to(self.digest)
