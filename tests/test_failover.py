"""PostgreSQL's primary dies: its standby has whatever was acknowledged, and LUMINA goes on there."""

import asyncio
import random
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from harness.life import Life, living
from harness.mishaps import kept_by, serve_laid_out
from harness.mixed import idle, played
from harness.nights import erased
from harness.servers import Engines, or_skip
from harness.waiting import until
from lumina.errors import StoreDown
from tests.test_profiles import TOLD
from tools.servers.pgbouncer_server import PgBouncer, serve_pgbouncer
from tools.servers.postgres_pair import Pair, serve_pair

pytestmark = pytest.mark.servers

PAUSE = 0.2


@pytest.fixture
def pair() -> Generator[Pair]:
    with or_skip(serve_pair()) as pair:
        yield pair


@pytest.fixture
def pgbouncer(pair: Pair) -> Generator[PgBouncer]:
    """It leads to whoever is the primary."""
    with or_skip(serve_pgbouncer(pair.primary)) as server:
        pair.told.append(server.lead_to)
        yield server


@pytest.fixture(params=["past", "by"])
async def settings(request: pytest.FixtureRequest, engines: Engines, pair: Pair, tmp_path: Path) -> dict[str, Any]:
    """Of one machine whose PostgreSQL has a standby, with a PgBouncer before it or without."""
    given = await engines._replace(postgres=pair.primary, begins="").emptied()
    name = urlsplit(str(given["postgres_url"])).path
    by = {}
    if request.param == "by":
        pgbouncer: PgBouncer = request.getfixturevalue("pgbouncer")
        by = {"postgres_pool_url": urlsplit(pgbouncer.url)._replace(path=name).geturl()}
    shared = {"shared_url": (tmp_path / "shared").as_uri(), "master_key": tmp_path / "master.key"}
    return {**given, **shared, **by, "postgres_url": urlsplit(pair.url)._replace(path=name).geturl()}


async def test_what_was_acknowledged_is_there_when_the_standby_goes_on_again_and_again(
    settings: dict[str, Any], pair: Pair, tmp_path: Path
) -> None:
    talker = Talker()
    async with living(tmp_path / "one", **settings) as life:
        talking = asyncio.create_task(talker.talk(life))
        for _ in range(2):
            await talker.is_heard()
            await asyncio.to_thread(pair.fail_over)
            await talker.is_heard()
            await asyncio.to_thread(pair.rejoin)
        await talker.is_heard()
        talker.over = True
        await talking
    async with living(tmp_path / "new", life.clock, **settings) as other:
        there = Counter(turn.text for turn in await other.turns())
        assert {text: there[text] for text in talker.acknowledged} == dict.fromkeys(talker.acknowledged, 1)
        _, residue = await erased(other.lumina, other.person)
        assert sum(residue.values()) == 0


@dataclass
class Talker:
    """Says what nobody said before until it is over, and keeps what was acknowledged."""

    acknowledged: list[str] = field(default_factory=list[str])
    over: bool = False

    async def talk(self, life: Life) -> None:
        number = 0
        while not self.over:
            number += 1
            text = f"{TOLD[number % len(TOLD)]} {number}"
            if await says(life, text):
                self.acknowledged.append(text)
            else:
                await asyncio.sleep(PAUSE)

    async def is_heard(self) -> None:
        """Some more times, from now on."""
        goal = len(self.acknowledged) + 5

        async def reached() -> bool:
            return len(self.acknowledged) >= goal

        await until(reached)


async def test_without_the_standby_nothing_is_acknowledged_that_it_would_not_have(
    settings: dict[str, Any], pair: Pair, tmp_path: Path
) -> None:
    async with living(tmp_path / "one", **settings) as life:
        await life.say(TOLD[0])
        with pair.standby.paused(), pytest.raises(StoreDown):
            await life.say(TOLD[1])
        await until(partial(says, life, TOLD[2]))
        assert TOLD[2] in [turn.text for turn in await life.turns()]


async def says(life: Life, text: str) -> bool:
    with suppress(StoreDown):
        await life.say(text)
        return True
    return False


@pytest.mark.ci
@pytest.mark.parametrize("seconds", [60])
def test_machines_are_killed_and_engines_lost_and_nothing_is_lost_doubled_or_back(tmp_path: Path, seconds: int) -> None:
    """Two workers and two who talk, a folder each; one engine after the other goes, and comes back."""
    with or_skip(serve_laid_out()) as laid:
        settings = {**asyncio.run(laid.emptied()), **kept_by(tmp_path), "source_timeout": 60}
        seed = random.randrange(10**6)
        run = played(seconds, seed, tmp_path / "machines", settings, apart=True, mishaps=laid.mishaps)
    assert run.findings == []
    assert idle(run) == []
