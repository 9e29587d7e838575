"""The restore drill on a real S3 server: talk, back up, talk, erase one, lose everything, and bring it back, to the
last moment and to an earlier one."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.life import ME, MORNING, Life, line, living
from harness.sealed import standing
from lumina.clock import ManualClock
from lumina.settings import Settings
from lumina.stores.repository import open_repository
from lumina.transfer.backup.keeping import verify
from lumina.transfer.backup.restoring import manifest_of, restore
from tools.servers.s3_server import BUCKET
from tools.servers.serving import Server

pytestmark = [pytest.mark.ci, pytest.mark.servers]

OTHER = "蓮"
EARLIER = ("先週、金沢で輪島塗の椀を買った。", "庭の柿がよく実った。", "弟の樹が函館でパン屋をはじめた。")
LATER = ("きょうは窯場で片口を焼いた。", "来週の火曜に面接がある。")
THEIRS = "鼈甲の簪を祖母にもらった。"
QUESTION = "金沢で何を買った？"


def unwatched(_done: int, _of: int) -> None: ...


@pytest.fixture
def place(tmp_path: Path, s3_server: Server, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    url = f"s3://{BUCKET}/{tmp_path.name}"
    return {
        "backup_url": url,
        "backup_endpoint": s3_server.url,
        "master_key": tmp_path / "elsewhere" / "master.key",
    }


async def kept(life: Life) -> tuple[Any, ...]:
    hits = [(hit.memory, hit.text, round(hit.score, 6)) for hit in (await life.recall(QUESTION)).hits]
    return await life.turns(), hits, (await life.lumina.known.known(ME)).facts


async def backed_up(life: Life) -> datetime:
    life.clock.advance(timedelta(minutes=1))
    await life.lumina.backups.make(life.clock(), unwatched)
    return life.clock()


async def brought_back(home: Path, place: dict[str, Any], at: datetime | None) -> Any:
    settings = Settings(home=home, **place)
    repository = await open_repository(settings, make=False)
    manifest = await manifest_of(repository, at)
    return await restore(repository, manifest, settings, ManualClock(MORNING), unwatched)


async def test_everything_is_lost_and_comes_back_but_who_was_erased(tmp_path: Path, place: dict[str, Any]) -> None:
    home = tmp_path / "home"
    async with living(home, **place) as life:
        await life.read_in([line(text, nr, at=MORNING - timedelta(days=9 - nr)) for nr, text in enumerate(EARLIER)])
        await life.read_in([line(THEIRS, 0, speaker=OTHER)], person=OTHER)
        await life.run("all")
        first, at_first = await backed_up(life), await kept(life)
        await life.chat(LATER)
        await life.lumina.erasure.erase(OTHER, (await life.lumina.erasure.preview(OTHER)).token, "test")
        last, at_last = await backed_up(life), await kept(life)
        await life.chat(["これはどのバックアップにもない。"])
    shutil.rmtree(home)

    for name, moment, before in (("last", None, at_last), ("earlier", first, at_first)):
        again = tmp_path / name
        report = await brought_back(again, place, moment)
        assert report.differing == ()
        async with living(again, ManualClock(last), **place) as life:
            assert await kept(life) == before
            assert await life.turns(OTHER) == []
            assert (await life.lumina.doctor()).ok
            texts = [turn.text for turn in await life.turns()]
            assert len(set(texts)) == len(texts)
            await life.chat(["ただいま。"])
            await life.run("rewrite")
        assert standing(again, [THEIRS[:6]]) == {}


async def test_what_lies_in_s3_is_proved_and_holds_no_word(
    tmp_path: Path, place: dict[str, Any], s3_server: Server
) -> None:
    async with living(tmp_path / "home", **place) as life:
        await life.read_in([line(text, nr) for nr, text in enumerate(EARLIER)])
        await backed_up(life)
    settings = Settings(home=tmp_path / "home", **place)
    repository = await open_repository(settings, make=False)
    verified = await verify(repository, None, settings, ManualClock(MORNING), unwatched)
    assert verified.differing == ()
    assert standing(s3_server.folder, [text[:6] for text in EARLIER]) == {}
