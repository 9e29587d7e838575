"""The catalogue: a turn is in one memory, a memory is in one place, and all of it can be told."""

import asyncio
import random
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from harness.builders import ODD_NAMES
from harness.record import START, memory_of, some_turns
from lumina.databases.postgres import Database
from lumina.memory import catalogue_postgres
from lumina.memory.catalogue_postgres import Catalogue, Values
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Memory, TierName, Turn

LATER = START + timedelta(days=365)


@pytest.fixture
def catalogue(database: Database) -> Catalogue:
    return Catalogue(database)


async def said(catalogue: Catalogue, turns: list[Turn]) -> list[Turn]:
    async with catalogue.database.writing(turns[0].person) as guard:
        return await Transcript(catalogue.database).append(guard, turns)


async def taken_in(catalogue: Catalogue, memory: Memory, terms: dict[int, int] | None = None) -> bool:
    async with catalogue.database.writing(memory.person) as guard:
        new = await catalogue.commit(guard, [(memory, b"packed " + memory.id.bytes, terms or {7: 1})])
        return new == [memory.id]


async def three_memories(catalogue: Catalogue, person: str = "花子") -> list[Memory]:
    """Born at the minutes 1, 3 and 5."""
    turns = await said(catalogue, some_turns(6, person))
    memories = [memory_of(turns[start : start + 2]) for start in (0, 2, 4)]
    for memory in memories:
        assert await taken_in(catalogue, memory)
    return memories


async def test_a_memory_is_taken_in_with_its_state_content_and_sources(catalogue: Catalogue):
    turns = await said(catalogue, some_turns(4))
    memory = memory_of(turns[:3])
    assert await taken_in(catalogue, memory)
    state = (await catalogue.states("花子", [memory.id], LATER))[memory.id]
    assert (state.turns, state.tier, state.salience, state.born) == (memory.turns, TierName.REDIS, 0.4, memory.born)
    assert (state.witnesses, state.uses, state.pinned, state.detail) == (memory.witnesses, (), False, "full")
    assert await catalogue.content("花子", [memory.id, uuid4()]) == {memory.id: b"packed " + memory.id.bytes}
    assert await Transcript(catalogue.database).waiting("花子") == turns[3:]


async def test_a_memory_twice_is_one_memory_and_its_words_count_once(catalogue: Catalogue):
    memory = memory_of(await said(catalogue, some_turns(3)))
    assert await taken_in(catalogue, memory, {1: 2, 2**32 - 1: 3})
    assert not await taken_in(catalogue, memory, {1: 2})
    assert await catalogue.statistics("花子", [1, 2, 2**32 - 1]) == (3, {1: 2, 2**32 - 1: 3})
    assert await catalogue.statistics("花子", []) == (3, {})
    assert await catalogue.statistics("太郎", [1]) == (0, {})


async def test_a_turn_is_the_source_of_one_memory_and_the_second_leaves_no_trace(catalogue: Catalogue):
    turns = await said(catalogue, some_turns(5))
    assert await taken_in(catalogue, memory_of(turns[:3]))
    assert not await taken_in(catalogue, memory_of(turns[2:]), {9: 9})
    assert await catalogue.counts("花子") == {TierName.REDIS: 1}
    assert await catalogue.statistics("花子", [9]) == (3, {})
    assert await Transcript(catalogue.database).waiting("花子") == turns[3:]


async def test_of_memories_that_come_together_each_is_taken_in_whole_or_not_at_all(catalogue: Catalogue):
    turns = await said(catalogue, some_turns(8))
    taken, first, overlapping, last = (memory_of(turns[a:b]) for a, b in ((0, 2), (2, 5), (4, 6), (6, 8)))
    assert await taken_in(catalogue, taken)
    together = [(memory, memory.id.bytes, {9: 1}) for memory in (taken, first, overlapping, last)]
    async with catalogue.database.writing("花子") as guard:
        assert await catalogue.commit(guard, together) == [first.id, last.id]
        assert await catalogue.commit(guard, together) == []
        assert await catalogue.commit(guard, []) == []
    assert await catalogue.counts("花子") == {TierName.REDIS: 3}
    assert await catalogue.statistics("花子", [9]) == (7, {9: 2})
    assert await Transcript(catalogue.database).waiting("花子") == turns[5:6]


async def test_many_that_distil_overlapping_turns_at_once_make_no_turn_twice_a_source(catalogue: Catalogue):
    turns = await said(catalogue, some_turns(24))
    chance = random.Random(3)
    cuts = [sorted(chance.sample(range(24), 2)) for _ in range(24)]
    memories = [memory_of(turns[first : last + 1]) for first, last in cuts]
    terms = dict.fromkeys(range(100), 1)
    results = await asyncio.gather(*(taken_in(catalogue, memory, terms) for memory in memories))
    states = await catalogue.list("花子", LATER, limit=100)
    sources = [turn for state in states for turn in state.turns]
    assert len(states) == sum(results) >= 1
    assert len(sources) == len(set(sources))
    assert await catalogue.statistics("花子", [0, 99]) == (len(sources), {0: sum(results), 99: sum(results)})
    waiting = await Transcript(catalogue.database).waiting("花子")
    assert {turn.id for turn in waiting} == {turn.id for turn in turns} - set(sources)


async def test_moving_says_where_it_lies_drops_the_content_and_is_logged_once(catalogue: Catalogue):
    first, second, _ = await three_memories(catalogue)
    async with catalogue.database.writing("花子") as guard:
        for expected in (2, 0):
            ids = [first.id, second.id, uuid4()]
            moved = await catalogue.move(guard, "花子", ids, TierName.DUCKDB, at=LATER, why="a day old")
            assert moved == expected
        await catalogue.move(guard, "花子", [first.id], TierName.REDIS, at=LATER, why="back")
    assert await catalogue.counts("花子") == {TierName.DUCKDB: 1, TierName.REDIS: 2}
    assert await catalogue.content("花子", [first.id, second.id]) == {}
    assert await catalogue.history("花子", second.id) == [
        {"at": LATER, "change": "moved", "before": {"tier": "redis"}, "after": {"tier": "duckdb"}, "why": "a day old"}
    ]


async def test_content_can_be_kept_and_replaced_while_it_is_here(catalogue: Catalogue):
    first, second, _ = await three_memories(catalogue)
    async with catalogue.database.writing("花子") as guard:
        await catalogue.move(guard, "花子", [first.id], TierName.DUCKDB, at=LATER, why="-", keep_content=True)
        await catalogue.move(guard, "花子", [second.id], TierName.DUCKDB, at=LATER, why="-")
        assert await catalogue.set_content(guard, "花子", first.id, b"edited") == 1
        assert await catalogue.set_content(guard, "花子", second.id, b"edited") == 0
    assert await catalogue.content("花子", [first.id, second.id]) == {first.id: b"edited"}


async def test_due_is_what_lies_in_the_tier_and_was_born_before_oldest_first(catalogue: Catalogue):
    first, second, third = await three_memories(catalogue)
    async with catalogue.database.writing("花子") as guard:
        await catalogue.move(guard, "花子", [first.id], TierName.DUCKDB, at=LATER, why="-")
    assert await catalogue.due(TierName.REDIS, LATER) == [("花子", second.id), ("花子", third.id)]
    assert await catalogue.due(TierName.REDIS, third.born) == [("花子", second.id)]
    assert await catalogue.due(TierName.REDIS, LATER, limit=1) == [("花子", second.id)]


async def test_peers_begin_after_the_span_before_the_first_and_end_with_the_last(catalogue: Catalogue):
    first, second, third = await three_memories(catalogue)
    apart, instant = second.born - first.born, timedelta(microseconds=1)

    async def peers(span: timedelta, *ids: UUID) -> list[UUID]:
        return [state.id for state in await catalogue.peers("花子", ids, span, LATER)]

    assert await peers(apart, second.id) == [second.id]
    assert await peers(apart + instant, second.id) == [first.id, second.id]
    assert await peers(instant, first.id, third.id) == [first.id, second.id, third.id]
    assert await peers(apart, uuid4()) == []


async def test_uses_count_once_for_an_answer_and_up_to_the_moment_that_is_asked_for(catalogue: Catalogue):
    first, second, _ = await three_memories(catalogue)
    times = [START + timedelta(days=day) for day in (3, 1, 2)]
    async with catalogue.database.writing("花子") as guard:
        for time in times:
            answer = uuid4()
            for _ in range(2):
                await catalogue.use(guard, "花子", [first.id, uuid4()], answer, time)
    states = await catalogue.states("花子", [first.id, second.id], START + timedelta(days=2))
    assert states[first.id].uses == (times[1], times[2])
    assert states[second.id].uses == ()
    listed = {state.id: state.uses for state in await catalogue.list("花子", LATER)}
    assert listed[first.id] == tuple(sorted(times))


async def test_a_list_has_the_youngest_first_and_pages_and_tiers(catalogue: Catalogue):
    first, second, third = await three_memories(catalogue)
    async with catalogue.database.writing("花子") as guard:
        await catalogue.move(guard, "花子", [second.id], TierName.ARCHIVE, at=LATER, why="-")

    async def ids(limit: int, offset: int) -> list[object]:
        return [state.id for state in await catalogue.list("花子", LATER, limit=limit, offset=offset)]

    assert await ids(9, 0) == [third.id, second.id, first.id]
    assert await ids(2, 0) == [third.id, second.id]
    assert await ids(2, 2) == [first.id]
    assert [state.id for state in await catalogue.list("花子", LATER, TierName.ARCHIVE)] == [second.id]


async def test_pins_and_detail_are_kept(catalogue: Catalogue):
    first, second, _ = await three_memories(catalogue)
    async with catalogue.database.writing("花子") as guard:
        assert await catalogue.pin(guard, "花子", [first.id, second.id]) == 2
        assert await catalogue.pin(guard, "花子", [first.id]) == 0
        assert await catalogue.unpin(guard, "花子", [second.id]) == 1
        assert await catalogue.set_detail(guard, "花子", [second.id], "gist") == 1
    states = await catalogue.states("花子", [first.id, second.id], LATER)
    assert (states[first.id].pinned, states[second.id].pinned) == (True, False)
    assert (states[first.id].detail, states[second.id].detail) == ("full", "gist")


async def test_contents_of_a_tier_come_all_and_once_over_many_pages(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(catalogue_postgres, "PAGE", 20)
    expected: set[bytes] = set()
    for name in ("*", "%", "花子"):
        turns = await said(catalogue, some_turns(50, name))
        async with catalogue.database.writing(name) as guard:
            for turn in turns:
                memory = memory_of([turn])
                await catalogue.commit(guard, [(memory, memory.id.bytes, {})])
                expected.add(memory.id.bytes)
    found = [(memory.bytes, content) async for memory, content in catalogue.contents(TierName.REDIS)]
    assert len(found) == len(expected)
    assert set(found) == {(content, content) for content in expected}
    of_one = [content async for _, content in catalogue.contents(TierName.REDIS, "%")]
    assert len(of_one) == len(set(of_one)) == 50
    assert [one async for one in catalogue.contents(TierName.DUCKDB)] == []


async def test_the_log_keeps_its_order(catalogue: Catalogue):
    first, second, _ = await three_memories(catalogue)
    async with catalogue.database.writing("花子") as guard:
        for number in range(3):
            change: dict[UUID, Values] = {first.id: ({"n": number}, {}), second.id: ({}, {})}
            await catalogue.log(guard, "花子", change, at=LATER, change="edited", why="'; --")
    history = await catalogue.history("花子", first.id)
    assert [row["before"] for row in history] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert await catalogue.history("太郎", first.id) == []


async def test_the_embedder_of_a_place_is_known_once_it_was_set(catalogue: Catalogue):
    assert await catalogue.embedder("memories") is None
    await catalogue.set_embedder("memories", "chive-1.3", 300)
    await catalogue.set_embedder("memories", "e5-small", 384)
    assert await catalogue.embedder("memories") == ("e5-small", 384)
    assert await catalogue.embedder("knowledge") is None


async def test_people_with_odd_names_are_told_apart_and_forgotten_one_by_one(catalogue: Catalogue):
    transcript = Transcript(catalogue.database)
    for name in ODD_NAMES:
        await three_memories(catalogue, name)
    for left, name in reversed(list(enumerate(ODD_NAMES))):
        assert await catalogue.counts(name) == {TierName.REDIS: 3}
        held = await catalogue.holdings(name)
        async with catalogue.database.erasing(name) as guard:
            assert await catalogue.forget(guard) == held
            await transcript.forget(guard)
        assert set((await catalogue.holdings(name)).values()) == {0}
        assert sum((await catalogue.counts()).values()) == 3 * left


async def test_an_erasure_in_the_middle_of_distilling_leaves_nothing_behind(catalogue: Catalogue):
    database, transcript = catalogue.database, Transcript(catalogue.database)
    turns = await said(catalogue, some_turns(60))
    epoch = await database.epoch("花子")

    async def distil(memory: Memory) -> None:
        async with database.writing("花子", epoch) as guard:
            await catalogue.commit(guard, [(memory, b"-", {1: 1})])
            await catalogue.use(guard, "花子", [memory.id], uuid4(), START)
            await catalogue.move(guard, "花子", [memory.id], TierName.DUCKDB, at=LATER, why="-")

    async def erase() -> None:
        await asyncio.sleep(0.03)
        async with database.erasing("花子") as guard:
            await catalogue.forget(guard)
            await transcript.forget(guard)

    work = [distil(memory_of(turns[start : start + 3])) for start in range(0, 60, 3)]
    await asyncio.gather(erase(), *work, return_exceptions=True)
    assert set((await catalogue.holdings("花子")).values()) == {0}
    assert set((await transcript.counts("花子")).values()) == {0}


async def test_a_guard_is_for_its_own_person(catalogue: Catalogue):
    memory = memory_of(await said(catalogue, some_turns(2)))
    async with catalogue.database.writing("太郎") as guard:
        with pytest.raises(ValueError, match="guard"):
            await catalogue.commit(guard, [(memory, b"", {})])
