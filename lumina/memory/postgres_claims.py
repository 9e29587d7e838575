"""Locks that are held for as long as a model takes to answer: all of a process by one connection, beside the pools."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from lumina.errors import StoreDown
from lumina.memory.circuit import Circuit
from lumina.memory.postgres_connection import TRY_LOCK, Connection, Line, answering, let_go
from lumina.memory.postgres_pool import connected

TRY_SECONDS = 0.25
UNLOCK = "select pg_advisory_unlock(%s)"


@dataclass(slots=True)
class Claims:
    """Connects when something is claimed first. Within the process, nobody may claim a key that somebody has."""

    dsn: str
    seconds: float | None
    circuit: Circuit
    _line: Line | None = None
    _connecting: asyncio.Lock = field(default_factory=asyncio.Lock)

    @asynccontextmanager
    async def claimed(self, key: int, patience: float) -> AsyncGenerator[bool]:
        """Whether no other process has it, or had it for no more than so many seconds. It is held until the block is
        left, or this process, or its connection, is no more. No statement and no transaction is open meanwhile."""
        line, ours = await self._opened(), True  # who is broken off while trying may have it
        try:
            ours = await _granted(line, key, patience)
            yield ours
        finally:
            if ours:
                await _given_up(line, key)

    async def close(self) -> None:
        if self._line:
            await self._line.close()

    async def _opened(self) -> Line:
        self.circuit.admit()
        async with self._connecting:
            if self._line is None or self._line.closed:
                with answering():
                    self._line = await connected(self.dsn, seconds=self.seconds, circuit=self.circuit)
            return self._line


async def _granted(line: Line, key: int, patience: float) -> bool:
    until = time.monotonic() + patience
    while (await Connection(line).fetch(TRY_LOCK, (key,))) != [(True,)]:
        if time.monotonic() >= until:
            return False
        await asyncio.sleep(TRY_SECONDS)
    return True


async def _given_up(line: Line, key: int) -> None:
    """Where the connection is lost, what was claimed is free already."""
    with suppress(StoreDown), answering():
        await let_go(line, UNLOCK, (key,))
