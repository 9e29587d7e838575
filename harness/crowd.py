"""What one of several processes on the same servers is told to do (harness.mixed)."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from harness.deeds import Examine
from harness.mortal import Deed, Tell
from harness.nights import FILES
from harness.soundness import Finding, Promised, interleaved, returned
from lumina.app import Lumina
from lumina.errors import LuminaError, StoreDown, WrongToken

PAUSE = 0.5


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
