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
from lumina.models import MemoryState, Role, TierName, Turn
from lumina.stores import Stores

EVER = datetime(9999, 1, 1, tzinfo=UTC)
MANY = 10_000_000
BODILESS = {TierName.FADED, TierName.FORGOTTEN}
"""What was put away has its body until retention ends."""

Wrong = Literal["lost", "doubled", "misplaced"]


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
    spoken = Counter(turn.id for turn in turns if not turn.failed)
    waiting = Counter(turn.id for turn in await stores.transcript.waiting(person))
    sources = Counter(turn for (turn,) in await stores.database.fetch(SOURCES, (person,)))
    named = Counter(turn for state in await states_of(stores, person) for turn in state.turns)
    return [
        *_all("lost", "acknowledged turn", _unknown(promised, turns)),
        *_all("lost", "acknowledged text", promised.texts - texts.keys()),
        *_all("doubled", "text", (text for text, count in texts.items() if count > 1)),
        *_all("doubled", "turn", (turn for turn, count in spoken.items() if count > 1)),
        *_all("lost", "turn that neither waits nor has a memory", spoken - (waiting + sources)),
        *_all("doubled", "turn that waits and has a memory, or has two", (waiting + sources) - spoken),
        *_all("misplaced", "turn that a memory names and is not its source", _differing(named, sources)),
        *_all("misplaced", "place in a thread", _gaps(turns)),
    ]


SOURCES = "select turn from memory_sources where person = %s"
COUNTED = "select turns from people where person = %s"
ENTRIES = "select id from entries where body is not null"


async def places(lumina: Lumina, person: str) -> list[Finding]:
    """Every memory lies in the tier that the catalogue names, whole, and nowhere else; the index has every entry and no
    other. Holds once reconcile has run. There must be nobody but this person."""
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
        here = Counter(memory for _, memory in rows)
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
    read = await stores.shelves.read(person, states)
    entries = await stores.shelves.entries(person, states)
    unread = {state.id for state in states if state.tier not in BODILESS} - read.keys()
    unfound = {
        state.id
        for state in states
        if state.tier is not TierName.FORGOTTEN and set(state.turns) - {entry.id for entry in entries.get(state.id, ())}
    }
    return [*_all("lost", "body of a memory", unread), *_all("lost", "entry of a memory", unfound)]


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
    sources = len(await stores.database.fetch(SOURCES, (person,)))
    row = await stores.database.fetch_one(COUNTED, (person,))
    counted = row[0] if row else 0
    if counted == sources:
        return []
    return [
        Finding("doubled" if counted > sources else "lost", f"{counted} turns are counted, {sources} have a memory")
    ]


def _unknown(promised: Promised, turns: Sequence[Turn]) -> Iterable[str]:
    known = {turn.id for turn in turns}
    return (f"{id} {said}" for id, said in promised.ids.items() if id not in known)


def _differing(one: Counter[UUID], other: Counter[UUID]) -> Iterable[UUID]:
    return (one - other) + (other - one)


def _gaps(turns: Sequence[Turn]) -> Iterable[str]:
    """Threads whose positions are not 0, 1, 2 …"""
    threads: dict[UUID, list[int]] = {}
    for turn in turns:
        threads.setdefault(turn.thread, []).append(turn.position)
    return (f"thread {id}" for id, positions in threads.items() if sorted(positions) != list(range(len(positions))))


def _all(wrong: Wrong, what: str, which: Iterable[object]) -> list[Finding]:
    return [Finding(wrong, f"{what}: {one}") for one in which]
