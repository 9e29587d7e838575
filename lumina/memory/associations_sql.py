"""The statements of the associative memory. `lumina.memory.strength` has the formula; its numbers come in by name."""

from typing import Final, LiteralString

# Rows are locked in the order of their keys by all who write them, so that two writers wait and do not deadlock.
COUNT_CONCEPTS: Final = """
insert into concept_memories (person, concept, memory, at)
select %(person)s, t.* from unnest(%(concepts)s::text[], %(memories)s::uuid[], %(times)s::timestamptz[])
    as t (concept, memory, at)
order by concept collate "C", memory
on conflict do nothing
returning memory, concept
"""
MENTION: Final = """
insert into concepts (person, name, mentions, last_seen)
select %(person)s, t.* from unnest(%(names)s::text[], %(mentions)s::integer[], %(last_seen)s::timestamptz[])
    as t (name, mentions, last_seen)
order by name collate "C"
on conflict (person, name) do update
set mentions = concepts.mentions + excluded.mentions,
    last_seen = greatest(concepts.last_seen, excluded.last_seen)
"""

_LEFT: Final = """case when {bond}.strengthened >= {at} - make_interval(days => %(grace)s) then {bond}.strength
    when {bond}.strengthened >= {at} - make_interval(days => %(grace)s + %(fading)s) then {bond}.strength
        * power(%(daily)s::float8, date_part('epoch', {at} - {bond}.strengthened) / 86400 - %(grace)s::float8)
    else 0 end"""

# Both what is there and what comes are brought to the later of their moments, then joined.
STRENGTHEN: Final = """
insert into associations (person, a, b, strength, closest, strengthened)
select %(person)s, a, b, strength, strength, at
from unnest(%(a)s::text[], %(b)s::text[], %(strengths)s::float8[], %(times)s::timestamptz[]) as t (a, b, strength, at)
order by a collate "C", b collate "C"
on conflict (person, a, b) do update
set (strength, closest, strengthened) = (
    select least(1, sum(now.strength) - (1 - %(again)s::float8) * (sum(now.closest) - max(now.closest))),
           max(now.closest), max(now.at)
    from (
        select left_.strength, bond.closest * left_.strength / bond.strength as closest, later.at
        from (values (associations.strength, associations.closest, associations.strengthened),
                     (excluded.strength, excluded.closest, excluded.strengthened))
             as bond (strength, closest, strengthened)
        cross join (select greatest(associations.strengthened, excluded.strengthened)) as later (at)
        cross join lateral (select {left}) as left_ (strength)
        where left_.strength >= %(gone)s::float8
    ) now
)
""".format(left=_LEFT.format(bond="bond", at="later.at"))

# Level by level from the concepts of the cue: each passes on to its strongest neighbours, and of a level the strongest
# go on, each by its strongest path. As many as are asked for in the end are enough at every step.
ACTIVATE: Final = """
with recursive walk (depth, concept, strength, path) as (
    select 0, name, 1::float8, array[name] from concepts where person = %(person)s and name = any(%(concepts)s)
    union all
    select depth, concept, strength, path from (
        select best.*, row_number() over (order by strength desc, concept) as place from (
            select distinct on (near.concept) walk.depth + 1 as depth, near.concept,
                   walk.strength * near.strength as strength, walk.path || near.concept as path
            from walk cross join lateral (
                select concept, strength from (
                    select b as concept, {left} as strength from associations e
                    where person = %(person)s and a = walk.concept
                    union all
                    select a, {left} from associations e where person = %(person)s and b = walk.concept
                ) around
                where strength >= %(gone)s::float8 order by strength desc, concept limit %(limit)s
            ) near
            where walk.depth < %(depth)s and near.concept <> all (walk.path)
            order by near.concept, walk.strength * near.strength desc, walk.path
        ) best
    ) level
    where place <= %(limit)s
)
select concept, strength, path from (
    select distinct on (concept) * from walk order by concept, strength desc, depth, path
) reached
order by strength desc, concept limit %(limit)s
""".format(left=_LEFT.format(bond="e", at="%(at)s::timestamptz"))

# The more memories a concept has, the less it reminds of each. A memory is not reminded of by a concept that comes to
# mind through another of its own.
# Logarithms are added up in millionths, whose sum does not depend on the order; offset 0 keeps to the index.
REMIND: Final = """
with pulling as (
    select t.concept, t.before, c.pull, row_number() over (order by c.pull desc, t.concept)::integer as place
    from unnest(%(concepts)s::text[], %(strengths)s::float8[], %(before)s::text[]) as t (concept, strength, before)
    cross join lateral (
        select least(t.strength / (1 + ln(mentions)), %(most)s::float8) as pull
        from concepts where person = %(person)s and name = t.concept offset 0
    ) c
), reminded as (
    select m.memory, 1 - exp(sum((ln(1 - p.pull) * 1e6)::integer) / 1e6::float8) as strength, min(p.place) as place,
           max(m.at) as at
    from pulling p left join pulling b on b.concept = p.before
    cross join lateral (
        select memory, at from concept_memories o where person = %(person)s and concept = p.concept and not exists (
            select from concept_memories w
            where w.person = %(person)s and w.concept = b.concept and w.memory = o.memory)
        offset 0
    ) m
    group by m.memory order by strength desc, at desc, m.memory limit %(limit)s
)
select r.memory, r.strength, p.concept from reminded r join pulling p using (place)
order by r.strength desc, r.at desc, r.memory
"""
# Which links come from a memory that the viewer (null: the owner) heard and that was not put away.
HEARD: Final = """
select l.a, l.b from unnest(%(a)s::text[], %(b)s::text[]) as l (a, b) where exists (
    select from concept_memories x
    join concept_memories y on y.person = x.person and y.memory = x.memory and y.concept = l.b
    join memories m on m.person = x.person and m.id = x.memory
    where x.person = %(person)s and x.concept = l.a and m.tier <> 'forgotten'
    and (%(viewer)s::text is null or m.witnesses && array[%(viewer)s, %(everybody)s]::text[])
)
"""
MENTIONS: Final = "select name, mentions from concepts where person = %s and name = any(%s)"

UNCOUNT: Final = """
delete from concept_memories where person = %s and memory = any(%s) returning concept
"""
UNMENTION: Final = """
with held as (
    select c.name, t.times from concepts c join unnest(%s::text[], %s::integer[]) as t (name, times) using (name)
    where c.person = %s order by c.name for update of c
)
update concepts c set mentions = c.mentions - h.times from held h where c.person = %s and c.name = h.name
"""
DROP_CONCEPTS: Final = "delete from concepts where person = %s and name = any(%s) and mentions <= 0"
# Of the concepts of what was removed, those that no memory has together any more.
DROP_ASSOCIATIONS: Final = """
delete from associations e where e.person = %(person)s and e.a = any(%(concepts)s) and e.b = any(%(concepts)s)
and not exists (
    select from concept_memories x join concept_memories y on y.person = x.person and y.memory = x.memory
    where x.person = e.person and x.concept = e.a and y.concept = e.b
)
"""
PRUNE: Final = f"""
delete from associations e where e.strengthened < %(at)s::timestamptz - make_interval(days => %(grace)s)
and {_LEFT.format(bond="e", at="%(at)s::timestamptz")} < %(gone)s::float8
"""

FORGET: tuple[tuple[str, LiteralString], ...] = (
    ("associations", "delete from associations where person = %s"),
    ("concept_memories", "delete from concept_memories where person = %s"),
    ("concepts", "delete from concepts where person = %s"),
)
HOLDINGS: Final = """
select (select count(*) from associations where person = %(person)s),
       (select count(*) from concept_memories where person = %(person)s),
       (select count(*) from concepts where person = %(person)s)
"""
TOTALS: Final = "select (select count(*) from concepts), (select count(*) from associations)"
CONCEPTS: Final = "select name, mentions, last_seen from concepts where person = %s order by name"
OCCURRENCES: Final = "select concept, memory, at from concept_memories where person = %s order by concept, memory"
ASSOCIATIONS: Final = """
select a, b, strength, closest, strengthened from associations where person = %s order by a, b
"""
LOAD_CONCEPTS: Final = """
insert into concepts (person, name, mentions, last_seen)
select %s, t.* from unnest(%s::text[], %s::integer[], %s::timestamptz[]) t
"""
LOAD_OCCURRENCES: Final = """
insert into concept_memories (person, concept, memory, at)
select %s, t.* from unnest(%s::text[], %s::uuid[], %s::timestamptz[]) t
"""
LOAD_ASSOCIATIONS: Final = """
insert into associations (person, a, b, strength, closest, strengthened)
select %s, t.* from unnest(%s::text[], %s::text[], %s::float8[], %s::float8[], %s::timestamptz[]) t
"""
