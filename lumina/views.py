"""What is there to look at: turns of a room, the tiers of the memory, and the graph of the concepts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from lumina.aside import aside
from lumina.clock import Clock
from lumina.dialogue.looking_back import reasons
from lumina.errors import NotFound, UnknownTurn, because
from lumina.images import Image
from lumina.memory.network import as_of
from lumina.memory.strength import faded
from lumina.memory.transcript_postgres import Thread
from lumina.models import Network, Role, TierName, Turn
from lumina.reports import ConceptGraph, ConceptNode, Figures, Rung, Why
from lumina.wiring import Parts

BACK = 12
"""Turns among which the words are looked for that an answer answers."""

NEWEST: Final = 2**62
"""Before this stand all turns there are."""

TIERS: Final = "select tier, count(*), count(*) filter (where detail <> 'full') from memories group by tier"
QUEUES: Final = """
select queue_name, count(*) from procrastinate_jobs where status in ('todo', 'doing') group by queue_name
"""

Edge = tuple[str, str, float]


@dataclass(frozen=True, slots=True)
class Views:
    """Reads only."""

    parts: Parts
    clock: Clock

    async def turns(self, person: str, room: str, count: int, before: UUID | None = None) -> list[Turn]:
        """The latest turns of a room, oldest first; those that were written before one of them."""
        transcript = self.parts.stores.transcript
        if before:
            return await transcript.before(person, room, before, count)
        return await transcript.last(person, room, count)

    async def page(
        self,
        person: str,
        *,
        before: int = NEWEST,
        limit: int,
        room: str | None = None,
        thread: UUID | None = None,
        branch: UUID | None = None,
    ) -> list[tuple[int, Turn]]:
        """Turns of all rooms and threads, or of one, the last first, each with its number; those with a smaller one. Of
        what was left, a branch."""
        transcript = self.parts.stores.transcript
        return await transcript.page(person, before, limit, room=room, thread=thread, branch=branch)

    async def left(self, person: str, turns: Iterable[Turn]) -> dict[UUID, UUID]:
        """Of those turns for which others were left, the first of them."""
        return await self.parts.stores.transcript.left(person, [turn.id for turn in turns])

    async def images(self, person: str, turns: Iterable[Turn]) -> dict[UUID, list[Image]]:
        """What was shown with turns, without its bytes."""
        return await self.parts.stores.images.of(person, [turn.id for turn in turns])

    async def image(self, person: str, image: UUID) -> Image:
        """With its bytes. Raises NotFound."""
        found = await self.parts.stores.images.read(person, image)
        if found is None:
            raise NotFound(why=because("no image is called {id}", id=image))
        return found

    async def threads(self, person: str) -> list[Thread]:
        """The first that was opened first."""
        return await self.parts.stores.transcript.threads(person)

    async def figures(self) -> Figures:
        """What an operator watches."""
        database = self.parts.stores.database
        tiers, queues = await database.fetch(TIERS), await database.fetch(QUEUES)
        by_tier = {row[0]: row[1] for row in tiers}
        return Figures(by_tier, sum(row[2] for row in tiers), {row[0]: row[1] for row in queues})

    async def since(self, person: str, room: str, turn: UUID, count: int) -> list[Turn]:
        """What was said in a room behind a turn."""
        return await self.parts.stores.transcript.since(person, room, turn, count)

    async def turn(self, person: str, turn: UUID) -> Turn:
        """Raises UnknownTurn."""
        found = (await self.parts.stores.transcript.read(person, [turn])).get(turn)
        if found is None:
            raise UnknownTurn(person=person, name=turn)
        return found

    async def answered(self, person: str, turn: Turn) -> Turn | None:
        """The person's words that a turn answers; None where a character spoke without having been spoken to."""
        before = await self.parts.stores.transcript.before(person, turn.room, turn.id, BACK)
        return next((one for one in reversed(before) if one.role is Role.PERSON and one.thread == turn.thread), None)

    async def reasons(self, person: str, turns: Sequence[Turn]) -> dict[UUID, Why]:
        """Why each of these answers was given, as far as that can be told of turns in their order."""
        first = turns[0] if turns and turns[0].role is Role.CHARACTER else None
        before = await self.answered(person, first) if first else None
        return reasons([*([before] if before else []), *turns], self.parts.talking.cast)

    async def around(self, person: str, turns: Iterable[Turn], margin: int) -> list[list[Turn]]:
        """Turns in their talk: of each thread those turns, and as many before and behind them."""
        places: dict[UUID, list[int]] = {}
        for turn in turns:
            places.setdefault(turn.thread, []).append(turn.position)
        spans = [(thread, max(0, min(at) - margin), max(at) + margin) for thread, at in places.items()]
        return await self.parts.stores.transcript.spans(person, spans) if spans else []

    async def ladder(self, person: str) -> tuple[int, list[Rung]]:
        """How many turns wait to become memories, and what lies in each tier, from the top down."""
        waiting = await self.parts.stores.transcript.waiting(person)
        order = list(TierName)
        rungs = await self.parts.stores.catalogue.rungs(person)
        return len(waiting), sorted(rungs, key=lambda rung: order.index(rung.tier))

    async def births(self, person: str) -> Sequence[int]:
        """When each memory was born, in seconds since 1970; the oldest first."""
        return await self.parts.stores.catalogue.births(person)

    async def memory_of(self, person: str, turn: UUID) -> UUID | None:
        """The memory that a turn became."""
        return await self.parts.stores.catalogue.memory_of(person, turn)

    async def concepts(
        self, person: str, start: str, depth: int, threshold: float, most: int, at: datetime | None = None
    ) -> ConceptGraph:
        """Of the concepts those that are spoken of most, and what they remind of; or, from a `start` on, those that it
        reminds of within so many associations. Associations weaker than the threshold are none. As of a moment; None:
        now."""
        network = await self.parts.stores.associations.network(person)
        return await aside(picture, network, at or self.clock(), start, depth, threshold, most)


def picture(network: Network, at: datetime, start: str, depth: int, threshold: float, most: int) -> ConceptGraph:
    """The part of a network that is to be shown, as it is, or was, at a moment."""
    network = as_of(network, at)
    seen = {name: (mentions, last) for name, mentions, last in network.concepts}
    bonds = sorted(_bonds(network, at, threshold), key=lambda edge: (-edge[2], edge[:2]))
    depths = _reached(start, bonds, depth, most) if start else dict.fromkeys(_foremost(seen, bonds, most), 0)
    nodes = tuple(ConceptNode(name, *seen[name], depths[name]) for name in depths if name in seen)
    shown = {node.name for node in nodes}
    return ConceptGraph(nodes, tuple(edge for edge in bonds if shown.issuperset(edge[:2])), len(seen))


def _bonds(network: Network, at: datetime, threshold: float) -> Iterable[Edge]:
    for a, b, strength, _, since in network.associations:
        left = faded(strength, at - since)
        if left >= threshold and left > 0:
            yield a, b, left


def _foremost(seen: Mapping[str, tuple[int, datetime]], bonds: Sequence[Edge], most: int) -> list[str]:
    """A third of them for being spoken of most, then what reminds most strongly of something that is shown; what is
    left over goes to those that are spoken of most."""
    spoken = sorted(seen, key=lambda name: (-seen[name][0], name))
    shown = dict.fromkeys(spoken[: -(-most // 3)])
    grown = True
    while grown and len(shown) < most:
        grown = next(({a, b} for a, b, _ in bonds if (a in shown) != (b in shown)), None)
        shown |= dict.fromkeys(grown or ())
    return list(shown | dict.fromkeys(spoken))[:most]


def _reached(start: str, bonds: Sequence[Edge], depth: int, most: int) -> dict[str, int]:
    """Each concept with the number of associations from the start on; the strongest first where there are too many."""
    neighbours: dict[str, list[str]] = {}
    for a, b, _ in bonds:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    found, edge = {start: 0}, [start]
    for step in range(1, depth + 1):
        edge = [one for name in edge for one in neighbours.get(name, ()) if one not in found]
        found |= dict.fromkeys(edge[: most - len(found)], step)
        edge = [name for name, at in found.items() if at == step]
    return found
