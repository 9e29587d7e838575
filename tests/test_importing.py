"""What `lumina import FILE` understands, asks, counts and refuses, as somebody meets it who types it."""

import asyncio
import json
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest

from harness.commands import Commands
from harness.waiting import LONGEST, until
from lumina.databases.postgres import Database
from lumina.errors import StoreDown

START = datetime.fromisoformat("2026-05-08T19:30:00+09:00")


@pytest.fixture
def lumina(tmp_path: Path) -> Commands:
    return Commands(tmp_path / "home")


def spoken(
    path: Path, speakers: Sequence[str], *, start: datetime = START, apart: timedelta = timedelta(minutes=1)
) -> Path:
    """A turn a line, of these speakers in turn."""
    lines = [
        {
            "speaker": speaker,
            "text": f"{at}番目に見たのは{speaker}の畑のスイカだった。",
            "at": (start + at * apart).isoformat(),
            "ref": f"t{at}",
            "thread": f"d{at // 20}",
            "room": f"畑{at // 40}",
        }
        for at, speaker in enumerate(speakers)
    ]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


def sample(name: str) -> Mapping[str, object]:
    said = [
        {"speaker": who, "dia_id": f"D1:{nr}", "text": f"{who} of {name}."} for nr, who in enumerate(("Ida", "Jon"))
    ]
    return {"sample_id": name, "conversation": {"session_1_date_time": "1:56 pm on 24 May, 2023", "session_1": said}}


def locomo(path: Path, *names: str) -> Path:
    path.write_text(json.dumps([sample(name) for name in names]))
    return path


def refusal(answer: Any, *parts: str) -> None:
    said = answer["error"]["message"]
    assert all(part in said for part in parts), said


def test_who_is_said_to_be_the_person_and_never_speaks_is_refused_with_those_who_do(
    lumina: Commands, tmp_path: Path
) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健", "葵"])
    answer = lumina.json("import", str(talk), "--user", "葵", "--me", "花", status=1)
    refusal(answer, "花", "葵 (2), 健 (1)", "--me")
    assert not (tmp_path / "home").exists()


def test_a_file_in_which_nobody_has_the_persons_name_comes_in_as_talk_of_others_and_says_so(
    lumina: Commands, tmp_path: Path
) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健"])
    report = lumina.json("import", str(talk), "--user", "u")
    assert (report["turns"], report["mine"], report["others"]) == (2, 0, 2)
    with lumina.process("import", str(talk), "--user", "v") as process:
        _, said = process.communicate(timeout=LONGEST)
    assert process.returncode == 0
    assert "葵 (1), 健 (1)" in said
    assert "--me" in said


def test_somebody_who_watches_is_asked_who_the_person_is(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健"])
    with patch("lumina.cli.person.watched", return_value=True):
        shown = lumina("import", str(talk), "--user", "u", typed="蓮\n葵\n")
    assert "1 of them the person's own and 1 of others" in shown


def test_the_report_counts_what_was_understood(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", [*["葵", "健"] * 29, "lumina"])
    report = lumina.json("import", str(talk), "--user", "葵")
    assert (report["turns"], report["mine"], report["others"]) == (59, 29, 30)
    assert (report["rooms"], report["threads"]) == (2, 3)
    assert report["first"] == START.isoformat()
    assert report["last"] == (START + timedelta(minutes=58)).isoformat()
    assert report["memories"] > 0
    assert report["later"] > 0
    listed = len(lumina.json("memories", "list", "--limit", "100")["memories"])
    lumina("jobs", "run", "all", "--at", (START + timedelta(days=1)).isoformat())
    assert len(lumina.json("memories", "list", "--limit", "100")["memories"]) == listed + report["later"]


def test_a_short_talk_is_not_told_to_be_nothing(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健"])
    assert "0 memories made; 1 more later" in lumina("import", str(talk), "--user", "葵")
    assert lumina.json("recall", "--user", "葵", "畑のスイカ")["hits"]


@pytest.mark.parametrize("form", ["jsonl", "locomo"])
def test_a_date_ahead_of_the_clock_is_refused_in_its_line(lumina: Commands, tmp_path: Path, form: str) -> None:
    if form == "jsonl":
        talk, line = spoken(tmp_path / "talk", ["葵"] * 3, start=datetime.now(UTC), apart=timedelta(days=20 * 365)), 2
    else:
        talk = tmp_path / "talk"
        talk.write_text(json.dumps(sample("one"), indent=1).replace("2023", "2063"))
        line = next(nr for nr, one in enumerate(talk.read_text().splitlines(), 1) if "D1:0" in one)
    answer = lumina.json("import", str(talk), "--user", "葵", status=1)
    assert answer["error"]["kind"] == "BadFile"
    refusal(answer, f"line {line}:", "future")
    assert not (tmp_path / "home").exists()


def test_what_is_ahead_by_hours_is_a_clock_that_differs(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵"], start=datetime.now(UTC) + timedelta(hours=20))
    assert lumina.json("import", str(talk), "--user", "葵")["turns"] == 1


def test_of_several_conversations_of_strangers_one_is_chosen_by_name(lumina: Commands, tmp_path: Path) -> None:
    path = locomo(tmp_path / "talk.json", "conv-1", "conv-2", "conv-3")
    who = ("--user", "Ida")
    refusal(lumina.json("import", str(path), *who, status=1), "conv-1 (2), conv-2 (2), conv-3 (2)", "--conversation")
    refusal(lumina.json("import", str(path), *who, "--conversation", "conv-9", status=1), "conv-2 (2)")
    assert not (tmp_path / "home").exists()
    assert lumina.json("import", str(path), *who, "--conversation", "conv-2")["turns"] == 2
    assert lumina.json("recall", *who, "Ida of conv-2")["hits"]
    assert "conv-1" not in lumina("recall", *who, "--json", "Ida of conv-1")
    alone = locomo(tmp_path / "alone.json", "conv-4")
    assert lumina.json("import", str(alone), "--user", "Jon")["mine"] == 1


def test_jsonl_has_no_conversations_to_choose_among(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵"])
    refusal(lumina.json("import", str(talk), "--user", "葵", "--conversation", "x", status=1), "jsonl")


def test_the_same_file_with_another_me_is_refused_and_not_passed_over(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健"] * 20)
    lumina("import", str(talk), "--user", "葵", "--me", "健")
    answer = lumina.json("import", str(talk), "--user", "葵", status=1)
    refusal(answer, "--me", "--replace")
    assert lumina.json("import", str(talk), "--user", "葵", "--me", "健")["known"] == 40


def raw(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_what_is_replaced_is_gone_from_every_tier_and_comes_in_with_another_me(
    lumina: Commands, tmp_path: Path
) -> None:
    who, later = ("--user", "葵"), (START + timedelta(days=20)).isoformat()
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健"] * 30, apart=timedelta(hours=4))
    lumina("import", str(talk), *who, "--me", "健")
    own = spoken(tmp_path / "own.jsonl", ["葵", "凛"] * 10)
    own.write_text(own.read_text(encoding="utf-8").replace("スイカ", "トマト").replace("畑", "庭"), encoding="utf-8")
    lumina("import", str(own), *who)
    lumina("jobs", "run", "all", "--at", later)
    before = {row["memory"]: row for row in lumina.json("memories", "list", "--limit", "100")["memories"]}
    brought = [memory for memory, row in before.items() if row["room"].startswith("畑")]
    lumina("memories", "edit", brought[0], "シロナガスクジラの背中。")
    lumina("memories", "pin", brought[1])
    lumina("memories", "forget", brought[2])
    assert "シロナガスクジラ" in lumina("memories", "show", brought[0])
    assert "シロナガスクジラ".encode() not in raw(tmp_path / "home")  # sealed
    report = lumina.json("import", str(talk), *who, "--replace")
    assert (report["turns"], report["known"], report["mine"]) == (60, 0, 30)
    assert "シロナガスクジラ" not in lumina("memories", "list", "--limit", "100")
    lumina("jobs", "run", "all", "--at", later)
    after = {row["memory"]: row for row in lumina.json("memories", "list", "--limit", "100")["memories"]}
    assert {memory for memory, row in after.items() if not row["room"].startswith("畑")} == before.keys() - {*brought}
    assert not any(row["pinned"] for row in after.values())
    assert all(row["tier"] != "forgotten" for row in after.values())
    hits = lumina.json("recall", *who, "--at", later, "--unit", "turn", "--limit", "5", "7番目に見た健の畑のスイカ")[
        "hits"
    ]
    assert any("t7" in hit["turns"] for hit in hits)
    assert lumina.json("recall", *who, "--at", later, "庭のトマト")["hits"]
    assert lumina.json("doctor")["ok"] is True


async def until_some_came_in(home: Path) -> None:
    """As its PostgreSQL says, which is reached through the folder."""
    dsn = f"postgresql://postgres@/postgres?host={quote(str(home / 'postgres'), safe='')}&port=5432"

    async def some_are_there() -> bool:
        with suppress(StoreDown):
            async with Database.open(dsn) as database:
                made = await database.fetch("select to_regclass('turns') is not null") == [(True,)]
                return made and await database.fetch("select from turns limit 1") != []
        return False

    await until(some_are_there)


def test_who_stops_an_import_is_told_that_it_goes_on(lumina: Commands, tmp_path: Path) -> None:
    talk = spoken(tmp_path / "talk.jsonl", ["葵", "健"] * 1500, apart=timedelta(seconds=40))
    with lumina.process("import", str(talk), "--user", "葵") as process:
        asyncio.run(until_some_came_in(tmp_path / "home"))
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=LONGEST)[1]
    assert process.returncode == 130
    assert "Run the same command again" in said
    assert "Traceback" not in said
