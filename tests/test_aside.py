"""Work of seconds holds nobody up."""

import asyncio
import gc
import subprocess
import sys
import threading

import pytest

from lumina.aside import aside
from lumina.distil.summaries.joining import Joining

KEPT_AND_SIFTED = """
import gc, weakref
from lumina.aside import keep, sift

class Held:
    pass

held = Held()
held.me, there = held, weakref.ref(held)
keep()
del held
gc.collect()
print("kept" if there() else "gone")
sift()
print("kept" if there() else "gone")
"""


async def test_work_aside_is_in_another_thread_collects_nothing_and_says_what_it_raises() -> None:
    def work(number: int) -> tuple[int, bool, bool]:
        assert sys.getswitchinterval() == pytest.approx(0.001)
        return number, threading.current_thread() is threading.main_thread(), gc.isenabled()

    assert await asyncio.gather(aside(work, 7), aside(work, 8)) == [(7, False, False), (8, False, False)]
    assert sys.getswitchinterval() == pytest.approx(0.005)
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        await aside(divmod, 1, 0)
    assert gc.isenabled()


async def test_what_several_ask_for_is_made_once_and_goes_on_when_one_of_them_leaves() -> None:
    joining, may_end, begun = Joining(), asyncio.Event(), list[int]()

    async def making() -> int:
        begun.append(1)
        await may_end.wait()
        return 5

    one = asyncio.create_task(joining.make("sums", making))
    assert not await joining.soon("sums", making, 0.01)
    other = asyncio.create_task(joining.make("sums", making))
    await asyncio.sleep(0)
    one.cancel()
    may_end.set()
    assert await other == 5
    assert begun == [1]
    assert await joining.soon("sums", making, None)
    assert begun == [1, 1]


async def test_what_is_being_made_ends_with_the_application_and_an_error_is_told() -> None:
    joining = Joining()

    async def failing() -> int:
        raise ValueError("no words")

    with pytest.raises(ValueError, match="no words"):
        await joining.soon("failing", failing, None)
    assert not await joining.soon("endless", asyncio.Event().wait, 0.01)  # pyright: ignore[reportArgumentType]
    await joining.close()


def test_garbage_in_what_was_kept_is_found_once_it_is_sift():
    """In a process of its own: that of the tests stays frozen."""
    found = subprocess.run([sys.executable, "-c", KEPT_AND_SIFTED], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["kept", "gone"]
