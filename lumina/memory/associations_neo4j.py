"""The associative memory in Neo4j: the twin of the one in PostgreSQL, call by call."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, LiteralString
from uuid import UUID

from lumina.databases.neo4j import Graph, Transaction
from lumina.databases.pseudonyms import HEXADECIMAL, NOBODYS, Pseudonyms
from lumina.errors import FolderTooNew
from lumina.memory import associations_cypher as cypher
from lumina.memory.cooccurrence import (
    EPOCH,
    MICROSECOND,
    Bonds,
    Met,
    Tally,
    gathered,
    links,
    mark,
    mentioned,
    moment,
    rounds,
)
from lumina.memory.strength import AGAIN, DAILY, FADING_DAYS, GONE, GRACE_DAYS
from lumina.models import Activation, Network, Reminder

FORMULA: Final = {"daily": DAILY, "grace": GRACE_DAYS, "fading": FADING_DAYS, "gone": GONE}
ALMOST_ONE = 1 - 1e-6
MAX_DEPTH = 3
VERSION = 2
"""In 1, digests on which names can be tried stood for persons."""

FIRST_ASKED = 40
"""Memories of a link that are asked for first, as a rule enough to find one that the viewer heard."""

BATCH = 1_000

Heard = Callable[[str, str | None, Sequence[UUID]], Awaitable[Collection[UUID]]]
"""Those of a person's memories that a viewer (None: the owner) heard and that were not put away."""


@dataclass(frozen=True, slots=True)
class Neo4jAssociations:
    """What is written needs a guard: it names the person, and keeps erasures away meanwhile."""

    graph: Graph
    heard_by: Heard
    pseudonyms: Pseudonyms = NOBODYS

    def key(self, person: str) -> str:
        """What stands for a person here."""
        return self.pseudonyms.key(person)

    async def set_up(self) -> None:
        """Make the constraints and indexes, and bring what an older version wrote to the present form; idempotent.
        Raises FolderTooNew where a newer LUMINA made them."""
        found = (await self.graph.fetch(cypher.FOUND_VERSION, {}))[0][0]
        if found is not None and found > VERSION:
            raise FolderTooNew(folder="Neo4j", unknown=f"schema {found}")
        for statement in cypher.SCHEMA:
            await self.graph.run(statement, {})
        if (found or 0) < VERSION:
            await self._renew_keys()
        await self.graph.run(cypher.NOTE_VERSION, {"version": VERSION})
        await self.rehearse()

    async def _renew_keys(self) -> None:
        for (old,) in await self.graph.transaction(_old_keys):
            for statement in cypher.RENEW:
                await self._repeated(partial(_renew_some, statement, old, self.pseudonyms.renewed(old)))

    async def strengthen(self, guard: Any, met: Sequence[Met]) -> None:
        """Count the concepts of memories, each given in their order; those that are counted for a memory already do not
        count again. The order in which memories are counted does not matter."""
        names = sorted({concept for _, concepts, _ in met for concept in concepts})
        if not names:
            return
        person = self.key(guard.person)

        async def count(transaction: Transaction) -> None:
            await transaction.execute(cypher.LOCK, {"person": person, "names": names})
            rows = await transaction.fetch(cypher.COUNT_CONCEPTS, {"person": person, "met": _counted(met)})
            new = {(UUID(memory), concept) for memory, concept in rows}
            if new:
                times = mentioned(new, met).items()
                named = [{"name": name, "mentions": len(ats), "last_seen": moment(max(ats))} for name, ats in times]
                await transaction.execute(cypher.MENTION, {"person": person, "mentioned": named})
            for bonds in rounds(new, met):
                named = {"person": person, "bonds": _bonds(bonds), **FORMULA, "again": AGAIN}
                await transaction.execute(cypher.STRENGTHEN, named)

        await self.graph.transaction(count)

    async def activate(
        self, person: str, concepts: Sequence[str], at: datetime, *, depth: int = MAX_DEPTH, limit: int = 24
    ) -> list[Activation]:
        """The concepts themselves, as far as they are known (strength 1), and what they remind of at that moment within
        `depth` (at most 3) associations; strength multiplied along the strongest path. The strongest first, ties by
        name. At every step no more than the `limit` strongest go on.

        Neo4j orders characters from U+E000 to U+FFFF and those beyond in two ways, and may then find a concept twice.
        """
        named = {
            "person": self.key(person),
            "concepts": list(dict.fromkeys(concepts)),
            "at": moment(at),
            "limit": limit,
        }
        rows = await self.graph.fetch(cypher.ACTIVATE[min(depth, MAX_DEPTH)], named | FORMULA)
        found: dict[str, Activation] = {}
        for concept, strength, path in rows:
            found.setdefault(concept, Activation(concept, strength, tuple(path)))
        return list(found.values())

    async def heard(self, person: str, viewer: str | None, activated: Sequence[Activation]) -> list[Activation]:
        """Those that come to mind by memories that the viewer witnessed (None: the owner, of all), link by link; what
        was put away reminds of nothing."""
        open_links = {link for one in activated for link in links(one)}
        known: set[tuple[str, str]] = set()
        for skip, limit in ((0, FIRST_ASKED), (FIRST_ASKED, 2**31)):
            if open_links:
                heard, open_links = await self._heard(person, viewer, open_links, skip, limit)
                known |= heard
        return [one for one in activated if known.issuperset(links(one))]

    async def _heard(
        self, person: str, viewer: str | None, asked: Collection[tuple[str, str]], skip: int, limit: int
    ) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        """The links of which a page of memories has one that was heard, and those of which there are more memories."""
        named = {"person": self.key(person), "links": sorted(map(list, asked)), "skip": skip, "limit": limit}
        linked = {(a, b): list(map(UUID, ids)) for (a, b), ids in await self.graph.fetch(cypher.LINKED, named)}
        memories = sorted({memory for ids in linked.values() for memory in ids})
        heard = set(await self.heard_by(person, viewer, memories)) if memories else set[UUID]()
        known = {link for link, ids in linked.items() if not heard.isdisjoint(ids)}
        return known, {link for link, ids in linked.items() if len(ids) == limit} - known

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int = 100) -> list[Reminder]:
        """The memories that have activated concepts, the strongest first, then the youngest, ties by id.

        A concept pulls with strength/(1 + ln mentions): the more memories it has, the less it reminds of each (the
        fan effect). Pulls add up as probabilities do, 1 - Π(1 - pull); a concept does not pull at a memory that has the
        concept before it on its path, too.
        """
        paths = {activation.concept: activation.path for activation in activated}
        rows = [
            {"concept": one.concept, "strength": one.strength, "before": one.path[-2] if len(one.path) > 1 else None}
            for one in activated
        ]
        if not rows:
            return []
        named = {"person": self.key(person), "activated": rows, "most": ALMOST_ONE, "limit": limit}
        found = await self.graph.fetch(cypher.REMIND, named)
        return [Reminder(UUID(memory), strength, paths[concept]) for memory, strength, concept in found]

    async def mentions(self, person: str, concepts: Sequence[str]) -> dict[str, int]:
        """Of those concepts that are known, how many memories have them."""
        named = {"person": self.key(person), "concepts": list(dict.fromkeys(concepts))}
        return {row[0]: row[1] for row in await self.graph.fetch(cypher.MENTIONS, named)}

    async def remove(self, guard: Any, memories: Sequence[UUID]) -> None:
        """Take memories out. What only they had, or had together, goes; other associations keep their strength."""
        person, ids = self.key(guard.person), [str(memory) for memory in dict.fromkeys(memories)]

        async def uncount(transaction: Transaction) -> None:
            rows = await transaction.fetch(cypher.HELD, {"person": person, "memories": ids})
            names = sorted({row[0] for row in rows})
            await transaction.execute(cypher.LOCK, {"person": person, "names": names})
            await transaction.execute(cypher.UNCOUNT, {"person": person, "memories": ids})
            await transaction.execute(cypher.DROP_CONCEPTS, {"person": person, "names": names})
            await transaction.execute(cypher.DROP_ASSOCIATIONS, {"person": person, "names": names})

        await self.graph.transaction(uncount)

    async def prune(self, at: datetime) -> int:
        """Delete the associations that have faded away; reading passes them over anyway. Returns how many."""
        named = {"at": moment(at), **FORMULA}

        async def prune_some(transaction: Transaction) -> int:
            rows = await transaction.fetch(cypher.FADED, named)
            names = sorted({(person, name) for person, name, _ in rows})
            await transaction.execute(cypher.LOCK_ALL, {"names": list(map(list, names))})
            return (await transaction.fetch(cypher.PRUNE, {"ids": [row[2] for row in rows], **named}))[0][0]

        return await self._repeated(prune_some)

    async def holdings(self, person: str) -> dict[str, int]:
        """What forget() would delete, counted."""
        row = (await self.graph.fetch(cypher.HOLDINGS, {"person": self.key(person)}))[0]
        return dict(zip(("associations", "concept_memories", "concepts"), row, strict=True))

    async def forget(self, guard: Any) -> dict[str, int]:
        """Erase all of the person, in batches; broken off, it goes on where it was."""
        went = await self.holdings(guard.person)
        await self.forget_key(self.key(guard.person))
        return went

    async def forget_key(self, key: str) -> None:
        """As forget(), of whoever stands behind the key."""
        for statement in cypher.FORGET:
            await self._repeated(partial(_forget_some, statement, key))

    async def counted(self) -> dict[str, Tally]:
        """What is counted here, by the keys of the persons."""
        rows = await self.graph.fetch(cypher.COUNTED, {})
        return {key: (memories, marks, linked) for key, memories, marks, linked in rows}

    async def memories(self, person: str) -> dict[UUID, tuple[int | None, int]]:
        """The memories that are counted here, each with its mark and the number of its concepts."""
        rows = await self.graph.fetch(cypher.MEMORIES, {"person": self.key(person)})
        return {UUID(memory): (its_mark, linked) for memory, its_mark, linked in rows}

    async def everything(self) -> AsyncIterator[bytes]:
        """The properties of all nodes, of whomever, as bytes. Raises StoreDown."""
        for (properties,) in await self.graph.fetch(cypher.EVERYTHING, {}):
            yield repr(properties).encode("utf-8", "surrogatepass")

    async def rehearse(self) -> None:
        """A server that has just started takes seconds to plan and compile a statement: not in somebody's turn."""
        await self.graph.transaction(_rehearse)

    async def _repeated(self, work: Callable[[Transaction], Awaitable[int]]) -> int:
        """Do it until it finds nothing to do; returns how much it did."""
        done = 0
        while some := await self.graph.transaction(work):
            done += some
        return done

    async def totals(self) -> tuple[int, int]:
        """(concepts, associations) of everybody."""
        concepts, bonds = (await self.graph.fetch(cypher.TOTALS, {}))[0]
        return concepts, bonds

    async def network(self, person: str) -> Network:
        """All there is of the person, exactly."""
        statements = cypher.CONCEPTS, cypher.OCCURRENCES, cypher.ASSOCIATIONS
        concepts, occurrences, bonds = [await self._all(statement, self.key(person)) for statement in statements]
        return Network(
            concepts=tuple(sorted((name, mentions, _at(seen)) for name, mentions, seen in concepts)),
            occurrences=tuple(sorted((name, UUID(memory), _at(met)) for name, memory, met in occurrences)),
            associations=tuple(sorted((a, b, strength, part, _at(met)) for a, b, strength, part, met in bonds)),
        )

    async def load(self, guard: Any, network: Network) -> None:
        """Put a network in the place of all there is of the person, in batches; broken off, it is to be done again."""
        await self.forget(guard)
        concepts = [[name, mentions, moment(seen)] for name, mentions, seen in network.concepts]
        marks = {met[0]: mark(met) for met in gathered(network.occurrences)}
        occurrences = [[name, str(memory), moment(met), marks[memory]] for name, memory, met in network.occurrences]
        bonds = [[a, b, strength, part, moment(met)] for a, b, strength, part, met in network.associations]
        await self._write(cypher.LOAD_CONCEPTS, guard.person, concepts)
        await self._write(cypher.LOAD_OCCURRENCES, guard.person, occurrences)
        await self._write(cypher.LOAD_ASSOCIATIONS, guard.person, bonds)

    async def _write(self, statement: LiteralString, person: str, rows: Sequence[object]) -> None:
        for start in range(0, len(rows), BATCH):
            named = {"person": self.key(person), "rows": rows[start : start + BATCH]}
            await self.graph.transaction(partial(_execute, statement, named))

    async def _all(self, statement: LiteralString, person: str) -> list[Any]:
        """With the time that a write is given: it is a whole network."""
        return await self.graph.transaction(lambda taken: taken.fetch(statement, {"person": person}))


async def _execute(statement: LiteralString, named: Mapping[str, object], transaction: Transaction) -> None:
    await transaction.execute(statement, named)


async def _rehearse(transaction: Transaction) -> None:
    nobody = {"person": "", "concepts": ["a"], "at": 0, "limit": 1, "activated": [], "links": [], "skip": 0}
    for statement in (*cypher.ACTIVATE, cypher.REMIND, cypher.LINKED, cypher.MENTIONS):
        await transaction.fetch(statement, {**nobody, "most": ALMOST_ONE, **FORMULA})


async def _forget_some(statement: LiteralString, person: str, transaction: Transaction) -> int:
    return (await transaction.fetch(statement, {"person": person}))[0][0]


async def _old_keys(transaction: Transaction) -> list[Any]:
    """With the time that a write is given: all are gone through."""
    return await transaction.fetch(cypher.OLD_KEYS, {"digits": HEXADECIMAL})


async def _renew_some(statement: LiteralString, old: str, new: str, transaction: Transaction) -> int:
    return (await transaction.fetch(statement, {"old": old, "new": new}))[0][0]


def _at(micros: int) -> datetime:
    return EPOCH + micros * MICROSECOND


def _counted(met: Sequence[Met]) -> list[dict[str, object]]:
    return [
        {"memory": str(one[0]), "concepts": list(dict.fromkeys(one[1])), "at": moment(one[2]), "mark": mark(one)}
        for one in met
    ]


def _bonds(bonds: Bonds) -> list[dict[str, object]]:
    return [{"a": a, "b": b, "strength": one, "at": moment(at)} for (a, b), (one, at) in bonds.items()]
