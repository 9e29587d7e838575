import asyncio
import time

import pytest

from harness.life import Life
from lumina import courtesy
from lumina.courtesy import GIVES_WAY, give_way, is_answered, waits
from lumina.databases.postgres_connection import patient

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_nobody_gives_way_where_nobody_waits() -> None:
    assert await _seconds_given() < GIVES_WAY / 2


async def test_the_background_gives_way_until_somebody_is_answered() -> None:
    who = object()
    waits(who)
    giving = asyncio.create_task(give_way())
    await asyncio.sleep(0.02)
    assert not giving.done()
    is_answered(who)
    await asyncio.wait_for(giving, GIVES_WAY)


async def test_the_background_gets_on_where_an_answer_is_long_in_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    who = object()
    waits(who)
    try:
        assert await _seconds_given() >= GIVES_WAY
        monkeypatch.setattr(courtesy, "SOON", 0.0)  # asked long ago: a model thinks
        assert await _seconds_given() < GIVES_WAY / 2
    finally:
        is_answered(who)


async def test_what_a_job_asks_of_the_database_waits_and_what_a_person_asks_does_not(life: Life) -> None:
    waits(life)
    try:
        with patient():
            assert await _seconds(life) >= GIVES_WAY
        assert await _seconds(life) < GIVES_WAY
    finally:
        is_answered(life)


async def test_nobody_waits_any_more_once_a_turn_is_over(life: Life) -> None:
    await life.say("hello")
    assert await _seconds_given() < GIVES_WAY / 2


async def _seconds_given() -> float:
    began = time.monotonic()
    await give_way()
    return time.monotonic() - began


async def _seconds(life: Life) -> float:
    began = time.monotonic()
    await life.parts.stores.database.ping()
    return time.monotonic() - began
