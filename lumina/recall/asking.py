"""Ask every source at once; one that is slow or down costs its time limit once, and is named as missing."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from lumina.memory.tier import Source
from lumina.models import Cue, Found

logger = logging.getLogger(__name__)
T = TypeVar("T")

REST = 5.0
"""Seconds for which a source that failed is not asked again. An engine of its own process has a circuit besides."""


@dataclass(slots=True)
class Panel:
    """The sources, with the time limit of each in seconds, and until when those that failed rest."""

    sources: Sequence[Source]
    timeout: float
    _resting: dict[str, float] = field(default_factory=dict[str, float])

    async def ask(self, cue: Cue, took: dict[str, float] | None = None) -> tuple[list[Found], list[str]]:
        """What all sources bring, and the names of those that brought nothing because they are slow or down. How many
        milliseconds each `took` is noted by its name."""
        awake = [source for source in self.sources if not self._rests(source.name)]
        # The last ones wait for others most: they begin first.
        asked = [self._within(source.name, source.search(cue), took) for source in reversed(awake)]
        answers = (await asyncio.gather(*asked))[::-1]
        found = [answer for answer in answers if answer is not None]
        failed = {source.name for source, answer in zip(awake, answers, strict=True) if answer is None}
        return found, sorted(failed | {source.name for source in self.sources if source not in awake})

    async def read(self, brought: Mapping[bytes, Found]) -> tuple[dict[bytes, bytes], list[str]]:
        """The packed entries of these ids, by id, from the sources that have them, and the names of those sources that
        are slow or down."""
        wanted: dict[str, tuple[Found, list[bytes]]] = {}
        for id_, found in brought.items():
            wanted.setdefault(found.source, (found, []))[1].append(id_)
        answers = await asyncio.gather(*(self._within(name, found.read(ids)) for name, (found, ids) in wanted.items()))
        packed = {id_: entry for answer in answers if answer is not None for id_, entry in answer.items()}
        return packed, [name for name, answer in zip(wanted, answers, strict=True) if answer is None]

    async def told(
        self, name: str, answer: Callable[[], Awaitable[T]], took: dict[str, float] | None = None
    ) -> T | None:
        """What something else says that may be slow or down, as a source may: then None."""
        return None if self._rests(name) else await self._within(name, answer(), took)

    async def _within(self, name: str, answer: Awaitable[T], took: dict[str, float] | None = None) -> T | None:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(self.timeout):
                return await answer
        except Exception as error:  # whatever is wrong with one source, the turn goes on
            logger.warning("%s did not answer: %s", name, error, exc_info=error)
            self._resting[name] = time.monotonic() + REST
            return None
        finally:
            if took is not None:
                took[name] = round((time.perf_counter() - began) * 1000, 3)

    def _rests(self, name: str) -> bool:
        return self._resting.get(name, 0.0) > time.monotonic()
