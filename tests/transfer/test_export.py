"""All there is of a person goes along, and comes in again as the same talk."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from jsonschema import Draft202012Validator

from harness.lives import START, bring, by_tier, memories, nothing, say, talk, words
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.errors import BadInput, UnknownPerson
from lumina.images import Image
from lumina.models import EVERYBODY, TierName
from lumina.reports import ImportedTurn
from lumina.settings import Settings
from lumina.transfer.formats import read_transcript, write_transcript
from lumina.transfer.package import LIFE, SCHEMA
from lumina.transfer.schema import LINES

RIN, GUEST = "凛", "佐久間さん"
AT = datetime.fromisoformat("2026-06-01T07:30:00+09:00")
CLOCKS = ("2026-04-30T23:30:00-04:00", "2026-05-01T12:31:00.250000+09:00", "2026-05-01T03:32:00+00:00")
NIGHT, NOON, MORNING = map(datetime.fromisoformat, CLOCKS)
KATHMANDU = datetime.fromisoformat("2026-05-02T09:00:00+05:45")
TOLD = [
    ImportedTurn(RIN, "ニューヨークの夜に\n号外を読んだ。", NIGHT, "a1", "旅", "一"),
    ImportedTurn(GUEST, "同じころ、こちらは昼だった。", NOON, "a2", "旅", "一", frozenset({GUEST, RIN})),
    ImportedTurn("lumina", "そうだったんだね😊", MORNING, "a3", "旅", "一", frozenset({"lumina", RIN})),
    ImportedTurn(RIN, 'カトマンズで"引用"と\\を見た。', KATHMANDU, "a3", "旅", "二", frozenset({EVERYBODY})),
    ImportedTurn(RIN, "同じことを言う。", AT, "", "家", ""),
    ImportedTurn(RIN, "同じことを言う。", AT, "", "家", ""),
]


@pytest.fixture
async def lumina(home: Path) -> AsyncGenerator[Lumina]:
    async with Lumina.open(Settings(home=home), ManualClock(AT)) as lumina:
        yield lumina


async def exported(lumina: Lumina, person: str, folder: Path) -> list[ImportedTurn]:
    await lumina.transfer.export(person, folder)
    return read_transcript(folder / "transcript.jsonl")


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def test_what_comes_in_goes_out_letter_by_letter(lumina: Lumina, tmp_path: Path) -> None:
    await bring(lumina, RIN, TOLD)
    out = await exported(lumina, RIN, tmp_path / "out")
    assert [(turn.speaker, turn.text, turn.at.isoformat(), turn.room) for turn in out] == [
        (turn.speaker, turn.text, turn.at.isoformat(), turn.room) for turn in TOLD
    ]
    assert [turn.ref for turn in out[:4]] == [turn.ref for turn in TOLD[:4]]
    assert [turn.witnesses for turn in out[1:4]] == [turn.witnesses for turn in TOLD[1:4]]
    assert len({turn.thread for turn in out}) == 3


async def test_an_export_comes_into_another_person_as_the_same_talk(lumina: Lumina, tmp_path: Path) -> None:
    await bring(lumina, RIN, TOLD)
    await say(lumina, RIN, "家", "@ルミナ 号外を読んだのはどこだった？")
    first = await exported(lumina, RIN, tmp_path / "first")
    await lumina.transfer.bring(first, person="写し", me=RIN, progress=nothing)
    second = await exported(lumina, "写し", tmp_path / "second")
    threads = dict(zip([turn.thread for turn in first], [turn.thread for turn in second], strict=True))
    assert len(set(threads.values())) == len(threads)
    assert [replace(turn, thread=threads[turn.thread]) for turn in first] == second
    assert [turn.at.isoformat() for turn in second] == [turn.at.isoformat() for turn in first]
    again = await lumina.transfer.bring(first, person="写し", me=RIN, progress=nothing)
    assert (again.turns, again.known) == (0, len(first))


async def test_a_day_is_that_of_the_place_where_it_was_said(lumina: Lumina) -> None:
    await bring(lumina, RIN, TOLD[:2])
    recalled = await lumina.recall.look_up(
        "号外を読んだのはいつ？", person=RIN, viewer=None, budget=500, limit=1, unit="turn"
    )
    assert "2026年4月30日" in recalled.pack.text  # in UTC it was May


async def test_every_file_says_what_there_is(lumina: Lumina, tmp_path: Path) -> None:
    clock: Any = lumina.clock
    await bring(lumina, RIN, talk(RIN, words("ゲ", 120), days=40))
    clock.set(START + timedelta(days=60))
    await lumina.jobs.run("all")
    [first, *_] = (await by_tier(lumina, RIN))[TierName.LONGTERM]
    await lumina.memories.forget(RIN, first.state.id)
    written = await lumina.transfer.export(RIN, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(written)
    for name in LINES:
        assert len(objects(tmp_path / "out" / name)) == written[name]
    rows = {row["id"]: row for row in objects(tmp_path / "out" / "memories.jsonl")}
    assert set(rows) == {str(row.state.id) for row in await memories(lumina, RIN)}
    assert rows[str(first.state.id)]["tier"] == "forgotten"
    assert rows[str(first.state.id)]["text"] == first.text
    refs = {turn.ref for turn in read_transcript(tmp_path / "out" / "transcript.jsonl")}
    assert {turn for row in rows.values() for turn in row["turns"]} <= refs
    assert any("concept" in row for row in objects(tmp_path / "out" / "associations.jsonl"))


async def test_every_line_keeps_to_the_schema_that_lies_beside_it(lumina: Lumina, tmp_path: Path) -> None:
    clock: Any = lumina.clock
    await bring(
        lumina,
        RIN,
        [*TOLD, ImportedTurn(RIN, "先月、京都に引っ越した。妹の結衣と面接の話をした。", AT, "b1", "家", "")],
    )
    await say(lumina, RIN, "家", "@ルミナ 覚えておいて、鍵は植木鉢の下。")
    await lumina.occasions.notify("郵便局", "小包が届いた", person=RIN, room="家")
    clock.set(AT + timedelta(days=60))
    await lumina.jobs.run("all")
    await lumina.tasks.run_due()
    out = tmp_path / "out"
    await lumina.transfer.export(RIN, out)
    told = json.loads((out / SCHEMA).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(told)
    validator: Any = Draft202012Validator(told)
    lines = {name: objects(out / name) for name in LINES}
    assert list(validator.iter_errors(lines)) == []
    assert set(told["properties"]) == {path.name for path in out.iterdir()} - {SCHEMA, LIFE}
    empty = {name for name in LINES if not lines[name]}
    assert empty <= {"images.jsonl", "notifications.jsonl", "typed.jsonl"}
    for name in LINES.keys() - empty:
        changed = {**lines, name: [*lines[name][:-1], {**lines[name][-1], "nobody's": 1}]}
        assert list(validator.iter_errors(changed)), name


async def test_a_page_shows_the_life_to_whoever_opens_it_and_does_nothing(lumina: Lumina, tmp_path: Path) -> None:
    harm = "</div></style><script>alert(1)</script><img src=x onerror=alert(1)>"
    moved = ImportedTurn(RIN, "先月、京都に引っ越した。", AT, "b1", "家", "")
    await bring(lumina, RIN, [*TOLD, moved, ImportedTurn(RIN, harm, AT, harm, harm, "")])
    await say(lumina, RIN, "家", "@ルミナ こんにちは。")
    picture = Image(uuid4(), harm, "image/png", 1, 1, b"\x89PNG")
    turn = (await lumina.views.turns(RIN, harm, 1))[-1]
    stores = lumina._stores  # pyright: ignore[reportPrivateUsage]
    async with stores.database.writing(RIN) as guard:
        await stores.images.put(guard, turn.id, [picture])
    await lumina.transfer.export(RIN, tmp_path / "out")
    page = (tmp_path / "out" / LIFE).read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="ja">')
    for told in (
        "カトマンズ",
        "住まい",
        "京都",
        "ルミナ",
        f'id="t-{turn.id}"',
        'href="#t-',
        "data:image/png;base64,iVBORw",
    ):
        assert told in page
    assert "<script" not in page
    assert "<img src=x" not in page
    assert "http" not in page.replace('http-equiv="Content-Security-Policy"', "")


async def test_an_export_over_an_older_one_replaces_it(lumina: Lumina, tmp_path: Path) -> None:
    await bring(lumina, RIN, TOLD)
    await bring(lumina, "空", TOLD[:1])
    await lumina.transfer.export(RIN, tmp_path / "out")
    assert len(await exported(lumina, "空", tmp_path / "out")) == 1


async def test_who_is_nobody_is_not_exported(lumina: Lumina, tmp_path: Path) -> None:
    with pytest.raises(UnknownPerson, match="誰でもない"):
        await lumina.transfer.export("誰でもない", tmp_path / "out")
    assert not (tmp_path / "out").exists()


async def test_a_folder_that_cannot_be_written_is_named(lumina: Lumina, tmp_path: Path) -> None:
    await bring(lumina, RIN, TOLD)
    (tmp_path / "file").write_text("taken")
    with pytest.raises(BadInput, match="file"):
        await lumina.transfer.export(RIN, tmp_path / "file")


async def test_writing_what_was_read_gives_the_same_file(lumina: Lumina, tmp_path: Path) -> None:
    await bring(lumina, RIN, TOLD)
    turns = await exported(lumina, RIN, tmp_path / "out")
    write_transcript(tmp_path / "again.jsonl", turns)
    beyond = ("id", "role", "failed")  # what `lumina import FILE` does not read
    written = [
        {k: v for k, v in row.items() if k not in beyond} for row in objects(tmp_path / "out" / "transcript.jsonl")
    ]
    assert objects(tmp_path / "again.jsonl") == written
