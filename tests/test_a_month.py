"""A month of life through the command line: what was said one morning, from tier to tier."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.commands import Commands

MORNING = datetime.fromisoformat("2026-05-04T08:00:00+09:00")
MATTERS = "昨夜、娘のすみれが生まれた！本当に嬉しくて、嬉しくて、涙が止まらなかったよ。"
TRIFLE = "昨日は卵を買って帰った。"
BEFORE = [
    "弟の陶芸の個展が大成功で、とても嬉しかった！",
    "財布を駅で落として、本当に悲しかった。",
    "昨日は卵を買って帰った。牛乳も買って帰った。",
    "山の頂上で見た朝焼けが最高に美しくて、感動した！",
    "隣の犬に噛まれて、とても痛くて怖かった。",
    "幼なじみの結婚式で大泣きした。素晴らしい一日だった！",
    "楽しみにしていた旅行が中止になって、がっかりした。",
    "昨日は牛乳を買って帰った。卵を買って帰った。",
]


@pytest.fixture
def lumina(tmp_path: Path) -> Commands:
    """The month before is known already."""
    lines = [
        {
            "speaker": "葵",
            "text": text,
            "at": (MORNING - timedelta(days=24 - 3 * at)).isoformat(),
            "ref": f"before-{at}",
            "thread": f"b{at}",
        }
        for at, text in enumerate(BEFORE)
    ]
    path = tmp_path / "before.jsonl"
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    commands = Commands(tmp_path / "home")
    commands("import", str(path), "--user", "葵")
    return commands


def memory_of(lumina: Commands, room: str, at: str) -> dict[str, Any]:
    """The one memory of a room, as the list shows it."""
    [row] = [row for row in lumina.json("memories", "list", "--at", at)["memories"] if row["room"] == room]
    return row


def hit_of(lumina: Commands, query: str, memory: str, at: str) -> dict[str, Any]:
    """What recall says of that memory."""
    found = lumina.json("recall", "--at", at, "--limit", "5", query)
    assert found["missing"] == []
    return next(hit for hit in found["hits"] if hit["memory"] == memory)


def test_what_was_said_in_the_morning_goes_down_the_tiers_and_is_found_in_each(lumina: Commands) -> None:
    at = MORNING.isoformat()
    born = lumina.json("say", "--room", "居間", "--at", at, MATTERS)["turn"]
    bought = lumina.json("say", "--room", "台所", "--at", at, TRIFLE)["turn"]
    weights: dict[str, list[float]] = {"居間": [], "台所": []}
    for age, tiers in (
        (timedelta(hours=7), ("redis", "redis")),
        (timedelta(days=1, hours=1), ("duckdb", "duckdb")),
        (timedelta(days=7, hours=1), ("longterm", "duckdb")),
        (timedelta(days=31), ("longterm", "archive")),
    ):
        at = (MORNING + age).isoformat()
        lumina("jobs", "run", "all", "--at", at)
        for room, query, turn, tier in (
            ("居間", "娘が生まれたのはいつ？", born, tiers[0]),
            ("台所", "卵を買ったのはいつ？", bought, tiers[1]),
        ):
            row = memory_of(lumina, room, at)
            assert (row["tier"], row["uses"]) == (tier, 0)
            weights[room].append(row["importance"])
            hit = hit_of(lumina, query, row["memory"], at)
            assert hit["tier"] == tier
            assert turn in hit["turns"]
            assert hit["why"]
    assert weights["居間"] == sorted(weights["居間"], reverse=True)
    assert min(weights["居間"]) > max(weights["台所"])
    assert weights["台所"][-1] < weights["台所"][0]
