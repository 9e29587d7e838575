"""What is kept of a person, looked through page by page: turns, threads, tiers, concepts."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.clock import Clock
from lumina.memory.strength import faded
from lumina.memory.transcript_postgres import Thread
from lumina.models import Network, TierName, Turn
from lumina.stores.opening import Stores

NEWEST: Final = 2**62
"""Before this stand all turns there are."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept in the picture: how strongly it is reached (1 for what the picture starts from), and over how many
    associations."""

    name: str
    mentions: int
    first: datetime
    last: datetime
    strength: float
    distance: int


@dataclass(frozen=True, slots=True)
class Association:
    """An association between two concepts, as strong as it is at the moment; `since` it was not strengthened."""

    a: str
    b: str
    strength: float
    since: datetime


@dataclass(frozen=True, slots=True)
class Graph:
    """Concepts, the most strongly reached first, and the associations between them."""

    concepts: tuple[Concept, ...]
    associations: tuple[Association, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What an operator watches: counts of memories by tier, how many are compressed, and what waits, by queue."""

    tiers: Mapping[str, int]
    compressed: int
    queues: Mapping[str, int]


TIERS: Final = "select tier, count(*), count(*) filter (where detail <> 'full') from memories group by tier"
QUEUES: Final = """
select queue_name, count(*) from procrastinate_jobs where status in ('todo', 'doing') group by queue_name
"""


@dataclass(frozen=True, slots=True)
class Browse:
    """The owner looks, who may see everything."""

    stores: Stores
    clock: Clock

    async def turns(
        self, person: str, *, before: int = NEWEST, limit: int, room: str | None = None, thread: UUID | None = None
    ) -> list[tuple[int, Turn]]:
        """The last first, each with its number, before which the next page ends."""
        return await self.stores.transcript.before(person, before, limit, room=room, thread=thread)

    async def after(self, person: str, seq: int, limit: int) -> list[tuple[int, Turn]]:
        """What was appended behind the turn of this number, in that order."""
        return await self.stores.transcript.after(person, seq, limit)

    async def threads(self, person: str) -> list[Thread]:
        """The first that was opened first."""
        return await self.stores.transcript.threads(person)

    async def tiers(self, person: str) -> dict[TierName, tuple[int, datetime, datetime]]:
        """How many memories lie where, and the births of the oldest and the youngest."""
        return await self.stores.catalogue.tiers(person)

    async def concepts(self, person: str, start: Sequence[str], *, depth: int, weakest: float, limit: int) -> Graph:
        """What these concepts remind of within so many associations; of none, those that are mentioned most."""
        network = await self.stores.associations.network(person)
        return _graph(network, start, self.clock(), depth=depth, weakest=weakest, limit=limit)

    async def figures(self) -> Figures:
        rows = await self.stores.database.fetch(TIERS)
        queues = await self.stores.database.fetch(QUEUES)
        return Figures({row[0]: row[1] for row in rows}, sum(row[2] for row in rows), dict(map(tuple, queues)))


def _graph(network: Network, start: Sequence[str], now: datetime, *, depth: int, weakest: float, limit: int) -> Graph:
    strengths = {
        (a, b): (left, since)
        for a, b, strength, _, since in network.associations
        if (left := faded(strength, now - since)) >= max(weakest, 1e-9)
    }
    mentions = {name: count for name, count, _ in network.concepts}
    reached = _reached(strengths, [name for name in start if name in mentions], depth)
    if not start:
        most = sorted(mentions, key=lambda name: (-mentions[name], name))[:limit]
        reached = dict.fromkeys(most, (1.0, 0))
    chosen = sorted(reached, key=lambda name: (-reached[name][0], -mentions.get(name, 0), name))[:limit]
    return Graph(_concepts(network, chosen, reached), _between(strengths, set(chosen)))


def _reached(
    strengths: Mapping[Pair, tuple[float, datetime]], start: Sequence[str], depth: int
) -> dict[str, tuple[float, int]]:
    """Each concept with the strength multiplied along the strongest of the shortest paths, and the path's length."""
    near: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for (a, b), (strength, _) in strengths.items():
        near[a].append((b, strength))
        near[b].append((a, strength))
    reached: dict[str, tuple[float, int]] = dict.fromkeys(start, (1.0, 0))
    edge = list(start)
    for distance in range(1, depth + 1):
        found: dict[str, float] = {}
        for name in edge:
            for other, strength in near[name]:
                if other not in reached:
                    found[other] = max(found.get(other, 0.0), reached[name][0] * strength)
        reached |= {name: (strength, distance) for name, strength in found.items()}
        edge = list(found)
    return reached


def _concepts(network: Network, chosen: Sequence[str], reached: Mapping[str, tuple[float, int]]) -> tuple[Concept, ...]:
    first: dict[str, datetime] = {}
    for name, _, at in network.occurrences:
        first[name] = min(at, first.get(name, at))
    known = {name: (count, last) for name, count, last in network.concepts}
    return tuple(
        Concept(name, known[name][0], first.get(name, known[name][1]), known[name][1], *reached[name])
        for name in chosen
        if name in known
    )


def _between(strengths: Mapping[Pair, tuple[float, datetime]], chosen: Collection[str]) -> tuple[Association, ...]:
    found = [
        Association(a, b, strength, since)
        for (a, b), (strength, since) in strengths.items()
        if a in chosen and b in chosen
    ]
    return tuple(sorted(found, key=lambda one: (-one.strength, one.a, one.b)))
