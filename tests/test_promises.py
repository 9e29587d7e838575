"""The promises of DESIGN.md section 5, each with tests that try to break it."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from pathlib import Path
from random import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage, HumanMessage

from graphs import flushing
from harness.copies import copy_home
from harness.life import ME, MORNING, Life, is_done, line, living, replies, scripted
from harness.waiting import LONGEST
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.dialogue.context import Context
from lumina.distil.distillate import Distillate
from lumina.distil.model import ModelDistiller
from lumina.distil.offline import OfflineDistiller
from lumina.embedding.embedder import Passage
from lumina.embedding.opening import CalibratedEmbedder, open_embedder
from lumina.errors import EmbedderChanged, PersonErased, StoreDown
from lumina.memory.entry_codec import unpack_entry
from lumina.models import EVERYBODY, TierName, Turn, Vector, derived_id
from lumina.recall import asking
from lumina.reports import Done, Recalled
from lumina.settings import Settings
from lumina.transfer.formats import read_transcript

SECRET = "秘密の地下室でフクロウを飼っている"
DAY = [
    "昨日、港の朝市で柿を三つ買ったよ。",
    "柿は祖母の家の味がするんだ。",
    "市場の隅で古い羅針盤も見つけた。",
    "羅針盤は真鍮で、針が少し曲がっている。",
    "直してくれる時計屋を知らない？",
    "駅裏の時計屋は火曜が休みらしい。",
    "水曜に持って行ってみるよ。",
    "ついでに万年筆のインクも買いたい。",
]


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as life:
        yield life


def said_by(life: Life, turns: Sequence[Any]) -> list[str]:
    return [turn.text for turn in turns if turn.speaker == life.person]


async def accounted_for(life: Life) -> None:
    """Every turn waits, or is the source of exactly one memory."""
    waiting = Counter(turn.id for turn in await life.stores.transcript.waiting(life.person))
    sources = Counter(turn for state in await life.states() for turn in state.turns)
    spoken = Counter(turn.id for turn in await life.turns() if not turn.failed)
    assert waiting + sources == spoken
    assert set(spoken.values()) <= {1}


# 1. Nothing said is lost.


async def test_the_persons_words_are_durable_before_any_model_is_asked(life: Life) -> None:
    model = scripted(held=asyncio.Event(), reached=asyncio.Event())
    life.listen_to(model)
    talking = asyncio.create_task(life.say(DAY[0]))
    assert model.reached and model.held
    await model.reached.wait()
    assert said_by(life, await life.turns()) == [DAY[0]]
    model.held.set()
    await talking
    await accounted_for(life)


async def test_the_persons_words_survive_a_model_that_fails_and_can_be_answered_later(life: Life) -> None:
    def fails(_: Sequence[BaseMessage]) -> str:
        raise RuntimeError("out of paper")

    life.listen_to(scripted(fails))
    [failed] = replies(await life.say("ルミナ、" + DAY[0]))
    assert failed.failed
    assert said_by(life, await life.turns()) == ["ルミナ、" + DAY[0]]
    life.listen_to(scripted("柿、いいね。"))
    again = await life.retry()
    assert [reply.turn.text for reply in replies(again)] == ["柿、いいね。"]
    assert said_by(life, await life.turns()) == ["ルミナ、" + DAY[0]]
    await accounted_for(life)


async def test_an_answer_that_is_broken_off_leaves_the_words_and_the_next_turn_knows_them(life: Life) -> None:
    model = scripted()
    life.listen_to(model)
    turn = await life.talk.begin(DAY[0], person=ME, room="cli")
    turn.stop()
    await life.say(DAY[1])
    assert said_by(life, await life.turns()) == DAY[:2]
    assert DAY[0] in model.asked[-1][-1].text
    await accounted_for(life)


async def test_every_turn_waits_or_is_in_one_memory_whatever_happens_to_threads(life: Life) -> None:
    life.listen_to(scripted())
    await life.chat(DAY)
    await accounted_for(life)
    await life.chat(["ところで、" + DAY[0], *DAY[1:4]], room="庭")
    await accounted_for(life)
    await life.distil_all()
    await accounted_for(life)
    assert not await life.stores.transcript.waiting(ME)


async def test_a_room_where_nobody_is_present_keeps_what_is_said(life: Life) -> None:
    await life.lumina.rooms.set_present(ME, "cli", [])
    assert is_done(await life.say(DAY[0]))
    assert said_by(life, await life.turns()) == [DAY[0]]


# 2. Nothing is doubled.


async def test_an_import_twice_is_an_import_once(life: Life) -> None:
    lines = [line(text, minute, ref=f"r{minute}") for minute, text in enumerate(DAY)]
    await life.read_in(lines)
    turns, states = await life.turns(), await life.states()
    await life.read_in(lines)
    assert (await life.turns(), await life.states()) == (turns, states)


async def test_an_import_of_ones_own_export_doubles_nothing(life: Life, tmp_path: Path) -> None:
    life.listen_to(scripted())
    await life.read_in([line(text, minute - 60, ref=f"r{minute}") for minute, text in enumerate(DAY)])
    await life.chat(DAY[:3])
    turns = await life.turns()
    await life.lumina.transfer.export(ME, tmp_path / "out")
    await life.read_in(read_transcript(tmp_path / "out" / "transcript.jsonl"))
    assert await life.turns() == turns


async def test_an_import_goes_on_where_it_was_interrupted_as_if_it_never_had_been(home: Path, tmp_path: Path) -> None:
    lines = [line(f"{n}番目の話。{DAY[n % 8]}", n * 2 + 30 * (n // 9)) for n in range(300)]
    async with living(home) as whole:
        await whole.read_in(lines, person="健")
        await whole.read_in(lines[:250])
        await whole.read_in(lines)
        threads = [[(turn.text, turn.position) for turn in await whole.turns(person)] for person in ("健", ME)]
        assert threads[0] == threads[1]
        await accounted_for(whole)


async def test_the_same_message_twice_is_one_turn_with_one_answer(life: Life) -> None:
    asked_for: list[int] = []

    def answer(asked: Sequence[Any]) -> str:
        asked_for.append(len(asked))
        return f"返事{len(asked)}"

    life.listen_to(scripted(answer))
    room, epoch = await life.talk.room(ME, "cli")
    config: Any = {"configurable": {"thread_id": str(room.id), "person": ME, "epoch": epoch}}
    for _ in range(2):
        message = HumanMessage("ルミナ、" + DAY[0], id="the same")
        await life.talk.graph.ainvoke(
            {"messages": [message]}, config, context=Context(ME, "cli", ports=life.talk.ports)
        )
    assert [turn.text for turn in await life.turns()] == ["ルミナ、" + DAY[0], "返事2"]
    assert asked_for == [2], "what is answered is not asked again"


async def test_flushes_at_once_make_each_memory_once(life: Life) -> None:
    life.listen_to(scripted())
    await life.chat(DAY[:5])
    flusher = life.parts.flusher
    before = len(await life.states())
    made = await asyncio.gather(*(flusher.flush(ME, "cli", everything=True) for _ in range(4)))
    assert sum(made) == len(await life.states()) - before > 0
    await accounted_for(life)


async def test_flushes_at_once_ask_the_model_once_for_each_memory(life: Life) -> None:
    model = scripted('{"summary": "市場の話", "keywords": ["柿"], "concepts": ["柿"], "valence": 0.2}')
    life.listen_to(scripted())
    await life.chat(DAY[:5])
    life.parts.flusher.distiller = ModelDistiller(model, OfflineDistiller())
    before = len(await life.states())
    await asyncio.gather(*(life.parts.flusher.flush(ME, "cli", everything=True) for _ in range(4)))
    assert len(model.asked) == len(await life.states()) - before > 0


async def test_descents_at_once_and_with_forgetting_leave_each_memory_in_its_one_tier(life: Life) -> None:
    await life.read_in([line(DAY[n % 8], 60 * n) for n in range(40)])
    await life.pass_days(12)
    states = await life.states()
    jobs = [life.parts.chores.descend(life.clock()) for _ in range(3)]
    await asyncio.gather(*jobs, *(life.lumina.memories.forget(ME, state.id) for state in states[:6]))
    assert [state.tier for state in (await life.states())[:6]] == [TierName.FORGOTTEN] * 6
    await life.run("all")
    assert [state.tier for state in (await life.states())[:6]] == [TierName.FORGOTTEN] * 6
    await lies_only_where_it_should(life)


async def lies_only_where_it_should(life: Life) -> None:
    """Every body is in the tier that the catalogue names, and in no other."""
    states = {state.id: state for state in await life.states()}
    for tier, store in ((TierName.DUCKDB, life.stores.duckdb), (TierName.LONGTERM, life.stores.longterm)):
        here = {memory for _, memory in await store.due(life.clock() + timedelta(days=9999), 10_000)}
        assert here == {state.id for state in states.values() if state.tier is tier}
    kept = {memory for _, memory in await life.stores.archive.expired(life.clock() + timedelta(days=9999), 10_000)}
    low = {TierName.ARCHIVE, TierName.FORGOTTEN}
    assert kept == {state.id for state in states.values() if state.tier in low or state.detail == "gist"}
    bodies = await life.stores.bodies.read(life.person, list(states.values()))
    assert bodies.keys() == {state.id for state in states.values() if state.tier is not TierName.FADED}


# 3. Fading does not depend on how often a job runs.


async def lived(home: Path, *, every: timedelta | None) -> list[tuple[str, TierName, str]]:
    """Thirty memories, some of them used now and then, seventy days later: text, tier and detail of each."""
    lines = [line(f"{DAY[n % 8]}{'本当にうれしい！' * (n % 3)}", 300 * n) for n in range(30)]
    async with living(home) as life:
        await life.read_in(lines)
        states = await life.states()
        for day, used in ((2, states[3:6]), (14, states[8:14]), (20, states[20:24]), (34, states[24:28])):
            await life.pass_days(day, every=every)
            await use(life, [state.id for state in used])
        await life.run("all")
        texts = {turn.id: turn.text for turn in await life.turns()}
        return [(texts[state.turns[0]], state.tier, state.detail) for state in await life.states()]


async def use(life: Life, memories: Sequence[Any]) -> None:
    uses, answer = life.parts.talking.uses, (await life.turns())[0].id
    async with life.stores.database.writing(life.person) as guard:
        await uses.note(guard, life.person, memories, answer, life.clock())
        epoch = guard.epoch
    await uses.lift(life.person, memories, life.clock(), epoch)


async def test_jobs_every_day_and_jobs_once_in_the_end_leave_everything_in_the_same_tier(
    home: Path, tmp_path: Path
) -> None:
    other = await asyncio.to_thread(copy_home, home, tmp_path / "other")
    often, once = await lived(home, every=timedelta(days=1)), await lived(other, every=None)
    assert often == once
    assert {tier for _, tier, _ in often} >= {TierName.LONGTERM, TierName.ARCHIVE}


# 4. Every memory names its source turns, and every recalled item says which source ranked it where, and why.


SOURCES = {"window", "redis", "duckdb", "longterm", "associations"}


async def test_what_waited_for_weeks_goes_to_the_tier_of_its_age_at_once(life: Life) -> None:
    await life.chat(DAY)
    await life.distil_all()
    await life.pass_days(31)
    await life.run("descend")
    for state in await life.states():
        moves = [row for row in await life.stores.catalogue.history(ME, state.id) if row["change"] == "moved"]
        assert [(row["before"], row["after"]) for row in moves] == [({"tier": "redis"}, {"tier": state.tier})]
        assert state.tier in {TierName.LONGTERM, TierName.ARCHIVE}
    assert await life.states()


async def test_every_hit_names_its_turns_its_sources_and_their_ranks_in_every_tier(life: Life) -> None:
    life.listen_to(scripted())
    spoken = [line(f"{DAY[n % 8]}{n}日目。", 60 * 24 * n + 60 * (n == 45)) for n in range(46)]
    spoken.append(line("羅針盤は時計屋に預けた。", 60 * 24 * 45 + 180))
    await life.read_in(spoken)
    life.clock.set(spoken[-1].at)
    await life.say("羅針盤がどこにあるか知りたい。", room="庭")
    seen: set[str] = set()
    for query in (*DAY, "羅針盤の話"):
        recollection = await life.recall(query, limit=40)
        assert recollection.hits and not recollection.missing
        for hit in recollection.hits:
            assert hit.turns
            assert [source for source in hit.why if source.split(":")[0] in SOURCES]
            seen.add(hit.tier)
    assert seen >= {TierName.WINDOW, TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM, TierName.ARCHIVE}
    for state in await life.states():
        assert state.turns
        assert state.turns == tuple(turn.id for turn in (await life.lumina.memories.show(ME, state.id)).turns)


# 5. A character knows only what it witnessed.


async def whispered(life: Life) -> None:
    """Only Nox hears the secret; later Lumina is there, too, and the talk goes on in the same room."""
    await life.lumina.rooms.set_present(ME, "地下", ["nox"])
    await life.chat([SECRET + "んだ。", "フクロウの名前はビスマルク。", "フクロウは羅針盤が好きらしい。"], room="地下")
    await life.lumina.rooms.set_present(ME, "地下", ["nox", "lumina"])
    await life.chat(["ノクス、羅針盤の話をしよう。", "羅針盤は真鍮だよ。"], room="地下")


def reveals(text: object) -> list[str]:
    return [word for word in ("フクロウ", "ビスマルク", "地下室") if word in str(text)]


@pytest.mark.parametrize("age", ["window", "redis", "duckdb", "longterm", "archive", "pinned"])
async def test_what_one_character_heard_no_other_ever_recalls(life: Life, age: str) -> None:
    life.listen_to(scripted("なるほど。"))
    await whispered(life)
    if age != "window":
        await life.distil_all()
    if age == "pinned":
        for state in await life.states():
            await life.lumina.memories.pin(ME, state.id)
    days = {"duckdb": 2, "longterm": 8, "archive": 32}.get(age, 0)
    await life.pass_days(days)
    await life.run("descend")
    for viewer, knows in (("lumina", False), ("clarisse", False), ("nox", True), (None, True)):
        found = [await life.recall(query, viewer=viewer, turns=unit) for query in ASKED for unit in (False, True)]
        assert bool(reveals([recollection.hits for recollection in found])) is knows
        assert knows or not reveals([recollection.pack.text for recollection in found])


ASKED = ("フクロウの名前は？", "羅針盤が好きなのは誰？", "地下室で何を飼っている？", "ビスマルク")


async def test_who_comes_into_a_room_later_is_not_told_what_was_said_before(life: Life) -> None:
    model = scripted("なるほど。")
    life.listen_to(model)
    await whispered(life)
    for text in ("ルミナ、フクロウの名前は？", "ルミナ、羅針盤が好きなのは誰？", "ルミナ、ビスマルクって誰？"):
        before = len(model.asked)
        events = await life.say(text, room="地下")
        assert [reply.turn.speaker for reply in replies(events)] == ["lumina"]
        heard = "\n".join(message.text for asked in model.asked[before:] for message in asked)
        assert "地下室" not in heard
        assert "好きらしい" not in heard
        assert "名前はビスマルク" not in heard


async def test_what_comes_to_mind_comes_from_what_the_character_witnessed(life: Life) -> None:
    model = scripted("なるほど。")
    life.listen_to(model)
    await whispered(life)
    await life.distil_all()
    await life.lumina.rooms.set_present(ME, "庭", ["lumina", "nox"])
    for name, knows in (("ルミナ", False), ("ノクス", True)):
        [recalled] = [e for e in await life.say(f"{name}、羅針盤の話だけど", room="庭") if isinstance(e, Recalled)]
        shown = recalled.recollection.pack.sections.get("associations", "")
        assert bool(reveals(shown)) is knows


async def test_what_was_put_away_does_not_come_to_mind_either(life: Life) -> None:
    life.listen_to(scripted("なるほど。"))
    await life.chat(["フクロウは羅針盤が好きらしい。", "フクロウの名前はビスマルク。"])
    await life.distil_all()
    for state in await life.states():
        await life.lumina.memories.forget(ME, state.id)
    events = await life.say("ノクス、羅針盤の話だけど", room="庭")
    assert not reveals([e.recollection.pack.text for e in events if isinstance(e, Recalled)])
    assert not reveals([e.recollection.hits for e in events if isinstance(e, Recalled)])


WITNESSES = st.frozensets(st.sampled_from(["lumina", "clarisse", "nox", EVERYBODY]), min_size=1)


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(heard=st.lists(WITNESSES, min_size=6, max_size=14), viewer=st.sampled_from(["lumina", "clarisse", "nox"]))
async def test_whoever_asks_in_whatever_tier_only_what_they_heard_comes_back(
    life: Life, heard: list[frozenset[str]], viewer: str
) -> None:
    life.person = f"人{derived_id(*heard, viewer, random()).hex[:8]}"
    life.clock.set(MORNING)
    lines = [line(f"{DAY[n % 8]}{n}", n, speaker=life.person, witnesses=who) for n, who in enumerate(heard)]
    await life.read_in(lines)
    for days in (0, 1, 2, 8, 31):
        await life.pass_days(days)
        await life.run("descend")
        for query in DAY[:2]:
            recollection = await life.recall(query, viewer=viewer, limit=50)
            seen = {turn.text for hit in recollection.hits for turn in hit.turns}
            allowed = {each.text for each, who in zip(lines, heard, strict=True) if who & {viewer, EVERYBODY}}
            assert seen <= allowed
            hidden = [each.text for each in lines if each.text not in allowed]
            assert not [text for text in hidden if text in str(recollection.pack) or text in str(recollection.hits)]


# 6. Erasure wins every race, and nothing comes back.


async def erase(life: Life, person: str = ME) -> dict[str, int]:
    erasure = life.parts.erasure
    return dict((await erasure.erase(person, await erasure.token(person), asked_by="test", at=life.clock())).residue)


async def nothing_is_left(life: Life, person: str = ME) -> None:
    assert (await life.turns(person), await life.states(person)) == ([], [])
    assert not await life.stores.redis.count(person)
    assert not await life.stores.duckdb.count(person)
    assert not await life.stores.index.count(person)
    for table in ("checkpoints", "checkpoint_writes", "checkpoint_blobs", "rooms", "people", "concepts", "longterm"):
        row = await life.stores.database.fetch_one(f"select count(*) from {table}")  # pyright: ignore[reportArgumentType]
        assert row == (0,), table


async def test_an_erasure_in_the_middle_of_an_answer_lets_nothing_of_it_be_written(life: Life) -> None:
    model = scripted(held=asyncio.Event(), reached=asyncio.Event())
    life.listen_to(scripted())
    await life.chat(DAY[:7])
    life.listen_to(model)
    talking = asyncio.create_task(life.say(SECRET))
    assert model.reached and model.held
    await model.reached.wait()
    residue = await erase(life)
    model.held.set()
    with pytest.raises(PersonErased):
        await talking
    await life.parts.flusher.settle()
    await life.run("all")
    await nothing_is_left(life)
    assert not any(residue.values())


async def test_an_erasure_during_a_flush_lets_no_memory_be_kept(life: Life) -> None:
    life.listen_to(scripted())
    await life.chat(DAY[:5])
    slow = Slow(OfflineDistiller(), asyncio.Event(), asyncio.Event())
    life.parts.flusher.distiller = slow
    flushing = asyncio.create_task(life.parts.flusher.flush(ME, "cli", everything=True))
    await slow.reached.wait()
    await erase(life)
    slow.held.set()
    with pytest.raises(PersonErased):
        await flushing
    await nothing_is_left(life)


async def test_closing_does_not_wait_for_a_model_that_still_distils_and_nothing_is_lost(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flushing, "CLOSING_SECONDS", 0.05)
    async with living(home) as life:
        life.listen_to(scripted())
        life.parts.flusher.distiller = Slow(OfflineDistiller(), asyncio.Event(), asyncio.Event())
        for text in DAY[:7]:  # the last one lets the window overflow
            assert [event async for event in life.talk.say(text, person=ME, room="cli")]
    async with living(home) as life:
        assert len(await life.turns()) == len(await life.stores.transcript.waiting(ME)) == 14
        await life.distil_all()
        assert await life.stores.transcript.waiting(ME) == []


async def test_an_erasure_during_a_job_does_not_stop_the_job_and_nothing_comes_back(life: Life) -> None:
    life.listen_to(scripted())
    await life.chat(DAY[:5])
    slow = Slow(OfflineDistiller(), asyncio.Event(), asyncio.Event())
    life.parts.flusher.distiller = slow
    life.clock.advance(timedelta(hours=1))
    job = asyncio.create_task(life.run("reconcile"))
    await slow.reached.wait()
    await erase(life)
    slow.held.set()
    await job
    await nothing_is_left(life)


async def test_an_erasure_among_descents_refills_and_uses_leaves_nothing(life: Life) -> None:
    life.listen_to(scripted())
    await life.read_in([line(DAY[n % 8], 200 * n) for n in range(60)])
    life.clock.set(MORNING + timedelta(minutes=200 * 60))
    states = await life.states()
    chores, now = life.parts.chores, life.clock()
    work = [chores.descend(now), chores.refill(now), chores.descend(now + timedelta(days=40)), chores.refill(now)]
    moving = [asyncio.create_task(one) for one in (*work, chores.lifecycle(now), use(life, [states[0].id]))]
    await asyncio.sleep(0.01)
    await erase(life)
    await asyncio.gather(*moving, return_exceptions=True)
    await life.run("all")
    await nothing_is_left(life)


async def test_asking_again_after_an_erasure_does_not_bring_the_words_back(life: Life) -> None:
    def fails(_: Sequence[BaseMessage]) -> str:
        raise RuntimeError("out of paper")

    life.listen_to(scripted(fails))
    await life.say(SECRET)
    async with life.stores.database.owning_room(ME, "cli"):
        again = asyncio.create_task(life.retry())
        await asyncio.sleep(0.2)
        await erase(life)
    with pytest.raises(PersonErased):
        await again
    await nothing_is_left(life)


async def test_after_an_erasure_the_person_may_talk_anew_and_is_not_remembered(life: Life) -> None:
    model = scripted()
    life.listen_to(model)
    await life.chat([*DAY[:7], SECRET])
    await erase(life)
    model.asked.clear()
    await life.say("はじめまして、羅針盤は好き？")
    assert not reveals(model.seen)
    assert "真鍮" not in model.seen
    assert len(await life.turns()) == 2


@dataclass
class Slow:
    """A distiller that is held up."""

    inner: OfflineDistiller
    held: asyncio.Event
    reached: asyncio.Event
    together: int = 1

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        self.reached.set()
        await self.held.wait()
        return await self.inner.distil(turns)


# 7. The chat path calls a model for the replies only. 8. What was recalled is not learnt again.

ANSWER = '{"summary": "市場と羅針盤の話。", "keywords": ["柿"], "concepts": ["柿", "羅針盤"], "valence": 0.3}'


async def test_a_turn_calls_the_model_once_a_reply_and_a_flush_once_a_memory(life: Life) -> None:
    model, distilling = scripted("なるほど。"), scripted(ANSWER)
    life.listen_to(model)
    life.parts.flusher.distiller = ModelDistiller(distilling, OfflineDistiller())
    answered = [reply for text in DAY for reply in replies(await life.say(text))]
    assert len(model.asked) == len(answered) >= len(DAY)
    await life.distil_all()
    assert len(distilling.asked) == len(await life.states()) > 0
    for job in ("descend", "lifecycle", "reconcile"):
        await life.pass_days(20)
        await life.run(job)
    await life.recall(DAY[0])
    assert (len(model.asked), len(distilling.asked)) == (len(answered), len(await life.states()))


async def test_distillation_never_sees_what_was_recalled(life: Life) -> None:
    model, distilling = scripted("なるほど。"), scripted(ANSWER)
    life.listen_to(model)
    await life.chat(["宝物は銀色のオカリナだよ。", *DAY[:3]])
    await life.distil_all()
    await life.pass_days(3)
    life.parts.flusher.distiller = ModelDistiller(distilling, OfflineDistiller())
    await life.chat(["ノクス、宝物は何だった？", *DAY[4:8]], room="庭")
    assert "オカリナ" in model.seen.split("宝物は何だった？")[-1] or "オカリナ" in model.seen
    await life.distil_all()
    assert distilling.asked
    assert "オカリナ" not in distilling.seen
    said = {turn.text for turn in await life.turns()}
    for asked in distilling.asked:
        fenced = asked[1].text
        assert all(text in said for text in re.findall(r">([^<]+)</turn>", fenced))


# 9. Vectors of different embedders never meet.


WIDTH = 64


class Narrow:
    """The embedder, cut to its first 64 dimensions: another one."""

    identity, dimensions = "narrow", WIDTH

    def __init__(self, wide: CalibratedEmbedder) -> None:
        self._wide, self.calibration = wide, wide.calibration

    async def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        wide = await self._wide.passages(texts)
        return [p and Passage(p.sum[:WIDTH], cut(p.sentences)) for p in wide]

    async def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:
        vector = await self._wide.question(text, idf)
        return None if vector is None else cut(vector)


def cut(vectors: Any) -> Any:
    narrow = vectors[..., :WIDTH]
    return (narrow / np.linalg.norm(narrow, axis=-1, keepdims=True)).astype(np.float32)


def as_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(spec: str, cache: Path) -> Narrow:
        return Narrow(open_embedder(spec, cache))

    monkeypatch.setattr("lumina.stores.opening.open_embedder", opened)


async def test_another_embedder_is_refused_and_reembedding_mends_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(home) as life:
        await life.read_in([line(f"{DAY[n % 8]}{n}", 60 * 24 * n) for n in range(40)])
        for days in (60, 140):
            life.clock.set(MORNING + timedelta(days=days))
            await life.run("all")
        assert set(await life.tiers()) >= {TierName.ARCHIVE, TierName.FADED, TierName.LONGTERM}
        state = next(state for state in await life.states() if state.tier is TierName.LONGTERM)
        await life.lumina.memories.forget(ME, state.id)
    as_narrow(monkeypatch)
    with pytest.raises(EmbedderChanged, match="lumina reembed"):
        async with living(home):
            pass
    clock = ManualClock(MORNING + timedelta(days=140))
    async with Lumina.open(Settings(home=home), clock, reembedding=True) as lumina:
        await lumina.transfer.reembed(lambda _: None)
    async with living(home, clock) as life:
        await life.run("all")
        await every_vector_is_of(life, WIDTH)
        assert (await life.recall("羅針盤")).hits
        assert not (await life.recall("羅針盤")).missing
        await life.lumina.memories.restore(ME, state.id)
        await every_vector_is_of(life, WIDTH)


async def every_vector_is_of(life: Life, dimensions: int) -> None:
    bodies = await life.stores.bodies.read(ME, await life.states())
    entries = [entry for body in bodies.values() for entry in body.entries]
    found = await life.stores.longterm.entries(ME, [state.id for state in await life.states()])
    entries += [unpack_entry(packed) for packed in chain.from_iterable(found.values())]
    assert {entry.window.shape[0] for entry in entries if entry.window is not None} <= {dimensions}


# 10. A turn survives any one store being down.


class Broken:
    """In the place of a source's search and read: raises or hangs for as long as it is to."""

    def __init__(self, hangs: bool) -> None:
        self.hangs, self.calls = hangs, 0

    async def __call__(self, *_: Any) -> Any:
        self.calls += 1
        if self.hangs:
            await asyncio.sleep(3600)
        raise StoreDown(store="DuckDB", why="somebody pulled the plug")


@pytest.mark.parametrize("hangs", [False, True])
@pytest.mark.parametrize("name", ["redis", "duckdb", "longterm"])
async def test_a_turn_survives_a_source_that_fails_names_it_and_asks_it_again_later(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, hangs: bool
) -> None:
    monkeypatch.setattr(asking, "REST", LONGEST)  # a turn may take longer than a source rests
    async with living(home, source_timeout=2 if hangs else 60) as life:
        life.listen_to(scripted("なるほど。"))
        await life.read_in([line(f"{DAY[n % 8]}{n}", 60 * 24 * n, room="cli") for n in range(20)])
        life.clock.set(MORNING + timedelta(days=19, hours=1))
        broken, store = Broken(hangs), getattr(life.stores, name)
        for verb in ("search", "read") if name == "duckdb" else ("search",):
            monkeypatch.setattr(store, verb, broken)
        began = time.monotonic()
        async with asyncio.timeout(LONGEST):
            events = await life.say("羅針盤の話をしたい。")
        assert isinstance(events[-1], Done)
        assert name in events[-1].missing
        calls = broken.calls
        assert is_done(await life.say("羅針盤の続きだけど。"))
        assert broken.calls == calls
        monkeypatch.undo()
        life.parts.recaller.panel.timeout = LONGEST
        monkeypatch.setattr(asking.time, "monotonic", lambda: began + 3600)
        assert name not in (await life.recall("羅針盤")).missing
