"""What one of several processes on the same servers is told to do (harness.mixed)."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from harness.deeds import Examine
from harness.made_up import live
from harness.mortal import Deed, Tell
from harness.nights import FILES
from harness.soundness import Finding, Promised, interleaved, returned
from lumina.app import Lumina
from lumina.errors import LuminaError, StoreDown, WrongToken
from lumina.reports import ImportedTurn

PAUSE = 0.5
LINES = 40


@dataclass(frozen=True, slots=True)
class Tried:
    """A deed that may be refused, as by an erasure; returns how it was refused, "" where it was not."""

    deed: Deed

    async def do(self, lumina: Lumina, tell: Tell) -> str:
        try:
            await self.deed.do(lumina, tell)
        except LuminaError as error:
            return f"{type(error).__name__}: {error}"
        return ""


@dataclass(frozen=True, slots=True)
class Erase:
    """A person, and what is left of her afterwards: by store, or in files. While an engine is down it is asked for
    again and again."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, int]:
        while True:
            try:
                return await self._erase(lumina)
            except StoreDown:
                await asyncio.sleep(PAUSE)

    async def _erase(self, lumina: Lumina) -> Mapping[str, int]:
        token = (await lumina.erasure.preview(self.person)).token
        try:
            residue = (await lumina.erasure.erase(self.person, token, "bench")).residue
        except WrongToken:  # a worker finished the erasure that a kill interrupted, just now
            return await self._erase(lumina)
        [night] = await lumina.jobs.run("rewrite")  # where others are in its way, it is done later
        return {**residue, FILES: night.counts.get(FILES, 0)}


@dataclass(frozen=True, slots=True)
class Count:
    """What every store has of a person."""

    person: str

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, int]:
        return (await lumina.erasure.preview(self.person)).would_erase


@dataclass(frozen=True, slots=True)
class Judge:
    """Whether everything of a person is there, once and in its order, and nothing that was erased."""

    person: str
    promised: Promised
    erased: Sequence[UUID]

    async def do(self, lumina: Lumina, tell: Tell) -> list[Finding]:
        return [
            *await Examine(self.person, self.promised, whole=True).do(lumina, tell),
            *await interleaved(lumina, self.person),
            *await returned(lumina, self.person, self.erased),
        ]


def sayings(seed: int) -> Iterator[str]:
    """No two are the same; now and then another subject begins."""
    for number, turn in enumerate(live(20_000, seed).turns):
        opening = "ところで、" if number % 9 == 0 else ""
        yield f"{opening}{turn.text} #{number}"


def lines_of(
    person: str, number: int, start: datetime, rooms: Sequence[str], said: Iterator[str]
) -> list[ImportedTurn]:
    """A file of some hours, in the rooms where everybody talks; in every other one LUMINA finds the threads itself."""
    return [
        ImportedTurn(
            speaker=(person, "lumina", person, "茜")[at % 4],
            text=next(said),
            at=start + at // 8 * timedelta(hours=3) + at % 8 * timedelta(seconds=50),
            ref=f"{number}-{at}",
            room=rooms[at // 8 % len(rooms)],
            thread=f"{number}-{at // 8}" if number % 2 else "",
        )
        for at in range(LINES)
    ]
