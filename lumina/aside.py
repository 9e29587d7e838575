"""Work of seconds, done where it holds nobody up."""

import asyncio
import gc
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Takes = ParamSpec("Takes")
Given = TypeVar("Given")


async def aside(work: Callable[Takes, Given], *arguments: Takes.args, **named: Takes.kwargs) -> Given:
    """In another thread, and without looking for garbage in cycles: what the work makes has none, and to go through all
    that a process has takes tenths of a second in which nobody is answered, whichever thread it falls into. Raises what
    the work raises."""
    return await asyncio.to_thread(_not_collecting, work, *arguments, **named)


def _not_collecting(work: Callable[Takes, Given], *arguments: Takes.args, **named: Takes.kwargs) -> Given:
    was_on = gc.isenabled()
    gc.disable()
    try:
        return work(*arguments, **named)
    finally:
        if was_on:
            gc.enable()


def keep() -> None:
    """What is there now, and stays for long, is not gone through any more, until `sift`; garbage in it neither."""
    gc.freeze()


def sift() -> None:
    """Garbage is looked for in all that was kept, once (tenths of a second of a large process), the rest kept."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
