"""What LangGraph Studio loads (langgraph.json): both graphs, on the memory of LUMINA_HOME. They have no checkpointer:
Studio brings its own."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import Context

from starlette.applications import Starlette

from graphs import flush as flushing
from graphs.conversation import conversation_graph
from graphs.flush import FlushPorts, flush_graph
from lumina.app import Lumina
from lumina.dialogue import context as talking
from lumina.dialogue.context import Ports
from lumina.settings import load_settings


class _Opened:
    """The one Lumina of this process: opened when a graph first needs it, closed with the server. Opened in vain (the
    folder is in use, say), the next run tries again."""

    def __init__(self) -> None:
        self._leaving = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[Lumina] | None = None

    async def lumina(self) -> Lumina:
        """Raises what Lumina.open() raises."""
        if self._ready is None:
            self._ready = asyncio.get_running_loop().create_future()
            self._keeper = asyncio.create_task(self._keep(self._ready), context=Context())  # of no run
        return await asyncio.shield(self._ready)

    async def _keep(self, ready: "asyncio.Future[Lumina]") -> None:
        try:
            settings = await asyncio.to_thread(load_settings)
            async with Lumina.open(settings, background=True) as lumina:
                ready.set_result(lumina)
                await self._leaving.wait()
        except Exception as error:
            if ready.done():
                raise
            self._ready = None
            ready.set_exception(error)

    async def close(self) -> None:
        self._leaving.set()
        if self._keeper:
            await self._keeper


_opened = _Opened()


async def _conversation_ports() -> Ports:
    return (await _opened.lumina()).ports


async def _flush_ports() -> FlushPorts:
    return (await _opened.lumina()).flush_ports


talking.provided.by(_conversation_ports)
flushing.provided.by(_flush_ports)

conversation = conversation_graph()
flush = flush_graph()


@asynccontextmanager
async def _serving(_: Starlette) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        await _opened.close()


app = Starlette(lifespan=_serving)
"""Adds nothing to Studio's server but the end of its Lumina."""
