"""The statements of the transcript."""

from typing import LiteralString

ADD_PERSON = "insert into people (person) values (%s) on conflict do nothing"
IS_KNOWN = "select from people where person = %s"
ADD_ROOM = """
insert into rooms (person, room, id, present) values (%s, %s, %s, %s)
on conflict (person, room) do nothing
"""
ROOM = "select room, id, present from rooms where person = %s and room = %s"
ROOMS = "select room, id, present from rooms where person = %s order by room"
SET_PRESENT = "update rooms set present = %s where person = %s and room = %s"
PEOPLE = "select person from people order by person"

OPEN_THREAD = """
select id, room, domain, opened, last_turn, turns from threads
where person = %s and room = %s and not ended
order by last_turn desc, opened desc, id limit 1
"""
ALL_THREADS = """
select id, room, domain, opened, last_turn, ended from threads where person = %s order by opened, id
"""
COUNT_THREADS = """
select h.id, h.room, h.opened, h.last_turn, count(*), count(*) filter (where t.role <> 'character'),
       count(*) filter (where not t.distilled and t.text is not null)
from threads h join turns t on t.person = h.person and t.thread = h.id and not t.failed and t.left_for is null
where h.person = %(person)s and (%(room)s::text is null or h.room = %(room)s)
group by h.id, h.room, h.opened, h.last_turn order by h.last_turn desc, h.id
"""
SET_THREADS = """
update threads h set domain = t.domain, opened = t.opened, last_turn = t.last_turn, ended = t.ended
from json_to_recordset(%s::json) as t (
    thread uuid, domain text, opened timestamptz, last_turn timestamptz, ended boolean)
where h.person = %s and h.id = t.thread
"""
SET_DOMAIN = "update threads set domain = %s where person = %s and id = %s"
END_THREAD = "update threads set ended = true where person = %s and id = %s"
END_IDLE = "update threads set ended = true where person = %s and id = any(%s) and last_turn < %s"
GO_ON = "update threads set ended = false where person = %s and id = %s and ended"
END_THREADS = "update threads set ended = true where person = %s and id = any(%s) and not ended"
BELIEVED = "select reltuples from pg_class where oid = 'turns'::regclass"
IDLE_THREADS = """
select person, id from threads where not ended and last_turn < %s order by last_turn, person, id
"""

# Migration 0017 has what it does.
APPEND = "select turn, place from append_turns(%s, %s, %s, %s, %s, %s::json, %s)"

TURN = "id, person, room, thread, speaker, role, text, at, zone, witnesses, ref, position, failed, left_for"
READ = f"select {TURN} from turns where person = %s and id = any(%s)"
HEARD = "select id, witnesses from turns where person = %s and id = any(%s) and left_for is null"
SPANS = f"""
select nr, {TURN} from unnest(%s::uuid[], %s::integer[], %s::integer[]) with ordinality as s (th, first, last, nr)
join turns on person = %s and thread = th and position between first and last and left_for is null
order by nr, position
"""
WAITS = "not distilled and not failed and left_for is null and text is not null"
WAITING = f"select {TURN} from turns where person = %s and {WAITS} order by seq"
WAITING_IN = f"select {TURN} from turns where person = %s and room = %s and {WAITS} order by seq"
PEOPLE_WAITING = f"select distinct person from turns where {WAITS} order by person"
ROOMS_WAITING = f"select distinct room from turns where person = %s and {WAITS} order by room"
WAITING_OF_THREAD = f"select {TURN} from turns where person = %s and thread = %s and {WAITS} order by position"
LAST = f"select {TURN} from turns where person = %s and room = %s and left_for is null order by seq desc limit %s"
# What the owner put away is not among them.
LATELY = f"""
select {TURN} from turns t
where person = %(person)s and role = 'person' and left_for is null and text is not null and at <= %(at)s
  and not exists (
    select from memory_sources s join memories m on m.person = s.person and m.id = s.memory
    where s.person = t.person and s.turn = t.id and m.tier = 'forgotten')
order by seq desc limit %(count)s
"""
# From the end of the transcript backwards; of a room, a thread, or a branch that was left, where one is named.
PAGE = f"""
select seq, {TURN} from turns
where person = %(person)s and seq < %(before)s
  and (%(room)s::text is null or room = %(room)s) and (%(thread)s::uuid is null or thread = %(thread)s)
  and left_for is not distinct from %(branch)s::uuid
order by seq desc limit %(limit)s
"""
BEFORE = f"""
select {TURN} from turns
where person = %(person)s and room = %(room)s and left_for is null
    and seq < (select seq from turns where person = %(person)s and id = %(turn)s)
order by seq desc limit %(count)s
"""
SINCE = f"""
select {TURN} from turns
where person = %(person)s and room = %(room)s and left_for is null
    and seq > (select seq from turns where person = %(person)s and id = %(turn)s)
order by seq limit %(count)s
"""
BY_REF = f"select {TURN} from turns where person = %s and ref = any(%s) and ref <> '' order by seq"
AFTER = f"select seq, {TURN} from turns where person = %s and seq > %s order by seq limit %s"
EVENLY = """
select id, text from (
    select id, text, seq, row_number() over (order by seq) %% greatest(count(*) over () / %s, 1) as nr
    from turns where person = %s and text is not null
) t where nr = 0 order by seq
"""
COMPANY = """
select speaker, count(*), max(at) from turns
where person = %s and role = 'character' and at <= %s and not failed and left_for is null group by speaker
"""
SPEAKERS = "select speaker, role from speakers where person = %s order by speaker, role"
KNOWN = "select id from turns where person = %s and id = any(%s)"

# In the order of their ids, as who distils them takes them. What a program told in between is of no branch.
LEAVE = """
update turns l set left_for = %(instead)s from (
    select id from turns t
    where person = %(person)s and room = %(room)s and left_for is null
      and seq >= (select seq from turns where person = %(person)s and id = %(turn)s)
      and exists (select from turns p where p.person = t.person and p.thread = t.thread and p.role = 'person')
    order by id for no key update
) t where l.person = %(person)s and l.id = t.id returning l.id, l.thread
"""
# A thread of which nothing holds is over; the one from which the talk goes on does.
SETTLE_THREADS = """
update threads h set ended = not exists (
    select from turns t where t.person = h.person and t.thread = h.id and t.left_for is null)
where person = %(person)s and id = any(%(threads)s) and (not ended or id = %(thread)s)
"""
LEFT = """
select distinct on (left_for) left_for, id from turns
where person = %s and left_for = any(%s) order by left_for, seq
"""

POLICY = "select policy from people where person = %s"
SET_POLICY = "update people set policy = %s where person = %s"
KEEPS_LESS = """
select person from people where coalesce(policy, %s) = 'summary-only' order by person
"""
WORDLESS = "select count(*), count(distinct person) from turns where text is null"
COUNT_WORDS = "select count(*), count(*) filter (where text is null) from turns where person = %s"

COUNTS = """
select (select count(*) from people), (select count(*) from rooms), (select count(*) from threads),
       (select count(*) from turns)
"""
COUNTS_OF = """
select (select count(*) from people where person = %(person)s),
       (select count(*) from rooms where person = %(person)s),
       (select count(*) from threads where person = %(person)s),
       (select count(*) from turns where person = %(person)s)
"""
REFERRED_TO = """
select exists (select from memory_sources where person = %(person)s)
    or exists (select from images where person = %(person)s)
"""
FORGET_SAID: tuple[tuple[str, LiteralString], ...] = (
    ("turns", "delete from turns where person = %s"),
    ("threads", "delete from threads where person = %s"),
)
FORGET: tuple[tuple[str, LiteralString], ...] = (
    ("rooms", "delete from rooms where person = %s"),
    ("speakers", "delete from speakers where person = %s"),
    ("people", "delete from people where person = %s"),
)
