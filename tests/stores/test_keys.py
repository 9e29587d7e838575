"""A key for each person, under the master key: without it nothing can be read."""

import asyncio
import os
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from click.testing import CliRunner

from harness.commands import Commands
from harness.life import ME, is_done, living
from harness.sealed import OTHER, folder_of, live
from lumina.cli import main
from lumina.databases.ciphers import place
from lumina.databases.master_key import Master, forget_former, renew_master_key
from lumina.databases.person_keys import PersonKeys, open_keys, open_place
from lumina.databases.places import FolderPlace
from lumina.errors import Damaged, ErasureInterrupted, KeyGone, KeysGone, OtherMasterKey, PersonErased, StoreDown
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.stores.notified_postgres import Notification

PATIENCE = 30.0


@pytest.fixture
def master(tmp_path: Path) -> dict[str, Any]:
    return {"master_key": tmp_path / "elsewhere" / "master.key"}


async def test_right_after_the_key_is_gone_nothing_of_the_person_is_read_and_who_comes_back_has_another(
    home: Path, master: dict[str, Any]
) -> None:
    async with living(home, **master) as life:
        await live(life)
        keys, stores = life.stores.keys, life.stores
        old = keys.of(ME)
        rows: list[Any] = await stores.database.fetch("select id, text from turns where person = %s", (ME,))
        keys.destroy(ME)
        stores.claims.forget_kept()
        with pytest.raises(KeyGone):
            await life.turns()
        with pytest.raises(KeyGone):
            await stores.claims.of(ME)
        with pytest.raises(KeyGone):
            await stores.bodies.read(ME, await life.states())
        with pytest.raises(PersonErased):
            async with stores.database.writing(ME) as guard:
                await stores.notifications.put(guard, Notification(uuid4(), life.room, "店", "遅れて"))
        with pytest.raises(KeyGone):
            await life.say("まだいるよ。")
        token = (await life.lumina.erasure.preview(ME)).token
        await life.lumina.erasure.erase(ME, token, "test")
        await life.say("はじめまして。")
        assert keys.of(ME) != old
        assert next(turn.text for turn in await life.turns()) == "はじめまして。"
        for id_, sealed in rows:
            assert old.open(sealed, place("turn", id_))
            with pytest.raises(Damaged):
                keys.of(ME).open(sealed, place("turn", id_))


async def test_an_erasure_destroys_the_key_first(home: Path, master: dict[str, Any]) -> None:
    """Stopped right behind it, nothing can be read, and it goes on to the end."""
    async with living(home, **master) as life:
        await live(life)
        token = (await life.lumina.erasure.preview(ME)).token
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(DuckDBTier, "_forget", _down)
            with pytest.raises(ErasureInterrupted):
                await life.lumina.erasure.erase(ME, token, "test")
        assert not life.stores.keys.has(ME)
        assert (await life.stores.transcript.counts(ME))["turns"]
        await life.run("heal")
        assert set((await life.lumina.erasure.preview(ME)).would_erase.values()) == {0}
        assert life.stores.keys.has(OTHER) is False


async def test_a_key_that_another_process_destroyed_is_not_there_whatever_was_read_before(
    home: Path, master: dict[str, Any]
) -> None:
    async with living(home, **master) as life:
        await life.say("京都へ行った。")
        here = life.stores.keys
        there = PersonKeys(here.place, here.own, here.pseudonyms)
        assert there.has(ME) and here.knows(ME)
        assert there.destroy(ME)
        assert not here.has(ME)
        with pytest.raises(KeyGone):
            here.of(ME)


async def test_the_doctor_says_whose_key_is_gone(home: Path, master: dict[str, Any]) -> None:
    async with living(home, **master) as life:
        await life.say("京都へ行った。")
        assert (await life.lumina.doctor()).stores["keys"].state == "ok"
        life.stores.keys.destroy(ME)
        report = (await life.lumina.doctor()).stores["keys"]
        assert report.state != "ok"
        assert ME in report.detail


def test_the_first_start_says_that_the_master_key_is_to_be_kept(tmp_path: Path) -> None:
    run, file = Commands(tmp_path / "home"), tmp_path / "elsewhere" / "master.key"
    with patch.dict(os.environ, LUMINA_MASTER_KEY=str(file)):
        first, second = (CliRunner().invoke(main, ["say", "やあ"], env=run.environment) for _ in range(2))
    assert str(file) in first.stderr.replace("\n", "")
    assert str(file) not in second.stderr.replace("\n", "")
    assert file.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "home" / "keys").iterdir())


async def test_another_master_key_takes_the_place_while_the_folder_is_open(
    home: Path, master: dict[str, Any], tmp_path: Path
) -> None:
    file: Path = master["master_key"]
    place = {"LUMINA_MASTER_KEY": str(file), "LUMINA_BACKUP_URL": f"file://{tmp_path}/backups"}
    backups: dict[str, Any] = master | {"backup_url": place["LUMINA_BACKUP_URL"]}
    run = Commands(home)
    async with living(home, **backups) as life:
        await life.say("京都へ行った。")
        await life.lumina.backups.make(life.clock(), unwatched)
        first = lines_of(file)
        with patch.dict(os.environ, place):
            told = await asyncio.to_thread(run.json, "keys", "rotate")
        assert len(told["places"]) == 2
        await life.say("鹿を見た。", person=OTHER)
        clock, before = life.clock, await life.turns()
    assert lines_of(file)[1:] == first
    with patch.dict(os.environ, place):
        assert (await asyncio.to_thread(run.json, "keys", "rotate", "--forget"))["forgotten"] == 1
    assert len(lines_of(file)) == 1
    async with living(home, clock, **backups) as life:
        assert await life.turns() == before
        assert await life.turns(OTHER)
        assert len(await life.lumina.backups.all()) == 1
    written(file, first)
    with pytest.raises(OtherMasterKey, match="another key"):
        async with living(home, clock, **backups):
            pass


def unwatched(_done: int, _of: int) -> None: ...


def lines_of(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines()


def written(file: Path, lines: list[bytes]) -> None:
    file.write_bytes(b"\n".join(lines))


async def test_who_is_new_may_begin_in_two_rooms_at_once(home: Path, master: dict[str, Any]) -> None:
    """The first looks for a key before the second has made one, and goes on once the second is there."""
    async with living(home, **master) as life:
        looked, is_there, has = threading.Event(), threading.Event(), PersonKeys.has

        def slowly(keys: PersonKeys, person: str) -> bool:
            found = has(keys, person)
            if not looked.is_set():
                looked.set()
                is_there.wait(PATIENCE)
            return found

        with patch.object(PersonKeys, "has", slowly):
            first = asyncio.create_task(life.say("hello", room="居間"))
            assert await asyncio.to_thread(looked.wait, PATIENCE)
            await life.say("hello", room="庭")
            is_there.set()
            assert is_done(await first)


@pytest.mark.parametrize("broken_off", ["master", "card"])
async def test_a_renewal_that_was_broken_off_locks_nobody_out(
    home: Path, master: dict[str, Any], broken_off: str
) -> None:
    file: Path = master["master_key"]
    async with living(home, **master) as life:
        await life.say("京都へ行った。")
        clock, before = life.clock, await life.turns()
    renew_master_key(file)
    if broken_off == "card":
        open_place(FolderPlace(home / "keys"), Master(file))
    renew_master_key(file)
    async with living(home, clock, **master) as life:
        assert await life.turns() == before
    assert forget_former(file) == 2
    async with living(home, clock, **master) as life:
        assert await life.turns() == before


async def test_a_folder_without_its_keys_or_under_another_master_key_is_not_opened(
    home: Path, master: dict[str, Any], tmp_path: Path
) -> None:
    async with living(home, **master) as life:
        await live(life)
        clock, before = life.clock, await life.turns()
    with pytest.raises(OtherMasterKey, match="that file is gone"):
        async with living(home, clock, master_key=tmp_path / "none"):
            pass
    (tmp_path / "other").mkdir()
    open_keys(folder_of(tmp_path / "fresh"), Master(tmp_path / "other" / "master.key"))
    with pytest.raises(OtherMasterKey, match="another key"):
        async with living(home, clock, master_key=tmp_path / "other" / "master.key"):
            pass
    kept = (home / "keys").rename(tmp_path / "kept")
    for _ in range(2):
        with pytest.raises(KeysGone):
            async with living(home, clock, **master):
                pass
    kept.rename(home / "keys")
    async with living(home, clock, **master) as life:
        assert await life.turns() == before


def _down(*_: object) -> None:
    raise StoreDown(store="DuckDB", why="a test")
