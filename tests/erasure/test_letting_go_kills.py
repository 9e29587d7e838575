"""Killed by SIGKILL in whatever step of letting words go: no word is gone without what stands for it, and the next run
finishes it."""

from pathlib import Path

import pytest

from harness.deeds import Import, LetGo, RunJobs, RunTasks
from harness.life import ME, living
from harness.mortal import Mortal, kill_postgres
from lumina.clock import ManualClock
from lumina.models import Policy
from tests.erasure.test_erasure_kills import LATER, born, do, killed_in
from tests.erasure.test_letting_go import TALK, derived, worded

pytestmark = pytest.mark.ci


@pytest.fixture
def master(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere" / "master.key"


@pytest.fixture
def lived(home: Path, master: Path) -> Path:
    mortal: Mortal = born(home, master)
    do(mortal, Import(ME, TALK))
    for deed in (RunJobs(), RunTasks(), RunJobs()):
        do(mortal, deed)
    mortal.close()
    return home


async def test_letting_go_is_killed_anywhere_and_nothing_is_lost(lived: Path, master: Path, tmp_path: Path) -> None:
    cut_off = 0
    before = None
    for place in killed_in(LetGo(ME), lived, master, tmp_path / "killed"):
        async with living(place, ManualClock(LATER), master_key=master, window_min=2, window_max=6) as life:
            before = before or await derived(life)
            cut_off += bool(await worded(life))
            assert await derived(life) == before
            await life.lumina.policies.choose(ME, Policy.SUMMARY_ONLY)
            await life.run("all")
            assert await worded(life) == []
            assert await derived(life) == before
        kill_postgres(place)
    assert cut_off
