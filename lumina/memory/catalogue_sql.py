"""The statements of the catalogue."""

from typing import LiteralString

ADD_MEMORIES = """
insert into memories (person, id, room, thread, kind, born, salience, witnesses, turns, tier, detail, content)
select %(person)s, t.id, t.room, t.thread, t.kind, t.born, t.salience, t.witnesses, t.turns, %(tier)s, t.detail, content
from json_to_recordset(%(memories)s::json) as t (
    nr integer, id uuid, room text, thread uuid, kind text, born timestamptz, salience double precision,
    witnesses text[], turns uuid[], detail text)
join unnest(%(contents)b::bytea[]) with ordinality as c (content, nr) using (nr)
order by t.id
on conflict (person, id) do nothing
"""
# In the order of the turns' ids, as all who distil do: two that want the same turns wait, and do not deadlock.
ADD_SOURCES = """
insert into memory_sources (person, turn, memory)
select %s, turn, memory from unnest(%s::uuid[], %s::uuid[]) as t (turn, memory) order by turn
on conflict (person, turn) do nothing
"""
MEMORY_OF = "select memory from memory_sources where person = %s and turn = %s"
DISTILLED = "update turns set distilled = true where person = %s and id = any(%s) and left_for is null"
ADD_TERMS = """
insert into term_statistics (person, term, turns)
select %s, term, turns from unnest(%s, %s) as t (term, turns)
on conflict (person, term) do update set turns = term_statistics.turns + excluded.turns
"""
ADD_INDEXED = "update people set turns = turns + %s where person = %s"

# A look at the uses of each memory that is asked for: there are few.
_USES = """
(select array_agg(u.at order by u.at) from memory_uses u
 where u.person = m.person and u.memory = m.id and u.at <= %(at)s)
"""
_STATE = f"""
select m.id, m.person, m.room, m.thread, m.kind, m.tier, m.born, m.salience, m.pinned, {_USES}, m.detail, m.witnesses,
       m.turns
from memories m where m.person = %(person)s
"""
STATES = f"{_STATE} and m.id = any(%(ids)s)"
# Of index entries: what was said in the turn, and how the memory stands; the uses of all are looked at together.
PARTICULARS = """
select t.text, t.position, m.tier, m.born, m.salience, m.pinned, u.uses, m.let_go
from unnest(%(ids)s::uuid[], %(memories)s::uuid[]) with ordinality as k (id, memory, nr)
left join turns t on t.person = %(person)s and t.id = k.id and t.left_for is null
left join memories m on m.person = %(person)s and m.id = k.memory
left join (
    select memory, array_agg(at order by at) as uses from memory_uses
    where person = %(person)s and memory = any(%(memories)s::uuid[]) and at <= %(at)s group by memory
) u on u.memory = k.memory
order by k.nr
"""
LIST = f"{_STATE} order by m.born desc, m.id limit %(limit)s offset %(offset)s"
LIST_TIER = f"{_STATE} and m.tier = %(tier)s order by m.born desc, m.id limit %(limit)s offset %(offset)s"
# What has faded so far unless it was used; the power of more weeks is below what a float8 holds, and raises.
HAS_FADED = """
not m.pinned and m.salience * power(
    %(kept)s::float8, least(greatest(extract(epoch from %(at)s::timestamptz - m.born)::float8 / 604800, 0), 10000)
) < %(below)s::float8 + 1e-9
"""
FADED = f"{_STATE} and m.tier = 'longterm' and m.detail = 'full' and {HAS_FADED} order by m.born desc, m.id"
_BEHIND = "and (m.born < %(born)s or m.born = %(born)s and m.id > %(id)s)"
_IN_TIER = "and (%(tier)s::text is null or m.tier = %(tier)s)"
_OF_ROOM = "and (%(room)s::text is null or m.room = %(room)s) and (m.pinned or not %(pinned)s)"
BEHIND = f"{_STATE} {_IN_TIER} {_OF_ROOM} {_BEHIND} order by m.born desc, m.id limit %(limit)s"
PINNED = f"{_STATE} and m.pinned order by m.born, m.id"
IN_ROOM = f"{_STATE} and m.room = %(room)s order by m.born desc, m.id limit %(limit)s"
# These, and those that the earliest of them came after within the span.
PEERS = f"""
{_STATE} and m.born > (select min(born) from memories where person = %(person)s and id = any(%(ids)s)) - %(span)s
and m.born <= (select max(born) from memories where person = %(person)s and id = any(%(ids)s)) order by m.born, m.id
"""

STATISTICS = """
select coalesce((select turns from people where person = %(person)s), 0), array_agg(term), array_agg(turns)
from term_statistics where person = %(person)s and term = any(%(terms)s)
"""

MOVE = """
with moved as (
    select id, tier from memories
    where person = %(person)s and id = any(%(ids)s) and tier <> %(to)s
    order by id for update
), changed as (
    update memories m set tier = %(to)s,
                          content = case when %(keep)s or %(to)s::text = 'duckdb' and m.let_go then m.content end,
                          edited = case when %(to)s::text = 'duckdb' then m.edited end
    from moved where m.person = %(person)s and m.id = moved.id
)
insert into lifecycle_log (person, memory, at, change, before, after, why)
select %(person)s, id, %(at)s, 'moved',
       jsonb_build_object('tier', tier), jsonb_build_object('tier', %(to)s::text), %(why)s
from moved order by id
"""
# Put away, or compressed, and used since that was logged.
USED_SINCE = """
select m.id from memories m
where m.person = %(person)s and (m.tier = 'archive' or m.tier = 'longterm' and m.detail = 'gist') and exists (
    select from memory_uses u
    where u.person = m.person and u.memory = m.id and u.at <= %(at)s
      and u.at > (select max(l.at) from lifecycle_log l where l.person = m.person and l.memory = m.id))
order by m.id
"""
DUE = "select person, id from memories where tier = %s and born < %s order by born, id limit %s"
DUE_OF = """
select person, id from memories where person = %s and tier = %s and born < %s order by born, id limit %s
"""
# What a kill left in PostgreSQL: bodies of what lies elsewhere, originals of what is whole above them, or is told to be
# (a gist there is no reason to part with the original), and what finds a memory that was put away.
STRAYS = """
select person, id, 'longterm' from longterm left join memories m using (person, id)
where m.tier is distinct from 'longterm'
union all
select person, id, 'archive' from archive join memories m using (person, id) left join longterm l using (person, id)
where m.tier not in ('archive', 'forgotten')
and (m.tier <> 'longterm' or m.detail = 'full' or l.detail = 'full')
union all
select person, id, 'forgotten' from memories m
where tier = 'forgotten'
and exists (select from entries e where e.person = m.person and e.memory = m.id and e.body is not null)
"""
CONTENT = "select id, content from memories where person = %s and id = any(%s) and content is not null"
SET_CONTENT = "update memories set content = %s where person = %s and id = %s and content is not null"
KEEP_CONTENT = """
update memories m set content = t.content from unnest(%s::uuid[], %b::bytea[]) as t (id, content)
where m.person = %s and m.id = t.id and m.tier in ('redis', 'duckdb')
"""
SET_LET_GO = "update memories set let_go = true where person = %s and id = any(%s)"
CONTENTS = """
select person, id, content from memories
where tier = %(tier)s and content is not null and (person, id) > (%(person)s, %(id)s)
order by person, id limit %(limit)s
"""
CONTENTS_OF = """
select person, id, content from memories
where person = %(person)s and tier = %(tier)s and content is not null and id > %(id)s
order by id limit %(limit)s
"""

PIN = "update memories set pinned = %s where person = %s and id = any(%s) and pinned <> %s"
USE = """
insert into memory_uses (person, memory, turn, at)
select person, id, %(turn)s, %(at)s from memories where person = %(person)s and id = any(%(ids)s) order by id
on conflict do nothing
"""
SET_DETAIL = "update memories set detail = %s where person = %s and id = any(%s)"

USES = "select memory, turn, at from memory_uses where person = %s and memory = any(%s) order by at, turn"
ADD_USES = """
insert into memory_uses (person, memory, turn, at)
select %s, * from unnest(%s::uuid[], %s::uuid[], %s::timestamptz[]) on conflict do nothing
"""
# How a memory that was just committed stands: its content is needed in the first tier alone.
SETTLE = """
update memories m set tier = s.tier, detail = s.detail, pinned = s.pinned,
                      content = case when s.tier = 'redis' then m.content end
from unnest(%s::uuid[], %s::text[], %s::text[], %s::boolean[]) as s (id, tier, detail, pinned)
where m.person = %s and m.id = s.id
"""
LOGS = """
select memory, at, change, before, after, why from lifecycle_log where person = %s and memory = any(%s) order by seq
"""
ADD_LOGS = """
insert into lifecycle_log (person, memory, at, change, before, after, why)
select %s, memory, at, change, before::jsonb, after::jsonb, why
from unnest(%s::uuid[], %s::timestamptz[], %s::text[], %s::text[], %s::text[], %s::text[])
    with ordinality as v (memory, at, change, before, after, why, nr) order by nr
"""
LOG = """
insert into lifecycle_log (person, memory, at, change, before, after, why)
select %s, memory, %s, %s, before::jsonb, after::jsonb, %s
from unnest(%s::uuid[], %s::text[], %s::text[]) with ordinality as v (memory, before, after, nr) order by nr
"""
HISTORY = """
select at, change, before, after, why from lifecycle_log where person = %s and memory = %s order by seq
"""

COUNTS = "select tier, count(*) from memories group by tier order by tier"
COUNTS_OF = "select tier, count(*) from memories where person = %(person)s group by tier order by tier"
RUNGS = """
select tier, count(*), min(born), max(born), count(*) filter (where pinned) from memories
where person = %s group by tier order by tier
"""
BIRTHS = """
select string_agg(int8send(floor(extract(epoch from born))::bigint), '' order by born) from memories where person = %s
"""
IN_REDIS = "select person, count(*) from memories where tier = 'redis' group by person order by person"
IN_REDIS_BEHIND = """
select person, count(*) from memories
where tier = 'redis' and person = any(array(select distinct person from memories where tier = 'redis' and nr > %s))
group by person order by person
"""
NEWEST_IN_REDIS = "select coalesce(max(nr), 0) from memories where tier = 'redis'"
EMBEDDER = "select identity, dimensions from embedders where place = %s"
SET_EMBEDDER = """
insert into embedders (place, identity, dimensions) values (%s, %s, %s)
on conflict (place) do update set identity = excluded.identity, dimensions = excluded.dimensions
"""

# What refers comes before what it refers to.
# What refers to memories goes before them.
FORGET: tuple[tuple[str, LiteralString], ...] = (
    ("memory_uses", "delete from memory_uses where person = %s"),
    ("memory_sources", "delete from memory_sources where person = %s"),
    ("memories", "delete from memories where person = %s"),
    ("lifecycle_log", "delete from lifecycle_log where person = %s"),
    ("term_statistics", "delete from term_statistics where person = %s"),
)
HOLDINGS = """
select (select count(*) from memory_uses where person = %(person)s),
       (select count(*) from memory_sources where person = %(person)s),
       (select count(*) from memories where person = %(person)s),
       (select count(*) from lifecycle_log where person = %(person)s),
       (select count(*) from term_statistics where person = %(person)s)
"""
