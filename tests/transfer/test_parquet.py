"""The full log by month as Parquet: DuckDB reads it with one query, and an erasure takes it away."""

import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from harness.commands import Commands
from harness.life import ME, MORNING, Life, line, living
from lumina.erasure.part import Part
from lumina.errors import BadSetting, UnknownPerson
from lumina.memory import parquet
from lumina.models import Policy
from tools.servers.s3_server import BUCKET
from tools.servers.serving import Server

OTHER = "蓮"
MONTHS = {"2026-03": 2, "2026-04": 3, "2026-05": 4}


@pytest.fixture
def place(tmp_path: Path) -> dict[str, Any]:
    return {"parquet_url": f"file://{tmp_path}/log"}


async def told(life: Life) -> None:
    days = [
        (month, MORNING.replace(month=int(month[-2:])) + timedelta(days=nr))
        for month, count in MONTHS.items()
        for nr in range(count)
    ]
    lines = [line(f"{month}の{at.day}日の話。'引用'と\\と\n改行。", 0, at=at) for month, at in days]
    await life.read_in(lines)
    await life.read_in([line("庭の柿がよく実った。", 0, speaker=OTHER)], person=OTHER)


def left_behind(folder: Path) -> list[Path]:
    return [*folder.rglob("*.parquet"), *folder.glob("tmp*")]


def query(tmp_path: Path, what: str, rest: str = "") -> list[Any]:
    return duckdb.execute(f"select {what} from '{tmp_path}/log/*/*.parquet' {rest}").fetchall()


async def test_one_query_reads_what_was_said(home: Path, tmp_path: Path, place: dict[str, Any]) -> None:
    async with living(home, **place) as life:
        await told(life)
        written = await life.lumina.logs.write(ME)
        assert {one.month: one.turns for one in written} == MONTHS
        turns = await life.turns()
        rows = query(tmp_path, "id, speaker, text, epoch(said_at), zone, witnesses, left_for", "order by said_at")
        assert rows == [
            (turn.id, turn.speaker, turn.text, turn.at.timestamp(), 0, sorted(turn.witnesses), None)
            for turn in sorted(turns, key=lambda turn: turn.at)
        ]
        by_month = query(tmp_path, "strftime(said_at, '%Y-%m'), count(*)", "group by 1 order by 1")
        assert dict(by_month) == MONTHS
        await life.lumina.logs.write(OTHER)
        assert query(tmp_path, "count(*)") == [(sum(MONTHS.values()) + 1,)]
        assert left_behind(home) == []


async def test_written_again_it_is_there_once(home: Path, tmp_path: Path, place: dict[str, Any]) -> None:
    async with living(home, **place) as life:
        await told(life)
        first = await life.lumina.logs.write(ME)
        assert [one.month for one in await life.lumina.logs.write(ME, "2026-04")] == ["2026-04"]
        assert query(tmp_path, "count(*)") == [(sum(MONTHS.values()),)]
        listed = await life.lumina.logs.written(ME)
        assert [one.place for one in listed] == [one.place for one in first]
        assert {Path(one.place).name for one in listed} == {f"{month}.parquet" for month in MONTHS}


async def test_an_erasure_takes_it_away(home: Path, tmp_path: Path, place: dict[str, Any]) -> None:
    async with living(home, **place) as life:
        await told(life)
        await life.lumina.logs.write(ME)
        await life.lumina.logs.write(OTHER)
        preview = await life.lumina.erasure.preview(ME)
        assert preview.would_erase["logs"] == len(MONTHS)
        report = await life.lumina.erasure.erase(ME, preview.token, "test")
        assert report.erased["logs"] == len(MONTHS) and not any(report.residue.values())
        assert query(tmp_path, "distinct speaker") == [(OTHER,)]


async def test_what_is_erased_in_part_or_let_go_does_not_stay_there(
    home: Path, tmp_path: Path, place: dict[str, Any]
) -> None:
    async with living(home, **place) as life:
        await told(life)
        await life.lumina.logs.write(ME)
        part = Part(first=MORNING.replace(month=4), last=MORNING.replace(month=4, day=6))
        await life.lumina.erasure.erase_part(ME, part, (await life.lumina.erasure.preview_part(ME, part)).token, "test")
        assert await life.lumina.logs.written(ME) == []
        await life.lumina.logs.write(ME)
        await life.pass_days(9)
        await life.run("all")
        await life.lumina.tasks.run_due()
        await life.lumina.policies.choose(ME, Policy.SUMMARY_ONLY)
        await life.run("let_go")
        assert left_behind(tmp_path / "log") == []
        await life.lumina.logs.write(ME)
        assert query(tmp_path, "distinct text") == [(None,)]


async def test_where_nothing_says_where_it_goes_that_is_said(home: Path, place: dict[str, Any]) -> None:
    async with living(home) as life:
        await told(life)
        with pytest.raises(BadSetting) as refused:
            await life.lumina.logs.write(ME)
        assert "LUMINA_PARQUET_URL" in str(refused.value.details)
        with pytest.raises(UnknownPerson):
            await life.lumina.logs.write("nobody")


def test_the_command_says_where_it_went(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMINA_PARQUET_URL", f"file://{tmp_path}/log")
    run = Commands(home)
    run("say", "--user", ME, "--at", "2026-05-04T09:00:00+09:00", "おはよう。")
    [month] = run.json("log", "write", "--user", ME)["months"]
    assert (month["month"], month["turns"]) == ("2026-05", 2)
    assert run.json("log", "list", "--user", ME)["months"][0]["place"] == month["place"]
    assert month["place"] in run("log", "list", "--user", ME).replace("\n", "")


@pytest.mark.servers
async def test_it_lies_in_s3_as_in_a_folder(
    home: Path, tmp_path: Path, s3_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    place: dict[str, Any] = {"parquet_url": f"s3://{BUCKET}/{tmp_path.name}", "backup_endpoint": s3_server.url}
    async with living(home, **place) as life:
        await told(life)
        await life.lumina.logs.write(ME)
        here = s3_server.folder / BUCKET / tmp_path.name
        counted = duckdb.execute(f"select count(*) from '{here}/*/*.parquet'").fetchall()
        assert counted == [(sum(MONTHS.values()),)]
        await life.lumina.erasure.erase(ME, (await life.lumina.erasure.preview(ME)).token, "test")
        assert left_behind(here) == []


async def test_a_log_that_cannot_be_made_holds_nobody_up_and_leaves_no_file(
    home: Path, tmp_path: Path, place: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "aside").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "aside"))
    async with living(home, **place) as life:
        await told(life)
        with monkeypatch.context() as failing:
            failing.setattr(parquet, "COPY", "copy nothing to '{path}'")
            with pytest.raises(duckdb.Error):
                await life.lumina.logs.write(ME)
    assert not [*(tmp_path / "aside").iterdir()]
