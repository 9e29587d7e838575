"""What is left for the night once a person is erased: their key is gone, and every store has let go of them, but bytes
of what was not sealed lie in freed pages and logs. They go in steps that hold nobody up, and then are sought."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol
from uuid import UUID

from lumina.erasure.search import Needle, Sought
from lumina.erasure.sought_later import SoughtLater
from lumina.reports import Remains

COMPACTING: Final = "compact after an erasure"
"""One process at a time does so."""


class Receipts(Protocol):
    """Those that name something which waits for the night."""

    async def incomplete(self) -> Sequence[UUID]: ...

    async def finished(self, receipts: Sequence[UUID]) -> Sequence[UUID]:
        """Those of them whose stores have let go of everything."""
        ...

    async def complete(self, receipts: Sequence[UUID], at: datetime, remains: Sequence[str], found: int) -> int:
        """What stays in spite of it, and how many needles were found; returns how many of them were incomplete."""
        ...


@dataclass(frozen=True, slots=True)
class Cleaning:
    """`put_off` notes what is to be done, `rewrite` does a part of it (returns how many tables), `waiting` tells what
    is to be done still, `rest` what stays in spite of all; `at_once` is done with the erasure itself."""

    at_once: Callable[[], Awaitable[object]]
    put_off: Callable[[], Awaitable[Sequence[Remains]]]
    compact: Callable[[], Awaitable[object]]
    rewrite: Callable[[], Awaitable[int]]
    waiting: Callable[[], Awaitable[Sequence[str]]]
    rest: Callable[[], Awaitable[Sequence[Remains]]]
    standing: Callable[[Sought], Awaitable[int]]
    receipts: Receipts
    sought: SoughtLater
    unless_busy: Callable[[str], AbstractAsyncContextManager[bool]]

    async def begin(self, receipt: UUID, needles: Sequence[Needle]) -> None:
        """Before anything is deleted: nobody can name it afterwards."""
        await asyncio.to_thread(self.sought.put, receipt, needles)

    async def leave(self) -> tuple[Remains, ...]:
        """Everything is deleted; returns what may hold bytes of it until the night."""
        await self.at_once()
        return tuple(await self.put_off())

    async def run(self, now: datetime) -> Mapping[str, int]:
        """Do what waits. Broken off, or held up by others, it goes on with the next run. Raises StoreDown, DiskFull."""
        if not await self.receipts.incomplete() and not await self.waiting():
            return {}
        async with self.unless_busy(COMPACTING) as ours:
            return await self._run(now) if ours else {}

    async def _run(self, now: datetime) -> Mapping[str, int]:
        """Who is erased meanwhile waits for the next run."""
        receipts = await self.receipts.incomplete()
        sought = await self.receipts.finished(await asyncio.to_thread(self.sought.receipts))
        await self.compact()
        counts = Counter({"tables rewritten": await self.rewrite()})
        if not await self.waiting():
            remains = [f"{one.engine}_{one.what}" for one in await self.rest()]
            found = await self.standing(await asyncio.to_thread(self.sought.of, sought))
            counts["receipts completed"] = await self.receipts.complete(receipts, now, remains, found)
            counts["found in files"] = found
            await asyncio.to_thread(self.sought.drop, sought)
        return +counts
