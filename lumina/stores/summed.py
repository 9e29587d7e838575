"""Summaries as somebody may see them: without what they did not hear, and what was taken back since."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from lumina.distil.summaries.contents import withdrawn
from lumina.memory.summaries_postgres import Summaries
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Turn, may_see
from lumina.stores.knowing import Knowing
from lumina.summaries import Summary


@dataclass(frozen=True, slots=True)
class Summed:
    """The gate of all summaries that are read: each sentence passes with its turns."""

    summaries: Summaries
    transcript: Transcript
    knowing: Knowing

    async def of(self, person: str, at: datetime, viewer: str | None = None) -> list[Summary]:
        """The last version of each as of a moment, as far as the viewer (None: the owner) may know it; those of which
        nothing is left are not there. By kind, then by their days."""
        found = await self._seen(person, await self.summaries.newest(person, at), at, viewer)
        return sorted(found, key=lambda one: ([*type(one.kind)].index(one.kind), one.first, one.about))

    async def versions(
        self, person: str, ids: Sequence[UUID], at: datetime, viewer: str | None = None
    ) -> list[Summary]:
        """All versions of these as of a moment, the first one first."""
        found = [one for one in await self.summaries.versions(person, ids) if one.at <= at]
        return await self._seen(person, found, at, viewer)

    async def last_versions(
        self, person: str, ids: Sequence[UUID], count: int, at: datetime, viewer: str | None = None
    ) -> list[Summary]:
        """The last `count` versions of all these together as of a moment, the oldest first."""
        return await self._seen(person, await self.summaries.last(person, ids, count, at), at, viewer)

    async def _seen(self, person: str, found: Sequence[Summary], at: datetime, viewer: str | None) -> list[Summary]:
        if not found:
            return []
        gone = await self._gone(person, found, at, viewer)
        told = (one.without(gone.__contains__) for one in found if one.by == "rules" or may_see(viewer, one.witnesses))
        return [one for one in told if one.sentences]

    async def _gone(self, person: str, found: Iterable[Summary], at: datetime, viewer: str | None) -> Collection[UUID]:
        """The turns by which nothing is told any more, or not to this one."""
        ids = {turn for one in found for turn in one.evidence}
        turns = await self.transcript.read(person, list(ids))
        unheard = {turn for turn in ids if not _tells(turns.get(turn), viewer)}
        away = await self.summaries.put_away(person)
        return unheard | away | withdrawn(await self.knowing.of(person, at, None))


def _tells(turn: Turn | None, viewer: str | None) -> bool:
    return turn is not None and turn.left_for is None and may_see(viewer, turn.witnesses)
