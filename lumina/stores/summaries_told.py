"""What of the summaries stands in a pack: the history of rooms, the weeks where a span of time is asked for, and more
where a talk begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from lumina.distil.summaries.told import lines
from lumina.language.acts import asks, asks_all, smalltalk
from lumina.recall.ask import Ask
from lumina.recall.background import SummedUp
from lumina.recall.spans import Days, asked_span
from lumina.stores.summed import Summed
from lumina.summaries import Summary, SummaryKind, summary_id

IN_SHORT = 4
"""Lines of the long-term memory, and of what stands between the person and a character, where a talk begins."""


@dataclass(frozen=True, slots=True)
class SummariesTold:
    """Lines by section."""

    summed: Summed
    history: int

    async def lines(self, ask: Ask) -> SummedUp:
        """In a talk the last versions of what was said in its room; of a span its weeks; at the beginning of a talk the
        long-term memory, the last versions of all rooms, and what stands between the two who talk. Who begins with a
        question is answered out of what was said: it has the room."""
        span = asked_span(ask.text, ask.at)
        if span is None and not ask.room:
            return SummedUp({})
        if span is None and (ask.window or _asks_for_something(ask.text)):
            room = summary_id(ask.person, SummaryKind.ROOM, ask.room)
            return await self._history(ask, [room])
        found = await self.summed.of(ask.person, ask.at, ask.viewer)
        return (
            SummedUp({"summary": await self._of_span(ask, found, span)}) if span else await self._beginning(ask, found)
        )

    async def _of_span(self, ask: Ask, found: Sequence[Summary], span: Days) -> list[str]:
        """The weeks that have some of its days, of each the lines of those days, what changed among them; and what was
        said in them since."""
        first, last = span
        weeks = [one for one in found if one.kind is SummaryKind.WEEK and one.first <= last and one.last >= first]
        since = max((one.at for one in weeks), default=None)
        new = await self.summed.not_summed(ask.person, span, since, ask.at, ask.viewer)
        told = [line for one in weeks for line in lines(one.within(first, last), ask.at)]
        return [*told, *(line for line in (lines(new, ask.at) if new else ()) if line not in told)]

    async def _beginning(self, ask: Ask, found: Sequence[Summary]) -> SummedUp:
        room = next(
            (one for one in found if one.kind is SummaryKind.LONGTERM and one.about == f"room {ask.room}"), None
        )
        between = [one for one in found if one.kind is SummaryKind.RELATIONSHIP and one.about == ask.viewer]
        history = await self._history(ask, [one.id for one in found if one.kind is SummaryKind.ROOM])
        sections = {
            "summary": lines(room, ask.at)[:IN_SHORT] if room else [],
            **history.sections,
            "relations": [line for one in between for line in lines(one, ask.at)[:IN_SHORT]],
        }
        return SummedUp({name: told for name, told in sections.items() if told}, history.until)

    async def _history(self, ask: Ask, rooms: Sequence[UUID]) -> SummedUp:
        """The last versions by room, each room's oldest first, and the room that the talk is in last: it goes on."""
        versions = await self.summed.last_versions(ask.person, rooms, self.history, ask.at, ask.viewer)
        ordered = sorted(versions, key=lambda one: (one.about == ask.room, one.about, one.version))
        told = [f"[{one.about}] {line}" for one in ordered for line in lines(one, ask.at)]
        until = max((one.at for one in versions if one.about == ask.room), default=None)
        return SummedUp({"history": told} if told else {}, until)


def _asks_for_something(text: str) -> bool:
    """Not how one is, and not for all that is known."""
    return asks(text) and not (smalltalk(text) or asks_all(text))
