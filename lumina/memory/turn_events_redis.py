"""What is told of turns under way, for those who listen on other machines: a stream of Redis for each turn.

    lumina:{pseudonym}:turn:HEX      batches of numbered events, sealed with the person's key, for KEPT after the last
    lumina:{pseudonym}:alive:HEX     stands as long as the machine that runs the turn does
    lumina:{pseudonym}:stop:HEX      somebody has asked for it to be stopped
    lumina:{pseudonym}:room:NAME     which turn has the room, by a pseudonym of the room

As with memories, a place is made first, and words come only where a place is: an erasure takes it away, and nobody
makes it anew for words that are under way. Redis may lose all of it: who listens is told so, and the transcript has the
turn.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from lumina.databases.circuit import Circuit
from lumina.databases.person_keys import Keys
from lumina.databases.pseudonyms import Pseudonyms
from lumina.databases.redis import translated
from lumina.memory.frames import packb, row

KINDS: Final = ("turn", "alive", "stop", "room")
SEALED: Final = b"events of a turn"
KEPT: Final = timedelta(minutes=10)
ALIVE: Final = timedelta(seconds=10)
"""A machine says more often than that that its turn goes on."""

MOST: Final = 5_000
"""Batches of a turn; the oldest go first."""

BEGIN: Final = b"0"
RUN, SAID = b"run", b"said"

Told = tuple[int, str, dict[str, Any]]
"""The number of an event, its name, and what it says in each language ("": in any)."""


@dataclass(frozen=True, slots=True)
class TurnEvents:
    """By person and turn; `run` tells one asking for an answer from another one. Every verb raises StoreDown."""

    client: Any
    circuit: Circuit
    pseudonyms: Pseudonyms
    keys: Keys

    async def begin(self, person: str, turn: UUID, run: str) -> None:
        """Make the place, empty. Hold a guard of the person."""
        async with self._calling() as (pipe, _):
            pipe.delete(self._key(person, "turn", turn))
            pipe.xadd(self._key(person, "turn", turn), {RUN: run})
            pipe.expire(self._key(person, "turn", turn), KEPT)
            pipe.set(self._key(person, "alive", turn), b"", px=ALIVE)

    async def tell(self, person: str, turn: UUID, room: str, told: Sequence[Told]) -> bool:
        """What is new (nothing: that it goes on), where there is a place; returns whether it is to be stopped."""
        stream = self._key(person, "turn", turn)
        async with self._calling() as (pipe, answers):
            if told:
                said = self.keys.to_write(person).seal(packb(told), SEALED + turn.bytes)
                pipe.xadd(stream, {SAID: said}, maxlen=MOST, approximate=True, nomkstream=True)
            pipe.expire(stream, KEPT)
            pipe.set(self._key(person, "alive", turn), b"", px=ALIVE)
            pipe.set(self._key(person, "room", room), turn.bytes, px=ALIVE)
            pipe.getdel(self._key(person, "stop", turn))
        return answers[-1] is not None

    async def end(self, person: str, turn: UUID, room: str) -> None:
        """Nothing comes any more."""
        async with self._calling() as (pipe, _):
            pipe.delete(self._key(person, "alive", turn))
            pipe.delete(self._key(person, "room", room))

    async def run_of(self, person: str, turn: UUID) -> str | None:
        """None where nothing is told of this turn, or it was told too long ago."""
        async with self._calling() as (pipe, answers):
            pipe.xrange(self._key(person, "turn", turn), count=1)
        [entries] = answers
        return entries[0][1].get(RUN, b"").decode() if entries else None

    async def after(self, person: str, turn: UUID, place: bytes) -> tuple[bytes, list[Told], bool]:
        """What was told behind a place (BEGIN: all), the place behind that, and whether more may come."""
        async with self._calling() as (pipe, answers):  # in this order: what ends has told everything before
            pipe.exists(self._key(person, "alive", turn))
            pipe.xrange(self._key(person, "turn", turn), b"(" + place if place != BEGIN else b"-")
        alive, entries = answers
        told: list[Told] = []
        for said in [entry[SAID] for _, entry in entries if SAID in entry]:
            told += row(self.keys.of(person).open(said, SEALED + turn.bytes))
        return entries[-1][0] if entries else place, told, bool(alive)

    async def stop(self, person: str, turn: UUID) -> None:
        async with self._calling() as (pipe, _):
            pipe.set(self._key(person, "stop", turn), b"", px=ALIVE)

    async def in_room(self, person: str, room: str) -> UUID | None:
        """The turn that has the room on some machine."""
        async with self._calling() as (pipe, answers):
            pipe.get(self._key(person, "room", room))
        [found] = answers
        return UUID(bytes=found) if found else None

    def _key(self, person: str, kind: str, of: UUID | str) -> str:
        name = of.hex if isinstance(of, UUID) else self.pseudonyms.short(f"{person}\n{of}")
        return f"lumina:{{{self.pseudonyms.short(person)}}}:{kind}:{name}"

    @asynccontextmanager
    async def _calling(self) -> AsyncGenerator[tuple[Any, list[Any]]]:
        """What is put into the pipe is sent as it is left; then the answers are there."""
        answers: list[Any] = []
        async with self.circuit.calling(), translated(), self.client.pipeline(transaction=False) as pipe:
            yield pipe, answers
            answers += await pipe.execute()
