"""Weeks of a life, once with all jobs every day, and once with none until the end: it comes to the same."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from harness.ageing import DAY, Days, days_of, differences, live_through, salience_apart, sizes, state_of
from harness.life import line
from harness.made_up import live
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.evaluation.lives import Life, Truth
from lumina.reports import ImportedTurn
from lumina.settings import Settings

BEGIN = datetime.fromisoformat("2026-03-02T04:00:00+09:00")
COUNT = 40
SAID = (
    "高松に引っ越した。職場は県庁だよ。",
    "妹の結衣が柴犬のむぎを連れてきた。",
    "来週の金曜に歓迎会がある。",
    "高松から松山に引っ越した。とても嬉しい！",
    "むぎが網戸を破って、悲しかった。",
)
SAYS = {12: "むぎは誰の犬だったっけ？", 33: "いまどこに住んでるんだっけ？"}


def told() -> Days:
    """What the person tells of a life, every sixth day, and made-up threads in between."""
    turns = [replace(line(text, 0), at=BEGIN + 6 * nr * DAY + timedelta(hours=8)) for nr, text in enumerate(SAID)]
    return Days("葵", BEGIN, COUNT, tuple(sorted([*turns, *_between()], key=lambda turn: turn.at)))


def _between() -> list[ImportedTurn]:
    made_up = live(18, seed=3).turns
    threads = {thread: nr for nr, thread in enumerate(dict.fromkeys(turn.thread for turn in made_up))}
    first = {thread: next(turn.at for turn in made_up if turn.thread == thread) for thread in threads}
    return [
        replace(
            turn,
            speaker="葵" if turn.speaker == "mio" else turn.speaker,
            at=BEGIN + 2 * threads[turn.thread] * DAY + timedelta(hours=12) + (turn.at - first[turn.thread]),
        )
        for turn in made_up
    ]


async def lived(home: Path, *, daily: bool) -> tuple[dict[str, Any], dict[int, dict[str, int]]]:
    """The state in the end, and the sizes after each day that was looked at."""
    days, clock = told(), ManualClock(BEGIN)
    seen: dict[int, dict[str, int]] = {}
    async with Lumina.open(Settings(home=home, user=days.person), clock) as lumina:
        async for over in live_through(lumina, clock, days, daily=daily, says=SAYS):
            if over in {20, COUNT}:
                seen[over] = await sizes(lumina, days.person)
        return await state_of(lumina, days.person, clock()), seen


async def test_with_jobs_every_day_and_with_none_until_the_end_it_comes_to_the_same(tmp_path: Path) -> None:
    daily, seen = await lived(tmp_path / "daily", daily=True)
    once, _ = await lived(tmp_path / "once", daily=False)
    assert differences(daily, once) == {}
    assert salience_apart(daily, once) < 0.02
    assert {memory[0] for memory in daily["memories"].values()} == {"duckdb", "longterm"}
    assert [fact for fact in daily["facts"] if fact[1:] == ("home", "松山", "confirmed")]
    assert seen[COUNT]["duckdb bodies"] <= 1.5 * seen[20]["duckdb bodies"]


def test_a_life_goes_on_at_the_rate_at_which_it_was_told() -> None:
    turns = tuple(replace(line(f"{nr}番の話", 0), at=BEGIN + nr * DAY / 4) for nr in range(120))
    truth = Truth(person="葵", language="ja", facts=(), loops=(), people=(), not_facts=(), injections=(), questions=())
    days = days_of(Life("ja", turns, truth), 90)
    assert days.of(0, 30) == [*turns]
    assert 0.7 < len(days.of(31, 59)) / (59 * 4) < 1.3
    assert {turn.speaker for turn in days.turns} <= {"葵", "lumina", "clarisse", "nox"}
