"""Redis is filled again: a round looks for what came in since, and for all where Redis may have lost something."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.life import Life, living
from harness.servers import Engines
from lumina.databases.redis import open_redis
from lumina.memory.midterm_redis import RedisTier
from tests.test_profiles import TOLD

pytestmark = pytest.mark.servers

PEOPLE = ("碧", "翠")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whose memories were looked for."""
    counts, asked = RedisTier.counts, list[str]()

    async def watched(self: RedisTier, people: Sequence[str]) -> list[int]:
        asked.extend(people)
        return await counts(self, people)

    monkeypatch.setattr(RedisTier, "counts", watched)
    return asked


async def remembers(life: Life, person: str) -> None:
    """So much that some of it overflows, and is a memory in Redis."""
    for text in TOLD:
        await life.say(text, person=person)


async def emptied_by_hand(engines: Engines) -> None:
    """As an operator does; the keys of one after the other, of which Redis keeps no account."""
    client = open_redis(engines.redis.url)
    async for key in client.scan_iter():
        await client.unlink(key)
    await client.aclose()


async def flushed(engines: Engines) -> None:
    client = open_redis(engines.redis.url)
    await client.flushall()
    await client.aclose()


async def test_a_round_asks_for_who_came_in_since_and_for_all_once_redis_was_emptied(
    engines: Engines, tmp_path: Path, asked: list[str]
) -> None:
    async with living(tmp_path / "home", **await engines.emptied()) as life:
        for person in PEOPLE:
            await remembers(life, person)
        held = [await life.stores.redis.count(person) for person in PEOPLE]
        assert all(held)
        for _ in range(3):
            await life.run("heal")
        asked.clear()
        await life.run("heal")
        assert asked == []
        await flushed(engines)
        await life.run("heal")
        assert sorted(asked) == sorted(PEOPLE)
        assert [await life.stores.redis.count(person) for person in PEOPLE] == held


async def test_what_redis_never_got_is_brought_to_it_within_two_rounds(
    engines: Engines, tmp_path: Path, asked: list[str]
) -> None:
    """As where one machine was cut off from it, and another one looks after it."""
    given = await engines.emptied()
    async with living(tmp_path / "home", **given) as life:
        await remembers(life, PEOPLE[0])
        for _ in range(3):
            await life.run("heal")
        asked.clear()
        await remembers(life, PEOPLE[1])
        held = await life.stores.redis.count(PEOPLE[1])
        for _ in range(2):
            await life.stores.redis.forget(PEOPLE[1])
            await life.run("heal")
            assert await life.stores.redis.count(PEOPLE[1]) == held > 0
        assert set(asked) == {PEOPLE[1]}


async def test_what_went_by_hand_is_found_when_all_are_looked_for(engines: Engines, tmp_path: Path) -> None:
    async with living(tmp_path / "home", **await engines.emptied()) as life:
        await remembers(life, PEOPLE[0])
        held = await life.stores.redis.count(PEOPLE[0])
        for _ in range(3):
            await life.run("heal")
        await emptied_by_hand(engines)
        await life.run("heal")
        assert await life.stores.redis.count(PEOPLE[0]) == 0
        await life.run("reconcile")
        assert await life.stores.redis.count(PEOPLE[0]) == held > 0
