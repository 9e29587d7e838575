"""Backups: what is restored is what was backed up, who was erased stays erased, and what is damaged is said to be."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from harness.commands import Commands
from harness.copies import copy_home
from harness.life import ME, MORNING, Life, line, living
from harness.once import going_on, lived_once
from harness.servers import on
from lumina.clock import ManualClock
from lumina.databases.objects import Objects
from lumina.databases.postgres import Database
from lumina.databases.rows_postgres import NOT_KEPT, rows_of
from lumina.databases.schema import MIGRATIONS, applied_migrations, bring_up_to_date
from lumina.databases.tables_postgres import OF_ITS_OWN
from lumina.errors import Damaged, ErasureInterrupted, NotEmpty, OtherMasterKey, StoreDown, UnfinishedCopy
from lumina.models import TierName, Turn
from lumina.settings import Settings
from lumina.stores.history import open_history
from lumina.stores.repository import Repository, open_repository
from lumina.transfer.backup.collecting import Loader
from lumina.transfer.backup.keeping import verify
from lumina.transfer.backup.reports import BackedUp, Restored
from lumina.transfer.backup.restoring import manifest_of, restore
from tools.servers.s3_server import BUCKET
from tools.servers.serving import Server

OTHER = "蓮"
SECRET, HERS = "先週、金沢で輪島塗の椀を買った。", "弟の樹が函館でパン屋をはじめた。"
TABLES = "select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace"


def unwatched(_done: int, _of: int) -> None: ...


Lived = Callable[[], AbstractAsyncContextManager[Life]]


def beside(folder: Path) -> dict[str, Any]:
    return {"backup_url": f"file://{folder}/backups", "master_key": folder / "elsewhere" / "master.key"}


@pytest.fixture
def place(tmp_path: Path) -> dict[str, Any]:
    """The settings of a place for backups."""
    return beside(tmp_path)


@pytest.fixture(scope="module")
def once_lived(untouched_home: Path, whole_run: Path) -> Path:
    return lived_once(whole_run / "to back up", untouched_home, beside, live)


@pytest.fixture
def lived(once_lived: Path, tmp_path: Path) -> Lived:
    """Opens `home`, in which somebody has lived; its backups come to lie in `place`."""
    return partial(going_on, once_lived, tmp_path, beside)


async def live(life: Life) -> None:
    """Memories in several tiers of one, and a few words of another."""
    told = {
        60: "映画を観た。",
        50: SECRET,
        40: "芝居を観た。",
        30: "花火を見た。",
        20: "能を観た。",
        3: "落語を聴いた。",
    }
    await life.read_in([line(text, 0, at=MORNING - timedelta(days=days)) for days, text in told.items()])
    await life.distil_all()
    await life.run("descend")
    await life.chat([f"{word}を習いはじめた。" for word in ("将棋", "書道", "水泳", "尺八", "登山", "陶芸", "盆栽")])
    await life.read_in([line(HERS, 0, speaker=OTHER)], person=OTHER)
    open_history(life.stores.folder.home, ME).write_text("+きのうの続きは？\n", encoding="utf-8")


async def backed_up(life: Life) -> BackedUp:
    life.clock.advance(timedelta(seconds=1))
    return await life.lumina.backups.make(life.clock(), unwatched)


def opened(home: Path, place: dict[str, Any]) -> Any:
    return living(home, ManualClock(MORNING), **place)


async def restored(home: Path, place: dict[str, Any], at: Any = None) -> Restored:
    settings = Settings(home=home, **place)
    repository = await open_repository(settings, make=False)
    return await restore(repository, await manifest_of(repository, at), settings, ManualClock(MORNING), unwatched)


def found(recollection: Any) -> Sequence[Any]:
    return [(hit.memory, hit.tier, hit.text, round(hit.score, 6)) for hit in recollection.hits]


async def test_what_is_restored_is_in_every_store_what_was_backed_up(
    tmp_path: Path, place: dict[str, Any], profile: dict[str, Any]
) -> None:
    document = tmp_path / "tea.md"
    document.write_text("玉露は五十度ほどの湯で淹れる。", encoding="utf-8")
    async with living(tmp_path / "home", **place, **profile) as life:
        await live(life)
        await life.lumina.knowledge.add("tea", [document])
        tiers = await life.stores.catalogue.counts()
        await backed_up(life)
        turns, recalled = await life.turns(), await life.recall("金沢で何を買った？")
        network, now = await life.stores.associations.network(ME), life.clock()
    assert {TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM} <= {tier for tier, count in tiers.items() if count}

    report = await restored(tmp_path / "again", place)

    assert (report.people, report.erased, report.differing) == (2, 0, ())
    async with living(tmp_path / "again", ManualClock(now), **place) as life:
        assert await life.turns() == turns
        assert found(await life.recall("金沢で何を買った？")) == found(recalled)
        assert await life.stores.associations.network(ME) == network
        assert await life.stores.catalogue.counts() == tiers
        assert (await life.lumina.knowledge.search("tea", "玉露", 3))[0].text.startswith("玉露")
        assert open_history(life.stores.folder.home, ME).read_text(encoding="utf-8") == "+きのうの続きは？\n"
        assert (await life.lumina.doctor()).ok
        await life.say("また来たよ。")
        assert len(await life.turns()) == len(turns) + 2


async def test_somebody_with_large_tables_is_restored_as_anybody(
    tmp_path: Path, place: dict[str, Any], lived: Lived, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is large comes in pieces of its own, before the name of whose it is."""
    monkeypatch.setattr("lumina.transfer.backup.sections.LARGE", 200)
    async with lived() as life:
        await backed_up(life)
        turns = await life.turns()
    assert (await restored(tmp_path / "again", place)).differing == ()
    async with opened(tmp_path / "again", place) as life:
        assert await life.turns() == turns


async def test_what_has_not_changed_is_not_written_again(tmp_path: Path, place: dict[str, Any], lived: Lived) -> None:
    async with lived() as life:
        first, second = await backed_up(life), await backed_up(life)
        await life.read_in([line("きょうは雨。", 0, speaker=OTHER)], person=OTHER)
        third = await backed_up(life)
    assert first.written == first.size > 0
    assert second.written == 0
    assert 0 < third.written < third.size


async def test_who_was_erased_is_in_no_backup_any_more_and_does_not_come_back(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async with lived() as life:
        await backed_up(life)
        kept = copy_home(tmp_path / "backups", tmp_path / "a copy of the backups")
        preview = await life.lumina.erasure.preview(ME)
        report = await life.lumina.erasure.erase(ME, preview.token, "test")
    assert preview.would_erase["backups"] > 0
    assert report.residue["backups"] == 0

    there = await restored(tmp_path / "again", place)

    assert (there.people, there.erased) == (1, 1)
    async with opened(tmp_path / "again", place) as life:
        assert await life.turns() == []
        assert [turn.text for turn in await life.turns(OTHER)] == [HERS]
        assert await life.stores.database.epoch(ME) >= 2
    raw = b"".join(path.read_bytes() for path in [*kept.rglob("*"), *(tmp_path / "again").rglob("*")] if path.is_file())
    assert SECRET.encode() not in raw


async def test_an_old_copy_of_the_backups_without_the_key_tells_nothing(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    """Whoever copied the backups before the erasure, keys aside, and has the master key."""
    async with lived() as life:
        await backed_up(life)
        copied = copy_home(tmp_path / "backups" / "data", tmp_path / "data")
        await life.lumina.erasure.erase(ME, (await life.lumina.erasure.preview(ME)).token, "test")
    for path in copied.rglob("*"):
        if path.is_file():
            target = tmp_path / "backups" / "data" / path.relative_to(copied)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    there = await restored(tmp_path / "again", place)
    assert (there.people, there.erased) == (1, 1)


async def test_who_comes_back_after_an_erasure_has_a_key_of_their_own(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async with lived() as life:
        before = (await backed_up(life)).at
        await life.lumina.erasure.erase(ME, (await life.lumina.erasure.preview(ME)).token, "test")
        await life.say("はじめまして。")
        await backed_up(life)
    assert (await restored(tmp_path / "then", place, before)).erased == 1
    assert (await restored(tmp_path / "now", place)).people == 2
    async with opened(tmp_path / "now", place) as life:
        assert next(turn.text for turn in await life.turns()) == "はじめまして。"


@pytest.mark.parametrize("moment", ["make_key", "add"])
async def test_an_erasure_in_the_midst_of_a_backup_wins(
    tmp_path: Path, place: dict[str, Any], lived: Lived, moment: str
) -> None:
    """It comes as the person's key has been made, or as the first object is written."""
    async with lived() as life:
        erasing: list[asyncio.Task[object]] = []
        original: Callable[..., Any] = getattr(Repository, moment)

        async def interrupted(repository: Repository, *values: Any) -> Any:
            result = await original(repository, *values)
            if not erasing and (moment == "add" or values[0] == ME):
                erase = life.lumina.erasure
                erasing.append(asyncio.create_task(erase.erase(ME, (await erase.preview(ME)).token, "test")))
                await asyncio.sleep(0.2)
            return result

        with patch.object(Repository, moment, interrupted):
            await backed_up(life)
        await erasing[0]
        assert await life.stores.backups.count(ME) == 0 or moment == "make_key"
        await life.run("backup")
    there = await restored(tmp_path / "again", place)
    assert there.people == 1
    async with opened(tmp_path / "again", place) as life:
        assert await life.turns() == []


async def test_a_place_that_does_not_answer_interrupts_an_erasure_which_goes_on_once_it_does(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async def silent(*_: Any) -> Any:
        raise StoreDown(store="the place of the backups", why="silence")

    async with lived() as life:
        await backed_up(life)
        token = (await life.lumina.erasure.preview(ME)).token
        with patch.object(Objects, "get", silent), pytest.raises(ErasureInterrupted):
            await life.lumina.erasure.erase(ME, token, "test")
        assert await life.turns() == []  # nothing else has waited for it
        await life.run("heal")
        assert await life.stores.backups.count(ME) == 0
        assert await life.stores.records.unfinished() == 0


async def test_every_object_with_one_bit_changed_is_refused_in_a_line_that_is_true(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async with lived() as life:
        await backed_up(life)
    folder = tmp_path / "backups"
    for path in [path for path in folder.rglob("*") if path.is_file() and path.name != "lumina"]:
        whole = path.read_bytes()
        for damaged in (whole[:-1] + bytes([whole[-1] ^ 1]), whole[: len(whole) // 2], b""):
            path.write_bytes(damaged)
            with pytest.raises(Damaged):
                await restored(tmp_path / "again", place)
        path.write_bytes(whole)
    assert (await restored(tmp_path / "again", place)).differing == ()


async def test_an_object_of_one_person_is_not_taken_for_anothers(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async with lived() as life:
        await backed_up(life)
    one, other = [next(one.rglob("*/*")) for one in sorted((tmp_path / "backups" / "data").iterdir())]
    one.write_bytes(other.read_bytes())
    with pytest.raises(Damaged):
        await restored(tmp_path / "again", place)


async def test_backups_are_opened_by_their_own_master_key_alone(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async with lived() as life:
        await backed_up(life)
    with pytest.raises(OtherMasterKey, match="is gone"):
        await restored(tmp_path / "again", place | {"master_key": tmp_path / "none"})
    other = place | {"backup_url": f"file://{tmp_path}/others", "master_key": tmp_path / "other"}
    async with opened(tmp_path / "another", other) as life:
        await backed_up(life)
    with pytest.raises(OtherMasterKey, match="another key"):
        await restored(tmp_path / "again", place | {"master_key": tmp_path / "other"})


async def test_words_may_stand_in_the_place_of_the_key(tmp_path: Path, place: dict[str, Any]) -> None:
    words = place | {"master_passphrase": "正しい馬の電池のホチキス"}
    async with opened(tmp_path / "home", words) as life:
        await live(life)
        await backed_up(life)
    assert not (tmp_path / "elsewhere").exists()
    assert (await restored(tmp_path / "again", words)).people == 2
    with pytest.raises(OtherMasterKey):
        await restored(tmp_path / "wrong", words | {"master_passphrase": "other words"})


async def test_a_backup_is_proved_by_restoring_it(tmp_path: Path, place: dict[str, Any], lived: Lived) -> None:
    async with lived() as life:
        await backed_up(life)
    settings = Settings(home=tmp_path / "none", **place)
    repository = await open_repository(settings, make=False)
    assert (await verify(repository, None, settings, ManualClock(MORNING), unwatched)).differing == ()
    assert not settings.home.exists()

    async def forgetful(loader: Loader, connection: Any, sections: Any, *more: Any) -> set[str]:
        return await original(loader, connection, [one for one in sections if one.name != "claims"], *more)

    original = Loader.load
    with patch.object(Loader, "load", forgetful):
        report = await verify(repository, None, settings, ManualClock(MORNING), unwatched)
    assert report.differing == ("claims",)


async def test_old_backups_go_with_what_only_they_need_and_the_newest_stays(
    tmp_path: Path, place: dict[str, Any]
) -> None:
    async with opened(tmp_path / "home", place | {"backup_keep_days": 7}) as life:
        await live(life)
        await life.run("backup")
        before = len(await life.lumina.backups.all())
        life.clock.advance(timedelta(days=6))
        await life.say("六日たった。")
        await life.run("backup")
        assert len(await life.lumina.backups.all()) == before + 1
        life.clock.advance(timedelta(days=30))
        gone = await life.lumina.backups.prune(life.clock())
        assert (gone.backups, gone.freed > 0) == (before, True)
        assert len(await life.lumina.backups.all()) == 1
    assert (await restored(tmp_path / "again", place)).differing == ()


async def test_a_restore_is_refused_where_something_lies_and_goes_on_where_it_was_broken_off(
    tmp_path: Path, place: dict[str, Any], lived: Lived
) -> None:
    async with lived() as life:
        await backed_up(life)
    with pytest.raises(NotEmpty):
        await restored(tmp_path / "home", place)

    async def broken(*_: Any) -> set[str]:
        raise StoreDown(store="DuckDB", why="broken off")

    with patch("lumina.transfer.backup.restoring.end_move", broken), pytest.raises(StoreDown):
        await restored(tmp_path / "again", place)
    with pytest.raises(UnfinishedCopy):
        async with opened(tmp_path / "again", place):
            pass
    assert (await restored(tmp_path / "again", place)).differing == ()
    async with opened(tmp_path / "again", place) as life:
        assert len(await life.turns()) > 6


@pytest.mark.servers
async def test_backups_lie_in_s3_as_in_a_folder(
    tmp_path: Path, place: dict[str, Any], s3_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    place |= {"backup_url": f"s3://{BUCKET}/{tmp_path.name}", "backup_endpoint": s3_server.url}
    async with opened(tmp_path / "home", place) as life:
        await live(life)
        first, second = await backed_up(life), await backed_up(life)
        assert (second.written, second.size) == (0, first.size)
        await life.lumina.erasure.erase(OTHER, (await life.lumina.erasure.preview(OTHER)).token, "test")
        life.clock.advance(timedelta(days=40))
        assert (await life.lumina.backups.prune(life.clock())).backups == 1
        turns = await life.turns()
    there = await restored(tmp_path / "again", place)
    assert (there.people, there.erased, there.differing) == (1, 1, ())
    async with opened(tmp_path / "again", place) as life:
        assert await life.turns() == turns
    assert SECRET.encode() not in b"".join(one.read_bytes() for one in s3_server.folder.rglob("*") if one.is_file())


@pytest.mark.ci
def test_a_restore_that_is_killed_anywhere_is_done_by_another_one(tmp_path: Path, place: dict[str, Any]) -> None:
    async def lived() -> Sequence[Turn]:
        async with opened(tmp_path / "home", place) as life:
            await live(life)
            await backed_up(life)
            return await life.turns()

    async def turns() -> Sequence[Turn]:
        async with opened(tmp_path / "again", place) as life:
            return await life.turns()

    said, run = asyncio.run(lived()), Commands(tmp_path / "again")
    with patch.dict(os.environ, LUMINA_BACKUP_URL=place["backup_url"], LUMINA_MASTER_KEY=str(place["master_key"])):
        for seconds in (0.8, 1.2, 1.6, 2.0, 2.4, 2.8, 3.2):
            with run.process("restore") as process:
                time.sleep(seconds)
                process.send_signal(signal.SIGKILL)
        with suppress(AssertionError):  # the last one may have been done before it was killed
            run("restore")
    assert asyncio.run(turns()) == said


async def test_every_table_is_kept_or_known_not_to_be(database: Database) -> None:
    """A new one that holds a person's things, or nobody's, is of neither sort until somebody says which."""
    kept = {rows.name for rows in await rows_of(database)}
    there = {name for (name,) in await database.fetch(f"{TABLES} and relname !~ %s", (OF_ITS_OWN,))}
    assert there - kept == set(NOT_KEPT)


async def test_a_schema_of_another_time_is_brought_up_to_date_later(postgres_server: str) -> None:
    async with Database.open(postgres_server) as server:
        await server.execute("create database of_another_time template template0")
        async with Database.open(on(postgres_server, "of_another_time")) as database:
            everything = sorted(path.stem for path in MIGRATIONS.glob("*.sql"))
            await bring_up_to_date(database, "here", everything[:-3])
            assert await applied_migrations(database) == everything[:-3]
            await bring_up_to_date(database, "here")
            assert await applied_migrations(database) == everything
        await server.execute("drop database of_another_time with (force)")


def test_the_commands_say_what_they_did_and_what_is_missing(tmp_path: Path, place: dict[str, Any]) -> None:
    run, again = Commands(tmp_path / "home"), Commands(tmp_path / "again")
    with patch.dict(os.environ, LUMINA_MASTER_KEY=str(place["master_key"])):
        assert run.json("backup", "now", status=1)["error"]["kind"] == "NoBackup"
    with patch.dict(os.environ, LUMINA_BACKUP_URL=place["backup_url"], LUMINA_MASTER_KEY=str(place["master_key"])):
        run("say", SECRET)
        made = run.json("backup", "now")
        assert made["people"] == 1
        assert [one["people"] for one in run.json("backup", "list")["backups"]][-1] == 1
        assert run.json("backup", "verify")["differing"] == []
        assert again.json("restore")["people"] == 1
        assert json.loads(again("recall", "--json", "金沢で何を買った？"))["hits"]
        assert again.json("restore", status=1)["error"]["kind"] == "NotEmpty"
        assert place["master_key"].stat().st_mode & 0o077 == 0
