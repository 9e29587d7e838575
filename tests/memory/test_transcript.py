"""The record: every turn once, in its place, whole, and its person's alone."""

import asyncio
from dataclasses import replace
from datetime import timedelta, timezone
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.builders import ODD_NAMES
from harness.record import START, some_turns
from lumina.databases.postgres import Database
from lumina.errors import BadText
from lumina.memory.transcript_postgres import OpenThread, Transcript
from lumina.models import Role, Turn, derived_id


@pytest.fixture
def transcript(database: Database) -> Transcript:
    return Transcript(database)


async def kept(transcript: Transcript, turns: list[Turn]) -> list[Turn]:
    async with transcript.database.writing(turns[0].person) as guard:
        return await transcript.append(guard, turns)


async def exported(transcript: Transcript, person: str) -> list[Turn]:
    return [turn async for turn in transcript.export(person)]


async def test_what_is_appended_is_read_back_whole_with_its_position(transcript: Transcript):
    said = await kept(transcript, some_turns(5))
    assert [turn.position for turn in said] == [0, 1, 2, 3, 4]
    assert [replace(turn, position=-1) for turn in said] == some_turns(5)
    assert await transcript.read("花子", [turn.id for turn in said] + [uuid4()]) == {turn.id: turn for turn in said}
    assert await transcript.read("太郎", [turn.id for turn in said]) == {}


async def test_a_moment_of_another_zone_stays_the_same_moment(transcript: Transcript):
    tokyo = START.astimezone(timezone(timedelta(hours=9)))
    (turn,) = await kept(transcript, [replace(some_turns(1)[0], at=tokyo)])
    assert (await transcript.read("花子", [turn.id]))[turn.id].at == tokyo


async def test_a_turn_that_is_known_comes_back_as_it_was_and_is_not_doubled(transcript: Transcript):
    first = await kept(transcript, some_turns(3))
    again = [replace(turn, text="ほかのこと") for turn in some_turns(5)]
    assert await transcript.known("花子", [turn.id for turn in again]) == {turn.id for turn in first}
    second = await kept(transcript, again)
    assert second[:3] == first
    assert [turn.position for turn in second] == [0, 1, 2, 3, 4]
    assert await exported(transcript, "花子") == second
    assert dict(await transcript.speakers("花子")) == {"花子": Role.PERSON, "ルミナ": Role.CHARACTER}
    thread = await transcript.open_thread("花子", "台所")
    assert thread is not None
    assert (thread.turns, thread.last_turn) == (5, second[-1].at)


async def test_a_turn_twice_in_one_batch_is_one_turn(transcript: Transcript):
    turn = some_turns(1)[0]
    first, second = await kept(transcript, [turn, turn])
    assert first == second
    assert (await transcript.counts("花子"))["turns"] == 1


async def test_nothing_is_kept_if_one_turn_cannot_be(transcript: Transcript):
    for text in ("a\0b", "half \ud83d"):
        turns = some_turns(3)
        turns[2] = replace(turns[2], text=text)
        with pytest.raises(BadText):
            await kept(transcript, turns)
    assert await transcript.counts() == {"people": 0, "rooms": 0, "threads": 0, "turns": 0}


async def test_a_text_of_a_megabyte_comes_back_whole(transcript: Transcript):
    turn = replace(some_turns(1)[0], text="🎐\n'\"\\%s" + "あ" * 1_000_000)
    (back,) = await kept(transcript, [turn])
    assert (await transcript.read("花子", [turn.id]))[turn.id] == back == replace(turn, position=0)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=50),
    speaker=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20),
    witnesses=st.frozensets(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=9)),
)
async def test_any_text_comes_back_as_it_was_typed(
    postgres_server: str, dsn: str, text: str, speaker: str, witnesses: frozenset[str]
):
    async with Database.open(dsn) as database:
        turn = replace(some_turns(1)[0], id=uuid4(), text=text, speaker=speaker, witnesses=witnesses, ref=text)
        (back,) = await kept(Transcript(database), [turn])
        assert (await Transcript(database).read("花子", [turn.id])) == {turn.id: back}
        assert back == replace(turn, position=back.position)


async def test_people_with_odd_names_are_told_apart(transcript: Transcript):
    for name in ODD_NAMES:
        async with transcript.database.writing(name) as guard:
            await transcript.room(guard, name, present=["lumina"])
            await transcript.append(guard, some_turns(2, name, room=name))
    assert await transcript.people() == sorted(ODD_NAMES, key=str.encode)
    for name in ODD_NAMES:
        assert [room.name for room in await transcript.rooms(name)] == [name]
        assert {turn.person for turn in await exported(transcript, name)} == {name}
        assert await transcript.counts(name) == {"people": 1, "rooms": 1, "threads": 1, "turns": 2}
    async with transcript.database.erasing(ODD_NAMES[0]) as guard:
        await transcript.forget(guard)
    assert len(await transcript.people()) == len(ODD_NAMES) - 1


async def test_two_at_once_get_positions_without_a_gap(transcript: Transcript):
    halves = [some_turns(40)[0::2], some_turns(40)[1::2]]
    await asyncio.gather(*(kept(transcript, [turn]) for half in halves for turn in half))
    [thread] = await transcript.spans("花子", [(some_turns(1)[0].thread, 0, 99)])
    assert [turn.position for turn in thread] == list(range(40))


async def test_two_imports_of_the_same_file_at_once_keep_it_once(transcript: Transcript):
    first, second = await asyncio.gather(kept(transcript, some_turns(200)), kept(transcript, some_turns(200)))
    assert first == second == await exported(transcript, "花子")


async def test_a_room_is_made_once_and_is_another_one_after_an_erasure(transcript: Transcript):
    database = transcript.database
    async with database.writing("花子") as guard:
        room = await transcript.room(guard, "台所", present=["lumina", "nox"])
        assert await transcript.room(guard, "台所", present=["clarisse"]) == room
        await transcript.set_present(guard, "台所", ["clarisse"])
    assert await transcript.rooms("花子") == [replace(room, present=("clarisse",))]
    async with database.erasing("花子") as guard:
        await transcript.forget(guard)
        assert (await transcript.room(guard, "台所", present=[])).id != room.id


async def test_a_thread_begins_goes_on_and_ends(transcript: Transcript):
    thread = derived_id("thread", "花子", "台所", "朝")
    async with transcript.database.writing("花子") as guard:
        assert await transcript.open_thread("花子", "台所") is None
        await transcript.append(guard, some_turns(1), domain="料理")
        begun = await transcript.open_thread("花子", "台所")
        assert begun == OpenThread(thread, "台所", "料理", START, START, 1)
        await transcript.append(guard, some_turns(1), domain="旅")
        assert begun == await transcript.open_thread("花子", "台所")
        await transcript.set_domain(guard, thread, "映画")
        await transcript.append(guard, some_turns(3), domain="旅")
        now = await transcript.open_thread("花子", "台所")
        assert now is not None
        assert (now.id, now.domain, now.turns, now.last_turn) == (thread, "映画", 3, START + timedelta(minutes=2))
        assert await transcript.idle_threads(now.last_turn) == {}
        assert await transcript.idle_threads(now.last_turn + timedelta(seconds=1)) == {"花子": [thread]}
        await transcript.end_idle(guard, [thread], now.last_turn)
        assert await transcript.open_thread("花子", "台所") == now
        await transcript.end_idle(guard, [thread], now.last_turn + timedelta(seconds=1))
        assert await transcript.open_thread("花子", "台所") is None
        await transcript.go_on(guard, thread)
        assert await transcript.open_thread("花子", "台所") == now
        await transcript.end_thread(guard, thread)
    assert await transcript.open_thread("花子", "台所") is None
    assert await transcript.idle_threads(START + timedelta(days=9)) == {}


async def test_what_waits_in_a_room_is_told_by_room(transcript: Transcript):
    async with transcript.database.writing("花子") as guard:
        here = await transcript.append(guard, some_turns(2))
        there = await transcript.append(guard, [replace(one, id=uuid4(), thread=uuid4(), room="庭") for one in here])
    assert await transcript.rooms_waiting("花子") == sorted({"台所", "庭"})
    assert await transcript.waiting_in("花子", "庭") == there
    assert await transcript.rooms_waiting("太郎") == []


async def test_failed_answers_are_kept_and_do_not_wait_to_be_distilled(transcript: Transcript):
    turns = some_turns(4)
    turns[3] = replace(turns[3], failed=True)
    said = await kept(transcript, turns)
    assert await transcript.waiting("花子") == said[:3]
    assert await transcript.waiting("花子", said[0].thread) == said[:3]
    assert await transcript.last("花子", "台所", 2) == said[2:]


async def test_turns_are_found_by_the_names_that_their_file_gave_them(transcript: Transcript):
    said = await kept(transcript, [*some_turns(3), replace(some_turns(4)[3], ref="")])
    assert await transcript.by_ref("花子", ["朝:2", "朝:0", "夜:1", ""]) == {"朝:0": said[0], "朝:2": said[2]}


async def test_an_export_is_complete_and_in_order_over_many_pages(transcript: Transcript):
    said = await kept(transcript, some_turns(2500))
    await kept(transcript, some_turns(3, "太郎"))
    assert await exported(transcript, "花子") == said


async def test_forgetting_takes_one_person_and_counts_by_table(transcript: Transcript):
    await kept(transcript, some_turns(3))
    other = await kept(transcript, some_turns(3, "花"))
    async with transcript.database.erasing("花子") as guard:
        await transcript.room(guard, "台所", present=[])
        gone = await transcript.forget(guard)
        assert gone == {"turns": 3, "threads": 1, "rooms": 1, "speakers": 2, "people": 1}
    assert await exported(transcript, "花") == other
    assert await transcript.people() == ["花"]


async def test_a_guard_is_for_its_own_person(transcript: Transcript):
    async with transcript.database.writing("太郎") as guard:
        with pytest.raises(ValueError, match="guard"):
            await transcript.append(guard, some_turns(1))


async def test_spans_come_each_in_order_and_only_of_their_thread_and_person(transcript: Transcript):
    morning, noon = [await kept(transcript, some_turns(8, thread=thread)) for thread in ("朝", "昼")]
    await kept(transcript, some_turns(8, "太郎"))
    spans = [(noon[0].thread, 5, 20), (morning[0].thread, -5, 2), (morning[0].thread, 1, 3), (uuid4(), 0, 9)]
    assert await transcript.spans("花子", spans) == [noon[5:], morning[:3], morning[1:4], []]
    assert await transcript.spans("花子", []) == []


async def test_postgresql_looks_at_its_tables_where_they_have_doubled_and_not_for_less(transcript: Transcript):
    async def believed() -> float:
        return (await transcript.database.fetch("select reltuples from pg_class where relname = 'turns'"))[0][0]

    await kept(transcript, some_turns(40))
    await transcript.look_at_tables(1_000_000)
    assert await believed() == 40
    await kept(transcript, some_turns(5, thread="夜"))
    await transcript.look_at_tables(5)
    assert await believed() == 40
    await transcript.look_at_tables(45)
    assert await believed() == 45
