"""Who a command of one person is told to be asked by."""

import os

import pytest

from lumina.cli.person import asker  # pyright: ignore[reportPrivateUsage]

NOBODY_S_NUMBER = 4_000_000_001


def test_where_the_container_s_user_has_no_name_the_number_is_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: NOBODY_S_NUMBER)
    assert asker() == f"cli:{NOBODY_S_NUMBER}"
    monkeypatch.setenv("LOGNAME", "haruko")
    assert asker() == f"cli:{NOBODY_S_NUMBER}:haruko"
