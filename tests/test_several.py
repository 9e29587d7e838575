"""Two LUMINAs on the same servers and the same data folder: what the one does, the other sees; erasure wins."""

import asyncio
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from harness.deeds import FlushForEver
from harness.life import Life, line, living, scripted
from harness.mixed import idle, played
from harness.mortal import Mortal
from harness.nights import erased
from harness.servers import Engines
from harness.soundness import interleaved
from harness.waiting import LONGEST, until
from lumina.databases import postgres
from lumina.distil.distillate import Distillate
from lumina.distil.offline import OfflineDistiller
from lumina.erasure.caches import following_erasures
from lumina.errors import FolderInUse, PersonErased
from lumina.models import Role, Turn
from tests.test_profiles import TOLD

pytestmark = pytest.mark.servers

"""Seconds until somebody counts as waiting for a model that does not answer."""

SERVERS = {"profile", "postgres_url", "redis_url", "qdrant_url", "qdrant_api_key", "neo4j_url"}


@pytest.fixture
async def two(tmp_path: Path, engines: Engines) -> AsyncGenerator[tuple[Life, Life]]:
    settings = await engines.emptied()
    async with (
        living(tmp_path / "home", **settings) as one,
        living(tmp_path / "home", one.clock, **settings) as other,
    ):
        yield one, other


async def erase(life: Life) -> int:
    """What is left."""
    _, residue = await erased(life.lumina, life.person)
    return sum(residue.values())


async def found(life: Life) -> bool:
    recalled = await life.recall("田中さんは柿のお礼に何をくれた？", turns=True)
    return any("ジャム" in hit.text for hit in recalled.hits[:3])


async def read_by_nobody(life: Life) -> bool:
    return not life.stores.redis._searched._known  # pyright: ignore[reportPrivateUsage]


async def test_what_one_was_told_the_other_knows_in_every_tier(two: tuple[Life, Life]) -> None:
    one, other = two
    await one.chat(TOLD)
    assert await found(other)
    await one.distil_all()
    assert await found(other)
    for days in (1, 31):
        await other.pass_days(days)
        await other.run("all")
        assert await found(one)
        assert await found(other)


async def test_a_room_s_talk_goes_on_in_the_other_with_the_other_s_window(two: tuple[Life, Life]) -> None:
    one, other = two
    await one.say("弟は来月、港の見える部屋に引っ越すそうだ。")
    model = scripted()
    other.listen_to(model)
    await other.say("その部屋からは船も見える？")
    assert "港の見える部屋" in model.seen
    assert len({turn.thread for turn in await one.turns()}) == 1


async def test_turns_of_one_room_do_not_interleave_whoever_talks_and_whatever_is_imported(
    two: tuple[Life, Life],
) -> None:
    async def talk(life: Life, number: int) -> None:
        for at in range(6):
            await life.say(f"{TOLD[at]} {number}-{at}", room="cli")

    lines = [line(f"{TOLD[at % 8]} 読み込み {at}", at, room="cli") for at in range(24)]
    await asyncio.gather(*(talk(life, number) for number, life in enumerate(two)), two[1].read_in(lines))
    assert await interleaved(two[0].lumina, two[0].person) == []
    said = [turn for turn in await two[0].turns() if turn.role is not Role.CHARACTER]
    assert len(said) == 12 + 24


async def test_who_is_erased_in_one_is_erased_in_the_middle_of_the_other_s_turn(two: tuple[Life, Life]) -> None:
    one, other = two
    await other.chat(TOLD)
    await other.distil_all()
    assert await found(other)
    model = scripted(held=asyncio.Event(), reached=asyncio.Event())
    other.listen_to(model)
    turn = asyncio.create_task(other.say("田中さんに柚子を返したい。"))
    assert model.reached is not None
    assert model.held is not None
    await model.reached.wait()
    assert await erase(one) == 0
    model.held.set()
    with pytest.raises(PersonErased):
        await turn
    assert not await found(other)
    assert sum((await other.lumina.erasure.preview(other.person)).would_erase.values()) == 0
    for life in two:
        await life.run("all")
    assert sum((await one.lumina.erasure.preview(one.person)).would_erase.values()) == 0


async def test_an_import_under_way_is_refused_when_the_other_erases(two: tuple[Life, Life]) -> None:
    one, other = two
    lines = [line(f"{TOLD[at % 8]} {at}", at, room="庭") for at in range(600)]
    reading = asyncio.create_task(other.read_in(lines))
    await until(one.turns)
    assert await erase(one) == 0
    with pytest.raises(PersonErased):
        await reading
    assert sum((await one.lumina.erasure.preview(one.person)).would_erase.values()) == 0


async def test_what_the_other_process_had_read_of_who_was_erased_leaves_its_memory(two: tuple[Life, Life]) -> None:
    one, other = two
    await other.chat(TOLD)
    await other.distil_all()
    assert await found(other)
    assert not await read_by_nobody(other)
    async with following_erasures(other.stores, 0.01):
        await erase(one)
        await until(partial(read_by_nobody, other))


@dataclass(frozen=True, slots=True)
class Counting:
    """A model that is held up and counts what it is asked."""

    asked: list[tuple[UUID, ...]] = field(default_factory=list[tuple[UUID, ...]])
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    held: asyncio.Event = field(default_factory=asyncio.Event)
    together: int = 1

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        self.asked.append(tuple(turn.id for turn in turns))
        self.reached.set()
        await self.held.wait()
        return await OfflineDistiller().distil(turns)


def flushing(life: Life) -> "asyncio.Task[int]":
    return asyncio.create_task(life.parts.flusher.flush(life.person, life.room, everything=True))


async def told(two: tuple[Life, Life]) -> Counting:
    """Something waits in the room; both distil it with one model."""
    model = Counting()
    await two[0].chat(TOLD[:2])
    for life in two:
        life.parts.flusher.distiller = model
    return model


async def test_two_who_distil_a_room_at_once_ask_the_model_once(two: tuple[Life, Life]) -> None:
    one, other = two
    model = await told(two)
    first = flushing(one)
    await model.reached.wait()
    second = flushing(other)
    await asyncio.sleep(0.5)
    model.held.set()
    made = [await first, await second]
    assert made == [len(model.asked), 0]
    assert len(set(model.asked)) == len(model.asked) > 0


async def test_a_room_that_another_process_goes_on_distilling_is_left_to_it_and_no_other_room_waits(
    two: tuple[Life, Life], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "DISTIL_SECONDS", 0.0)
    one, other = two
    model = await told(two)
    first = flushing(one)
    await model.reached.wait()
    assert await asyncio.wait_for(flushing(other), LONGEST) == 0
    other.parts.flusher.distiller = OfflineDistiller()
    await other.say(TOLD[2], room="庭")
    assert await other.parts.flusher.flush(other.person, "庭", everything=True) == 1
    model.held.set()
    assert await first == len(model.asked)


async def test_what_a_killed_process_was_distilling_the_other_distils(
    two: tuple[Life, Life], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "DISTIL_SECONDS", 0.0)
    _, other = two
    model = await told(two)
    model.held.set()
    settings = other.lumina.settings.model_dump(include=SERVERS)
    holder = await asyncio.to_thread(Mortal.born, tmp_path / "home", other.clock(), **settings)
    try:
        await asyncio.to_thread(holder.ready)
        holder.begin(FlushForEver(other.person, other.room), other.clock())
        held = await asyncio.to_thread(holder.heard)
        assert await asyncio.wait_for(flushing(other), LONGEST) == 0
        assert model.asked == []
    finally:
        await asyncio.to_thread(holder.kill)
    await until(partial(flushing, other))
    assert held == list(model.asked[0])
    waiting = await other.stores.transcript.waiting(other.person)
    assert [turn for turn in waiting if turn.room == other.room] == []


async def test_an_erasure_does_not_wait_for_the_model_that_the_other_distils_with(two: tuple[Life, Life]) -> None:
    one, other = two
    model = await told(two)
    first, second = flushing(other), flushing(one)
    await model.reached.wait()
    assert await asyncio.wait_for(erase(one), LONGEST) == 0
    model.held.set()
    with pytest.raises(PersonErased):
        await first
        await second
    assert sum((await one.lumina.erasure.preview(one.person)).would_erase.values()) == 0


async def test_vectors_are_made_anew_by_one_that_is_alone(two: tuple[Life, Life], tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(FolderInUse):
            await stack.enter_async_context(two[0].lumina.open(two[0].lumina.settings, two[0].clock, reembedding=True))


def test_half_a_minute_of_mixed_load_with_kills_loses_nothing_doubles_nothing_and_nothing_erased_comes_back(
    tmp_path: Path, engines: Engines
) -> None:
    run = played(35, random.randrange(10**6), tmp_path / "home", asyncio.run(engines.emptied()))
    assert run.findings == []
    assert idle(run) == []
