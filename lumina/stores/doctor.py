"""How every store, the model and the embedder are, and what to do about what is wrong."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from lumina.errors import LuminaError
from lumina.reports import DoctorReport, StoreReport


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell, as a message of the group `doctor`."""

    key: str
    details: Mapping[str, object]


def note(key: str, **details: object) -> Note:
    return Note(key, details)


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at something gave. `advice` says what to do about it, where there is something to do."""

    version: str
    detail: Sequence[Note]
    advice: Sequence[Note] = ()


Check = Callable[[], Awaitable[Found]]
"""Raises LuminaError where something does not work at all."""

Wait = Callable[[], Awaitable[Sequence[Note]]]
"""What waits for an engine that is down."""


class Messages(Protocol):
    """What is said in one language."""

    def text(self, key: str, **details: object) -> str: ...

    def error(self, error: LuminaError) -> str: ...


@dataclass(frozen=True, slots=True)
class Doctor:
    """Asks every check, one after the other; one that fails does not stop the others."""

    checks: Mapping[str, Check]
    waits: Mapping[str, Wait] = field(default_factory=dict[str, Wait])

    async def examine(self, messages: Messages) -> DoctorReport:
        stores = {name: await self._examined(name, check, messages) for name, check in self.checks.items()}
        return DoctorReport(all(store.state == "ok" for store in stores.values()), stores)

    async def _examined(self, name: str, check: Check, messages: Messages) -> StoreReport:
        began = time.perf_counter()
        try:
            found = await check()
        except LuminaError as error:
            return StoreReport("down", "", "; ".join([messages.error(error), *await self._waiting(name, messages)]))
        took = note("took", ms=f"{(time.perf_counter() - began) * 1000:.1f}")
        said = [_said(one, messages) for one in (*found.detail, *found.advice, took)]
        return StoreReport("degraded" if found.advice else "ok", found.version, "; ".join(said))

    async def _waiting(self, name: str, messages: Messages) -> list[str]:
        try:
            notes = await self.waits[name]() if name in self.waits else ()
        except LuminaError:  # PostgreSQL is down, too, and has its own line
            return []
        return [_said(one, messages) for one in notes]


def _said(one: Note, messages: Messages) -> str:
    return messages.text(f"doctor.{one.key}", **one.details)
