"""The associative memory in PostgreSQL: concepts, which occurred together, and what reminds of what."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Final, LiteralString
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.memory import associations_sql as sql
from lumina.memory.cooccurrence import Met, links, mentioned, rounds
from lumina.memory.strength import AGAIN, DAILY, FADING_DAYS, GONE, GRACE_DAYS
from lumina.models import EVERYBODY, Activation, Network, Reminder

FORMULA: Final = {"daily": DAILY, "grace": GRACE_DAYS, "fading": FADING_DAYS, "gone": GONE}
ALMOST_ONE = 1 - 1e-6
MAX_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Associations:
    """What is written needs a guard: `database.writing(person)` gives it."""

    database: Database

    async def strengthen(self, guard: Guard, met: Sequence[Met]) -> None:
        """Count the concepts of memories, each given in their order; those that are counted for a memory already do not
        count again. The order in which memories are counted does not matter."""
        columns = [(concept, memory, at) for memory, concepts, at in met for concept in dict.fromkeys(concepts)]
        if not columns:
            return
        concepts, memories, times = map(list, zip(*columns, strict=True))
        named = {"person": guard.person, "concepts": concepts, "memories": Uuids(memories), "times": times}
        async with guard.transaction():
            new: set[tuple[UUID, str]] = set(await guard.fetch(sql.COUNT_CONCEPTS, named))
            if new:
                await guard.execute(sql.MENTION, _mentioned(guard.person, new, met))
            for bonds in rounds(new, met):
                columns = {"a": [a for a, _ in bonds], "b": [b for _, b in bonds]}
                values = {"strengths": [one for one, _ in bonds.values()], "times": [at for _, at in bonds.values()]}
                named = {"person": guard.person, **columns, **values, **FORMULA, "again": AGAIN}
                await guard.execute(sql.STRENGTHEN, named)

    async def activate(
        self, person: str, concepts: Sequence[str], at: datetime, *, depth: int = MAX_DEPTH, limit: int = 24
    ) -> list[Activation]:
        """The concepts themselves, as far as they are known (strength 1), and what they remind of at that moment within
        `depth` (at most 3) associations; strength multiplied along the strongest path. The strongest first, ties by
        name. At every step no more than the `limit` strongest go on."""
        bounds = {"depth": min(depth, MAX_DEPTH), "limit": limit}
        named = {"person": person, "concepts": list(concepts), "at": at, **bounds, **FORMULA}
        rows = await self.database.fetch(sql.ACTIVATE, named)
        return [Activation(concept, strength, tuple(path)) for concept, strength, path in rows]

    async def heard(self, person: str, viewer: str | None, activated: Sequence[Activation]) -> list[Activation]:
        """Those that come to mind by memories that the viewer witnessed (None: the owner, of all), link by link; what
        was put away reminds of nothing."""
        asked = sorted({link for one in activated for link in links(one)})
        columns = {"a": [a for a, _ in asked], "b": [b for _, b in asked]}
        named = {"person": person, "viewer": viewer, "everybody": EVERYBODY, **columns}
        known = {(a, b) for a, b in await self.database.fetch(sql.HEARD, named)} if asked else set[tuple[str, str]]()
        return [one for one in activated if known.issuperset(links(one))]

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int = 100) -> list[Reminder]:
        """The memories that have activated concepts, the strongest first, then the youngest, ties by id.

        A concept pulls with strength/(1 + ln mentions): the more memories it has, the less it reminds of each (the
        fan effect). Pulls add up as probabilities do, 1 - Π(1 - pull); a concept does not pull at a memory that has the
        concept before it on its path, too.
        """
        paths = {activation.concept: activation.path for activation in activated}
        columns = {
            "concepts": list(paths),
            "strengths": [activation.strength for activation in activated],
            "before": [path[-2] if len(path) > 1 else None for path in paths.values()],
        }
        named = {"person": person, "most": ALMOST_ONE, "limit": limit, **columns}
        rows = await self.database.fetch(sql.REMIND, named)
        return [Reminder(memory, strength, paths[concept]) for memory, strength, concept in rows]

    async def mentions(self, person: str, concepts: Sequence[str]) -> dict[str, int]:
        """Of those concepts that are known, how many memories have them."""
        return dict(await self.database.fetch(sql.MENTIONS, (person, list(concepts))))

    async def remove(self, guard: Guard, memories: Sequence[UUID]) -> None:
        """Take memories out. What only they had, or had together, goes; other associations keep their strength."""
        async with guard.transaction():
            rows = await guard.fetch(sql.UNCOUNT, (guard.person, list(memories)))
            if not rows:
                return
            times = Counter[str](row[0] for row in rows)
            concepts = list(times)
            await guard.execute(sql.UNMENTION, (concepts, list(times.values()), guard.person, guard.person))
            await guard.execute(sql.DROP_CONCEPTS, (guard.person, concepts))
            await guard.execute(sql.DROP_ASSOCIATIONS, {"person": guard.person, "concepts": concepts})

    async def prune(self, at: datetime) -> int:
        """Delete the associations that have faded away; reading passes them over anyway. Returns how many."""
        return await self.database.execute(sql.PRUNE, {"at": at, **FORMULA})

    async def totals(self) -> tuple[int, int]:
        """(concepts, associations) of everybody."""
        concepts, bonds = (await self.database.fetch(sql.TOTALS))[0]
        return concepts, bonds

    async def holdings(self, person: str) -> dict[str, int]:
        """What forget() would delete, counted by table."""
        row = (await self.database.fetch(sql.HOLDINGS, {"person": person}))[0]
        return {table: count for (table, _), count in zip(sql.FORGET, row, strict=True)}

    async def forget(self, guard: Guard) -> dict[str, int]:
        """Erase all of the person, counted by table; before the transcript does."""
        async with guard.transaction():
            return {table: await guard.execute(statement, (guard.person,)) for table, statement in sql.FORGET}

    async def network(self, person: str) -> Network:
        """All there is of the person, exactly."""
        statements = sql.CONCEPTS, sql.OCCURRENCES, sql.ASSOCIATIONS
        return Network(*[tuple(await self.database.fetch(statement, (person,))) for statement in statements])

    async def load(self, guard: Guard, network: Network) -> None:
        """Put a network in the place of all there is of the person."""
        async with guard.transaction():
            await self.forget(guard)
            await _insert(guard, sql.LOAD_CONCEPTS, network.concepts)
            await _insert(guard, sql.LOAD_OCCURRENCES, network.occurrences)
            await _insert(guard, sql.LOAD_ASSOCIATIONS, network.associations)


async def _insert(guard: Guard, statement: LiteralString, rows: Sequence[Sequence[object]]) -> None:
    if rows:
        await guard.execute(statement, (guard.person, *map(list, zip(*rows, strict=True))))


def _mentioned(person: str, new: Set[tuple[UUID, str]], met: Sequence[Met]) -> dict[str, object]:
    """The concepts that are new to a memory, each once: how often, and when last."""
    seen = mentioned(new, met)
    times = {"mentions": list(map(len, seen.values())), "last_seen": list(map(max, seen.values()))}
    return {"person": person, "names": list(seen), **times}
