"""What spares a test's worker time changes nothing that a test sees."""

import gc
import os
import pwd
import subprocess
from typing import Any

import pytest

from harness.vforked import Vforked

PLAIN = Vforked.__mro__[1]


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone starts processes of other accounts")
def test_who_is_started_without_a_fork_is_who_a_fork_would_make():
    def identity(start: type["subprocess.Popen[Any]"]) -> tuple[str, int]:
        group = pwd.getpwnam("nobody").pw_gid
        told: dict[str, Any] = {"user": "nobody", "group": group, "extra_groups": ()}
        with start(["id"], stdout=subprocess.PIPE, text=True, **told) as process:
            return process.communicate()[0], process.wait()

    assert identity(Vforked) == identity(PLAIN)
    assert subprocess.Popen is Vforked


def test_what_was_collected_stays_frozen_when_a_lumina_closes():
    gc.unfreeze()  # as it does
    assert gc.get_freeze_count() > 100_000
