"""Processes of another account, started without a fork: Python forks wherever it is to change the account, which takes
30 ms of a core where what forks is as large as a test's worker. setpriv changes it in the new process, and takes 2."""

import shutil
import subprocess
from typing import Any


class Vforked(subprocess.Popen[Any]):
    """As subprocess.Popen; whoever names a `user` names the `group`, and no further ones."""

    def __init__(
        self,
        command: Any,
        *rest: Any,
        user: str | None = None,
        group: str | int | None = None,
        extra_groups: tuple[()] | None = None,
        **more: Any,
    ) -> None:
        if user is None or not shutil.which("setpriv"):
            super().__init__(command, *rest, user=user, group=group, extra_groups=extra_groups, **more)
            return
        account = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--"]
        super().__init__([*account, *command], *rest, **more)
