"""Neo4j follows what PostgreSQL notes: an older state that is brought back is noticed, and made new."""

import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID

import pytest

from harness.older import age_graph, guesses
from lumina.databases.neo4j import Graph
from lumina.databases.postgres import Database
from lumina.databases.pseudonyms import Pseudonyms
from lumina.errors import StoreDown
from lumina.memory import associations_cypher
from lumina.memory.associations_neo4j import Neo4jAssociations
from lumina.memory.associations_outbox import FollowedAssociations
from lumina.models import Network, derived_id
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

PATIENCE = 240
START = datetime(2026, 1, 1, 9, 30, 0, 123456, tzinfo=UTC)
EARLIER, TWIN = "haru", "what is told to nobody else"
FIRST, SECOND, THIRD = (derived_id("followed", number) for number in range(3))

READ: Mapping[str, LiteralString] = {
    "concepts": "match (c:LuminaConcept) return properties(c)",
    "memories": "match (m:LuminaMemory) return properties(m)",
    "in": "match (c)-[r:IN]->(m) return c.name, c.person, m.id, properties(r)",
    "reminds": "match (a)-[e:REMINDS]->(b) return a.name, a.person, b.name, properties(e)",
}
WRITE: Mapping[str, LiteralString] = {
    "concepts": "unwind $rows as row create (c:LuminaConcept) set c = row[0]",
    "memories": "unwind $rows as row create (m:LuminaMemory) set m = row[0]",
    "in": """
        unwind $rows as row
        match (c:LuminaConcept {name: row[0], person: row[1]}), (m:LuminaMemory {person: row[1], id: row[2]})
        create (c)-[r:IN]->(m) set r = row[3]
    """,
    "reminds": """
        unwind $rows as row
        match (a:LuminaConcept {name: row[0], person: row[1]}), (b:LuminaConcept {person: row[1], name: row[2]})
        create (a)-[e:REMINDS]->(b) set e = row[3]
    """,
}
Backup = Mapping[str, list[list[Any]]]


@pytest.fixture
async def graph(neo4j_server: Server) -> AsyncGenerator[Graph]:
    async with Graph.open(neo4j_server.url, seconds=PATIENCE) as graph:
        await graph.run("match (n) detach delete n", {})
        yield graph


@pytest.fixture
async def followed(graph: Graph, database: Database) -> FollowedAssociations:
    in_neo4j = Neo4jAssociations(graph, no_one)
    await in_neo4j.set_up()
    return FollowedAssociations(database, in_neo4j)


async def no_one(person: str, viewer: str | None, memories: Sequence[UUID]) -> list[UUID]:
    return []


async def tell(
    followed: FollowedAssociations, person: str, *told: tuple[UUID, Sequence[str]], at: datetime = START
) -> None:
    async with followed.database.writing(person) as guard:
        await guard.execute("insert into people (person) values (%s) on conflict do nothing", (person,))
        sealed = [(memory, [f"={word}" for word in concepts], at) for memory, concepts in told]
        await followed.strengthen(guard, sealed)
    await followed.heal(person)


async def back_up(graph: Graph) -> Backup:
    return {name: await graph.fetch(statement, {}) for name, statement in READ.items()}


async def bring_back(graph: Graph, backup: Backup) -> None:
    await graph.run("match (n) where n:LuminaConcept or n:LuminaMemory detach delete n", {})
    for name, statement in WRITE.items():
        await graph.run(statement, {"rows": backup[name]})


async def reconcile(followed: FollowedAssociations) -> int:
    await followed.notice_loss()
    return await followed.heal()


async def as_told_anew(followed: FollowedAssociations, *told: tuple[UUID, Sequence[str]]) -> Network:
    """What one has who was told this, and nothing before it."""
    await tell(followed, TWIN, *told)
    return await followed.network(TWIN)


async def test_an_older_state_with_as_many_memories_is_made_new(
    followed: FollowedAssociations, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    await tell(followed, EARLIER, (FIRST, ["柿", "市場", "弟"]), (SECOND, ["柿", "市場"]))
    older = await back_up(graph)
    async with followed.database.writing(EARLIER) as guard:
        await followed.remove(guard, [SECOND])
    await tell(followed, EARLIER, (THIRD, ["港", "弟"]))
    await bring_back(graph, older)
    expected = await as_told_anew(followed, (FIRST, ["柿", "市場", "弟"]), (THIRD, ["港", "弟"]))
    assert await followed.network(EARLIER) != expected
    with caplog.at_level(logging.WARNING):
        assert await reconcile(followed) == 2
    assert await followed.network(EARLIER) == expected
    assert "1 memories are associated as nobody told" in caplog.text
    assert not [word for word in ("柿", "市場", EARLIER) if word in caplog.text]


async def test_the_same_memories_of_other_concepts_are_made_new(followed: FollowedAssociations, graph: Graph) -> None:
    """A person who was erased was told the same again, and it was distilled otherwise."""
    await tell(followed, EARLIER, (FIRST, ["柿", "市場"]))
    older = await back_up(graph)
    async with followed.database.writing(EARLIER) as guard:
        await followed.forget(guard)
    await tell(followed, EARLIER, (FIRST, ["柿", "弟"]))
    expected = await followed.network(EARLIER)
    await bring_back(graph, older)
    assert await reconcile(followed) == 1
    assert await followed.network(EARLIER) == expected


async def test_the_same_memory_at_another_time_is_made_new(followed: FollowedAssociations, graph: Graph) -> None:
    await tell(followed, EARLIER, (FIRST, ["柿", "市場"]), at=START - timedelta(microseconds=1))
    older = await back_up(graph)
    async with followed.database.writing(EARLIER) as guard:
        await followed.forget(guard)
    await tell(followed, EARLIER, (FIRST, ["柿", "市場"]))
    expected = await followed.network(EARLIER)
    await bring_back(graph, older)
    assert await reconcile(followed) == 1
    assert await followed.network(EARLIER) == expected


async def test_a_link_that_was_lost_while_all_memories_are_there_comes_back(
    followed: FollowedAssociations, graph: Graph
) -> None:
    await tell(followed, EARLIER, (FIRST, ["柿", "市場"]), (SECOND, ["柿", "弟"]))
    expected = await followed.network(EARLIER)
    await graph.run("match (c {name: '=柿'})-[r:IN]->(m {id: $id}) delete r", {"id": str(FIRST)})
    assert await reconcile(followed) == 2
    assert await followed.network(EARLIER) == expected


async def test_what_is_newer_than_the_older_state_comes_again_and_nothing_else(
    followed: FollowedAssociations, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    await tell(followed, EARLIER, (FIRST, ["柿", "市場"]))
    older = await back_up(graph)
    await tell(followed, EARLIER, (SECOND, ["柿", "弟"]))
    expected = await followed.network(EARLIER)
    await bring_back(graph, older)
    with caplog.at_level(logging.WARNING):
        assert await reconcile(followed) == 1
    assert await followed.network(EARLIER) == expected
    assert "made anew" not in caplog.text


async def test_whoever_was_erased_since_does_not_come_back(followed: FollowedAssociations, graph: Graph) -> None:
    await tell(followed, EARLIER, (FIRST, ["柿", "市場"]))
    older = await back_up(graph)
    async with followed.database.erasing(EARLIER) as guard:
        await followed.forget(guard)
        await guard.execute("delete from people where person = %s", (EARLIER,))
    await bring_back(graph, older)
    assert await reconcile(followed) == 0
    assert await followed.totals() == (0, 0)


async def test_where_nothing_was_lost_nothing_is_made_anew(
    followed: FollowedAssociations, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    odd = ["柿", "", "a b", "🐈", "柿", "NULL", "'\\"]
    await tell(followed, EARLIER, (FIRST, odd), (SECOND, ["柿", "弟"]))
    await tell(followed, "nobody told", *())
    carried = await followed.network(EARLIER)
    async with followed.database.writing(TWIN) as guard:
        await guard.execute("insert into people (person) values (%s)", (TWIN,))
        await followed.load(guard, carried)
    await followed.database.execute("update associations_met set counted = false where memory = %s", (SECOND,))
    with caplog.at_level(logging.WARNING):
        assert await reconcile(followed) == 2
    assert (caplog.text, await followed.network(EARLIER), await followed.network(TWIN)) == ("", carried, carried)


async def test_keys_of_an_older_version_are_renewed_without_losing_a_strength(
    database: Database, graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = Neo4jAssociations(graph, no_one, Pseudonyms(b"secret"))
    await new.set_up()
    followed = FollowedAssociations(database, new, new.set_up)
    for person in (EARLIER, TWIN):
        await tell(followed, person, (FIRST, ["柿", "市場", "弟"]), (SECOND, ["柿", "市場"]))
    async with database.writing(TWIN) as guard:  # as a move brings it: it could not be counted anew
        one = await followed.network(TWIN)
        bonds = tuple((a, b, strength / 2, *rest) for a, b, strength, *rest in one.associations)
        await followed.load(guard, replace(one, associations=bonds))
    before = [await followed.network(person) for person in (EARLIER, TWIN)]
    await age_graph(graph, new.pseudonyms, [EARLIER, TWIN])
    assert await new.network(EARLIER) != before[0]
    with monkeypatch.context() as broken, pytest.raises(StoreDown):
        broken.setattr(associations_cypher, "RENEW", (associations_cypher.RENEW[0], "killed"))
        await new.set_up()
    assert [await followed.network(person) for person in (EARLIER, TWIN)] == before
    written = repr(await back_up(graph)).encode()
    assert not [form for person in (EARLIER, TWIN) for form in guesses(person) if form in written]
    assert await reconcile(followed) == 0


async def test_an_erasure_finds_what_an_older_version_left_though_nobody_else_asked_neo4j(
    database: Database, graph: Graph
) -> None:
    new = Neo4jAssociations(graph, no_one, Pseudonyms(b"secret"))
    await new.set_up()
    followed = FollowedAssociations(database, new, new.set_up)
    await tell(followed, EARLIER, (FIRST, ["柿", "市場", "弟"]))
    await age_graph(graph, new.pseudonyms, [EARLIER])
    assert sum((await followed.holdings(EARLIER)).values()) > 1
    await age_graph(graph, new.pseudonyms, [EARLIER])
    async with database.writing(EARLIER) as guard:
        await followed.forget(guard)
    assert not [row for rows in (await back_up(graph)).values() for row in rows]
