"""Locks that are held for as long as a model takes to answer, or a job: all of a process by one connection, beside the
pools. However many rooms talk, none of them keeps another from the database.

PostgreSQL lets go of what a process held that is no more. Where only the connection is lost, the next one claims anew
what is still held. Another process may have been faster; what it and we write in one room then does not get lost: the
transcript takes both, and the checkpoint of neither is kept (GuardedSaver)."""

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, LiteralString

from lumina.cancelling import cancelled
from lumina.databases.circuit import Circuit
from lumina.databases.postgres_connection import TRY_LOCK, Connection, Line, Row, answering
from lumina.databases.postgres_pool import check, connected
from lumina.errors import StoreDown

TRY_SECONDS = (0.02, 0.25)
"""What another process has is tried again so soon at first, and so seldom in the end."""

BEAT_SECONDS = 1.0
UNLOCK = "select pg_advisory_unlock(%s)"
PING = "select null"


@dataclass(slots=True)
class Claims:
    """Connects when something is claimed first. Within the process, nobody may claim a key that somebody has."""

    dsn: str
    seconds: float | None
    circuit: Circuit
    version: str = ""
    _line: Line | None = None
    _connecting: asyncio.Lock = field(default_factory=asyncio.Lock)
    _held: dict[int, Line] = field(default_factory=dict[int, Line])
    _at_work: set["asyncio.Task[Any]"] = field(default_factory=set["asyncio.Task[Any]"])
    _beating: "asyncio.Task[None] | None" = None

    @asynccontextmanager
    async def claimed(self, key: int, patience: float | None = None) -> AsyncGenerator[bool]:
        """Whether no other process has it, or had it for no more than so many seconds (None: however long). It is held
        until the block is left, or this process is no more. No statement and no transaction is open meanwhile."""
        ours = True  # who is broken off while trying may have it
        try:
            ours = await self._granted(key, patience)
            yield ours
        finally:
            if ours:
                self._held.pop(key, None)
                await self._to_its_end(self._give_up(key))

    async def close(self) -> None:
        if self._beating:
            await cancelled([self._beating])
        if self._line:
            await self._line.close()

    async def _granted(self, key: int, patience: float | None) -> bool:
        until = None if patience is None else time.monotonic() + patience
        pause, longest = TRY_SECONDS
        while (line := await self._to_its_end(self._try(key))) is None:
            if until is not None and time.monotonic() >= until:
                return False
            await asyncio.sleep(pause)
            pause = min(pause * 2, longest)
        self._held[key] = line
        return True

    async def _try(self, key: int) -> Line | None:
        """The connection by which the key is ours."""
        line = await self._opened()
        return line if await _asked(line, TRY_LOCK, key) == [(True,)] else None

    async def _give_up(self, key: int) -> None:
        """Where the connection is lost, what was claimed is free already."""
        with suppress(StoreDown):
            async with self._connecting:
                line = self._line
            if line and not line.closed:
                await _asked(line, UNLOCK, key)

    async def _opened(self) -> Line:
        self.circuit.admit()
        async with self._connecting:
            if self._line and not self._line.lock.locked():
                with suppress(StoreDown), answering():
                    await check(self._line)
            if self._line is None or self._line.closed:
                with answering():
                    self._line = await connected(
                        self.dsn, seconds=self.seconds, circuit=self.circuit, version=self.version
                    )
            if self._beating is None:
                self._beating = asyncio.create_task(self._beat(), context=Context())  # of no turn
            return self._line

    async def _beat(self) -> None:
        """Notice that the connection is lost while it is not asked anything, and claim anew what was held by it."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(StoreDown):
                if self._held:
                    line = await self._opened()
                    await Connection(line).fetch(PING)
                    for key in tuple(self._held):
                        await self._claim_anew(line, key)

    async def _claim_anew(self, line: Line, key: int) -> None:
        """Until the server notices that the old connection is gone, that has it. Who lets go of a key asks for it after
        this, on the same connection."""
        if self._held.get(key, line) is line:
            return
        if await _asked(line, TRY_LOCK, key) == [(True,)] and key in self._held:
            self._held[key] = line

    async def _to_its_end(self, asking: Coroutine[Any, Any, Any]) -> Any:
        """What is asked on a connection that others use is not broken off: PostgreSQL could break off another's."""
        task = asyncio.create_task(asking)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return await asyncio.shield(task)


async def _asked(line: Line, sql: LiteralString, key: int) -> list[Row]:
    return await Connection(line).fetch(sql, (key,))
