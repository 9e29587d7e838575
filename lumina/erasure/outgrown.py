"""Which words may be let go: what was said has left the window, and what is kept in its place stands: the memory, what
is known by it, and the summaries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from lumina.clock import earlier
from lumina.databases.postgres import Database
from lumina.databases.postgres_values import Uuids
from lumina.distil.summaries.material import Pace
from lumina.distil.summaries.points import COOL_DOWN, stretches
from lumina.memory.summaries_postgres import Summaries
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Turn

# Of a thread that is over, once its room has been idle; of one that goes on, what is behind the window.
OUTGROWN: Final = """
with edges as materialized (
    select r.room,
        (select l.at from turns l where l.person = r.person and l.room = r.room order by l.seq desc limit 1) as last,
        (select l.seq from turns l where l.person = r.person and l.room = r.room and l.left_for is null
         order by l.seq desc offset %(window)s limit 1) as beyond
    from rooms r where r.person = %(person)s
)
select t.id, s.memory from turns t
join people p on p.person = t.person
join threads h on h.person = t.person and h.id = t.thread
join edges e on e.room = t.room
left join memory_sources s on s.person = t.person and s.turn = t.id
where t.person = %(person)s and t.text is not null and t.seq <= p.learnt and t.seq <= p.summarised
  and (t.seq <= e.beyond or h.ended and e.last < %(idle)s)
  and (s.memory is not null or t.failed or t.left_for is not null)
"""
# What a task still reads: claims by a model, what an image shows. One that failed may be tried again.
AWAITED: Final = """
with tasks as (
    select args from procrastinate_jobs where args ->> 'person' = %(person)s and status in ('todo', 'doing')
    union all select args from failed_tasks where person = %(person)s
)
select jsonb_array_elements_text(args -> 'turns')::uuid from tasks where jsonb_typeof(args -> 'turns') = 'array'
union select (args ->> 'turn')::uuid from tasks where args ? 'turn'
"""
MADE_OF: Final = "select id, turns from memories where person = %s and id = any(%s) and not let_go order by born, id"


@dataclass(frozen=True, slots=True)
class Due:
    """Memories with their turns, of which all may be let go, the oldest first; and turns that no memory is made of."""

    memories: Mapping[UUID, Sequence[UUID]]
    loose: Sequence[UUID]


@dataclass(frozen=True, slots=True)
class Outgrown:
    """`window` turns of a room stand before whoever speaks there next, until it has been `idle`."""

    database: Database
    transcript: Transcript
    summaries: Summaries
    pace: Pace
    window: int
    idle: timedelta

    async def of(self, person: str, now: datetime) -> Due:
        named = {"person": person, "window": self.window, "idle": earlier(now, self.idle)}
        rows = await self.database.fetch(OUTGROWN, named)
        if not rows:
            return Due({}, ())
        awaited: set[UUID] = {turn for (turn,) in await self.database.fetch(AWAITED, {"person": person})}
        ready: set[UUID] = {turn for turn, _ in rows} - awaited - await self._not_summed(person)
        made_of = await self.database.fetch(MADE_OF, (person, Uuids(list({one for _, one in rows if one}))))
        loose = [turn for turn, memory in rows if memory is None and turn in ready]
        return Due({memory: turns for memory, turns in made_of if ready.issuperset(turns)}, loose)

    async def _not_summed(self, person: str) -> set[UUID]:
        """The turns that a version of some summary is still to be made of for the first time: of the room's stretch,
        and of what falls due some hours after anything is said."""
        to, away = (await self.summaries.mark(person)).to, await self.summaries.put_away(person)
        turns = [turn async for turn in self.transcript.export(person) if not turn.failed and not turn.left_for]
        if to is None:
            return {turn.id for turn in turns}
        rooms: dict[str, list[Turn]] = {}
        for turn in sorted(turns, key=lambda turn: turn.at):
            if turn.id not in away:
                rooms.setdefault(turn.room, []).append(turn)
        open_ = {
            turn.id
            for its in rooms.values()
            for stretch in stretches(its, self.pace.idle, self.pace.threshold)
            if stretch.at > to
            for turn in stretch.turns
        }
        return open_ | {turn.id for turn in turns if turn.at > earlier(to, COOL_DOWN)}
