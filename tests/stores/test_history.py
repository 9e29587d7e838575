"""What was typed into the chat leaves the disk, not only the folder."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.life import ME
from lumina.stores.history import drop_typed, erase_history, history_file, open_history, typed_texts

TYPED = "\n# 2026-05-04 08:00:00\n+妹は函館に住んでいる。\n\n# 2026-05-04 08:01:00\n+庭の柿が実った。\n"


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    path = open_history(tmp_path, ME)
    path.write_text(TYPED)
    return path


def erased(home: Path) -> int:
    return erase_history(home, ME)


def partly(home: Path) -> int:
    return drop_typed(home, ME, lambda text: "函館" in text)


@pytest.mark.parametrize("goes", [erased, partly])
def test_what_goes_is_overwritten_on_the_disk_before_nothing_leads_to_it(
    tmp_path: Path, typed: Path, goes: Callable[[Path], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_disk: list[bytes] = []

    def synced(file: int) -> None:
        on_disk.append(os.pread(held.fileno(), len(TYPED.encode()), 0))

    with typed.open("rb") as held:
        monkeypatch.setattr(os, "fsync", synced)
        assert goes(tmp_path) == 1
        assert bytes(len(TYPED.encode())) in on_disk


def test_what_stays_is_as_it_was(tmp_path: Path, typed: Path) -> None:
    assert partly(tmp_path) == 1
    assert typed_texts(tmp_path, ME) == ["庭の柿が実った。"]
    assert (typed.stat().st_mode & 0o777, [*typed.parent.iterdir()]) == (0o600, [typed])


@pytest.mark.parametrize("left", ["{}.4711.0a1b2c3d", "{}.new"])
def test_what_a_kill_left_beside_it_goes_with_it(tmp_path: Path, typed: Path, left: str) -> None:
    typed.with_name(left.format(typed.name)).write_text(TYPED)
    other = open_history(tmp_path, "蓮")
    assert erase_history(tmp_path, ME) == 2
    assert [*typed.parent.iterdir()] == [other]
    assert not history_file(tmp_path, ME).exists()
