"""An export is taken in whole: the same person stands there again, whatever LUMINA it is."""

import json
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from harness.commands import Commands
from harness.lives import START, bring, by_tier, memories, nothing, say, talk, words
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.errors import BadInput
from lumina.memory.histories_postgres import Histories
from lumina.models import Role, TierName
from lumina.reports import ImportReport
from lumina.settings import Settings
from lumina.stores.history import history_file, open_history
from lumina.stores.opening import Stores
from lumina.transfer.package import BESIDE, FILES, MANIFEST, read_package

RIN, SORA = "凛", "空"
NOW = START + timedelta(days=45)
TOLD = words("ヌ", 200)
ASKED = ("自転車で会った人", f"{TOLD[3]}", "陶芸", "嬉しかった", "wonderful friend", "赤い傘")


def stores(lumina: Lumina) -> Stores:
    return lumina._parts.stores  # pyright: ignore[reportPrivateUsage]


@asynccontextmanager
async def opened(home: Path, clock: ManualClock):
    async with Lumina.open(Settings(home=home), clock) as lumina:
        yield lumina


async def live(lumina: Lumina, clock: ManualClock) -> None:
    """A life of which something lies in every tier, on which its owner laid hands, and of which a branch was left."""
    clock.set(NOW - timedelta(days=20))
    await bring(lumina, RIN, talk(RIN, TOLD, days=25))
    await lumina.jobs.run("all")
    for text in (
        "昨日は雨だったから赤い傘を買った。",
        f"ルミナ、{TOLD[3]}を覚えてる？",
        "ところで、望遠鏡で土星を見たよ。",
    ):
        await say(lumina, RIN, "居間", text)
        clock.advance(timedelta(minutes=15))
    clock.set(NOW)
    await lumina.jobs.run("all")
    for nr in range(9):
        await say(lumina, RIN, "居間", f"{nr}番目の盆栽に水をやった。")
        clock.advance(timedelta(minutes=1))
    await lumina.settle()
    *_, last = [turn for turn in await stores(lumina).transcript.last(RIN, "居間", 5) if turn.role is Role.PERSON]
    edited_words = await lumina.talk.begin("盆栽を友だちにあげた。", person=RIN, room="居間", instead=last.id)
    async for _ in edited_words.events():
        pass
    await lumina.settle()
    tiers = await by_tier(lumina, RIN)
    edited, pinned, away = [row.state.id for row in tiers[TierName.LONGTERM][:3]]
    await lumina.memories.edit(RIN, edited, "凛は尺八の会で拍手をもらった。")
    await lumina.memories.pin(RIN, pinned)
    await lumina.memories.forget(RIN, away)
    open_history(stores(lumina).folder.home, RIN).write_text("\n# 2026\n+盆栽\n", encoding="utf-8")


async def everything(lumina: Lumina, person: str) -> dict[str, Any]:
    """All that there is of somebody, but for the name."""
    here, ids = stores(lumina), [row.state.id for row in await memories(lumina, person)]
    states = await here.catalogue.states(person, ids, lumina.clock())
    bodies = await here.bodies.read(person, list(states.values()))
    found: dict[str, Any] = {
        "turns": [replace(turn, person="") async for turn in here.transcript.export(person)],
        "threads": await here.transcript.threads(person),
        "rooms": [(room.name, room.present) for room in await here.transcript.rooms(person)],
        "waiting": [turn.id for turn in await here.transcript.waiting(person)],
        "states": {one.id: replace(one, person="") for one in states.values()},
        "bodies": {
            id_: (one.text, one.keywords, one.concepts, one.valence, one.born, one.detail, len(one.entries))
            for id_, one in bodies.items()
        },
        "archived": {
            id_: (one.memory.text, one.at, one.until, one.why)
            for id_, one in (await here.archive.archived(person, ids)).items()
        },
        "uses": await Histories(here.database).uses(person, ids),
        "logs": await Histories(here.database).logs(person, ids),
        "network": await here.associations.network(person),
        "counts": await here.catalogue.holdings(person),
        "entries": await here.longterm.count_entries(person),
        "points": await here.index.count(person),
        "claims": [replace(one, id=one.turn or one.id) for one in await here.claims.of(person)],
        "speakers": await here.transcript.speakers(person),
        "typed": history_file(here.folder.home, person).read_text(encoding="utf-8"),
    }
    for query in ASKED:
        for unit in ("turn", "memory"):
            recalled = await lumina.recall.look_up(query, person=person, viewer=None, budget=1500, limit=20, unit=unit)  # pyright: ignore[reportArgumentType]
            assert recalled.missing == ()
            found[f"{query} by {unit}"] = [
                (hit.memory, [turn.id for turn in hit.turns], hit.text, hit.tier, hit.source, round(hit.score, 6))
                for hit in recalled.hits
            ]
            found[f"{query} pack"] = recalled.pack.text
    return found


async def take_in(lumina: Lumina, folder: Path, person: str) -> ImportReport:
    return await lumina.transfer.take_in(read_package(folder), person=person, progress=nothing)


async def test_somebody_who_goes_along_is_the_same_elsewhere_and_again_after_an_erasure(tmp_path: Path) -> None:
    clock, out = ManualClock(NOW), tmp_path / "out"
    async with opened(tmp_path / "here", clock) as lumina:
        await live(lumina, clock)
        tiers = await by_tier(lumina, RIN)
        assert set(tiers) == set(TierName) - {TierName.WINDOW, TierName.FADED}
        before = await everything(lumina, RIN)
        assert any(before["uses"].values())
        written = await lumina.transfer.export(RIN, out)
        assert set(written) == {*FILES, *BESIDE, MANIFEST} == {path.name for path in out.iterdir()}
        await lumina.erasure.erase(RIN, (await lumina.erasure.preview(RIN)).token, "test")
        report = await take_in(lumina, out, RIN)
        assert (report.turns, report.memories) == (len(before["turns"]), len(before["states"]))
        assert await everything(lumina, RIN) == before
    async with opened(tmp_path / "there", clock) as lumina:
        await take_in(lumina, out, SORA)
        assert await everything(lumina, SORA) == before
        again = await take_in(lumina, out, SORA)
        assert (again.turns, again.known, again.memories) == (0, len(before["turns"]), 0)
        assert await everything(lumina, SORA) == before
        await lumina.jobs.run("all")
        assert {row.state.id for row in await memories(lumina, SORA)} >= set(before["states"])


async def test_what_is_here_still_or_has_anything_else_is_refused(tmp_path: Path) -> None:
    clock, out = ManualClock(NOW), tmp_path / "out"
    async with opened(tmp_path / "here", clock) as lumina:
        await bring(lumina, RIN, talk(RIN, TOLD[:30], days=3))
        await bring(lumina, SORA, talk(SORA, TOLD[30:40], days=1))
        await lumina.transfer.export(RIN, out)
        with pytest.raises(BadInput, match=f"as {RIN}'s"):
            await take_in(lumina, out, "写し")
        with pytest.raises(BadInput, match=f"{SORA} has 10 turns"):
            await take_in(lumina, out, SORA)
        await say(lumina, RIN, "居間", "そのあとの話。")
        assert (await take_in(lumina, out, RIN)).known == 30
        assert await stores(lumina).transcript.people() == sorted([RIN, SORA])


async def test_to_be_replaced_it_is_brought_back_to_what_it_was_unless_there_is_anything_else(tmp_path: Path) -> None:
    clock, out = ManualClock(NOW), tmp_path / "out"
    async with opened(tmp_path / "here", clock) as lumina:
        await live(lumina, clock)
        before = await everything(lumina, RIN)
        await lumina.transfer.export(RIN, out)
        for row in (await by_tier(lumina, RIN))[TierName.LONGTERM][3:6]:
            await lumina.memories.edit(RIN, row.state.id, "まちがえて書き直した。")
            await lumina.memories.pin(RIN, row.state.id)
        again = await lumina.transfer.take_in(read_package(out), person=RIN, progress=nothing, replace=True)
        assert again.turns == len(before["turns"])
        assert await everything(lumina, RIN) == before
        await say(lumina, RIN, "居間", "そのあとの話。")
        with pytest.raises(BadInput, match=f"{RIN} has 2 turns"):
            await lumina.transfer.take_in(read_package(out), person=RIN, progress=nothing, replace=True)


@pytest.mark.parametrize("where", ["commit", "load", "put"])
async def test_what_is_broken_off_leaves_nothing_and_comes_in_when_it_is_done_again(tmp_path: Path, where: str) -> None:
    clock, out = ManualClock(NOW), tmp_path / "out"
    async with opened(tmp_path / "here", clock) as lumina:
        await bring(lumina, RIN, talk(RIN, TOLD[:60], days=30))
        await lumina.jobs.run("all")
        await lumina.transfer.export(RIN, out)
    async with opened(tmp_path / "there", clock) as lumina:
        here = stores(lumina)
        part: Any = {"commit": here.catalogue, "load": here.associations, "put": here.longterm}[where]
        with patch.object(type(part), where, side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
            await take_in(lumina, out, RIN)
        assert await here.transcript.people() == []
        assert (await here.duckdb.count(), await here.longterm.count_entries(), await here.index.count()) == (0, 0, 0)
        assert (await take_in(lumina, out, RIN)).turns == 60


def changed(line: int, old: str, new: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        lines = path.read_text(encoding="utf-8").split("\n")
        assert old in lines[line - 1]
        lines[line - 1] = lines[line - 1].replace(old, new, 1)
        path.write_text("\n".join(lines), encoding="utf-8")

    return change


def longer(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "{}\n", encoding="utf-8")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    path.write_bytes(b"\xff" + path.read_bytes())


def half(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"\n", len(data) // 2) - 3])


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    folder = tmp_path_factory.mktemp("exported")
    commands = Commands(folder / "home")
    lines = [
        {"speaker": "葵", "text": f"{nr}本目の苗木を植えた。", "at": f"2026-05-08T19:{nr:02}:00+09:00", "ref": f"t{nr}"}
        for nr in range(30)
    ]
    (folder / "talk.jsonl").write_text("\n".join(map(json.dumps, lines)))
    commands("import", str(folder / "talk.jsonl"), "--user", "葵")
    commands("export", str(folder / "out"), "--user", "葵")
    return commands


@pytest.mark.parametrize(
    ("name", "harm", "line"),
    [
        ("transcript.jsonl", changed(7, "苗木", "大木"), 7),
        ("memories.jsonl", changed(1, '"pinned": false', '"pinned": true'), 1),
        ("manifest.jsonl", changed(1, "葵", "花"), 12),
        ("transcript.jsonl", half, 16),
        ("threads.jsonl", longer, None),
        ("rooms.jsonl", emptied, 1),
        ("memories.jsonl", foreign, 1),
    ],
)
def test_an_export_that_was_changed_is_refused_with_its_line(
    commands: Commands, tmp_path: Path, name: str, harm: Callable[[Path], object], line: int | None
) -> None:
    home, out = commands.home, tmp_path / "out"
    out.mkdir()
    for path in (home.parent / "out").iterdir():
        (out / path.name).write_bytes(path.read_bytes())
    harm(out / name)
    fresh = Commands(tmp_path / "home")
    error = fresh.json("import", str(out), "--user", "花", status=1)["error"]
    assert error["kind"] == "BadFile"
    assert f"{out / name}, line {line or ''}" in error["message"]
    assert not (tmp_path / "home").exists()


def test_commands_take_an_export_in_elsewhere_and_recall_gives_the_same(commands: Commands, tmp_path: Path) -> None:
    home = commands.home
    there = Commands(tmp_path / "there")
    report = there.json("import", str(home.parent / "out"), "--user", "花")
    assert (report["turns"], report["mine"]) == (30, 30)
    asked = ("recall", "--at", "2026-06-01T00:00:00Z", "--limit", "5", "7本目の苗木")
    hits = [one.json(*asked, "--user", who)["hits"] for one, who in ((commands, "葵"), (there, "花"))]
    assert hits[0] == hits[1]
    assert hits[0]


def test_a_folder_without_a_manifest_and_options_that_do_not_fit_are_refused(
    commands: Commands, tmp_path: Path
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "transcript.jsonl").write_text("{}")
    home = commands.home
    fresh = Commands(tmp_path / "home")
    assert "manifest.jsonl" in fresh.json("import", str(tmp_path / "old"), "--user", "花", status=1)["error"]["message"]
    fits = fresh.json("import", str(home.parent / "out"), "--user", "花", "--me", "葵", status=1)
    assert "--me" in fits["error"]["message"]


def test_nobody_is_not_exported(commands: Commands, tmp_path: Path) -> None:
    error = commands.json("export", str(tmp_path / "out"), "--user", "誰か", status=1)["error"]
    assert error["kind"] == "UnknownPerson"
    assert not (tmp_path / "out").exists()


def test_what_is_written_is_for_its_owner_alone(commands: Commands) -> None:
    out = commands.home.parent / "out"
    assert {path.stat().st_mode & 0o777 for path in out.iterdir()} == {0o600}
    assert out.stat().st_mode & 0o777 == 0o700
