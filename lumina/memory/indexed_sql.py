"""The statements of index entries, of whichever table."""

from typing import Final

# Rows are locked in the order of their keys by all who write them, so that two writers wait and do not deadlock.
PUT: Final = """
insert into {table} (person, id, memory, position, body)
select * from unnest(%s::text[], %s::uuid[], %s::uuid[], %s::integer[], %b::bytea[]) order by 1, 2
on conflict (person, id) do update
set memory = excluded.memory, position = excluded.position, body = excluded.body,
    indexed = {table}.indexed and {table}.body is not distinct from excluded.body
returning person, id, indexed
"""
BURY: Final = """
with buried as (
    select person, id from {table} where person = %(person)s and {which} = any(%(ids)s) order by id for update
)
update {table} e set body = null, indexed = false from buried b where e.person = b.person and e.id = b.id
returning e.person, e.id
"""
# Not "where not exists": of two arrays whose length the plan does not know, each was compared with each.
BURY_OTHERS: Final = """
with others as (
    select person, e.id from {table} e
    join unnest(%s::text[], %s::uuid[]) as m (person, memory) using (person, memory)
    except select * from unnest(%s::text[], %s::uuid[])
), buried as (
    select e.person, e.id from {table} e join others using (person, id) order by e.person, e.id for update of e
)
update {table} e set body = null, indexed = false from buried b where e.person = b.person and e.id = b.id
returning e.person, e.id
"""
# An entry that somebody changed meanwhile is not the one that the index took.
ACKNOWLEDGE: Final = """
with held as (
    select e.person, e.id, i.digest from {table} e
    join unnest(%s::text[], %s::uuid[], %b::bytea[]) as i (person, id, digest) using (person, id)
    where e.body is not null order by e.person, e.id for update of e
)
update {table} e set indexed = (sha256(e.body) = h.digest) from held h where e.person = h.person and e.id = h.id
returning e.person, e.id
"""
UNBURY: Final = """
with held as (
    select e.person, e.id from {table} e join unnest(%s::text[], %s::uuid[]) as b (person, id) using (person, id)
    where e.body is null order by e.person, e.id for update of e
)
delete from {table} e using held h where e.person = h.person and e.id = h.id
"""
READ: Final = "select uuid_send(id), body from {table} where person = %s and id = any(%s) and body is not null"
OF_MEMORIES: Final = """
select memory, uuid_send(id), body from entries where person = %s and memory = any(%s) and body is not null
order by memory, position, id
"""
WHO_WAITS: Final = "select distinct person from {table} where not indexed order by person"
WAITING: Final = "select person, id, body from {table} where person = %s and not indexed order by id limit %s"
COUNT_WAITING: Final = "select count(*) from {table} where not indexed"
INDEXED: Final = "select count(*) from {table} where indexed"
UNKNOWN: Final = """
select one from unnest(%s::uuid[]) as one left join {table} e on e.id = one where e.id is null
"""
INDEXED_PAGE: Final = """
select person, id from {table} where indexed and (person, id) > (%s, %s) order by person, id limit %s
"""
LOSE: Final = """
with held as (
    select e.person, e.id from {table} e join unnest(%s::text[], %s::uuid[]) as l (person, id) using (person, id)
    order by e.person, e.id for update of e
)
update {table} e set indexed = false from held h where e.person = h.person and e.id = h.id
"""
FORGET: Final = "delete from {table} where person = %s"
COUNT: Final = (
    "select count(*) from {table} where body is not null and (%(person)s::text is null or person = %(person)s)"
)
