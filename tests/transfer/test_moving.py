"""From a folder into servers and back: nothing is lost, nothing is doubled, and what is recalled is the same."""

import asyncio
import json
import os
import shutil
import signal
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from harness.commands import Commands
from harness.copies import copy_home
from harness.forking import forkserver
from harness.lives import START, bring, by_tier, grow_old, say, talk, words
from harness.nights import erased
from harness.servers import Engines
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.errors import BadInput, FolderInUse, NotEmpty, UnfinishedCopy
from lumina.jobs.queue import Worker
from lumina.jobs.table import JOBS
from lumina.models import TierName
from lumina.reports import MoveReport
from lumina.settings import Settings
from lumina.stores.history import open_history
from lumina.transfer.move import move

RIN, SORA, GONE = "凛", "空", "去った人"
LONG_AGO, RECENT, LATELY = words("ゲ", 80), words("ガ", 20, seed=2), words("グ", 9, seed=3)
ASKED = (LONG_AGO[0], LONG_AGO[31], RECENT[3], LATELY[8], "陶芸の会で会った人は？", "Who came along?")
KNOWLEDGE = "玉露は五十度ほどの湯で、ゆっくりと三分のあいだ淹れる。"
COUNTED = """
select (select count(*) from procrastinate_jobs), (select count(*) from procrastinate_events),
       (select count(*) from checkpoints), (select count(*) from checkpoint_blobs), (select max(seq) from turns),
       (select count(*) from erasures), (select count(*) from person_epochs), (select count(*) from job_runs)
"""


@dataclass(frozen=True)
class Home:
    """A data folder in which a life lies, and the moment at which it was left."""

    folder: Path
    now: datetime

    def settings(self, **more: Any) -> Settings:
        return Settings(home=self.folder, **more)


@asynccontextmanager
async def opened(settings: Settings, now: datetime) -> AsyncGenerator[Lumina]:
    async with Lumina.open(settings, ManualClock(now)) as lumina:
        yield lumina


def stores(lumina: Lumina) -> Any:
    return lumina._parts.stores  # pyright: ignore[reportPrivateUsage]


async def live(folder: Path) -> datetime:
    """Memories in every tier, one that was put away, a pinned one, a document, somebody who was erased, a job that
    waits, words that were typed."""
    clock, document = ManualClock(START), folder.parent / "tea.md"
    document.write_text(KNOWLEDGE, encoding="utf-8")
    async with Lumina.open(Settings(home=folder), clock) as lumina:
        await lumina.knowledge.add("tea", [document])
        await bring(lumina, GONE, talk(GONE, words("ザ", 10), days=1))
        await lumina.erasure.erase(GONE, (await lumina.erasure.preview(GONE)).token, "test")
        await bring(lumina, SORA, talk(SORA, words("ダ", 20), days=20))
        await bring(lumina, RIN, talk(RIN, LONG_AGO, days=110))
        clock.set(START + timedelta(days=115))
        await grow_old(lumina, clock, 90, every=30)
        start = clock()
        await bring(lumina, RIN, talk(RIN, RECENT, days=4, start=start))
        clock.set(start + timedelta(days=6))
        for word in LATELY:
            await say(lumina, RIN, "居間", f"{word}の映画を観てきた。")
            clock.advance(timedelta(minutes=1))
        await lumina.settle()
        first, second, *_ = (await by_tier(lumina, RIN))[TierName.LONGTERM]
        await lumina.memories.forget(RIN, first.state.id)
        await lumina.memories.pin(RIN, second.state.id)
        database, note = stores(lumina).database, stores(lumina).records.note_run
        worker = Worker(database.dsn, lambda: lumina._parts.chores, clock, note, database.alone)  # pyright: ignore[reportPrivateUsage]
        async with worker._queue.open_async():  # pyright: ignore[reportPrivateUsage]
            await worker.defer(JOBS[0])
    open_history(folder, RIN).write_text("+きのうの続きは？\n", encoding="utf-8")
    return clock()


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("lived") / "home"
    return Home(folder, asyncio.run(live(folder)))


@pytest.fixture
def home(lived: Home, tmp_path: Path) -> Home:
    return Home(copy_home(lived.folder, tmp_path / "home"), lived.now)


def unwatched(_: str) -> None:
    """Nobody looks at the progress."""


async def moved(source: Settings, target: Settings, now: datetime) -> MoveReport:
    return await move(source, target, ManualClock(now), unwatched)


async def everything(settings: Settings, now: datetime, folder: Path) -> Mapping[str, Any]:
    """All that can be asked of an opened LUMINA."""
    async with opened(settings, now) as lumina:
        found: dict[str, Any] = {"counted": await stores(lumina).database.fetch_one(COUNTED)}
        for person in [person for person in (RIN, SORA) if await lumina.rooms.all(person)]:
            await lumina.transfer.export(person, folder / person)
            found |= {f"{person} {path.name}": path.read_bytes() for path in (folder / person).iterdir()}
        for query in ASKED:
            recalled = await lumina.recall.look_up(query, person=RIN, viewer=None, budget=1500, limit=10, unit="turn")
            assert recalled.missing == ()
            found[query] = [(hit.memory, hit.text, hit.tier, round(hit.score, 5)) for hit in recalled.hits]
            found[f"{query} pack"] = recalled.pack.text
        found["tea"] = [(hit.text, round(hit.score, 5)) for hit in await lumina.knowledge.search("tea", "玉露の湯", 3)]
        found["networks"] = [await stores(lumina).associations.network(person) for person in (RIN, SORA)]
        found["runs"] = await stores(lumina).records.runs()
        report = await lumina.doctor()
        assert report.ok, report
    found["history"] = [path.read_bytes() for path in (settings.home / "history").iterdir()]
    shutil.rmtree(folder)
    return found


async def test_there_and_back_all_is_the_same(home: Home, profile: dict[str, Any], tmp_path: Path) -> None:
    there, back = Settings(home=tmp_path / "there", **profile), Settings(home=tmp_path / "back")
    report = await moved(home.settings(), there, home.now)
    assert report.ok, report
    counts = {part.name: part.target for part in report.parts}
    tiers = {"redis", "duckdb", "longterm", "archive", "faded", "forgotten"}
    assert all(counts[f"tier/{tier}"] for tier in tiers), counts
    assert counts["duckdb/memories"] == counts["tier/duckdb"]
    assert counts["qdrant/memories"] == counts["postgresql/entries"]
    assert counts["associations/associations"]
    before = await everything(home.settings(), home.now, tmp_path / "out")  # it was left as it is
    assert before[LATELY[8]]
    assert before["tea"]
    assert await everything(there, home.now, tmp_path / "out") == before
    assert (await moved(there, back, home.now)).ok
    assert await everything(back, home.now, tmp_path / "out") == before


@pytest.mark.servers
async def test_to_machines_that_share_no_folder_and_back_all_is_the_same_but_for_what_was_typed(
    home: Home, engines: Engines, tmp_path: Path
) -> None:
    shared: dict[str, Any] = await engines.emptied() | {"shared_url": (tmp_path / "shared").as_uri()}
    there, back = Settings(home=tmp_path / "there", **shared), Settings(home=tmp_path / "back")
    report = await moved(home.settings(), there, home.now)
    assert report.ok, report
    counts = {part.name: part.target for part in report.parts}
    assert counts["duckdb/memories"] == counts["tier/duckdb"] > 0
    assert not any((tmp_path / "there" / kept).exists() for kept in ("history", "midterm.duckdb"))
    shutil.rmtree(tmp_path / "there")
    async with opened(there, home.now) as lumina:  # with an empty folder, as any other machine
        recalled = await lumina.recall.look_up(LONG_AGO[0], person=RIN, viewer=None, budget=1500, limit=10, unit="turn")
        assert recalled.missing == ()
    assert (await moved(there, back, home.now)).ok
    (tmp_path / "back" / "history").mkdir()
    before, after = [await everything(settings, home.now, tmp_path / "out") for settings in (home.settings(), back)]
    differing = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert differing <= {"history", *(f"{RIN} {name}" for name in ("typed.jsonl", "manifest.jsonl"))}


async def test_what_is_written_after_a_move_follows_what_was_there(
    home: Home, profile: dict[str, Any], tmp_path: Path
) -> None:
    there = Settings(home=tmp_path / "there", **profile)
    await moved(home.settings(), there, home.now)
    async with opened(there, home.now) as lumina:
        for word in LATELY:
            await say(lumina, RIN, "居間", f"また{word}の話をしよう。")
        await lumina.settle()
        await lumina.jobs.run("all")
        turns = [turn async for turn in stores(lumina).transcript.export(RIN)]
        assert len({turn.id for turn in turns}) == len(turns)
        assert LATELY[8] in turns[-2].text
        erased = await lumina.erasure.erase(RIN, (await lumina.erasure.preview(RIN)).token, "test")
        assert sum(erased.residue.values()) == 0
        with pytest.raises(FolderInUse):
            await moved(there, Settings(home=tmp_path / "back"), home.now)


def dies(told: Iterator[int], at: int, _: str) -> None:
    """Be gone when told so often."""
    if next(told) > at:
        os.kill(os.getpid(), signal.SIGKILL)


def mortal(source: Settings, target: Settings, now: datetime, at: int) -> None:
    """A process that copies a little more than the last one."""
    asyncio.run(move(source, target, ManualClock(now), partial(dies, count(1), at)))


async def test_killed_again_and_again_it_ends_with_all_there(
    home: Home, profile: dict[str, Any], tmp_path: Path
) -> None:
    there = Settings(home=tmp_path / "there", **profile)
    forking = forkserver()
    kills = 0
    while True:
        process = forking.Process(target=mortal, args=(home.settings(), there, home.now, 2 * kills + 1))
        process.start()
        await asyncio.to_thread(process.join)
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        kills += 1
    assert kills > 3
    before = await everything(home.settings(), home.now, tmp_path / "out")
    assert await everything(there, home.now, tmp_path / "out") == before


async def test_what_changed_since_a_move_was_broken_off_is_copied_anew(
    home: Home, profile: dict[str, Any], tmp_path: Path
) -> None:
    there = Settings(home=tmp_path / "there", **profile)

    def stop(what: str) -> None:
        if what == "history":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await move(home.settings(), there, ManualClock(home.now), stop)
    with pytest.raises(UnfinishedCopy, match="lumina move"):
        async with opened(there, home.now):
            pass
    async with opened(home.settings(), home.now) as lumina:
        await erased(lumina, SORA)
        [third, *_] = (await by_tier(lumina, RIN))[TierName.LONGTERM]
        await lumina.memories.edit(RIN, third.state.id, "雪の朝、鶴が来た。")
        [young, *_] = (await by_tier(lumina, RIN))[TierName.DUCKDB]
        await lumina.memories.edit(RIN, young.state.id, "霧の夜、灯台を見た。")
    assert (await moved(home.settings(), there, home.now)).ok
    before = await everything(home.settings(), home.now, tmp_path / "out")
    assert await everything(there, home.now, tmp_path / "out") == before


async def test_a_target_that_holds_something_is_refused_and_unharmed(home: Home, tmp_path: Path) -> None:
    other = Settings(home=tmp_path / "other")
    async with opened(other, home.now) as lumina:
        await say(lumina, SORA, "台所", "ここは私の台所です。")
    with pytest.raises(NotEmpty, match="another LUMINA"):
        await moved(home.settings(), other, home.now)
    with pytest.raises(BadInput, match="already"):
        await moved(home.settings(), home.settings(), home.now)
    there = Settings(home=tmp_path / "there")
    await moved(home.settings(), there, home.now)
    with pytest.raises(NotEmpty, match="turns"):
        await moved(home.settings(), there, home.now)
    async with opened(other, home.now) as lumina:
        assert len([turn async for turn in stores(lumina).transcript.export(SORA)]) == 2


@pytest.mark.servers
async def test_a_second_source_is_refused_where_the_first_is_not_finished(
    home: Home, tmp_path: Path, engines: Engines
) -> None:
    other = Settings(home=tmp_path / "other")
    async with opened(other, home.now) as lumina:
        await say(lumina, SORA, "台所", "ここは私の台所です。")
    settings = await engines.emptied()

    def stop(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await move(home.settings(), Settings(home=tmp_path / "there", **settings), ManualClock(home.now), stop)
    with pytest.raises(NotEmpty, match="unfinished copy"):
        await moved(other, Settings(home=tmp_path / "elsewhere", **settings), home.now)


@pytest.mark.servers
def test_the_command_shows_every_part_and_says_what_comes_next(
    home: Home, tmp_path: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = asyncio.run(engines.emptied())
    for name in ("postgres_url", "redis_url", "qdrant_url", "qdrant_api_key", "neo4j_url"):
        monkeypatch.setenv(f"LUMINA_{name.upper()}", settings[name])
    there = Commands(home.folder).json("move", "--to", "server")
    assert there["ok"]
    assert there["folder"] == str(tmp_path / "home-server")
    assert there["parts"]["postgresql/turns"]["source"] == there["parts"]["postgresql/turns"]["target"] > 100
    refused = Commands(home.folder).json("move", "--to", "server", status=1)
    assert refused["error"]["kind"] == "NotEmpty"
    shown = Commands(tmp_path / "home-server")("move", "--to", "embedded", "--folder", str(tmp_path / "back"))
    assert "qdrant/memories" in shown
    assert f"LUMINA_PROFILE=embedded LUMINA_HOME={tmp_path / 'back'}" in shown
    assert "remove it once you trust the copy" in " ".join(shown.split())
    assert Commands(tmp_path / "back").json("doctor")["ok"]


def test_the_settings_of_the_servers_are_asked_for(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Commands(home.folder)("move", "--to", "server", "--json", status=1)
    error = json.loads(told)["error"]
    assert error["kind"] == "BadSetting"
    assert "LUMINA_POSTGRES_URL" in error["message"]
