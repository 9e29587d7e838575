"""The statements of the transcript."""

from typing import LiteralString

ADD_PERSON = "insert into people (person) values (%s) on conflict do nothing"
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
BEGIN_THREAD = """
insert into threads (person, id, room, domain, opened, last_turn) values (%s, %s, %s, %s, %s, %s)
on conflict (person, id) do nothing
"""
ONE_THREAD = "select id, room, domain, opened, last_turn, turns from threads where person = %s and id = %s"
SET_DOMAIN = "update threads set domain = %s where person = %s and id = %s"
END_THREAD = "update threads set ended = true where person = %s and id = %s"
END_THREADS = "update threads set ended = true where person = %s and id = any(%s) and not ended"
BELIEVED = "select reltuples from pg_class where oid = 'turns'::regclass"
IDLE_THREADS = """
select person, id from threads where not ended and last_turn < %s order by last_turn, person, id
"""

# Threads that nobody began (an import names its own), then all threads of the batch locked: they give the positions.
ADD_THREADS = """
insert into threads (person, id, room, opened, last_turn)
select %s, * from unnest(%s::uuid[], %s::text[], %s::timestamptz[], %s::timestamptz[])
on conflict (person, id) do nothing
"""
LOCK_THREADS = "select id from threads where person = %s and id = any(%s) order by id for update"
SINCE = "update people set since = least(since, %s) where person = %s and (since is null or since > %s)"
# A function is expected to give a hundred rows, and for a hundred all threads of the person are read; with a limit that
# is not known yet, it is ten.
APPEND = """
with incoming as (
    select * from json_to_recordset(%(turns)s::json) as t (
        nr integer, id uuid, ref text, room text, thread uuid, speaker text, role text, text text, at timestamptz,
        witnesses text[], failed boolean, zone integer)
    limit %(count)s
), fresh as (
    select * from incoming i where not exists (select from turns k where k.person = %(person)s and k.id = i.id)
), kept as (
    insert into turns (person, id, ref, room, thread, position, speaker, role, text, at, witnesses, failed, zone)
    select %(person)s, f.id, f.ref, f.room, f.thread,
           h.turns + row_number() over (partition by f.thread order by f.nr) - 1,
           f.speaker, f.role, f.text, f.at, f.witnesses, f.failed, f.zone
    from fresh f join threads h on h.person = %(person)s and h.id = f.thread
    order by f.nr
    returning id, thread, position, speaker, role, at
), counted as (
    update threads h set turns = h.turns + k.turns, last_turn = greatest(h.last_turn, k.last)
    from (select thread, count(*) as turns, max(at) as last from kept group by thread) k
    where h.person = %(person)s and h.id = k.thread
), heard as (
    insert into speakers (person, speaker, role, turns)
    select %(person)s, speaker, role, count(*) from kept group by speaker, role order by speaker, role
    on conflict (person, speaker, role) do update set turns = speakers.turns + excluded.turns
)
select id, position from kept
"""

TURN = "id, person, room, thread, speaker, role, text, at, zone, witnesses, ref, position, failed"
READ = f"select {TURN} from turns where person = %s and id = any(%s)"
THREAD = f"select {TURN} from turns where person = %s and thread = %s order by position"
AROUND = f"""
select {TURN} from turns
where person = %(person)s and thread = %(thread)s and position between
      (select position from turns where person = %(person)s and id = %(turn)s) - %(reach)s and
      (select position from turns where person = %(person)s and id = %(turn)s) + %(reach)s
order by position
"""
SPANS = f"""
select nr, {TURN} from unnest(%s::uuid[], %s::integer[], %s::integer[]) with ordinality as s (th, first, last, nr)
join turns on person = %s and thread = th and position between first and last order by nr, position
"""
WAITING = f"select {TURN} from turns where person = %s and not distilled and not failed order by seq"
WAITING_OF_THREAD = f"""
select {TURN} from turns
where person = %s and thread = %s and not distilled and not failed order by position
"""
LAST = f"select {TURN} from turns where person = %s and room = %s order by seq desc limit %s"
BY_REF = f"select {TURN} from turns where person = %s and ref = any(%s) and ref <> '' order by seq"
AFTER = f"select seq, {TURN} from turns where person = %s and seq > %s order by seq limit %s"
SPEAKERS = "select speaker, role from speakers where person = %s order by speaker, role"
KNOWN = "select id from turns where person = %s and id = any(%s)"

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
FORGET: tuple[tuple[str, LiteralString], ...] = (
    ("turns", "delete from turns where person = %s"),
    ("threads", "delete from threads where person = %s"),
    ("rooms", "delete from rooms where person = %s"),
    ("speakers", "delete from speakers where person = %s"),
    ("people", "delete from people where person = %s"),
)
