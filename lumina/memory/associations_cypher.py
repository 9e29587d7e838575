"""The statements of the associative memory in Cypher; the same as those of `associations_sql`, call by call.

(:LuminaConcept {person, name, mentions, last_seen}) -[:IN {at}]-> (:LuminaMemory {person, id, mark})
(:LuminaConcept) -[:REMINDS {strength, closest, strengthened}]-> (:LuminaConcept), from the smaller name to the greater

`person` is a pseudonym, `mark` a digest of what was counted for a memory; an id is text, a moment is microseconds since
1970. `lumina.memory.strength` has the formula; its numbers come in by name.
"""

from typing import Final, LiteralString

SCHEMA: tuple[LiteralString, ...] = (
    "create constraint lumina_concept if not exists for (c:LuminaConcept) require (c.person, c.name) is unique",
    "create constraint lumina_memory if not exists for (m:LuminaMemory) require (m.person, m.id) is unique",
    "create index lumina_reminds if not exists for ()-[e:REMINDS]-() on (e.strengthened)",
    "call db.awaitIndexes(60)",
)

FOUND_VERSION: Final = "optional match (s:LuminaSchema) return max(s.version)"
NOTE_VERSION: Final = "merge (s:LuminaSchema) set s.version = $version"
OLD_KEYS: Final = """
match (c:LuminaConcept) where size(c.person) = $digits return distinct c.person as person
union match (m:LuminaMemory) where size(m.person) = $digits return distinct m.person as person
"""
RENEW: tuple[LiteralString, ...] = (
    "match (c:LuminaConcept {person: $old}) with c limit 1000 set c.person = $new return count(*)",
    "match (m:LuminaMemory {person: $old}) with m limit 1000 set m.person = $new return count(*)",
)
"""In batches, as in FORGET."""

# What a transaction writes it locks first (whoever sets a property holds the node), in the order of the names, so that
# two writers wait and do not deadlock; what is read from then on is what nobody else changes.
LOCK: Final = """
unwind $names as name
merge (c:LuminaConcept {person: $person, name: name})
on create set c.mentions = 0
set c.lock = 0
"""
COUNT_CONCEPTS: Final = """
unwind $met as one
merge (m:LuminaMemory {person: $person, id: one.memory})
set m.mark = one.mark
with m, one unwind one.concepts as name
match (c:LuminaConcept {person: $person, name: name})
where not exists { (c)-[:IN]->(m) }
create (c)-[:IN {at: one.at}]->(m)
return m.id, c.name
"""
MENTION: Final = """
unwind $mentioned as one
match (c:LuminaConcept {person: $person, name: one.name})
set c.mentions = c.mentions + one.mentions,
    c.last_seen = case when c.last_seen > one.last_seen then c.last_seen else one.last_seen end
"""

_LEFT: Final = """case when {since} >= {at} - $grace * 86400000000 then {strength}
    when {since} >= {at} - ($grace + $fading) * 86400000000
        then {strength} * $daily ^ (({at} - {since}) / 1e6 / 86400 - $grace)
    else 0.0 end"""

# Both what is there and what comes are brought to the later of their moments, then joined.
STRENGTHEN: Final = """
unwind $bonds as bond
match (a:LuminaConcept {{person: $person, name: bond.a}}), (b:LuminaConcept {{person: $person, name: bond.b}})
merge (a)-[e:REMINDS]->(b)
on create set e.strength = 0.0, e.closest = 0.0, e.strengthened = bond.at
with e, bond, case when e.strengthened > bond.at then e.strengthened else bond.at end as later
with e, bond, later, {old} as was, {new} as is
with e, bond, later,
     case when was < $gone then 0.0 else was end as was, case when is < $gone then 0.0 else is end as is
with e, later, was + is as sum,
     case when was = 0 then 0.0 else e.closest * was / e.strength end as one,
     case when is = 0 then 0.0 else bond.strength * is / bond.strength end as other
with e, later, sum, one + other as both, case when one > other then one else other end as closest
with e, later, closest, sum - (1 - $again) * (both - closest) as strength
set e.strength = case when strength > 1 then 1.0 else strength end, e.closest = closest, e.strengthened = later
""".format(
    old=_LEFT.format(since="e.strengthened", at="later", strength="e.strength"),
    new=_LEFT.format(since="bond.at", at="later", strength="bond.strength"),
)

_CUE: Final = """
unwind $concepts as name
match (c:LuminaConcept {person: $person, name: name})
with collect({node: c, concept: c.name, strength: 1.0, path: [c.name], depth: 0}) as level, [] as reached
"""
# Level by level from the concepts of the cue: each passes on to its strongest neighbours, and of a level the strongest
# go on, each by its strongest path. As many as are asked for in the end are enough at every step.
_LEVEL: Final = """
call (level) {{
    unwind level as walk
    call (walk) {{
        with walk.node as from
        match (from)-[e:REMINDS]-(near)
        with near, {left} as strength where strength >= $gone
        order by strength desc, near.name limit $limit
        return near, strength
    }}
    with walk, near, walk.strength * strength as strength where not near.name in walk.path
    order by near.name, strength desc, walk.path
    with near, collect({{strength: strength, path: walk.path, depth: walk.depth}})[0] as best
    order by best.strength desc, near.name limit $limit
    return collect({{node: near, concept: near.name, strength: best.strength, path: best.path + near.name,
                    depth: best.depth + 1}}) as next
}}
with next as level, reached + level as reached
""".format(left=_LEFT.format(since="e.strengthened", at="$at", strength="e.strength"))
_REACHED: Final = """
unwind reached + level as walk
with walk order by walk.concept, walk.strength desc, walk.depth, walk.path
with walk.concept as concept, collect(walk)[0] as best
return concept, best.strength, best.path order by best.strength desc, concept limit $limit
"""
ACTIVATE: tuple[LiteralString, ...] = (
    _CUE + _REACHED,
    _CUE + _LEVEL + _REACHED,
    _CUE + _LEVEL + _LEVEL + _REACHED,
    _CUE + _LEVEL + _LEVEL + _LEVEL + _REACHED,
)
"""By depth."""

# The more memories a concept has, the less it reminds of each. A memory is not reminded of by a concept that comes to
# mind through another of its own. Logarithms are added up in millionths, whose sum does not depend on the order.
REMIND: Final = """
unwind $activated as one
match (c:LuminaConcept {person: $person, name: one.concept})
with c, one.before as before, one.strength / (1 + log(c.mentions)) as pull
with c, before, case when pull > $most then $most else pull end as pull order by pull desc, c.name
with collect({node: c, name: c.name, before: before, pull: toInteger(round(log(1 - pull) * 1e6))}) as pulling
unwind range(0, size(pulling) - 1) as place
with pulling, place, pulling[place] as one
with pulling, place, one.node as c, one.pull as pull,
     [other in range(0, size(pulling) - 1) where pulling[other].name = one.before][0] as before
match (c)-[r:IN]->(m)
with pulling, m, collect({place: place, pull: pull, before: before, at: r.at}) as rows
with pulling, m, [row in rows | row.place] as its_own, rows
with pulling, m, [row in rows where row.before is null or not row.before in its_own] as rows where size(rows) > 0
unwind rows as row
with pulling, m.id as memory, 1 - exp(sum(row.pull) / 1e6) as strength, min(row.place) as place, max(row.at) as at
return memory, strength, pulling[place].name order by strength desc, at desc, memory limit $limit
"""
# Of each link the memories that have both of its concepts, the youngest first.
LINKED: Final = """
unwind $links as link
match (x:LuminaConcept {person: $person, name: link[0]}), (y:LuminaConcept {person: $person, name: link[1]})
call (x, y) {
    match (x)-[r:IN]->(m) where exists { (m)<-[:IN]-(y) }
    return m.id as memory order by r.at desc, m.id skip $skip limit $limit
}
return link, collect(memory)
"""
MENTIONS: Final = """
unwind $concepts as name
match (c:LuminaConcept {person: $person, name: name}) return c.name, c.mentions
"""

HELD: Final = """
unwind $memories as id
match (:LuminaMemory {person: $person, id: id})<-[:IN]-(c) return distinct c.name order by c.name
"""
UNCOUNT: Final = """
unwind $memories as id
match (m:LuminaMemory {person: $person, id: id})
optional match (m)<-[r:IN]-(c)
with m, collect(c) as concepts, collect(r) as counted
foreach (c in concepts | set c.mentions = c.mentions - 1)
foreach (r in counted | delete r)
delete m
"""
DROP_CONCEPTS: Final = """
match (c:LuminaConcept {person: $person}) where c.name in $names and c.mentions <= 0 detach delete c
"""
# Of the concepts of what was removed, those that no memory has together any more.
DROP_ASSOCIATIONS: Final = """
match (a:LuminaConcept {person: $person})-[e:REMINDS]->(b:LuminaConcept)
where a.name in $names and b.name in $names and not exists { (a)-[:IN]->(:LuminaMemory)<-[:IN]-(b) }
delete e
"""
_FADED: LiteralString = "e.strengthened < $at - $grace * 86400000000 and {left} < $gone".format(
    left=_LEFT.format(since="e.strengthened", at="$at", strength="e.strength")
)
FADED: Final = f"match (a)-[e:REMINDS]->() where {_FADED} return a.person, a.name, elementId(e) limit 1000"
LOCK_ALL: Final = """
unwind $names as one
match (c:LuminaConcept {person: one[0], name: one[1]}) set c.lock = 0
"""
# One that was strengthened since it was found stays.
PRUNE: Final = f"match ()-[e:REMINDS]->() where elementId(e) in $ids and {_FADED} delete e return count(*)"

HOLDINGS: Final = """
return count { (:LuminaConcept {person: $person})-[:REMINDS]->() },
       count { (:LuminaConcept {person: $person})-[:IN]->() },
       count { (:LuminaConcept {person: $person}) }
"""
FORGET: tuple[LiteralString, ...] = (
    "match (c:LuminaConcept {person: $person}) with c limit 200 detach delete c return count(*)",
    "match (m:LuminaMemory {person: $person}) with m limit 1000 detach delete m return count(*)",
)
"""In batches: a transaction's changes lie in memory until it ends."""

COUNTED: Final = "match (m:LuminaMemory) return m.person, count(*), sum(m.mark), sum(count { (m)<-[:IN]-() })"
MEMORIES: Final = "match (m:LuminaMemory {person: $person}) return m.id, m.mark, count { (m)<-[:IN]-() }"
EVERYTHING: Final = "match (n) return properties(n)"
TOTALS: Final = "return count { (:LuminaConcept) }, count { ()-[:REMINDS]->() }"

CONCEPTS: Final = "match (c:LuminaConcept {person: $person}) return c.name, c.mentions, c.last_seen"
OCCURRENCES: Final = "match (c:LuminaConcept {person: $person})-[r:IN]->(m) return c.name, m.id, r.at"
ASSOCIATIONS: Final = """
match (a:LuminaConcept {person: $person})-[e:REMINDS]->(b) return a.name, b.name, e.strength, e.closest, e.strengthened
"""
LOAD_CONCEPTS: Final = """
unwind $rows as row
create (c:LuminaConcept {person: $person, name: row[0], mentions: row[1], last_seen: row[2], lock: 0})
"""
LOAD_OCCURRENCES: Final = """
unwind $rows as row
merge (m:LuminaMemory {person: $person, id: row[1]})
set m.mark = row[3]
with m, row match (c:LuminaConcept {person: $person, name: row[0]})
create (c)-[:IN {at: row[2]}]->(m)
"""
LOAD_ASSOCIATIONS: Final = """
unwind $rows as row
match (a:LuminaConcept {person: $person, name: row[0]}), (b:LuminaConcept {person: $person, name: row[1]})
create (a)-[:REMINDS {strength: row[2], closest: row[3], strengthened: row[4]}]->(b)
"""
