"""Somebody types at the very moment at which their talk, an hour old, is distilled."""

import asyncio
import random
from collections.abc import Awaitable
from datetime import timedelta
from typing import TypeVar

from harness.life import Life
from harness.soundness import Finding, Promised, accounts
from lumina.knowledge.conversations import OVER
from lumina.models import Turn
from lumina.reports import Replied

T = TypeVar("T")

ROOMS = 3
UP_TO = 0.2
"""Seconds that one of the two begins after the other, at most."""


async def race(life: Life, times: int, seed: int = 1) -> list[Finding]:
    """So many times; what was wrong in the end, and who was not answered."""
    dice, unanswered, said = random.Random(seed), list[Finding](), set[str]()
    for nr in range(times):
        room, text = f"部屋{dice.randrange(ROOMS)}", f"{nr}番目の話をするね。今日は{nr}個の卵を買った。"
        life.clock.advance(OVER + timedelta(minutes=dice.randrange(5)))
        apart = dice.choice((-1, 0, 1)) * dice.random() * UP_TO
        events, _ = await asyncio.gather(
            _later(-apart, life.say(text, room=room)), _later(apart, life.lumina.jobs.run("reconcile"))
        )
        said.add(text)
        if not any(isinstance(event, Replied) for event in events):
            unanswered.append(Finding("lost", f"the answer to {text}"))
    await life.lumina.settle()
    return [*unanswered, *await accounts(life.lumina, life.person, Promised(texts=frozenset(said)))]


async def _later(seconds: float, doing: Awaitable[T]) -> T:
    await asyncio.sleep(max(seconds, 0))
    return await doing


async def read_as_sources(life: Life) -> tuple[list[Turn], str]:
    """All turns that hold, and what all talks read as, one behind the other."""
    talks = await life.lumina.conversations.all(life.person)
    read = [(await life.lumina.conversations.read(life.person, one.thread))[1] for one in talks]
    return await life.turns(), "\n".join(part.markdown for parts in read for part in parts)
