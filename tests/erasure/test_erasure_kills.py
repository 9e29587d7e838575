"""Killed by SIGKILL in whatever step of an erasure, of one in part, of taking over an older folder, or of renewing a
key: it goes on, nothing is lost, and nothing of what should be gone is left."""

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from harness.copies import copy_home
from harness.deeds import EraseAll, ErasePart, Import, Night, RunJobs, Said
from harness.dying import Dying, dying
from harness.forking import forkserver
from harness.life import ME, MORNING, line, living
from harness.mortal import Deed, Died, Mortal, kill_postgres
from harness.older import unseal
from harness.sealed import DAYS, OTHER, all_of, folder_of, keys_of, live, standing
from lumina.clock import ManualClock
from lumina.databases.master_key import Master, forget_former, make_master_key, master_keys, renew_master_key

pytestmark = pytest.mark.ci

TOPIC = "輪島塗の椀"
TOLD = [f"{thing}を買った。気に入っている。" for thing in (*DAYS.values(), "蒔絵の櫛", "螺鈿の小箱")]
THEIRS = ["庭の柿がよく実った。", "明日は雨らしい。"]
LATER = MORNING.replace(day=MORNING.day + 1)
POINTS = 8
"""At so many writes, evenly from all that there are, each deed is killed."""


def do(mortal: Mortal, deed: Deed) -> Any:
    return mortal.done(deed, LATER, lambda _: None)


def born(home: Path, master: Path) -> Mortal:
    mortal = Mortal.born(home, LATER, master_key=master)
    mortal.ready()
    return mortal


@pytest.fixture
def master(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere" / "master.key"


@pytest.fixture
def lived(home: Path, master: Path) -> Path:
    mortal = born(home, master)
    for person, texts in ((ME, TOLD), (OTHER, THEIRS)):
        said = [line(text, 60 * nr, speaker=person, thread=f"{nr}") for nr, text in enumerate(texts)]
        do(mortal, Import(person, said))
    do(mortal, RunJobs())
    mortal.close()
    return home


def copied(home: Path, place: Path) -> Path:
    kill_postgres(place)
    shutil.rmtree(place, ignore_errors=True)
    return copy_home(home, place)


def killed_in(deed: Deed, home: Path, master: Path, place: Path) -> Iterator[Path]:
    """Folders in which the deed was killed, each before another of its writes."""
    writes = writes_of(deed, home, master, place)
    assert writes > POINTS
    for number in range(0, writes, max(writes // POINTS, 1)):
        mortal = born(copied(home, place), master)
        with pytest.raises(Died) as death:
            do(mortal, Dying(deed, number))
        assert death.value.status == -signal.SIGKILL
        kill_postgres(place)
        yield place


def writes_of(deed: Deed, home: Path, master: Path, place: Path) -> int:
    """How many it makes: found by halving."""
    most = next(2**n for n in count(4) if is_done(deed, home, master, place, 2**n))
    least = most // 2
    while most - least > max(most // 8, 1):
        middle = (least + most) // 2
        least, most = (least, middle) if is_done(deed, home, master, place, middle) else (middle, most)
    return least


def is_done(deed: Deed, home: Path, master: Path, place: Path, writes: int) -> bool:
    mortal = born(copied(home, place), master)
    try:
        do(mortal, Dying(deed, writes))
    except Died:
        return False
    finally:
        kill_postgres(place)
    mortal.kill()
    return True


def healed(home: Path, master: Path) -> tuple[Mapping[str, Sequence[str]], int]:
    """What is said there once what was broken off has been finished, and what the night finds."""
    mortal = born(home, master)
    do(mortal, RunJobs("heal"))
    found, said = do(mortal, Night()), do(mortal, Said([ME, OTHER]))
    mortal.close()
    return said, found


def test_an_erasure_that_is_killed_is_finished_or_has_not_begun(lived: Path, master: Path, tmp_path: Path) -> None:
    begun = 0
    for place in killed_in(EraseAll(ME), lived, master, tmp_path / "killed"):
        said, found = healed(place, master)
        assert said[OTHER] == THEIRS
        assert said[ME] in ([], TOLD)
        begun += not said[ME]
        assert found == 0
        if not said[ME]:
            assert standing(place, [*DAYS.values()]) == {}
    assert begun


def test_a_part_that_is_killed_while_it_is_erased_goes_as_a_whole_and_the_rest_stays(
    lived: Path, master: Path, tmp_path: Path
) -> None:
    rest = [text for text in TOLD if TOPIC not in text]
    begun = 0
    for place in killed_in(ErasePart(ME, TOPIC), lived, master, tmp_path / "killed"):
        said, found = healed(place, master)
        assert said[OTHER] == THEIRS
        assert said[ME] in (TOLD, rest)
        begun += said[ME] == rest
        assert (found, standing(place, [*DAYS.values()])) == (0, {})
    assert begun


async def test_an_older_folder_that_is_killed_while_it_is_taken_over_loses_nothing_and_keeps_no_word(
    home: Path, master: Path, tmp_path: Path
) -> None:
    told: dict[str, Any] = {"master_key": master}
    async with living(home, **told) as life:
        await live(life)
        now, before = life.clock(), await all_of(life)
    folder = folder_of(home)
    await unseal(folder, keys_of(folder, told))
    place, kills = tmp_path / "killed", 0
    for number in range(1, 64, 6):
        copied(home, place)
        if not await asyncio.to_thread(dies_opening, place, now, master, number):
            break
        kills += 1
        kill_postgres(place)
        async with living(place, ManualClock(now), **told) as life:
            assert await all_of(life) == before
        assert standing(place, [f"{thing}を買った" for thing in DAYS.values()]) == {}
    assert kills > 4


def dies_opening(home: Path, now: Any, master: Path, writes: int) -> bool:
    process = forkserver().Process(target=_open_dying, args=(home, now, master, writes), daemon=True)
    process.start()
    process.join()
    return process.exitcode == -signal.SIGKILL


def _open_dying(home: Path, now: Any, master: Path, writes: int) -> None:
    async def opened() -> None:
        async with living(home, ManualClock(now), master_key=master):
            pass

    with dying(writes):
        asyncio.run(opened())


STEPS: Mapping[str, Callable[[Path], object]] = {"renewing": renew_master_key, "forgetting": forget_former}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("call", range(1, 8))
def test_a_master_key_that_is_killed_while_it_is_renewed_opens_what_it_opened_and_what_is_forgotten_is_gone(
    tmp_path: Path, step: str, call: int
) -> None:
    file = tmp_path / "master.key"
    make_master_key(file)
    card = Master(file).new_place()[1]
    if step == "forgetting":
        renew_master_key(file)
        card = Master(file).known_place(card, "a place")[1]
    before = file.read_bytes().split()
    process = forkserver().Process(target=_dies_in, args=(step, file, call), daemon=True)
    process.start()
    process.join()
    assert process.exitcode in {0, -signal.SIGKILL}
    assert Master(file).known_place(card, "a place")[0].key
    renew_master_key(file)
    card = Master(file).known_place(card, "a place")[1]
    forget_former(file)
    assert Master(file).known_place(card, "a place")[0].key
    assert len(master_keys(file)) == 1
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [key for key in before if key in left]


def _dies_in(step: str, file: Path, call: int) -> None:
    """Before that call of those by which files change."""
    left = count(call, -1)

    def counted(original: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            if next(left) == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*given, **named)

        return run

    with (
        patch.object(os, "fsync", counted(os.fsync)),
        patch.object(os, "pwrite", counted(os.pwrite)),
        patch.object(Path, "replace", counted(Path.replace)),
        patch.object(Path, "unlink", counted(Path.unlink)),
    ):
        STEPS[step](file)
