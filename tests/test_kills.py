"""The whole application, killed again and again (`make kills` does it two hundred times), and killed before every
single write that it makes."""

import shutil
import signal
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from harness.copies import copy_home
from harness.deeds import Examine, Forget, Import, Restore, RunJobs, Say, States
from harness.dying import Dying
from harness.kills import killed
from harness.life import ME, MORNING
from harness.lives import THINGS, words
from harness.mortal import Deed, Died, Mortal, kill_postgres
from harness.soundness import Promised
from lumina.models import TierName
from lumina.reports import ImportedTurn

pytestmark = pytest.mark.ci

NOW = MORNING + timedelta(days=300)
LATER = timedelta(days=2)


def test_a_dozen_kills_lose_nothing_double_nothing_and_leave_everything_in_its_place(tmp_path: Path) -> None:
    run = killed(range(12), seed=12, folder=tmp_path)
    assert run.findings == []
    assert sum(run.kills.values()) == 12
    assert {phase for phase, _ in run.kills} >= {"start", "first start"}
    assert len(run.life.ids) + len(run.life.texts) > 20


def told(days: float, number: int) -> list[ImportedTurn]:
    """Three lines of so many days ago."""
    return [
        ImportedTurn(
            speaker=ME,
            text=f"{THINGS[number % len(THINGS)]}の会で{words('ヌ', 1, seed=number * 3 + at)[0]}に会ったよ。",
            at=NOW - timedelta(days=days, minutes=-at),
            room="居間",
            thread=f"{number}",
        )
        for at in range(3)
    ]


@dataclass(frozen=True)
class Grown:
    """A folder with memories in every tier, some of which are about to descend, to be compressed, or to end."""

    home: Path
    memory: Mapping[TierName, UUID]
    """One of each tier."""

    @contextmanager
    def copy(self, place: Path) -> Generator[Path]:
        shutil.rmtree(place, ignore_errors=True)
        try:
            yield copy_home(self.home, place)
        finally:
            kill_postgres(place)


@pytest.fixture(scope="module")
def grown(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Grown:
    home = copy_home(untouched_home, tmp_path_factory.mktemp("grown") / "home")
    mortal = born(home)
    ages = (96, 94, 29.5, 28.8, 6.5, 6.2, 0.4)
    do(mortal, Import(ME, [line for number, days in enumerate(ages) for line in told(days, number)]), NOW)
    do(mortal, RunJobs("reconcile"), NOW)
    memory = {state.tier: state.id for state in do(mortal, States(ME), NOW)}
    mortal.close()
    assert memory.keys() >= {TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM, TierName.ARCHIVE}
    return Grown(home, memory)


def born(home: Path) -> Mortal:
    mortal = Mortal.born(home, NOW)
    mortal.ready()
    return mortal


def do(mortal: Mortal, deed: Deed, at: datetime = NOW + LATER) -> Any:
    return mortal.done(deed, at, lambda _: None)


DEEDS: dict[str, Callable[[Grown], Deed]] = {
    "descend": lambda _: RunJobs("descend"),
    "compress": lambda _: RunJobs("lifecycle"),
    "import": lambda _: Import(ME, [*told(30, 50), *told(3, 51)]),
    "say": lambda _: Say(ME, "庭", "盆栽の会で新しい鉢を買ったよ。"),
    "forget": lambda grown: Forget(ME, grown.memory[TierName.DUCKDB]),
    "restore": lambda grown: Restore(ME, grown.memory[TierName.ARCHIVE]),
}


@pytest.mark.parametrize("name", DEEDS)
def test_a_kill_before_any_write_leaves_nothing_that_doing_it_again_does_not_mend(
    grown: Grown, tmp_path: Path, name: str
) -> None:
    deed, kills = DEEDS[name](grown), 0
    with grown.copy(tmp_path / "whole") as home:
        undisturbed = outcome(born(home), deed)
    for writes in count():
        with grown.copy(tmp_path / "home") as home:
            if not is_killed(born(home), Dying(deed, writes)):
                break
            mortal = born(home)
            assert do(mortal, Examine(ME, Promised(), whole=True)) == []
            # what is said again is another turn
            again = outcome(mortal, RunJobs("reconcile") if name == "say" else deed)
            assert name == "say" or again == undisturbed
            kills += 1
    assert kills > 2


def is_killed(mortal: Mortal, deed: Deed) -> bool:
    try:
        do(mortal, deed)
    except Died as died:
        assert died.status == -signal.SIGKILL
        return True
    mortal.kill(and_postgres=True)
    return False


def outcome(mortal: Mortal, deed: Deed) -> dict[UUID, tuple[TierName, str]]:
    """Where all memories lie, and whether they are whole, once it is done."""
    do(mortal, deed)
    do(mortal, RunJobs("reconcile"))
    states = do(mortal, States(ME))
    mortal.kill(and_postgres=True)  # quicker than closing
    return {state.id: (state.tier, state.detail) for state in states}
