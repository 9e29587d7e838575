"""What of the summaries stands in a pack: where a span of time is asked for, and where a talk begins."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lumina.distil.summaries.told import lines
from lumina.recall.recollect import Ask
from lumina.recall.spans import Days, asked_span
from lumina.stores.summed import Summed
from lumina.summaries import Summary, SummaryKind

IN_SHORT = 4
"""Lines of the long-term memory, and of what stands between the person and a character, where a talk begins."""

Sections = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class SummariesTold:
    """Lines by section. For a detail there are none: measured, they cost evidence there."""

    summed: Summed
    history: int

    async def lines(self, ask: Ask) -> Sections:
        """Of a span its weeks; at the beginning of a talk the long-term memory, the last versions of what was said in
        each room, and what stands between the two who talk."""
        span = asked_span(ask.text, ask.at)
        if span is None and (ask.window or not ask.room):
            return {}
        found = await self.summed.of(ask.person, ask.at, ask.viewer)
        return {"summary": _of_span(found, span)} if span else await self._beginning(ask, found)

    async def _beginning(self, ask: Ask, found: Sequence[Summary]) -> Sections:
        room = next(
            (one for one in found if one.kind is SummaryKind.LONGTERM and one.about == f"room {ask.room}"), None
        )
        between = [one for one in found if one.kind is SummaryKind.RELATIONSHIP and one.about == ask.viewer]
        sections = {
            "summary": lines(room)[:IN_SHORT] if room else [],
            "history": await self._history(ask, found),
            "relations": [line for one in between for line in lines(one)[:IN_SHORT]],
        }
        return {name: told for name, told in sections.items() if told}

    async def _history(self, ask: Ask, found: Iterable[Summary]) -> list[str]:
        """The last versions by room, each room's oldest first."""
        rooms = [one.id for one in found if one.kind is SummaryKind.ROOM]
        versions = await self.summed.versions(ask.person, rooms, ask.at, ask.viewer)
        last = sorted(versions, key=lambda one: one.at)[max(len(versions) - self.history, 0) :]
        by_room = groupby(sorted(last, key=lambda one: (one.about, one.version)), key=lambda one: one.about)
        return [f"[{room}] {line}" for room, of_it in by_room for one in of_it for line in lines(one)]


def _of_span(found: Iterable[Summary], span: Days) -> list[str]:
    """The weeks that have some of its days, of each the lines of those days, what changed among them."""
    first, last = span
    weeks = [one for one in found if one.kind is SummaryKind.WEEK and one.first <= last and one.last >= first]
    return [line for one in weeks for line in lines(one.within(first, last))]
