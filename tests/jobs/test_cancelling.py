"""What goes on for ever ends when it is told to, even where the first word is lost."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from harness.life import living
from harness.waiting import LONGEST
from lumina.cancelling import cancelled, pause


async def test_who_is_deaf_to_the_first_word_is_told_again():
    heard = 0

    async def deaf() -> None:
        nonlocal heard
        while heard < 3:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                heard += 1

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await cancelled([task], patience=0.01)
    assert heard == 3


async def test_a_pause_ends_who_made_an_error_of_the_cancellation():
    looks = 0

    async def looking() -> None:
        nonlocal looks
        while True:
            looks += 1
            with suppress(asyncio.CancelledError):  # as a driver does whose query was broken off
                await asyncio.sleep(3600)
            await pause(3600)

    task = asyncio.create_task(looking())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, LONGEST)
    assert looks == 1


async def test_who_leaves_at_once_is_not_kept(home: Path):
    async with living(home) as life:
        for turns_of_the_loop in range(60):
            async with asyncio.timeout(LONGEST), life.lumina.tasks.running():
                for _ in range(turns_of_the_loop):
                    await asyncio.sleep(0.0005)
