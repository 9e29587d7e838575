"""A key for each person: all that is kept lies under it, and without it nothing can be read."""

import asyncio
import logging
import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from click.testing import CliRunner

from harness.commands import Commands
from harness.life import ME, Life, line, living
from harness.older import unseal
from lumina.cli import main
from lumina.databases import folder as data_folder
from lumina.databases.ciphers import place
from lumina.databases.folder import Folder
from lumina.databases.master_key import Master, forget_former, renew_master_key
from lumina.databases.person_keys import PersonKeys, open_keys, open_place
from lumina.databases.postgres import Database
from lumina.errors import Damaged, ErasureInterrupted, KeyGone, KeysGone, OtherMasterKey, PersonErased, StoreDown
from lumina.images import Image
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.models import TierName
from lumina.stores import unsealed
from lumina.stores.embedded import EmbeddedEngines
from lumina.stores.notified_postgres import Notification

OTHER = "蓮"
DAYS = {60: "輪島塗の椀", 45: "能登の塩", 20: "狂言の面", 3: "琵琶の撥"}
"""How many days ago what was bought."""

TODAY = "蒔絵の櫛"
EDITED = "螺鈿の小箱"
TOLD = "鼈甲の簪"
WORDS = [*DAYS.values(), TODAY, EDITED, TOLD]


@pytest.fixture
def master(tmp_path: Path) -> dict[str, Any]:
    return {"master_key": tmp_path / "elsewhere" / "master.key"}


async def live(life: Life) -> None:
    """Something in every tier, a text of the owner's, a notification and an image."""
    now = life.clock()
    for days, thing in DAYS.items():
        life.clock.set(now + timedelta(days=60 - days))
        await life.read_in([line(f"{thing}を買った。気に入っている。", (60 - days) * 1440)])
        await life.distil_all()
        await life.run("all")
    life.clock.set(now + timedelta(days=60))
    await life.run("all")
    await life.chat([f"今日は{TODAY}を買ったよ。", "とても気に入っている。"])
    await life.distil_all()
    oldest = (await life.states())[0]
    await life.lumina.memories.edit(ME, oldest.id, f"{EDITED}を買った。")
    async with life.stores.database.writing(ME) as guard:
        told = Notification(uuid4(), life.room, "店", f"{TOLD}が届きました。")
        await life.stores.notifications.put(guard, told)
        turn = (await life.turns())[0].id
        await life.stores.images.put(
            guard, turn, [Image(uuid4(), f"{TOLD}.png", "image/png", 2, 2, TOLD.encode() * 50)]
        )


async def all_of(life: Life) -> dict[str, Any]:
    """All that can be read."""
    states = await life.states()
    return {
        "turns": await life.turns(),
        "memories": {id_: pack_memory(one) for id_, one in (await life.stores.bodies.read(ME, states)).items()},
        "claims": await life.stores.claims.of(ME),
        "summaries": await life.stores.summaries.all(ME),
        "told": await life.stores.notifications.all(ME),
        "images": await life.stores.images.all(ME),
        "others": await life.turns(OTHER),
        "pack": (await life.recall("何を買った？")).pack,
    }


def standing(home: Path, words: list[str] = WORDS) -> dict[str, list[str]]:
    """Which of these words stand in the bytes of which file, however they are written there."""
    found: dict[str, list[str]] = {}
    for path in (path for path in home.rglob("*") if path.is_file() and "cache" not in path.parts):
        content = path.read_bytes()
        held = [word for word in words if any(word.encode(form) in content for form in ("utf-8", "utf-16-le"))]
        if held:
            found[str(path.relative_to(home))] = held
    return found


async def test_what_was_said_and_what_was_made_of_it_stands_in_no_file(home: Path, master: dict[str, Any]) -> None:
    """Concepts and names are compared in SQL, and are not sealed: docs/security.md says so."""
    async with living(home, **master) as life:
        await live(life)
        assert {TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM} <= set(await life.tiers())
        sentences = [f"{thing}を買った" for thing in DAYS.values()] + [f"{EDITED}を買った", f"{TOLD}が届きました"]
        await life.stores.database.execute("checkpoint")
        assert standing(home, sentences) == {}
    assert standing(home, sentences) == {}


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
    backups = master | {"backup_url": place["LUMINA_BACKUP_URL"]}
    run = Commands(home)
    async with living(home, **backups) as life:
        await life.say("京都へ行った。")
        await life.lumina.backups.make(life.clock(), lambda *_: None)
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


def lines_of(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines()


def written(file: Path, lines: list[bytes]) -> None:
    file.write_bytes(b"\n".join(lines))


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
        open_place(home / "keys" / "lumina", Master(file))
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
    open_keys(folder_of(copied_empty(tmp_path)), Master(tmp_path / "other" / "master.key"))
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


def copied_empty(tmp_path: Path) -> Path:
    """A new data folder."""
    return tmp_path / "fresh"


BODIES = ("turns.text", "memories.content", "longterm.body", "entries.body", "claims.body", "images.content")


@pytest.mark.parametrize("where", BODIES)
@pytest.mark.parametrize("harm", ["a bit", "another's", "another id's"])
async def test_what_was_changed_or_moved_is_never_shown(
    home: Path, master: dict[str, Any], where: str, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, column = where.split(".")
    async with living(home, **master) as life:
        await live(life)
        before = texts(await all_of(life))
        await life.read_in([line("他人の鞄を買った。", number, speaker=OTHER) for number in range(20)], person=OTHER)
        fetch, execute = life.stores.database.fetch, life.stores.database.execute
        rows: Any = await fetch(f"select id, {column} from {table} where person = %s and {column} is not null", (ME,))
        theirs: Any = await fetch(f"select {column} from {table} where person = %s and {column} is not null", (OTHER,))
        (hurt, own), others = rows[0], [body for _, body in rows[1:]]
        (foreign,) = theirs[0] if theirs else (own[:-1],)  # who has no image has none that could be moved
        harmed = {"a bit": flipped(own), "another's": foreign, "another id's": others[0] if others else own[:-1]}
        await execute(f"update {table} set {column} = %s where person = %s and id = %s", (harmed[harm], ME, hurt))
        life.stores.claims.forget_kept()
        with caplog.at_level(logging.WARNING):
            shown = await readable(life)
        assert shown <= before
        assert "他人" not in "".join(shown)


def flipped(sealed: bytes) -> bytes:
    middle = len(sealed) // 2
    return sealed[:middle] + bytes([sealed[middle] ^ 1]) + sealed[middle + 1 :]


def texts(everything: dict[str, Any]) -> set[str]:
    """The words of turns, memories, claims and images."""
    images = [image for shown in everything["images"].values() for image in shown]
    return {
        *(turn.text for turn in everything["turns"]),
        *(unpack_memory(packed).text for packed in everything["memories"].values()),
        *(one.claim.text for one in everything["claims"]),
        *(image.content.hex() for image in images),
    }


async def readable(life: Life) -> set[str]:
    """As texts(), of what can be read still."""
    stores, found = life.stores, {turn.text for turn in await life.turns()}
    found |= {one.text for one in (await stores.bodies.readable(ME, await life.states())).values()}
    for read in (stores.claims.of(ME), stores.images.all(ME)):
        try:
            got: Any = await read
        except Damaged:
            continue
        found |= (
            {one.claim.text for one in got}
            if not isinstance(got, dict)
            else {image.content.hex() for shown in got.values() for image in shown}
        )
    await life.recall("何を買った？")
    return found


def _down(*_: object) -> None:
    raise StoreDown(store="DuckDB", why="a test")


async def test_what_an_older_version_wrote_is_sealed_and_reads_as_before(home: Path, master: dict[str, Any]) -> None:
    async with living(home, **master) as life:
        await live(life)
        await life.read_in([line("LS1という型番の時計を買った。", 5, speaker=OTHER)], person=OTHER)
        clock, before = life.clock, await all_of(life)
    folder = folder_of(home)
    await unseal(folder, keys_of(folder, master))
    said = [f"{thing}を買った" for thing in DAYS.values()]
    assert {word for held in standing(home, said).values() for word in held} == {*said}
    async with living(home, clock, **master) as life:
        assert await all_of(life) == before
        assert standing(home, said) == {}
        assert await life.stores.database.fetch(unsealed.UNCHECKED) == []
    assert standing(home, said) == {}


class Killed(Exception):
    """In the place of a kill."""


@pytest.mark.parametrize("when", ["first pages", "turns", "entries", "freeing", "validating", "days"])
async def test_sealing_that_is_broken_off_goes_on_and_loses_nothing(
    home: Path, master: dict[str, Any], when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(home, **master) as life:
        await live(life)
        clock, before = life.clock, await all_of(life)
    folder = folder_of(home)
    await unseal(folder, keys_of(folder, master))
    with monkeypatch.context() as broken:
        break_off(broken, when)
        with pytest.raises(Killed):
            async with living(home, clock, **master):
                pass
    async with living(home, clock, **master) as life:
        assert await all_of(life) == before
    assert standing(home, [f"{thing}を買った" for thing in DAYS.values()]) == {}


def break_off(broken: pytest.MonkeyPatch, when: str) -> None:
    seal, execute, updates = unsealed._seal, Database.execute, [0]  # pyright: ignore[reportPrivateUsage]

    async def sealed(database: Database, table: Any) -> None:
        if table.name == when:
            raise Killed
        await seal(database, table)

    async def executed(database: Database, statement: Any, params: Any = ()) -> int:
        updates[0] += statement.lstrip().startswith("update")
        if updates[0] > 2 if when == "first pages" else statement.startswith("alter table"):
            raise Killed
        return await execute(database, statement, params)

    async def dies(*_: object) -> None:
        raise Killed

    if when in {"turns", "entries"}:
        broken.setattr(unsealed, "_seal", sealed)
    elif when == "freeing":
        broken.setattr(EmbeddedEngines, "free", dies)
    elif when == "days":
        broken.setattr(DuckDBTier, "_insert", _dies)
    else:
        broken.setattr(Database, "execute", executed)


def _dies(*_: object) -> None:
    raise Killed


def folder_of(home: Path) -> Folder:
    with data_folder.owned(home) as folder:
        return folder


def keys_of(folder: Folder, master: dict[str, Any]) -> PersonKeys:
    return open_keys(folder, Master(master["master_key"]))
