"""The whole application, killed again and again (`make kills` does it two hundred times)."""

from pathlib import Path

import pytest

from bench.kills import killed


@pytest.mark.ci
def test_a_dozen_kills_lose_nothing_double_nothing_and_leave_everything_in_its_place(tmp_path: Path) -> None:
    run = killed(range(12), seed=12, folder=tmp_path)
    assert run.findings == []
    assert sum(run.kills.values()) == 12
    assert {phase for phase, _ in run.kills} >= {"start", "first start"}
    assert len(run.life.ids) + len(run.life.texts) > 20
