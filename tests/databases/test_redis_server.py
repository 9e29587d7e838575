"""What a Redis of its own process adds: passwords, TLS, other processes, and outages."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest

from harness.builders import NOW, cue, memory, packed, search, unit
from harness.servers import or_skip
from lumina.clock import ManualClock
from lumina.databases.circuit import Circuit
from lumina.databases.redis import open_redis
from lumina.errors import StoreDown, StoreNotTrusted
from lumina.memory.midterm_redis import RedisTier
from tests.memory.contract import ASKED
from tools.servers.redis_server import serve_redis
from tools.servers.serving import Server, free_port

pytestmark = pytest.mark.servers


@pytest.fixture
def mortal() -> Generator[Server]:
    """A server of this test alone."""
    with or_skip(serve_redis()) as server:
        yield server


@asynccontextmanager
async def tier_at(url: str) -> AsyncGenerator[RedisTier]:
    tier = RedisTier(open_redis(url), ManualClock(NOW), Circuit("Redis", rest=0))
    yield tier
    await tier.close()


@pytest.fixture
async def emptied(redis_server: Server) -> str:
    client: Any = open_redis(redis_server.url)
    await client.flushall()
    await client.aclose()
    return redis_server.url


async def test_what_one_process_changes_another_finds_changed(emptied: str) -> None:
    asked = cue(asked=ASKED, vector=unit("q"))
    async with tier_at(emptied) as one, tier_at(emptied) as other:
        await one.write([memory(number=number) for number in range(3)])
        assert {found.entry.memory for found in await search(other, asked)} == {memory(number=n).id for n in range(3)}
        await one.delete("haru", [memory(number=0).id])
        assert {found.entry.memory for found in await search(other, asked)} == {memory(number=n).id for n in (1, 2)}
        await other.forget("haru")
        assert await search(one, asked) == []
        assert await one.read("haru", [memory(number=1).id]) == []


async def test_the_server_itself_forgets_what_is_a_day_old(emptied: str) -> None:
    async with tier_at(emptied) as tier:
        almost = memory(born=NOW - timedelta(hours=24) + timedelta(milliseconds=1))
        await tier.write([almost, memory(number=1)])
        client: Any = open_redis(emptied)
        left = sorted([await client.pttl(key) async for key in client.scan_iter("*:memory:*")])
        assert 0 < left[0] <= 1000 < left[1]
        await client.aclose()


async def test_a_cluster_is_found_by_whichever_of_the_named_nodes_is_there(redis_cluster: str) -> None:
    """Who starts while one is away does so all the same."""
    beside_a_dead_one = redis_cluster.replace("@", f"@127.0.0.1:{free_port()},", 1)
    async with tier_at(beside_a_dead_one) as tier:
        await tier.write([memory()])
        assert packed(await tier.read("haru", [memory().id])) == packed([memory()])
        await tier.forget("haru")


async def test_its_state_is_the_same_until_it_may_have_lost_something(mortal: Server, redis_cluster: str) -> None:
    for url in (mortal.url, redis_cluster):
        async with tier_at(url) as tier:
            before = await tier.state()
            await tier.write([memory()])
            assert await tier.state() == before
            client: Any = open_redis(url)
            await client.flushall()
            await client.aclose()
            assert await tier.state() != before
    async with tier_at(mortal.url) as tier:
        before = await tier.state()
        mortal.kill()
        with pytest.raises(StoreDown):
            await tier.state()
        mortal.start()
        assert await tier.state() != before


async def test_over_tls_it_keeps_what_it_keeps_without() -> None:
    with or_skip(serve_redis(tls=True)) as server:
        async with tier_at(server.url) as tier:
            await tier.write([memory()])
            assert packed(await tier.read("haru", [memory().id])) == packed([memory()])
        async with tier_at(server.url.partition("?")[0]) as trusting_nobody:
            with pytest.raises(StoreNotTrusted, match=r"\?ssl_ca_certs=FILE in LUMINA_REDIS_URL"):
                await trusting_nobody.count()


async def test_a_wrong_password_is_named_and_not_shown(redis_server: Server) -> None:
    wrong = redis_server.url.replace(f":{urlsplit(redis_server.url).password}@", ":another-word@")
    async with tier_at(wrong) as tier:
        with pytest.raises(StoreDown, match="password") as refused:
            await tier.count()
    assert "another-word" not in str(refused.value)


async def test_killed_and_started_again_it_is_empty_and_works(mortal: Server) -> None:
    async with tier_at(mortal.url) as tier:
        await tier.write([memory()])
        mortal.kill()
        for asked in (tier.search(cue(asked=ASKED)), tier.write([memory()]), tier.count(), tier.forget("haru")):
            with pytest.raises(StoreDown, match="Redis"):
                await asked
        mortal.start()
        assert await tier.count() == 0
        await tier.write([memory()])
        assert await tier.count("haru") == 1


async def test_a_server_that_does_not_answer_is_given_up_and_taken_up_again(mortal: Server) -> None:
    async with tier_at(mortal.url) as tier:
        await tier.write([memory()])
        with mortal.paused(), pytest.raises(StoreDown, match="Timeout"):
            await tier.search(cue(asked=ASKED))
        assert packed(await tier.read("haru", [memory().id])) == packed([memory()])


async def test_a_connection_that_the_server_closed_is_made_again_without_a_word(emptied: str) -> None:
    async with tier_at(emptied) as tier:
        await tier.write([memory()])
        client: Any = open_redis(emptied)
        await client.client_kill_filter(_type="normal", skipme=True)
        assert await tier.count() == 1
        await client.aclose()


async def test_a_full_server_refuses_and_the_rest_stays_readable(mortal: Server) -> None:
    async with tier_at(mortal.url) as tier:
        await tier.write([memory()])
        client: Any = open_redis(mortal.url)
        await client.config_set("maxmemory", 1)
        with pytest.raises(StoreDown, match="maxmemory"):
            await tier.write([memory(number=1)])
        assert await tier.count("haru") == 1
        await client.config_set("maxmemory", 0)
        await client.aclose()
