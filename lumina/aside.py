"""Work of seconds, done where it holds nobody up."""

import asyncio
import gc
import sys
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Takes = ParamSpec("Takes")
Given = TypeVar("Given")


TURN_SECONDS, USUAL_SECONDS = 0.001, 0.005
"""Who answers, and work aside, take turns so often, and all threads do when nothing is worked aside (Python's own): a
page that asks PostgreSQL twenty times comes a tenth of a second later beside such work, and a turn costs a tenth more
where turns are always so short."""

_busy = threading.Lock()
_at_work: list[object] = []


async def aside(work: Callable[Takes, Given], *arguments: Takes.args, **named: Takes.kwargs) -> Given:
    """In another thread, and without looking for garbage in cycles: what the work makes has none, and to go through all
    that a process has takes tenths of a second in which nobody is answered, whichever thread it falls into. Raises what
    the work raises."""
    return await asyncio.to_thread(_not_collecting, work, *arguments, **named)


def _not_collecting(work: Callable[Takes, Given], *arguments: Takes.args, **named: Takes.kwargs) -> Given:
    mark = object()
    _begin(mark)
    try:
        return work(*arguments, **named)
    finally:
        _end(mark)


def _begin(mark: object) -> None:
    with _busy:
        _at_work.append(mark)
        gc.disable()
        sys.setswitchinterval(TURN_SECONDS)


def _end(mark: object) -> None:
    with _busy:
        _at_work.remove(mark)
        if not _at_work:
            gc.enable()
            sys.setswitchinterval(USUAL_SECONDS)


def keep() -> None:
    """What is there now, and stays for long, is not gone through any more, until `sift`; garbage in it neither."""
    gc.freeze()


def sift() -> None:
    """Garbage is looked for in all that was kept, once (tenths of a second of a large process), the rest kept."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
