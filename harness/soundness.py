"""What must hold in an opened folder, whatever happened to the processes before: nothing lost, nothing doubled, and
everything in its place."""

# pyright: reportPrivateUsage=false

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

from lumina.app import Lumina
from lumina.memory.entry_codec import entry_id
from lumina.models import MemoryState, Role, TierName, Turn, derived_id
from lumina.stores.opening import Stores

EVER = datetime(9999, 1, 1, tzinfo=UTC)
MANY = 10_000_000
BODILESS = {TierName.FADED, TierName.FORGOTTEN}
"""What was put away has its body until retention ends."""

Wrong = Literal["lost", "doubled", "misplaced", "interleaved", "returned"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it must be."""

    wrong: Wrong
    what: str


@dataclass(frozen=True, slots=True)
class Promised:
    """What was acknowledged: turns by their ids (with what was said), and by their texts where only those are known."""

    ids: Mapping[UUID, str] = field(default_factory=dict[UUID, str])
    texts: frozenset[str] = frozenset()


async def accounts(lumina: Lumina, person: str, promised: Promised) -> list[Finding]:
    """Acknowledged turns are there once, what the person and guests said is nowhere twice (they must never have said
    the same twice), and each turn waits or is the source of one memory. Holds at any moment."""
    stores = lumina._parts.stores
    turns = [turn async for turn in stores.transcript.export(person)]
    texts = Counter(turn.text for turn in turns if turn.role is not Role.CHARACTER or turn.ref)
    rows = await stores.database.fetch(ACCOUNTS, {"person": person})
    return [
        *_all("lost", "acknowledged turn", _unknown(promised, turns)),
        *_all("lost", "acknowledged text", promised.texts - texts.keys()),
        *_all("doubled", "text", (text for text, count in texts.items() if count > 1)),
        *_all("doubled", "turn", (turn for turn, count in Counter(turn.id for turn in turns).items() if count > 1)),
        *_all("lost", "turn that neither waits nor has a memory", (row[0] for row in rows if sum(row[1:3]) < 1)),
        *_all("doubled", "turn that waits and has a memory, or has two", (row[0] for row in rows if sum(row[1:3]) > 1)),
        *_all(
            "misplaced", "turn that a memory names and is not its source", (row[0] for row in rows if row[2] != row[3])
        ),
        *_all("misplaced", "place in a thread", _gaps(turns)),
    ]


# One statement sees one moment, whatever jobs are at work.
ACCOUNTS = """
with named as (
    select m.person, named.turn, count(*) as memories from memories m, unnest(m.turns) as named (turn)
    where m.person = %(person)s group by 1, 2
), sources as (
    select person, turn, count(*) as memories from memory_sources where person = %(person)s group by 1, 2
), spoken as (
    select person, id as turn, (not distilled)::int as waits from turns
    where person = %(person)s and not failed and left_for is null
)
select turn, coalesce(t.waits, 0)::int, coalesce(s.memories, 0)::int, coalesce(n.memories, 0)::int
from spoken t full join sources s using (person, turn) full join named n using (person, turn)
"""
OF_TURNS = """
select id from turns where person = %(person)s and id = any(%(turns)s)
union select turn from memory_sources where person = %(person)s and turn = any(%(turns)s)
"""
COUNTED = "select (select turns from people where person = %s), (select count(*) from memory_sources where person = %s)"
ENTRIES = "select id from entries where body is not null"


async def places(lumina: Lumina, person: str) -> list[Finding]:
    """Every memory of the person lies in the tier that the catalogue names, whole, and nowhere else; the index has each
    entry and no other. Holds once reconcile has run."""
    stores = lumina._parts.stores
    states = await states_of(stores, person)
    named = {state.id: state.tier for state in states}
    spare = {
        state.id
        for state in states
        if state.tier is TierName.FORGOTTEN or (state.tier is TierName.LONGTERM and state.detail == "gist")
    }
    lying = {
        TierName.REDIS: await stores.redis.due(EVER, MANY),
        TierName.DUCKDB: await stores.duckdb.due(EVER, MANY),
        TierName.LONGTERM: await stores.longterm.due(EVER, MANY),
        TierName.ARCHIVE: await stores.archive.expired(EVER, MANY),
    }
    findings: list[Finding] = []
    for tier, rows in lying.items():
        here = Counter(memory for whose, memory in rows if whose == person)
        must = {id for id, name in named.items() if name is tier}
        may = must | spare if tier is TierName.ARCHIVE else must
        findings += _all("lost", f"memory that should lie in {tier}", must - here.keys())
        findings += _all("doubled", f"memory that lies in {tier}, too", here.keys() - may)
        findings += _all("doubled", f"memory twice in {tier}", (id for id, count in here.items() if count > 1))
    return [*findings, *await _indexed(stores), *await _statistics(stores, person)]


async def bodies(lumina: Lumina, person: str) -> list[Finding]:
    """Every memory can be read, and is found by each of its turns. Holds once reconcile has run; reads everything."""
    stores = lumina._parts.stores
    states = await states_of(stores, person)
    read = await stores.bodies.read(person, states)
    entries = await stores.bodies.entries(person, states)
    unread = {state.id for state in states if state.tier not in BODILESS} - read.keys()
    found = {memory: {UUID(bytes=entry_id(entry)) for entry in packed} for memory, packed in entries.items()}
    lying = [state for state in states if state.tier is not TierName.FORGOTTEN]
    unfound = {state.id for state in lying if set(state.turns) - found.get(state.id, set())}
    return [*_all("lost", "body of a memory", unread), *_all("lost", "entry of a memory", unfound)]


async def interleaved(lumina: Lumina, person: str) -> list[Finding]:
    """In every room, what a character says answers what was said last by somebody else. Holds at any moment."""
    asked: dict[str, Turn] = {}
    between: list[Turn] = []
    async for turn in lumina._parts.stores.transcript.export(person):
        if turn.role is not Role.CHARACTER or turn.ref:
            asked[turn.room] = turn
        elif not turn.failed and derived_id("answer", asked[turn.room].id, turn.speaker, "") != turn.id:
            between.append(turn)
    return [*_all("interleaved", "answer", (f"{turn.id} in {turn.room}" for turn in between))]


async def returned(lumina: Lumina, person: str, erased: Sequence[UUID]) -> list[Finding]:
    """Nothing of what was said before an erasure is there again."""
    stores = lumina._parts.stores
    rows = await stores.database.fetch(OF_TURNS, {"person": person, "turns": list(erased)})
    return [*_all("returned", "turn that was erased", (row[0] for row in rows))]


async def states_of(stores: Stores, person: str) -> list[MemoryState]:
    return await stores.catalogue.list(person, EVER, None, MANY, 0)


async def _indexed(stores: Stores) -> list[Finding]:
    entries = [entry for (entry,) in await stores.database.fetch(ENTRIES)]
    missing = await stores.index.missing(entries)
    more = await stores.index.count() - (len(entries) - len(missing))
    return [
        *_all("lost", "entry that the index lacks", missing),
        *([Finding("doubled", f"{more} points of the index that no entry has")] if more else []),
    ]


async def _statistics(stores: Stores, person: str) -> list[Finding]:
    """Each turn that a memory has was counted once."""
    row = await stores.database.fetch_one(COUNTED, (person, person))
    counted, sources = row if row and row[0] is not None else (0, 0)
    if counted == sources:
        return []
    wrong: Wrong = "doubled" if counted > sources else "lost"
    return [Finding(wrong, f"{counted} turns are counted, and {sources} have a memory")]


def _unknown(promised: Promised, turns: Sequence[Turn]) -> Iterable[str]:
    known = {turn.id for turn in turns}
    return (f"{id} {said}" for id, said in promised.ids.items() if id not in known)


def _gaps(turns: Sequence[Turn]) -> Iterable[str]:
    """Threads whose positions are not 0, 1, 2 …"""
    threads: dict[UUID, list[int]] = {}
    for turn in turns:
        threads.setdefault(turn.thread, []).append(turn.position)
    return (f"thread {id}" for id, positions in threads.items() if sorted(positions) != list(range(len(positions))))


def _all(wrong: Wrong, what: str, which: Iterable[object]) -> list[Finding]:
    return [Finding(wrong, f"{what}: {one}") for one in which]
