"""Ask every source at once; one that is slow or down costs its time limit once, and is named as missing."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from lumina.memory.tier import Source
from lumina.models import Cue, Found

logger = logging.getLogger(__name__)

REST = 30.0
"""Seconds for which a source that failed is not asked again."""


@dataclass(slots=True)
class Panel:
    """The sources, with the time limit of each in seconds, and until when those that failed rest."""

    sources: Sequence[Source]
    timeout: float
    _resting: dict[str, float] = field(default_factory=dict[str, float])

    async def ask(self, cue: Cue) -> tuple[list[Found], list[str]]:
        """What all sources bring, and the names of those that brought nothing because they are slow or down."""
        awake = [source for source in self.sources if not self._rests(source.name)]
        answers = await asyncio.gather(*(self._ask(source, cue) for source in awake))
        found = [candidate for answer in answers for candidate in answer or ()]
        failed = {source.name for source, answer in zip(awake, answers, strict=True) if answer is None}
        return found, sorted(failed | {source.name for source in self.sources if source not in awake})

    async def _ask(self, source: Source, cue: Cue) -> list[Found] | None:
        try:
            async with asyncio.timeout(self.timeout):
                return await source.search(cue)
        except Exception as error:  # whatever is wrong with one source, the turn goes on
            logger.warning("%s did not answer: %s", source.name, error, exc_info=error)
            self._resting[source.name] = time.monotonic() + REST
            return None

    def _rests(self, name: str) -> bool:
        return self._resting.get(name, 0.0) > time.monotonic()
