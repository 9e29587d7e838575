"""What a process remembers by itself of texts that it has read: dropped when anybody is erased, by whatever process."""

import asyncio
import logging
import re
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from lumina.aside import sift
from lumina.cancelling import cancelled
from lumina.errors import StoreDown
from lumina.stores.opening import Stores

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0


def forget_in_process(stores: Stores) -> None:
    """The entries that were searched last, the embedder's passages, every bounded cache, and the patterns that Python
    remembers: names stand in some. What garbage holds of them goes, too."""
    stores.redis.forget_searched()
    stores.duckdb.forget_searched()
    stores.embedder.forget()
    stores.knowing.forget_kept()
    stores.keys.forget_known()
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in {"lumina", "graphs"}]
    values = [value for module in ours for value in vars(module).values()]
    for value in [value for value in values if not isinstance(value, type)]:
        bounds: Callable[[], Mapping[str, Any]] | None = getattr(value, "cache_parameters", None)
        if callable(bounds) and bounds()["maxsize"] is not None:
            value.cache_clear()
    re.purge()
    sift()


@asynccontextmanager
async def following_erasures(stores: Stores, seconds: float = LOOK_SECONDS) -> AsyncGenerator[None]:
    """Until left, forget so soon after another process has erased somebody. (What would write is refused at once, and
    what is found is looked up: this is about memory that nobody reads any more.)"""
    task = asyncio.create_task(_follow(stores, await stores.database.erasures(), seconds))
    try:
        yield
    finally:
        await cancelled([task])


async def _follow(stores: Stores, known: int, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            now = await stores.database.erasures()
        except StoreDown as error:
            logger.debug("whether anybody was erased is not known: %s", error)
            continue
        if now != known:
            forget_in_process(stores)
            known = now
