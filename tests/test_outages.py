"""Each engine in turn dies, stands still, is slow or full, while somebody talks: nothing said is lost, and what the
engine missed is repaired when it is back, with no hand."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.faults import Way, full, killed, paused, slowed
from harness.life import Life, living, replies
from harness.servers import (
    Engines,
    empty_neo4j,
    empty_qdrant,
    empty_redis,
)
from harness.waiting import LONGEST
from lumina.databases.neo4j import Graph
from lumina.errors import ErasureInterrupted, StoreDown
from lumina.memory.associations_outbox import FollowedAssociations
from lumina.models import TierName
from lumina.reports import Done
from lumina.stores.engines import Watched
from lumina.stores.watch import Watch
from tools.servers.serving import Server

pytestmark = pytest.mark.servers

TOLD = [
    "土曜は灯台まで歩いて、潮だまりで小さな蟹を見つけた。",
    "帰りに寄った喫茶店の主人は、昔オルガンを作っていたそうだ。",
    "オルガンの音は、古い教会でいちばんよく響くと言っていた。",
    "来月、その教会で妹の合唱団が歌うことになった。",
    "妹はアルトで、毎晩ベランダで練習している。",
    "隣の猫がそれを聞きに、塀の上まで来るようになった。",
    "猫には勝手にカノンという名前をつけた。",
    "カノンは煮干しより、かつお節のほうが好きらしい。",
]
LIMIT = 120.0
"""Seconds that no turn takes, however slow this machine is: what has no limit takes longer."""


@dataclass
class Outside:
    """The four engines, each behind a way that can be slow."""

    engines: Engines
    postgres: Way
    redis: Way
    qdrant: Way
    neo4j: Way

    async def emptied(self) -> dict[str, Any]:
        """Let them hold nothing; the settings that lead to them over their ways."""
        ways = {"postgres": self.postgres, "redis": self.redis, "qdrant": self.qdrant, "neo4j": self.neo4j}
        settings = await self.engines.emptied()
        return settings | {f"{name}_url": way.leads_to(settings[f"{name}_url"]) for name, way in ways.items()}


@pytest.fixture
def outside(
    engines: Engines, debian_postgres: Server, redis_server: Server, qdrant_stand_in: Server, neo4j_server: Server
) -> Outside:
    return Outside(engines, *map(Way, (debian_postgres, redis_server, qdrant_stand_in, neo4j_server)))


@pytest.fixture
async def life(outside: Outside, tmp_path: Path) -> AsyncGenerator[Life]:
    """With the watch of a process that stays."""
    async with AsyncExitStack() as stack:
        for way in (outside.postgres, outside.redis, outside.qdrant, outside.neo4j):
            await stack.enter_async_context(way.open())
        life = await stack.enter_async_context(living(tmp_path / "home", **await outside.emptied(), source_timeout=2))
        await stack.enter_async_context(Watch(watched(life).values()).running())
        yield life


def watched(life: Life) -> dict[str, Watched]:
    return dict(life.stores.engines.watched)


async def until_closed(life: Life) -> None:
    """Until every engine is taken for well; the watch finds that out."""
    async with asyncio.timeout(LONGEST):
        while any(one.circuit.state != "closed" for one in watched(life).values()):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def repaired(life: Life) -> None:
    """What the minute's job does once the engines are back."""
    await until_closed(life)
    await life.run("heal")


async def lies_in_every_tier(life: Life) -> None:
    await life.chat(TOLD[:4])
    await life.distil_all()
    await life.pass_days(40)
    await life.run("all")
    await life.chat(TOLD[4:6])
    await life.distil_all()


async def talk(life: Life, texts: list[str]) -> set[str]:
    """Every turn is answered in time; returns what was missing."""
    missing: set[str] = set()
    for text in texts:
        began = time.monotonic()
        events = await life.say(text)
        assert replies(events)
        assert time.monotonic() - began < LIMIT
        assert isinstance(events[-1], Done)
        missing |= set(events[-1].missing)
    return missing


async def nothing_is_missing(life: Life) -> None:
    """Soon, every source answers."""
    async with asyncio.timeout(LONGEST):
        while (await life.recall("灯台で見つけたのは？")).missing:  # noqa: ASYNC110
            await asyncio.sleep(0.5)


async def is_whole(life: Life) -> None:
    """Nothing said is lost or doubled, and every engine has what it should have."""
    stores = life.stores
    said = [turn.text for turn in await life.turns() if turn.speaker == life.person]
    assert len(said) == len(set(said))
    distilled = [turn for state in await life.states() for turn in state.turns]
    waiting = [turn.id for turn in await stores.transcript.waiting(life.person)]
    assert sorted([*distilled, *waiting]) == sorted(turn.id for turn in await life.turns())
    counts = await stores.catalogue.counts(life.person)
    assert await stores.redis.count(life.person) == counts.get(TierName.REDIS, 0)
    assert await stores.index.count() == await stores.longterm.count_entries()
    assert await associations(life).waiting() == 0
    states = await life.states()
    memories = (await stores.bodies.bodies(life.person, states)).values()
    known = {concept for memory in memories for concept in memory.concepts}
    assert (await stores.associations.mentions(life.person, sorted(known))).keys() == known


def associations(life: Life) -> FollowedAssociations:
    kept: Any = life.stores.associations
    return kept.inner


@pytest.mark.parametrize("fault", [killed, paused, slowed, full])
@pytest.mark.parametrize("engine", ["redis", "qdrant", "neo4j"])
async def test_an_engine_fails_while_somebody_talks_and_memories_are_made_and_descend(
    outside: Outside, life: Life, engine: str, fault: Callable[[Way], AbstractAsyncContextManager[None]]
) -> None:
    await lies_in_every_tier(life)
    async with fault(getattr(outside, engine)):
        missing = await talk(life, TOLD[6:])
        if fault is not full:
            assert missing & {"redis", "longterm", "associations"}
        life.clock.advance(timedelta(minutes=30))
        await life.run("reconcile")
        await life.pass_days(1)
        await life.run("descend")
        await talk(life, ["雨がやんだら、また灯台まで歩こう。"])
        await life.distil_all()
    await repaired(life)
    await nothing_is_missing(life)
    await is_whole(life)


@pytest.mark.parametrize("fault", [killed, paused, full])
async def test_without_the_record_a_turn_is_refused_in_one_line_and_the_talk_goes_on_when_it_is_back(
    outside: Outside, life: Life, fault: Callable[[Way], AbstractAsyncContextManager[None]]
) -> None:
    await lies_in_every_tier(life)
    async with fault(outside.postgres):
        for text in TOLD[6:]:
            began = time.monotonic()
            with pytest.raises(StoreDown, match="PostgreSQL"):
                await life.say(text)
            assert time.monotonic() - began < LIMIT
    await until_closed(life)
    await talk(life, TOLD[6:])
    await nothing_is_missing(life)
    await life.distil_all()
    await is_whole(life)


@pytest.mark.parametrize("engine", ["redis", "qdrant", "neo4j"])
async def test_an_engine_that_was_emptied_is_filled_again(outside: Outside, life: Life, engine: str) -> None:
    await lies_in_every_tier(life)
    if engine == "redis":
        await empty_redis(outside.redis.server)
    elif engine == "qdrant":
        await empty_qdrant(outside.qdrant.server)
    else:
        await empty_neo4j(outside.neo4j.server)
        async with Graph.open(outside.neo4j.server.url, seconds=240) as graph:
            await graph.run("drop constraint lumina_memory", {})
    await life.run("reconcile")
    await is_whole(life)


async def test_what_an_older_state_of_neo4j_brings_back_goes_and_what_it_lacks_comes(
    outside: Outside, life: Life
) -> None:
    await lies_in_every_tier(life)
    first = (await life.states())[0]
    async with Graph.open(outside.neo4j.server.url, seconds=240) as graph:
        lost = {"id": str(first.id)}
        await graph.run("match (m:LuminaMemory {id: $id}) detach delete m", lost)
        await graph.run("merge (:LuminaMemory {person: 'somebody who was erased', id: 'x'})", {})
        await life.run("reconcile")
        assert await graph.fetch("match (m:LuminaMemory) where m.id = 'x' return m", {}) == []
        assert await graph.fetch("match (m:LuminaMemory {id: $id}) return count(*)", lost) == [[1]]


@pytest.mark.parametrize("engine", ["redis", "qdrant", "neo4j"])
async def test_lumina_opens_while_an_engine_is_down_and_takes_it_up_when_it_is_there(
    outside: Outside, tmp_path: Path, engine: str
) -> None:
    settings = await outside.emptied()
    ways = [outside.postgres, outside.redis, outside.qdrant, outside.neo4j]
    way: Way = getattr(outside, engine)
    async with AsyncExitStack() as stack:
        for one in ways:
            await stack.enter_async_context(one.open())
        async with killed(way):
            life = await stack.enter_async_context(living(tmp_path / "home", **settings))
            await stack.enter_async_context(Watch(watched(life).values()).running())
            await talk(life, TOLD[:6])
            report = await life.lumina.doctor()
            name = {"neo4j": "associations"}.get(engine, engine)
            assert report.stores[name].state == "down"
            await life.distil_all()
        await repaired(life)
        await is_whole(life)
        await life.pass_days(40)
        await life.run("all")
        await talk(life, TOLD[6:])
        await nothing_is_missing(life)
        await is_whole(life)


@pytest.mark.parametrize("engine", ["redis", "qdrant", "neo4j"])
async def test_an_erasure_that_an_outage_interrupts_is_finished_without_being_asked_again(
    outside: Outside, life: Life, engine: str
) -> None:
    await lies_in_every_tier(life)
    token = (await life.lumina.erasure.preview(life.person)).token
    async with paused(getattr(outside, engine)):
        with pytest.raises(ErasureInterrupted, match="goes on by itself"):
            await life.lumina.erasure.erase(life.person, token, "test")
        await life.run("heal")
        assert not (await life.lumina.doctor()).ok
    await repaired(life)
    preview = await life.lumina.erasure.preview(life.person)
    assert sum(preview.would_erase.values()) == 0
    assert (await life.lumina.doctor()).stores["erasures"].state == "ok"
