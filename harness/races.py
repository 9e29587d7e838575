"""Somebody types at the very moment at which their talk, an hour old or just over, is distilled."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Collection
from datetime import timedelta
from typing import TypeVar

from harness.interleaving import interleaved
from harness.life import Life
from harness.soundness import Finding, Promised, accounts
from lumina.knowledge.conversations import OVER
from lumina.reports import Event, Replied

T = TypeVar("T")

ROOMS = 3
UP_TO = 0.2
"""Seconds that one of the two begins after the other, at most."""

MINUTE = timedelta(minutes=1)
"""So much later it is when threads that are over are looked for."""


async def race(life: Life, times: int, seed: int = 1, archivist: Life | None = None) -> list[Finding]:
    """So many times; what was wrong in the end, who was not answered, and whose talk was ended under their hands. The
    archivist may be another process's, with the same clock."""
    dice, wrong, said, room = random.Random(seed), list[Finding](), set[str](), ""
    for nr in range(times):
        text = f"{nr}番目の話をするね。今日は{nr}個の卵を買った。"
        room = await _wait(life, room, dice)
        events = await _once(life, archivist or life, room, text, dice)
        if not any(isinstance(event, Replied) for event in events):
            wrong.append(Finding("lost", f"the answer to {text}"))
        if not await _goes_on(life, room, text):
            wrong.append(Finding("lost", f"the thread of {text}"))
        said.add(text)
    await life.lumina.settle()
    await (archivist or life).run("reconcile")
    wrong += await _chunks(life, said)
    return [*wrong, *await accounts(life.lumina, life.person, Promised(texts=frozenset(said)))]


async def _wait(life: Life, before: str, dice: random.Random) -> str:
    """Until the thread in the room talked in before will be over within the minute in which both begin, or has been for
    a while; the room to talk in."""
    last = await life.stores.transcript.open_thread(life.person, before)
    if last and dice.random() < 0.5:
        life.clock.set(last.last_turn + life.parts.talking.limits.idle - MINUTE / 2)
        return before
    life.clock.advance(OVER + timedelta(minutes=dice.randrange(5)))
    return f"部屋{dice.randrange(ROOMS)}"


async def _once(life: Life, archivist: Life, room: str, text: str, dice: random.Random) -> list[Event]:
    apart = dice.choice((-1, 0, 1)) * dice.random() * UP_TO
    with interleaved(dice):
        events, _ = await asyncio.gather(
            _later(-apart, life.say(text, room=room)), _later(apart, _distil(life, archivist))
        )
    return events


async def _distil(life: Life, archivist: Life) -> None:
    """A minute later by the clock, however soon it is; the person may have begun before."""
    life.clock.advance(MINUTE)
    await archivist.run("reconcile")


async def _later(seconds: float, doing: Awaitable[T]) -> T:
    await asyncio.sleep(max(seconds, 0))
    return await doing


async def _goes_on(life: Life, room: str, text: str) -> bool:
    """Whether what was said just now stands in the thread of the room that goes on."""
    talk = await life.stores.transcript.open_thread(life.person, room)
    if talk is None:
        return False
    [turns] = await life.stores.transcript.spans(life.person, [(talk.id, 0, 1_000)])
    return any(turn.text == text for turn in turns)


async def _chunks(life: Life, said: Collection[str]) -> list[Finding]:
    """What does not stand in the chunks of the talks once."""
    talks = await life.lumina.conversations.all(life.person)
    read = [(await life.lumina.conversations.read(life.person, one.thread))[1] for one in talks]
    lines = Counter(line for chunks in read for chunk in chunks for line in chunk.markdown.splitlines())
    times = {text: lines[f"> {text}"] for text in said}
    return [Finding("doubled" if count else "lost", f"chunk of {text}") for text, count in times.items() if count != 1]
