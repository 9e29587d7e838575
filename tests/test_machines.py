"""Machines that share engines alone: each has a folder of its own, which may be lost at any time."""

import asyncio
import os
import random
import shutil
import signal
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from harness.commands import Commands
from harness.crowd import Count, Erase
from harness.deeds import Ask, Flush, Said, Say
from harness.life import MORNING, Life, living, unwatched
from harness.mixed import idle, played
from harness.mortal import Mortal
from harness.nights import erased
from harness.servers import Engines, or_skip
from harness.waiting import LONGEST, until
from lumina.databases import person_keys
from lumina.databases.person_keys import SECRET
from lumina.errors import KeyGone, KeysGone, SharedOther, StoreDown
from lumina.models import Turn
from lumina.stores import midterm
from lumina.stores.history import open_history
from lumina.transfer.package import read_package
from tests.test_profiles import TOLD
from tools.servers.s3_server import BUCKET, serve_s3
from tools.servers.serving import Server

pytestmark = pytest.mark.servers


@pytest.fixture(params=["s3", "folder"])
def shared(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Where the keys lie that all machines use."""
    if request.param == "folder":
        return {"shared_url": (tmp_path / "shared").as_uri()}
    server: Server = request.getfixturevalue("s3_server")
    for name, value in server.environment.items():
        if name.startswith("AWS_"):
            monkeypatch.setenv(name, value)
    return {"shared_url": f"s3://{BUCKET}/{tmp_path.name}", "shared_endpoint": server.url}


@pytest.fixture
async def alone(engines: Engines, tmp_path: Path) -> dict[str, Any]:
    """The settings of one machine."""
    return {**await engines.emptied(), "master_key": tmp_path / "master.key"}


@pytest.fixture
def settings(alone: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    return alone | shared


@pytest.fixture
async def two(tmp_path: Path, settings: dict[str, Any]) -> AsyncGenerator[tuple[Life, Life]]:
    async with (
        living(tmp_path / "one", **settings) as one,
        living(tmp_path / "other", one.clock, **settings) as other,
    ):
        yield one, other


async def found(life: Life) -> bool:
    recalled = await life.recall("田中さんは柿のお礼に何をくれた？", turns=True)
    return any("ジャム" in hit.text for hit in recalled.hits[:3])


async def erase(life: Life) -> int:
    """What is left."""
    _, residue = await erased(life.lumina, life.person)
    return sum(residue.values())


async def test_what_one_machine_was_told_the_other_knows_in_every_tier(two: tuple[Life, Life]) -> None:
    one, other = two
    await one.chat(TOLD)
    assert await found(other)
    await one.distil_all()
    assert await found(other)
    for days in (1, 31):
        await other.pass_days(days)
        await other.run("all")
        assert await found(one)
        assert await found(other)


async def test_who_is_erased_on_one_is_read_by_no_other_and_no_folder_has_a_key(
    two: tuple[Life, Life], tmp_path: Path
) -> None:
    one, other = two
    await other.chat(TOLD)
    await other.distil_all()
    await other.pass_days(2)
    await other.run("descend")
    assert await other.stores.duckdb.count(other.person)
    assert await erase(one) == 0
    assert not await found(other)
    assert await other.turns() == []
    assert not other.stores.keys.has(other.person)
    with pytest.raises(KeyGone):
        other.stores.keys.of(other.person)
    assert sum((await other.lumina.erasure.preview(other.person)).would_erase.values()) == 0
    for name in ("one", "other"):
        assert not any((tmp_path / name / kept).exists() for kept in ("keys", "midterm.duckdb", "history", "sought"))


async def test_the_doctor_tells_of_what_machines_share_and_where_its_secret_is_gone(two: tuple[Life, Life]) -> None:
    one, other = two
    place = one.stores.keys.place
    report = (await one.lumina.doctor()).stores["shared"]
    assert report.state == "ok" and f"{place.name} and is read in" in report.detail
    assert place.destroy(SECRET)
    report = (await other.lumina.doctor()).stores["shared"]
    assert report.state != "ok" and "no machine can start" in report.detail


async def test_a_machine_whose_folder_is_lost_comes_back_with_an_empty_one(
    two: tuple[Life, Life], tmp_path: Path, settings: dict[str, Any]
) -> None:
    one, _ = two
    await one.chat(TOLD)
    said = await one.turns()
    async with living(tmp_path / "third", one.clock, **settings) as third:
        assert await third.turns() == said
    shutil.rmtree(tmp_path / "third")
    async with living(tmp_path / "third", one.clock, **settings) as third:
        assert await third.turns() == said
        assert await found(third)


async def test_two_that_come_first_at_once_agree_on_one_secret(tmp_path: Path, settings: dict[str, Any]) -> None:
    async def opened(name: str) -> bytes:
        async with living(tmp_path / name, **settings) as life:
            return life.stores.folder.secret

    first, *others = await asyncio.gather(*map(opened, ("a", "b", "c")))
    assert others == [first, first]


async def lived(home: Path, alone: dict[str, Any]) -> Life:
    """One machine, with a life of some days behind it."""
    async with living(home, **alone) as life:
        await life.chat(TOLD)
        await life.distil_all()
        await life.pass_days(2)
        await life.run("all")
        return life


async def test_a_folder_that_was_one_machine_s_hands_everything_over_wherever_that_is_broken_off(
    tmp_path: Path, alone: dict[str, Any], settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    clock = (await lived(home, alone)).clock
    async with living(home, clock, **alone) as life:
        said, kept = await life.turns(), await life.stores.duckdb.count()
    with monkeypatch.context() as broken:
        broken.setattr(person_keys, "_leave", stop)
        with pytest.raises(StoreDown):
            async with living(home, clock, **settings):
                pass
    with monkeypatch.context() as broken:
        broken.setattr(midterm, "_remove", stop)
        with pytest.raises(StoreDown):
            async with living(home, clock, **settings):
                pass
    async with living(home, clock, **settings) as one, living(tmp_path / "new", clock, **settings) as other:
        for life in (one, other):
            assert await life.turns() == said
            assert await life.stores.duckdb.count() == kept > 0
            assert await found(life)
    assert os.listdir(home / "keys") == []  # noqa: PTH208
    assert not (home / "midterm.duckdb").exists()


def stop(*_: object) -> None:
    raise StoreDown(store="a test", why="it ends here")


async def test_a_folder_that_has_handed_over_its_keys_is_not_opened_as_one_machine_s_nor_a_stranger_s_as_ours(
    tmp_path: Path, alone: dict[str, Any], settings: dict[str, Any], engines: Engines
) -> None:
    home = tmp_path / "home"
    async with living(home, **settings) as life:
        await life.say(TOLD[0])
        clock = life.clock
    with pytest.raises(KeysGone):
        async with living(home, clock, **alone):
            pass
    others = await engines.emptied()
    async with living(tmp_path / "stranger", clock, **alone | others):
        pass
    with pytest.raises(SharedOther):
        async with living(tmp_path / "stranger", clock, **settings | others):
            pass


async def said_on(home: Path, settings: dict[str, Any]) -> Sequence[Turn]:
    """All there is after one more turn."""
    async with living(home, **settings) as life:
        await life.say("@ルミナ 庭に出た。")
        return await life.turns()


def test_another_master_key_reaches_the_place_that_machines_share(
    tmp_path: Path, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = asyncio.run(said_on(tmp_path / "home", settings))
    for name, value in settings.items():
        monkeypatch.setenv(f"LUMINA_{name.upper()}", str(value))
    commands = Commands(tmp_path / "elsewhere")
    [place] = commands.json("keys", "rotate")["places"]
    assert place == f"{settings['shared_url']}/keys".removeprefix("file://")
    assert commands.json("keys", "rotate", "--forget")["forgotten"] == 1
    assert asyncio.run(said_on(tmp_path / "new", settings))[:2] == said


async def test_what_was_typed_into_a_folder_comes_to_lie_on_no_machine(
    home: Path, two: tuple[Life, Life], tmp_path: Path
) -> None:
    folder = tmp_path / "export"
    async with living(home, two[0].clock) as embedded:
        await embedded.say(TOLD[0])
        open_history(home, embedded.person).write_text(f"+{TOLD[0]}\n", encoding="utf-8")
        await embedded.lumina.transfer.export(embedded.person, folder)
    await two[1].lumina.transfer.take_in(read_package(folder), person=two[1].person, progress=unwatched)
    assert (await two[0].turns())[0].text == TOLD[0]
    assert not (tmp_path / "other" / "history").exists()


async def test_without_the_place_of_the_keys_those_talk_on_whose_key_is_known_and_others_are_refused_soon(
    tmp_path: Path, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with or_skip(serve_s3()) as server:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"):
            monkeypatch.setenv(name, server.environment[name])
        settings: dict[str, Any] = alone | {"shared_url": f"s3://{BUCKET}/keys", "shared_endpoint": server.url}
        async with living(tmp_path / "one", **settings) as life:
            await life.say(TOLD[0])
            assert server.process
            server.process.send_signal(signal.SIGSTOP)
            try:
                await life.say(TOLD[1])
                began = time.monotonic()
                for _ in range(20):
                    with pytest.raises(StoreDown):
                        await life.say(TOLD[0], person="新しい人")
                assert time.monotonic() - began < LONGEST
                with pytest.raises(StoreDown):
                    await asyncio.to_thread(life.stores.keys.destroy, life.person)
            finally:
                server.process.send_signal(signal.SIGCONT)
            await until(partial(answers_again, life))
            assert [turn.text for turn in await life.turns()][::2] == TOLD[:2]


async def answers_again(life: Life) -> bool:
    with suppress(StoreDown):
        await life.say(TOLD[0], person="新しい人")
        return True
    return False


def test_a_machine_that_was_cut_off_while_somebody_was_erased_elsewhere_serves_and_writes_nothing_of_them(
    tmp_path: Path, alone: dict[str, Any]
) -> None:
    """It had their key and their talk in its memory, and is asked as soon as it is back."""
    settings: dict[str, Any] = alone | {"shared_url": (tmp_path / "shared").as_uri()}
    cut_off, other = (Mortal.born(tmp_path / name, MORNING, **settings) for name in ("one", "other"))
    cut_off.ready()
    other.ready()
    for text in TOLD:
        cut_off.done(Say("葵", "居間", text), MORNING, unheard)
    cut_off.done(Flush("葵", ("居間",)), MORNING, unheard)  # who is stopped while it writes is waited for
    question, all_said = Ask("葵", "田中さんは柿のお礼に何をくれた？", None, 10), Said(("葵",))
    assert "ジャム" in str(cut_off.done(question, MORNING, unheard).hits)
    assert cut_off.process.pid
    os.kill(cut_off.process.pid, signal.SIGSTOP)
    try:
        left = other.done(Erase("葵"), MORNING, unheard)
    finally:
        os.kill(cut_off.process.pid, signal.SIGCONT)
    assert not cut_off.done(question, MORNING, unheard).hits
    assert cut_off.done(all_said, MORNING, unheard) == {"葵": []}
    assert sum(left.values()) == 0
    assert sum(other.done(Count("葵"), MORNING, unheard).values()) == 0
    for mortal in (cut_off, other):
        mortal.close()


def unheard(_: object) -> None:
    """What is durable is not asked about."""


@pytest.mark.ci
@pytest.mark.parametrize("seconds", [60])
def test_machines_that_are_killed_and_come_back_with_empty_folders_lose_nothing_and_double_nothing(
    tmp_path: Path, engines: Engines, shared: dict[str, Any], seconds: int
) -> None:
    """Two workers and two who talk, a folder each; one person is erased again and again."""
    settings = {**asyncio.run(engines.emptied()), **shared, "master_key": tmp_path / "master.key"}
    run = played(seconds, random.randrange(10**6), tmp_path / "machines", settings, apart=True)
    assert run.findings == []
    assert idle(run) == []
