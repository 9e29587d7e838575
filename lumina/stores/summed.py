"""Summaries as somebody may see them: without what they did not hear, and what was taken back since."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from lumina.distil.summaries.contents import WEEK, View, spoken, withdrawn
from lumina.memory.summaries_postgres import Summaries
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Turn, may_see
from lumina.stores.knowing import Knowing
from lumina.summaries import Summary, SummaryKind, summary_id

LATEST: Final = 200
"""Turns among which is looked for what no summary has yet."""

LAST_TURN: Final = 2**62
"""Behind the number of every turn."""


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

    async def not_summed(
        self, person: str, days: tuple[date, date], since: datetime | None, at: datetime, viewer: str | None
    ) -> Summary | None:
        """What was said lately on these days, after `since` and before `at`, as a summary would have it that was made
        now; None where nothing was that tells something."""
        latest = await self.transcript.page(person, LAST_TURN, LATEST)
        said = [turn for _, turn in reversed(latest) if _is_within(turn, days, since, at) and _tells(turn, viewer)]
        if not said:
            return None
        away = await self.summaries.put_away(person)
        view = View.of(await self.knowing.of(person, at, viewer), spoken(said))
        told = await asyncio.to_thread(view.extract, [turn for turn in said if turn.id not in away], WEEK)
        first, last = days
        about, seen = first.isoformat(), frozenset({viewer or person})
        id_ = summary_id(person, SummaryKind.WEEK, about)
        whole = Summary(id_, SummaryKind.WEEK, about, first, last, view.language, tuple(told), at, seen)
        return whole if told else None

    async def _seen(self, person: str, found: Sequence[Summary], at: datetime, viewer: str | None) -> list[Summary]:
        if not found:
            return []
        gone = await self._gone(person, found, at, viewer)
        told = (one.without(gone.__contains__) for one in found if one.by == "rules" or may_see(viewer, one.witnesses))
        return [one for one in told if one.sentences]

    async def _gone(self, person: str, found: Iterable[Summary], at: datetime, viewer: str | None) -> Collection[UUID]:
        """The turns by which nothing is told any more, or not to this one."""
        ids = {turn for one in found for turn in one.evidence}
        heard = await self.transcript.heard(person, list(ids))
        unheard = {turn for turn in ids if turn not in heard or not may_see(viewer, heard[turn])}
        away = await self.summaries.put_away(person)
        return unheard | away | withdrawn(await self.knowing.of(person, at, None))


def _is_within(turn: Turn, days: tuple[date, date], since: datetime | None, before: datetime) -> bool:
    first, last = days
    in_time = turn.at < before and (since is None or turn.at > since)
    return in_time and first <= turn.at.date() <= last and not turn.failed


def _tells(turn: Turn, viewer: str | None) -> bool:
    return turn.left_for is None and may_see(viewer, turn.witnesses)
