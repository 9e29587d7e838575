"""What somebody is like, as their memory has it: what they like, by what they said; with which characters they talk;
and what they speak of most. Derived when it is read, as all that is known is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Protocol

from lumina.clock import Clock
from lumina.known import ME, Fact, Known
from lumina.language.concepts import concept
from lumina.language.scripts import fold
from lumina.lifecycle.importance import KEPT_PER_WEEK
from lumina.lifecycle.units import Units
from lumina.models import Network

TOPICS: Final = 10

WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Topic:
    """A concept with its `strength`: the memories that have it, faded by the weeks since it was spoken of last."""

    name: str
    mentions: int
    last_seen: datetime
    strength: float


@dataclass(frozen=True, slots=True)
class Company:
    """How often a character answered or spoke, by its id, and when last."""

    character: str
    times: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Profile:
    """Facts of what is liked and what is not, the latest first; characters, who spoke most first; the strongest topics,
    at most TOPICS."""

    likes: Sequence[Fact]
    dislikes: Sequence[Fact]
    company: Sequence[Company]
    topics: Sequence[Topic]

    @property
    def likings(self) -> Sequence[Fact]:
        return [*self.likes, *self.dislikes]


class Transcript(Protocol):
    async def company(self, person: str, until: datetime) -> Sequence[tuple[str, int, datetime]]:
        """(character, turns, the last of them)"""
        ...


class Associations(Protocol):
    async def network(self, person: str) -> Network: ...


@dataclass(frozen=True, slots=True)
class Profiles:
    """Profiles of the clock's moment."""

    units: Units
    transcript: Transcript
    associations: Associations
    clock: Clock
    cast: frozenset[str] = frozenset()
    """What the characters are called, folded: to speak to them is no topic."""

    async def of(self, person: str) -> Profile:
        """Raises UnknownPerson; StoreDown where the associative memory does not answer."""
        now = self.clock()
        known = await self.units.known(person)
        held = [one for one in known.facts if one.is_open and one.about == ME]
        latest = sorted(held, key=lambda fact: fact.recorded, reverse=True)
        spoke = [Company(*row) for row in await self.transcript.company(person, now)]
        return Profile(
            likes=[one for one in latest if one.kind == "likes"],
            dislikes=[one for one in latest if one.kind == "dislikes"],
            company=sorted(spoke, key=lambda one: (-one.times, one.character)),
            topics=self._topics(await self.associations.network(person), known, now),
        )

    def _topics(self, network: Network, known: Known, at: datetime) -> list[Topic]:
        """The strongest ones; whoever is known goes by the name that the person writes (ムギ is no 麦)."""
        names = {concept(one.name): one.name for one in known.people}
        told = [one for one in strongest(network, at, TOPICS + len(self.cast)) if fold(one.name) not in self.cast]
        return [replace(one, name=names.get(one.name, one.name)) for one in told[:TOPICS]]


def strongest(network: Network, at: datetime, most: int = TOPICS) -> list[Topic]:
    """mentions × 0.95^weeks, as importance fades; ties by name."""
    topics = (
        Topic(name, mentions, last, mentions * KEPT_PER_WEEK ** max((at - last) / WEEK, 0.0))
        for name, mentions, last in network.concepts
        if last <= at
    )
    return sorted(topics, key=lambda topic: (-topic.strength, topic.name))[:most]
