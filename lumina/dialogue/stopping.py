"""What is being said can be stopped; what came of it is kept."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from lumina.errors import because
from lumina.reports import Failure

STOPPED: Final = Failure("", because("it was stopped"))


class Stopping:
    """Asked once, by whoever; `asked` stays. No answer begins afterwards."""

    def __init__(self) -> None:
        self.asked = False
        self._task: asyncio.Task[object] | None = None

    def ask(self) -> None:
        """What is in an ending() ends there where it is."""
        if self.asked:
            return
        self.asked = True
        if self._task:
            self._task.cancel()

    @contextmanager
    def ending(self) -> Generator[None]:
        """What is awaited within ends early, without an error, once that is asked for."""
        task = self._task = asyncio.current_task()
        if task is None:
            raise RuntimeError("only a task can be stopped")
        before = task.cancelling()
        try:
            yield
        except asyncio.CancelledError:
            if not self.asked or task.uncancel() > before:
                raise
        finally:
            self._task = None
