"""The associative memory in Neo4j is the one in PostgreSQL, call by call, on graphs that nobody thought of."""

from collections.abc import AsyncGenerator, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lumina.databases.neo4j import Graph
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.memory.associations_neo4j import Neo4jAssociations
from lumina.memory.associations_postgres import Associations
from lumina.memory.associations_sealed import SealedAssociations
from lumina.memory.tier import AssociativeMemory
from lumina.models import Activation, Network, TierName, derived_id, may_see
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

Twins = tuple[SealedAssociations[Associations], SealedAssociations[Neo4jAssociations]]

PATIENCE = 240
START = datetime(2026, 1, 1, 9, tzinfo=UTC)
END = datetime(9999, 1, 1, tzinfo=UTC)
CONCEPTS = ["a", "A", "ab", "b", "café", "ひと", "ヒト", "海", "🌊", "𠮷", 'o\'neil \\ "x"', "*"]
"""In the order of their code points no language would put them. (None from U+E000 to U+FFFF: Neo4j orders those beside
what lies beyond in two ways.)"""

LOWEST = "insert into people (person) values (%s) on conflict do nothing"
KNOWN = """
insert into memories (person, id, room, thread, kind, born, salience, witnesses, turns, tier)
values (%s, %s, 'r', %s, 'episode', %s, 0.5, %s, '{}', %s)
"""

_numbers = count()
moments = st.integers(0, 200 * 86_400_000).map(lambda milliseconds: START + timedelta(milliseconds=milliseconds))
concepts = st.lists(st.sampled_from(CONCEPTS), max_size=7)


@dataclass(frozen=True)
class Told:
    """A memory, and what the catalogue knows of it."""

    concepts: list[str]
    at: datetime
    witnesses: list[str]
    tier: TierName


told = st.builds(
    Told,
    concepts,
    moments,
    st.lists(st.sampled_from(["lumina", "nox", "*"]), max_size=2),
    st.sampled_from([TierName.REDIS, TierName.LONGTERM, TierName.FORGOTTEN]),
)


@dataclass(frozen=True)
class Question:
    concepts: list[str]
    at: datetime
    depth: int
    limit: int
    viewer: str | None


questions = st.builds(
    Question, concepts, moments, st.integers(0, 4), st.sampled_from([1, 2, 3, 24]), st.sampled_from([None, "lumina"])
)


@pytest.fixture(scope="session")
def postgres_server(embedded_server: str) -> str:
    return embedded_server


@pytest.fixture
async def twins(database: Database, neo4j_server: Server) -> AsyncGenerator[Twins]:
    async def heard(person: str, viewer: str | None, memories: Sequence[UUID]) -> Collection[UUID]:
        rows = await database.fetch(
            "select id, witnesses, tier from memories where person = %s and id = any(%s)", (person, list(memories))
        )
        return [id_ for id_, seen, tier in rows if may_see(viewer, frozenset(seen)) and tier != TierName.FORGOTTEN]

    async with Graph.open(neo4j_server.url, seconds=PATIENCE) as graph:
        in_neo4j = Neo4jAssociations(graph, heard)
        await in_neo4j.set_up()
        keys = database.keys
        yield SealedAssociations(Associations(database), keys), SealedAssociations(in_neo4j, keys)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(told, min_size=1, max_size=9),
    st.integers(1, 4),
    st.lists(questions, min_size=1, max_size=3),
    st.lists(st.integers(0, 8), max_size=3),
    moments,
)
async def test_every_call_gives_the_same(
    twins: Twins,
    memories: list[Told],
    batch: int,
    asked: list[Question],
    removed: list[int],
    pruned: datetime,
) -> None:
    person, database = f"person {next(_numbers)}", twins[0].inner.database
    met = [(derived_id(person, number), one.concepts, one.at) for number, one in enumerate(memories)]
    async with database.writing(person) as guard:
        await guard.execute(LOWEST, (person,))
        for one, (id_, _, at) in zip(memories, met, strict=True):
            await guard.execute(KNOWN, (person, id_, id_, at, one.witnesses, one.tier))
        for twin in twins:
            for start in range(0, len(met), batch):
                await twin.strengthen(guard, met[start : start + batch])
            await twin.strengthen(guard, met[:1])
        await compare(twins, person, asked)
        for twin in twins:
            await twin.remove(guard, [met[place][0] for place in removed if place < len(met)])
        await compare(twins, person, asked)
        for twin in twins:
            await twin.prune(pruned)
        await compare(twins, person, asked)
    async with database.erasing(person) as guard:
        went = [await twin.forget(guard) for twin in twins]
        assert went[0] == went[1]
        assert await everything(twins[1], person, asked, guard) == await everything(twins[0], person, asked, guard)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(told, min_size=1, max_size=9), st.lists(told, max_size=3))
async def test_a_network_that_is_carried_over_is_the_same_to_the_last_bit(
    twins: Twins, memories: list[Told], there_before: list[Told]
) -> None:
    person, database = f"person {next(_numbers)}", twins[0].inner.database
    async with database.writing(person) as guard:
        await guard.execute(LOWEST, (person,))
        for source, target in (twins, twins[::-1]):
            await source.forget(guard)
            for twin, lived in ((source, memories), (target, there_before)):
                met = [(derived_id(person, number), one.concepts, one.at) for number, one in enumerate(lived)]
                await twin.strengthen(guard, met)
            network = await source.network(person)
            for _ in range(2):
                await target.load(guard, network)
                assert await target.network(person) == network
            await compare(twins, person, [])


async def compare(twins: Sequence[AssociativeMemory], person: str, asked: Sequence[Question]) -> None:
    in_sql, in_neo4j = [await everything(twin, person, asked) for twin in twins]
    assert in_neo4j == in_sql


async def everything(
    twin: Any, person: str, asked: Sequence[Question], guard: Guard | None = None
) -> list[tuple[str, object]]:
    """What all the calls that read answer, strengths to eleven places."""
    answers: list[tuple[str, object]] = [
        ("holdings", await twin.holdings(person)),
        ("mentions", dict(sorted((await twin.mentions(person, CONCEPTS)).items()))),
        ("network", rounded_network(await twin.network(person))),
    ]
    for one in asked:
        activated: list[Activation] = await twin.activate(
            person, one.concepts, one.at, depth=one.depth, limit=one.limit
        )
        reminders = await twin.memories_of(person, activated, limit=one.limit)
        heard = await twin.heard(person, one.viewer, activated)
        answers += [
            ("activate", [(a.concept, rounded(a.strength), a.path) for a in activated]),
            ("memories_of", [(r.memory, rounded(r.strength), r.path) for r in reminders]),
            ("heard", [a.concept for a in heard]),
        ]
    return answers


def rounded_network(network: Network) -> list[tuple[object, ...]]:
    parts = network.concepts, network.occurrences, network.associations
    return [tuple(map(rounded, row)) for part in parts for row in part]


def rounded(value: object) -> object:
    return round(value, 11) if isinstance(value, float) else value
