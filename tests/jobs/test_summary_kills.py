"""Summaries, killed before every write of the job that puts their task, of the task, and of the thinning: run again,
they are the same."""

import shutil
import signal
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from harness.copies import copy_home
from harness.deeds import Import, RunJobs, RunTasks, SummedUp
from harness.dying import Dying
from harness.life import ME, MORNING, line
from harness.mortal import Deed, Died, Mortal, kill_postgres

pytestmark = pytest.mark.ci

DAY = 24 * 60
SAID = (
    (0, "高松に引っ越しました。"),
    (3, "妹の結衣が手伝いに来てくれました。"),
    (DAY, "結衣が讃岐うどんを三杯も食べました。"),
    (2 * DAY, "結衣と石鎚山に登る約束をしました。"),
)
DUE = MORNING + timedelta(days=4)
LONG_PAST = DUE + timedelta(weeks=6)


def do(mortal: Mortal, deed: Deed, at: Any = DUE) -> Any:
    return mortal.done(deed, at, lambda _: None)


def born(home: Path) -> Mortal:
    mortal = Mortal.born(home, DUE)
    mortal.ready()
    return mortal


def copied(home: Path, place: Path) -> Path:
    kill_postgres(place)
    shutil.rmtree(place, ignore_errors=True)
    return copy_home(home, place)


def ended(mortal: Mortal) -> Any:
    do(mortal, RunJobs("summaries"))
    do(mortal, RunTasks())
    do(mortal, RunJobs("lifecycle"), LONG_PAST)
    summed_up = do(mortal, SummedUp(ME), LONG_PAST)
    mortal.kill(and_postgres=True)
    return summed_up


@pytest.fixture
def told(home: Path) -> Path:
    """Summaries are due."""
    mortal = born(home)
    do(mortal, Import(ME, [line(text, minute) for minute, text in SAID]))
    do(mortal, RunJobs("reconcile"))
    mortal.close()
    return home


def dies_everywhere(home: Path, place: Path, deed: Deed, at: Any = DUE) -> None:
    undisturbed = ended(born(copied(home, place)))
    assert {"week", "person", "room", "longterm"} <= {kind for kind, *_ in undisturbed[0]}
    assert undisturbed[2] == 0
    for writes in count():
        mortal = born(copied(home, place))
        try:
            do(mortal, Dying(deed, writes), at)
        except Died as died:
            assert died.status == -signal.SIGKILL
        else:
            mortal.kill(and_postgres=True)
            assert writes > 1
            return
        assert ended(born(place)) == undisturbed


def test_the_job_that_puts_their_task(told: Path, tmp_path: Path) -> None:
    dies_everywhere(told, tmp_path / "copy", RunJobs("summaries"))


def test_the_task(told: Path, tmp_path: Path) -> None:
    mortal = born(told)
    do(mortal, RunJobs("summaries"))
    mortal.close()
    dies_everywhere(told, tmp_path / "copy", RunTasks())


def test_the_thinning(told: Path, tmp_path: Path) -> None:
    mortal = born(told)
    do(mortal, RunJobs("summaries"))
    do(mortal, RunTasks())
    mortal.close()
    dies_everywhere(told, tmp_path / "copy", RunJobs("lifecycle"), LONG_PAST)
