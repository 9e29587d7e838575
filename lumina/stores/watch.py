"""Engines that rest are asked in the background whether they are back, so that no turn waits to find out."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from lumina.cancelling import cancelled
from lumina.errors import LuminaError
from lumina.stores.engines import Watched

logger = logging.getLogger(__name__)

EVERY_SECONDS = 0.5
"""How often it is looked for circuits that are not closed; how long they rest is theirs to say."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Probes open circuits; what heals the engine afterwards is a job."""

    watched: Iterable[Watched]

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        watching = [asyncio.create_task(self._look_after(one)) for one in self.watched]
        try:
            yield
        finally:
            await cancelled(watching)

    async def _look_after(self, one: Watched) -> None:
        """Each on its own: one that is silent does not keep the others waiting."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            if one.circuit.state != "closed":
                with suppress(LuminaError):
                    await one.probe()
                    logger.warning("%s is back", one.circuit.store)
