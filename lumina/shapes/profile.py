"""The shape of a profile."""

from datetime import datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.known import Fact
from lumina.lifecycle.profile import Company, Profile, Topic
from lumina.shapes.units import Turns, refs


class LikingShape(TypedDict):
    """What somebody likes, or does not; `evidence` are what the turns are called that say so, `fact` its id."""

    fact: UUID
    value: str
    state: str
    evidence: list[str]


class CompanyShape(TypedDict):
    """A character, by its id: so many turns of its own, and the last of them."""

    character: str
    turns: int
    last: datetime


class TopicShape(TypedDict):
    """A concept, in how many memories it is, when last; `strength` is mentions × 0.95^weeks since."""

    concept: str
    mentions: int
    last_seen: datetime
    strength: float


class ProfileShape(TypedDict):
    """What somebody likes, with whom they talk (who speaks most first), and of what (the strongest first)."""

    likes: list[LikingShape]
    dislikes: list[LikingShape]
    characters: list[CompanyShape]
    topics: list[TopicShape]


def profile(value: Profile, turns: Turns) -> ProfileShape:
    return {
        "likes": [_liking(fact, turns) for fact in value.likes],
        "dislikes": [_liking(fact, turns) for fact in value.dislikes],
        "characters": [_company(one) for one in value.company],
        "topics": [_topic(one) for one in value.topics],
    }


def _liking(fact: Fact, turns: Turns) -> LikingShape:
    return {"fact": fact.id, "value": fact.value, "state": fact.state, "evidence": refs(fact.evidence, turns)}


def _company(one: Company) -> CompanyShape:
    return {"character": one.character, "turns": one.times, "last": one.last}


def _topic(one: Topic) -> TopicShape:
    return {
        "concept": one.name,
        "mentions": one.mentions,
        "last_seen": one.last_seen,
        "strength": round(one.strength, 3),
    }
