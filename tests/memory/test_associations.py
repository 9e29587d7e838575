"""The associative memory, in SQL and in Cypher: what its formula says, and what the pure formula says."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.builders import ODD_NAMES
from lumina.clock import FIRST, LAST
from lumina.databases.neo4j import Graph
from lumina.databases.postgres import Database
from lumina.memory.associations_neo4j import Neo4jAssociations
from lumina.memory.associations_postgres import Associations
from lumina.memory.associations_sealed import SealedAssociations
from lumina.memory.strength import GONE, Bond, faded, fresh, joined, pairs
from lumina.memory.tier import AssociativeMemory
from lumina.models import Activation, Network, derived_id

PATIENCE = 240
START = datetime(2026, 1, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
Told = tuple[Sequence[str], datetime]

_numbers = count()


ENGINES = [
    ("embedded_server", "postgres"),
    pytest.param(("real_server", "postgres"), marks=pytest.mark.servers),
    pytest.param(("embedded_server", "neo4j"), marks=pytest.mark.servers),
]


@pytest.fixture(scope="session", params=ENGINES, ids=["embedded", "Debian's PostgreSQL", "Neo4j"])
def engines(request: pytest.FixtureRequest) -> tuple[str, str]:
    """The PostgreSQL whose locks are held, and where the concepts lie."""
    return request.param


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest, engines: tuple[str, str]) -> str:
    return request.getfixturevalue(engines[0])


@pytest.fixture
async def associations(
    request: pytest.FixtureRequest, engines: tuple[str, str], database: Database
) -> AsyncGenerator[AssociativeMemory]:
    if engines[1] == "postgres":
        yield SealedAssociations(Associations(database), database.keys)
    else:
        async with Graph.open(request.getfixturevalue("neo4j_server").url, seconds=PATIENCE) as graph:
            await graph.run("match (n) detach delete n", {})
            in_neo4j = Neo4jAssociations(graph, no_one)
            await in_neo4j.set_up()
            yield SealedAssociations(in_neo4j, database.keys)


async def no_one(person: str, viewer: str | None, memories: Sequence[UUID]) -> list[UUID]:
    return []


async def tell(
    database: Database,
    associations: AssociativeMemory,
    concepts: Sequence[str],
    at: datetime = START,
    person: str = "haru",
) -> UUID:
    """Count a new memory of these concepts."""
    memory = derived_id("told", next(_numbers))
    await tell_again(database, associations, memory, concepts, at, person)
    return memory


async def tell_again(
    database: Database,
    associations: AssociativeMemory,
    memory: UUID,
    concepts: Sequence[str],
    at: datetime = START,
    person: str = "haru",
) -> None:
    async with database.writing(person) as guard:
        await guard.execute("insert into people (person) values (%s) on conflict do nothing", (person,))
        await associations.strengthen(guard, [(memory, concepts, at)])


async def strengths(
    associations: AssociativeMemory, at: datetime, person: str = "haru"
) -> dict[tuple[str, str], float]:
    """What every association is worth at a moment, asked concept by concept."""
    found: dict[tuple[str, str], float] = {}
    for concept in [name for name, _, _ in (await associations.network(person)).concepts]:
        for reached in await associations.activate(person, [concept], at, depth=1):
            if reached.concept != concept:
                found[min(concept, reached.concept), max(concept, reached.concept)] = reached.strength
    return found


async def test_concepts_that_meet_are_associated_by_their_distance(
    database: Database, associations: AssociativeMemory
) -> None:
    await tell(database, associations, ["柿", "市場", "弟", "港"])
    near = await associations.activate("haru", ["柿"], START, depth=1)
    assert [(one.concept, one.path) for one in near] == [
        ("柿", ("柿",)),
        ("市場", ("柿", "市場")),
        ("弟", ("柿", "弟")),
        ("港", ("柿", "港")),
    ]
    assert [one.strength for one in near] == pytest.approx([1, fresh(1), fresh(2), fresh(3)])


async def test_strength_is_multiplied_along_the_path_for_three_steps_and_no_further(
    database: Database, associations: AssociativeMemory
) -> None:
    for pair in ("ab", "bc", "cd", "de"):
        await tell(database, associations, list(pair))
    reached = await associations.activate("haru", ["a"], START)
    assert [(one.concept, one.path) for one in reached] == [(c, tuple("abcd"[: n + 1])) for n, c in enumerate("abcd")]
    assert [one.strength for one in reached] == pytest.approx([fresh(1) ** steps for steps in range(4)])
    assert await associations.activate("haru", ["a"], START, depth=99) == reached
    assert [one.concept for one in await associations.activate("haru", ["a"], START, depth=0)] == ["a"]


async def test_the_stronger_of_two_paths_counts(database: Database, associations: AssociativeMemory) -> None:
    await tell(database, associations, ["a", "x", "y", "z"])
    await tell(database, associations, ["z", "b"])
    await tell(database, associations, ["x", "b"])
    reached = {one.concept: one for one in await associations.activate("haru", ["a"], START)}
    assert reached["b"].path == ("a", "x", "b")


async def test_what_the_cue_names_is_as_strong_as_can_be(database: Database, associations: AssociativeMemory) -> None:
    await tell(database, associations, ["a", "b", "c"])
    reached = await associations.activate("haru", ["a", "c", "unknown"], START)
    assert [(one.concept, one.strength) for one in reached[:2]] == [("a", 1), ("c", 1)]
    assert [one.concept for one in reached] == ["a", "c", "b"]


async def test_the_strongest_come_first_and_the_limit_is_kept(
    database: Database, associations: AssociativeMemory
) -> None:
    for number in range(12):
        await tell(database, associations, ["hub", f"n{number:02}"])
    await tell(database, associations, ["hub", "n11"])
    reached = await associations.activate("haru", ["hub"], START, depth=1, limit=5)
    first, second, *others = [one.concept for one in reached]
    assert (first, second) == ("hub", "n11")
    assert others == sorted(others)
    assert set(others) < {f"n{number:02}" for number in range(11)}
    assert len(others) == 3


async def test_a_memory_is_counted_once_however_often_it_comes(
    database: Database, associations: AssociativeMemory
) -> None:
    memory = await tell(database, associations, ["柿", "市場"])
    once = await strengths(associations, START)
    await asyncio.gather(*(tell_again(database, associations, memory, ["柿", "市場"], START + DAY) for _ in range(5)))
    assert await strengths(associations, START) == once
    assert await associations.mentions("haru", ["柿", "港"]) == {"柿": 1}


async def test_a_memory_that_gains_a_concept_counts_what_is_new(
    database: Database, associations: AssociativeMemory
) -> None:
    memory = await tell(database, associations, ["a", "b"])
    await tell_again(database, associations, memory, ["a", "b", "c"])
    assert await strengths(associations, START) == pytest.approx(pairs(["a", "b", "c"]))
    assert await associations.mentions("haru", "abc") == {"a": 1, "b": 1, "c": 1}


async def test_two_writers_neither_stop_each_other_nor_lose_anything(
    database: Database, associations: AssociativeMemory
) -> None:
    names = [f"c{number}" for number in range(10)]
    await asyncio.gather(*(tell(database, associations, names[::step]) for step in (1, -1) * 6))
    assert await associations.mentions("haru", names) == dict.fromkeys(names, 12)
    assert (await strengths(associations, START))["c0", "c3"] == pytest.approx(min(1, fresh(3) * 2.1))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from("猫犬鳥魚海🌊"), min_size=1, max_size=6),
            st.integers(min_value=0, max_value=150).map(lambda day: START + day * DAY),
        ),
        min_size=1,
        max_size=5,
    ),
    st.integers(min_value=0, max_value=250),
)
async def test_it_says_what_the_formula_says(
    database: Database, associations: AssociativeMemory, told: list[Told], day: int
) -> None:
    now, person = START + day * DAY, f"person {next(_numbers)}"
    bonds: dict[tuple[str, str], Bond] = {}
    for concepts, at in told:
        await tell(database, associations, concepts, at, person)
        for pair, strength in pairs(concepts).items():
            new = Bond(strength, strength, at)
            bonds[pair] = joined(bonds[pair], new) if pair in bonds else new
    expected = {pair: faded(bond.strength, now - bond.since) for pair, bond in bonds.items()}
    found = await strengths(associations, now, person)
    assert found == pytest.approx({pair: strength for pair, strength in expected.items() if strength})
    assert all(GONE <= strength <= 1 for strength in found.values())


async def test_fading_shows_when_read_and_is_not_stored(database: Database, associations: AssociativeMemory) -> None:
    await tell(database, associations, ["a", "b"])
    for days, left in ((30, fresh(1)), (40, fresh(1) * 0.95**10), (200, None), (700_000, None), (0, fresh(1))):
        reached = {one.concept: one.strength for one in await associations.activate("haru", ["a"], START + days * DAY)}
        assert reached.get("b") == (None if left is None else pytest.approx(left))


async def test_pruning_takes_what_is_gone_and_changes_nothing_that_is_read(
    database: Database, associations: AssociativeMemory
) -> None:
    await tell(database, associations, ["a", "b"])
    await tell(database, associations, ["b", "c"], START + 60 * DAY)
    now = START + 100 * DAY
    before = await associations.activate("haru", ["b"], now)
    assert await associations.prune(START + 30 * DAY) == 0
    assert (await associations.prune(now), await associations.prune(now)) == (1, 0)
    assert await associations.activate("haru", ["b"], now) == before
    assert await associations.mentions("haru", ["a"]) == {"a": 1}


async def test_what_was_gone_begins_anew_whether_it_was_pruned_or_not(
    database: Database, associations: AssociativeMemory
) -> None:
    now = START + 100 * DAY
    await tell(database, associations, ["a", "b"])
    await tell(database, associations, ["c", "d"])
    assert await associations.prune(now) == 2
    await tell(database, associations, ["a", "b"])
    await tell(database, associations, ["a", "b"], now)
    await tell(database, associations, ["c", "d"], now)
    assert await strengths(associations, now) == pytest.approx({("a", "b"): fresh(1), ("c", "d"): fresh(1)})


async def test_concepts_that_met_in_the_first_year_and_in_the_last_meet_again(
    database: Database, associations: AssociativeMemory
) -> None:
    for at in (FIRST, START, LAST):
        await tell(database, associations, ["a", "b"], at)
        assert await strengths(associations, at) == pytest.approx({("a", "b"): fresh(1)})
        assert await associations.prune(at) == 0
        await tell(database, associations, ["a", "b"], FIRST)
    assert [mentions for _, mentions, _ in (await associations.network("haru")).concepts] == [6, 6]


async def test_memories_come_by_how_much_reminds_of_them(database: Database, associations: AssociativeMemory) -> None:
    both = await tell(database, associations, ["柿", "市場"])
    one = await tell(database, associations, ["柿", "弟"], START + DAY)
    far = await tell(database, associations, ["市場", "港"], START + 2 * DAY)
    activated = await associations.activate("haru", ["柿"], START + 2 * DAY)
    reminders = await associations.memories_of("haru", activated)
    assert [reminder.memory for reminder in reminders] == [one, both, far]
    assert [reminder.path for reminder in reminders] == [("柿",), ("柿",), ("柿", "市場")]
    assert all(0 < reminder.strength <= 1 for reminder in reminders)
    assert [reminder.memory for reminder in await associations.memories_of("haru", activated, limit=1)] == [one]
    assert await associations.memories_of("haru", []) == []
    activated = await associations.activate("haru", ["柿", "市場"], START + 2 * DAY)
    assert (await associations.memories_of("haru", activated))[0].memory == both


async def test_what_is_in_every_memory_reminds_of_none_in_particular(
    database: Database, associations: AssociativeMemory
) -> None:
    for _ in range(30):
        await tell(database, associations, ["毎日", "朝"])
    rare = await tell(database, associations, ["金環日食"])
    activated = [Activation("毎日", 1.0, ("毎日",)), Activation("金環日食", 0.6, ("金環日食",))]
    assert (await associations.memories_of("haru", activated))[0].memory == rare


async def test_of_equal_reminders_the_youngest_comes_first(database: Database, associations: AssociativeMemory) -> None:
    told = [await tell(database, associations, ["柿"], START + number * DAY) for number in (1, 3, 2)]
    reminders = await associations.memories_of("haru", [Activation("柿", 1.0, ("柿",))])
    assert [reminder.memory for reminder in reminders] == [told[1], told[2], told[0]]


async def test_a_removed_memory_takes_along_what_only_it_had(
    database: Database, associations: AssociativeMemory
) -> None:
    gone = await tell(database, associations, ["秘密", "柿", "市場"])
    kept = await tell(database, associations, ["柿", "市場"])
    async with database.writing("haru") as guard:
        await associations.remove(guard, [gone, derived_id("nothing")])
        await associations.remove(guard, [gone])
    assert await associations.mentions("haru", ["秘密", "柿", "市場"]) == {"柿": 1, "市場": 1}
    assert (await strengths(associations, START)).keys() == {("市場", "柿")}
    assert await associations.holdings("haru") == {"associations": 1, "concept_memories": 2, "concepts": 2}
    async with database.writing("haru") as guard:
        await associations.remove(guard, [kept])
    assert set((await associations.holdings("haru")).values()) == {0}


async def test_odd_names_do_not_meet(database: Database, associations: AssociativeMemory) -> None:
    for name in ODD_NAMES:
        await tell(database, associations, [*ODD_NAMES], person=name)
    for name in ODD_NAMES:
        reached = await associations.activate(name, [name], START, depth=1)
        assert reached[0] == Activation(name, 1.0, (name,))
        assert len(await associations.memories_of(name, reached)) == 1
        assert (await associations.holdings(name))["concepts"] == len(ODD_NAMES)


async def test_a_forgotten_person_leaves_nothing_and_the_others_everything(
    database: Database, associations: AssociativeMemory
) -> None:
    await tell(database, associations, ["a", "b"])
    await tell(database, associations, ["a", "b"], person="aki")
    async with database.erasing("haru") as guard:
        assert await associations.forget(guard) == {"associations": 1, "concept_memories": 2, "concepts": 2}
        assert set((await associations.forget(guard)).values()) == {0}
    assert await associations.network("haru") == Network()
    assert await associations.activate("haru", ["a"], START) == []
    assert len(await associations.activate("aki", ["a"], START)) == 2


async def test_a_network_holds_everything_exactly(database: Database, associations: AssociativeMemory) -> None:
    memory = await tell(database, associations, ["柿", "市場"])
    assert await associations.network("haru") == Network(
        concepts=(("市場", 1, START), ("柿", 1, START)),
        occurrences=(("市場", memory, START), ("柿", memory, START)),
        associations=(("市場", "柿", fresh(1), fresh(1), START),),
    )
