"""What was under way to an engine when the right to write a person ended, and arrives after the person was erased: it
does not bring a word back."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.faults import Way, late
from harness.life import Life, living
from harness.lives import words
from harness.servers import Engines
from lumina.databases.ciphers import HEAD
from lumina.databases.circuit import REST_SECONDS
from lumina.databases.redis import open_redis
from lumina.errors import StoreDown
from lumina.models import TierName
from lumina.reports import EraseReport

pytestmark = pytest.mark.servers

WORD, *WORDS = words("ゲ", 14)
ARRIVAL_SECONDS = 0.5


@asynccontextmanager
async def behind_a_way(engines: Engines, home: Path, engine: str) -> AsyncGenerator[tuple[Life, Way]]:
    settings, way = await engines.emptied(), Way(getattr(engines, engine))
    async with way.open():
        mine: dict[str, Any] = settings | {f"{engine}_url": way.leads_to(settings[f"{engine}_url"])}
        async with living(home, **mine) as life:
            yield life, way


async def erase(life: Life) -> EraseReport:
    """Once the engine that did not answer is asked again."""
    await asyncio.sleep(REST_SECONDS)
    return await life.lumina.erasure.erase(life.person, (await life.lumina.erasure.preview(life.person)).token, "test")


async def in_redis(url: str) -> bytes:
    """Every key with all that lies there. (DUMP would compress it.)"""
    client: Any = open_redis(url)
    found = [key async for key in client.scan_iter()]
    strings = [key for key in found if await client.type(key) == b"string"]
    held = [await client.get(key) or b"" for key in strings]
    members = [member for key in set(found) - set(strings) for member in await client.zrange(key, 0, -1)]
    await client.aclose()
    return b"\n".join([*found, *held, *members])


async def test_words_that_reach_redis_after_an_erasure_do_not_stay_there(engines: Engines, tmp_path: Path) -> None:
    async with behind_a_way(engines, tmp_path / "home", "redis") as (life, way), late(way, HEAD) as arrive:
        await life.chat([f"{word}という店で珈琲を飲んだ。" for word in [WORD, *WORDS]])
        await life.distil_all()
        assert way.kept
        assert HEAD not in await in_redis(engines.redis.url)
        assert set((await erase(life)).residue.values()) == {0}
        arrive()
        await asyncio.sleep(ARRIVAL_SECONDS)
        held = await in_redis(engines.redis.url)
        assert not [word for word in [WORD, *WORDS, life.person] if word.encode() in held]
        assert HEAD not in held
        assert (await life.recall(f"{WORD}の珈琲")).hits == ()
        await life.run("reconcile")
        assert await in_redis(engines.redis.url) == b""


async def test_what_an_older_state_of_redis_brings_back_is_not_found_and_goes(engines: Engines, tmp_path: Path) -> None:
    async with living(tmp_path / "home", **await engines.emptied()) as life:
        await life.chat([f"{word}という店で珈琲を飲んだ。" for word in WORDS])
        await life.distil_all()
        await life.say("それはさておき、また明日。", person="別の人")
        client: Any = open_redis(engines.redis.url)
        older = {key: (await client.dump(key), await client.pttl(key)) async for key in client.scan_iter()}
        assert (await erase(life)).residue["redis"] == 0
        for key, (value, left) in older.items():
            await client.restore(key, max(left, 0), value, replace=True)
        await client.aclose()
        assert HEAD in await in_redis(engines.redis.url)
        assert (await life.recall(f"{WORDS[3]}の珈琲")).hits == ()
        await life.run("reconcile")
        held = await in_redis(engines.redis.url)
        assert HEAD not in held
        assert life.person.encode() not in held


async def test_comparing_redis_takes_nothing_that_belongs_there(engines: Engines, tmp_path: Path) -> None:
    async with living(tmp_path / "home", **await engines.emptied()) as life:
        await life.chat([f"{word}という店で珈琲を飲んだ。" for word in WORDS])
        await life.distil_all()
        lying = (await life.stores.catalogue.counts(life.person))[TierName.REDIS]
        life.clock.advance(timedelta(minutes=5))
        await life.run("reconcile")
        assert await life.stores.redis.count(life.person) == lying > 0


async def descend(life: Life) -> None:
    await life.parts.chores.descend(life.clock())


async def fade(life: Life) -> None:
    await life.parts.chores.lifecycle(life.clock())


async def speak(life: Life) -> None:
    await life.say("続きはまた今度。")


@pytest.mark.parametrize(
    ("deed", "days", "caught", "table"),
    [
        pytest.param(descend, 31, b"COMMIT", "entries", id="memories that descend"),
        pytest.param(fade, 400, b"insert into archive", "archive", id="memories that fade"),
        pytest.param(speak, 0, b"INSERT INTO checkpoint_blobs", "checkpoint_blobs", id="a checkpoint"),
    ],
)
async def test_what_reaches_postgresql_after_its_sender_gave_up_comes_before_an_erasure_or_never(
    engines: Engines, tmp_path: Path, deed: Callable[[Life], Awaitable[None]], days: float, caught: bytes, table: str
) -> None:
    home, way = tmp_path / "home", Way(engines.postgres)
    settings: dict[str, Any] = await engines.emptied()
    mine: dict[str, Any] = settings | {"postgres_url": way.leads_to(settings["postgres_url"])}
    async with way.open(), living(home, **mine) as life, living(home, life.clock, **settings) as other:
        await other.chat([f"{word}という店で珈琲を飲んだ。" for word in [WORD, *WORDS]])
        await other.distil_all()
        await other.pass_days(days)
        if deed is fade:
            await descend(other)
        async with late(way, caught) as arrive:
            with suppress(StoreDown):
                await deed(life)
            assert way.kept
            erasing = asyncio.create_task(erase(other))
            await asyncio.wait([erasing], timeout=REST_SECONDS + 3)
            arrive()
            assert set((await erasing).residue.values()) == {0}
            await asyncio.sleep(ARRIVAL_SECONDS)
            assert await other.stores.database.fetch(f"select count(*) from {table}") == [(0,)]  # pyright: ignore[reportArgumentType]
